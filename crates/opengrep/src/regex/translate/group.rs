//! Groups, references to them, and flags.

use super::{Dialect, Flags, Refusal, Translator, wrong};

impl Translator<'_> {
    pub(super) fn group(&mut self) -> Result<(), Refusal> {
        if self.rest.starts_with('*') {
            return wrong("`(*…)` is not supported");
        }
        let outer = self.flags;
        if !self.eat("?") {
            self.open_group(outer, Some(None))?;
            return Ok(());
        }
        if self.eat("#") {
            return match self.until(")") {
                Some(_) => Ok(()),
                None => wrong("a comment is not closed"),
            };
        }
        for (opening, close) in [("P<", ">"), ("'", "'")] {
            if self.eat(opening) {
                let name = self.name(close)?;
                return self.open_group(outer, Some(Some(name)));
            }
        }
        for look in ["=", "!", "<=", "<!", ">"] {
            if self.eat(look) {
                self.backtracking()?;
                self.open(&format!("(?{look}"), outer);
                return Ok(());
            }
        }
        if self.eat("<") {
            let name = self.name(">")?;
            return self.open_group(outer, Some(Some(name)));
        }
        if self.eat(":") {
            return self.open_group(outer, None);
        }
        if self.eat("|") {
            return wrong("groups that share their numbers, `(?|`, are not supported");
        }
        if self.eat("(") {
            return self.conditional(outer);
        }
        if self.eat("P=") {
            let name = self.name(")")?;
            return self.named_reference(&name);
        }
        for call in ["P>", "&"] {
            if self.eat(call) {
                let name = self.name(")")?;
                let number = self.number_of(&name)?;
                return self.call(number);
            }
        }
        if self.eat("R)") {
            return self.call(0);
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = self.until(")").unwrap_or_default();
            return match digits.parse() {
                Ok(number) => self.call(number),
                Err(_) => wrong("a call of a group is not closed"),
            };
        }
        self.flag_group(outer)
    }

    /// `group` is `None` when it does not capture, otherwise its name.
    fn open_group(&mut self, outer: Flags, group: Option<Option<String>>) -> Result<(), Refusal> {
        self.open(if group.is_some() { "(" } else { "(?:" }, outer);
        if let Some(name) = group {
            if name.is_some() && self.out.names.contains(&name) {
                return wrong(format!("two groups are named `{}`", name.unwrap_or_default()));
            }
            self.out.names.push(name);
        }
        Ok(())
    }

    pub(super) fn open(&mut self, opening: &str, outer: Flags) {
        self.push(opening);
        self.open.push((outer, self.last));
        self.repeatable = false;
    }

    pub(super) fn name(&mut self, close: &str) -> Result<String, Refusal> {
        let name = self.until(close).unwrap_or_default();
        let correct = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if correct {
            Ok(name)
        } else {
            wrong("the name of a group is missing or has other characters than letters, digits and `_`")
        }
    }

    fn number_of(&self, name: &str) -> Result<usize, Refusal> {
        match self.out.names.iter().position(|known| known.as_deref() == Some(name)) {
            Some(index) => Ok(index + 1),
            None => wrong(format!("no group before is named `{name}`")),
        }
    }

    pub(super) fn named_reference(&mut self, name: &str) -> Result<(), Refusal> {
        let number = self.number_of(name)?;
        self.reference(number)
    }

    pub(super) fn reference(&mut self, number: usize) -> Result<(), Refusal> {
        self.backtracking()?;
        self.references.push(number);
        self.push(&format!(r"(?:\{number})"));
        Ok(())
    }

    fn call(&mut self, number: usize) -> Result<(), Refusal> {
        self.backtracking()?;
        self.references.push(number);
        self.push(&format!(r"\g<{number}>"));
        Ok(())
    }

    fn conditional(&mut self, outer: Flags) -> Result<(), Refusal> {
        self.backtracking()?;
        let condition = self.until(")").unwrap_or_default();
        let name = condition.trim_matches(['<', '>', '\'']);
        let number = match condition.parse() {
            Ok(number) => number,
            Err(_) => self.number_of(name)?,
        };
        self.references.push(number);
        self.open(&format!("(?({number})"), outer);
        Ok(())
    }

    fn flag_group(&mut self, outer: Flags) -> Result<(), Refusal> {
        let mut on = true;
        let mut for_engine = (String::new(), String::new());
        loop {
            let Some(c) = self.next() else {
                return wrong("a group is not closed");
            };
            match c {
                '-' if on => on = false,
                'm' => self.flags.multi_line = on,
                's' => self.flags.dot_all = on,
                'x' => self.flags.extended = on,
                'i' | 'U' => {
                    if c == 'U' && self.dialect == Dialect::Backtracking {
                        return wrong("the flag `U` is not supported beside look-around and back-references");
                    }
                    let side = if on { &mut for_engine.0 } else { &mut for_engine.1 };
                    if !side.contains(c) {
                        side.push(c);
                    }
                }
                ':' | ')' => {
                    if for_engine.0.chars().any(|flag| for_engine.1.contains(flag)) {
                        return wrong("a flag is both set and unset");
                    }
                    let minus = if for_engine.1.is_empty() { "" } else { "-" };
                    let flags = format!("{}{minus}{}", for_engine.0, for_engine.1);
                    if c == ':' {
                        self.open(&format!("(?{flags}:"), outer);
                    } else if !flags.is_empty() {
                        self.push(&format!("(?{flags})"));
                    }
                    self.repeatable = false;
                    return Ok(());
                }
                c => return wrong(format!("`(?{c}` is not supported")),
            }
        }
    }

    /// `\g1`, `\g{-1}`, `\g{name}` refer; `\g<1>`, `\g<name>` call.
    pub(super) fn general_reference(&mut self) -> Result<(), Refusal> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (target, call) = if self.eat("{") {
            (self.until("}"), false)
        } else if self.eat("<") {
            (self.until(">"), true)
        } else if self.eat("'") {
            (self.until("'"), true)
        } else {
            let target = self.rest[..digits].to_owned();
            self.rest = &self.rest[digits..];
            (Some(target), false)
        };
        let target = target.unwrap_or_default();
        let number = match target.parse::<i64>() {
            Ok(number) if number < 0 => usize::try_from(self.out.names.len() as i64 + 1 + number).unwrap_or(0),
            Ok(number) => usize::try_from(number).unwrap_or(usize::MAX),
            Err(_) => self.number_of(&target)?,
        };
        if call {
            self.call(number)
        } else if number == 0 {
            wrong(format!(r"`\g{{{target}}}` refers to no group"))
        } else {
            self.reference(number)
        }
    }
}
