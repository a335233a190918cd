//! Yerra 2005 (000).
//!
//! | file | contents |
//! |---|---|
//! | `reference_collection.rs` | table 3.2 |
//! | `thresholds.rs` | figure 3.2 |
//! | `worked_sentences.rs` | tables 3.3 and 3.4 |
//! | `sentence_pairs.rs` | table 3.5 |
//! | `overlaps.rs` | tables 3.6 to 3.8 |
//! | `test_cases.rs` | figures 3.3 to 3.8 |
//! | `odds.rs` | table 4.1 |
//! | `equality.rs` | tables 4.3 to 4.6 |
//! | `errors.rs` | tables 4.7 and 4.8 |

pub(crate) mod equality;
pub(crate) mod errors;
pub(crate) mod odds;
pub(crate) mod overlaps;
pub(crate) mod reference_collection;
pub(crate) mod sentence_pairs;
pub(crate) mod test_cases;
pub(crate) mod thresholds;
pub(crate) mod worked_sentences;
