//! `dejalu serve` answers other programs, keeps strangers out, and ends politely.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::workshop::Workshop;

/// A server that was started for a test.
pub struct Server {
    child: Child,
    address: String,
    log: Option<thread::JoinHandle<String>>,
}

pub struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl Server {
    pub fn start(workshop: &Workshop, line: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dejalu"))
            .args(["serve", "--port", "0"])
            .args(line.split_whitespace())
            .current_dir(workshop.path("."))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        log.read_line(&mut first).unwrap();
        let listening: Value = serde_json::from_str(&first).unwrap_or_else(|_| panic!("{first}"));
        assert_eq!(listening["event"], "listening");
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            log.read_to_string(&mut rest).unwrap();
            rest
        });
        Server {
            child,
            address: listening["address"].as_str().unwrap().to_string(),
            log: Some(rest),
        }
    }

    fn sends(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let length = format!("Content-Length: {}\r\n", body.len());
        self.sends_as_it_is(method, path, &(length + headers), body)
    }

    /// Sends chunks, and the one that ends them.
    fn sends_chunks(&self, path: &str, chunks: &str) -> Reply {
        let headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
        self.sends_as_it_is("POST", path, headers, &format!("{chunks}0\r\n\r\n"))
    }

    fn sends_as_it_is(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let request =
            format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}\r\n{body}");
        // A server that refuses a large body may close before all of it is sent.
        let _ = stream.write_all(request.as_bytes());
        let mut reply = String::new();
        let _ = stream.read_to_string(&mut reply);
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
        Reply {
            status: status.unwrap_or_else(|| panic!("{reply}")),
            head: head.to_lowercase(),
            body: body.to_string(),
        }
    }

    pub fn posts(&self, path: &str, body: &Value) -> Reply {
        self.sends(
            "POST",
            path,
            "Content-Type: application/json\r\n",
            &body.to_string(),
        )
    }

    /// Ends it by a signal; returns its exit code and what it logged.
    fn end(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(&id).status().unwrap().success());
        let code = self.child.wait().unwrap().code();
        let log = self.log.take().unwrap().join().unwrap();
        (code, log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn pair() -> Value {
    json!({
        "a": { "text": "The ferry waits at the old pier until the storm is over." },
        "b": { "text": "The ferry is waiting at the pier until the storm is over." },
    })
}

#[test]
fn it_classifies_explains_and_describes_itself() {
    let workshop = Workshop::new();
    let server = Server::start(&workshop, "");
    let judged = server.posts("/classify", &pair());
    assert_eq!(
        (judged.status, &judged.json()["decision"]),
        (200, &json!("duplicate"))
    );
    let probability = judged.json()["probability"].as_f64().unwrap();
    assert!(probability > 0.5 && probability < 1.0);
    let page = json!({ "a": { "html": "<main><p>Boats wait.</p></main>" }, "b": { "text": "Boats wait." } });
    assert_eq!(server.posts("/classify", &page).status, 200);
    let explained = server.posts("/explain", &pair());
    assert_eq!(explained.status, 200);
    assert!(explained.body.contains("\"matches\""), "{}", explained.body);
    let description = server.sends("GET", "/openapi.json", "", "").json();
    assert!(description["paths"]["/find"]["post"].is_object());
    let health = server.sends("GET", "/health", "", "").json();
    assert_eq!(
        (&health["status"], &health["documents"], &health["writable"]),
        (&json!("ok"), &Value::Null, &json!(false))
    );
    let front = server.sends("GET", "/", "", "");
    assert!(
        front.body.contains("Try the service") && front.head.contains("frame-ancestors 'none'")
    );
    let (code, log) = server.end();
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = log
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["path"], "/classify");
    assert_eq!(lines[0]["status"], 200);
    assert!(
        lines[0]["ms"].is_number() && !log.contains("ferry"),
        "{log}"
    );
    assert_eq!(lines.last().unwrap()["event"], "stopped");
}

