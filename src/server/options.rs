//! Where a server listens, and its limits.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::error::{Result, ServerError};

/// Takes the lines of a log, each one an object.
pub type Log = Arc<dyn Fn(&Value) + Send + Sync>;

/// Where a server listens, and how much it takes on.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address; this computer's own by default.
    pub address: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// What a request has to bring as `Authorization: Bearer …`; none is asked for without one.
    pub token: Option<String>,
    /// The largest body, in bytes.
    pub body: usize,
    /// The longest that a request may take, reading and waiting included.
    pub patience: Duration,
    /// The most open connections.
    pub connections: usize,
    /// The most requests that are worked on at once.
    pub working: usize,
    /// The most requests that wait for that; more are told to come back.
    pub waiting: usize,
    /// How long requests may take to end once the server is told to stop.
    pub farewell: Duration,
    /// Takes a line for each request.
    pub log: Log,
}

impl Default for ServerOptions {
    fn default() -> Self {
        ServerOptions {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            body: 4 << 20,
            patience: Duration::from_secs(30),
            connections: 2_048,
            working: std::thread::available_parallelism().map_or(1, usize::from),
            waiting: 256,
            farewell: Duration::from_secs(10),
            log: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerOptions")
            .field("address", &self.address)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// The shortest token that keeps anybody out.
const SHORTEST: usize = 16;

/// The token in the text of a file.
///
/// # Errors
///
/// One that is short, or that no header can hold.
pub fn check_token(text: &str) -> Result<String> {
    let token = text.trim();
    let is_plain = token.bytes().all(|byte| byte.is_ascii_graphic());
    if token.len() < SHORTEST || !is_plain {
        return Err(ServerError::BadToken {
            characters: token.chars().count(),
            least: SHORTEST,
        }
        .into());
    }
    Ok(token.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_or_odd_token_is_refused() {
        assert_eq!(
            check_token(" abcdefgh01234567\n").unwrap(),
            "abcdefgh01234567"
        );
        for bad in ["abc", "abcdefgh 01234567", "abcdefgh01234567é"] {
            let error = check_token(bad).unwrap_err().to_string();
            let expected = format!(
                "the token has {} characters; expected at least 16 letters, digits or signs in one line, such as 'openssl rand -hex 32' prints",
                bad.chars().count()
            );
            assert_eq!(error, expected);
        }
    }
}
