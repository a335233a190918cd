//! What office files and e-books share: a ZIP of XML.

mod package;
mod xml;
pub(super) use package::Package;
pub(super) use xml::{Node, attribute, walk};
