package pages

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	// ruleid: GO-020
	fmt.Fprintf(w, "<h1>Hello %s</h1>", name)
	// ruleid: GO-020
	w.Write([]byte(name))
	// ruleid: GO-020
	io.WriteString(w, "<p>"+name+"</p>")
	// ruleid: GO-020
	fmt.Fprint(w, name)
	show(w, name)

	// The answer starts with plain text, so it is not taken for a page.
	// ok: GO-020
	fmt.Fprintf(w, "Hello %s", name)
	// ok: GO-020
	w.Write([]byte("Hello " + name))
	// ok: GO-020
	fmt.Fprintf(w, "<h1>Hello %s</h1>", html.EscapeString(name))
	// ok: GO-020
	io.WriteString(w, "<p>"+template.HTMLEscapeString(name)+"</p>")
	page, _ := strconv.Atoi(r.FormValue("page"))
	// ok: GO-020
	fmt.Fprintf(w, "<p>page %d", page)
	// ok: GO-020
	json.NewEncoder(w).Encode(name)
	// ok: GO-020
	http.Error(w, name, http.StatusBadRequest)
	// ok: GO-020
	template.Must(template.New("a").Parse("<p>{{.}}")).Execute(w, name)
}

func show(w http.ResponseWriter, name string) {
	// ruleid: GO-020
	fmt.Fprintf(w, "<p>%s", name)
}

func typed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// ruleid: GO-020
	fmt.Fprintf(w, "Hello %s", r.FormValue("name"))
}

func data(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	// ok: GO-020
	fmt.Fprintf(w, "%s", r.FormValue("name"))
	// ok: GO-020
	w.Write([]byte(r.FormValue("name")))
}

func frameworks(c *gin.Context, e echo.Context) error {
	// ruleid: GO-020
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte("Hello "+c.Query("name")))
	// ok: GO-020
	c.String(http.StatusOK, "Hello %s", c.Query("name"))
	// ok: GO-020
	c.JSON(http.StatusOK, gin.H{"name": c.Query("name")})
	// ok: GO-020
	c.HTML(http.StatusOK, "index.html", c.Query("name"))
	// ruleid: GO-020
	return e.HTML(http.StatusOK, "Hello "+e.QueryParam("name"))
}

func stored(w http.ResponseWriter, r *http.Request) {
	content, _ := os.ReadFile("/srv/" + r.FormValue("name"))
	// What the file holds is not what this request says.
	// ok: GO-020
	w.Write(content)
	resp, _ := http.Get("https://api.example.org/" + r.FormValue("name"))
	// ok: GO-020
	io.Copy(w, resp.Body)
}

type lines struct {
	w    http.ResponseWriter
	json jsoniter.API
}

func (l *lines) answer(r *http.Request) {
	b, _ := l.json.Marshal(r.FormValue("name"))
	b = append(b, '\n')
	// ok: GO-020
	l.w.Write(b)
	c, _ := yaml.Marshal(r.FormValue("name"))
	// ruleid: GO-020
	l.w.Write(c)
}

func consoles(w http.ResponseWriter, r *http.Request) {
	tmpl := pages.NewExpander("__page__", r.FormValue("name"))
	result, _ := tmpl.ExpandHTML(nil)
	// ok: GO-020
	io.WriteString(w, result)
	plain, _ := tmpl.Expand()
	// ruleid: GO-020
	io.WriteString(w, plain)
}
