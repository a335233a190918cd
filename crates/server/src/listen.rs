//! Connections: a bounded number, none that is silent for long, ended politely.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::body::read_whole;
use super::failure::Failure;
use super::guard::{Guard, guarded};
use super::options::{Log, ServerOptions};
use super::stop::Stop;
use dejalu_base::error::{Result, ServerError};

/// The longest that the head of a request may take to arrive, and a connection may be idle.
const HEAD: Duration = Duration::from_secs(15);

/// A server that has its address and is not yet answering.
pub(super) struct Listening {
    listener: TcpListener,
    pub(super) address: SocketAddr,
}

impl Listening {
    /// Takes the address.
    ///
    /// # Errors
    ///
    /// An address beyond this computer without a token; one that is taken or not this computer's.
    pub(super) fn on(options: &ServerOptions) -> Result<Self> {
        let asked = SocketAddr::new(options.address, options.port);
        if !options.address.is_loopback() && options.token.is_none() {
            let address = asked.to_string();
            return Err(ServerError::NoToken { address }.into());
        }
        let taken = |error: std::io::Error| ServerError::Taken {
            address: asked.to_string(),
            reason: error.to_string(),
        };
        let listener = TcpListener::bind(asked).map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        Ok(Listening { listener, address })
    }

    /// Answers until it is told to stop; then what was begun is finished.
    ///
    /// # Errors
    ///
    /// A system that gives no threads.
    pub(super) fn answer(self, routes: Router, options: &ServerOptions, stop: Stop) -> Result<()> {
        let threads = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("dejalu-http")
            .enable_all()
            .build();
        let reason = |error: std::io::Error| ServerError::Taken {
            address: self.address.to_string(),
            reason: error.to_string(),
        };
        let threads = threads.map_err(reason)?;
        let guard = Guard::new(self.address, options.token.clone()).framed(options.framed);
        // What is allowed stands in a response only outside of the router that refuses.
        let routes = Router::new()
            .fallback_service(routes.layer(DefaultBodyLimit::disable()))
            .layer(middleware::from_fn_with_state(options.body, read_whole))
            .layer(middleware::from_fn(in_words))
            .layer(middleware::from_fn_with_state(options.patience, in_time))
            .layer(middleware::from_fn_with_state(guard, guarded))
            .layer(middleware::from_fn_with_state(options.log.clone(), logged));
        threads.block_on(connections(self.listener, routes, options, stop));
        // Work that goes on although nobody waits for it is not waited for either.
        threads.shutdown_timeout(Duration::from_millis(100));
        Ok(())
    }
}

async fn connections(listener: TcpListener, routes: Router, options: &ServerOptions, stop: Stop) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    let places = Arc::new(Semaphore::new(options.connections.max(1)));
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            () = stop.wait() => break,
        };
        let Ok((stream, _)) = accepted else {
            // Too many files are open, say: some will be closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that goes away is no error of the server's.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(options.farewell, graceful.shutdown()).await;
}

/// Says what is wrong with a method.
async fn in_words(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let response = next.run(request).await;
    match response.headers().get(header::ALLOW) {
        Some(allowed) if response.status() == StatusCode::METHOD_NOT_ALLOWED => {
            Failure::of_method(&method, allowed)
        }
        _ => response,
    }
}

/// Ends requests that take too long.
async fn in_time(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    match timeout(patience + Duration::from_secs(1), next.run(request)).await {
        Ok(response) => response,
        Err(_) => Failure::late().into_response(),
    }
}

/// A line for each request: what was asked and how it went, and nothing of what anybody wrote.
async fn logged(State(log): State<Log>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (
        request.method().to_string(),
        request.uri().path().to_string(),
    );
    let response = next.run(request).await;
    let milliseconds = begun.elapsed().as_secs_f64() * 1_000.0;
    log(&json!({
        "event": "request", "method": method, "path": path,
        "status": response.status().as_u16(), "ms": (10.0 * milliseconds).round() / 10.0,
    }));
    response
}
