//! Das, Mathew and Vijayaraghavan (002).

pub(crate) mod field_weights;
pub(crate) mod matrix;
pub(crate) mod queries;
