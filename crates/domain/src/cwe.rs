use crate::Error;

/// Longest input and longest canonical form, in characters.
const MAX_CHARS: usize = 20;

/// The canonical form of a weakness: `CWE-` and its number without leading zeros. Blank is none.
///
/// `89`, `cwe89`, `CWE: 089` are all `CWE-89`.
///
/// # Errors
///
/// [`Error::Invalid`] for anything else, and for more than 20 characters.
pub fn parse_cwe(text: &str) -> Result<Option<String>, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let expected = || Error::invalid("cwe is not a weakness: expected a number or CWE- and a number, such as CWE-89");
    let rest = match text.get(..3) {
        Some(prefix) if prefix.eq_ignore_ascii_case("cwe") => &text[3..],
        _ => text,
    };
    let digits = rest.trim_start_matches(['-', ':', ' ']);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(expected());
    }
    let number = digits.trim_start_matches('0');
    let cwe = format!("CWE-{number}");
    if number.is_empty() || text.len() > MAX_CHARS || cwe.len() > MAX_CHARS {
        return Err(expected());
    }
    Ok(Some(cwe))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_usual_spellings_come_to_one_form() {
        for text in [
            "89", "cwe89", "CWE: 89", "cwe-89", " CWE-89 ", "CWE-089", "Cwe - 89", "-89", "0089",
        ] {
            assert_eq!(parse_cwe(text), Ok(Some("CWE-89".to_owned())), "{text}");
        }
        assert_eq!(parse_cwe("  "), Ok(None));
        assert_eq!(parse_cwe("1321"), Ok(Some("CWE-1321".to_owned())));
    }

    #[test]
    fn anything_else_is_refused_with_the_expected_form() {
        let cases = [
            "CWE", "CWE-", "CWE-x", "8 9", "CWE-89a", "CWE-CWE-89", "٨٩", "８９", "0", "CWE-000", "²", "+89", "89.0",
            "12345678901234567", "000000000000000000089", "çwe-89", "cw",
        ];
        for text in cases {
            let error = parse_cwe(text).unwrap_err().to_string();
            assert_eq!(
                error, "cwe is not a weakness: expected a number or CWE- and a number, such as CWE-89",
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn an_accepted_weakness_is_its_own_canonical_form(text in "\\PC{0,24}|(CWE|cwe|)[-: ]{0,3}[0-9]{0,20}") {
            if let Ok(Some(cwe)) = parse_cwe(&text) {
                prop_assert!(cwe.len() <= 20);
                prop_assert_eq!(parse_cwe(&cwe), Ok(Some(cwe.clone())));
            }
        }
    }
}
