//! What ends the program: a signal, which lets a server end first, or the end of whoever has started it.

use std::sync::OnceLock;

use dejalu::server::Stop;

/// Set for a program that ends when its standard input does: whoever holds the other end has ended.
pub(super) const ENDS_WITH_INPUT: &str = "DEJALU_ENDS_WITH_INPUT";

/// Calls this when the standard input ends, if the program is to end then.
pub fn end_with_input(end: impl FnOnce() + Send + 'static) {
    if std::env::var_os(ENDS_WITH_INPUT).is_some() {
        std::thread::spawn(|| {
            let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            end();
        });
    }
}

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