#[test]
fn what_is_no_request_is_refused_in_a_sentence() {
    let workshop = Workshop::new();
    let server = Server::start(&workshop, "--most-bytes 2000");
    let json = "Content-Type: application/json\r\n";
    let error = |reply: Reply| {
        (
            reply.status,
            reply.json()["error"].as_str().unwrap().to_string(),
        )
    };
    let long = "x".repeat(3_000);
    let of_form = [
        (
            server.sends("POST", "/classify", json, "{"),
            400,
            "the body is not JSON: EOF while parsing an object at line 1 column 1; expected one object",
        ),
        (
            server.sends("POST", "/classify", "", "{}"),
            415,
            "the body is not said to be JSON; expected the header Content-Type: application/json",
        ),
        (
            server.posts(
                "/classify",
                &json!({ "a": { "path": "/etc/passwd" }, "b": { "text": "b" } }),
            ),
            422,
            "the JSON is not of the form expected here: a.path: unknown field `path`, expected one of \
             `id`, `text`, `html`, `url` at line 1 column 12",
        ),
        (
            server.posts("/classify", &json!({ "a": "a text", "b": { "text": "b" } })),
            422,
            "the JSON is not of the form expected here: a: invalid type: string \"a text\", expected an \
             object with text or html at line 1 column 13",
        ),
        (
            server.posts("/classify", &json!(["a", "b"])),
            422,
            "the JSON is not of the form expected here: [0]: invalid type: string \"a\", expected an \
             object with text or html at line 1 column 4",
        ),
        (
            server.posts("/classify", &json!(7)),
            422,
            "the JSON is not of the form expected here: invalid type: integer `7`, expected an object \
             with a and b at line 1 column 1",
        ),
        (
            server.posts(
                "/classify",
                &json!({ "a": { "text": long }, "b": { "text": "b" } }),
            ),
            413,
            "the body has more than 2,000 bytes, the most that this server takes; send less at once",
        ),
        (
            server.sends("GET", "/classify", "", ""),
            405,
            "GET is not answered at this address; expected POST",
        ),
        (
            server.sends("POST", "/health", json, "{}"),
            405,
            "POST is not answered at this address; expected GET or HEAD",
        ),
    ];
    let cases = [
        (
            server.posts("/classify", &json!({ "a": {}, "b": { "text": "b" } })),
            400,
            "a document without text or html; expected one of them",
        ),
        (
            server.posts(
                "/classify",
                &json!({ "a": { "text": "a" }, "b": { "text": "!" } }),
            ),
            400,
            "a document without a word; expected a letter or digit in its text",
        ),
        (
            server.posts(
                "/classify",
                &json!({ "a": { "text": "a", "html": "a" }, "b": { "text": "b" } }),
            ),
            400,
            "a document with text and html; expected one of them",
        ),
        (
            server.posts("/find", &json!({ "document": { "text": "a" } })),
            404,
            "this server has no documents to search; start it with --index or --store",
        ),
        (
            server.posts("/find", &json!({ "document": { "text": "a" }, "limit": 0 })),
            400,
            "limit 0: expected a whole number from 1 to 1000",
        ),
        (
            server.posts("/documents", &json!({ "documents": [] })),
            404,
            "this server has no documents to search; start it with --index or --store",
        ),
        (
            server.sends("GET", "/secrets", "", ""),
            404,
            "there is nothing at this address; GET /openapi.json lists what there is",
        ),
        (
            server.sends(
                "POST",
                "/classify",
                "Host: evil.example\r\nContent-Type: application/json\r\n",
                "{}",
            ),
            403,
            &format!(
                "requests are answered at http://127.0.0.1:{}/ only; use that address",
                server.address.rsplit_once(':').unwrap().1
            ),
        ),
        (
            server.sends("GET", "/health", "Origin: http://evil.example\r\n", ""),
            403,
            "requests of other sites are not answered",
        ),
        (
            server.sends("GET", "/health", "Sec-Fetch-Site: cross-site\r\n", ""),
            403,
            "requests of other sites are not answered",
        ),
        (
            server.sends(
                "GET",
                "/health",
                &format!("Host: {0}\r\nHost: evil.example\r\n", server.address),
                "",
            ),
            400,
            "the header 'host' occurs more than once; send it once",
        ),
        (
            server.sends(
                "POST",
                "/classify",
                &format!("{json}Origin: http://evil.example\r\n"),
                "{}",
            ),
            403,
            "requests of other sites are not answered",
        ),
    ];
    for (reply, status, sentence) in cases.into_iter().chain(of_form) {
        assert_eq!(error(reply), (status, sentence.to_string()));
    }
    let refused = server.sends("GET", "/classify", "", "");
    assert!(refused.head.to_lowercase().contains("\nallow: post\r"));
    for path in [
        "/../Cargo.toml",
        "/documents.jsonl",
        "/..%2f..%2fetc%2fpasswd",
    ] {
        assert_eq!(server.sends("GET", path, "", "").status, 404, "{path}");
    }
    assert_eq!(server.posts("/classify", &pair()).status, 200, "it goes on");
}

