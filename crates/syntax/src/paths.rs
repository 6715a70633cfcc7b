//! What a path alone says of a file, besides its language: lock file, generated, configuration of an agent.

/// The file name: what follows the last `/` or `\`.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The names of the directories that the path goes through, outermost first.
pub(crate) fn directories(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    let end = path.len() - file_name(path).len();
    path[..end]
        .split(['/', '\\'])
        .filter(|name| !name.is_empty() && *name != ".")
}

/// Written by package managers, one exact spelling each.
const LOCK_FILES: [&str; 23] = [
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock", "poetry.lock",
    "uv.lock", "pdm.lock", "Pipfile.lock", "Cargo.lock", "go.sum", "composer.lock", "Gemfile.lock", "mix.lock",
    "pubspec.lock", "flake.lock", ".terraform.lock.hcl", "gradle.lockfile", "verification-metadata.xml",
    "packages.lock.json", "Podfile.lock", "Package.resolved",
];

/// True for the lock files of package managers, by exact name (case matters).
///
/// No code rule has anything to say about them, but a token in a `resolved` URL is a leak like any other.
pub fn is_lock_file(path: &str) -> bool {
    LOCK_FILES.contains(&file_name(path))
}

/// True when the name says that a tool wrote the file: minified, bundled, source map, generated code.
pub fn is_generated_name(path: &str) -> bool {
    const INSIDE: [&str; 3] = [".min.", ".generated.", ".bundle."];
    const ENDINGS: [&str; 13] = [
        ".map", "-min.js", "-min.css", ".chunk.js", "_pb2.py", "_pb2.pyi", "_pb2_grpc.py", ".pb.go", ".pb.cc", ".pb.h",
        ".g.cs", ".g.dart", ".designer.cs",
    ];
    let name = file_name(path).to_lowercase();
    INSIDE.iter().any(|part| name.contains(part)) || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// True for the settings of coding agents and of MCP hosts: files that say which servers are started and which
/// tools run without being asked. They keep the language of their format.
pub fn is_agent_config(path: &str) -> bool {
    const NAMES: [&str; 9] = [
        ".mcp.json", "claude_desktop_config.json", "mcp_config.json", "mcp_settings.json", "cline_mcp_settings.json",
        "mcp-settings.json", "opencode.json", ".aider.conf.yml", ".claude.json",
    ];
    // A directory and the beginning and end of the names in it.
    const INSIDE: [(&str, &str, &str); 13] = [
        (".claude", "settings", ".json"),
        (".cursor", "mcp", ".json"),
        (".cursor", "hooks", ".json"),
        (".vscode", "mcp", ".json"),
        (".windsurf", "mcp", ".json"),
        (".roo", "mcp", ".json"),
        (".kiro", "mcp", ".json"),
        (".amazonq", "mcp", ".json"),
        (".gemini", "settings", ".json"),
        (".qwen", "settings", ".json"),
        (".codex", "config", ".toml"),
        (".zed", "settings", ".json"),
        (".continue", "config", ""),
    ];
    let name = file_name(path).to_lowercase();
    if NAMES.contains(&name.as_str()) {
        return true;
    }
    let Some(parent) = directories(path).next_back() else {
        return false;
    };
    INSIDE
        .iter()
        .any(|(directory, start, end)| parent == *directory && name.starts_with(start) && name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(test: fn(&str) -> bool, yes: &[&str], no: &[&str]) {
        for path in yes {
            assert!(test(path), "{path}");
        }
        for path in no {
            assert!(!test(path), "{path}");
        }
    }

    #[test]
    fn lock_files_have_one_exact_spelling() {
        check(
            is_lock_file,
            &LOCK_FILES,
            &["Package-Lock.json", "package-lock.json5", "lock", "", "yarn.lock/"],
        );
        check(
            is_lock_file,
            &["web/yarn.lock", r"web\app\Cargo.lock"],
            &["yarn.lock/readme.md"],
        );
    }

    #[test]
    fn generated_files_are_told_by_name() {
        check(
            is_generated_name,
            &[
                "a/jquery.min.js", "site.MIN.css", "app.js.map", "x.pb.go", "api_pb2.py", "Form.Designer.cs",
            ],
            &["minjs.js", "admin.js", "map.js", "designer.cs", "min.js"],
        );
    }

    #[test]
    fn agent_settings_are_told_by_name_and_directory() {
        check(
            is_agent_config,
            &[
                ".mcp.json",
                "sub/.mcp.json",
                ".cursor/mcp.json",
                r".vscode\mcp.json",
                ".claude/settings.json",
                "x/.claude/settings.local.json",
                "Claude/claude_desktop_config.json",
                "home/.codex/config.toml",
            ],
            &[
                "settings.json", ".vscode/settings.json", "mcp.json", ".claude/agents/a.md", "", ".cursor/x/mcp.json",
            ],
        );
    }
}
