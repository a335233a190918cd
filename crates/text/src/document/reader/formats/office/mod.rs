//! The common format of office files and e-books: a ZIP of XML.

mod package;
pub(super) use package::Package;
