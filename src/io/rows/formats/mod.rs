//! The formats of rows. **To add one**: write a file with a type that implements
//! [`Records`](super::records::Records) and a `FORMATS` list, and put the file's name into the table at
//! [`formats!`](self).

mod bib_syntax;
mod cells;
mod copied;
mod counted;
mod delimiter;
mod json_syntax;
#[cfg(feature = "parquet")]
mod parquet_cells;
#[cfg(feature = "parquet")]
mod parquet_fill;
mod pubmed_fields;
mod quotes;
mod references;
mod shape;
mod table;
mod table_syntax;

/// The table of formats: one word a file.
macro_rules! formats {
    ($($(#[$needs:meta])* $format:ident),* $(,)?) => {
        $($(#[$needs])* mod $format;)*

        /// Every format, in the order of the table.
        pub(super) const FORMATS: &[&[super::records::Format]] = &[$($(#[$needs])* $format::FORMATS),*];
    };
}

formats! {
    json_lines, tables, json_array, ris, nbib, pubmed, bib, xlsx,
    #[cfg(feature = "parquet")]
    parquet,
}
#[cfg(test)]
pub(super) use {json_lines::JsonRecords, tables::TableRecords};
