//! Arguments of tools: brought to the types of the schema, checked against it, and refused without repeating a value.

use jsonschema::Validator;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::{Map, Value};

use crate::failure::Failure;

/// Most problems that one refusal lists.
const LISTED: usize = 10;

/// Reads a list or an object that was sent as the text of JSON, and a number or a truth value that was sent as text,
/// where the schema wants one. Some hosts send them so.
pub(crate) fn coerce(schema: &Map<String, Value>, value: &mut Value) {
    let wanted = types(schema);
    if let Value::String(text) = value
        && !wanted.contains(&"string")
        && let Some(read) = read(text, &wanted)
    {
        *value = read;
    }
    if wanted.contains(&"integer")
        && let Some(whole) = whole(value)
    {
        *value = whole;
    }
    match value {
        Value::Object(fields) => {
            let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
                return;
            };
            for (name, field) in fields {
                if let Some(schema) = properties.get(name).and_then(Value::as_object) {
                    coerce(schema, field);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = schema.get("items").and_then(Value::as_object) {
                items.iter_mut().for_each(|item| coerce(schema, item));
            }
        }
        _ => {}
    }
}

/// The types that a schema names, `anyOf` included.
fn types(schema: &Map<String, Value>) -> Vec<&str> {
    let mut found = match schema.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if schema.contains_key("enum") || schema.contains_key("const") {
        found.push("string");
    }
    for branch in ["anyOf", "oneOf"] {
        let branches = schema.get(branch).and_then(Value::as_array).into_iter().flatten();
        found.extend(branches.filter_map(Value::as_object).flat_map(types));
    }
    found
}

/// `5.0` is an integer for JSON Schema, and none for the types behind it.
fn whole(value: &Value) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_f64().filter(|_| !value.is_i64() && !value.is_u64())?;
    (number.fract() == 0.0 && number.abs() < EXACT).then(|| Value::from(number as i64))
}

fn read(text: &str, wanted: &[&str]) -> Option<Value> {
    let text = text.trim();
    if wanted.contains(&"boolean") {
        match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => return Some(Value::Bool(true)),
            "false" | "no" | "off" | "0" => return Some(Value::Bool(false)),
            _ => {}
        }
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let fits = match &value {
        Value::Array(_) => wanted.contains(&"array"),
        Value::Object(_) => wanted.contains(&"object"),
        Value::Number(number) => {
            wanted.contains(&"number")
                || (wanted.contains(&"integer") && (number.is_i64() || number.is_u64() || whole(&value).is_some()))
        }
        Value::Bool(_) => wanted.contains(&"boolean"),
        Value::Null => wanted.contains(&"null"),
        Value::String(_) => false,
    };
    fits.then_some(value)
}

/// Checks arguments against a schema. The refusal names each field and rule; a value could be a secret.
pub(crate) fn check(validator: &Validator, arguments: &Value) -> Result<(), Failure> {
    let mut problems: Vec<String> = Vec::new();
    let mut more = 0_usize;
    for error in validator.iter_errors(arguments) {
        if problems.len() < LISTED {
            let path = field(error.instance_path().as_str());
            problems.push(format!("{path}{}", rule(error.kind())));
        } else {
            more += 1;
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let more = if more == 0 {
        String::new()
    } else {
        format!("; and {more} more")
    };
    Err(Failure::expected(format!(
        "the arguments do not fit: {}{more}",
        problems.join("; ")
    )))
}

/// `/findings/3/title` as `findings[3].title: `. Names of fields come from the schema, but for the last one of an
/// unknown member, so they are brought to one bounded line.
fn field(pointer: &str) -> String {
    let mut path = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if part.bytes().all(|b| b.is_ascii_digit()) {
            path.push_str(&format!("[{part}]"));
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&part);
        }
    }
    if path.is_empty() {
        return path;
    }
    format!("`{}`: ", untrusted_text::safe_line(&path, 120))
}

fn rule(kind: &ValidationErrorKind) -> String {
    match kind {
        ValidationErrorKind::Required { property } => {
            format!(
                "{} is required",
                property.as_str().map_or_else(String::new, |name| format!("`{name}`"))
            )
        }
        ValidationErrorKind::MinLength { limit } => format!("shorter than {limit} characters"),
        ValidationErrorKind::MaxLength { limit } => format!("longer than {limit} characters"),
        ValidationErrorKind::MinItems { limit } => format!("fewer than {limit} entries"),
        ValidationErrorKind::MaxItems { limit } => format!("more than {limit} entries"),
        ValidationErrorKind::Minimum { limit } => format!("below {limit}"),
        ValidationErrorKind::Maximum { limit } => format!("above {limit}"),
        ValidationErrorKind::Enum { options } => format!("not one of {}", words(options)),
        ValidationErrorKind::Type { kind } => format!("not of the type {}", type_names(kind)),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => any_of(context),
        ValidationErrorKind::Pattern { .. } => "not of the expected form".into(),
        other => format!("against the rule `{}`", other.keyword()),
    }
}

/// A word is one of several constants, an optional value is `anyOf` the value and null: what counts is what there may be.
fn any_of(branches: &[Vec<jsonschema::ValidationError<'static>>]) -> String {
    let errors: Vec<_> = branches.iter().flatten().filter(|error| !wants_null(error)).collect();
    let constants: Vec<String> = errors.iter().flat_map(|error| constants(error)).collect();
    if !constants.is_empty() {
        return format!("not one of {}", constants.join(", "));
    }
    let rules: Vec<String> = errors.iter().map(|error| rule(error.kind())).take(LISTED).collect();
    if rules.is_empty() {
        "of no expected form".into()
    } else {
        rules.join(" or ")
    }
}

/// The words that a failed branch would have taken.
fn constants(error: &jsonschema::ValidationError<'static>) -> Vec<String> {
    match error.kind() {
        ValidationErrorKind::Constant { expected_value } => expected_value
            .as_str()
            .map(|word| format!("`{word}`"))
            .into_iter()
            .collect(),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            context.iter().flatten().flat_map(constants).collect()
        }
        _ => Vec::new(),
    }
}

fn wants_null(error: &jsonschema::ValidationError<'static>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Type { kind } if type_names(kind).is_empty())
}

/// The types that are wanted, null left out.
fn type_names(kind: &TypeKind) -> String {
    let names: Vec<String> = match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(set) => set.iter().map(|one| one.to_string()).collect(),
    };
    let names: Vec<String> = names.into_iter().filter(|name| name != "null").collect();
    names.join(" or ")
}

fn words(options: &Value) -> String {
    let words = options.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
