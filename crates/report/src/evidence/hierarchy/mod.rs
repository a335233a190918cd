//! The semantic hierarchy of a document: its headings, paragraphs, items and cells as a tree
//! without tags (000, section 4.1).

mod hierarchy;
mod plain;
mod title;
pub use hierarchy::{Hierarchy, Node, NodeKind};
