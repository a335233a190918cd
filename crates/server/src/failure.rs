//! [`Failure`]: a refusal, as JSON.

use std::collections::BTreeMap;
use std::error::Error as _;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response as Described, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use dejalu_base::error::{Error, ErrorKind};

/// The reason why a request was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// In one sentence: what was found, what was expected, what to do.
    #[schema(example = "a document without text or html; expected one of them")]
    pub(super) error: String,
}

/// A refusal.
#[derive(Debug)]
pub(super) struct Failure {
    status: StatusCode,
    reason: String,
}

impl Failure {
    pub(super) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Failure {
            status,
            reason: reason.into(),
        }
    }

    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Failure::new(StatusCode::BAD_REQUEST, reason)
    }

    /// The same failure, of a part of the request.
    pub(super) fn at(self, part: &str) -> Self {
        Failure {
            reason: format!("{part}: {}", self.reason),
            ..self
        }
    }

    /// A body that is no request.
    pub(super) fn of_body(rejection: &JsonRejection) -> Self {
        let (status, text) = (rejection.status(), rejection.body_text());
        let problem = rejection
            .source()
            .map_or(String::new(), ToString::to_string);
        let reason = match rejection {
            JsonRejection::JsonDataError(_) => {
                let problem = problem.replace("expected usize", "expected a whole number");
                format!("the JSON is not of the form expected here: {problem}")
            }
            JsonRejection::JsonSyntaxError(_) => {
                format!("the body is not JSON: {problem}; expected one object")
            }
            JsonRejection::MissingJsonContentType(_) => {
                "the body is not said to be JSON; expected the header Content-Type: application/json"
                    .to_string()
            }
            _ => text,
        };
        Failure::new(status, reason)
    }

    /// Another method than those that an address answers, as `Allow` names them.
    pub(super) fn of_method(method: &Method, allowed: &HeaderValue) -> Response {
        let expected = allowed.to_str().unwrap_or_default().replace(',', " or ");
        let reason = format!("{method} is not answered at this address; expected {expected}");
        let mut response = Failure::new(StatusCode::METHOD_NOT_ALLOWED, reason).into_response();
        response
            .headers_mut()
            .insert(header::ALLOW, allowed.clone());
        response
    }

    /// Too much is asked at once.
    pub(super) fn busy() -> Self {
        let reason = "too many requests at once; come back in a second";
        Failure::new(StatusCode::TOO_MANY_REQUESTS, reason)
    }

    pub(super) fn late() -> Self {
        let reason = "the request took too long; send less at once";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    }
}

/// The refusals that every address may answer with.
const REFUSALS: [(StatusCode, &str); 7] = [
    (StatusCode::BAD_REQUEST, "Not a request"),
    (StatusCode::UNAUTHORIZED, "Without the token"),
    (
        StatusCode::FORBIDDEN,
        "Of another site, or the server only reads",
    ),
    (StatusCode::PAYLOAD_TOO_LARGE, "Too large"),
    (StatusCode::UNPROCESSABLE_ENTITY, "Not of this form"),
    (
        StatusCode::TOO_MANY_REQUESTS,
        "Too many at once: come back after Retry-After seconds",
    ),
    (StatusCode::SERVICE_UNAVAILABLE, "Took too long"),
];

/// As the description of the service has them.
impl IntoResponses for Failure {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let problem = || {
            let schema = Ref::from_schema_name(Problem::name());
            ContentBuilder::new().schema(Some(schema)).build()
        };
        let described = |(status, description): (StatusCode, &str)| {
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/json", problem())
                .build();
            (status.as_str().to_string(), RefOr::T(response))
        };
        REFUSALS.map(described).into()
    }
}

/// A refusal of the library: the disk's fault, or the request's.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Io { .. } | ErrorKind::Index(_) | ErrorKind::Registry(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            ErrorKind::Label(_) => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Failure::new(status, error.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let problem = Problem { error: self.reason };
        let mut response = (self.status, Json(problem)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let second = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, second);
        }
        response
    }
}
