package a

import (
	"github.com/golang-jwt/jwt/v5"
	tokens "github.com/golang-jwt/jwt/v5"
)

func positives(p *jwt.Parser, s string, c jwt.Claims) {
	// ruleid: GO-012
	p.ParseUnverified(s, c)
	// ruleid: GO-012
	t := jwt.NewWithClaims(
		tokens.SigningMethodNone,
		c,
	)
	// ruleid: GO-012
	t, _ = t.SignedString(tokens.UnsafeAllowNoneSignatureType)
	// ruleid: GO-012
	o := jwt.WithValidMethods([]string{"HS256", "none"})
}

func negatives(p *jwt.Parser, s string, c jwt.Claims) {
	// ok: GO-012
	p.ParseWithClaims(s, c, keyFunc)
	// ok: GO-012
	if token.Method == jwt.SigningMethodNone {
		return
	}
	// ok: GO-012
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
	// never call p.ParseUnverified(s, c) here
	// ok: GO-012
	log.Print("jwt.UnsafeAllowNoneSignatureType", t)
}

func verifies(p *jwt.Parser, s string, c jwt.Claims) {
	// ok: GO-012
	p.ParseUnverified(s, c)
	t, err := p.ParseWithClaims(s, c, keyFor(c))
}
