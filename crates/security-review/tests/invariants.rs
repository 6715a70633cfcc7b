//! The invariants of `ARCHITECTURE.md` that are visible in the dependency graph.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// For each of our crates, the crates of ours it may use: dependencies point down only.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rating", &[]),
    ("secrets", &["rating"]),
    ("untrusted-text", &["secrets"]),
    ("syntax", &[]),
    ("opengrep", &["syntax"]),
    ("domain", &["rating", "untrusted-text"]),
    (
        "scanner",
        &["domain", "opengrep", "syntax", "secrets", "untrusted-text"],
    ),
    ("store", &["domain", "rating", "untrusted-text"]),
    ("rulebook", &["store", "scanner", "domain", "syntax", "untrusted-text"]),
    (
        "mcp-server",
        &[
            "rulebook", "store", "scanner", "opengrep", "domain", "syntax", "secrets", "untrusted-text",
        ],
    ),
    (
        "ci",
        &["scanner", "opengrep", "domain", "syntax", "secrets", "untrusted-text"],
    ),
    ("security-review", &["ci", "mcp-server"]),
];

/// Crates that open connections, by what they are.
const HTTP_CLIENTS: &[&str] = &[
    "reqwest", "ureq", "hyper", "hyper-util", "curl", "isahc", "attohttpc", "minreq", "surf", "awc",
];
const DATABASE_DRIVERS: &[&str] = &[
    "sqlx", "sqlx-core", "sea-orm", "diesel", "rusqlite", "libsqlite3-sys", "postgres", "tokio-postgres", "mysql",
];
/// What only the Controller may contain: downloads, connectors, its interfaces.
const CONTROLLER: &[&str] = &["controller", "ci", "axum", "utoipa"];
const MAIL_AND_LOGIN: &[&str] = &["lettre", "openidconnect", "oauth2", "syslog"];

/// What must not be anywhere below a crate. A program that joins later adds its row.
fn forbidden(package: &str) -> Vec<&'static str> {
    match package {
        // Detection happens where the code is: nothing below the scanner opens a connection or starts a database.
        "secrets" | "untrusted-text" | "syntax" | "opengrep" | "domain" | "scanner" => {
            [HTTP_CLIENTS, DATABASE_DRIVERS, MAIL_AND_LOGIN].concat()
        }
        "ci" => [DATABASE_DRIVERS, MAIL_AND_LOGIN].concat(),
        // The database is the only thing the MCP server connects to; PostgreSQL speaks its own protocol.
        "store" | "rulebook" | "mcp-server" => [HTTP_CLIENTS, MAIL_AND_LOGIN, CONTROLLER].concat(),
        _ => Vec::new(),
    }
}

struct Graph {
    ours: BTreeSet<String>,
    /// Direct, normal dependencies by package name.
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    fn read() -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let names: BTreeMap<String, String> = list(&metadata["packages"])
            .iter()
            .map(|p| (text(&p["id"]), text(&p["name"])))
            .collect();
        let ours = list(&metadata["workspace_members"])
            .iter()
            .filter_map(|id| names.get(&text(id)).cloned())
            .collect();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            let name = names[&text(&node["id"])].clone();
            for dependency in list(&node["deps"]) {
                // A kind of null is a normal dependency; "dev" and "build" do not ship.
                if list(&dependency["dep_kinds"]).iter().any(|k| k["kind"].is_null()) {
                    uses.entry(name.clone())
                        .or_default()
                        .insert(names[&text(&dependency["pkg"])].clone());
                }
            }
        }
        Self { ours, uses }
    }

    fn below(&self, package: &str) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![package.to_owned()];
        while let Some(next) = todo.pop() {
            for dependency in self.uses.get(&next).into_iter().flatten() {
                if seen.insert(dependency.clone()) {
                    todo.push(dependency.clone());
                }
            }
        }
        seen
    }
}

#[test]
fn dependencies_point_down_only() {
    let graph = Graph::read();
    for package in &graph.ours {
        let (_, allowed) = MAY_USE.iter().find(|(name, _)| name == package).unwrap_or_else(|| {
            panic!("crate `{package}` has no row in MAY_USE: say what it may use, here and in ARCHITECTURE.md")
        });
        let used: BTreeSet<&String> = graph
            .uses
            .get(package)
            .into_iter()
            .flatten()
            .filter(|d| graph.ours.contains(*d))
            .collect();
        for dependency in used {
            assert!(
                allowed.contains(&dependency.as_str()),
                "`{package}` must not depend on `{dependency}`"
            );
        }
    }
}

#[test]
fn no_crate_below_the_programs_can_open_a_connection_or_a_database() {
    let graph = Graph::read();
    for package in &graph.ours {
        let below = graph.below(package);
        for name in forbidden(package) {
            assert!(
                !below.contains(name),
                "`{package}` must not depend on `{name}`, not even indirectly"
            );
        }
    }
}

#[test]
fn the_graph_is_read() {
    // Guards the two tests above: an empty graph would pass them.
    let graph = Graph::read();
    assert!(graph.ours.contains("scanner"));
    assert!(graph.below("scanner").contains("regex"));
}
