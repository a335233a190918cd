//! A collection made ready to be asked: an [`Index`] keeps documents on the disk, with lists of
//! which of them hold which value, so that the near-duplicates of a document are found without
//! reading the others.
//!
//! Useful for: asking one large collection again and again, and adding to it. Not useful for: a
//! collection that is searched once, which [`find`](crate::collection::find) does as it is; what a text
//! has in common with others sentence by sentence, which a [registry](crate::registry) answers.
//!
//! | file | the question it answers |
//! |---|---|
//! | `store.rs` | how does it lie on the disk? |
//! | `lists.rs` | which documents hold a value? |
//!
//! ```
//! use dejalu::Document;
//! use dejalu::collection::index::Index;
//! # use dejalu::candidates::{Blocking, Filter};
//! use dejalu::progress::Silent;
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let mut model = dejalu::model::builtin::model()?;
//! # let filter = Filter::new("jaccard".parse()?, "0.5".parse()?)?;
//! # model.blocking = Some(Blocking { filter, asked: 0.99, duplicates: 1, kept: 1 });
//! let mut index = Index::create(folder.path(), model)?;
//! index.add(
//!     vec![
//!         Document::plain("a", "The ferry waits at the old pier."),
//!         Document::plain("b", "Beetles farm fungus in dead wood."),
//!     ],
//!     &Silent,
//! )?;
//! let query = Document::plain("query", "The ferry waits at the pier.");
//! let near = index.near(&query, &index.judge())?;
//! assert_eq!(near[0].id.as_str(), "a");
//! assert_eq!(near.len(), 1);
//! # Ok::<(), dejalu::Error>(())
//! ```

mod index;
mod lists;
mod store;
pub use index::{Added, Index};
pub use store::FORMAT;
