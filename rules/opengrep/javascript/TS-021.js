const express = require("express");
const ldap = require("ldapjs");
const { EqualityFilter } = require("ldapjs");
const ldapEscape = require("ldap-escape");

const app = express();
const client = ldap.createClient({ url: "ldaps://dir.example.org" });
const BASE = "dc=example,dc=org";

app.post("/login", (req, res) => {
  const user = req.body.user;
  // ruleid: TS-021
  client.search(BASE, { filter: "(uid=" + user + ")", scope: "sub" }, done);
  const options = {
    scope: "sub",
    // ruleid: TS-021
    filter: `(&(uid=${user})(active=TRUE))`,
  };
  client.search(BASE, options, done);
  // ruleid: TS-021
  client.bind(`uid=${user},${BASE}`, req.body.password, done);
  // ok: TS-021
  client.search(BASE, { filter: new EqualityFilter({ attribute: "uid", value: user }), scope: "sub" }, done);
  // ok: TS-021
  client.search(BASE, { filter: ldapEscape.filter`(uid=${user})`, scope: "sub" }, done);
  // ok: TS-021
  client.search(BASE, { filter: "(objectClass=person)", scope: "sub" }, done);
  // ok: TS-021
  index.search(user, { fields: ["name"] });
});
