//! What the names that imports make stand for.

use std::collections::HashMap;

use super::Traits;
use crate::Language;
use crate::tree::{Kind, NodeId, Symbol, Tree};

/// How a language names what it imports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `import a.b` makes `a`, `from a import b` makes `b`; paths that start with a dot are not resolved.
    Python,
    /// `import {b} from 'x/a.js'` makes `b` of `a`; `require` keeps the whole string; default imports stand for nothing.
    EcmaScript,
    /// `import a.b.C` makes `C`.
    Dotted,
    /// Only `import y "x/a"` makes a name, that of `a`.
    Go,
    /// Imports are not resolved.
    None,
}

/// The imports of a file.
#[derive(Debug, Default)]
pub(super) struct Imports {
    /// In the order of the text.
    entries: Vec<Entry>,
    /// What declarations by `require` make; numbered after the entries.
    required: Vec<Vec<Symbol>>,
    wildcards: Vec<Vec<Symbol>>,
    /// What a name stands for where the walk over the file is.
    current: HashMap<Symbol, u32, foldhash::fast::RandomState>,
}

#[derive(Debug)]
struct Entry {
    import: NodeId,
    local: Symbol,
    full: Vec<Symbol>,
}

impl Imports {
    /// Adds the names of one import statement. Statements may come in any order until [`Imports::sort`].
    pub fn add(&mut self, tree: &Tree, style: Style, import: NodeId, top_level: bool) {
        let path = tree.name_of(import);
        let parts = parts(style, path);
        let names = tree.children(import).get(2..).unwrap_or_default();
        let alias = tree.child(import, 1);
        if names.is_empty() {
            let (local, parts) = match (style, alias.some()) {
                (Style::Go, None) => return,
                (_, Some(alias)) => (tree.node(alias).name.some(), &parts[..]),
                // `import a.b` makes `a`, which stands for itself.
                (Style::Python, None) => (
                    parts.first().and_then(|first| tree.names().get(first)),
                    parts.get(..1).unwrap_or_default(),
                ),
                (Style::Dotted, None) => (parts.last().and_then(|last| tree.names().get(last)), &parts[..]),
                (Style::EcmaScript | Style::None, None) => return,
            };
            if !matches!(local.map(|local| tree.name(local)), None | Some("." | "_")) {
                self.push(tree, import, local, parts, None);
            }
            return;
        }
        for name in names {
            let imported = tree.node(*name).name;
            let alias = tree.child(*name, 1).some().map(|alias| tree.node(alias).name);
            match tree.name(imported) {
                "*" => match alias {
                    Some(alias) => self.push(tree, import, Some(alias), &parts, None),
                    // Inside a function it is no wildcard, and what a relative path holds has no full name.
                    None if style == Style::Python && (!top_level || path.starts_with('.')) => {}
                    None => {
                        self.wildcards.extend(symbols(tree, &parts, None));
                    }
                },
                "default" if style == Style::EcmaScript => {}
                _ => self.push(tree, import, alias.or(Some(imported)), &parts, Some(imported)),
            }
        }
    }

    fn push(&mut self, tree: &Tree, import: NodeId, local: Option<Symbol>, parts: &[&str], last: Option<Symbol>) {
        if let (Some(local), Some(full)) = (local, symbols(tree, parts, last)) {
            self.entries.push(Entry { import, local, full });
        }
    }

    /// Puts the entries into the order of the text. From here on every name stands for its first import, but in Python, where an
    /// import makes its name when it is come by.
    pub fn sort(&mut self, style: Style) {
        self.entries.sort_by_key(|entry| entry.import);
        self.wildcards.sort();
        self.wildcards.dedup();
        if style == Style::Python {
            return;
        }
        for (at, entry) in self.entries.iter().enumerate().rev() {
            self.current.insert(entry.local, at as u32);
        }
    }

    /// The walk over the file comes by an import: its names now stand for what it says.
    pub fn pass(&mut self, import: NodeId) {
        let from = self.entries.partition_point(|entry| entry.import < import);
        for (at, entry) in self.entries.iter().enumerate().skip(from) {
            if entry.import != import {
                break;
            }
            self.current.insert(entry.local, at as u32);
        }
    }

    /// Adds what a declaration by `require` makes, and returns its number. The name is a variable, and found as one.
    pub fn require(&mut self, path: Symbol, member: Option<Symbol>) -> u32 {
        let full = [Some(path), member].into_iter().flatten().collect();
        self.required.push(full);
        (self.entries.len() + self.required.len() - 1) as u32
    }

    /// The number of the import that a name stands for.
    pub fn current(&self, name: Symbol) -> Option<u32> {
        self.current.get(&name).copied()
    }

    pub fn full(&self, number: u32) -> Option<&[Symbol]> {
        let number = number as usize;
        match self.entries.get(number) {
            Some(entry) => Some(&entry.full),
            None => self.required.get(number - self.entries.len()).map(Vec::as_slice),
        }
    }

    pub fn wildcards(&self) -> &[Vec<Symbol>] {
        &self.wildcards
    }
}

fn symbols(tree: &Tree, parts: &[&str], last: Option<Symbol>) -> Option<Vec<Symbol>> {
    let mut made: Vec<_> = parts.iter().map(|part| tree.names().get(part)).collect::<Option<_>>()?;
    made.extend(last);
    (!made.is_empty()).then_some(made)
}

/// What the path of an import contributes to full names.
fn parts(style: Style, path: &str) -> Vec<&str> {
    match style {
        // A relative path has no parts that a full name could have.
        Style::Python if path.starts_with('.') => vec![path],
        Style::Python | Style::Dotted => path.split('.').map(str::trim).collect(),
        Style::EcmaScript => {
            let base = path.rsplit('/').next().unwrap_or_default();
            let stem = match base.rfind('.') {
                Some(at) if at > 0 => &base[..at],
                _ => base,
            };
            vec![stem]
        }
        Style::Go => {
            let mut parts = path.rsplit('/');
            let last = parts.next().unwrap_or_default();
            let is_version = last
                .strip_prefix('v')
                .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
            let name = if is_version { parts.next().unwrap_or(last) } else { last };
            vec![name.strip_suffix("-go").unwrap_or(name)]
        }
        Style::None => Vec::new(),
    }
}

/// Gives the parts of the paths of imports symbols, so that full names can be told in them.
pub(crate) fn intern_paths(tree: &mut Tree, language: Language) {
    let style = Traits::of(language).imports;
    if style == Style::None {
        return;
    }
    let paths: Vec<String> = tree
        .iter()
        .filter(|(_, node)| node.kind == Kind::Import)
        .map(|(_, node)| tree.name(node.name).to_owned())
        .collect();
    for path in paths {
        for part in parts(style, &path) {
            tree.intern(part);
        }
    }
}
