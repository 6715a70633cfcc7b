package pages

import (
	"net/http"
	"text/template"
)

func preview(w http.ResponseWriter, r *http.Request) {
	text := r.FormValue("text")
	// ruleid: GO-021
	t, err := template.New("preview").Parse(text)
	// ruleid: GO-021
	template.Must(template.New("a").Funcs(funcs).Parse("Dear " + text)).Execute(w, nil)
	// ok: GO-021
	template.Must(template.New("b").Parse("Dear {{.}}")).Execute(w, text)
	_, _ = t, err
}
