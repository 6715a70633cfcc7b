package web

import (
	"net/http"
	"time"
)

func SetCookie(w http.ResponseWriter, name, value string) {
	// ruleid: GO-028
	cookie := http.Cookie{
		Name:  name,
		Value: value,
	}
	http.SetCookie(w, &cookie)
}

func remember(w http.ResponseWriter, id string) {
	// ruleid: GO-028
	http.SetCookie(w, &http.Cookie{Name: "uid", Value: id, Path: "/"})
	// ok: GO-028
	http.SetCookie(w, &http.Cookie{Name: "uid", Value: id, HttpOnly: true})
	// ok: GO-028
	http.SetCookie(w, &http.Cookie{Name: "theme", Value: "dark"})
	// ok: GO-028
	http.SetCookie(w, &http.Cookie{Name: "uid", Value: "", Path: "/"})
	// ok: GO-028
	http.SetCookie(w, &http.Cookie{Name: "uid", Value: "x", Expires: time.Unix(0, 0)})
}

func later(w http.ResponseWriter, id string, scripts bool) {
	// ok: GO-028
	cookie := &http.Cookie{Name: "uid", Value: id}
	cookie.HttpOnly = !scripts
	http.SetCookie(w, cookie)
}

func ask(id string) *http.Request {
	request, _ := http.NewRequest("GET", "https://example.org", nil)
	// ok: GO-028
	request.AddCookie(&http.Cookie{Name: "uid", Value: id})
	return request
}
