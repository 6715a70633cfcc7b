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
