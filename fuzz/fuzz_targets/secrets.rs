//! Any text under any path: no panic, spans on characters, masking idempotent.
#![no_main]

use libfuzzer_sys::fuzz_target;

const PATHS: &[&str] = &[".env", "a.py", "a.yaml", "a.json", "a.xml", "Dockerfile", "a.sh", "a.sql", "a.md", ".netrc", ".pgpass", "a.toml", "tests/a.js", "a.ps1"];

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let path = PATHS[usize::from(*first) % PATHS.len()];
    let text = String::from_utf8_lossy(rest);
    for secret in secrets::detect(&text, path, None) {
        for span in secret.spans {
            assert!(text.get(span).is_some());
        }
    }
    let once = secrets::apply(&text, &secrets::mask_spans(&text, path, None));
    let twice = secrets::apply(&once, &secrets::mask_spans(&once, path, None));
    assert_eq!(once, twice);
});
