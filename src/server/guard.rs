//! Who may ask.
//!
//! A page of any site can make a browser send requests to this computer, under a name that leads here
//! (DNS rebinding) or across sites. So a server without a token answers only to its own names, and
//! never to a page that did not come from it. A server with a token asks everybody for it, but not at `/health`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// Whom a server answers.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// Its own names, with the port; empty where any name will do.
    hosts: Arc<[String]>,
    token: Option<Arc<str>>,
}

/// What holds for every answer: nothing is loaded from elsewhere, nothing is kept, nobody may frame it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

impl Guard {
    pub(super) fn new(address: SocketAddr, token: Option<String>) -> Self {
        let port = address.port();
        let names = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        let hosts = if address.ip().is_loopback() && token.is_none() {
            names.to_vec()
        } else {
            Vec::new()
        };
        Guard {
            hosts: hosts.into(),
            token: token.map(Into::into),
        }
    }

    /// Refuses other names and other sites.
    fn check_site(&self, method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
        let text = |name: &HeaderName| text(headers, name);
        let host = text(&header::HOST).unwrap_or_default();
        if !self.hosts.is_empty() && !self.hosts.iter().any(|own| own == host) {
            let own = &self.hosts[0];
            let reason = format!("requests are answered at http://{own}/ only; use that address");
            return Err(Failure::new(StatusCode::FORBIDDEN, reason));
        }
        let other_site = || {
            let reason = "requests of other sites are not answered";
            Failure::new(StatusCode::FORBIDDEN, reason)
        };
        if let Some(origin) = text(&header::ORIGIN) {
            let is_own = origin.strip_prefix("http://") == Some(host)
                || origin.strip_prefix("https://") == Some(host);
            if !is_own {
                return Err(other_site());
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_own = site.is_none_or(|site| site == b"same-origin" || site == b"none");
        // A link on another site may lead to the page, and to nothing else.
        if !is_own && method != Method::GET {
            return Err(other_site());
        }
        Ok(())
    }

    /// Refuses who lacks the token, if there is one.
    fn check_token(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let given = text(headers, &header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
        if given.is_some_and(|given| is_equal(given, token)) {
            return Ok(());
        }
        let reason = "expected the header 'Authorization: Bearer TOKEN' with the server's token";
        Err(Failure::new(StatusCode::UNAUTHORIZED, reason))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether two texts are the same; how long it takes does not tell how far they are.
pub(super) fn is_equal(a: &str, b: &str) -> bool {
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

/// Lets pass whom the guard lets, and puts the headers on every answer. Monitors ask for the health without a
/// token.
pub(super) async fn guarded(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let mut checked = guard.check_site(request.method(), headers);
    if request.uri().path() != "/health" {
        checked = checked.and_then(|()| guard.check_token(headers));
    }
    let mut response = match checked {
        Err(failure) => failure.into_response(),
        Ok(()) => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(guard: &Guard, method: Method, headers: &[(&str, &str)]) -> Option<String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            map.insert(name, value.parse().unwrap());
        }
        let checked = guard.check_site(&method, &map);
        let failure = checked.and_then(|()| guard.check_token(&map)).err();
        failure.map(|failure| format!("{failure:?}"))
    }

    #[test]
    fn other_names_and_other_sites_are_refused() {
        let guard = Guard::new("127.0.0.1:8080".parse().unwrap(), None);
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            let origin = format!("http://{host}");
            for method in [Method::GET, Method::POST] {
                assert_eq!(refused(&guard, method.clone(), &[("host", host)]), None);
                let headers = [
                    ("host", host),
                    ("origin", &*origin),
                    ("sec-fetch-site", "same-origin"),
                ];
                assert_eq!(refused(&guard, method, &headers), None);
            }
        }
        for host in [
            "evil.example:8080",
            "127.0.0.1:8081",
            "127.0.0.1",
            "127.0.0.1.evil.example:8080",
            "",
        ] {
            let said = refused(&guard, Method::GET, &[("host", host)]).unwrap();
            assert!(
                said.contains("403") && said.contains("http://127.0.0.1:8080/ only"),
                "{said}"
            );
        }
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:8081",
            "file://",
        ] {
            let headers = [("host", "127.0.0.1:8080"), ("origin", origin)];
            let said = refused(&guard, Method::POST, &headers).unwrap();
            assert!(
                said.contains("403") && said.contains("other sites"),
                "{said}"
            );
        }
        for site in ["cross-site", "same-site"] {
            let headers = [("host", "127.0.0.1:8080"), ("sec-fetch-site", site)];
            assert!(refused(&guard, Method::POST, &headers).is_some());
            assert!(refused(&guard, Method::GET, &headers).is_none(), "a link");
        }
    }

    #[test]
    fn a_token_is_asked_for_wherever_there_is_one() {
        let guard = Guard::new(
            "0.0.0.0:80".parse().unwrap(),
            Some("0123456789abcdef".into()),
        );
        let host = ("host", "search.example");
        assert!(
            refused(&guard, Method::GET, &[host])
                .unwrap()
                .contains("401")
        );
        for wrong in [
            "Bearer 0123456789abcdeF",
            "Basic 0123456789abcdef",
            "Bearer ",
        ] {
            let headers = [host, ("authorization", wrong)];
            assert!(refused(&guard, Method::GET, &headers).is_some(), "{wrong}");
        }
        let right = [host, ("authorization", "Bearer 0123456789abcdef")];
        assert_eq!(refused(&guard, Method::POST, &right), None);
    }
}
