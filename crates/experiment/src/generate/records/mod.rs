//! Bibliographic records, and the same works as other databases record them.
//!
//! A work has a title, authors, a journal, pages, codes and an abstract, all drawn: words by their frequency in given
//! texts, names of people and journals out of syllables. Six in ten get a namesake, which is easily taken for the same
//! work: another editorial, the next part, last year's report, a reply, the paper before the journal's. Each of twelve
//! databases writes a work in its own way, and now and then with slips.
//!
//! | file | contents |
//! |---|---|
//! | `records.rs` | families of works and their records |
//! | `library.rs` | names of people and journals, and words |
//! | `work.rs` | a work |
//! | `namesakes.rs` | works that are easily taken for another |
//! | `sources.rs` | twelve databases, and what each leaves out |
//! | `written.rs` | a record of a work |
//! | `titles.rs` | how a title is written |
//! | `letters.rs` | slips and capitals |
//! | `names.rs` | how names are written |
//! | `pairs.rs` | labelled pairs of records |

mod letters;
mod library;
mod names;
mod namesakes;
mod pairs;
mod records;
mod sources;
mod titles;
mod work;
mod written;
pub use pairs::pairs;
pub use records::{COLUMNS, Record, RecordOptions, records};
