//! The addresses of the service.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::state::Service;
use super::types::{
    AddRequest, AddResponse, Classified, Explained, FindRequest, FindResponse, Health, PairRequest,
};
use crate::failure::{Failure, Problem};
use crate::page::page;
use crate::work::Work;

/// State shared by all addresses.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) service: Arc<Service>,
    pub(super) work: Work,
    pub(super) page: Arc<str>,
    /// The description of the service.
    pub(super) description: Arc<str>,
}

pub(super) type Asked<T> = std::result::Result<Json<T>, JsonRejection>;
pub(super) type Answered<T> = std::result::Result<Json<T>, Failure>;

async fn done<A: Send + 'static, T: Send + 'static>(
    shared: Shared,
    asked: Asked<A>,
    work: impl FnOnce(&Service, A) -> std::result::Result<T, Failure> + Send + 'static,
) -> Answered<T> {
    let Json(asked) = asked.map_err(|error| Failure::of_body(&error))?;
    let service = shared.service.clone();
    shared
        .work
        .run(move || work(&service, asked))
        .await
        .map(Json)
}

/// Whether two documents are near-duplicates.
#[utoipa::path(
    post, path = "/classify", operation_id = "classify", tag = "service", request_body = PairRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "What the model says", body = Classified),
        Failure,
    )
)]
pub(super) async fn classify(
    State(shared): State<Shared>,
    asked: Asked<PairRequest>,
) -> Answered<Classified> {
    done(shared, asked, |service, asked| service.classify(asked)).await
}

/// Explains why two documents are near-duplicates, or why not.
#[utoipa::path(
    post, path = "/explain", operation_id = "explain", tag = "service", request_body = PairRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The reasons, as `dejalu explain --json` writes them", body = Explained),
        Failure,
    )
)]
pub(super) async fn explain(
    State(shared): State<Shared>,
    asked: Asked<PairRequest>,
) -> Answered<Explained> {
    done(shared, asked, |service, asked| service.explain(asked)).await
}

/// The near-duplicates of a document in the index, or the copies in the registry.
#[utoipa::path(
    post, path = "/find", operation_id = "find", tag = "service", request_body = FindRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "What was found", body = FindResponse),
        (status = 404, description = "No documents to search", body = Problem),
        Failure,
    )
)]
pub(super) async fn find_near(
    State(shared): State<Shared>,
    asked: Asked<FindRequest>,
) -> Answered<FindResponse> {
    done(shared, asked, |service, asked| service.find(asked)).await
}

/// Adds documents, all or none; a registry leaves copies out.
#[utoipa::path(
    post, path = "/documents", operation_id = "add_documents", tag = "service", request_body = AddRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "They are on disk", body = AddResponse),
        (status = 404, description = "No documents to search", body = Problem),
        Failure,
    )
)]
pub(super) async fn add_documents(
    State(shared): State<Shared>,
    asked: Asked<AddRequest>,
) -> Answered<AddResponse> {
    done(shared, asked, |service, asked| service.add(asked)).await
}

/// Reports the state of the server. Needs no token.
#[utoipa::path(
    get, path = "/health", operation_id = "health", tag = "service",
    responses((status = 200, description = "It answers", body = Health))
)]
pub(super) async fn health(State(shared): State<Shared>) -> Answered<Health> {
    let service = shared.service.clone();
    // Not among the work that may be too much: whoever watches the server wants an answer then.
    let health = tokio::task::spawn_blocking(move || service.health()).await;
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the server has failed");
    health.map_err(failed)?.map(Json)
}

pub(super) async fn description(State(shared): State<Shared>) -> Response {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (json, shared.description.to_string()).into_response()
}

pub(super) async fn front(State(shared): State<Shared>) -> Response {
    page(shared.page.to_string())
}

pub(super) async fn nowhere() -> Failure {
    let reason = "there is nothing at this address; GET /openapi.json lists what there is";
    Failure::new(StatusCode::NOT_FOUND, reason)
}
