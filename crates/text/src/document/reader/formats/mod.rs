//! The formats of files that are one document each. **To add one**: write a file with a `FORMATS` list,
//! and put the file's name into the table at [`formats!`](self).
//!
//! | file | contents |
//! |---|---|
//! | `format.rs` | what a format has to give |
//! | `text.rs`, `page.rs` | plain texts and web pages |
//! | `pdf.rs` | PDF, read by `pdftotext` |
//! | `docx.rs`, `odt.rs`, `epub.rs` | office texts and e-books |
//! | `office/` | what these share: a ZIP of XML |
//! | `blocks.rs` | a text whose headings and paragraphs are known, as it grows |

mod blocks;
mod format;
mod office;
pub(super) use format::{Content, FileFormat};

/// The table of formats: one word a file.
macro_rules! formats {
    ($($format:ident),* $(,)?) => {
        $(mod $format;)*

        /// Every format, in the order of the table.
        pub(super) const FORMATS: &[&[FileFormat]] = &[$($format::FORMATS),*];
    };
}

formats! {
    text, page, pdf, docx, odt, epub
}
