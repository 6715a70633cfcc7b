//! Regular expressions that take exponential time in an engine that backtracks.
//!
//! The sign of one is a repetition in a repetition, followed by something that can fail: `(a+)+$`. The expression is read once from left
//! to right; of each part only a summary is kept. Ambiguity without nested repetition, as in `(a|aa)+$`, is not seen.

/// How deep groups nest in an expression that is read.
const MAX_NESTING: usize = 500;

/// The least upper bound of an outer repetition that matters.
const LEAST_RUNS: u32 = 4;

/// What is known of a part of an expression.
#[derive(Clone, Copy, Default)]
struct Part {
    /// There are texts at which it does not match.
    can_fail: bool,
    /// It contains a repetition that can run two different positive numbers of times.
    varies: bool,
    /// It contains a repetition, of four times or more, of what varies.
    explodes: bool,
}

/// A group that is being read.
#[derive(Default)]
struct Group {
    kind: Kind,
    /// Whether all alternatives before can fail.
    all_fail: bool,
    /// What the alternatives before are.
    before: Part,
    /// What the alternative that is being read has, up to the last item.
    sequence: Part,
    /// The last item, when it can still be repeated.
    last: Option<Part>,
    /// There was an alternative before.
    alternatives: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Plain,
    /// `(?>…)`: does not give back what it matched.
    Atomic,
    /// Look-around.
    Look,
}

/// True when a text is a regular expression that can take exponential time; false also when it is no regular expression.
pub fn backtracks_without_end(text: &str) -> bool {
    read(text).unwrap_or(false)
}

/// `None` when it can't be read.
fn read(text: &str) -> Option<bool> {
    let mut found = false;
    let mut open: Vec<Group> = Vec::new();
    let mut group = Group::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '(' => {
                let (kind, after) = opening(rest)?;
                rest = after;
                if let Some(kind) = kind {
                    if open.len() == MAX_NESTING {
                        return None;
                    }
                    open.push(std::mem::replace(
                        &mut group,
                        Group {
                            kind,
                            ..Group::default()
                        },
                    ));
                }
            }
            ')' => {
                let part = group.close(&mut found);
                group = open.pop()?;
                group.item(part, &mut found);
            }
            '|' => group.alternative(&mut found),
            '*' | '+' | '?' => {
                let least = u32::from(c == '+');
                let most = (c == '?').then_some(1);
                rest = group.repeat(least, most, rest)?;
            }
            '{' => match counts(rest) {
                Some((least, most, after)) => rest = group.repeat(least, most, after)?,
                None => group.item(ATOM, &mut found),
            },
            '[' => {
                rest = after_class(rest)?;
                group.item(ATOM, &mut found);
            }
            '\\' => {
                let escaped = rest.chars().next()?;
                rest = &rest[escaped.len_utf8()..];
                if matches!(escaped, 'p' | 'P' | 'x' | 'u' | 'k' | 'g')
                    && let Some(after) = rest.strip_prefix('{')
                {
                    rest = after.split_once('}')?.1;
                }
                group.item(ATOM, &mut found);
            }
            _ => group.item(ATOM, &mut found),
        }
    }
    if !open.is_empty() {
        return None;
    }
    group.close(&mut found);
    Some(found)
}

/// A character, a class, an anchor, a back-reference.
const ATOM: Part = Part {
    can_fail: true,
    varies: false,
    explodes: false,
};

impl Group {
    /// Puts the last item behind those before it.
    fn settle(&mut self, found: &mut bool) {
        if let Some(last) = self.last.take() {
            *found |= self.sequence.explodes && last.can_fail;
            self.sequence.can_fail |= last.can_fail;
            self.sequence.varies |= last.varies;
            self.sequence.explodes |= last.explodes;
        }
    }

    fn item(&mut self, part: Part, found: &mut bool) {
        self.settle(found);
        self.last = Some(part);
    }

    fn alternative(&mut self, found: &mut bool) {
        self.settle(found);
        let sequence = std::mem::take(&mut self.sequence);
        self.all_fail = sequence.can_fail && (self.all_fail || !self.alternatives);
        self.before.varies |= sequence.varies;
        self.before.explodes |= sequence.explodes;
        self.alternatives = true;
    }

    fn close(&mut self, found: &mut bool) -> Part {
        self.alternative(found);
        match self.kind {
            Kind::Plain => Part {
                can_fail: self.all_fail,
                ..self.before
            },
            Kind::Atomic => Part {
                can_fail: self.all_fail,
                ..Part::default()
            },
            Kind::Look => ATOM,
        }
    }

