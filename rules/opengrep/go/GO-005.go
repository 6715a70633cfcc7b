package tokens

import (
	"math/rand"
	"net/http"
	"strconv"
)

const letters = "abcdefghijklmnopqrstuvwxyz"

func generateToken(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[rand.Intn(len(letters))]
	}
	// ruleid: GO-005
	return string(b)
}

func login(w http.ResponseWriter, r *http.Request) {
	// ruleid: GO-005
	otp := rand.Intn(999999)
	number := strconv.Itoa(rand.Int())
	// ruleid: GO-005
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: number, Secure: true, HttpOnly: true})
	// ok: GO-005
	delay := rand.Intn(100)
	// ok: GO-005
	index := rand.Intn(len(letters))
	// ok: GO-005
	tokenCount := rand.Intn(5)
	_, _, _, _ = otp, delay, index, tokenCount
}
