//! The addresses of the service.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use super::openapi::openapi;
use super::state::Service;
use super::types::{
    AddRequest, AddResponse, Classified, Explained, FindRequest, FindResponse, Health, PairRequest,
};
use crate::error::Result;
use crate::report::service_page;
use crate::server::failure::{Failure, Problem};
use crate::server::listen::Listening;
use crate::server::options::ServerOptions;
use crate::server::page::page;
use crate::server::stop::Stop;
use crate::server::work::Work;

#[derive(Clone)]
struct Shared {
    service: Arc<Service>,
    work: Work,
    page: Arc<str>,
}

/// Answers until it is told to stop. `ready` gets the address, once it is answered.
///
/// # Errors
///
/// An address that cannot be used, or one beyond this computer without a token.
pub fn serve(
    service: Service,
    options: &ServerOptions,
    stop: Stop,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let listening = Listening::on(options)?;
    let shared = Shared {
        service: Arc::new(service),
        work: Work::new(options.working, options.waiting, options.patience),
        page: service_page()?.into(),
    };
    let routes = Router::new()
        .route("/classify", post(classify))
        .route("/explain", post(explain))
        .route("/find", post(find_near))
        .route("/documents", post(add_documents))
        .route("/health", get(health))
        .route("/openapi.json", get(description))
        .route("/", get(front))
        .fallback(nowhere)
        .with_state(shared);
    let address = listening.address;
    (options.log)(&json!({ "event": "listening", "address": address.to_string() }));
    ready(address);
    listening.answer(routes, options, stop)?;
    (options.log)(&json!({ "event": "stopped" }));
    Ok(())
}

type Asked<T> = std::result::Result<Json<T>, JsonRejection>;
type Answered<T> = std::result::Result<Json<T>, Failure>;

async fn done<A: Send + 'static, T: Send + 'static>(
    shared: Shared,
    asked: Asked<A>,
    work: impl FnOnce(&Service, A) -> std::result::Result<T, Failure> + Send + 'static,
) -> Answered<T> {
    let Json(asked) = asked.map_err(|error| Failure::new(error.status(), error.body_text()))?;
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
        (status = 400, description = "Not a request", body = Problem),
        (status = 401, description = "Without the token", body = Problem),
        (status = 403, description = "Of another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "Not of this form", body = Problem),
        (status = 429, description = "Too many at once: come back after Retry-After seconds", body = Problem),
        (status = 503, description = "Took too long", body = Problem),
    )
)]
async fn classify(State(shared): State<Shared>, asked: Asked<PairRequest>) -> Answered<Classified> {
    done(shared, asked, |service, asked| service.classify(asked)).await
}

/// Why two documents are near-duplicates, or why not.
#[utoipa::path(
    post, path = "/explain", operation_id = "explain", tag = "service", request_body = PairRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The reasons, as `dejalu explain --json` writes them", body = Explained),
        (status = 400, description = "Not a request", body = Problem),
        (status = 401, description = "Without the token", body = Problem),
        (status = 403, description = "Of another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "Not of this form", body = Problem),
        (status = 429, description = "Too many at once: come back after Retry-After seconds", body = Problem),
        (status = 503, description = "Took too long", body = Problem),
    )
)]
async fn explain(State(shared): State<Shared>, asked: Asked<PairRequest>) -> Answered<Explained> {
    done(shared, asked, |service, asked| service.explain(asked)).await
}

/// The near-duplicates of a document in the index.
#[utoipa::path(
    post, path = "/find", operation_id = "find", tag = "service", request_body = FindRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "What was found", body = FindResponse),
        (status = 400, description = "Not a request", body = Problem),
        (status = 401, description = "Without the token", body = Problem),
        (status = 403, description = "Of another site", body = Problem),
        (status = 404, description = "No index", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "Not of this form", body = Problem),
        (status = 429, description = "Too many at once: come back after Retry-After seconds", body = Problem),
        (status = 503, description = "Took too long", body = Problem),
    )
)]
async fn find_near(
    State(shared): State<Shared>,
    asked: Asked<FindRequest>,
) -> Answered<FindResponse> {
    done(shared, asked, |service, asked| service.find(asked)).await
}

/// Adds documents to the index, all or none.
#[utoipa::path(
    post, path = "/documents", operation_id = "add_documents", tag = "service", request_body = AddRequest,
    security((), ("token" = [])),
    responses(
        (status = 200, description = "They are on disk", body = AddResponse),
        (status = 400, description = "Not a request", body = Problem),
        (status = 401, description = "Without the token", body = Problem),
        (status = 403, description = "The server only reads, or of another site", body = Problem),
        (status = 404, description = "No index", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "Not of this form", body = Problem),
        (status = 429, description = "Too many at once: come back after Retry-After seconds", body = Problem),
        (status = 503, description = "Took too long", body = Problem),
    )
)]
async fn add_documents(
    State(shared): State<Shared>,
    asked: Asked<AddRequest>,
) -> Answered<AddResponse> {
    done(shared, asked, |service, asked| service.add(asked)).await
}

/// How the server is. Needs no token.
#[utoipa::path(
    get, path = "/health", operation_id = "health", tag = "service",
    responses((status = 200, description = "It answers", body = Health))
)]
async fn health(State(shared): State<Shared>) -> Answered<Health> {
    let service = shared.service.clone();
    // Not among the work that may be too much: whoever watches the server wants an answer then.
    let health = tokio::task::spawn_blocking(move || service.health()).await;
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the server has failed");
    health.map_err(failed)?.map(Json)
}

async fn description() -> Response {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (json, openapi()).into_response()
}

async fn front(State(shared): State<Shared>) -> Response {
    page(shared.page.to_string())
}

async fn nowhere() -> Failure {
    let reason = "there is nothing at this address; GET /openapi.json lists what there is";
    Failure::new(StatusCode::NOT_FOUND, reason)
}
