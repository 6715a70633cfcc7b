package scripts

import (
	"net/http"

	"github.com/dop251/goja"
	"github.com/robertkrimen/otto"
)

func run(w http.ResponseWriter, r *http.Request) {
	vm := goja.New()
	code := r.FormValue("code")
	// ruleid: GO-025
	vm.RunString("var x = " + code)
	// ruleid: GO-025
	otto.Run(code)
	vm.Set("value", code)
	// ok: GO-025
	vm.RunString("value.length")
	// ok: GO-025
	server.Run(code)
}
