//! The elements and texts of XML, in order.
//!
//! Entities that a document defines for itself are not resolved, so that none can grow; external ones
//! are never fetched.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use dejalu_base::error::{DocumentError, Result};

/// A node that is met. Names are without their prefix.
pub enum Node<'a> {
    /// An element begins.
    Open(&'a str, &'a BytesStart<'a>),
    /// An element ends.
    Close(&'a str),
    /// A piece of text.
    Text(&'a str),
}

/// The value of an element's attribute, by its name without a prefix; none where it is missing.
pub fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    let attributes = attributes.with_checks(false).flatten();
    let mut named = attributes.filter(|attribute| attribute.key.local_name().as_ref() == name);
    let value = named
        .next()?
        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
        .ok()?;
    Some(value.into_owned())
}

/// Walks over XML.
///
/// # Errors
///
/// XML that is not well-formed; what `see` returns.
pub fn walk(xml: &[u8], mut see: impl FnMut(Node<'_>) -> Result<()>) -> Result<()> {
    let mut reader = Reader::from_reader(xml);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        let event = event.map_err(DocumentError::damaged)?;
        match event {
            Event::Start(element) => see(Node::Open(element.local_name().as_ref(), &element))?,
            Event::Empty(element) => {
                let name = element.local_name();
                see(Node::Open(name.as_ref(), &element))?;
                see(Node::Close(name.as_ref()))?;
            }
            Event::End(element) => see(Node::Close(element.local_name().as_ref()))?,
            Event::Text(text) => see(Node::Text(&text.xml10_content()))?,
            Event::CData(text) => see(Node::Text(&text.xml10_content()))?,
            Event::GeneralRef(reference) => {
                if let Ok(Some(c)) = reference.resolve_char_ref() {
                    see(Node::Text(c.encode_utf8(&mut [0; 4])))?;
                } else if let Some(text) =
                    quick_xml::escape::resolve_predefined_entity(&reference.xml10_content())
                {
                    see(Node::Text(text))?;
                }
            }
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::DocType(_) | Event::PI(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_short_line() {
        let wrong = format!("<a></b\n{}>", "c\r\n".repeat(200));
        let error = walk(wrong.as_bytes(), |_| Ok(())).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("`</b c c") && error.len() < 400, "{error}");
    }
}
