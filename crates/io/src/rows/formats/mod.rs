//! The formats of rows. **To add one**: write a file with a type that implements
//! [`Records`](super::records::Records) and a `FORMATS` list, and put the file's name into the table at
//! [`formats!`](self).
//!
//! | file | contents |
//! |---|---|
//! | `tables.rs`, `table.rs`, `table_syntax.rs` | CSV and TSV: the format, its records, the cells of a row |
//! | `delimiter.rs` | which character separates the cells |
//! | `quotes.rs`, `shape.rs` | quoted cells that contain other rows |
//! | `json.rs`, `json_lines.rs`, `json_array.rs` | JSON: the formats, objects a line, objects in arrays |
//! | `json_form.rs`, `json_mended.rs` | how the values of a JSON file stand in it; JSON as other programs write it |
//! | `json_members.rs` | objects that are members of one, by their keys |
//! | `json_nesting.rs` | where a value of JSON ends |
//! | `json_syntax.rs`, `cells.rs`, `csl.rs` | the members of a JSON object, and as named cells; of a reference in CSL JSON |
//! | `bib.rs`, `bib_entry.rs`, `bib_strings.rs`, `bib_values.rs`, `bib_syntax.rs` | BibTeX and BibLaTeX: entries, their syntax, abbreviations, values as text, filling |
//! | `ris.rs`, `nbib.rs`, `ciw.rs`, `enw.rs` | RIS; the tagged formats of MEDLINE, Web of Science and EndNote |
//! | `xml.rs`, `xml_kind.rs`, `xml_nodes.rs` | XML: records, the kinds of them, the nodes of one |
//! | `pubmed_fields.rs`, `endnote_fields.rs` | the fields of PubMed's and of EndNote's records |
//! | `references/` | what reference managers export |
//! | `parquet.rs`, `parquet_cells.rs`, `parquet_fill.rs` | Parquet, values by their types, and filling fields of its rows |
//! | `xlsx.rs` | spreadsheets |
//! | `copied.rs`, `counted.rs` | copies of some records; records as ranges of bytes |

mod bib_entry;
mod bib_strings;
mod bib_syntax;
mod bib_values;
mod cells;
mod copied;
mod counted;
mod csl;
pub(super) mod delimiter;
mod endnote_fields;
mod json_array;
mod json_form;
mod json_lines;
mod json_members;
mod json_mended;
mod json_nesting;
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
mod xml_kind;
mod xml_nodes;

/// The table of formats: one word a file.
macro_rules! formats {
    ($($(#[$needs:meta])* $format:ident),* $(,)?) => {
        $($(#[$needs])* mod $format;)*

        /// Every format, in the order of the table.
        pub(super) const FORMATS: &[&[super::records::Format]] = &[$($(#[$needs])* $format::FORMATS),*];
    };
}

formats! {
    json, tables, ris, nbib, ciw, enw, xml, bib, xlsx,
    #[cfg(feature = "parquet")]
    parquet,
}
pub(super) use csl::OF_REFERENCES;
#[cfg(test)]
pub(super) use {json_lines::JsonRecords, tables::TableRecords};
