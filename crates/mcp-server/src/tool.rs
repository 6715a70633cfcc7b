//! What a tool is, and how a call of one is served.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use domain::{Caller, Timestamp};
use futures_util::FutureExt as _;
use jsonschema::Validator;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool as Declared, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::{BUSY, Failure};
use crate::progress::Progress;
use crate::services::Services;
use crate::{arguments, schema};

/// Whether a tool writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It only reads.
    Reads,
    /// It stores something; never changes or deletes what is there. `idempotent`: a second call changes nothing more.
    Writes { idempotent: bool },
}

/// One tool, in one file of `tools/`.
pub(crate) trait Tool: 'static {
    /// As the protocol names it; stable.
    const NAME: &'static str;
    /// As a person reads it.
    const TITLE: &'static str;
    /// What it takes, what it gives, what it does not do. Declarative: it describes the tool and steers nobody.
    const DESCRIPTION: &'static str;
    /// Whether it writes.
    const EFFECT: Effect;
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema + Send;
    /// Its structured answer; always an object.
    type Output: Serialize + JsonSchema + Send;

    /// Serves one call.
    fn call(call: Call, input: Self::Input) -> impl Future<Output = Result<Answer<Self::Output>, Failure>> + Send;
}

/// What a call is served with.
pub(crate) struct Call {
    /// Store, rules, settings.
    pub(crate) services: Arc<Services>,
    /// Who calls.
    pub(crate) caller: Caller,
    /// When.
    pub(crate) now: Timestamp,
    /// Where to tell how far it is.
    pub(crate) progress: Progress,
}

/// An answer: the structure, and the text that says the same.
pub(crate) struct Answer<T> {
    structured: T,
    text: Option<String>,
}

impl<T> Answer<T> {
    /// The text is the structure as JSON.
    pub(crate) fn json(structured: T) -> Self {
        Self { structured, text: None }
    }

    /// The text is Markdown.
    pub(crate) fn markdown(structured: T, text: String) -> Self {
        Self {
            structured,
            text: Some(text),
        }
    }
}

type Served = Pin<Box<dyn Future<Output = Result<CallToolResult, Failure>> + Send>>;

/// A tool in the table of the server.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) declared: Declared,
    input: JsonObject,
    validator: OnceLock<Option<Validator>>,
    serve: fn(Call, Value) -> Served,
}

impl Entry {
    /// The entry of a tool.
    pub(crate) fn of<T: Tool>() -> Self {
        let input = schema::of_input::<T::Input>();
        let (read_only, idempotent) = match T::EFFECT {
            Effect::Reads => (true, true),
            Effect::Writes { idempotent } => (false, idempotent),
        };
        let annotations = ToolAnnotations::with_title(T::TITLE)
            .read_only(read_only)
            .destructive(false)
            .idempotent(idempotent)
            .open_world(false);
        let declared = Declared::new(T::NAME, T::DESCRIPTION, Arc::new(input.clone()))
            .with_title(T::TITLE)
            .with_raw_output_schema(Arc::new(schema::of_output::<T::Output>()))
            .with_annotations(annotations);
        Self {
            name: T::NAME,
            declared,
            input,
            validator: OnceLock::new(),
            serve: |call, arguments| Box::pin(serve::<T>(call, arguments)),
        }
    }

    /// Serves a call: an expected failure is an answer that says why, anything else is logged and hidden.
    pub(crate) async fn call(&self, call: Call, arguments: JsonObject) -> CallToolResult {
        let served = match self.checked(arguments) {
            Ok(arguments) => AssertUnwindSafe((self.serve)(call, arguments)).catch_unwind().await,
            Err(failure) => Ok(Err(failure)),
        };
        let failure = match served {
            Ok(Ok(result)) => return result,
            Ok(Err(failure)) => failure,
            Err(_) => Failure::Internal("the tool panicked".into()),
        };
        let name = self.name;
        let text = match failure {
            Failure::Expected(reason) | Failure::NotFound(reason) => {
                // Reasons name fields, limits and ids; bounded and masked all the same.
                tracing::info!(tool = name, reason = %untrusted_text::safe_line(&reason, 300), "refused");
                format!("Error executing tool {name}: {reason}")
            }
            Failure::Busy => {
                tracing::warn!(tool = name, "database busy");
                format!("Error executing tool {name}: {BUSY}")
            }
            Failure::Unavailable(reason) => {
                format!("Error executing tool {name}: the database is not available ({reason})")
            }
            Failure::Internal(cause) => {
                tracing::error!(tool = name, cause, "failed");
                format!("Error executing tool {name}")
            }
        };
        CallToolResult::error(vec![ContentBlock::text(text)])
    }

    fn checked(&self, arguments: JsonObject) -> Result<Value, Failure> {
        let mut arguments = Value::Object(arguments);
        arguments::coerce(&self.input, &mut arguments);
        let validator = self
            .validator
            .get_or_init(|| jsonschema::validator_for(&Value::Object(self.input.clone())).ok());
        match validator {
            Some(validator) => arguments::check(validator, &arguments)?,
            None => return Err(Failure::Internal("the input schema does not compile".into())),
        }
        Ok(arguments)
    }
}

async fn serve<T: Tool>(call: Call, arguments: Value) -> Result<CallToolResult, Failure> {
    // The schema has been checked; what is left is a number out of range and the like. The message of serde could repeat
    // a value.
    let input: T::Input = serde_json::from_value(arguments)
        .map_err(|_| Failure::expected("the arguments do not fit the input schema of the tool"))?;
    let answer = T::call(call, input).await?;
    let internal = |error: serde_json::Error| Failure::Internal(error.to_string());
    let structured = serde_json::to_value(&answer.structured).map_err(internal)?;
    let text = match answer.text {
        Some(text) => text,
        None => serde_json::to_string_pretty(&answer.structured).map_err(internal)?,
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    Ok(result)
}
