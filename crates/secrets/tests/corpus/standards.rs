//! Addresses, connection strings, headers, command lines, statements and pairs.

use super::checksums::base64;
use super::forms::{Template, fill};
use super::keys::{pem_escaped, pkcs8_der};
use super::standards_texts::*;
use super::stream::Stream;
use super::{Cases, kinds, mark};

/// Kind, form, path and text with the value at `@v@`, and the maker of the marked value.
type Row = (&'static str, &'static str, Template, fn(&mut Stream) -> String);

fn machine(s: &mut Stream) -> String {
    mark(&s.machine_password(20))
}

fn alnum(s: &mut Stream) -> String {
    mark(&s.b62(22))
}

fn human(s: &mut Stream) -> String {
    mark(&s.human_password())
}

/// A password for a URL, free of the signs that end its part.
fn url_secret(s: &mut Stream) -> String {
    mark(&s.machine_password(20).replace(['@', '?', ':'], "_"))
}

/// A password with characters that a URL carries as escapes.
fn url_encoded(s: &mut Stream) -> String {
    let (left, right) = (s.b62(8), s.b62(7));
    mark(&format!("{left}%40{}%2F%23{right}", s.b62(3)))
}

fn basic(s: &mut Stream) -> String {
    mark(&base64(format!("gateway:{}", s.machine_password(20))))
}

fn bearer(s: &mut Stream) -> String {
    mark(&s.b62(43))
}

