//! The handler of the protocol: lists, calls, and the errors that each revision of the protocol wants.

use std::borrow::Cow;
use std::sync::Arc;

use domain::Caller;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, CustomRequest, CustomResult, DiscoverResult, ErrorCode, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptArgument, PromptMessage,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents, Role,
    ServerCapabilities, ServerConfig, Tool as Declared,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::failure::{BUSY, Failure};
use crate::progress::Progress;
use crate::resources::{self, MARKDOWN, Unreadable};
use crate::services::Services;
use crate::tool::Call;
use crate::{completion, get_prompt, instructions, prompts, tools};

/// Calls that are served at once; the others wait.
const AT_ONCE: usize = 16;

/// How long a client of 2026-07-28 may keep a list that only changes with the program, in milliseconds.
const LISTS_KEEP_MS: u64 = 60_000;

/// Methods whose parameters this server understands.
const METHODS: &[&str] = &[
    "initialize", "server/discover", "ping", "tools/list", "tools/call", "prompts/list", "prompts/get",
    "resources/list", "resources/templates/list", "resources/read", "completion/complete",
];

/// The server of one connection.
#[derive(Clone)]
pub struct McpServer {
    services: Arc<Services>,
    caller: Caller,
    at_once: Arc<Semaphore>,
}

impl McpServer {
    /// A server for a caller.
    pub fn new(services: Arc<Services>, caller: Caller) -> Self {
        Self {
            services,
            caller,
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

/// Whether the request follows 2026-07-28 or a later revision, which know no handshake.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| !version.has_initialize())
}

/// Hints for the cache of the client, which only the newer revisions have.
fn keep(context: &RequestContext<RoleServer>, milliseconds: u64) -> (Option<u64>, Option<CacheScope>) {
    if is_modern(context) {
        (Some(milliseconds), Some(CacheScope::Private))
    } else {
        (None, None)
    }
}

/// An error of a method, from the failure behind it.
fn protocol_error(failure: Failure) -> ErrorData {
    match failure {
        Failure::Expected(reason) | Failure::NotFound(reason) => {
            tracing::info!(reason = %untrusted_text::safe_line(&reason, 300), "refused");
            ErrorData::invalid_params(reason, None)
        }
        Failure::Busy => ErrorData::internal_error(BUSY, None),
        Failure::Unavailable(_) => ErrorData::internal_error("the database is not available", None),
        Failure::Internal(cause) => {
            tracing::error!(cause, "failed");
            ErrorData::internal_error("internal error", None)
        }
    }
}

/// These lists have one page: any cursor is none of theirs.
fn one_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("the cursor is none of this list", None)),
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(
                Implementation::new("security-review", env!("CARGO_PKG_VERSION")).with_title("Security Review"),
            )
            .with_instructions(instructions::instructions())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Declared> {
        tools::find(name).map(|entry| entry.declared.clone())
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(LISTS_KEEP_MS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        one_page(request)?;
        let declared = tools::table().iter().map(|entry| entry.declared.clone());
        let mut result = ListToolsResult::with_all_items(declared.collect());
        (result.ttl_ms, result.cache_scope) = keep(&context, LISTS_KEEP_MS);
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = tools::find(&request.name) else {
            let name = untrusted_text::safe_line(&request.name, 100);
            let text = format!("Unknown tool `{name}`: `tools/list` names the tools of this server");
            return Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
        };
        let Ok(_permit) = self.at_once.acquire().await else {
            return Err(ErrorData::internal_error("the server is stopping", None));
        };
        let call = Call {
            services: Arc::clone(&self.services),
            caller: self.caller.clone(),
            now: self.services.now(),
            progress: Progress::of(&context),
        };
        Ok(entry.call(call, request.arguments.unwrap_or_default()).await.into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        one_page(request)?;
        let declared = prompts::PROMPTS.iter().map(|info| {
            let arguments = info.arguments.iter().map(|argument| {
                PromptArgument::new(argument.name)
                    .with_title(argument.title)
                    .with_description(argument.description)
                    .with_required(argument.required)
            });
            Prompt::new(info.name, Some(info.description), Some(arguments.collect())).with_title(info.title)
        });
        let mut result = ListPromptsResult::with_all_items(declared.collect());
        (result.ttl_ms, result.cache_scope) = keep(&context, LISTS_KEEP_MS);
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let info = get_prompt::find(&request.name).ok_or_else(|| {
            let name = untrusted_text::safe_line(&request.name, 100);
            let known: Vec<_> = prompts::PROMPTS.iter().map(|info| info.name).collect();
            ErrorData::invalid_params(
                format!("there is no prompt `{name}`; there are {}", known.join(", ")),
                None,
            )
        })?;
        let arguments = request.arguments.unwrap_or_default();
        let text = get_prompt::text(&self.services, &self.caller, self.services.now(), info, arguments)
            .await
            .map_err(protocol_error)?;
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message])
            .with_description(info.description)
            .into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let (page, next) = resources::list(&self.services, cursor.as_deref())
            .await
            .map_err(protocol_error)?;
        let mut result = ListResourcesResult::with_all_items(page);
        result.next_cursor = next;
        // Standards and checklists may change at any time.
        (result.ttl_ms, result.cache_scope) = keep(&context, 0);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        one_page(request)?;
        let mut result = ListResourceTemplatesResult::with_all_items(resources::templates());
        (result.ttl_ms, result.cache_scope) = keep(&context, LISTS_KEEP_MS);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let shown = untrusted_text::safe_line(&request.uri, 500);
        let data = Some(json!({"uri": shown}));
        match resources::read(&self.services, &self.caller, self.services.now(), &request.uri).await {
            Ok(text) => {
                let contents = ResourceContents::text(text, request.uri).with_mime_type(MARKDOWN);
                let mut result = ReadResourceResult::new(vec![contents]);
                (result.ttl_ms, result.cache_scope) = keep(&context, 0);
                Ok(result.into())
            }
            Err(Unreadable::Missing) => Err(ErrorData::invalid_params("resource not found", data)),
            Err(Unreadable::Malformed(form)) => Err(ErrorData::internal_error(format!("resource error: {form}"), data)),
            Err(Unreadable::Failed(Failure::Unavailable(_))) => Err(ErrorData::internal_error(
                "resource error: the database is not available",
                data,
            )),
            Err(Unreadable::Failed(Failure::Busy)) => Err(ErrorData::internal_error(BUSY, data)),
            Err(Unreadable::Failed(Failure::Internal(cause))) => {
                tracing::error!(cause, "resource failed");
                Err(ErrorData::internal_error("resource error", data))
            }
            Err(Unreadable::Failed(Failure::Expected(reason) | Failure::NotFound(reason))) => {
                Err(ErrorData::internal_error(format!("resource error: {reason}"), data))
            }
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let now = self.services.now();
        let typed = untrusted_text::truncate(&request.argument.value, 500);
        let info = completion::complete(
            &self.services, &self.caller, now, &request.r#ref, &request.argument.name, &typed,
        );
        Ok(CompleteResult::new(info.await.map_err(protocol_error)?))
    }

    /// Unknown methods arrive here, and known ones whose parameters have not the shape of the protocol.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = untrusted_text::safe_line(&request.method, 100);
        if METHODS.contains(&request.method.as_str()) {
            let reason = format!("the parameters of `{method}` have not the shape that the protocol gives them");
            return Err(ErrorData::invalid_params(reason, None));
        }
        let reason = format!("there is no method `{method}`");
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, reason, None))
    }
}
