//! The library's calls for other programs: classify, explain, find, add documents.
//!
//! | file | contents |
//! |---|---|
//! | `types.rs` | what is asked and answered |
//! | `state.rs` | the model and the index |
//! | `routes.rs` | what each address does |
//! | `serve.rs` | the whole, answering |
//! | `openapi.rs` | their description, OpenAPI 3.1 |

mod openapi;
mod routes;
mod serve;
mod state;
mod types;

pub use openapi::openapi;
pub use serve::serve;
pub use state::Service;
