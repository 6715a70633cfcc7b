use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};

/// How long one notification may take. After the end of input nobody takes notifications any more.
const PATIENCE: Duration = Duration::from_millis(250);

/// Progress of a long call, for a caller that asked for it.
pub(crate) struct Progress(Option<(Peer<RoleServer>, ProgressToken)>);

impl Progress {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        Self(
            context
                .meta
                .get_progress_token()
                .map(|token| (context.peer.clone(), token)),
        )
    }

    /// Tells how far the call is. Waits until it is written, so that it precedes the answer; after one failure it is silent.
    pub(crate) async fn tell(&mut self, done: u32, total: u32, message: &str) {
        let Some((peer, token)) = &self.0 else { return };
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(done))
            .with_total(f64::from(total))
            .with_message(message);
        if !matches!(
            tokio::time::timeout(PATIENCE, peer.notify_progress(progress)).await,
            Ok(Ok(()))
        ) {
            self.0 = None;
        }
    }
}
