import ldap
import ldap.filter
from flask import Flask, request
from ldap3 import ALL, Connection, Server
from ldap3.utils.conv import escape_filter_chars
from ldap3.utils.dn import escape_rdn

app = Flask(__name__)
BASE = "dc=example,dc=org"


@app.route("/people")
def people():
    name = request.args["name"]
    conn = ldap.initialize("ldaps://dir.example.org")
    # ruleid: PY-037
    one = conn.search_s(BASE, ldap.SCOPE_SUBTREE, "(uid=" + name + ")")
    # ruleid: PY-037
    conn.simple_bind_s("uid=%s,%s" % (request.form["user"], BASE), request.form["password"])
    # ok: PY-037
    two = conn.search_s(BASE, ldap.SCOPE_SUBTREE, "(uid=" + ldap.filter.escape_filter_chars(name) + ")")
    # ok: PY-037
    three = conn.search_s(BASE, ldap.SCOPE_SUBTREE, ldap.filter.filter_format("(uid=%s)", [name]))
    return {"one": one, "two": two, "three": three}


@app.route("/login", methods=["POST"])
def login():
    server = Server("dir.example.org", use_ssl=True, get_info=ALL)
    connection = Connection(server, auto_bind=True)
    user = request.form["user"]
    # ruleid: PY-037
    connection.search(BASE, f"(&(uid={user})(active=TRUE))")
    # ruleid: PY-037
    connection.search(search_base=f"ou={request.form['unit']},{BASE}", search_filter="(uid=*)")
    # ok: PY-037
    connection.search(BASE, f"(uid={escape_filter_chars(user)})")
    # ok: PY-037
    connection.search(f"ou={escape_rdn(user)},{BASE}", "(objectClass=person)")
    # ok: PY-037
    return {"found": index.search(user), "entries": len(connection.entries)}
