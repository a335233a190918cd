//! Pages, with their own policy of what may run in them.

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};

use super::guard::NO_FRAME;

/// A page under the policy that stands in its head: nothing but its own script, which has its number,
/// runs. A frame around it can be forbidden in a header alone.
pub(super) fn page(html: String) -> Response {
    const BEGIN: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    let policy = html
        .split_once(BEGIN)
        .and_then(|(_, rest)| rest.split_once('"'));
    let policy = policy.map(|(policy, _)| format!("{policy}; {NO_FRAME}"));
    let policy = policy.and_then(|policy| HeaderValue::from_str(&policy).ok());
    let mut response = Html(html).into_response();
    if let Some(policy) = policy {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
