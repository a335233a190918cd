//! Tables 1 and 2: false negatives and false positives of OS-CDS and SCAM.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Experiment, Row};
use crate::figure::Form;
use crate::inputs::Inputs;
use crate::source::{ISMAIL, Source};
use dejalu_base::error::Result;
use dejalu_base::plural::percent;
use dejalu_experiment::model::builtin;
use dejalu_registry::Class;
use dejalu_registry::experiment::{CopyExperiment, Errors, PUBLISHED, Published, experiment};

const TABLES: Source = Source {
    paper: ISMAIL,
    number: "tables 1 and 2",
    section: "7",
    page: None,
    title: "false negatives and false positives of OS-CDS at 80 % and of SCAM",
};

pub(crate) fn tables_1_and_2(inputs: &Inputs) -> Result<Exhibit> {
    let copies = builtin::copies()?;
    let (categories, analysis) = (Default::default(), Default::default());
    let made = experiment(
        &inputs.articles.documents,
        &copies,
        &categories,
        analysis,
        inputs.progress,
    )?;
    let row = |published: &Published| {
        let errors = errors(&made, published);
        let missed = errors.and_then(|it| it.false_negative);
        let printed = |error: f64| format!("{error:.6}");
        let wrong = errors.map(|it| it.false_positive);
        let cells = [
            Cell::measured(&printed(published.false_negative), missed),
            match published.false_positive {
                Some(error) => Cell::measured(&printed(error), wrong),
                // Illegible in the text at hand.
                None => Cell::only_ours(wrong.unwrap_or(f64::NAN), Form::number(6)),
            },
        ];
        let what = format!(
            "{}, {} from {}",
            rule(published),
            published.class,
            percent(published.cut, 0)
        );
        Row::new(what, cells)
    };
    let mut rows: Vec<Row> = PUBLISHED.iter().map(row).collect();
    rows.extend([Class::Exact, Class::High].map(|class| conclusion(&made, class)));
    let exhibit = Exhibit::new(
        TABLES,
        ["false negatives", "false positives"],
        rows,
        "The 300 news articles and what people said of them are not published. Ours are the 360 documents of this project and \
         516 pairs labelled in the paper's classes (datasets/copies.csv). Two of the printed false positives are illegible.",
    );
    Ok(exhibit.with_experiment(Experiment::Copies(made)))
}

/// Section 7: fewer copies of this class are missed than by SCAM.
fn conclusion(made: &CopyExperiment, class: Class) -> Row {
    let missed = |threshold: Option<f64>| {
        let mut of_class = PUBLISHED.iter().filter(|it| it.class == class);
        let published = of_class.find(|it| it.threshold.is_some() == threshold.is_some())?;
        errors(made, published)?.false_negative
    };
    let both = missed(Some(0.8)).zip(missed(None));
    let is_fewer = both.is_some_and(|(os_cds, scam)| os_cds < scam);
    let cell = Cell::judged("yes", if is_fewer { "yes" } else { "no" });
    Row::new(format!("OS-CDS misses fewer of class {class}"), [cell])
}

/// The errors of a printed row: with the cuts of table 1 for the other classes.
fn errors(made: &CopyExperiment, published: &Published) -> Option<Errors> {
    const HIGH: f64 = 0.5;
    const SOME: f64 = 0.05;
    let some = match published.class {
        Class::Some => published.cut,
        _ => SOME,
    };
    let place = Class::ALL.iter().position(|it| *it == published.class)?;
    let trial = made.trial(published.threshold, HIGH, some)?;
    Some(trial.errors[place])
}

fn rule(published: &Published) -> &'static str {
    match published.threshold {
        Some(_) => "OS-CDS",
        None => "SCAM",
    }
}
