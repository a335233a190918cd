//! Tests that whatever the buttons of the labelling page start ends with it, however it ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::workshop::Workshop;

/// `dejalu label` with its page.
pub struct Labelling {
    pub child: Child,
    address: String,
    key: String,
}

impl Labelling {
    pub fn start(workshop: &Workshop) -> Self {
        crate::interruptions::inherit_no_ignored_signal();
        let mut child = Command::new(env!("CARGO_BIN_EXE_dejalu"))
            .args([
                "label",
                "documents.jsonl",
                "--out",
                "labels.jsonl",
                "--no-browser",
            ])
            .current_dir(workshop.path("."))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let open = "open http://";
        let address = lines.find_map(|line| Some(line.unwrap().strip_prefix(open)?.to_string()));
        let address = address.unwrap();
        thread::spawn(move || lines.for_each(drop));
        let (address, key) = address.split_once("/?key=").unwrap();
        Labelling {
            child,
            address: address.to_string(),
            key: key.to_string(),
        }
    }

    /// Presses the button of this name.
    pub fn presses(&self, name: &str) {
        self.posts("start", &json!({ "tab": "t", "name": name }));
    }

    /// Posts to the page.
    pub fn posts(&self, what: &str, body: &Value) -> Value {
        let port = self.address.rsplit(':').next().unwrap();
        let body = body.to_string();
        let request = format!(
            "POST /api/{what} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: dejalu-{port}={}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            self.key,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }
}

/// The command lines of the processes that run in a folder.
pub fn running_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let in_folder = processes.filter(|it| {
        let place = fs::read_link(it.path().join("cwd"));
        place.is_ok_and(|place| place == folder)
    });
    let lines = in_folder.filter_map(|it| fs::read_to_string(it.path().join("cmdline")).ok());
    // What has ended and is not waited for has no command line.
    lines.filter(|line| !line.is_empty()).collect()
}

#[track_caller]
pub fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_a_button_has_started_ends_with_the_page() {
    for signal in ["TERM", "INT", "HUP", "KILL"] {
        let workshop = Workshop::new();
        let folder = workshop.path(".");
        let mut labelling = Labelling::start(&workshop);
        // What is read from a pipe that nobody writes to is waited for.
        fs::remove_file(workshop.path("documents.jsonl")).unwrap();
        let made = Command::new("mkfifo")
            .arg(workshop.path("documents.jsonl"))
            .status();
        assert!(made.unwrap().success());
        labelling.presses("dedupe");
        let is_dedupe = |line: &String| line.contains("dedupe");
        until("nothing is started", || {
            running_in(&folder).iter().any(is_dedupe)
        });
        let id = labelling.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        let code = labelling.child.wait().unwrap().code();
        if signal == "KILL" {
            until("it goes on", || running_in(&folder).is_empty());
        } else {
            assert_eq!(code, Some(0));
            assert_eq!(running_in(&folder), Vec::<String>::new(), "{signal}");
        }
        let names = fs::read_dir(&folder)
            .unwrap()
            .map(|it| it.unwrap().file_name());
        let unfinished = names.filter(|name| name.to_string_lossy().ends_with(".part"));
        assert_eq!(unfinished.count(), 0, "{signal}");
    }
}
