//! The outcome of a registration.

use super::answer::Found;

/// The outcome of a document's registration.
#[derive(Debug, Clone, PartialEq)]
pub enum Registration {
    /// It is registered.
    Registered,
    /// It is a copy of this one, and was left out.
    Refused(Box<Found>),
    /// A document of its name was there, and it was left out.
    Known,
}
