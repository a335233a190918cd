//! A searchable collection: an [`Index`] stores documents on disk, with inverted lists of their
//! values, so that the near-duplicates of a document are found without reading the others.
//!
//! Useful for: repeated searches of one large collection, which may grow. Not useful for: a
//! collection that is searched once, for which [`find`](crate::find) needs no index;
//! finding shared sentences, which a registry does.
//!
//! | file | contents |
//! |---|---|
//! | `index.rs` | making an index, adding and reading documents |
//! | `find.rs` | finding the near-duplicates of documents |
//! | `search.rs` | which documents are worth a judgement |
//! | `store.rs` | storage on disk |
//! | `groups/` | groups of near-duplicates that grow with the index |
//! | `lists.rs` | inverted lists: the documents with a value |
//!
//! ```
//! use dejalu_text::Document;
//! use dejalu_collection::FindOptions;
//! use dejalu_collection::index::Index;
//! # use dejalu_similarity::candidates::{Blocking, Filter};
//! use dejalu_base::progress::Silent;
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let mut model = dejalu_experiment::model::builtin::model()?;
//! # let filter = Filter::new("jaccard".parse()?, "0.5".parse()?)?;
//! # model.blocking = Some(Blocking { filter, given: false, asked: 0.99, duplicates: 1, kept: 1, others: Vec::new(), by_score: Default::default() });
//! let mut index = Index::create(folder.path(), model)?;
//! index.add(
//!     vec![
//!         Document::plain("a", "The ferry waits at the old pier."),
//!         Document::plain("b", "Beetles farm fungus in dead wood."),
//!     ],
//!     &Silent,
//! )?;
//! let query = Document::plain("query", "The ferry waits at the pier.");
//! let found = index.find(&[query], &FindOptions::default(), &Silent)?;
//! assert_eq!(found.answers[0].matches[0].id.as_str(), "a");
//! assert_eq!(found.answers[0].matches.len(), 1);
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod find;
mod groups;
mod index;
mod lists;
mod search;
mod store;
pub use groups::{Cause, Change, Event, GroupOptions, GroupRules, Groups};
pub use index::{Added, Index};
pub use store::FORMAT;
