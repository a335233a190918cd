//! Actions of the buttons: each runs at most once at a time, on a thread of its own.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::messages::Words;
use crate::work::FAILED;
use dejalu_base::error::Result;

/// Something that a button starts; returns what came of it, in words.
pub type Action = Arc<dyn Fn() -> Result<String> + Send + Sync>;

/// The actions and how they went.
pub(super) struct Actions {
    actions: BTreeMap<&'static str, Action>,
    states: Mutex<BTreeMap<&'static str, State>>,
}

enum State {
    Running,
    Done(String),
}

impl Actions {
    pub(super) fn new(actions: BTreeMap<&'static str, Action>) -> Self {
        Actions {
            actions,
            states: Mutex::default(),
        }
    }

    /// Starts one unless it runs. `None` where there is none of this name.
    pub(super) fn start(self: &Arc<Self>, name: &str) -> Option<()> {
        let (&name, action) = self.actions.get_key_value(name)?;
        {
            let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(states.get(name), Some(State::Running)) {
                return Some(());
            }
            states.insert(name, State::Running);
        }
        let (actions, action) = (self.clone(), action.clone());
        thread::spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| action()));
            let words = match done {
                Ok(done) => done.unwrap_or_else(|error| error.to_string()),
                Err(_) => FAILED.to_string(),
            };
            let mut states = actions
                .states
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            states.insert(name, State::Done(words));
        });
        Some(())
    }

    pub(super) fn state(&self, name: &str) -> Words {
        let states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let (words, is_running) = match states.get(name) {
            None => (String::new(), false),
            Some(State::Running) => ("Working…".to_string(), true),
            Some(State::Done(words)) => (words.clone(), false),
        };
        Words { words, is_running }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_action_that_breaks_down_has_ended() {
        let broken: Action = Arc::new(|| panic!("for the test"));
        let actions = Arc::new(Actions::new(BTreeMap::from([("train", broken)])));
        actions.start("train").unwrap();
        let is_running = || actions.state("train").is_running;
        for _ in 0..1_000 {
            if is_running() {
                thread::sleep(Duration::from_millis(10));
            }
        }
        assert!(!is_running());
        assert_eq!(actions.state("train").words, FAILED);
    }
}
