//! Interned texts.

use std::collections::HashMap;
use std::sync::Arc;

/// An interned text. Two symbols of one [`Names`], or of two that stand on the same base and are both of the base, are equal
/// exactly when their texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// No name.
    pub const NONE: Symbol = Symbol(u32::MAX);

    /// `None` for [`Symbol::NONE`].
    pub fn some(self) -> Option<Symbol> {
        (self != Self::NONE).then_some(self)
    }
}

/// A table of texts, possibly on top of a finished one: rules make a base, and every file adds its own names to it.
#[derive(Clone, Debug, Default)]
pub struct Names {
    base: Option<Arc<Names>>,
    /// Number of texts in the base.
    offset: u32,
    texts: Vec<Arc<str>>,
    index: HashMap<Arc<str>, Symbol, foldhash::fast::RandomState>,
}

impl Names {
    /// An empty table on top of another.
    pub fn on(base: Option<Arc<Names>>) -> Self {
        let offset = base.as_ref().map_or(0, |base| base.len());
        Self {
            base,
            offset,
            ..Self::default()
        }
    }

    fn len(&self) -> u32 {
        self.offset + self.texts.len() as u32
    }

    /// The symbol of a text, if it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let own = self.index.get(text).copied();
        own.or_else(|| self.base.as_ref()?.get(text))
    }

    /// The symbol of a text, which gets one if it has none.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(found) = self.get(text) {
            return found;
        }
        let symbol = Symbol(self.len());
        let text: Arc<str> = Arc::from(text);
        self.texts.push(Arc::clone(&text));
        self.index.insert(text, symbol);
        symbol
    }

    /// The text of a symbol, empty for [`Symbol::NONE`] and for one of another table.
    pub fn text(&self, symbol: Symbol) -> &str {
        if symbol.0 < self.offset {
            return self.base.as_ref().map_or("", |base| base.text(symbol));
        }
        let own = (symbol.0 - self.offset) as usize;
        self.texts.get(own).map_or("", |text| text)
    }

    /// As [`Names::text`], to be kept.
    pub fn shared(&self, symbol: Symbol) -> Arc<str> {
        if symbol.0 < self.offset {
            return self
                .base
                .as_ref()
                .map_or_else(|| Arc::from(""), |base| base.shared(symbol));
        }
        let own = symbol
            .0
            .checked_sub(self.offset)
            .and_then(|own| self.texts.get(own as usize));
        own.map_or_else(|| Arc::from(""), Arc::clone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_agrees_with_the_rules_on_the_names_of_the_rules() {
        let mut rules = Names::default();
        let eval = rules.intern("eval");
        let base = Arc::new(rules);
        let (mut one, other) = (Names::on(Some(Arc::clone(&base))), Names::on(Some(base)));
        assert_eq!(one.intern("eval"), eval);
        let own = one.intern("mine");
        assert_ne!(own, eval);
        assert_eq!((one.text(own), one.text(eval)), ("mine", "eval"));
        assert_eq!(other.get("mine"), None);
        assert_eq!(other.text(Symbol::NONE), "");
    }
}
