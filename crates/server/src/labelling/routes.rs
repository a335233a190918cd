//! The addresses of the page.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

use super::messages::Asking;
use super::state::LabelServer;
use crate::failure::Failure;
use crate::guard::is_equal;
use crate::listen::Listening;
use crate::options::ServerOptions;
use crate::page::page;
use crate::stop::Stop;
use crate::work::Work;
use dejalu_base::error::{Result, ServerError};

/// State shared by all addresses.
#[derive(Clone)]
struct Shared {
    server: Arc<LabelServer>,
    work: Work,
    /// Whoever has it in a cookie may label: other users of this computer have not.
    key: Arc<str>,
    cookie: Arc<str>,
}

/// Answers until it is told to stop. `ready` gets the address to open, once it is answered; it holds a
/// key, without which nobody may label.
///
/// # Errors
///
/// An address that cannot be used; a system that gives no random numbers.
pub fn labelling(
    server: LabelServer,
    options: &ServerOptions,
    stop: Stop,
    ready: impl FnOnce(&str),
) -> Result<()> {
    let listening = Listening::on(options)?;
    let key = key()?;
    ready(&format!("http://{}/?key={key}", listening.address));
    let shared = Shared {
        server: Arc::new(server),
        work: Work::new(options.working, options.waiting, options.patience),
        cookie: format!("dejalu-{}", listening.address.port()).into(),
        key: key.into(),
    };
    let api = Router::new()
        .route("/api/next", post(next))
        .route("/api/answer", post(answer))
        .route("/api/back", post(back))
        .route("/api/again", post(again))
        .route("/api/opinion", post(opinion))
        .route("/api/worth", post(status))
        .route("/api/start", post(start))
        .route("/api/job", post(job))
        .route_layer(middleware::from_fn_with_state(shared.clone(), with_key));
    let routes = api
        .route("/", get(front))
        .fallback(nowhere)
        .with_state(shared);
    listening.answer(routes, options, stop)
}

/// 128 random bits.
fn key() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| ServerError::NoChance {
        reason: error.to_string(),
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

const CLOSED: &str =
    "open the address that 'dejalu label' has printed, with its key; a new start has a new key";

impl Shared {
    fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut cookies = cookies.flat_map(|value| value.split("; "));
        cookies.any(|cookie| match cookie.split_once('=') {
            Some((name, value)) => name == &*self.cookie && is_equal(value, &self.key),
            None => false,
        })
    }
}

/// The page. The key comes in the address once, and stays in a cookie that no script reads and no other
/// site sends.
async fn front(
    State(shared): State<Shared>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let key = query
        .as_deref()
        .and_then(|query| query.strip_prefix("key="));
    if key.is_some_and(|key| is_equal(key, &shared.key)) {
        let cookie = format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/",
            shared.cookie, shared.key
        );
        let to_page = [
            (header::LOCATION, "/".to_string()),
            (header::SET_COOKIE, cookie),
        ];
        return (StatusCode::SEE_OTHER, to_page).into_response();
    }
    if !shared.is_let_in(&headers) {
        return Failure::new(StatusCode::UNAUTHORIZED, CLOSED).into_response();
    }
    page(shared.server.page.clone())
}

async fn with_key(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    if shared.is_let_in(request.headers()) {
        next.run(request).await
    } else {
        Failure::new(StatusCode::UNAUTHORIZED, CLOSED).into_response()
    }
}

async fn nowhere() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "there is nothing at this address")
}

type Asked = std::result::Result<Json<Asking>, JsonRejection>;
type Answered<T> = std::result::Result<Json<T>, Failure>;

/// Does what is asked on a thread that may wait for the disk.
async fn done<T: Serialize + Send + 'static>(
    shared: Shared,
    asked: Asked,
    work: impl FnOnce(&Arc<LabelServer>, &Asking) -> std::result::Result<T, Failure> + Send + 'static,
) -> Answered<T> {
    let Json(asking) = asked.map_err(|error| Failure::of_body(&error))?;
    let server = shared.server.clone();
    shared
        .work
        .run(move || work(&server, &asking))
        .await
        .map(Json)
}

async fn next(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.next(asking)).await
}

async fn answer(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.answer(asking)).await
}

async fn back(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.back(asking)).await
}

async fn again(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.again(asking)).await
}

async fn opinion(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.opinion(asking)).await
}

async fn status(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, _| Ok(server.status())).await
}

async fn start(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| server.start(asking)).await
}

async fn job(State(shared): State<Shared>, asked: Asked) -> Answered<impl Serialize> {
    done(shared, asked, |server, asking| Ok(server.job(asking))).await
}
