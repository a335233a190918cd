//! What office files and e-books share: a ZIP of XML.

mod package;
pub(super) use package::Package;
