package login

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func login(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	// ruleid: GO-009
	http.Redirect(w, r, next, http.StatusFound)
	// A second slash makes it another site.
	// ruleid: GO-009
	http.Redirect(w, r, "/"+next, http.StatusFound)
	// ruleid: GO-009
	w.Header().Set("Location", r.URL.Query().Get("to"))

	// ok: GO-009
	http.Redirect(w, r, "/home", http.StatusFound)
	// ok: GO-009
	http.Redirect(w, r, "/login?next="+next, http.StatusFound)
	// ok: GO-009
	http.Redirect(w, r, "https://"+r.Host+r.URL.String(), http.StatusMovedPermanently)
	target := "/"
	if next == "cart" {
		target = "/cart"
	}
	// ok: GO-009
	http.Redirect(w, r, target, http.StatusFound)
}

func logout(c *gin.Context) {
	// ruleid: GO-009
	c.Redirect(http.StatusFound, c.Query("next"))
	// ok: GO-009
	c.Redirect(http.StatusFound, "/users/"+c.Param("id"))
}

func leave(c echo.Context) error {
	// ruleid: GO-009
	return c.Redirect(http.StatusFound, c.QueryParam("next"))
}
