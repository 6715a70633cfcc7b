//! The server as a client sees it: the official client on one end of a pipe in memory, a real database behind the other.
//!
//! Every test that touches the database runs on both engines (`sqlite::…`, `postgresql::…`). The program around the server
//! is tested in `program.rs`.

#[macro_use]
mod support;

#[path = "server/completion.rs"]
mod completion;
#[path = "server/concurrency.rs"]
mod concurrency;
#[path = "server/failures.rs"]
mod failures;
#[path = "server/hostile.rs"]
mod hostile;
#[path = "server/paging.rs"]
mod paging;
#[path = "server/progress.rs"]
mod progress;
#[path = "server/prompt_errors.rs"]
mod prompt_errors;
#[path = "server/prompts.rs"]
mod prompts;
#[path = "server/proposals.rs"]
mod proposals;
#[path = "server/refusals.rs"]
mod refusals;
#[path = "server/resources.rs"]
mod resources;
#[path = "server/saving.rs"]
mod saving;
#[path = "server/scope.rs"]
mod scope;
#[path = "server/statuses.rs"]
mod statuses;
#[path = "server/surface.rs"]
mod surface;
#[path = "server/tolerance.rs"]
mod tolerance;
#[path = "server/tools.rs"]
mod tools;
