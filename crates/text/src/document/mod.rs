//! Documents. A [`Document`] is one continuous text in reading order with its [`Field`]s marked on
//! it, so that it is known whether a word was in a title, a link or the main content, while
//! sentences and shingles still run across inline markup.
//!
//! - [`html`] turns a web page into such a text, as a browser parses it;
//! - [`reader`] finds documents in files, folders, tables and streams.
//!
//! Invariant: the fields lie in ascending order, do not overlap, and each holds at least one
//! character; text between two fields is white space only.
//!
//! | file | contents |
//! |---|---|
//! | `document.rs` | documents and their fields |
//! | `blocks.rs` | the blocks of a web page: headings, paragraphs, cells |
//! | `html/` | a web page as a document |
//! | `reader/` | documents from files, folders, tables and streams |
//! | `encoding.rs` | the character set of a file |
//! | `date.rs` | the date of a document |
//! | `quotes.rs`, `mail.rs` | what a document quotes, and what of a mail is not its author's |
//! | `record_fields.rs` | which columns of a table are fields of their own |
//! | `packed.rs` | a document as it is stored and exported |
//! | `plain_row.rs` | a document as a row of a table |
//!
//! ```
//! use dejalu_text::document::{Document, FieldKind};
//!
//! let page = Document::html("page", "<title>Ferry</title><p>The ferry waits.</p>", None);
//! assert!(page.fields[0].kinds.contains(FieldKind::Title));
//! ```

mod blocks;
mod date;
mod document;
mod encoding;
pub mod html;
mod mail;
#[cfg(feature = "store")]
pub mod packed;
mod plain_row;
mod quotes;
pub mod reader;
mod record_fields;
pub use blocks::{Block, BlockKind};
pub use date::Moment;
pub use document::{
    Builder, Document, DocumentId, Field, FieldKind, FieldKinds, NamedField, identity_of,
};
pub use html::MainContent;
pub use plain_row::PlainRow;
pub use quotes::{merged, quotations};
pub use record_fields::{FieldColumn, RecordFields};
