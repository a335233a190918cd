//! The library's calls for other programs: classify, explain, find, add documents.
//!
//! | file | contents |
//! |---|---|
//! | `types.rs` | what is asked and answered |
//! | `searched.rs` | the documents that are searched |
//! | `indexed.rs` | an index of them |
//! | `registered.rs` | a registry of them |
//! | `state.rs` | the model with them |
//! | `routes.rs` | what each address does |
//! | `serve.rs` | the whole, answering |
//! | `openapi.rs` | their description, OpenAPI 3.1 |

mod indexed;
mod openapi;
mod registered;
mod routes;
mod searched;
mod serve;
mod state;
mod types;

pub use openapi::openapi;
pub use serve::serve;
pub use state::Service;
