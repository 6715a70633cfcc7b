use serde_json::Value;

/// Longest id that is read, in bytes.
const ID: usize = 200;

/// The id of a message that does not parse as a whole: the member `id` of the outermost object, if it stands before what is
/// wrong. Null if there is none to be read.
pub(super) fn id(line: &str) -> Value {
    let bytes = line.as_bytes();
    let (mut depth, mut at) = (0_usize, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let Some(end) = string_end(bytes, at) else {
                    return Value::Null;
                };
                let is_key = depth == 1 && &line[at..=end] == "\"id\"";
                at = end;
                if is_key && let Some(value) = line[end + 1..].trim_start().strip_prefix(':') {
                    return scalar(value.trim_start());
                }
            }
            _ => {}
        }
        at += 1;
    }
    Value::Null
}

/// Where the string that starts at `at` ends.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    while end < bytes.len() {
        match bytes[end] {
            b'\\' => end += 1,
            b'"' => return Some(end),
            _ => {}
        }
        end += 1;
    }
    None
}

/// A string or a whole number at the start of a text.
fn scalar(text: &str) -> Value {
    let bytes = text.as_bytes();
    let end = match bytes.first() {
        Some(b'"') => string_end(bytes, 0).map_or(0, |end| end + 1),
        _ => bytes.iter().take_while(|b| b.is_ascii_digit() || **b == b'-').count(),
    };
    let read = text
        .get(..end.min(ID))
        .and_then(|text| serde_json::from_str::<Value>(text).ok());
    read.filter(|id| id.is_string() || id.is_i64() || id.is_u64())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_id_of_a_broken_message_is_that_of_its_outermost_object() {
        assert_eq!(
            id(r#"{"jsonrpc":"2.0","id":78,"method":"x","params":{"a":"\ud83d"}}"#),
            json!(78)
        );
        assert_eq!(id(r#"{"id" : "a\"b", "params": ["#), json!("a\"b"));
        assert_eq!(id(r#"{"params":{"id":5},"id":-6"#), json!(-6));
        assert_eq!(id(r#"{"method":"id","params":{"id":5}}"#), Value::Null);
        for broken in [
            "", "{", "{\"id\"", "{\"id\":", "{\"id\":{}}", "{\"id\":1.5}x", "[{\"id\":1}]", "nope",
        ] {
            assert!(matches!(id(broken), Value::Null | Value::Number(_)), "{broken}");
        }
        assert_eq!(id("[{\"id\":1}]"), Value::Null);
    }
}
