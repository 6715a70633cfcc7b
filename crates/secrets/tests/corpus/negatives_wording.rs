//! Texts, schemas, identifiers and forms that speak about secrets and hold none.

use super::Cases;
use super::negatives::{Row, add_rows};

pub fn add(cases: &mut Cases) {
    add_rows(cases, ROWS);
}

const ROWS: &[Row] = &[
    (
        "wording",
        "translation-json",
        (
            "web/locales/de.json",
            r#"{
  "login": {
    "password": "Passwort",
    "passwordHint": "Mindestens 12 Zeichen",
    "forgotPassword": "Passwort vergessen?",
    "token": "Einmalcode",
    "apiKey": "API-Schlüssel"
  }
}
"#,
        ),
    ),
    (
        "wording",
        "translation-properties",
        (
            "src/main/resources/messages_fr.properties",
            "login.title=Connexion
login.password=Mot de passe
login.password.error=Mot-de-passe incorrect, r\\u00e9essayez.
login.secret=Phrase-secr\\u00e8te
account.apiKey=Cl\\u00e9_API_Personnelle
account.token.expired=Jeton2 expir\\u00e9
",
        ),
    ),
    (
        "wording",
        "translation-po",
        (
            "locale/es/LC_MESSAGES/site.po",
            "msgid \"\"
msgstr \"Content-Type: text/plain; charset=UTF-8\\n\"

msgid \"Password\"
msgstr \"Contraseña\"

msgid \"Access token: %s\"
msgstr \"Token de acceso: %s\"

msgid \"secret_key=hidden\"
msgstr \"clave_secreta=oculta\"
",
        ),
    ),
    (
        "wording",
        "translation-resx",
        (
            "src/Shop/Resources/Login.pt.resx",
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>
<root>
  <data name=\"Password\" xml:space=\"preserve\">
    <value>Senha</value>
  </data>
  <data name=\"PasswordTooShort\" xml:space=\"preserve\">
    <value>Use-pelo-menos-12-caracteres!</value>
  </data>
  <data name=\"ApiToken\" xml:space=\"preserve\">
    <value>Token_da_API</value>
  </data>
</root>
",
        ),
    ),
    (
        "wording",
        "openapi",
        (
            "api/openapi.yaml",
            "openapi: 3.1.0
info:
  title: @Svc@
  version: 4.12.0
components:
  schemas:
    Login:
      type: object
      required: [user, password]
      properties:
        user: { type: string }
        password:
          type: string
          format: password
          description: At least twelve characters.
          example: Correct7Horse!
  securitySchemes:
    apiKey:
      type: apiKey
      in: header
      name: X-Acme-Api-Key
",
        ),
    ),
    (
        "wording",
        "json-schema",
        (
            "schemas/login.schema.json",
            r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "password": { "type": "string", "minLength": 12, "pattern": "^(?=.*[0-9]).+$" },
    "token": { "type": "string", "enum": ["access_token", "refresh_token"] },
    "secret": { "$ref": "#/$defs/SecretReference" }
  },
  "$defs": { "SecretReference": { "type": "string", "default": "store/Default-Secret1" } }
}
"##,
        ),
    ),
    (
        "wording",
        "html-form",
        (
            "web/src/login.html",
            r#"<!doctype html>
<html lang="en">
  <body>
    <form method="post" action="/login">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" placeholder="Your password">
      <input name="csrf_token" type="hidden" value="{{ csrf_token }}">
      <button data-testid="password-submit">Sign in</button>
    </form>
  </body>
</html>
"#,
        ),
    ),
    (
        "wording",
        "jsx-form",
        (
            "web/src/LoginForm.tsx",
            r#"import { Field } from "./fields";

export function LoginForm() {
  return (
    <form>
      <Field name="password" type="password" label="Password" autoComplete="new-password" />
      <Field name="token" placeholder="six-digit-code" secretLabel="Show-Password2" />
    </form>
  );
}
"#,
        ),
    ),
    (
        "wording",
        "validator",
        (
            "src/@svc@/validate.py",
            r#"PASSWORD_TOO_SHORT = "password-too-short"
PASSWORD_PATTERN = r"^[A-Za-z0-9!?*+]{12,64}$"
PASSWORD_FIELD = "new_password2"
TOKEN_EXPIRED = "auth.token.expired"
SECRET_KIND = "Opaque"


def message(code: str) -> str:
    password_error = "Passwords must match: both fields."
    return {PASSWORD_TOO_SHORT: "Too short.", TOKEN_EXPIRED: "Expired."}.get(code, password_error)
"#,
        ),
    ),
    (
        "wording",
        "events",
        (
            "src/@svc@/events.ts",
            r#"export const events = {
  passwordReset: "user.password.reset.requested",
  tokenRefreshed: "session.token.refreshed",
  apiKeyCreated: "account.apikey.created.v2",
  secretRotated: "vault.secret.rotated",
} as const;

export type EventName = (typeof events)[keyof typeof events];
"#,
        ),
    ),
    (
        "wording",
        "headers",
        (
            "internal/@svc@/headers.go",
            r#"package @svc@

const (
	tokenHeader   = "X-Acme-Session-Token"
	apiKeyHeader  = "X-Acme-Api-Key"
	secretCookie  = "__Host-acme_session"
	authScheme    = "Bearer"
	passwordField = "current_password"
)

func names() []string {
	return []string{tokenHeader, apiKeyHeader, secretCookie, authScheme, passwordField}
}
"#,
        ),
    ),
    (
        "wording",
        "cache-keys",
        (
            "src/@svc@/cache.js",
            r#""use strict";

const cacheKey = "orders:list:byCustomer:v3";
const sortKey = "sortedByCreationTimestampDescending";
const storageKey = "acme.orders.lastVisitedPage";
const partitionKey = "TenantRegionPartition";
const primaryKey = "order_id";

module.exports = { cacheKey, sortKey, storageKey, partitionKey, primaryKey };
"#,
        ),
    ),
    (
        "wording",
        "enum",
        (
            "src/main/java/io/acme/@svc@/TokenKind.java",
            r#"package io.acme.@svc@;

public enum TokenKind {
    ACCESS_TOKEN("urn:ietf:params:oauth:token-type:access_token"),
    REFRESH_TOKEN("urn:ietf:params:oauth:token-type:refresh_token"),
    ID_TOKEN("urn:ietf:params:oauth:token-type:id_token");

    private final String token;

    TokenKind(String token) {
        this.token = token;
    }

    public String token() {
        return token;
    }
}
"#,
        ),
    ),
    (
        "wording",
        "model-names",
        (
            "src/@svc@/models.py",
            r#"ENCODER = "sentence-transformers/all-MiniLM-L6-v2"
TOKENIZER = "distilbert-base-uncased-finetuned-sst-2-english"
TOKEN_MODEL = "Qwen2.5-Coder-32B-Instruct"
MAX_TOKENS = 4096
PAD_TOKEN = "<|endoftext|>"
EOS_TOKEN = "</s>"


def load(registry):
    return registry.get(ENCODER), registry.get(TOKENIZER)
"#,
        ),
    ),
    (
        "wording",
        "permissions",
        (
            ".github/workflows/@svc@.yml",
            "name: @svc@
on: [push]
permissions:
  contents: read
  id-token: write
  packages: none
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
      - run: make password-check token-tests
",
        ),
    ),
    (
        "wording",
        "markdown",
        (
            "docs/accounts.md",
            "# Accounts

A password has at least twelve characters. The token is sent in the `Authorization` header and
expires after an hour; ask for a new one with the refresh token.

| Setting | Meaning |
|---|---|
| `DB_PASSWORD` | password of the store |
| `API_KEY` | key from the console |

Keep the secret: never write it into a file that is committed.
",
        ),
    ),
    (
        "wording",
        "css",
        (
            "web/src/auth.css",
            ".password-field__toggle--visible {
  color: #0a3d62;
}

#token-input:focus,
.secret-key-row[data-state=\"revealed\"] {
  outline: 2px solid #e58e26;
  transition: opacity 150ms ease-in-out;
}
",
        ),
    ),
    (
        "wording",
        "class-names",
        (
            "src/Services/Registration.cs",
            r#"using System.Collections.Generic;

namespace Acme.Services
{
    public static class Registration
    {
        public const string TokenProvider = "Acme.Security.Tokens.JwtBearerTokenProvider";
        public const string PasswordHasher = "Acme.Security.Argon2PasswordHasherV3";
        public const string SecretStore = "Microsoft.Extensions.Configuration.UserSecrets";
        public const string KeyRing = "DataProtection-Keys";

        public static IEnumerable<string> All() => new[] { TokenProvider, PasswordHasher, SecretStore };
    }
}
"#,
        ),
    ),
    (
        "wording",
        "urls",
        (
            "config/@svc@-links.yaml",
            "links:
  token_url: https://login.acme.io/oauth2/v2.0/token
  password_reset: https://login.acme.io/reset?next=/orders&lang=de
  api_key_help: https://docs.acme.io/console/api-keys#rotate
  secret_docs: https://docs.acme.io/secrets/overview
  proxy: http://proxy.acme.io:3128
  ssh: git@git.acme.io:platform/orders.git
",
        ),
    ),
    (
        "wording",
        "paths",
        (
            "conf/@svc@-tls.ini",
            "[tls]
private_key = /etc/acme/tls/orders.key
password_file = /run/secrets/keystore_password
token_path = /var/run/secrets/kubernetes.io/serviceaccount/token
secret_dir = C:\\ProgramData\\Acme\\Secrets
key_file = ./certs/server-key.pem
credentials = ~/.config/acme/credentials.json
",
        ),
    ),
    (
        "wording",
        "query-builder",
        (
            "src/@svc@/queries.py",
            r#"SELECT_TOKEN = "select token, expires_at from tokens where user_id = %s"
UPDATE_PASSWORD = "update users set password = %s, password_changed = now() where id = %s"
SECRET_COLUMN = "secret_ciphertext_v2"
ORDER_KEY = "created_at desc"


def rotate(cursor, user: int, password: str) -> None:
    cursor.execute(UPDATE_PASSWORD, (password, user))
    cursor.execute(SELECT_TOKEN, (user,))
"#,
        ),
    ),
    (
        "wording",
        "types",
        (
            "web/src/types.ts",
            r#"export interface Credentials {
  username: string;
  password: string;
  token?: AccessToken;
  apiKey: ApiKey | null;
}

export type AccessToken = string & { readonly brand: "AccessToken" };
export type ApiKey = string;

export const passwordRules: PasswordRules = defaultPasswordRules;
declare const defaultPasswordRules: PasswordRules;
type PasswordRules = { min: number };
"#,
        ),
    ),
    (
        "wording",
        "prompt",
        (
            "scripts/ask-@svc@.sh",
            "#!/bin/sh
set -eu

prompt='Password for the store: '
printf '%s' \"$prompt\" >&2
stty -echo
read -r password
stty echo

token=$(./bin/login --user store --password-stdin <<EOF
$password
EOF
)
test -n \"$token\" || { echo 'no token, wrong password?' >&2; exit 1; }
",
        ),
    ),
    (
        "wording",
        "test-ids",
        (
            "web/src/ids.js",
            r#"export const ids = {
  passwordInput: "login-form-password-input",
  tokenRow: "settings-token-row-0",
  secretToggle: "reveal-secret-toggle",
  apiKeyTable: "api-key-table-container",
};

export const analyticsKey = (name) => `password_page_${name}`;
"#,
        ),
    ),
    (
        "wording",
        "metrics",
        (
            "src/@svc@/metrics.rs",
            r#"//! Names of the metrics.

pub const TOKEN_COUNT: &str = "acme_tokens_issued_total";
pub const PASSWORD_FAILURES: &str = "acme_password_failures_total";
pub const SECRET_AGE: &str = "acme_secret_age_seconds_bucket";
pub const API_KEY: &str = "acme_api_key_requests_total";

pub fn all() -> [&'static str; 4] {
    [TOKEN_COUNT, PASSWORD_FAILURES, SECRET_AGE, API_KEY]
}
"#,
        ),
    ),
    (
        "wording",
        "terraform-names",
        (
            "infra/secrets-@svc@.tf",
            "resource \"aws_secretsmanager_secret\" \"store_password\" {
  name        = \"live/store/password\"
  description = \"Password of the store, rotated every 30 days\"
}

resource \"kubernetes_secret\" \"token\" {
  metadata {
    name = \"@svc@-token\"
  }
  type = \"kubernetes.io/service-account-token\"
}

