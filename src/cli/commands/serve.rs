//! `dejalu serve`.

use std::fs;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use dejalu::error::{IoContext, Result};
use dejalu::registry::Access;
use dejalu::server::{ServerOptions, Service, check_token, serve};
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{ModelFile, whole, wrong_as_said};
use crate::cli::run::{Outcome, Run};

/// Serve an HTTP API: classify, explain, find, add documents
///
/// POST /classify, /explain, /find and /documents take JSON; GET /openapi.json describes them for client generators,
/// GET /health reports whether the server is running, and GET / is a page for trying it. Without an index or a registry
/// only the first two work. On SIGTERM or SIGINT the server finishes its requests first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu serve
  dejalu serve --model model.json --port 8080
  dejalu serve --index articles.index --writable
  dejalu serve --store archive.registry --writable
  dejalu serve --listen 0.0.0.0 --token-file token.txt --port 8080
  curl -s http://127.0.0.1:8080/classify -H 'Content-Type: application/json' \\
      -d '{\"a\": {\"text\": \"one text\"}, \"b\": {\"text\": \"another\"}}'

Only this computer can connect unless --listen names another address; then every request except GET /health \
must send the token: 'Authorization: Bearer TOKEN'. Requests beyond the limits get status 429 and \
Retry-After.")]
pub(in crate::cli) struct Serve {
    #[command(flatten)]
    model: ModelFile,

    /// Index to search ('dejalu index'); its model decides unless --model is given
    #[arg(long, value_name = "DIR", group = "searched")]
    index: Option<PathBuf>,

    /// Registry to probe ('dejalu registry'): /find returns copies, and /documents registers documents that are not
    /// copies
    #[arg(long, value_name = "PATH", group = "searched")]
    store: Option<PathBuf>,

    /// Let requests add documents; no other program can then open the registry
    #[arg(long, requires = "searched")]
    writable: bool,

    /// Port; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8_080, value_parser = whole::<u16>(0, 65_535), help_heading = "Address")]
    port: u16,

    /// Listen on this address instead of 127.0.0.1 (0.0.0.0 for all); needs --token-file
    #[arg(
        long,
        value_name = "ADDRESS",
        requires = "token_file",
        help_heading = "Address"
    )]
    listen: Option<IpAddr>,

    /// File with the token that every request except GET /health must send
    #[arg(long, value_name = "FILE", help_heading = "Address")]
    token_file: Option<PathBuf>,

    /// Maximum size of a request, in bytes
    #[arg(long, value_name = "N", default_value_t = 4 << 20, value_parser = whole::<usize>(1_024, 1 << 30), help_heading = "Limits")]
    most_bytes: usize,

    /// Time limit of a request, in seconds
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole::<u64>(1, 3_600), help_heading = "Limits")]
    most_seconds: u64,

    /// Maximum number of waiting requests; further ones get status 429
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<usize>(0, 100_000), help_heading = "Limits")]
    most_waiting: usize,
}

impl Run for Serve {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "model": self.model, "index": self.index, "store": self.store, "writable": self.writable, "port": self.port,
            "listen": self.address().to_string(), "token_file": self.token_file,
            "most_bytes": self.most_bytes, "most_seconds": self.most_seconds,
            "most_waiting": self.most_waiting,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let options = self.options(console)?;
        let service = self.service()?;
        let stop = crate::cli::stopping::signal();
        serve(service, &options, stop, |address| {
            console.say(&format!(
                "listening on http://{address}/; press Ctrl+C to stop"
            ));
        })?;
        Ok(Outcome::Done)
    }
}

impl Serve {
    fn service(&self) -> Result<Service> {
        match (&self.index, &self.store) {
            (Some(folder), _) => {
                let is_named = self.model.is_named();
                let model = is_named.then(|| self.model.load()).transpose()?;
                Service::with_index(model, folder, self.access())
            }
            (None, Some(path)) => Service::with_registry(self.model.load()?, path, self.access()),
            (None, None) => Service::new(self.model.load()?),
        }
    }

    fn access(&self) -> Access {
        if self.writable {
            Access::Write
        } else {
            Access::Read
        }
    }

    fn address(&self) -> IpAddr {
        self.listen.unwrap_or(Ipv4Addr::LOCALHOST.into())
    }

    fn options(&self, console: &Console) -> Result<ServerOptions> {
        let token = match &self.token_file {
            Some(path) => {
                let text = fs::read_to_string(path).context("read", path)?;
                let token = check_token(&text);
                Some(token.map_err(|error| error.at(&dejalu_io::place(path)))?)
            }
            None => None,
        };
        if self.most_bytes > 64 << 20 && self.listen.is_some() {
            let expected =
                "expected at most 67108864 where others can ask: each of them takes memory";
            return Err(wrong_as_said(
                "--most-bytes",
                &self.most_bytes.to_string(),
                expected,
            ));
        }
        let is_quiet = console.is_quiet();
        Ok(ServerOptions {
            address: self.address(),
            port: self.port,
            token,
            body: self.most_bytes,
            patience: Duration::from_secs(self.most_seconds),
            waiting: self.most_waiting,
            log: Arc::new(move |line: &Value| {
                if !is_quiet {
                    // In one piece, so that lines of several threads do not mix. There is no place left to
                    // report a failure to.
                    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
                }
            }),
            ..ServerOptions::default()
        })
    }
}
