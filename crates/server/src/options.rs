//! Address and limits of a server.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use smart_default::SmartDefault;

use dejalu_base::error::{Result, ServerError};

/// Takes the lines of a log, each one an object.
pub type Log = Arc<dyn Fn(&Value) + Send + Sync>;

/// Address of a server, and the amount of work it accepts.
#[derive(Clone, SmartDefault)]
pub struct ServerOptions {
    /// The address; this computer's own by default.
    #[default(Ipv4Addr::LOCALHOST.into())]
    pub address: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Token that a request has to send as `Authorization: Bearer …`; `None` requires no token.
    pub token: Option<String>,
    /// Whether pages of this computer, such as a notebook, may show an answer in a frame. No by default.
    pub framed: bool,
    /// The largest body, in bytes.
    #[default(4 << 20)]
    pub body: usize,
    /// The longest that a request may take, reading and waiting included.
    #[default(Duration::from_secs(30))]
    pub patience: Duration,
    /// The most open connections.
    #[default(2_048)]
    pub connections: usize,
    /// The most requests that are worked on at once.
    #[default(std::thread::available_parallelism().map_or(1, usize::from))]
    pub working: usize,
    /// The most requests that wait for that; more are told to come back.
    #[default(256)]
    pub waiting: usize,
    /// Time that requests may take to end once the server is told to stop.
    #[default(Duration::from_secs(10))]
    pub farewell: Duration,
    /// Takes a line for each request.
    #[default(Arc::new(|_| {}))]
    pub log: Log,
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
