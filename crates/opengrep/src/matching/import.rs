//! Imports.

use syntax::tree::{Flags, Kind, NodeId};

use super::{Environment, Environments, Matcher};
use crate::pattern::is_metavariable;

impl Matcher<'_> {
    /// Paths match as a prefix by parts; listed names are among those of the file; aliases may be missing in the pattern.
    pub(super) fn import(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.t.kind(t) != Kind::Import {
            return match self.is_javascript() {
                true => self.import_as_require(p, t, environment),
                false => Vec::new(),
            };
        }
        let is_static = |flags: Flags| flags.has(Flags::STATIC);
        if is_static(self.p.node(p).flags) && !is_static(self.t.node(t).flags) {
            return Vec::new();
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let (wanted, names) = (&ps[2..], &ts[2..]);
        let mut found = Vec::new();
        // A metavariable alone stands for the full name of each.
        let wants_full_names = self.p.kind(ps[0]) == Kind::Metavariable && wanted.is_empty();
        let same_form = match wants_full_names && !self.is_javascript() {
            true => names.is_empty(),
            false => wanted.is_empty() || !names.is_empty(),
        };
        if same_form {
            let paths = self.path_of_import(ps[0], ts[0], environment.clone());
            let paths = self.then(paths, |e| self.alias(ps[1], ts[1], e));
            found.extend(self.then(paths, |e| self.imported_names(wanted, names, e)));
        }
        if found.is_empty() && !self.is_javascript() {
            found.extend(self.in_normal_form(ps, ts, environment));
        }
        found
    }

    /// `from a import b` is `import a.b`.
    fn in_normal_form(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let has_alias = |children: &[NodeId], tree: &syntax::tree::Tree| {
            children[1].is_some() || children[2..].iter().any(|name| tree.child(*name, 1).is_some())
        };
        if has_alias(ps, self.p) {
            return Vec::new();
        }
        let wholes = |tree: &syntax::tree::Tree, children: &[NodeId]| -> Vec<(String, NodeId)> {
            let path = tree.name_of(children[0]).to_owned();
            match &children[2..] {
                [] => vec![(path, children[0])],
                names => names
                    .iter()
                    .map(|name| match tree.name_of(*name) {
                        "*" => (path.clone(), *name),
                        imported => (format!("{path}.{imported}"), *name),
                    })
                    .collect(),
            }
        };
        let (wanted, imported) = (wholes(self.p, ps), wholes(self.t, ts));
        let mut environments = vec![environment];
        for (wanted, _) in &wanted {
            let parts: Vec<&str> = wanted.split('.').collect();
            environments = self.then(environments, |e| {
                let fitting = imported
                    .iter()
                    .filter_map(|(whole, node)| self.path_parts(&parts, whole, *node, e.clone()));
                fitting.flatten().collect()
            });
        }
        if wanted.is_empty() { Vec::new() } else { environments }
    }

    /// The parts of a path, of which the last metavariable takes all that is left.
    fn path_parts(&self, wanted: &[&str], whole: &str, node: NodeId, environment: Environment) -> Option<Environments> {
        let parts: Vec<&str> = whole.split('.').collect();
        if wanted.len() > parts.len() {
            return None;
        }
        let mut environments = vec![environment];
        for (at, part) in wanted.iter().enumerate() {
            if is_metavariable(part) {
                // The span of the whole name is the best that an import has.
                let name = self.p.names().get(part)?;
                let range = self.t.span(node);
                let text = if at + 1 == wanted.len() {
                    parts[at..].join(".")
                } else {
                    parts[at].to_owned()
                };
                environments = self.then(environments, |e| {
                    let value = super::Value::Text {
                        range: range.clone(),
                        text: text.clone().into(),
                    };
                    self.bind(name, value, e)
                });
            } else if *part != parts[at] {
                return None;
            }
        }
        Some(environments)
    }

    /// `package a.$X;`
    pub(super) fn package(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (wanted, name) = (self.p.name_of(p), self.t.name_of(t));
        match wanted.contains('$') {
            true => {
                let parts: Vec<&str> = wanted.split('.').collect();
                self.path_parts(&parts, name, t, environment).unwrap_or_default()
            }
            false => self.when(wanted == name, environment),
        }
    }

    fn path_of_import(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.p.kind(p) == Kind::Metavariable || self.pattern.strings.contains_key(&p) {
            return self.identifier(p, t, environment);
        }
        let (wanted, path) = (self.p.name_of(p), self.t.name_of(t));
        if wanted.contains('$') {
            let parts: Vec<&str> = wanted.split('.').collect();
            return self.path_parts(&parts, path, t, environment).unwrap_or_default();
        }
        let separator = if self.is_javascript() || path.contains('/') {
            '/'
        } else {
            '.'
        };
        let is_prefix = path == wanted
            || path
                .strip_prefix(wanted)
                .is_some_and(|rest| rest.starts_with(separator));
        self.when(is_prefix, environment)
    }

    fn alias(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match p.some() {
            None => vec![environment],
            Some(p) => self.identifier(p, t, environment),
        }
    }

    /// Each name of the pattern is one of the file.
    fn imported_names(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        if matches!(self.p.kind(*first), Kind::Ellipsis) || self.p.kind(self.p.child(*first, 0)) == Kind::Ellipsis {
            return self.imported_names(rest, ts, environment);
        }
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.imported_name(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.imported_names(rest, &others, e)));
        }
        found
    }

    fn imported_name(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let ([name, alias], [other, other_alias]) = (self.p.children(p), self.t.children(t)) else {
            return Vec::new();
        };
        let is_metavariable = self.p.kind(*name) == Kind::Metavariable;
        let (wanted, imported) = (self.p.name_of(p), self.t.name_of(t));
        // A name stands for one that is listed: not for all of them.
        if is_metavariable && imported == "*" {
            return Vec::new();
        }
        // A default import is bound by the name it gets here.
        if self.is_javascript() && imported == "default" {
            let here = if wanted == "default" { *alias } else { *name };
            let takes_default = wanted == "default" || is_metavariable;
            return match (takes_default, here.some(), other_alias.some()) {
                (true, Some(p), Some(t)) => self.identifier(p, t, environment),
                (true, None, _) => vec![environment],
                _ => Vec::new(),
            };
        }
        let found = match is_metavariable {
            true => self.bind_node(self.p.node(*name).name, *other, environment),
            false => self.identifier(*name, *other, environment),
        };
        match alias.some() {
            None => found,
            Some(alias) => self.then(found, |e| self.identifier(alias, *other_alias, e)),
        }
    }

    /// `import 'm'` and `import {x} from 'm'` on `const y = require('m')` and `const {x} = require('m')`.
    fn import_as_require(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let Some(value) = ts.get(2).and_then(|value| value.some()) else {
            return Vec::new();
        };
        if self.t.kind(t) != Kind::Variable || self.t.kind(value) != Kind::Call {
            return Vec::new();
        }
        let (callee, arguments) = (self.t.child(value, 0), self.t.children(self.t.child(value, 1)));
        let [path] = arguments else { return Vec::new() };
        if self.t.name_of(callee) != "require" || self.t.kind(*path) != Kind::Str {
            return Vec::new();
        }
        let found = match self.p.kind(ps[0]) {
            Kind::Metavariable => self.bind_node(self.p.node(ps[0]).name, *path, environment),
            _ => {
                let (wanted, path) = (self.p.name_of(ps[0]), self.t.name_of(*path));
                self.when(
                    path == wanted || path.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('/')),
                    environment,
                )
            }
        };
        let wanted = &ps[2..];
        if wanted.is_empty() {
            return found;
        }
        let Some(record) = ts[3].some().filter(|record| self.t.kind(*record) == Kind::Record) else {
            return Vec::new();
        };
        let properties = self.t.children(record);
        self.then(found, |e| {
            let mut environments = vec![e];
            for name in wanted {
                environments = self.then(environments, |e| {
                    let fitting = properties.iter().filter(|property| {
                        // Only what keeps its name.
                        let value = self.t.child(**property, 1);
                        self.t.kind(**property) == Kind::Property
                            && value.is_some()
                            && self.t.node(value).name == self.t.node(**property).name
                    });
                    fitting
                        .flat_map(|property| {
                            self.identifier(self.p.child(*name, 0), self.t.child(*property, 0), e.clone())
                        })
                        .collect()
                });
            }
            environments
        })
    }
}
