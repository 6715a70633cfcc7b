//! The table of languages: everything that is known of a language without looking at a text.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::grammar::Grammar;

/// A language that files are detected as and that rules are written for.
///
/// The order of the variants is the order of [`Language::all`], of listings and of error texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Python source.
    Python,
    /// Java source, and Java Server Pages.
    Java,
    /// TypeScript, with or without JSX.
    TypeScript,
    /// JavaScript, with or without JSX.
    JavaScript,
    /// Angular templates.
    Angular,
    /// Go source.
    Go,
    /// C#, Razor pages and components.
    CSharp,
    /// Rust source.
    Rust,
    /// Key and value files: properties, ini, environment files, credential files.
    Config,
    /// YAML that has no more specific row.
    Yaml,
    /// Dockerfiles.
    Docker,
    /// GitLab CI pipelines.
    GitlabCi,
    /// Jenkins pipelines and Groovy.
    Jenkins,
    /// Text that steers coding agents: `AGENTS.md`, prompts, skills, editor rules.
    AgentInstructions,
    /// GitHub Actions workflows and composite actions.
    GithubActions,
    /// PHP, with the HTML around it.
    Php,
    /// Ruby source.
    Ruby,
    /// Kotlin source and build scripts.
    Kotlin,
    /// Swift source.
    Swift,
    /// C source.
    C,
    /// C++ source.
    Cpp,
    /// Shell scripts.
    Shell,
    /// Terraform and other HCL.
    Terraform,
    /// SQL scripts.
    Sql,
    /// HTML that is not an Angular template.
    Html,
    /// Vue single-file components.
    Vue,
    /// Svelte components.
    Svelte,
    /// XML.
    Xml,
    /// TOML.
    Toml,
    /// JSON.
    Json,
    /// Any other text: only rules written for every language apply.
    Text,
    /// Jupyter notebooks; the cells have languages of their own ([`crate::notebook`]).
    Notebook,
}

/// What a language is for, at the coarsest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Programs.
    Code,
    /// Settings, pipelines and data.
    Config,
    /// Documents with a tag structure, possibly with scripts inside.
    Markup,
    /// Prose.
    Text,
}

/// A parent of a language: rules written for `language` apply to the child too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inherited {
    /// The parent.
    pub language: Language,
    /// True when the parent's rules apply only inside the child's scripts (the code of its [`crate::TokenMap`]
    /// that a script element holds), not in its markup.
    pub scripts_only: bool,
}

const fn everywhere(language: Language) -> Inherited {
    Inherited {
        language,
        scripts_only: false,
    }
}

const fn in_scripts(language: Language) -> Inherited {
    Inherited {
        language,
        scripts_only: true,
    }
}

/// One row of the table. Extensions have no dot; extensions, file names and aliases are lower case.
struct Row {
    language: Language,
    name: &'static str,
    title: &'static str,
    kind: Kind,
    grammar: Option<Grammar>,
    aliases: &'static [&'static str],
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
    interpreters: &'static [&'static str],
    parents: &'static [Inherited],
}

const fn row(language: Language, name: &'static str, title: &'static str, kind: Kind) -> Row {
    Row {
        language,
        name,
        title,
        kind,
        grammar: None,
        aliases: &[],
        extensions: &[],
        file_names: &[],
        interpreters: &[],
        parents: &[],
    }
}

