//! Ends the program: at a signal, after a server or the questions in a terminal have ended, or at the end of the
//! process that started it.

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

/// Ends the running work, if it ends by itself.
static END: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// From now on the first signal calls this, and does not end the process. There is one such work in a process.
pub(super) fn instead(end: impl Fn() + Send + Sync + 'static) {
    END.get_or_init(|| Box::new(end));
}

/// From now on the first signal stops this, and not the process.
pub(super) fn signal() -> Stop {
    let stop = Stop::default();
    let stopped = stop.clone();
    instead(move || stopped.stop());
    stop
}

/// Asks the work that is done to end; whether it does so by itself.
pub fn end_work() -> bool {
    let end = END.get();
    end.inspect(|end| end()).is_some()
}
