//! Decides who may ask.
//!
//! A page of any site can make a browser send requests to this computer, under a name that leads here
//! (DNS rebinding) or across sites. So a server without a token answers only to its own names, and
//! never to a page that did not come from it; a link on another site may open the page. A server with a token asks everybody for it, but not at `/health`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// Decides whom a server answers.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// Its own names, with the port; empty where any name will do.
    hosts: Arc<[String]>,
    token: Option<Arc<str>>,
    /// Whether pages of this computer may show an answer in a frame.
    framed: bool,
}

/// What forbids a frame around a page, and what allows it to the pages of this computer.
pub(super) const NO_FRAME: &str = "frame-ancestors 'none'";
const OWN_FRAMES: &str = "frame-ancestors http://127.0.0.1:* http://localhost:*";

/// Headers of every answer: nothing is loaded from elsewhere, nothing is kept, nobody may frame it.
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

/// The header in which a browser tells the origin and the purpose of a request.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

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
            framed: false,
        }
    }

    /// The same, and pages of this computer may show an answer in a frame.
    pub(super) fn framed(self, framed: bool) -> Self {
        Guard { framed, ..self }
    }

    /// Refuses other names and other sites.
    fn check_site(&self, request: &Asked) -> Result<(), Failure> {
        let host = request.header(&header::HOST)?.unwrap_or_default();
        if !self.hosts.is_empty() && !self.hosts.iter().any(|own| own == host) {
            let own = &self.hosts[0];
            let reason = format!("requests are answered at http://{own}/ only; use that address");
            return Err(Failure::new(StatusCode::FORBIDDEN, reason));
        }
        let other_site = || {
            let reason = "requests of other sites are not answered";
            Failure::new(StatusCode::FORBIDDEN, reason)
        };
        if let Some(origin) = request.header(&header::ORIGIN)? {
            let is_own = origin.strip_prefix("http://") == Some(host)
                || origin.strip_prefix("https://") == Some(host);
            if !is_own {
                return Err(other_site());
            }
        }
        let site = request.header(&FETCH_SITE)?;
        let is_own = site.is_none_or(|site| site == "same-origin" || site == "none");
        if !is_own && !request.follows_a_link()? {
            return Err(other_site());
        }
        Ok(())
    }

    /// Refuses who lacks the token, if there is one.
    fn check_token(&self, request: &Asked) -> Result<(), Failure> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let given = request.header(&header::AUTHORIZATION)?;
        let given = given.and_then(|it| it.strip_prefix("Bearer "));
        if given.is_some_and(|given| is_equal(given, token)) {
            return Ok(());
        }
        let reason = "expected the header 'Authorization: Bearer TOKEN' with the server's token";
        Err(Failure::new(StatusCode::UNAUTHORIZED, reason))
    }
}

/// The parts of a request that the guard examines.
struct Asked<'r> {
    method: &'r Method,
    path: &'r str,
    headers: &'r HeaderMap,
}

impl<'r> Asked<'r> {
    /// The value of a header. One that occurs twice is refused: whoever passed the request on may have looked at
    /// the other value.
    fn header(&self, name: &HeaderName) -> Result<Option<&'r str>, Failure> {
        let mut values = self.headers.get_all(name).iter();
        let value = values.next();
        if values.next().is_some() {
            let reason = format!("the header '{name}' occurs more than once; send it once");
            return Err(Failure::bad(reason));
        }
        Ok(value.map(|value| value.to_str().unwrap_or_default()))
    }

    /// Returns whether somebody followed a link to the page: the one thing that another site may
    /// lead to.
    fn follows_a_link(&self) -> Result<bool, Failure> {
        let is_page = *self.method == Method::GET && self.path == "/";
        Ok(is_page && self.header(&FETCH_MODE)? == Some("navigate"))
    }
}

