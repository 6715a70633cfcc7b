//! What is made to be public and must not be reported as a secret: browser keys, search keys, published samples.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::assign::Candidate;
use crate::doc::Doc;
use crate::hit::Hit;
use crate::kinds::by_name;
use crate::names::{Name, is_browser_variable};

/// Lines around a value that may hold the rest of a client configuration.
const OBJECT_LINES: usize = 10;

/// SHA-256 of values that documentation and emulators publish. Each has more than 100 bits, so that the digest discloses nothing.
const PUBLISHED: &[&str] = &[
    "0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059",
    "aa6547439583c3a275d4542a0df6c1ad6a863971be9f2a2220f027cc02aef615",
    "2cafc0970149a84f3b9e62eaf169f36f59907a3b3e31f7b82e68c69cd27f7326",
    "f2d6ca16515033e5dce14eba840b979d27b5cbae24bb3e5bf484339667f86397",
    "bc1a50966c9e6486bc4ebf880b51611a2a97fcb8e7a6976e9b81a9e3e8ca0e3c",
    "8335c55334821eefd4334369ff9c04a8594f161013cf9d87f58802d87297837e",
    "b26ab6529d20ebebb4192256f202984754f785481c64b1a1aed58cac93b3617e",
    "64034b44c579b335ab5e85debbfe72789e970138cc8d296799c3833a2a8525fb",
    "78314b11be2e581549ac1c4f616563fad3fdf0c3b71678f6e2299182080e0598",
    "ac9265e56c79b234607ec72c53753cfea9f88c99eb713790ddf9be5593bb4465",
];

/// Whether a value is one that documentation publishes.
pub(crate) fn is_published(value: &str) -> bool {
    let bare = value.strip_prefix("0x").unwrap_or(value);
    value.len() >= 30 && PUBLISHED.contains(&HEXLOWER.encode(&Sha256::digest(bare.as_bytes())).as_str())
}

/// The public kind of a named value, if its surroundings say that it is shipped to clients on purpose.
pub(crate) fn counterpart(doc: &Doc<'_>, candidate: &Candidate, name: &Name, value: &str) -> Option<&'static str> {
    let says_secret = name.words.iter().any(|w| {
        matches!(
            w.as_str(),
            "secret" | "admin" | "write" | "server" | "private" | "password"
        )
    });
    if says_secret {
        return None;
    }
    let line = doc.line(candidate.line).to_ascii_lowercase();
    let around = around(doc, candidate.line);
    let hex = |n: usize| value.len() == n && value.bytes().all(|b| b.is_ascii_hexdigit());
    let public_name = name.words.iter().any(|w| {
        matches!(
            w.as_str(),
            "public" | "publishable" | "search" | "site" | "client" | "browser" | "anon"
        )
    });
    if hex(32) && around.contains("algolia") {
        return Some("algolia-search");
    }
    if (value.len() == 40 && value.starts_with("6L"))
        || line.contains("sitekey")
        || line.contains("site_key")
        || line.contains("site-key")
    {
        return Some(if around.contains("hcaptcha") {
            "hcaptcha-site"
        } else if value.starts_with("0x") {
            "turnstile-site"
        } else {
            "recaptcha-site"
        });
    }
    if hex(32) && (line.contains("init(") || line.contains(".load(") || is_browser_variable(&candidate.name)) {
        for (word, kind) in [
            ("mixpanel", "mixpanel-token"),
            ("amplitude", "amplitude-browser-key"),
            ("segment", "segment-write-key"),
        ] {
            if around.contains(word) {
                return Some(kind);
            }
        }
    }
    if value.len() == 32
        && around.contains("segment")
        && (line.contains("analytics.load(") || is_browser_variable(&candidate.name))
    {
        return Some("segment-write-key");
    }
    if hex(24) && around.contains("launchdarkly") && (line.contains("initialize") || line.contains("client")) {
        return Some("launchdarkly-client");
    }
    if public_name && name.words.iter().any(|w| w == "id") {
        return Some("auth0-client-id");
    }
    None
}

/// A Google API key in a client file is there for everybody to read.
pub(crate) fn settle_google_key(doc: &Doc<'_>, hit: &mut Hit) {
    if hit.kind.kind != "gcp-api-key" {
        return;
    }
    let line = doc.line_of(hit.spans[0].start);
    let text = doc.line(line);
    let around = around(doc, line);
    let client_file = matches!(doc.file_name(), "google-services.json" | "GoogleService-Info.plist");
    let client_object = around.contains("authdomain")
        || around.contains("messagingsenderid")
        || (around.contains("projectid") && around.contains("apikey"));
    let client_name = [
        "NEXT_PUBLIC_", "VITE_", "REACT_APP_", "EXPO_PUBLIC_", "GATSBY_", "NUXT_PUBLIC_",
    ]
    .iter()
    .any(|p| text.contains(p));
    if client_file || client_object || client_name || text.contains("maps.googleapis.com") {
        hit.kind = by_name("firebase-web-key");
        hit.severity = hit.kind.severity;
        hit.settled = true;
    }
}

fn around(doc: &Doc<'_>, line: usize) -> String {
    let range = doc.lines_range(line.saturating_sub(OBJECT_LINES), line + OBJECT_LINES);
    if range.len() > 16 * 1024 {
        String::new()
    } else {
        doc.text[range].to_ascii_lowercase()
    }
}
