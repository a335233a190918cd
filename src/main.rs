//! The `dejalu` program: signal handling and the command line.
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod cli;

/// musl's allocator is slow with many threads.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    if let Err(reason) = signals::handle() {
        eprintln!(
            "warning: unfinished files will be left behind if the program is interrupted: {reason}"
        );
    }
    cli::end_with_input(|| {
        #[cfg(unix)]
        signals::end_group();
        dejalu_io::discard_unfinished();
        std::process::exit(2);
    });
    cli::main()
}

/// A signal that ends the program leaves nothing unfinished behind; a second one ends it at once.
#[cfg(unix)]
mod signals {
    use std::os::raw::c_int;
    use std::time::{Duration, Instant};
    use std::{fs, io, process, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;

    /// Handles the signals that the program does not ignore.
    pub(super) fn handle() -> io::Result<()> {
        let ignored = ignored();
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let signals = Signals::new(signals.filter(|&signal| !is_in(ignored, signal)))?;
        thread::Builder::new().spawn(move || wait(signals))?;
        Ok(())
    }

    /// Ends this program and all that it has started, if it leads a group of its own.
    pub(super) fn end_group() {
        use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
        if getpgrp() == getpid() && kill_current_process_group(Signal::TERM).is_ok() {
            // The signal is handled on another thread.
            thread::sleep(Duration::from_secs(5));
        }
    }

    fn wait(mut signals: Signals) {
        // `timeout` and others that start programs send a signal twice.
        const REPEATED: Duration = Duration::from_millis(100);
        let mut first = None;
        for signal in signals.forever() {
            let first = first.get_or_insert_with(|| {
                // A server finishes what was begun, and ends by itself, as do questions in a terminal.
                if !crate::cli::end_work() {
                    thread::spawn(move || {
                        dejalu_io::discard_unfinished();
                        process::exit(status(signal));
                    });
                }
                Instant::now()
            });
            if first.elapsed() > REPEATED {
                low_level::exit(status(signal));
            }
        }
    }

    /// The exit status that a shell reports for a program ended by this signal.
    fn status(signal: c_int) -> c_int {
        128 + signal
    }

    /// The signals that whoever started the program wants ignored (`nohup`, a job in the background
    /// of a script), a bit each. Where the system does not say it in a file, `nohup` is respected.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.unwrap_or(1 << (SIGHUP - 1))
    }

    fn is_in(mask: u64, signal: c_int) -> bool {
        mask >> (signal - 1) & 1 == 1
    }
}