#[test]
fn a_body_in_very_many_chunks_is_too_large() {
    let workshop = Workshop::new();
    let server = Server::start(&workshop, "--most-bytes 2000");
    let body =
        json!({ "a": { "text": "The ferry waits." }, "b": { "text": "A storm." } }).to_string();
    let chunk = |piece: char| format!("1\r\n{piece}\r\n");
    let few: String = body.chars().map(chunk).collect();
    let many = few.clone() + &chunk(' ').repeat(1_055);
    let longer = few.clone() + "7d1\r\n" + &" ".repeat(2_001) + "\r\n";
    for (chunks, status, sentence) in [
        (few, 200, ""),
        (
            many,
            413,
            "the body comes in more than 1,055 chunks; send fewer and larger ones",
        ),
        (
            longer,
            413,
            "the body has more than 2,000 bytes, the most that this server takes; send less at once",
        ),
    ] {
        let reply = server.sends_chunks("/classify", &chunks);
        assert_eq!(reply.status, status, "{}", reply.body);
        assert_eq!(reply.json()["error"].as_str().unwrap_or_default(), sentence);
    }
}

#[test]
fn a_search_of_an_index_says_what_find_says() {
    let workshop = crate::undecided::workshop();
    let query = json!({ "document": { "text": workshop.read("query.txt") } });
    for (archive, model) in [("built-in", ""), ("abstaining", "--model old.json")] {
        workshop
            .types(&format!("index all.jsonl {model} --out {archive}"))
            .done();
        let told = workshop.types(&format!(
            "find query.txt --index {archive} --json found.json"
        ));
        let found: Value = serde_json::from_str(&workshop.read("found.json")).unwrap();
        let server = Server::start(&workshop, &format!("--index {archive}"));
        let health = server.sends("GET", "/health", "", "").json();
        assert_eq!(health["model"], found["judge"]);
        let answer = server.posts("/find", &query).json();
        assert_eq!(answer["count"], found["near_duplicates"]);
        let unsure = answer["unsure"].as_u64().unwrap();
        assert_eq!(unsure > 0, archive == "abstaining");
        let said = told.err.contains(&format!("\n{unsure} pair"));
        assert_eq!(said, unsure > 0, "{}", told.err);
    }
}

#[test]
fn an_index_is_searched_and_added_to_only_where_it_may_be() {
    let workshop = Workshop::with_model();
    workshop
        .types("index documents.jsonl --model model.json --out archive")
        .done();
    let documents = workshop.read("documents.jsonl");
    let first: Value = serde_json::from_str(documents.lines().next().unwrap()).unwrap();
    let query = json!({ "document": { "text": first["text"] } });
    let new = json!({ "documents": [{ "id": "new", "text": first["text"] }, { "id": first["id"], "text": "other" }] });

    let reader = Server::start(&workshop, "--index archive");
    let found = reader.posts("/find", &query).json();
    assert_eq!(found["documents"], 40);
    assert_eq!(
        (&found["found"][0]["id"], &found["found"][0]["is_copy"]),
        (&first["id"], &json!(true))
    );
    assert!(found["count"].as_u64().unwrap() >= 4, "{found}");
    let few = reader
        .posts(
            "/find",
            &json!({ "document": query["document"], "limit": 1 }),
        )
        .json();
    assert_eq!(
        (few["found"].as_array().unwrap().len(), &few["count"]),
        (1, &found["count"])
    );
    let refused = reader.posts("/documents", &new);
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (
            403,
            Some("this server only reads; start it with --writable")
        )
    );
    drop(reader);

    let writer = Server::start(&workshop, "--index archive --writable");
    let without = writer.posts(
        "/documents",
        &json!({ "documents": [{ "text": "no name" }] }),
    );
    assert_eq!(
        (without.status, without.json()["error"].as_str()),
        (
            400,
            Some("documents[0]: a document without an id; expected one for each")
        )
    );
    let pages = json!([{ "id": "pier", "text": "the pier" }, { "id": "dots", "text": "…" }]);
    let wordless = writer.posts("/documents", &json!({ "documents": pages }));
    assert_eq!(
        (wordless.status, wordless.json()["error"].as_str()),
        (
            400,
            Some(
                "documents[1] ('dots'): a document without a word; expected a letter or digit in its text"
            )
        )
    );
    assert_eq!(
        writer.posts("/documents", &new).json(),
        json!({ "added": 1, "known": 1, "changed": 1, "refused": [] })
    );
    let found = writer.posts("/find", &query).json();
    assert_eq!(found["documents"], 41);
    let ids: Vec<&str> = found["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert!(ids.contains(&"new"), "{ids:?}");
    assert_eq!(
        writer.sends("GET", "/health", "", "").json()["documents"],
        41
    );
    assert_eq!(writer.end().0, Some(0));
    let told = workshop
        .types("dedupe --index archive --out groups.csv")
        .done();
    assert!(
        told.out.contains("of 41 documents"),
        "on disk: {}",
        told.out
    );
}

