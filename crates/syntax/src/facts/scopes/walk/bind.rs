//! What declarations and assignments bind: the names in their targets.

use super::{How, ScopeKind, Step, Target, Value, Walk};
use crate::facts::scopes::{Assigned, Meaning, Role};
use crate::facts::{Assignment, DefinitionId, Fields};
use crate::tree::{Kind, NodeId, Symbol, Tree};

impl Walk<'_> {
    /// The string of a call of `require`.
    pub(super) fn required(&self, value: NodeId) -> Option<Symbol> {
        let tree = self.tree;
        let require = self.words.require?;
        let [callee, arguments] = *tree.children(value.some()?) else {
            return None;
        };
        let is_call = tree.kind(value) == Kind::Call && callee.is_some() && tree.kind(callee) == Kind::Name;
        if !is_call || tree.node(callee).name != require {
            return None;
        }
        match *tree.children(arguments.some()?) {
            [path] if path.is_some() && tree.kind(path) == Kind::Str => Some(tree.node(path).name),
            _ => None,
        }
    }

    pub(super) fn target(&self, pattern: NodeId, how: How, site: NodeId, value: Value) -> Step {
        Step::Bind(Target {
            pattern,
            how,
            site,
            value,
            required: None,
        })
    }

    /// The targets of loops and `with`: where assignments make local variables they are the same as assigned ones.
    pub(super) fn how_bound(&self) -> How {
        match self.traits.assignment {
            Assignment::MakesLocal => How::Assigned,
            _ => How::Declared(Role::Bound),
        }
    }

    pub(super) fn bind(&mut self, target: Target) {
        let (tree, pattern) = (self.tree, target.pattern);
        if !pattern.is_some() {
            return;
        }
        // Of a value that is taken apart the parts are not known.
        let part = |part: NodeId| {
            Step::Bind(Target {
                pattern: part,
                value: Value::Unknown,
                required: None,
                ..target
            })
        };
        match tree.kind(pattern) {
            Kind::Name | Kind::Identifier => self.bind_name(target),
            Kind::Tuple | Kind::List | Kind::Spread => {
                let parts = tree.children(pattern).iter().rev();
                self.steps.extend(parts.map(|child| part(*child)));
            }
            Kind::Record => {
                for member in tree.children(pattern).iter().rev().filter(|member| member.is_some()) {
                    let required = match target.required {
                        Some((path, None)) => tree.node(*member).name.some().map(|name| (path, Some(name))),
                        _ => None,
                    };
                    self.steps.push(Step::Bind(Target {
                        pattern: *member,
                        value: Value::Unknown,
                        required,
                        ..target
                    }));
                }
            }
            Kind::Property => {
                let (key, value) = (tree.child(pattern, 0), tree.child(pattern, 1));
                let inner = match value.is_some() && tree.kind(value) == Kind::Name {
                    true => target.required,
                    false => None,
                };
                let value = Step::Bind(Target {
                    pattern: value,
                    required: inner,
                    ..target
                });
                self.next(&[Step::Visit(key), value]);
            }
            // `{a = 1}`: a default.
            Kind::Assign => self.next(&[Step::Visit(tree.child(pattern, 1)), part(tree.child(pattern, 0))]),
            Kind::Member => {
                self.field(pattern);
                if let Some(field) = self.made.definition(pattern) {
                    self.assign(field, target.value, target.site);
                }
                self.next(&[Step::Visit(tree.child(pattern, 0))]);
            }
            // `for (const x of y)`
            Kind::Variable => {
                let [attributes, declared_type, inner, declared] = [0, 1, 3, 4].map(|slot| tree.child(pattern, slot));
                let how = match target.how {
                    How::Declared(role) => How::Declared(role),
                    How::Assigned => How::Declared(Role::Bound),
                };
                let declared = Step::Bind(Target {
                    pattern: declared.some().unwrap_or(inner),
                    how,
                    site: pattern,
                    value: Value::Unknown,
                    required: None,
                });
                self.next(&[Step::Visit(attributes), Step::Visit(declared_type), declared]);
            }
            // What a `case` takes apart.
            Kind::OtherExpression | Kind::Arguments => {
                let parts = captures(tree, pattern).iter().rev();
                self.steps.extend(parts.map(|child| part(*child)));
            }
            Kind::Call if target.how == How::Assigned && self.traits.case_captures => {
                self.next(&[Step::Visit(tree.child(pattern, 0)), part(tree.child(pattern, 1))]);
            }
            _ => self.visit(pattern),
        }
    }

    fn bind_name(&mut self, target: Target) {
        let node = target.pattern;
        let name = self.tree.node(node).name;
        let definition = match target.how {
            How::Declared(role) => {
                let definition = match self.made.definition(node) {
                    Some(hoisted) => hoisted,
                    None => {
                        let repeats = role == Role::Variable && self.has_modifier(target.site, self.words.repeats);
                        let before = self.here(name).filter(|_| repeats);
                        before.unwrap_or_else(|| self.define(role, target.site))
                    }
                };
                self.made.meanings[node.index()] = Meaning::of_definition(definition);
                self.declare(name, definition);
                Some(definition)
            }
            How::Assigned => {
                let mut meaning = self.resolve(name);
                if meaning == Meaning::NOTHING
                    && let Some(made) = self.declare_by_assignment(name)
                {
                    meaning = Meaning::of_definition(made);
                }
                self.made.meanings[node.index()] = meaning;
                meaning.definition()
            }
        };
        let Some(definition) = definition else { return };
        self.assign(definition, target.value, target.site);
        if let Some((path, member)) = target.required {
            let import = self.made.imports.require(path, member);
            self.made.definitions[definition.0 as usize].import = Some(import);
        }
    }

    fn declare_by_assignment(&mut self, name: Symbol) -> Option<DefinitionId> {
        match self.traits.assignment {
            Assignment::Refers => None,
            Assignment::MakesLocal => {
                let made = self.define(Role::Variable, NodeId::NONE);
                self.declare(name, made);
                Some(made)
            }
            Assignment::MakesGlobal => Some(self.declare_global(name)),
        }
    }

    pub(super) fn assign(&mut self, definition: DefinitionId, value: Value, by: NodeId) {
        let assigned = &mut self.made.definitions[definition.0 as usize].assigned;
        *assigned = match (value, *assigned) {
            (Value::None, before) => before,
            (Value::Known(value), Assigned::Never) => Assigned::Once { value, by },
            _ => Assigned::Many,
        };
    }

    /// `this.x`: the field of the class around.
    pub(super) fn field(&mut self, member: NodeId) {
        let (tree, object) = (self.tree, self.tree.child(member, 0));
        if self.traits.fields != Fields::Everywhere
            || !object.is_some()
            || tree.kind(object) != Kind::Special
            || Some(tree.node(object).name) != self.words.this
        {
            return;
        }
        let class = self.open.iter().rposition(|scope| scope.kind == ScopeKind::Class);
        let found = self.find(tree.node(member).name, |_, binding| {
            Some(binding.depth as usize) == class
        });
        if let Some(found) = found {
            self.made.meanings[member.index()] = Meaning::of_definition(found);
        }
    }

    pub(super) fn has_modifier(&self, declaration: NodeId, word: Option<Symbol>) -> bool {
        let tree = self.tree;
        let attributes = tree.child(declaration, 0).some().map(|list| tree.children(list));
        let mut attributes = attributes.unwrap_or_default().iter();
        word.is_some() && attributes.any(|attribute| attribute.is_some() && tree.node(*attribute).name.some() == word)
    }
}

/// The names that a pattern declares or assigns.
pub(super) fn names_of(tree: &Tree, pattern: NodeId) -> Vec<NodeId> {
    let (mut names, mut open) = (Vec::new(), vec![pattern]);
    while let Some(next) = open.pop().map(NodeId::some) {
        let Some(next) = next else { continue };
        let children = tree.children(next);
        match tree.kind(next) {
            Kind::Name | Kind::Identifier => names.push(next),
            Kind::Tuple | Kind::List | Kind::Spread | Kind::Record | Kind::CaseLabels | Kind::Arguments => {
                open.extend(children.iter().rev());
            }
            Kind::OtherExpression => open.extend(captures(tree, next).iter().rev()),
            Kind::Property | Kind::Call => open.extend(children.get(1)),
            Kind::Assign => open.extend(children.first()),
            _ => {}
        }
    }
    names
}

/// The parts of a pattern of a `case` that may bind names: the keyword of a keyword pattern does not.
fn captures(tree: &Tree, pattern: NodeId) -> &[NodeId] {
    let from = usize::from(tree.name_of(pattern) == "keyword_pattern");
    tree.children(pattern).get(from..).unwrap_or_default()
}
