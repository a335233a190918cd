//! A passage, and what was done to it.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::features::{FEATURES, Vector};

/// What was done to a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// In the same order, and nine tenths of both sides stand in runs of eight equal words or more.
    Copied,
    /// The same text in much the same order.
    Edited,
    /// Its sentences stand in another order.
    Reordered,
    /// One side is at least twice as long as the other.
    Summarised,
}

impl Kind {
    /// The kind of a candidate, by its vector.
    pub(crate) fn of(vector: &Vector) -> Self {
        let value = |name| {
            let place = FEATURES.iter().position(|&it| it == name);
            place.map_or(0.0, |place| vector[place])
        };
        const IN_RUNS: f64 = 0.9;
        const IN_ORDER: f64 = 0.5;
        // Of fewer than four sentences the order says little.
        let has_order = value("segments-a") >= 4.0_f64.ln_1p();
        if value("length-ratio") >= 2.0_f64.ln() {
            Kind::Summarised
        } else if has_order && value("seed-correlation") < IN_ORDER {
            Kind::Reordered
        } else if value("runs-a") >= IN_RUNS && value("runs-b") >= IN_RUNS {
            Kind::Copied
        } else {
            Kind::Edited
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Kind::Copied => "copied",
            Kind::Edited => "edited",
            Kind::Reordered => "reordered",
            Kind::Summarised => "summarised",
        })
    }
}

/// Text of one document that was made of text of the other. Places are in characters of the documents' texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Passage {
    /// The place in the first document.
    pub a: Range<u32>,
    /// The place in the second document.
    pub b: Range<u32>,
    /// What was done to it.
    pub kind: Kind,
    /// By how much it is a passage: above 0, and about 1 at the margin of the training.
    pub score: f64,
}

impl Passage {
    /// What it says of two documents: its characters in the first, times its score; of a copied one at least once, since
    /// nobody writes so many equal words twice, be they few.
    pub fn weight(&self) -> f64 {
        let least = if self.kind == Kind::Copied { 1.0 } else { 0.0 };
        f64::from(self.a.end - self.a.start) * self.score.max(least)
    }

    /// The same passage, of the documents in the other order.
    pub(crate) fn turned(self) -> Self {
        Passage {
            a: self.b,
            b: self.a,
            ..self
        }
    }
}