#[test]
fn a_registry_is_probed_and_takes_no_copies() {
    let letter = "The ferry waits at the old pier. A storm broke the pier in March. Nobody knows why the \
                  lamp on the harbour wall still burns.";
    let copy = "It was cold that night. A storm broke the pier in March! Nobody knows why the lamp on the \
                harbour wall still burns.";
    let workshop = Workshop::new().with("letter.txt", letter);
    workshop.types("registry init --store x.registry").done();
    workshop
        .types("registry register letter.txt --store x.registry")
        .done();
    let query = json!({ "document": { "text": copy } });
    let new = json!({ "documents": [
        { "id": "copy", "text": copy },
        { "id": "letter.txt", "text": "The library opens on Monday." },
        { "id": "new", "text": "The library opens on Monday. Books are lent for a month." },
    ] });

    let reader = Server::start(&workshop, "--store x.registry");
    let found = reader.posts("/find", &query).json();
    let overlap = json!({ "class": "high", "share": 2.0 / 3.0, "equal": 2, "matching": 2 });
    assert_eq!(
        (&found["count"], &found["documents"]),
        (&json!(1), &json!(1))
    );
    let first = &found["found"][0];
    assert_eq!(
        (&first["id"], &first["overlap"], &first["is_copy"]),
        (&json!("letter.txt"), &overlap, &json!(false))
    );
    let same = reader.posts("/find", &json!({ "document": { "text": letter } }));
    let same = &same.json()["found"][0];
    assert_eq!(
        (&same["is_copy"], &same["overlap"]["class"]),
        (&json!(true), &json!("exact"))
    );
    assert!(same["probability"].as_f64() > first["probability"].as_f64());
    assert_eq!(reader.posts("/documents", &new).status, 403);
    drop(reader);

    let writer = Server::start(&workshop, "--store x.registry --writable");
    let refused = json!([{ "id": "copy", "copy_of": "letter.txt", "overlap": overlap }]);
    assert_eq!(
        writer.posts("/documents", &new).json(),
        json!({ "added": 1, "known": 1, "refused": refused })
    );
    let health = writer.sends("GET", "/health", "", "").json();
    assert_eq!(
        (&health["documents"], &health["writable"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(writer.end().0, Some(0));
    let listed = workshop.types("registry list --store x.registry").done();
    assert!(listed.out.contains("new"), "on disk: {}", listed.out);
}

#[test]
fn others_need_the_token_and_a_server_for_them_needs_one() {
    let workshop = Workshop::new()
        .with("token.txt", "0123456789abcdef-token\n")
        .with("short.txt", "secret\n");
    let refused = workshop
        .types("serve --listen 127.0.0.1 --port 0")
        .ends_with(2);
    assert!(refused.err.contains("--token-file"), "{}", refused.err);
    workshop.refuses(
        "serve --listen 127.0.0.1 --token-file short.txt --port 0",
        "short.txt: the token has 6 characters; expected at least 16 letters, digits or signs in one line, such as 'openssl rand -hex 32' prints",
    );
    let server = Server::start(&workshop, "--listen 127.0.0.1 --token-file token.txt");
    let json = "Content-Type: application/json\r\n";
    assert_eq!(server.posts("/classify", &pair()).status, 401);
    assert_eq!(server.sends("GET", "/", "", "").status, 401);
    assert_eq!(server.sends("GET", "/health", "", "").status, 200);
    let wrong = format!("{json}Authorization: Bearer 0123456789abcdef-toker\r\n");
    assert_eq!(
        server
            .sends("POST", "/classify", &wrong, &pair().to_string())
            .status,
        401
    );
    let right = format!("{json}Authorization: Bearer 0123456789abcdef-token\r\n");
    let reply = server.sends("POST", "/classify", &right, &pair().to_string());
    assert_eq!(reply.status, 200);
    let taken = workshop.types(&format!(
        "serve --port {}",
        server.address.rsplit_once(':').unwrap().1
    ));
    assert_eq!(
        taken.ends_with(2).sentence(),
        format!(
            "cannot listen on {}: Address already in use (os error 98); choose another port or address",
            server.address
        )
    );
}

#[test]
fn too_much_at_once_is_told_to_come_back_and_nothing_fails() {
    let workshop = Workshop::new();
    let server = Server::start(&workshop, "--most-waiting 0");
    let text = "The ferry waits at the old pier until the storm is over. ".repeat(300);
    let body = json!({ "a": { "text": text }, "b": { "text": text.replace("old", "new") } });
    let statuses: Vec<(u16, bool)> = thread::scope(|scope| {
        let asks = (0..40).map(|_| {
            scope.spawn(|| {
                let reply = server.posts("/explain", &body);
                (reply.status, reply.head.contains("retry-after: 1"))
            })
        });
        let asks: Vec<_> = asks.collect();
        asks.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert!(
        statuses.iter().all(|it| it.0 == 200 || *it == (429, true)),
        "{statuses:?}"
    );
    assert!(statuses.iter().any(|it| it.0 == 200) && statuses.iter().any(|it| it.0 == 429));
}
