//! The expressions of `requires`: labels, `True`, `False`, `and`, `or`, `not` and parentheses.

/// The most words of an expression: labels, operators and parentheses.
const MAX_WORDS: usize = 500;

/// Checks an expression; the error says what is wrong with it.
pub(super) fn check(expression: &str) -> Result<(), String> {
    let mut words = words(expression)?.into_iter().peekable();
    // Whether an operand comes next, and how many parentheses are open: all that such an expression has of grammar.
    let (mut operand, mut open) = (true, 0usize);
    for word in words.by_ref() {
        match (word, operand) {
            ("not", true) => {}
            ("(", true) => open += 1,
            (")", false) if open > 0 => open -= 1,
            ("and" | "or", false) => operand = true,
            ("(" | ")" | "and" | "or" | "not", _) => return Err(format!("`{word}` cannot stand here")),
            (_, true) => operand = false,
            (label, false) => {
                return Err(format!(
                    "an operator is missing before `{}`",
                    super::problem::shown(label)
                ));
            }
        }
    }
    match (operand, open) {
        (true, _) => Err("a label is missing at the end".to_owned()),
        (false, 0) => Ok(()),
        (false, _) => Err("a parenthesis is not closed".to_owned()),
    }
}

/// The words of an expression, at most [`MAX_WORDS`].
pub(crate) fn words(expression: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            'a'..='z' | 'A'..='Z' | '_' => rest
                .bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                .count(),
            '$' => return Err("a metavariable is not a label".to_owned()),
            other => return Err(format!("`{other}` is not part of an expression over labels")),
        };
        let (word, after) = rest.split_at(length);
        if words.len() == MAX_WORDS {
            return Err(format!("it has more than {MAX_WORDS} words"));
        }
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn an_expression_over_labels_is_labels_and_boolean_operators() {
        for good in [
            "A", "__SOURCE__", "True", "not A", "not not A", "A and not (B or False)", "((A))", " A\n and B",
            "A and(B)",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("", "a label is missing at the end"),
            ("A and", "a label is missing at the end"),
            ("()", "`)` cannot stand here"),
            ("A + B", "`+` is not part of an expression over labels"),
            ("$X", "a metavariable is not a label"),
            ("A B", "an operator is missing before `B`"),
            ("A not B", "`not` cannot stand here"),
            ("(A", "a parenthesis is not closed"),
            ("A)", "`)` cannot stand here"),
            ("and A", "`and` cannot stand here"),
        ] {
            assert_eq!(check(bad), Err(why.to_owned()), "{bad}");
        }
    }
}
