//! Secrets without a provider: judged by name and value alone.

use super::forms::{Template, fill, render};
use super::stream::Stream;
use super::{Cases, mark};

/// Kind, words of the name, form, maker of the value.
type Row = (&'static str, &'static str, &'static str, Make);

/// Kind, form, file, maker of the value.
type Shape = (&'static str, &'static str, Template, Make);

/// Makes a value.
type Make = fn(&mut Stream) -> String;

fn machine(s: &mut Stream) -> String {
    let length = s.between(14, 24);
    s.machine_password(length)
}

fn human(s: &mut Stream) -> String {
    s.human_password()
}

/// A random value that happens to hold a word of a placeholder list inside.
fn with_word(s: &mut Stream, word: &str) -> String {
    format!("{}{word}{}", s.b62(9), s.b62(10))
}

const ROWS: &[Row] = &[
    ("generic-password", "db password", "python", machine),
    ("generic-password", "admin password", "yaml", |s| s.b62(18)),
    ("generic-password", "keystore password", "properties", machine),
    ("generic-password", "smtp password", "hcl", machine),
    ("generic-password", "ldap bind password", "csharp", machine),
    ("generic-password", "ftp password", "json", |s| with_word(s, "false")),
    ("generic-password", "backup passphrase", "toml", |s| {
        with_word(s, "null")
    }),
    ("generic-human-password", "password", "javascript", human),
    ("generic-human-password", "db password", "k8s-env", human),
    ("generic-human-password", "admin password", "java", human),
    ("generic-human-password", "mail password", "php", human),
    ("generic-human-password", "root password", "env", human),
    ("generic-human-password", "redis password", "ruby", human),
    ("generic-human-password", "archive passphrase", "python-dict", human),
    ("generic-token", "api key", "python", |s| s.b62(32)),
    ("generic-token", "auth token", "javascript", |s| s.hex(40)),
    ("generic-token", "session secret", "typescript", |s| s.url(48)),
    ("generic-token", "jwt secret", "env", |s| s.b64(64)),
    ("generic-token", "signing key", "go", |s| s.hex(64)),
    ("generic-token", "webhook secret", "yaml", |s| s.b36(32)),
    ("generic-token", "encryption key", "csharp", |s| s.b64(43) + "="),
    ("generic-token", "access token", "rust", |s| s.b62(40)),
    ("generic-token", "api key", "kotlin", |s| s.hex(32)),
    ("generic-token", "client secret", "swift", |s| s.url(40)),
    ("generic-cli-flag", "api token", "cli-flag", |s| s.b62(36)),
    ("generic-keyword-argument", "password", "python-argument", machine),
    ("generic-xml", "password", "xml", |s| s.b62(16)),
    ("generic-sql", "api token", "sql", |s| s.b62(36)),
    ("generic-query", "api key", "url-python", |s| s.hex(32)),
];

/// Shapes that no form covers.
const SHAPES: &[Shape] = &[
    ("generic-attribute", "csharp", ("src/Shop/Upload.cs", ATTRIBUTE), |s| {
        s.b62(24)
    }),
    (
        "generic-attribute",
        "xml",
        ("conf/datasource.xml", ATTRIBUTE_XML),
        machine,
    ),
    (
        "generic-comparison",
        "javascript",
        ("server/admin.js", COMPARISON),
        |s| s.b62(20),
    ),
    (
        "generic-comparison",
        "python",
        ("src/console/login.py", COMPARISON_PY),
        human,
    ),
    ("generic-call", "python", ("src/@svc@/mail.py", CALL), machine),
    ("generic-default", "python", ("src/@svc@/store.py", DEFAULT), machine),
    (
        "generic-hash-rocket",
        "ruby",
        ("config/initializers/@svc@_store.rb", ROCKET),
        machine,
    ),
    (
        "generic-foreign-marker",
        "python",
        ("src/@svc@/hooks.py", MARKER),
        |s| s.b62(40),
    ),
    ("generic-yaml-block", "yaml", ("config/@svc@-vault.yaml", BLOCK), |s| {
        s.b62(44)
    }),
    (
        "generic-default-reference",
        "compose",
        ("deploy/compose.yml", DEFAULTED),
        |s| s.b62(24),
    ),
    ("generic-public-prefix", "env", ("web/.env.production", PUBLIC), |s| {
        s.b62(40)
    }),
];

pub fn add(cases: &mut Cases) {
    for (kind, words, form, make) in ROWS {
        let mut s = cases.stream(kind);
        let value = mark(&make(&mut s));
        let (path, text) = render(form, &mut s, words, &value);
        cases.add(kind, form, path, &text);
    }
    for (kind, form, template, make) in SHAPES {
        let mut s = cases.stream(kind);
        let value = mark(&make(&mut s));
        let (path, text) = fill(*template, &mut s, "value", &value);
        cases.add(kind, form, path, &text);
    }
}

const ATTRIBUTE: &str = r#"using Microsoft.AspNetCore.Mvc;

namespace Acme.Shop
{
    [ApiController]
    [Route("upload")]
    public sealed class Upload : ControllerBase
    {
        [SharedSecret("@v@")]
        [HttpPost]
        public IActionResult Post(UploadBody body)
        {
            return Accepted(body.Name);
        }
    }
}
"#;

const ATTRIBUTE_XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<datasources>
  <datasource name="store" pool="20">
    <connection host="db.acme.io" port="5432" user="store" password="@v@"/>
    <validation query="select 1"/>
  </datasource>
</datasources>
"#;

const COMPARISON: &str = r#"const express = require("express");

const router = express.Router();

router.post("/admin/rebuild", (req, res) => {
  const token = req.get("x-rebuild");
  if (req.body.adminPassword === "@v@") {
    res.status(202).json({ started: true, token });
    return;
  }
  res.status(403).end();
});

module.exports = router;
"#;

const COMPARISON_PY: &str = r#"from flask import Blueprint, abort, request

console = Blueprint("console", __name__)


@console.post("/login")
def login():
    password = request.form.get("password", "")
    if password != "@v@":
        abort(403)
    return {"ok": True}
"#;

const CALL: &str = r#"import smtplib
from email.message import EmailMessage


def send(to: str, subject: str, text: str) -> None:
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = subject
    message.set_content(text)
    with smtplib.SMTP("mail.acme.io", 587) as server:
        server.starttls()
        server.login("notices", "@v@")
        server.send_message(message)
"#;

const DEFAULT: &str = r#"import psycopg


def connect(host="db.acme.io", user="store", password="@v@"):
    return psycopg.connect(host=host, user=user, password=password, dbname="store")


def total(day):
    with connect() as connection:
        row = connection.execute("select sum(total) from sales where day = %s", [day])
        return row.fetchone()[0]
"#;

const ROCKET: &str = r"# frozen_string_literal: true

STORE = {
  :host => 'db.acme.io',
  :port => 5432,
  :password => '@v@',
  :pool => 10
}.freeze

Acme::Store.connect(STORE)
";

const MARKER: &str = r#"import hashlib
import hmac

WEBHOOK_SECRET = "@v@"  # gitleaks:allow


def valid(body: bytes, header: str) -> bool:
    expected = hmac.new(WEBHOOK_SECRET.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)
"#;

const BLOCK: &str = "service:
  name: @svc@
  port: @port@
session_secret: |
  @v@
log:
  level: info
  format: json
";

const DEFAULTED: &str = "services:
  app:
    image: registry.acme.io/@svc@:4.12.0
    environment:
      APP_PORT: \"@port@\"
      ADMIN_PASSWORD: ${ADMIN_PASSWORD:-@v@}
    ports:
      - \"@port@:@port@\"
";

const PUBLIC: &str = "NEXT_PUBLIC_SITE=https://@svc@.acme.io
NEXT_PUBLIC_THEME=dark
NEXT_PUBLIC_API_SECRET=@v@
NEXT_PUBLIC_PAGE_SIZE=50
ANALYZE=false
";
