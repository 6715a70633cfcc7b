//! Files with a place of their own for a credential, and manifests.

use super::checksums::base64;
use super::files_texts::*;
use super::forms::{Template, fill};
use super::stream::Stream;
use super::{Cases, kinds, mark};

/// How the value of a row is made.
#[derive(Clone, Copy)]
enum Make {
    /// A password of a generator.
    Machine,
    /// A password of a person.
    Human,
    /// Hex digits.
    Hex(usize),
    /// Upper-case hex digits.
    HexUpper(usize),
    /// Letters and digits.
    Mixed(usize),
    /// Base 64 of that many bytes.
    Bytes(usize),
    /// Base 64 of `user:password`.
    Basic(&'static str),
    /// Base 64 of a password.
    Wrapped,
    /// A UUID.
    Uuid,
    /// A value of a kind of token.
    Kind(&'static str),
    /// A bcrypt or an MD5 crypt hash.
    Hash,
}

fn value(make: Make, s: &mut Stream) -> String {
    let plain = match make {
        Make::Machine => {
            let length = s.between(16, 24);
            s.machine_password(length)
        }
        Make::Human => s.human_password(),
        Make::Hex(count) => s.hex(count),
        Make::HexUpper(count) => s.hex_upper(count),
        Make::Mixed(count) => s.b62(count),
        Make::Bytes(count) => base64(s.bytes(count)),
        Make::Basic(user) => base64(format!("{user}:{}", s.machine_password(20))),
        Make::Wrapped => base64(s.machine_password(21)),
        Make::Uuid => s.uuid(),
        Make::Kind(kind) => return kinds::value(kind, 0, s),
        Make::Hash if s.below(2) == 0 => {
            format!("{}{}", concat!("$2", "y$10$"), s.chars(HASH, 53))
        }
        Make::Hash => format!("{}{}${}", concat!("$ap", "r1$"), s.chars(HASH, 8), s.chars(HASH, 22)),
    };
    mark(&plain)
}

const HASH: &str = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Kind, form, path and text, one way to make each blank `@0@`, `@1@`, …
type Row = (&'static str, &'static str, Template, &'static [Make]);

const ROWS: &[Row] = &[
    ("npmrc", "token", (".npmrc", NPMRC_TOKEN), &[Make::Uuid]),
    ("npmrc", "auth", ("web/.npmrc", NPMRC_AUTH), &[Make::Basic("deploy")]),
    ("yarnrc", "token", (".yarnrc.yml", YARNRC), &[Make::Mixed(40)]),
    ("pypirc", "file", (".pypirc", PYPIRC), &[Make::Machine]),
    ("netrc", "file", ("deploy/.netrc", NETRC), &[Make::Machine]),
    (
        "docker-config",
        "auth",
        ("deploy/.docker/config.json", DOCKER),
        &[Make::Basic("robot")],
    ),
    (
        "docker-config",
        "legacy",
        ("deploy/.dockercfg", DOCKERCFG),
        &[Make::Basic("puller")],
    ),
    (
        "kubeconfig",
        "token",
        ("deploy/kubeconfig", KUBE_TOKEN),
        &[Make::Mixed(48)],
    ),
    (
        "kubeconfig",
        "password",
        ("ops/cluster.yaml", KUBE_PASSWORD),
        &[Make::Machine],
    ),
    (
        "k8s-secret",
        "data",
        ("deploy/k8s/@svc@-secret.yaml", K8S_DATA),
        &[Make::Wrapped],
    ),
    (
        "k8s-secret",
        "list",
        ("deploy/k8s/all.yaml", K8S_LIST),
        &[Make::Wrapped],
    ),
    (
        "k8s-secret-stringdata",
        "stringdata",
        ("deploy/k8s/@svc@.yaml", K8S_STRING),
        &[Make::Machine],
    ),
    (
        "git-credentials",
        "file",
        ("ops/.git-credentials", GIT_CREDENTIALS),
        &[Make::Mixed(40)],
    ),
    (
        "git-credentials",
        "remote",
        ("ops/mirror/.git/config", GIT_CONFIG),
        &[Make::Mixed(32)],
    ),
    ("htpasswd", "file", ("deploy/nginx/.htpasswd", HTPASSWD), &[Make::Hash]),
    (
        "wp-config",
        "database",
        ("wp-config.php", WP_DATABASE),
        &[Make::Machine],
    ),
    (
        "wp-config",
        "salts",
        ("public/wp-config.php", WP_SALTS),
        &[Make::Mixed(64), Make::Mixed(64), Make::Mixed(64), Make::Mixed(64)],
    ),
    (
        "rails-master-key",
        "file",
        ("config/master.key", "@0@\n"),
        &[Make::Hex(32)],
    ),
    (
        "rails-secret-key-base",
        "yaml",
        ("config/secrets.yml", RAILS),
        &[Make::Hex(128)],
    ),
    (
        "django-secret-key",
        "python",
        ("shop/settings.py", DJANGO),
        &[Make::Machine],
    ),
    ("laravel-app-key", "env", (".env", LARAVEL), &[Make::Bytes(32)]),
    ("maven-settings", "xml", ("ci/settings.xml", MAVEN), &[Make::Machine]),
    ("gradle", "properties", ("gradle.properties", GRADLE), &[Make::Machine]),
    ("nuget-config", "xml", ("NuGet.Config", NUGET), &[Make::Machine]),
    ("composer-auth", "json", ("auth.json", COMPOSER), &[Make::Mixed(40)]),
    ("pgpass", "file", ("ops/.pgpass", PGPASS), &[Make::Mixed(22)]),
    ("my-cnf", "file", ("ops/.my.cnf", MY_CNF), &[Make::Machine]),
    ("tomcat-users", "xml", ("conf/tomcat-users.xml", TOMCAT), &[Make::Human]),
    ("server-xml", "xml", ("conf/server.xml", SERVER_XML), &[Make::Machine]),
    (
        "machine-key",
        "xml",
        ("src/Shop/web.config", MACHINE_KEY),
        &[Make::HexUpper(128), Make::HexUpper(64)],
    ),
    (
        "ansible-inventory",
        "ini",
        ("inventory/production.ini", ANSIBLE),
        &[Make::Human],
    ),
    (
        "compose-env",
        "map",
        ("docker-compose.yml", COMPOSE_MAP),
        &[Make::Machine],
    ),
    (
        "compose-env",
        "list",
        ("deploy/compose.yaml", COMPOSE_LIST),
        &[Make::Human],
    ),
    (
        "gitlab-ci-variable",
        "yaml",
        (".gitlab-ci.yml", GITLAB_CI),
        &[Make::Machine],
    ),
    ("wireguard", "conf", ("deploy/wg0.conf", WIREGUARD), &[Make::Bytes(32)]),
    (
        "cargo-credentials",
        "toml",
        (".cargo/credentials.toml", CARGO),
        &[Make::Kind("crates-io")],
    ),
    ("sftp-config", "json", (".vscode/sftp.json", SFTP), &[Make::Human]),
    (
        "terraform-state",
        "json",
        ("infra/terraform.tfstate", TFSTATE),
        &[Make::Machine],
    ),
];

pub fn add(cases: &mut Cases) {
    for (kind, form, template, makes) in ROWS {
        let mut s = cases.stream(kind);
        let (path, mut text) = fill(*template, &mut s, "value", "");
        for (place, make) in makes.iter().enumerate() {
            text = text.replace(&format!("@{place}@"), &value(*make, &mut s));
        }
        text = text.replace("@uuid@", &s.uuid());
        cases.add(kind, form, path, &text);
    }
}
