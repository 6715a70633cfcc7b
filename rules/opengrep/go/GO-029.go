package web

import (
	"net/http"
	"os"
)

const masterPassword = "letmein99"

func login(r *http.Request, password string) bool {
	// ruleid: GO-029
	if password == "letmein99" {
		return true
	}
	// ruleid: GO-029
	if r.FormValue("password") == masterPassword {
		return true
	}
	stored := "a587cd6bf1e49d2c3928d1f8b86f248b"
	otp := r.FormValue("otp")
	// ruleid: GO-029
	if stored != digest(otp) {
		return false
	}
	// ruleid: GO-029
	return digest(otp) == "a587cd6bf1e49d2c3928d1f8b86f248b"
}

func harmless(kind, password string) bool {
	// ok: GO-029
	if password == "" || password == "none" {
		return false
	}
	// ok: GO-029
	if kind == "password" {
		return false
	}
	// ok: GO-029
	return password == os.Getenv("ADMIN_PASSWORD")
}
