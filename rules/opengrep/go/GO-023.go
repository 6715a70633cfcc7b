package login

import (
	"log"
	"log/slog"
	"net/http"
	"strings"
)

func login(w http.ResponseWriter, r *http.Request) {
	user := r.FormValue("user")
	// ruleid: GO-023
	log.Printf("login of %s", user)
	// ruleid: GO-023
	log.Println("login of", user)
	// ok: GO-023
	log.Printf("login of %q", user)
	// ok: GO-023
	log.Println("login of", strings.ReplaceAll(strings.ReplaceAll(user, "\n", ""), "\r", ""))
	// ok: GO-023
	slog.Info("login", "user", user)
	// ok: GO-023
	log.Println("agent", r.UserAgent(), r.Header.Get("Origin"))
	count, err := parse(user)
	// ok: GO-023
	log.Println("no number", err)
	// ok: GO-023
	log.Println("no number:", err.Error())
	_ = count
	// ok: GO-023
	log.Println("login of", len(user))
}
