//! Records of several sources in one format: unchanged where a source is in it, else written anew from their fields.

mod csl;
mod item;
mod joined;
mod kind;
mod lines;
mod ris;
mod table;
pub use joined::{JoinedRows, endings_of_joined, join};