#[rustfmt::skip]
static TABLE: [Row; 32] = [
    Row {
        grammar: Some(Grammar::Python),
        aliases: &["py"],
        extensions: &["py", "pyw", "pyi"],
        file_names: &["sconstruct", "sconscript", "wscript"],
        interpreters: &["python", "pypy"],
        ..row(Language::Python, "python", "Python", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Java),
        extensions: &["java", "jsp", "jspf", "jspx"],
        ..row(Language::Java, "java", "Java", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::TypeScript),
        aliases: &["ts", "tsx"],
        extensions: &["ts", "tsx", "mts", "cts"],
        interpreters: &["ts-node", "tsx", "deno"],
        ..row(Language::TypeScript, "typescript", "TypeScript", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::JavaScript),
        aliases: &["js", "jsx"],
        extensions: &["js", "jsx", "mjs", "cjs"],
        interpreters: &["node", "nodejs", "bun"],
        ..row(Language::JavaScript, "javascript", "JavaScript", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Html),
        aliases: &["ng"],
        ..row(Language::Angular, "angular", "Angular template", Kind::Markup)
    },
    Row {
        grammar: Some(Grammar::Go),
        aliases: &["golang"],
        extensions: &["go"],
        ..row(Language::Go, "go", "Go", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::CSharp),
        aliases: &["cs", "c#", "dotnet", ".net"],
        extensions: &["cs", "csx", "cshtml", "razor"],
        interpreters: &["dotnet-script"],
        ..row(Language::CSharp, "csharp", "C#", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Rust),
        aliases: &["rs"],
        extensions: &["rs"],
        interpreters: &["rust-script"],
        ..row(Language::Rust, "rust", "Rust", Kind::Code)
    },
    Row {
        aliases: &["properties", "ini", "env"],
        extensions: &["properties", "ini", "cfg", "conf", "env", "ovpn", "cnf"],
        file_names: &[
            ".npmrc", ".pypirc", ".netrc", "_netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".htpasswd", ".htaccess",
            ".git-credentials", ".gitconfig", ".dockercfg", ".s3cfg", ".boto", ".passwd-s3fs",
        ],
        ..row(Language::Config, "config", "Configuration (properties, ini, environment)", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Yaml),
        aliases: &["yml"],
        extensions: &["yml", "yaml", "kubeconfig"],
        file_names: &["kubeconfig", ".clang-format", ".yamllint"],
        ..row(Language::Yaml, "yaml", "YAML", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Containerfile),
        aliases: &["dockerfile", "containerfile"],
        extensions: &["dockerfile", "containerfile"],
        file_names: &["dockerfile", "containerfile"],
        ..row(Language::Docker, "docker", "Dockerfile", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Yaml),
        aliases: &["gitlab", "gitlab_ci", ".gitlab-ci.yml"],
        file_names: &[".gitlab-ci.yml"],
        parents: &[everywhere(Language::Yaml), everywhere(Language::Config)],
        ..row(Language::GitlabCi, "gitlab-ci", "GitLab CI", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Groovy),
        aliases: &["groovy", "jenkinsfile"],
        extensions: &["groovy", "jenkinsfile"],
        file_names: &["jenkinsfile"],
        interpreters: &["groovy"],
        parents: &[everywhere(Language::Config)],
        ..row(Language::Jenkins, "jenkins", "Jenkins pipeline (Groovy)", Kind::Config)
    },
    Row {
        aliases: &["agents", "agent_instructions"],
        extensions: &["mdc"],
        file_names: &[
            "agents.md", "claude.md", "gemini.md", "copilot-instructions.md", "skill.md", ".cursorrules",
            ".windsurfrules", ".clinerules", ".roorules", ".goosehints",
        ],
        ..row(Language::AgentInstructions, "agent-instructions", "Agent instructions", Kind::Text)
    },
    Row {
        grammar: Some(Grammar::Yaml),
        aliases: &["github", "github_actions", "gha"],
        file_names: &["action.yml", "action.yaml"],
        parents: &[everywhere(Language::Yaml), everywhere(Language::Config)],
        ..row(Language::GithubActions, "github-actions", "GitHub Actions", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Php),
        extensions: &["php", "phtml", "php3", "php4", "php5", "php7", "phps"],
        interpreters: &["php"],
        ..row(Language::Php, "php", "PHP", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Ruby),
        aliases: &["rb"],
        extensions: &["rb", "rake", "gemspec", "ru", "podspec"],
        file_names: &["gemfile", "rakefile", "guardfile", "vagrantfile", "capfile", "fastfile", "podfile", "brewfile"],
        interpreters: &["ruby", "jruby"],
        ..row(Language::Ruby, "ruby", "Ruby", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Kotlin),
        aliases: &["kt", "kts"],
        extensions: &["kt", "kts"],
        interpreters: &["kotlin"],
        ..row(Language::Kotlin, "kotlin", "Kotlin", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Swift),
        extensions: &["swift"],
        interpreters: &["swift"],
        ..row(Language::Swift, "swift", "Swift", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::C),
        extensions: &["c", "h"],
        interpreters: &["tcc"],
        ..row(Language::C, "c", "C", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Cpp),
        aliases: &["c++", "cc", "cxx"],
        extensions: &["cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl", "cu", "cuh", "ino"],
        parents: &[everywhere(Language::C)],
        ..row(Language::Cpp, "cpp", "C++", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Bash),
        aliases: &["sh", "bash", "zsh", "ksh"],
        extensions: &["sh", "bash", "zsh", "ksh", "bats"],
        file_names: &[
            ".bashrc", ".bash_profile", ".bash_aliases", ".bash_history", ".profile", ".zshrc", ".zshenv", ".zprofile",
            ".kshrc", ".envrc", "pkgbuild",
        ],
        interpreters: &["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "busybox"],
        ..row(Language::Shell, "shell", "Shell", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Hcl),
        aliases: &["hcl", "tf"],
        extensions: &["tf", "tfvars", "hcl", "tofu", "nomad"],
        parents: &[everywhere(Language::Config)],
        ..row(Language::Terraform, "terraform", "Terraform (HCL)", Kind::Config)
    },
    Row {
        extensions: &["sql", "ddl", "dml", "psql", "pgsql", "plsql", "pks", "pkb", "tsql"],
        ..row(Language::Sql, "sql", "SQL", Kind::Code)
    },
    Row {
        grammar: Some(Grammar::Html),
        aliases: &["htm"],
        extensions: &["html", "htm", "xhtml", "ejs", "hbs", "handlebars", "mustache", "twig", "njk", "liquid", "ftl"],
        parents: &[everywhere(Language::Angular), in_scripts(Language::JavaScript)],
        ..row(Language::Html, "html", "HTML", Kind::Markup)
    },
    Row {
        grammar: Some(Grammar::Html),
        extensions: &["vue"],
        parents: &[in_scripts(Language::JavaScript), in_scripts(Language::TypeScript)],
        ..row(Language::Vue, "vue", "Vue", Kind::Markup)
    },
    Row {
        grammar: Some(Grammar::Svelte),
        extensions: &["svelte"],
        parents: &[in_scripts(Language::JavaScript), in_scripts(Language::TypeScript)],
        ..row(Language::Svelte, "svelte", "Svelte", Kind::Markup)
    },
    Row {
        grammar: Some(Grammar::Xml),
        extensions: &[
            "xml", "xsd", "xsl", "xslt", "wsdl", "plist", "config", "csproj", "vbproj", "fsproj", "props", "targets",
            "nuspec", "resx", "xaml", "axaml", "svg", "pom", "mobileconfig", "entitlements", "tld",
        ],
        ..row(Language::Xml, "xml", "XML", Kind::Markup)
    },
    Row {
        grammar: Some(Grammar::Toml),
        extensions: &["toml"],
        parents: &[everywhere(Language::Config)],
        ..row(Language::Toml, "toml", "TOML", Kind::Config)
    },
    Row {
        grammar: Some(Grammar::Json),
        aliases: &["jsonc", "json5"],
        extensions: &["json", "jsonc", "json5", "webmanifest", "tfstate", "code-workspace", "avsc"],
        file_names: &[".babelrc", ".eslintrc", ".prettierrc", ".stylelintrc", ".swcrc"],
        parents: &[everywhere(Language::Config)],
        ..row(Language::Json, "json", "JSON", Kind::Config)
    },
    Row {
        aliases: &["txt", "plain", "markdown", "md"],
        extensions: &[
            "md", "markdown", "rst", "adoc", "asciidoc", "txt", "org", "tex",
            "pem", "key", "p8", "asc", "ppk", "gpg-key",
            "ps1", "psm1", "psd1", "bat", "cmd", "fish", "csh", "tcsh", "nu",
            "scala", "sc", "sbt", "dart", "lua", "pl", "pm", "t", "ex", "exs", "erl", "hrl", "clj", "cljs", "cljc", "edn",
            "gradle", "hs", "ml", "mli", "fs", "fsx", "vb", "vbs", "bas", "jl", "r", "m", "mm", "zig", "nim", "cr",
            "d", "pas", "cob", "cbl", "abap", "cls", "trigger", "sol", "vy", "move", "rego", "cue", "jsonnet",
            "libsonnet", "nix", "bicep", "proto", "thrift", "graphql", "gql", "prisma", "tcl", "awk", "mk", "cmake",
            "bzl", "bazel", "star", "erb", "haml", "slim", "pug", "jade", "j2", "jinja", "jinja2", "tmpl", "tpl", "gotmpl",
            "css", "scss", "sass", "less", "http", "rest", "curlrc", "service", "timer", "diff", "patch",
            "vcl", "coffee", "astro", "ldif", "po", "log", "csv", "tsv", "jsonl", "ndjson", "har", "bak", "old", "orig", "out", "dump",
            "history", "mbox", "eml", "sln", "snap", "crt", "cer", "lst", "list", "data", "exports", "creds", "secret", "secrets", "token",
        ],
        file_names: &[
            "makefile", "gnumakefile", "cmakelists.txt", "procfile", "caddyfile", "build", "workspace", "justfile",
            "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".vault-token", ".curlrc", ".wgetrc", ".psql_history",
            ".mysql_history", ".node_repl_history", ".python_history", "codeowners", "readme", "tiltfile", ".gitmodules",
            ".zsh_history", ".sh_history", ".ash_history",
            "token", "passwords",
        ],
        interpreters: &["perl", "lua", "pwsh", "make", "awk", "gawk", "tclsh", "expect", "rscript", "elixir", "fish", "csh", "tcsh"],
        ..row(Language::Text, "text", "Other text", Kind::Text)
    },
    Row {
        grammar: Some(Grammar::Json),
        aliases: &["ipynb", "jupyter"],
        extensions: &["ipynb"],
        ..row(Language::Notebook, "notebook", "Jupyter notebook", Kind::Code)
    },
];

type Index = HashMap<&'static str, Language>;

fn index(keys: impl Fn(&'static Row) -> Vec<&'static str>) -> Index {
    TABLE
        .iter()
        .flat_map(|row| keys(row).into_iter().map(|key| (key, row.language)))
        .collect()
}

static BY_NAME: LazyLock<Index> =
    LazyLock::new(|| index(|row| row.aliases.iter().copied().chain([row.name]).collect()));
static BY_EXTENSION: LazyLock<Index> = LazyLock::new(|| index(|row| row.extensions.to_vec()));
static BY_FILE_NAME: LazyLock<Index> = LazyLock::new(|| index(|row| row.file_names.to_vec()));
static BY_INTERPRETER: LazyLock<Index> = LazyLock::new(|| index(|row| row.interpreters.to_vec()));

impl Language {
    /// Every language, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Language> {
        TABLE.iter().map(|row| row.language)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The canonical name, such as `csharp` or `gitlab-ci`: what rules and results say.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name for people, such as `C#`.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Other names that [`Language::from_name`] accepts.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// The extensions that lead to this language, in lower case and without the dot.
    ///
    /// A few files are recognised by more than an extension: see [`crate::detect`].
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// The whole file names that lead to this language, in lower case.
    pub fn file_names(self) -> &'static [&'static str] {
        self.row().file_names
    }

    /// What the language is for.
    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// The languages whose rules apply to this one too. Not transitive: every parent is listed.
    pub fn parents(self) -> &'static [Inherited] {
        self.row().parents
    }

    /// The grammar that texts of this language are parsed with, unless the text asks for a variant of it
    /// ([`crate::grammar_for`]).
    pub fn grammar(self) -> Option<Grammar> {
        self.row().grammar
    }

    /// True when [`crate::parse`] can give a tree for this language.
    pub fn has_grammar(self) -> bool {
        self.grammar().is_some()
    }

    /// The language of that name or alias, after trimming and lower-casing.
    ///
    /// # Errors
    ///
    /// [`UnknownLanguage`], whose text lists the names that exist.
    pub fn from_name(name: &str) -> Result<Self, UnknownLanguage> {
        let wanted = name.trim().to_lowercase();
        BY_NAME.get(wanted.as_str()).copied().ok_or(UnknownLanguage { wanted })
    }

    pub(crate) fn from_extension(lower_case: &str) -> Option<Self> {
        BY_EXTENSION.get(lower_case).copied()
    }

    pub(crate) fn from_file_name(lower_case: &str) -> Option<Self> {
        BY_FILE_NAME.get(lower_case).copied()
    }

    pub(crate) fn from_interpreter(name: &str) -> Option<Self> {
        BY_INTERPRETER.get(name).copied()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, UnknownLanguage> {
        Self::from_name(name)
    }
}

/// A language name that is in no row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage {
    wanted: String,
}

impl UnknownLanguage {
    /// The name that was asked for, trimmed and lower-cased.
    pub fn wanted(&self) -> &str {
        &self.wanted
    }
}

impl std::error::Error for UnknownLanguage {}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let shown: String = self.wanted.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
        let cut = if self.wanted.chars().count() > SHOWN { "…" } else { "" };
        write!(f, "unknown language `{shown}{cut}`; supported: ")?;
        for (position, language) in Language::all().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{language}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
