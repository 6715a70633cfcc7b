//! Types: written ones, and those of metavariables.

use syntax::Language;
use syntax::facts::TypeFact;
use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher, Value};

/// Names that mean one type.
static SAME: &[&[&str]] = &[
    &["int", "Integer", "long", "Int", "Long"],
    &["float", "double", "Float", "Double"],
    &["str", "string", "String"],
    &["bool", "boolean", "Boolean"],
];

impl Matcher<'_> {
    /// A type of the pattern against a written one.
    pub(super) fn written_type(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (Some(p), Some(t)) = (p.some(), t.some()) else {
            return self.when(p.is_some() == t.is_some(), environment);
        };
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        match pattern.kind {
            Kind::Metavariable => return self.metavariable(pattern.name, t, environment),
            Kind::Ellipsis => return vec![environment],
            _ => {}
        }
        // The name of a type is written as an expression where the grammar has no type.
        if !pattern.kind.is_type() && node.kind == Kind::Type {
            return match self.t.children(t) {
                [name] => self.part(p, *name, environment),
                _ => Vec::new(),
            };
        }
        if !pattern.kind.is_type() || !node.kind.is_type() {
            return self.part(p, t, environment);
        }
        if pattern.kind != node.kind {
            return Vec::new();
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        match pattern.kind {
            Kind::Type => {
                let found = self.part(ps[0], ts[0], environment);
                if self.is_javascript() {
                    return found;
                }
                self.then(found, |e| self.elements(&ps[1..], &ts[1..], e))
            }
            Kind::OtherType if pattern.name == node.name && self.p.name(pattern.name) == "tuple" => {
                self.elements(ps, ts, environment)
            }
            Kind::OtherType if pattern.name == node.name && self.p.name(pattern.name) == "func" => {
                let found = self.parameters(ps[0], ts[0], environment);
                self.then(found, |e| self.result_type(ps[1], ts[1], t, e))
            }
            _ => {
                if pattern.name != node.name || ps.len() != ts.len() {
                    return Vec::new();
                }
                let mut found = vec![environment];
                for (p, t) in ps.iter().zip(ts) {
                    found = self.then(found, |e| self.written_type(*p, *t, e));
                }
                found
            }
        }
    }

    /// The result of the type of a function. A metavariable also stands for none.
    fn result_type(&self, p: NodeId, t: NodeId, function: NodeId, environment: Environment) -> Environments {
        if p.is_some() && !t.is_some() && self.p.kind(p) == Kind::Metavariable {
            let end = self.t.span(function).end;
            let nothing = Value::Text {
                range: end..end,
                text: "".into(),
            };
            return self.bind(self.p.node(p).name, nothing, environment);
        }
        self.written_type(p, t, environment)
    }

    /// Whether an expression has a type, as far as that is known.
    pub(super) fn has_type(&self, wanted: NodeId, t: NodeId, environment: Environment) -> Environments {
        match self.file.facts.type_of(t) {
            Some(TypeFact::Written(written)) => {
                let found = self.written_type(wanted, written, environment.clone());
                if !found.is_empty() {
                    return found;
                }
                self.same_builtin(wanted, self.simple_name(written), environment)
            }
            Some(TypeFact::Pointer(written)) => match self.p.kind(wanted) {
                Kind::Metavariable => self.bind_node(self.p.node(wanted).name, t, environment),
                Kind::PointerType => self.written_type(self.p.child(wanted, 0), written, environment),
                _ => Vec::new(),
            },
            Some(TypeFact::Named(name)) => {
                let name = name.to_owned();
                if self.p.kind(wanted) == Kind::Metavariable {
                    return self.bind_node(self.p.node(wanted).name, t, environment);
                }
                let found = self.same_builtin(wanted, Some(&name), environment.clone());
                // A constant has the type that its variable is declared with, too.
                match self.file.facts.declared_type(t).filter(|_| found.is_empty()) {
                    Some(written) => self.written_type(wanted, written, environment),
                    None => found,
                }
            }
            // An identifier of unknown type counts as having a type named like itself.
            None if self.t.kind(t) == Kind::Name => match self.p.kind(wanted) {
                Kind::Metavariable => self.bind_node(self.p.node(wanted).name, t, environment),
                Kind::Type => self.part(self.p.child(wanted, 0), t, environment),
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    fn simple_name(&self, written: NodeId) -> Option<&str> {
        match self.t.kind(written) {
            Kind::Type if self.t.children(written).len() == 1 => {
                let name = self.t.child(written, 0);
                (self.t.kind(name) == Kind::Name).then(|| self.t.name_of(name))
            }
            Kind::Name => Some(self.t.name_of(written)),
            _ => None,
        }
    }

    fn same_builtin(&self, wanted: NodeId, name: Option<&str>, environment: Environment) -> Environments {
        let wanted = match self.p.children(wanted) {
            [name] if self.p.kind(wanted) == Kind::Type => *name,
            _ => wanted,
        };
        if self.p.kind(wanted) != Kind::Name {
            return Vec::new();
        }
        let wanted_name = self.p.name_of(wanted);
        let Some(name) = name else { return Vec::new() };
        let is_number = |name: &str| SAME[..2].iter().any(|group| group.contains(&name)) || name == "number";
        let same = wanted_name == name
            || SAME
                .iter()
                .any(|group| group.contains(&wanted_name) && group.contains(&name))
            || (matches!(self.file.language, Language::JavaScript | Language::TypeScript)
                && is_number(wanted_name)
                && is_number(name));
        self.when(same, environment)
    }
}
