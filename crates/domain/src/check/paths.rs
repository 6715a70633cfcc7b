/// Whether a path is absolute on some system, an address, or climbs with `..`. Paths are labels and never opened: this is for
/// a warning.
pub(super) fn leaves_the_repository(path: &str) -> bool {
    let path = path.trim();
    let drive = path
        .as_bytes()
        .get(..2)
        .is_some_and(|p| p[0].is_ascii_alphabetic() && p[1] == b':');
    drive || path.starts_with(['/', '\\']) || path.contains("://") || path.split(['/', '\\']).any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_and_climbing_paths_are_told_from_paths_in_the_repository() {
        let outside = [
            "/etc/passwd", "C:\\x", "c:x", "\\\\host\\x", "../x", "a/../x", "a\\..", "..", "file:///x", " /x",
        ];
        for path in outside {
            assert!(leaves_the_repository(path), "{path}");
        }
        for path in [
            "src/app.py", "./src/app.py", "a..b/x", "...", "src\\a.cs", "x", "", "é:",
        ] {
            assert!(!leaves_the_repository(path), "{path}");
        }
    }
}
