package tools

import (
	"net/http"
	"os/exec"
)

func clone(w http.ResponseWriter, r *http.Request) {
	url := r.FormValue("url")
	// ruleid: GO-027
	exec.Command("git", "clone", url).Run()
	// ruleid: GO-027
	exec.CommandContext(r.Context(), "/usr/bin/curl", "-s", url).Run()
	// ok: GO-027
	exec.Command("git", "clone", "--", url).Run()
	// ok: GO-027
	exec.Command("whois", url).Run()
	// ok: GO-027
	exec.Command("git", "fetch").Run()
}
