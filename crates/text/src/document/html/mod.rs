//! A web page as a document.
//!
//! The page is parsed as a browser parses it. What comes out, in this order: the words of its
//! address, its title, its `keywords` and `description`, then its text with white space folded as
//! in rendering. Main content is the page's `<main>` or its `<article>`, if there is exactly one,
//! else the body without its frame of navigation, asides, headers and footers; [`MainContent`] has
//! other ways. Outside of it only links and headings are kept, each as that alone. Beside the text
//! stands the page's [`Structure`].
//!
//! Deliberately absent: scripts, styles, form controls, comments, anything `hidden` or
//! `aria-hidden`, and the `alt` text of images.
//!
//! | file | contents |
//! |---|---|
//! | `page.rs` | the document of a page |
//! | `tree.rs` | the element tree, as a browser builds it |
//! | `attributes.rs` | attributes of elements |
//! | `charset.rs` | the character set that a page declares |
//! | `content.rs` | the content of a page as text |
//! | `main_content.rs` | where the main content is |
//! | `article.rs` | the main content by the shape of its text (Readability) |
//! | `structure.rs` | the markup of a page without its text |
//! | `outline.rs` | its tags, their paths and its headings |
//! | `site.rs` | the site of a page, and which links stay on it |

mod article;
mod attributes;
mod charset;
mod content;
mod main_content;
mod outline;
mod page;
mod site;
mod structure;
mod tree;
pub(super) use charset::declared_charset;
pub use main_content::MainContent;
pub use outline::{Heading, Structure};
pub(super) use page::append;