output \"secret_arn\" {
  value = aws_secretsmanager_secret.store_password.arn
}
",
        ),
    ),
    (
        "wording",
        "sentences",
        (
            "src/@svc@/texts.php",
            r"<?php

return [
    'password' => 'Please choose a password of twelve characters.',
    'token' => 'The token could not be read, try again.',
    'secret' => 'Keep this secret safe.',
    'api_key' => 'Create an API key in the console first.',
    'passphrase' => 'Enter the passphrase of the key',
];
",
        ),
    ),
    (
        "wording",
        "lexer",
        (
            "src/@svc@/lexer.py",
            r#"import re

TOKENS = [
    ("NUMBER", r"\d+(\.\d+)?"),
    ("STRING", r'"[^"]*"'),
    ("NAME", r"[A-Za-z_][A-Za-z0-9_]*"),
]
START_TOKEN = "BEGIN_DOCUMENT"
END_TOKEN = "END_DOCUMENT"


def tokens(text: str):
    token = START_TOKEN
    yield token
    for match in re.finditer("|".join(f"(?P<{n}>{p})" for n, p in TOKENS), text):
        yield match.lastgroup
    yield END_TOKEN
"#,
        ),
    ),
    (
        "wording",
        "comparison",
        (
            "server/@svc@/guard.js",
            r#""use strict";

function allowed(body, grant) {
  if (body.token_type === "bearer" && grant === "client_credentials") {
    return true;
  }
  if (body.password === body.passwordRepeat || body.token === undefined) {
    return body.credential === "public-key";
  }
  return grant === "refresh_token" || grant === "password";
}

module.exports = { allowed };
"#,
        ),
    ),
];
