//! [`reproduce`]: all exhibits, in the order of the papers.

use serde::Serialize;

use crate::cell::Verdict;
use crate::exhibit::Exhibit;
use crate::inputs::Inputs;
use crate::options::ReproduceOptions;
use crate::{das, ismail, pereira, raveena, yerra};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;

/// Every exhibit: a file each, in the order of the papers.
const EXHIBITS: [fn(&Inputs) -> Result<Exhibit>; 23] = [
    |inputs| Ok(yerra::reference_collection::table_3_2(inputs)),
    |_| yerra::thresholds::figure_3_2(),
    |_| Ok(yerra::worked_sentences::table_3_3()),
    |_| Ok(yerra::worked_sentences::table_3_4()),
    yerra::sentence_pairs::table_3_5,
    |_| Ok(yerra::overlaps::table_3_6()),
    |_| Ok(yerra::overlaps::table_3_7()),
    |_| Ok(yerra::overlaps::table_3_8()),
    yerra::test_cases::figures_3_3_to_3_8,
    |_| Ok(yerra::odds::table_4_1()),
    |_| Ok(yerra::equality::tables_4_3_to_4_6()),
    |_| Ok(yerra::errors::table_4_7()),
    |_| Ok(yerra::errors::table_4_8()),
    |_| Ok(raveena::example::top_words()),
    |_| raveena::example::measures(),
    |_| Ok(das::field_weights::table_1()),
    |_| Ok(das::matrix::table_2()),
    |_| das::matrix::table_3(),
    das::queries::table_4,
    |_| pereira::roses::examples(),
    pereira::differences::table_1,
    |_| ismail::examples::examples(),
    ismail::errors::tables_1_and_2,
];

/// The printed tables and figures of the five papers beside ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reproduction {
    /// Of what form the JSON is.
    pub format: u32,
    /// Options by which it was made.
    pub options: ReproduceOptions,
    /// In the order of the papers.
    pub exhibits: Vec<Exhibit>,
}

impl Reproduction {
    /// Number of exhibits with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let of_it = self.exhibits.iter().filter(|it| it.verdict == verdict);
        of_it.count()
    }
}

/// Computes what the five papers print, where that can be done.
///
/// # Errors
///
/// The temporary folder cannot be written to, in which the project's own documents are read.
pub fn reproduce(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction> {
    let inputs = Inputs::read(options, progress)?;
    let exhibits = EXHIBITS.iter().map(|exhibit| exhibit(&inputs));
    Ok(Reproduction {
        format: 1,
        options: options.clone(),
        exhibits: exhibits.collect::<Result<_>>()?,
    })
}
