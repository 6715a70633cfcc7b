package a

import (
	"net/http"
	web "net/http"
)

func positives(w http.ResponseWriter, c *gin.Context, v string) {
	// ruleid: GO-014
	a := &http.Cookie{HttpOnly: false}
	http.SetCookie(
		w,
		// ruleid: GO-014
		&web.Cookie{
			Name:   "theme",
			Value:  v,
			Secure: false,
		},
	)
	// ruleid: GO-014
	c.SetCookie("sid", v, 3600, "/", "", false, true)
	// ruleid: GO-014
	cookie.Secure = false
	// ruleid: GO-014
	b := http.Cookie{Name: "session_id", Value: v, HttpOnly: true}
	// ruleid: GO-014
	store.Options = sessions.Options{Path: "/", HttpOnly: false}
}

func negatives(w http.ResponseWriter, c *gin.Context, r *http.Request, v string) {
	// ok: GO-014
	a := &http.Cookie{Name: "session", HttpOnly: true, Secure: true}
	// ok: GO-014
	o := minio.Options{Creds: creds, Secure: false}
	// ok: GO-014
	c.SetCookie("sid", v, 3600, "/", "", true, true)
	// ok: GO-014
	p := http.Cookie{Name: "theme", Value: v}
	// ok: GO-014
	r.AddCookie(&http.Cookie{Name: "session", Value: v})
	// ok: GO-014
	gone := http.Cookie{Name: "session", MaxAge: -1}
	// &http.Cookie{HttpOnly: false}
	// ok: GO-014
	log.Print("HttpOnly: false", a, o, p, gone)
}
