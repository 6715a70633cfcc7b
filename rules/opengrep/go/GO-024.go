package login

import (
	"fmt"
	"net/http"

	"github.com/go-ldap/ldap/v3"
)

func find(conn *ldap.Conn, r *http.Request) {
	name := r.FormValue("name")
	filter := fmt.Sprintf("(&(objectClass=person)(uid=%s))", name)
	// ruleid: GO-024
	ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, filter, nil, nil)
	// ruleid: GO-024
	ldap.NewSearchRequest("uid="+name+",ou=people", 2, 0, 0, 0, false, "(objectClass=*)", nil, nil)
	// ok: GO-024
	ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, "(uid="+ldap.EscapeFilter(name)+")", nil, nil)
	// ok: GO-024
	ldap.NewSearchRequest("ou=people", 2, 0, 0, 0, false, "(uid=a)", []string{name}, nil)
}
