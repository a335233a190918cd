//! The page where people label: [`LabelServer`] has what is asked, [`labelling`] answers.
//!
//! | file | contents |
//! |---|---|
//! | `state.rs` | the session, shared by all who label |
//! | `actions.rs` | what the buttons start |
//! | `messages.rs` | what the page and the server say to each other |
//! | `routes.rs` | the addresses |

mod actions;
mod messages;
mod routes;
mod state;

pub use actions::Action;
pub use routes::labelling;
pub use state::LabelServer;
