//! The page.

use serde_json::json;

use crate::files::rendered;
use dejalu_base::error::Result;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "service.html";
const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page on which the service is tried; it asks the server that it comes from.
///
/// # Errors
///
/// A page that cannot be put together; its template is built in, so that would be a fault of the
/// program.
pub fn service_page() -> Result<String> {
    let values = json!({
        "title": "Try the service",
        "style": STYLE,
        "script": SCRIPT,
        "connects": true,
    });
    rendered(NAME, TEMPLATE, &values)
}
