use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use domain::{Actor, Caller, Limits, ProjectName, Scope};
use mcp_server::{LogLevel, McpServer, Services, Settings};
use rmcp::ServiceExt as _;
use rulebook::Rulebook;
use store::{Engine, Store};
use tokio::io::DuplexStream;

use super::clock;
use super::database::Database;
use super::{Client, Raw, Revision};

/// Room of the pipe between client and server, in bytes.
const PIPE: usize = 64 * 1024;

/// A database with the tables and the rules of this version, and servers on it.
pub struct Bed {
    pub store: Store,
    pub database: Database,
}

impl Bed {
    pub async fn new(engine: Engine) -> Self {
        let database = Database::new(engine).await;
        let store = Store::open(&database.url, &database.options).await.expect("opened");
        store.migrate(clock::now()).await.expect("migrated");
        Self { store, database }
    }

    /// A client of the local agent: every project, the newest revision with a handshake.
    pub async fn client(&self) -> Client {
        self.client_as(Caller::local()).await
    }

    /// A client of a caller.
    pub async fn client_as(&self, caller: Caller) -> Client {
        self.connect(caller, Self::settings(), Revision::Handshake).await
    }

    /// A client of the local agent, of a server with other settings.
    pub async fn client_with(&self, change: impl FnOnce(&mut Settings)) -> Client {
        let mut settings = Self::settings();
        change(&mut settings);
        self.connect(Caller::local(), settings, Revision::Handshake).await
    }

    /// A client of the local agent that speaks a revision.
    pub async fn client_of(&self, revision: Revision) -> Client {
        self.connect(Caller::local(), Self::settings(), revision).await
    }

    async fn connect(&self, caller: Caller, settings: Settings, revision: Revision) -> Client {
        Client::new(self.serve(caller, settings).await, revision).await
    }

    /// A connection of the local agent on which frames are written by hand.
    pub async fn raw(&self) -> Raw {
        Raw::new(self.serve(Caller::local(), Self::settings()).await)
    }

    /// The client's end of a pipe to a new server.
    async fn serve(&self, caller: Caller, settings: Settings) -> DuplexStream {
        let services = Arc::new(Services {
            store: self.store.clone(),
            rulebook: Rulebook::open(self.store.clone(), clock::now()).await,
            settings,
            clock: clock::now,
        });
        let (server_end, client_end) = tokio::io::duplex(PIPE);
        let server = McpServer::new(services, caller);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(server_end).await {
                let _ = running.waiting().await;
            }
        });
        client_end
    }

    fn settings() -> Settings {
        Settings {
            limits: Limits::default(),
            report_language: None,
            max_message_bytes: 16 << 20,
            auto_upgrade: true,
            log_level: LogLevel::Error,
            database: PathBuf::new(),
        }
    }

    pub async fn remove(self) {
        let _ = self.store.close().await;
        self.database.remove().await;
    }
}

/// A token that reads and writes these projects only.
pub fn caller(reads: &[&str], writes: &[&str]) -> Caller {
    let scope = |names: &[&str]| {
        let names: BTreeSet<_> = names
            .iter()
            .map(|name| ProjectName::parse(name).expect("a name"))
            .collect();
        Scope::Projects(names)
    };
    Caller {
        actor: Actor::Token("alice:laptop".into()),
        reads: scope(reads),
        writes: scope(writes),
        user: Some("alice".into()),
    }
}
