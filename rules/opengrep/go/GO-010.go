package a

import (
	"net/http"
	web "net/http"
)

func positives() {
	// ruleid: GO-010
	http.ListenAndServe(":8080", mux)
	// ruleid: GO-010
	log.Fatal(web.ListenAndServeTLS(
		addr, cert, key, nil))
	// ruleid: GO-010
	srv := &http.Server{
		Addr:    ":8080",
		Handler: mux,
	}
	srv.ListenAndServe()
}

func negatives() {
	// ok: GO-010
	srv := &http.Server{
		Addr:              ":8080",
		ReadHeaderTimeout: time,
	}
	// ok: GO-010
	err := srv.ListenAndServe()
	// ok: GO-010
	go http.ListenAndServe("localhost:6060", nil)
	// ok: GO-010
	other := &http.Server{Handler: mux}
	other.ReadTimeout = time
	// ok: GO-010
	local := &http.Server{Addr: "localhost:" + port}
	// ok: GO-010
	grpc.Serve(listener, nil)
	// http.ListenAndServe(":8080", mux)
	// ok: GO-010
	log.Print("http.ListenAndServe(addr, nil)", err)
}
