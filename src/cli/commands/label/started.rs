//! [`Started`]: the programs that the buttons of the page have started, which end with it.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cli::stopping::ENDS_WITH_INPUT;

/// Time to wait for programs that were told to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// The programs that run. Each holds the reading end of a pipe whose writing end is here, and ends when that is
/// closed: by [`end`](Self::end), or by the system if this process is gone, however it ended.
#[derive(Clone, Default)]
pub(super) struct Started(Arc<Shared>);

#[derive(Default)]
struct Shared {
    running: Mutex<Running>,
    has_ended: Condvar,
}

#[derive(Default)]
struct Running {
    /// No more are started.
    is_over: bool,
    /// By number of the process; without a pipe it was told to end.
    pipes: BTreeMap<u32, Option<ChildStdin>>,
}

impl Started {
    /// Runs a program of ours to its end.
    pub(super) fn run(&self, command: &mut Command) -> io::Result<Output> {
        let child = self.start(command)?;
        let number = child.id();
        let output = child.wait_with_output();
        self.lock().pipes.remove(&number);
        self.0.has_ended.notify_all();
        output
    }

    fn start(&self, command: &mut Command) -> io::Result<Child> {
        let mut running = self.lock();
        if running.is_over {
            return Err(io::ErrorKind::Interrupted.into());
        }
        // A group of its own, so that it ends with what it has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let command = command.env(ENDS_WITH_INPUT, "1").stdin(Stdio::piped());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        running.pipes.insert(child.id(), child.stdin.take());
        Ok(child)
    }

    /// Ends what runs, and waits until it has ended.
    fn end(&self) {
        let mut running = self.lock();
        running.is_over = true;
        running
            .pipes
            .values_mut()
            .for_each(|pipe| drop(pipe.take()));
        let is_running = |running: &mut Running| !running.pipes.is_empty();
        let ended = &self.0.has_ended;
        let _ = ended.wait_timeout_while(running, PATIENCE, is_running);
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        let running = self.0.running.lock();
        running.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends what was started when it is dropped.
pub(super) struct Ending(pub(super) Started);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}
