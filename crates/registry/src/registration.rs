//! What became of a document that was to be registered.

use super::answer::Found;

/// What became of a document that was to be registered.
#[derive(Debug, Clone, PartialEq)]
pub enum Registration {
    /// It is registered.
    Registered,
    /// It is a copy of this one, and was left out.
    Refused(Box<Found>),
    /// A document of its name was there, and it was left out.
    Known,
}
