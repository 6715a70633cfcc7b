package a

import (
	"io"
	"net/http"
	old "io/ioutil"
	web "net/http"
)

func a(w http.ResponseWriter, incoming *http.Request) {
	// ruleid: GO-018
	b, err := io.ReadAll(
		incoming.Body,
	)
}

func b(c *gin.Context) {
	// ruleid: GO-018
	body, _ := old.ReadAll(c.Request.Body)
}

func c() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *web.Request) {
		// ruleid: GO-018
		body, _ := io.ReadAll(r.Body)
	})
}

func d(w http.ResponseWriter, r *http.Request) {
	// ok: GO-018
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, n))
	// ok: GO-018
	b, err = io.ReadAll(io.LimitReader(r.Body, 1<<20))
	// io.ReadAll(r.Body)
	// ok: GO-018
	log.Print("io.ReadAll(r.Body)")
}

func e(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	// ok: GO-018
	b, err := io.ReadAll(r.Body)
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// ruleid: GO-018
	b, err := io.ReadAll(r.Body)
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	// ok: GO-018
	return io.ReadAll(r.Body)
}

func (plain) Bind(r *http.Request) error {
	// ruleid: GO-018
	b, err := io.ReadAll(r.Body)
	return err
}

func f(client *http.Client) {
	resp, err := client.Get(u)
	// ok: GO-018
	b, err := io.ReadAll(resp.Body)
}
