//! Attributes of elements.

use scraper::node::Element;

/// An attribute's value. The names are few: a scan is quicker than making a name to look up.
pub(super) fn attribute<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attrs();
    attributes
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

pub(super) fn has_token(value: Option<&str>, token: &str) -> bool {
    let mut tokens = value.unwrap_or_default().split_ascii_whitespace();
    tokens.any(|found| found.eq_ignore_ascii_case(token))
}
