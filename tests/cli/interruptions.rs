//! Signals that end the program: it leaves nothing unfinished behind.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};
use std::{fs, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::workshop::Workshop;

/// Commands that write, and wait for documents on the standard input once their outputs are open.
const COMMANDS: [&str; 5] = [
    "dedupe - --out groups.csv --json new.json --pairs-out pairs.csv",
    "dedupe - --out groups.csv --report pages/report --evidence evidence",
    "generate - --out made",
    "index - --out archive",
    "background - --out new.background",
];

/// Gives the programs that are started here the system's own actions for signals, also where whoever started
/// the tests wants some ignored (`nohup`, a job in the background of a script): what a process handles, the
/// programs that it starts do not inherit; what it ignores, they do.
pub fn inherit_no_ignored_signal() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(signal, always).unwrap();
        }
    });
}

/// A shell script in which `"$@"` is the program with these arguments.
fn start(workshop: &Workshop, script: &str, line: &str) -> Child {
    inherit_no_ignored_signal();
    Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_dejalu")])
        .args(line.split_whitespace())
        .current_dir(workshop.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn names(workshop: &Workshop) -> Vec<String> {
    let entries = fs::read_dir(workshop.path(".")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Waits until something holds.
#[track_caller]
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &id]).status();
    assert!(sent.unwrap().success());
}

#[track_caller]
fn end_of(mut child: Child) -> Option<i32> {
    let mut status = None;
    until("the program goes on", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap().code()
}

#[test]
fn a_signal_leaves_nothing_unfinished_behind() {
    let signals = [("INT", 130), ("TERM", 143), ("HUP", 129)];
    for (number, line) in COMMANDS.into_iter().enumerate() {
        let workshop = Workshop::new().with("pairs.csv", "what was there before");
        let before = names(&workshop);
        let (signal, code) = signals[number % signals.len()];
        let child = start(&workshop, "exec \"$@\"", line);
        until("the outputs are not opened", || names(&workshop) != before);
        send(signal, &child);
        assert_eq!(end_of(child), Some(code), "dejalu {line}");
        assert_eq!(names(&workshop), before, "dejalu {line}");
        assert_eq!(workshop.read("pairs.csv"), "what was there before");
    }
}

/// As `nohup` does, and shells do for commands in the background of scripts.
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let workshop = Workshop::new();
    let before = names(&workshop);
    let line = "background - --out new.background";
    let mut child = start(&workshop, "trap '' HUP; exec \"$@\"", line);
    until("the output is not opened", || names(&workshop) != before);
    send("HUP", &child);
    thread::sleep(Duration::from_millis(300));
    let mut documents = child.stdin.take().unwrap();
    let written = documents.write_all(workshop.read("documents.jsonl").as_bytes());
    written.unwrap();
    drop(documents);
    assert_eq!(end_of(child), Some(0));
    assert!(workshop.path("new.background").exists());
}

#[test]
fn an_old_folder_stays_and_loses_only_what_is_unfinished() {
    let old = "<meta name=\"generator\" content=\"dejalu 0.1.0\">old";
    let workshop = Workshop::new().with("pages/index.html", old);
    let before = names(&workshop);
    let line = "dedupe - --out groups.csv --report pages";
    let child = start(&workshop, "exec \"$@\"", line);
    until("the outputs are not opened", || names(&workshop) != before);
    send("INT", &child);
    assert_eq!(end_of(child), Some(130));
    assert_eq!(names(&workshop), before);
    assert_eq!(workshop.read("pages/index.html"), old);
}

#[test]
fn who_is_asked_in_a_terminal_ends_as_the_page_does() {
    let workshop = Workshop::with_model();
    inherit_no_ignored_signal();
    let mut child = Command::new(env!("CARGO_BIN_EXE_dejalu"))
        .args("label documents.jsonl --out labels.jsonl --terminal".split_whitespace())
        .current_dir(workshop.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(fs::File::create(workshop.path("err")).unwrap())
        .spawn()
        .unwrap();
    // Kept open: nobody types any more, and the input has no end.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"y\n").unwrap();
    until("no answer", || {
        let answers = fs::read_to_string(workshop.path("labels.jsonl"));
        answers.is_ok_and(|it| it.contains("\"label\":1"))
    });
    send("INT", &child);
    assert_eq!(end_of(child), Some(0));
    let told = workshop.read("err");
    assert!(told.contains("1 answer saved in labels.jsonl"), "{told}");
}
