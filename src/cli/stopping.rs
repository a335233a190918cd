//! A signal that ends the program lets a server end first.

use std::sync::OnceLock;

use dejalu::server::Stop;

/// What stops the server that runs, if one does.
static STOP: OnceLock<Stop> = OnceLock::new();

/// From now on the first signal stops this, and not the process.
pub(super) fn signal() -> Stop {
    STOP.get_or_init(Stop::default).clone()
}

/// Stops the server that runs; whether there is one.
pub fn stop_server() -> bool {
    let stop = STOP.get();
    stop.inspect(|stop| stop.stop()).is_some()
}
