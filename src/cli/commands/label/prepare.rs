//! Prepares the questions: documents, pairs, the file of answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dejalu::collection::{
    Audit, AuditOptions, Collection, DedupeOptions, FrameOptions, FramePairs, Judge, Threshold,
    dedupe,
};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::label::{Audited, Journal, Pool, PoolOptions, Session, SessionOptions};
use dejalu::model::Model;
use dejalu::pairs::PairSet;
use dejalu::pairs::reader::{self, Labels, PairOptions};
use dejalu_base::plural::counted;

use super::questions::{AuditOf, Questions};
use crate::cli::commands::source::Source;
use crate::cli::console::Console;

/// A session that is ready, and the model that the evidence is shown by.
pub(super) struct Asking {
    pub(super) session: Session,
    pub(super) model: Model,
    /// Name of the collection, for people.
    pub(super) subject: String,
    pub(super) partly: bool,
}

/// Reads what is labelled. The file of answers is opened before the work.
pub(super) fn asking(options: &Questions, console: &Console) -> Result<Asking> {
    let out = options.out.as_deref().unwrap_or(Path::new("labels.jsonl"));
    let journal = Journal::open(out)?;
    let documents = options.sources();
    let source = Source::new(documents, &options.index)?;
    let model = match &source {
        Source::Index(index) if !options.model.is_named() => index.model().clone(),
        Source::Documents(inputs) => {
            let reading = &options.reading;
            options.model.load_for(inputs, reading, Some(console))?
        }
        _ => options.model.load()?,
    };
    model.check_measurable()?;
    let judge = Judge::model(model.clone());
    let read = source.load(&options.reading, &judge, console)?;
    let (collection, pairs) = match &options.pairs {
        None => (Collection::new(read.documents), FramePairs::OfCollection),
        Some(pairs) => given(pairs, read.documents, console)?,
    };
    let subject = subject(documents, &options.index.index);
    let seed = options.finding.seed;
    let asks_removals = options.audit == AuditOf::Removals;
    let answers = asks_removals.then_some(journal.rows());
    let promise = options.promise.promise(answers, "--audit removals")?;
    let audited = match options.audit {
        AuditOf::Pairs => Audited::Pairs,
        AuditOf::Removals => {
            let asking = AuditOptions {
                promise: promise.unwrap_or_default(),
                sample: Some(options.audit_sample),
                seed,
                answers: journal.rows().to_vec(),
            };
            removals(options, asking, &collection, &judge, console)?
        }
        AuditOf::Drawn => drawn(&journal, console),
        AuditOf::None => Audited::Nothing,
    };
    let pool_options = PoolOptions {
        pairs,
        audited: audited == Audited::Pairs,
        frame: FrameOptions {
            candidates: options.finding.options()?,
            seed,
            ..FrameOptions::default()
        },
        ..PoolOptions::default()
    };
    let pool = Pool::new(collection, &judge, &pool_options, console)?;
    console.end();
    console.say(&format!(
        "{} can be asked about, out of {}; answers are written to {}",
        counted(pool.len(), "pair", "pairs"),
        counted(pool.frame_size(), "pair", "pairs"),
        out.display()
    ));
    if let Some(aside) = journal.cut() {
        console.warn(&format!(
            "the last answer in {} was cut short, and its pair is asked about again; what there is of it is now in {}",
            out.display(),
            aside.display()
        ));
    }
    let known = journal.rows().len();
    if known > 0 {
        let lines = counted(known, "line", "lines");
        console.say(&format!("continuing after {lines} of answers"));
    }
    let session_options = SessionOptions::of(audited, seed);
    Ok(Asking {
        session: Session::new(Arc::new(pool), journal, session_options)?,
        model,
        subject,
        partly: read.partly,
    })
}

/// The removals of a deduplication that an audit asks about.
fn removals(
    options: &Questions,
    audit: AuditOptions,
    collection: &Collection,
    judge: &Judge,
    console: &Console,
) -> Result<Audited> {
    let has_own_threshold = options.model.is_named() || options.index.is_named();
    let dedupe_options = DedupeOptions {
        candidates: options.finding.options()?,
        threshold: if has_own_threshold {
            Threshold::Own
        } else {
            Threshold::Auto
        },
        audit: Some(audit),
        ..DedupeOptions::default()
    };
    let result = dedupe(collection, judge, &dedupe_options, console)?;
    let removals = result
        .audit
        .as_ref()
        .map_or(Vec::new(), Audit::removals_to_ask);
    if removals.is_empty() {
        console.warn("no document would be removed, so that the audit has nothing to ask");
    }
    Ok(Audited::Removals(removals))
}

/// The removals that the file of answers asks about, answered or not.
fn drawn(journal: &Journal, console: &Console) -> Audited {
    let drawn = Audited::drawn(journal.rows());
    if drawn == Audited::Removals(Vec::new()) {
        console.warn(
            "no removal was drawn into the file of answers, so that the audit has nothing to ask",
        );
    }
    drawn
}

/// The pairs of a table, whatever their labels, by place in the collection of their documents.
fn given(
    path: &Path,
    documents: Vec<Document>,
    console: &Console,
) -> Result<(Collection, FramePairs)> {
    let options = PairOptions {
        labels: Labels::Optional,
        ..PairOptions::default()
    };
    let read = reader::read(path, &options, Some(documents))?;
    console.charset_of_pairs(read.charset);
    let PairSet {
        documents, pairs, ..
    } = read.set;
    let ids: Vec<_> = documents
        .iter()
        .map(|document| document.id.clone())
        .collect();
    let collection = Collection::new(documents);
    let place = |of: usize| collection.place_of(&ids[of]);
    let places = pairs.iter().filter_map(|pair| {
        let [a, b] = [place(pair.documents[0])?, place(pair.documents[1])?];
        Some((a.min(b), a.max(b)))
    });
    let places = places.collect();
    Ok((collection, FramePairs::Given(places)))
}

fn subject(documents: &[PathBuf], index: &Option<PathBuf>) -> String {
    let single = match documents {
        [single] => Some(&**single),
        _ => None,
    };
    let path = single.or(index.as_deref());
    let name = path.and_then(|path| path.file_name());
    name.map_or_else(
        || "the collection".into(),
        |name| name.to_string_lossy().into_owned(),
    )
}
