//! Figure 12 and table 1: how far measured similarities are from the expected ones.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Experiment, Row};
use crate::figure::Form;
use crate::inputs::Inputs;
use crate::source::{PEREIRA, Source};
use dejalu_base::error::Result;
use dejalu_base::plural::percent;
use dejalu_experiment::generate::experiment::{Method, experiment};

const TABLE: Source = Source {
    paper: PEREIRA,
    number: "figure 12 and table 1",
    section: "4.3",
    page: None,
    title: "mean difference between expected and measured similarity",
};

/// One of the two differences of a method.
type Difference = fn(&Method) -> f64;

pub(crate) fn table_1(inputs: &Inputs) -> Result<Exhibit> {
    const BASES: [Difference; 2] = [|it| it.published, |it| it.same_base];
    let options = inputs.options;
    let made = experiment(
        &inputs.originals,
        options.plagiarised,
        options.seed,
        inputs.progress,
    )?;
    let row = |method: &Method| {
        let cells = [
            Cell::measured(&percent(method.paper, 2), Some(method.published)),
            Cell::only_ours(method.same_base, Form::percent(2)),
        ];
        let what = match method.words {
            Some(words) => format!("shingles of {words} words"),
            None => "Patricia overlap".to_string(),
        };
        Row::new(what, cells)
    };
    let mut rows: Vec<Row> = made.methods.iter().map(row).collect();
    let shingles = made.methods.iter().filter(|it| it.words.is_some());
    let patricia = made.methods.iter().find(|it| it.words.is_none());
    let best = BASES.map(|of| shingles.clone().min_by(|a, b| of(a).total_cmp(&of(b))));
    rows.push(Row::new(
        "the shingles with the least difference",
        best.map(|it| {
            let words = it.and_then(|it| it.words).unwrap_or_default();
            Cell::judged("4 words", format!("{words} words"))
        }),
    ));
    let is_nearer = |(it, of): (Option<&Method>, Difference)| {
        let both = it.zip(patricia);
        let is_nearer = both.is_some_and(|(shingles, patricia)| of(shingles) < of(patricia));
        Cell::judged("yes", if is_nearer { "yes" } else { "no" })
    };
    rows.push(Row::new(
        "these shingles are nearer than Patricia overlap",
        best.into_iter().zip(BASES).map(is_nearer),
    ));
    let exhibit = Exhibit::new(
        TABLE,
        ["as published", "same base"],
        rows,
        "The 9,000 pages are not published, nor is the share that was copied of each. Ours are plagiarised documents of ten of \
         the sixty originals each. As published, the expected similarity is a share of the source and the measured \
         one a share of the plagiarised document, so that most of the difference comes from their lengths; with the \
         same base both are shares of the source. That four words differ least is not found again.",
    );
    Ok(exhibit.with_experiment(Experiment::Plagiarism(made)))
}
