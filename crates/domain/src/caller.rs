use std::collections::BTreeSet;
use std::fmt;

use crate::{Error, ProjectName};

/// The projects a caller reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Every project.
    All,
    /// These only; everything else looks missing.
    Projects(BTreeSet<ProjectName>),
}

impl Scope {
    /// Whether a project is within reach.
    pub fn reaches(&self, project: &ProjectName) -> bool {
        match self {
            Scope::All => true,
            Scope::Projects(projects) => projects.contains(project),
        }
    }

    /// The project, if it is within reach.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], the same as for a project that does not exist.
    pub fn check(&self, project: &ProjectName) -> Result<(), Error> {
        if self.reaches(project) {
            Ok(())
        } else {
            Err(Error::not_found("project", project))
        }
    }
}

/// Who calls, and what is within reach. Made once per request, from the credential; never from what the client says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name in the history and the audit log.
    pub actor: Actor,
    /// Projects whose reports may be read.
    pub reads: Scope,
    /// Projects on which reports and proposals may be saved.
    pub writes: Scope,
    /// The person behind the credential: the author of what is saved, whatever the client says.
    pub user: Option<String>,
}

impl Caller {
    /// The agent of one's own workstation: every project of the local database.
    pub fn local() -> Self {
        Self {
            actor: Actor::Stdio,
            reads: Scope::All,
            writes: Scope::All,
            user: None,
        }
    }

    /// Whether some projects are out of reach.
    pub fn is_restricted(&self) -> bool {
        self.reads != Scope::All || self.writes != Scope::All
    }

    /// What a report names as its submitter: nobody on a workstation.
    pub fn submitter(&self) -> Option<&str> {
        match &self.actor {
            Actor::Stdio => None,
            actor => Some(actor.label()),
        }
    }
}

/// Who does something, as the history and the audit log name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// The local agent of a workstation.
    Stdio,
    /// A bearer token, by its label.
    Token(String),
    /// A signed-in person, by name.
    User(String),
    /// The operator's command line.
    Cli,
    /// The platform itself.
    Auto,
}

impl Actor {
    /// The name that `submitted_by` and `proposed_by` hold: a token's label, a person's name, or the kind of actor.
    pub fn label(&self) -> &str {
        match self {
            Actor::Stdio => "stdio",
            Actor::Token(label) => label,
            Actor::User(name) => name,
            Actor::Cli => "cli",
            Actor::Auto => "auto",
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Token(label) => write!(f, "token:{label}"),
            Actor::User(name) => write!(f, "user:{name}"),
            other => f.write_str(other.label()),
        }
    }
}
