package pages

import (
	"html/template"
	"net/http"

	"github.com/microcosm-cc/bluemonday"
)

var policy = bluemonday.UGCPolicy()

func profile(w http.ResponseWriter, r *http.Request) {
	bio := r.FormValue("bio")
	// ruleid: GO-006
	markup := template.HTML(bio)
	// ruleid: GO-006
	script := template.JS("var u = '" + r.URL.Query().Get("u") + "';")
	// ruleid: GO-006
	page.Execute(w, map[string]any{"link": template.URL(bio)})

	// ok: GO-006
	const sep = template.HTML("<br>")
	// ok: GO-006
	clean := template.HTML(policy.Sanitize(bio))
	// ok: GO-006
	safe := template.HTML("<b>" + template.HTMLEscapeString(bio) + "</b>")
	// ok: GO-006
	page.Execute(w, bio)
	// ok: GO-006
	stored := template.HTML(article.Body)
	_, _, _, _, _ = markup, script, clean, safe, stored
}
