//! The nodes of one record of XML.

use crate::xml::{Node, walk};
use dejalu_base::error::{DocumentError, Error, ErrorKind, InputError, Result};

/// Elements may be nested without end, and no field of a record is that deep.
pub(super) const DEEPEST: usize = 64;

/// Walks over the nodes of one record.
///
/// # Errors
///
/// XML that is not well-formed.
pub(super) fn see_record(record: &str, mut see: impl FnMut(&Node<'_>)) -> Result<()> {
    let mut depth = 0_usize;
    let walked = walk(record.as_bytes(), |node| {
        match node {
            Node::Open(..) => depth += 1,
            Node::Close(_) => depth = depth.saturating_sub(1),
            Node::Text(_) => {}
        }
        see(&node);
        Ok(())
    });
    walked.map_err(not_well_formed)?;
    if depth == 0 {
        return Ok(());
    }
    let problem = "an element has no end".to_owned();
    Err(InputError::BadReference { problem }.into())
}

fn not_well_formed(error: Error) -> Error {
    let problem = match error.kind() {
        ErrorKind::Document(DocumentError::Damaged { problem }) => problem.clone(),
        _ => return error,
    };
    InputError::BadReference { problem }.into()
}
