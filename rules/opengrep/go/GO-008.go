package proxy

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

const catalogURL = "https://catalog.example.org/items"

func fetch(w http.ResponseWriter, r *http.Request) error {
	target := r.FormValue("url")
	// ruleid: GO-008
	resp, err := http.Get(target)
	// ruleid: GO-008
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://"+r.Header.Get("X-Host")+"/status", nil)
	client := &http.Client{}
	// ruleid: GO-008
	client.Post(target, "text/plain", nil)
	// ruleid: GO-008
	net.Dial("tcp", r.URL.Query().Get("address"))

	// ok: GO-008
	http.Get(catalogURL)
	// ok: GO-008
	http.Get("https://api.example.org/users/" + target)
	// ok: GO-008
	http.Get(fmt.Sprintf("https://api.example.org/users/%s", target))
	// ok: GO-008
	http.Post(catalogURL, "text/plain", r.Body)
	parsed, err := url.Parse(r.FormValue("known"))
	if err != nil || parsed.Host != "files.example.org" {
		return errors.New("unknown host")
	}
	// ok: GO-008
	http.Get(parsed.String())
	_, _ = resp, req
	return nil
}

func proxied(c *gin.Context) {
	// ruleid: GO-008
	req, _ := http.NewRequest("GET", c.Query("url"), nil)
	// ok: GO-008
	http.DefaultClient.Do(req)
}
