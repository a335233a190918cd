//! Results for people.

mod model;
mod pair;

pub use model::{model, training};
pub use pair::{FeatureRow, PairReport, RuleRow};

use crate::compare::Comparison;
use crate::error::Result;
use std::path::{Path, PathBuf};

/// stub
pub fn table(c: &Comparison, _colour: bool) -> String {
    let mut s = format!(
        "{} pairs {} pos {} docs {} clusters seen {:.3}\n",
        c.pairs, c.positives, c.documents, c.clusters, c.seen_share
    );
    for d in &c.deciders {
        s += &format!(
            "{:<20} {:?} thr {:.3} P {:.4} R {:.4} F1 {:.4} {:?} unseen {:?} p {:?}\n",
            d.name,
            d.kind,
            d.threshold,
            d.figures.precision.unwrap_or(0.),
            d.figures.recall.unwrap_or(0.),
            d.figures.f1.unwrap_or(0.),
            d.figures.f1_interval.map(|i| (i.low, i.high)),
            d.figures.f1_unseen,
            d.figures.mcnemar_p
        );
    }
    s
}
/// stub
pub fn json(c: &Comparison) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec_pretty(c).unwrap())
}
/// stub
pub struct Page {}
impl Page {
    /// stub
    pub fn new(_c: &Comparison, _s: &[(&str, String)]) -> Self {
        Page {}
    }
    /// stub
    pub fn with_sample(self, _s: Option<&PairReport>) -> Self {
        self
    }
    /// stub
    pub fn write(&self, d: &Path) -> Result<PathBuf> {
        Ok(d.join("index.html"))
    }
}
