//! What the server says about itself. A model reads it at every start: a change is a decision, never an accident.

use std::path::Path;

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::support::{Bed, Client, Revision};

const UPDATE: &str = "SECREVIEW_UPDATE_SURFACE";

/// Tools that store something, and whether a second call changes nothing more.
const WRITERS: &[(&str, bool)] = &[
    ("reload_rules", true),
    ("save_security_report", false),
    ("propose_finding_status", false),
    ("propose_opengrep_rule", false),
    ("request_project", true),
];

async fn sqlite_bed() -> Bed {
    Bed::new(store::Engine::Sqlite).await
}

async fn surface(client: &Client) -> Value {
    json!({
        "instructions": client.instructions(),
        "prompts": client.prompts().await,
        "resource_templates": client.templates().await,
        "tools": client.tools().await,
    })
}

/// The same value with the keys of every object in order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort();
            let fields: Map<String, Value> = names
                .into_iter()
                .map(|name| (name.clone(), sorted(&fields[name])))
                .collect();
            Value::Object(fields)
        }
        Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

fn pretty(value: &Value) -> String {
    format!("{}\n", serde_json::to_string_pretty(&sorted(value)).expect("JSON"))
}

fn digest(value: &Value) -> String {
    Sha256::digest(pretty(value))
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[tokio::test]
async fn the_surface_is_the_one_that_was_reviewed() {
    let bed = sqlite_bed().await;
    let surface = surface(&bed.client().await).await;
    let now = pretty(&json!({"sha256": digest(&surface), "surface": surface}));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/surface.json");
    if std::env::var_os(UPDATE).is_some_and(|value| value == "1") {
        std::fs::write(&file, &now).expect("written");
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    let lines = now.lines().zip(stored.lines().chain(std::iter::repeat("")));
    let difference = lines
        .filter(|(_, old)| !old.contains("\"sha256\""))
        .find(|(new, old)| new != old);
    assert!(
        now == stored,
        "tools, prompts, templates or instructions are not those of tests/surface.json, first here: {difference:?}. If that \
         is meant, run this test with {UPDATE}=1, which writes the file, and review the change of it like one of a contract"
    );
    bed.remove().await;
}

#[tokio::test]
async fn the_surface_does_not_depend_on_the_revision_of_the_protocol() {
    let bed = sqlite_bed().await;
    let by_handshake = surface(&bed.client().await).await;
    let without = surface(&bed.client_of(Revision::Modern).await).await;
    assert_eq!(pretty(&by_handshake), pretty(&without));
    bed.remove().await;
}

/// Every property of an input schema, with its path.
fn properties(schema: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        properties(property, &path, found);
        properties(&property["items"], &path, found);
        for branch in property["anyOf"].as_array().into_iter().flatten() {
            properties(branch, &path, found);
            properties(&branch["items"], &path, found);
        }
        found.push((path, property.clone()));
    }
}

#[tokio::test]
async fn every_argument_of_every_tool_is_described_and_stands_in_place() {
    let bed = sqlite_bed().await;
    for tool in bed.client().await.tools().await {
        let schema = Value::Object((*tool.input_schema).clone());
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert!(
            !schema.to_string().contains("$ref"),
            "{}: hosts follow references badly",
            tool.name
        );
        let mut found = Vec::new();
        properties(&schema, &tool.name, &mut found);
        for (path, property) in found {
            let description = property["description"].as_str().unwrap_or_default();
            assert!(description.len() > 5, "{path} has no description: {property}");
        }
        let output = tool
            .output_schema
            .as_deref()
            .unwrap_or_else(|| panic!("{} has no output schema", tool.name));
        assert_eq!(output["type"], "object", "{}", tool.name);
    }
    bed.remove().await;
}

#[tokio::test]
async fn annotations_say_what_writes_and_that_nothing_is_destroyed() {
    let bed = sqlite_bed().await;
    for tool in bed.client().await.tools().await {
        let writer = WRITERS.iter().find(|(name, _)| *name == tool.name);
        let annotations = serde_json::to_value(&tool.annotations).expect("JSON");
        let expected = json!({
            "title": tool.title,
            "readOnlyHint": writer.is_none(),
            "destructiveHint": false,
            "idempotentHint": writer.is_none_or(|(_, idempotent)| *idempotent),
            "openWorldHint": false,
        });
        assert_eq!(annotations, expected, "{}", tool.name);
    }
    bed.remove().await;
}

/// Every text under a key `description`.
fn descriptions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if name == "description" => found.push(text.clone()),
                    other => descriptions(other, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| descriptions(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn descriptions_describe_and_command_nobody() {
    let bed = sqlite_bed().await;
    let mut surface = surface(&bed.client().await).await;
    surface.as_object_mut().expect("an object").remove("instructions");
    let mut found = Vec::new();
    descriptions(&surface, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for text in found {
        // The name of the marker in sources is no word of ours.
        let lower = text.replace("`secreview:ignore`", "").to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
        for word in ["must", "ignore", "important"] {
            assert!(!words.contains(&word), "`{word}` in: {text}");
        }
        assert!(!lower.contains("always call"), "{text}");
    }
    bed.remove().await;
}
