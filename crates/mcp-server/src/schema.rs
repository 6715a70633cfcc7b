//! JSON schemas of what tools take and give, from the types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The schema of an input: draft 2020-12, everything in place, since hosts follow references badly.
pub(crate) fn of_input<T: JsonSchema>() -> Map<String, Value> {
    finish(settings().into_generator().into_root_schema_for::<T>().to_value())
}

/// The schema of an output: what is always written is required.
pub(crate) fn of_output<T: JsonSchema>() -> Map<String, Value> {
    finish(
        settings()
            .for_serialize()
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value(),
    )
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

fn finish(schema: Value) -> Map<String, Value> {
    let Value::Object(mut schema) = schema else {
        return Map::new();
    };
    schema.remove("title");
    schema.remove("description");
    schema.values_mut().for_each(shorten);
    // A tool without arguments still takes an object.
    schema.entry("type").or_insert_with(|| "object".into());
    schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    schema
}

/// Writes words as a plain `enum`: short, and what every host understands. The descriptions of single words are for the
/// documentation.
fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let words: Option<Vec<Value>> = fields
                .get("oneOf")
                .and_then(Value::as_array)
                .and_then(|branches| branches.iter().map(|branch| branch.get("const").cloned()).collect());
            if let Some(words) = words {
                fields.remove("oneOf");
                fields.insert("type".into(), "string".into());
                fields.insert("enum".into(), Value::Array(words));
            }
            fields.values_mut().for_each(shorten);
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        _ => {}
    }
}
