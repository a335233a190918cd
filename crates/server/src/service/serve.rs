//! [`serve`]: the addresses, answered.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use serde_json::json;

use super::openapi::openapi;
use super::routes::{self, Shared};
use super::state::Service;
use crate::listen::Listening;
use crate::options::ServerOptions;
use crate::stop::Stop;
use crate::work::Work;
use dejalu_base::error::Result;
use dejalu_report::service_page;

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
        description: openapi().into(),
    };
    let router = Router::new()
        .route("/classify", post(routes::classify))
        .route("/explain", post(routes::explain))
        .route("/find", post(routes::find_near))
        .route("/documents", post(routes::add_documents))
        .route("/health", get(routes::health))
        .route("/openapi.json", get(routes::description))
        .route("/", get(routes::front))
        .fallback(routes::nowhere)
        .with_state(shared);
    let address = listening.address;
    (options.log)(&json!({ "event": "listening", "address": address.to_string() }));
    ready(address);
    listening.answer(router, options, stop)?;
    (options.log)(&json!({ "event": "stopped" }));
    Ok(())
}
