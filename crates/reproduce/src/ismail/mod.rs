//! Ismail, Saad and Badr (004).

pub(crate) mod errors;
pub(crate) mod examples;
