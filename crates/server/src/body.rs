//! The bodies of requests, read whole within a limit.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Body as _;

use super::failure::Failure;
use dejalu_base::plural::count;

/// Reads the body before anything else looks at it; `most` bytes are taken.
pub(super) async fn read_whole(
    State(most): State<usize>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    match whole(body, most).await {
        Ok(bytes) => next.run(Request::from_parts(head, bytes.into())).await,
        Err(failure) => failure.into_response(),
    }
}

async fn whole(mut body: Body, most: usize) -> Result<Vec<u8>, Failure> {
    let too_large = |reason| Failure::new(StatusCode::PAYLOAD_TOO_LARGE, reason);
    let too_long = || {
        too_large(format!(
            "the body has more than {} bytes, the most that this server takes; send less at once",
            count(most)
        ))
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_long());
    }
    let mut left = most_pieces(most);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Failure::bad("the body ends early; send all of it"))?;
        // Trailers say nothing that is used here.
        let Ok(piece) = frame.into_data() else {
            continue;
        };
        if piece.len() > most - bytes.len() {
            return Err(too_long());
        }
        left = left.checked_sub(1).ok_or_else(|| {
            let pieces = count(most_pieces(most));
            too_large(format!(
                "the body comes in more than {pieces} chunks; send fewer and larger ones"
            ))
        })?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// The most chunks of a body: each takes as long as a hundred bytes, so that a flood of chunks of one byte would
/// last until the request is ended for the time that it takes.
fn most_pieces(most: usize) -> usize {
    1_024 + most / 64
}
