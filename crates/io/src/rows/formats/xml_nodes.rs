//! The nodes of one record of XML.

use crate::xml::{Node, walk};
use dejalu_base::error::{DocumentError, Error, ErrorKind, InputError, Result};

/// Elements may be nested without end, and no field of a record is that deep.
const DEEPEST: usize = 64;

/// Walks over the nodes of one record, each with the names of the open elements, from the outermost to the one that
/// begins or ends. Of what is nested too deeply only the texts are seen.
///
/// # Errors
///
/// XML that is not well-formed.
pub(super) fn see_record(record: &str, mut see: impl FnMut(&[String], &Node<'_>)) -> Result<()> {
    let mut path: Vec<String> = Vec::new();
    let mut deeper = 0_usize;
    let walked = walk(record.as_bytes(), |node| {
        match &node {
            Node::Open(..) if path.len() == DEEPEST => deeper += 1,
            Node::Close(_) if deeper > 0 => deeper -= 1,
            Node::Open(name, _) => {
                path.push((*name).to_owned());
                see(&path, &node);
            }
            Node::Close(_) => {
                see(&path, &node);
                path.pop();
            }
            Node::Text(_) => see(&path, &node),
        }
        Ok(())
    });
    walked.map_err(not_well_formed)?;
    if path.is_empty() {
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
