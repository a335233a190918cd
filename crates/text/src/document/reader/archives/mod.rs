//! Archives of documents. **To add one**: write a file with an `ARCHIVES` list, and put the file's name into
//! the table at [`archives!`](self).
//!
//! | file | contents |
//! |---|---|
//! | `archive.rs` | what every archive is: an ending, and its members |
//! | `warc.rs`, `warc_records.rs`, `http.rs` | archives of the web, their records, and the responses in them |
//! | `tar.rs`, `zip.rs` | archives of files |
//! | `doubled.rs` | members of a ZIP archive that share a name |

mod archive;
mod doubled;
mod http;
mod warc_records;
pub(super) use archive::Archive;

/// The table of archives: one word a file.
macro_rules! archives {
    ($($archive:ident),* $(,)?) => {
        $(mod $archive;)*

        /// Every archive, in the order of the table.
        pub(super) const ARCHIVES: &[&[Archive]] = &[$($archive::ARCHIVES),*];
    };
}

archives! {
    warc, tar, zip
}
