package people

import (
	"net/http"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"
)

func find(doc *xmlquery.Node, r *http.Request) {
	id := r.FormValue("id")
	// ruleid: GO-026
	xmlquery.Find(doc, "//person[@id='"+id+"']")
	// ruleid: GO-026
	xpath.Compile("//person[@id='" + id + "']")
	// ok: GO-026
	xmlquery.Find(doc, "//person")
	// ok: GO-026
	people.Find(doc, id)
}
