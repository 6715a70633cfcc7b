use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::Notify;

/// Requests that may wait for their answers; the next one is not read before.
const WAITING: usize = 64;

/// Messages of the largest size that may be in the hands of the server at once.
const LARGEST: usize = 3;

/// The requests whose answers are not written yet.
#[derive(Clone)]
pub(super) struct Flow(Arc<Inner>);

struct Inner {
    /// The size of each request, by its id.
    waiting: Mutex<HashMap<RequestId, usize>>,
    max_bytes: usize,
    answered: Notify,
}

impl Flow {
    pub(super) fn new(max_message_bytes: usize) -> Self {
        Self(Arc::new(Inner {
            waiting: Mutex::new(HashMap::new()),
            max_bytes: max_message_bytes.saturating_mul(LARGEST),
            answered: Notify::new(),
        }))
    }

    /// Waits until another request may be read.
    pub(super) async fn room(&self) {
        loop {
            // Made before looking: an answer in between is not missed.
            let answered = self.0.answered.notified();
            if self.has_room() {
                return;
            }
            answered.await;
        }
    }

    fn has_room(&self) -> bool {
        let waiting = self.waiting();
        waiting.len() < WAITING && waiting.values().sum::<usize>() < self.0.max_bytes
    }

    /// A request was read. `false`: another one with this id waits.
    pub(super) fn asked(&self, id: &RequestId, bytes: usize) -> bool {
        let mut waiting = self.waiting();
        if waiting.contains_key(id) {
            return false;
        }
        waiting.insert(id.clone(), bytes);
        true
    }

    /// Its answer is written, or none will come.
    pub(super) fn answered(&self, id: &RequestId) {
        self.waiting().remove(id);
        self.0.answered.notify_one();
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<RequestId, usize>> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