fn sas(s: &mut Stream) -> String {
    let signature = base64(s.bytes(32));
    mark(&signature.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D"))
}

/// A password with the doubled quote of a statement.
fn quoted_sql(s: &mut Stream) -> String {
    mark(&format!("{}''{}!", s.b62(9), s.b62(8)))
}

fn of(kind: &str, turn: usize, s: &mut Stream) -> String {
    kinds::value(kind, turn, s)
}

const ROWS: &[Row] = &[
    ("url-credentials", "python", ("src/@svc@/db.py", URL_PYTHON), url_secret),
    ("url-credentials", "env", ("deploy/@svc@.env", URL_ENV), alnum),
    ("url-credentials", "yaml", ("config/@svc@.yaml", URL_YAML), url_secret),
    ("url-credentials", "javascript", ("src/@svc@/queue.js", URL_JS), alnum),
    ("url-credentials", "toml", ("config/@svc@.toml", URL_TOML), url_secret),
    (
        "url-credentials",
        "java",
        ("src/main/java/io/acme/Mail.java", URL_JAVA),
        alnum,
    ),
    ("url-credentials", "go", ("internal/@svc@/cache.go", URL_GO), url_secret),
    ("url-credentials", "shell", ("scripts/mirror.sh", URL_SHELL), url_secret),
    ("url-credentials", "requirements", ("requirements.txt", URL_PIP), alnum),
    (
        "url-credentials-encoded",
        "properties",
        ("conf/@svc@.properties", URL_PROPS),
        url_encoded,
    ),
    ("ado-connection", "json", ("src/Shop/appsettings.json", ADO), machine),
    ("odbc-connection", "python", ("src/@svc@/export.py", ODBC), alnum),
    (
        "jdbc-connection",
        "java",
        ("src/main/java/io/acme/Store.java", JDBC),
        alnum,
    ),
    ("basic-header", "python", ("src/@svc@/client.py", BASIC), basic),
    ("bearer-header", "javascript", ("src/@svc@/client.js", BEARER), bearer),
    ("curl-user", "shell", ("scripts/upload-@svc@.sh", CURL_USER), machine),
    ("sshpass", "shell", ("scripts/copy-@svc@.sh", SSHPASS), human),
    ("mysql-flag", "shell", ("scripts/dump-@svc@.sh", MYSQL_FLAG), alnum),
    ("query-secret", "yaml", ("config/@svc@-feed.yaml", QUERY), bearer),
    ("sql-user", "create", ("db/roles/@svc@.sql", SQL_CREATE), machine),
    (
        "sql-user",
        "identified",
        ("db/mysql/grants.sql", SQL_IDENTIFIED),
        quoted_sql,
    ),
    ("powershell", "powershell", ("scripts/Deploy.ps1", POWERSHELL), machine),
    ("password-hash", "sql", ("db/seed/staff.sql", HASH_SQL), |s| {
        let hash = s.chars("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 53);
        mark(&format!("{}{hash}", concat!("$2", "b$12$")))
    }),
    ("azure-sas", "python", ("src/@svc@/export.py", SAS), sas),
    (
        "azure-servicebus",
        "json",
        ("config/@svc@-bus.json", SERVICE_BUS),
        |s| of("azure-messaging-key", 0, s),
    ),
    (
        "azure-storage",
        "json",
        ("src/Shop/local.settings.json", STORAGE),
        |s| of("azure-storage-key", 0, s),
    ),
    ("azure-storage", "python", ("src/@svc@/blobs.py", STORAGE_PY), |s| {
        of("azure-storage-key", 0, s)
    }),
    ("azure-storage", "csharp", ("src/Shop/Blobs.cs", STORAGE_CS), |s| {
        of("azure-storage-legacy", 0, s)
    }),
    (
        "azure-function-key",
        "typescript",
        ("src/@svc@/report.ts", FUNCTION),
        |s| of("azure-function-key", 0, s),
    ),
    ("telegram-bot", "url", ("src/@svc@/alert.py", TELEGRAM), |s| {
        of("telegram-bot", 1, s)
    }),
    ("aws-key-pair", "ini", (".aws/credentials", AWS_INI), |s| {
        of("aws-secret-alone", 0, s)
    }),
    ("aws-key-pair", "env", ("deploy/@svc@.env", AWS_ENV), |s| {
        of("aws-secret-alone", 0, s)
    }),
    ("aws-key-pair", "javascript", ("src/@svc@/s3.js", AWS_JS), |s| {
        of("aws-secret-alone", 0, s)
    }),
    ("alibaba", "python", ("src/@svc@/oss.py", ALIBABA), |s| mark(&s.b62(30))),
    ("mongodb-atlas", "hcl", ("infra/atlas.tf", ATLAS), |s| mark(&s.uuid())),
    ("twilio", "ruby", ("app/services/sms.rb", TWILIO), |s| mark(&s.hex(32))),
    (
        "confluent",
        "pair",
        ("src/main/resources/kafka.properties", CONFLUENT),
        |s| mark(&s.b64(64)),
    ),
    ("cloudinary", "env", ("deploy/media.env", CLOUDINARY), |s| {
        mark(&s.url(27))
    }),
];

pub fn add(cases: &mut Cases) {
    for (kind, form, template, make) in ROWS {
        let mut s = cases.stream(kind);
        let value = make(&mut s);
        let (path, mut text) = fill(*template, &mut s, "value", &value);
        // The public half of a pair.
        let id = match *kind {
            "aws-key-pair" => of("aws-key-id", 0, &mut s).replace(['\u{1}', '\u{2}'], ""),
            "alibaba" => format!("{}5t{}", concat!("LT", "AI"), s.b62(18)),
            "mongodb-atlas" => s.plain("abcdefghijklmnopqrstuvwxyz", 8),
            "twilio" => format!("{}{}", concat!("A", "C"), s.hex(32)),
            "confluent" => s.b36_upper(16),
            "cloudinary" => s.digits(15),
            _ => String::new(),
        };
        text = text.replace("@id@", &id);
        cases.add(kind, form, path, &text);
    }
    session(cases);
    service_account(cases);
}

/// A short-lived cloud credential of three parts.
fn session(cases: &mut Cases) {
    let mut s = cases.stream("aws-session");
    let id = format!("{}{}", concat!("AS", "IA"), super::checksums::account_id(&mut s));
    let token = format!("{}{}==", concat!("IQo", "Jb3JpZ2lu"), s.b64(302));
    let secret = s.b64(40);
    let text = format!(
        "#!/bin/sh\nset -eu\n\nexport AWS_DEFAULT_REGION=eu-central-1\nexport AWS_ACCESS_KEY_ID={id}\nexport AWS_SECRET_ACCESS_KEY={}\nexport AWS_SESSION_TOKEN=\"{}\"\n\naws s3 sync build/ s3://acme-orders/\n",
        mark(&secret),
        mark(&token)
    );
    cases.add("aws-session", "shell", "scripts/sync.sh", &text);
}

/// The key file of a cloud service account.
fn service_account(cases: &mut Cases) {
    let mut s = cases.stream("gcp-service-account");
    let key_id = s.hex(40);
    let client = s.digits(21);
    let key = pem_escaped(concat!("PRIV", "ATE KEY"), &pkcs8_der(&mut s, 2048));
    let kind = concat!("service", "_account");
    let text = format!(
        "{{\n  \"type\": \"{kind}\",\n  \"project_id\": \"acme-orders\",\n  \"private_key_id\": \"{key_id}\",\n  \"private_key\": \"{key}\",\n  \"client_email\": \"exporter@acme-orders.iam.gserviceaccount.com\",\n  \"client_id\": \"{client}\",\n  \"auth_uri\": \"https://accounts.google.com/o/oauth2/auth\",\n  \"token_uri\": \"https://oauth2.googleapis.com/token\"\n}}\n"
    );
    cases.add("gcp-service-account", "json", "config/exporter.json", &text);
}
