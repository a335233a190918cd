//! Pages and services over HTTP: [`labelling`], the page where people label, and [`serve`], the
//! library's calls for other programs. Both answer on one address of this computer, with one way of
//! listening, of keeping strangers out, and of refusing too much work.
//!
//! Only the program uses it. What is said and asked comes from the crates below.
//!
//! No path of a request names a file. A body is bounded before it is read, and work before it is begun.
//!
//! | file | contents |
//! |---|---|
//! | `options.rs` | where a server listens, and its limits |
//! | `stop.rs` | a handle that shuts the server down |
//! | `listen.rs` | connections |
//! | `guard.rs` | who may ask: hosts, origins, keys |
//! | `body.rs` | bodies of requests, read whole within a limit |
//! | `work.rs` | work that takes time, a bounded amount at once |
//! | `page.rs` | pages, with their own policy of what may run in them |
//! | `failure.rs` | refusals as JSON |
//! | `labelling/` | the page where people label |
//! | `service/` | classify, explain, find, add documents |
//!
//! ```
//! // What the service answers, for those who write a client.
//! let described = dejalu_server::openapi();
//! assert!(described.contains("/classify"));
//! ```
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod body;
mod failure;
mod guard;
mod labelling;
mod listen;
mod options;
mod page;
mod service;
mod stop;
mod work;

pub use labelling::{Action, LabelServer, labelling};
pub use options::{Log, ServerOptions, check_token};
pub use service::{Service, openapi, serve};
pub use stop::Stop;
