use rmcp::model::{
    ArgumentInfo, CallToolRequestParams, ClientCapabilities, ClientConfig, CompleteRequestParams, CompletionInfo,
    ErrorData, GetPromptRequestParams, Implementation, JsonObject, PaginatedRequestParams, Prompt, ProtocolVersion,
    ReadResourceRequestParams, Reference, Resource, ResourceTemplate, Tool,
};
use rmcp::service::{RunningService, ServiceError};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt as _, RoleClient, ServiceExt as _};
use serde_json::Value;
use tokio::io::DuplexStream;

/// How client and server agree on a revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revision {
    /// `initialize`, 2025-11-25.
    Handshake,
    /// 2026-07-28: none, each request says what it follows.
    Modern,
}

impl Revision {
    pub const BOTH: [Revision; 2] = [Revision::Handshake, Revision::Modern];
}

struct Handler;

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(ClientCapabilities::default(), Implementation::new("test", "0"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}

/// The official client, with answers as plain values.
pub struct Client(RunningService<RoleClient, Handler>);

/// What a tool answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The result as it was sent.
    pub whole: Value,
    /// Its one text block.
    pub text: String,
    /// Its structured content; null when there is none.
    pub structured: Value,
    pub is_error: bool,
}

impl Client {
    pub async fn new(pipe: DuplexStream, revision: Revision) -> Self {
        let running = match revision {
            Revision::Handshake => Handler.serve(pipe).await,
            Revision::Modern => {
                let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
                Handler
                    .serve_with_lifecycle(pipe, ClientLifecycleMode::Discover { preferred_versions })
                    .await
            }
        };
        Self(running.expect("a session"))
    }

    pub fn instructions(&self) -> String {
        let info = self.0.peer_info().expect("known after the start");
        info.instructions.clone().expect("instructions")
    }

    pub async fn tools(&self) -> Vec<Tool> {
        self.0.list_all_tools().await.expect("tools")
    }

    pub async fn prompts(&self) -> Vec<Prompt> {
        self.0.list_all_prompts().await.expect("prompts")
    }

    pub async fn templates(&self) -> Vec<ResourceTemplate> {
        self.0.list_all_resource_templates().await.expect("templates")
    }

    /// One page of resources and the cursor of the next.
    pub async fn resources(&self, cursor: Option<String>) -> Result<(Vec<Resource>, Option<String>), ErrorData> {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let listed = self.0.list_resources(Some(page)).await.map_err(protocol_error)?;
        Ok((listed.resources, listed.next_cursor))
    }

    /// Calls a tool.
    pub async fn call(&self, tool: &str, arguments: Value) -> Answer {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(object(arguments));
        let result = self
            .0
            .call_tool(params)
            .await
            .unwrap_or_else(|error| panic!("{tool}: {error}"));
        let whole = serde_json::to_value(&result).expect("JSON");
        let content = whole["content"].as_array().expect("content");
        assert_eq!(content.len(), 1, "{tool}: one block: {whole}");
        assert_eq!(content[0]["type"], "text", "{tool}");
        Answer {
            text: content[0]["text"].as_str().expect("a text").to_owned(),
            structured: whole["structuredContent"].clone(),
            is_error: whole["isError"] == true,
            whole,
        }
    }

    /// The structured answer of a call that succeeds.
    pub async fn get(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments).await;
        assert!(!answer.is_error, "{tool}: {}", answer.text);
        answer.structured
    }

    /// The text of a call that succeeds.
    pub async fn text(&self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments).await;
        assert!(!answer.is_error, "{tool}: {}", answer.text);
        answer.text
    }

    /// The reason of a call that is refused, without what every refusal starts with.
    pub async fn refusal(&self, tool: &str, arguments: Value) -> String {
        let shown: String = arguments.to_string().chars().take(300).collect();
        let answer = self.call(tool, arguments).await;
        assert!(answer.is_error, "{tool} took {shown}: {}", answer.text);
        assert_eq!(answer.structured, Value::Null, "{tool} {shown}");
        let reason = answer.text.strip_prefix(&format!("Error executing tool {tool}: "));
        reason
            .unwrap_or_else(|| panic!("{tool} {shown}: no reason: {}", answer.text))
            .to_owned()
    }

    /// The text of a prompt.
    pub async fn prompt(&self, name: &str, arguments: Value) -> String {
        let result = self.try_prompt(name, arguments).await;
        let result = result.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let messages = result["messages"].as_array().expect("messages");
        assert_eq!(messages.len(), 1, "{name}");
        assert_eq!(
            (&messages[0]["role"], &messages[0]["content"]["type"]),
            (&"user".into(), &"text".into()),
            "{name}"
        );
        assert!(result["description"].is_string(), "{name}");
        messages[0]["content"]["text"].as_str().expect("a text").to_owned()
    }

    /// Why a prompt is refused.
    pub async fn prompt_error(&self, name: &str, arguments: Value) -> ErrorData {
        let shown: String = arguments.to_string().chars().take(300).collect();
        match self.try_prompt(name, arguments).await {
            Ok(_) => panic!("{name} took {shown}"),
            Err(error) => error,
        }
    }

    async fn try_prompt(&self, name: &str, arguments: Value) -> Result<Value, ErrorData> {
        let params = GetPromptRequestParams::new(name).with_arguments(object(arguments));
        let result = self.0.get_prompt(params).await.map_err(protocol_error)?;
        Ok(serde_json::to_value(&result).expect("JSON"))
    }

    /// The text of a resource.
    pub async fn resource(&self, uri: &str) -> String {
        let result = self.try_resource(uri).await;
        let result = result.unwrap_or_else(|error| panic!("{uri}: {error:?}"));
        let contents = result["contents"].as_array().expect("contents");
        assert_eq!(contents.len(), 1, "{uri}");
        assert_eq!(
            (&contents[0]["uri"], &contents[0]["mimeType"]),
            (&uri.into(), &"text/markdown".into())
        );
        contents[0]["text"].as_str().expect("a text").to_owned()
    }

    /// Why a resource cannot be read.
    pub async fn resource_error(&self, uri: &str) -> ErrorData {
        match self.try_resource(uri).await {
            Ok(result) => panic!("{uri} was read: {result}"),
            Err(error) => error,
        }
    }

    async fn try_resource(&self, uri: &str) -> Result<Value, ErrorData> {
        let result = self
            .0
            .read_resource(ReadResourceRequestParams::new(uri))
            .await
            .map_err(protocol_error)?;
        Ok(serde_json::to_value(&result).expect("JSON"))
    }

    /// Completions of an argument of a prompt.
    pub async fn complete_prompt(&self, name: &str, argument: &str, typed: &str) -> Result<CompletionInfo, ErrorData> {
        self.complete(Reference::for_prompt(name), argument, typed).await
    }

    /// Completions of a variable of a resource template.
    pub async fn complete_resource(&self, uri: &str, argument: &str, typed: &str) -> Result<CompletionInfo, ErrorData> {
        self.complete(Reference::for_resource(uri), argument, typed).await
    }

    async fn complete(&self, reference: Reference, argument: &str, typed: &str) -> Result<CompletionInfo, ErrorData> {
        let params = CompleteRequestParams::new(reference, ArgumentInfo::new(argument, typed));
        Ok(self.0.complete(params).await.map_err(protocol_error)?.completion)
    }
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        other => panic!("arguments are an object: {other}"),
    }
}

fn protocol_error(error: ServiceError) -> ErrorData {
    match error {
        ServiceError::McpError(error) => error,
        other => panic!("{other}"),
    }
}