    /// Repeats the last item. `rest` is what follows the operator; returned is what follows its `?` or `+`.
    fn repeat<'t>(&mut self, least: u32, most: Option<u32>, rest: &'t str) -> Option<&'t str> {
        let body = self.last?;
        let can_fail = body.can_fail && least > 0;
        let possessive = rest.strip_prefix('+');
        self.last = Some(match possessive {
            Some(_) => Part {
                can_fail,
                ..Part::default()
            },
            None => Part {
                can_fail,
                varies: body.varies || most.is_none_or(|most| most > least.max(1)),
                explodes: body.explodes || (body.varies && most.is_none_or(|most| most >= LEAST_RUNS)),
            },
        });
        Some(possessive.or_else(|| rest.strip_prefix('?')).unwrap_or(rest))
    }
}

/// The kind of the group that starts before `rest`, `None` when it is flags or a comment, and what follows.
fn opening(rest: &str) -> Option<(Option<Kind>, &str)> {
    let Some(rest) = rest.strip_prefix('?') else {
        return Some((Some(Kind::Plain), rest));
    };
    for (opening, kind) in [
        (":", Kind::Plain),
        (">", Kind::Atomic),
        ("=", Kind::Look),
        ("!", Kind::Look),
        ("<=", Kind::Look),
        ("<!", Kind::Look),
    ] {
        if let Some(rest) = rest.strip_prefix(opening) {
            return Some((Some(kind), rest));
        }
    }
    for (opening, close) in [("P<", '>'), ("<", '>'), ("'", '\'')] {
        if let Some(rest) = rest.strip_prefix(opening) {
            return Some((Some(Kind::Plain), rest.split_once(close)?.1));
        }
    }
    if let Some(rest) = rest.strip_prefix('#') {
        return Some((None, rest.split_once(')')?.1));
    }
    let flags = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    match flags.strip_prefix(':') {
        Some(rest) => Some((Some(Kind::Plain), rest)),
        None => Some((None, flags.strip_prefix(')')?)),
    }
}

/// The bounds of a counted repetition whose `{` stands before `rest`, and what follows it.
fn counts(rest: &str) -> Option<(u32, Option<u32>, &str)> {
    let (counts, after) = rest.split_once('}')?;
    let (least, most) = match counts.split_once(',') {
        Some((least, "")) => (least.parse().ok()?, None),
        Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
        None => {
            let count = counts.parse().ok()?;
            (count, Some(count))
        }
    };
    Some((least, most, after))
}

/// What follows the class whose `[` stands before `rest`.
fn after_class(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix('^').unwrap_or(rest);
    let mut rest = rest.strip_prefix(']').unwrap_or(rest);
    loop {
        let c = rest.chars().next()?;
        let named = rest.strip_prefix("[:").and_then(|name| name.split_once(":]"));
        rest = match named {
            Some((name, after)) if name.chars().all(|c| c.is_ascii_alphabetic() || c == '^') => after,
            _ => &rest[c.len_utf8()..],
        };
        match c {
            ']' => return Some(rest),
            '\\' => rest = &rest[rest.chars().next()?.len_utf8()..],
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::backtracks_without_end;

    #[test]
    fn a_repetition_in_a_repetition_before_what_can_fail_backtracks_without_end() {
        for text in [
            "(a+)+$", "(a*)*b", "(x+x+)+y", "(.*,)*$", "(ab*)*c", "(a+)+?b", "(a+){4}b", "(?:a+){2,}b", "((a{1,2}))*b",
            "^(([a-z])+.)+[A-Z]", "(x(a+)+)b", "(?<n>a+)+b", "(?i)(a+)+b", "(?i:a+)+b", "c|(a+)+b", r"([\]]+)+b",
            r"([[:alpha:]]+)+b", r"(\p{L}+)*=", "(?=(a+)+b)", "(a+)+(b|c)",
        ] {
            assert!(backtracks_without_end(text), "`{text}`");
        }
    }

    #[test]
    fn other_expressions_do_not() {
        for text in [
            "", "(a|aa)+$", "(a+)+", "(a+){3}b", "(a?)+b", "(aa?)+b", "(a++)+b", "(a+)++b", "(?>(a+)+)b", "(a{3})+b",
            "a+b+c", "(a+)+b?", "(a+)+(b|)", "(a+)+|b", "[(a+)+]b", r"\(a+\)+b", "(?=a+)+b",
        ] {
            assert!(!backtracks_without_end(text), "`{text}`");
        }
    }

    #[test]
    fn what_is_no_expression_does_not() {
        for text in [
            "(a+)+$)", "((a+)+$", "(a+)+$[", "*(a+)+$", "(a+)+$\\", "(?(a+)+$", "(a+)+$|+",
        ] {
            assert!(!backtracks_without_end(text), "`{text}`");
        }
        assert!(!backtracks_without_end(&"(".repeat(100_000)));
    }

    proptest! {
        #[test]
        fn any_text_is_analysed(text in r"([ab.*+?|^$(){}\[\]\\:=!<>,0-9pP#-]|\(\?|é){0,24}") {
            backtracks_without_end(&text);
        }
    }
}
