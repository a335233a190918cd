//! The library's calls for other programs: classify, explain, find, add documents.
//!
//! | file | contents |
//! |---|---|
//! | `types.rs` | what is asked and answered |
//! | `state.rs` | the model and the index |
//! | `routes.rs` | the addresses |
//! | `openapi.rs` | their description, OpenAPI 3.1 |

mod openapi;
mod routes;
mod state;
mod types;

pub use openapi::openapi;
pub use routes::serve;
pub use state::Service;
