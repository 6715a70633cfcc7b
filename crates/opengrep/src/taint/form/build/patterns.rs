//! What binds names: targets of assignments and loops, destructured parameters and declarations, cases.

use syntax::tree::{Kind, NodeId};

use super::{Builder, literal, read};
use crate::taint::form::{Expression, Key, Part, Place};

impl Builder<'_> {
    /// Binds a pattern to a value. The node is that of what binds, which every step that does has.
    pub(super) fn bind(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        if pattern.is_some() {
            stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || {
                self.bind_here(pattern, value, node);
            });
        }
    }

    fn bind_here(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        if self.is_place(pattern) {
            let place = self.place(pattern);
            self.assign(node, place, value);
            return;
        }
        match self.tree.kind(pattern) {
            Kind::Tuple | Kind::List => {
                let whole = self.held(node, value);
                self.bind_elements(self.parts(pattern), &whole, node);
            }
            Kind::Record => {
                let whole = self.held(node, value);
                self.bind_members(pattern, &whole, node);
            }
            // `{a = 1}`: a default.
            Kind::Assign => {
                self.bind(self.slot(pattern, 0), value, node);
                self.bind_default(pattern);
            }
            Kind::Spread => self.bind(self.slot(pattern, 0), value, node),
            Kind::Variable => {
                let declared = self.slot(pattern, 4).some().unwrap_or(self.slot(pattern, 3));
                self.bind(declared, value, node);
            }
            Kind::Cast => self.bind(self.slot(pattern, 1), value, node),
            // What a `case` or a test of a type takes apart.
            Kind::Call => {
                let whole = self.held(node, value);
                self.bind_class(self.parts(self.slot(pattern, 1)), &whole, node);
            }
            Kind::OtherExpression if self.name_of(pattern) == "hole" => {}
            _ => {
                // `a[1:2] = e` to Opengrep: only the value counts.
                self.look_at(node, value);
                self.untranslated(pattern);
            }
        }
    }

    /// The value of a default, when what is bound may be missing.
    fn bind_default(&mut self, pattern: NodeId) {
        if !self.profile.statements {
            self.skip(self.slot(pattern, 1));
            return;
        }
        let (missing, there) = self.fork();
        self.open = missing;
        let value = self.value(self.slot(pattern, 1));
        self.bind(self.slot(pattern, 0), value, pattern);
        self.open.extend(there);
    }

    /// `a, *b, c`
    fn bind_elements(&mut self, elements: &[NodeId], whole: &Place, node: NodeId) {
        let mut is_after_rest = false;
        for (at, element) in elements.iter().enumerate() {
            let at = at as u32;
            let is_rest = self.is(*element, Kind::Spread);
            let key = match is_rest {
                true => Key::From(at),
                // How many the rest takes is not known.
                false if is_after_rest && self.profile.patterns => Self::any_key(),
                false => Key::Position(at),
            };
            is_after_rest |= is_rest;
            self.bind(*element, Self::part_of(whole, key), node);
        }
    }

    /// `{a, b: c, ...d}`
    fn bind_members(&mut self, pattern: NodeId, whole: &Place, node: NodeId) {
        for member in self.parts(pattern).iter().filter(|member| member.is_some()) {
            match self.tree.kind(*member) {
                Kind::Property => {
                    let (key, inner) = (self.slot(*member, 0), self.slot(*member, 1));
                    let name = self.tree.node(*member).name.some();
                    // `{a: {…} = {}}` has its default as the target of an assignment without a key.
                    if !self.profile.patterns
                        && self.manner.narrow_records
                        && !(self.binds_plainly(inner) && (name.is_some() || !key.is_some()))
                    {
                        self.form.untranslated.push(*member);
                        self.skip(*member);
                        continue;
                    }
                    let key = match name {
                        Some(name) => Key::Name(name),
                        None if key.is_some() => self.key(key),
                        None => Self::any_key(),
                    };
                    self.bind(inner, Self::part_of(whole, key), node);
                }
                Kind::Spread => self.bind(self.slot(*member, 0), read(whole.clone()), node),
                _ => {
                    self.untranslated(*member);
                }
            }
        }
    }

    /// Whether what a member is bound to is a name or an object pattern, with or without default.
    fn binds_plainly(&self, pattern: NodeId) -> bool {
        match self.kind(pattern) {
            Some(Kind::Name | Kind::Record) => true,
            Some(Kind::Assign) => self.binds_plainly(self.slot(pattern, 0)),
            _ => false,
        }
    }

    /// `C(a, b=c)`
    fn bind_class(&mut self, parts: &[NodeId], whole: &Place, node: NodeId) {
        for part in parts.iter().filter(|part| part.is_some()) {
            let (key, inner) = match self.tree.kind(*part) {
                Kind::OtherExpression if self.name_of(*part) == "keyword_pattern" => {
                    let name = self.tree.node(self.slot(*part, 0)).name;
                    (Key::Name(name), self.slot(*part, 1))
                }
                _ => (Self::any_key(), *part),
            };
            let value = Self::part_of(whole, key);
            match self.manner.case_captures {
                true => self.capture(inner, value, node),
                false => self.bind(inner, value, node),
            }
        }
    }

    // ---- cases

    /// Binds what a pattern of a `case` captures.
    pub(super) fn capture(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        if pattern.is_some() {
            stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || {
                self.capture_here(pattern, value, node);
            });
        }
    }

    fn capture_here(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        if !self.captures(pattern) {
            return;
        }
        match self.tree.kind(pattern) {
            Kind::Tuple | Kind::List => {
                let whole = self.held(node, value);
                self.capture_elements(self.parts(pattern), &whole, node);
            }
            Kind::Call => {
                let parts = self.parts(self.slot(pattern, 1));
                // `str(x)` binds the value itself.
                let is_builtin = is_value_type(self.tree.source(self.slot(pattern, 0)));
                match *parts {
                    [only] if is_builtin => self.capture(only, value, node),
                    _ => {
                        let whole = self.held(node, value);
                        self.bind_class(parts, &whole, node);
                    }
                }
            }
            Kind::OtherExpression => self.capture_other(pattern, value, node),
            _ => self.bind(pattern, value, node),
        }
    }

    fn capture_other(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        let parts = self.parts(pattern);
        match self.name_of(pattern) {
            "as_pattern" => {
                let value = self.settled(value);
                if let Some((name, inner)) = parts.split_last() {
                    for inner in inner {
                        self.capture(*inner, value.clone(), node);
                    }
                    self.capture(*name, value, node);
                }
            }
            "union_pattern" => {
                // The first that fits: any of them.
                let value = self.settled(value);
                let mut ends = Vec::new();
                for (at, alternative) in parts.iter().enumerate() {
                    let mut others = Vec::new();
                    if at + 1 < parts.len() {
                        let (fits, fails) = self.fork();
                        self.open = fits;
                        others = fails;
                    }
                    self.capture(*alternative, value.clone(), node);
                    ends.extend(self.stop());
                    self.open = others;
                }
                self.open = ends;
            }
            "dict_pattern" => self.capture_dict(pattern, value, node),
            _ => {
                for part in parts {
                    self.capture(*part, value.clone(), node);
                }
            }
        }
    }

    fn capture_elements(&mut self, elements: &[NodeId], whole: &Place, node: NodeId) {
        let mut is_after_rest = false;
        for (at, element) in elements.iter().enumerate() {
            let at = at as u32;
            let is_rest = self.is_splat(*element);
            let key = match is_rest {
                true => Key::From(at),
                false if is_after_rest && self.profile.patterns => Self::any_key(),
                false => Key::Position(at),
            };
            is_after_rest |= is_rest;
            self.capture(*element, Self::part_of(whole, key), node);
        }
    }

    /// Several patterns of one `case` are one of a sequence.
    pub(super) fn capture_all(&mut self, patterns: &[NodeId], value: Expression, node: NodeId) {
        match *patterns {
            [only] => self.capture(only, value, node),
            _ if patterns.iter().any(|pattern| self.captures(*pattern)) => {
                let whole = self.held(node, value);
                self.capture_elements(patterns, &whole, node);
            }
            _ => {}
        }
    }

    /// `{"k": v, **rest}`: with a rest it binds nothing to Opengrep.
    fn capture_dict(&mut self, pattern: NodeId, value: Expression, node: NodeId) {
        let parts = self.parts(pattern);
        if !self.profile.patterns && parts.iter().any(|part| self.is_splat(*part)) {
            self.form.untranslated.push(pattern);
            return;
        }
        let whole = self.held(node, value);
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            if self.is_splat(*part) {
                self.capture(*part, read(whole.clone()), node);
                at += 1;
                continue;
            }
            let key = self.known_key(*part).unwrap_or_else(Self::any_key);
            if let Some(inner) = parts.get(at + 1) {
                self.capture(*inner, Self::part_of(&whole, key), node);
            }
            at += 2;
        }
    }

    fn is_splat(&self, node: NodeId) -> bool {
        match self.kind(node) {
            Some(Kind::Spread) => true,
            Some(Kind::OtherExpression) => self.name_of(node) == "splat_pattern",
            _ => false,
        }
    }

    /// Whether a pattern binds names. Inside a class Opengrep sees none.
    pub(super) fn captures(&self, pattern: NodeId) -> bool {
        let mut open = vec![pattern];
        while let Some(next) = open.pop() {
            match self.kind(next) {
                Some(Kind::Name) if self.name_of(next) != "_" => return true,
                Some(Kind::Tuple | Kind::List | Kind::Spread) => open.extend(self.parts(next)),
                Some(Kind::Call) if self.profile.patterns => open.extend(self.parts(self.slot(next, 1))),
                Some(Kind::OtherExpression) => match self.name_of(next) {
                    "keyword_pattern" => open.push(self.slot(next, 1)),
                    _ => open.extend(self.parts(next)),
                },
                Some(Kind::Variable) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether a pattern of a `case` takes everything.
    pub(super) fn takes_all(&self, pattern: NodeId) -> bool {
        match self.kind(pattern) {
            Some(Kind::Name) => true,
            // `_` is no name to the grammar.
            Some(Kind::OtherExpression) => self.tree.source(pattern) == "_",
            _ => false,
        }
    }

    /// A declared name as a target.
    pub(super) fn declared(&mut self, name: NodeId) -> Place {
        match self.is(name, Kind::Identifier) {
            true => self.named(name),
            false => {
                // A computed name of a member.
                let value = self.value(name);
                let mut place = Place::variable(crate::taint::form::Variable::This, NodeId::NONE);
                place.parts.push(Part {
                    key: Key::Any(Box::new(value)),
                    node: name,
                });
                place
            }
        }
    }

    /// Something that is there and says nothing.
    pub(super) fn nothing() -> Expression {
        literal(NodeId::NONE)
    }
}

/// Classes of which a pattern with one part binds the value itself.
fn is_value_type(name: &str) -> bool {
    matches!(
        name,
        "bool" | "bytearray" | "bytes" | "dict" | "float" | "frozenset" | "int" | "list" | "set" | "str" | "tuple"
    )
}