/// Returns whether two texts are the same; how long it takes does not tell how far they are.
pub(super) fn is_equal(a: &str, b: &str) -> bool {
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

/// Rejects requests that the guard refuses, and adds the security headers to every answer. Monitors may ask for the
/// health without a token.
pub(super) async fn guarded(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let asked = Asked {
        method: request.method(),
        path: request.uri().path(),
        headers: request.headers(),
    };
    let mut checked = guard.check_site(&asked);
    if asked.path != "/health" {
        checked = checked.and_then(|()| guard.check_token(&asked));
    }
    let mut response = match checked {
        Err(failure) => failure.into_response(),
        Ok(()) => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    if guard.framed {
        allow_own_frames(response.headers_mut());
    }
    response
}

/// Lets the pages of this computer show the answer in a frame. The older header knows no such list.
fn allow_own_frames(headers: &mut HeaderMap) {
    headers.remove(header::X_FRAME_OPTIONS);
    let policy = headers.get(header::CONTENT_SECURITY_POLICY);
    let policy = policy.and_then(|policy| policy.to_str().ok());
    let allowed = policy.map(|policy| HeaderValue::from_str(&policy.replace(NO_FRAME, OWN_FRAMES)));
    if let Some(Ok(allowed)) = allowed {
        headers.insert(header::CONTENT_SECURITY_POLICY, allowed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(guard: &Guard, method: Method, headers: &[(&str, &str)]) -> Option<String> {
        refused_at("/health", guard, method, headers)
    }

    fn refused_at(
        path: &str,
        guard: &Guard,
        method: Method,
        headers: &[(&str, &str)],
    ) -> Option<String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            map.append(name, value.parse().unwrap());
        }
        let asked = Asked {
            method: &method,
            path,
            headers: &map,
        };
        let checked = guard.check_site(&asked);
        let failure = checked.and_then(|()| guard.check_token(&asked)).err();
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
    }

    #[test]
    fn another_site_may_lead_to_the_page_and_to_nothing_else() {
        let guard = Guard::new("127.0.0.1:8080".parse().unwrap(), None);
        let host = ("host", "127.0.0.1:8080");
        for site in ["cross-site", "same-site", "anything"] {
            let site = ("sec-fetch-site", site);
            let link = [host, site, ("sec-fetch-mode", "navigate")];
            let other_mode = [host, site, ("sec-fetch-mode", "no-cors")];
            assert_eq!(refused_at("/", &guard, Method::GET, &link), None);
            for (path, method, headers) in [
                ("/", Method::GET, &[host, site][..]),
                ("/", Method::GET, &other_mode),
                ("/", Method::POST, &link),
                ("/health", Method::GET, &[host, site]),
                ("/health", Method::GET, &link),
                ("/classify", Method::POST, &[host, site]),
            ] {
                let said = refused_at(path, &guard, method, headers).unwrap();
                assert!(
                    said.contains("403") && said.contains("other sites"),
                    "{said}"
                );
            }
        }
    }

    #[test]
    fn a_frame_is_allowed_to_pages_of_this_computer_alone() {
        let mut headers = HeaderMap::new();
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        allow_own_frames(&mut headers);
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        let expected = "default-src 'none'; base-uri 'none'; form-action 'none'; \
                        frame-ancestors http://127.0.0.1:* http://localhost:*";
        assert_eq!(policy, expected);
        assert!(!headers.contains_key(header::X_FRAME_OPTIONS));
    }

    #[test]
    fn a_header_that_decides_may_occur_once() {
        let local = Guard::new("127.0.0.1:8080".parse().unwrap(), None);
        let token = Some("0123456789abcdef".into());
        let open = Guard::new("0.0.0.0:80".parse().unwrap(), token);
        let host = ("host", "127.0.0.1:8080");
        let right = ("authorization", "Bearer 0123456789abcdef");
        for (guard, name, headers) in [
            (&local, "host", &[host, ("host", "evil.example")][..]),
            (&local, "host", &[host, host]),
            (&open, "host", &[host, host, right]),
            (&open, "authorization", &[host, right, right]),
            (
                &local,
                "origin",
                &[
                    host,
                    ("origin", "http://127.0.0.1:8080"),
                    ("origin", "http://evil.example"),
                ],
            ),
            (
                &local,
                "sec-fetch-site",
                &[
                    host,
                    ("sec-fetch-site", "none"),
                    ("sec-fetch-site", "cross-site"),
                ],
            ),
        ] {
            let said = refused(guard, Method::GET, headers).unwrap();
            let sentence = format!("the header '{name}' occurs more than once; send it once");
            assert!(said.contains("400") && said.contains(&sentence), "{said}");
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
