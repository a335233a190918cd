//! `dejalu registry probe`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dejalu::document::Document;
use dejalu::document::reader::OnBad;
use dejalu::error::{IoContext, Parameter, Result};
use dejalu::model::{Judgement, Model};
use dejalu::registry::{Access, Class, Found, Probed, Registry};
use dejalu::report::{EvidenceFolder, Explanation};
use dejalu::text::{Ignored, Shortened};
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::answers::{Answer, Form};
use super::store::{Counting, StoreFile};
use crate::cli::console::Console;
use crate::cli::options::{Documents, Order, model, whole};
use crate::cli::run::{Outcome, Run};

/// Number of documents that a model judges unless a number is given.
const JUDGED: usize = 20;

/// Find the registered documents that share chunks with new ones
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry probe new.html --store archive.registry
  dejalu registry probe new.html --store archive.registry --at-least high --json
  dejalu registry probe feed.jsonl --store archive.registry --csv --out copies.csv
  dejalu registry probe new.html --store archive.registry --model built-in
  dejalu registry probe new.html --store archive.registry --evidence why --top 3

A chunk is the unit that Ismail, Saad and Badr (004) compare: the distinct words between two of \
. ? ! : , ; stemmed and without stop words and words with digits, two words or more, each chunk \
once per document. Chunks with the same words are equal, even where numbers in them differ. \
JSON and CSV count chunks as 'sentences'; the pages of --evidence count the sentences of the \
text. The overlap is the share of the shorter document's chunks that match: exact 100 %, high 50 \
% or more, some 5 % or more. Positions are byte offsets in the documents' texts.

Exit codes: 0 success, whatever is found; with --exit-code 1 if something is found; 2 an error or skipped \
documents.")]
pub(super) struct Probe {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    store: StoreFile,

    /// Minimum class to report: exact, high or some
    #[arg(
        long,
        help_heading = "Registry",
        value_name = "CLASS",
        default_value = "some"
    )]
    at_least: String,

    /// Report only the first K registered documents
    #[arg(long, help_heading = "Registry", value_name = "K", value_parser = whole::<usize>(1, u64::MAX))]
    top: Option<usize>,

    /// Also classify the first documents found (20, or K) with this model; 'built-in' names the
    /// built-in model
    #[arg(long, short, help_heading = "Registry", value_name = "MODEL")]
    model: Option<PathBuf>,

    /// Write a page for each document found (20, or K) into this folder that shows what it shares
    /// with the probed one; --model or the built-in model decides
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    evidence: Option<PathBuf>,

    /// Order of the pages: smallest or largest overlap first
    #[arg(long, help_heading = "Results", value_name = "ORDER", requires = "evidence", value_enum, default_value_t = Order::Surest)]
    evidence_order: Order,

    /// Write JSON lines, one object per probed document
    #[arg(long, help_heading = "Results", conflicts_with = "csv")]
    json: bool,

    /// Write CSV, one row per registered document found
    #[arg(long, help_heading = "Results")]
    csv: bool,

    /// File for the results; - is stdout
    #[arg(
        long,
        short,
        help_heading = "Results",
        value_name = "FILE",
        default_value = "-"
    )]
    out: PathBuf,

    /// Exit with 1 if something is found
    #[arg(long, help_heading = "Results")]
    exit_code: bool,

    #[command(flatten)]
    counting: Counting,
}

impl Run for Probe {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents, "store": self.store.store,
            "at_least": self.class()?, "top": self.top, "model": self.model,
            "evidence": self.evidence, "evidence_order": self.evidence_order, "json": self.json, "csv": self.csv, "out": self.out,
            "exit_code": self.exit_code, "counting": self.counting,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let class = self.class()?;
        self.counting.options(class)?;
        let model = self
            .model
            .as_deref()
            .map(|path| model(Some(path)))
            .transpose()?;
        let registry = self.store.open(Access::Read)?;
        let options = self
            .counting
            .options_with_ignored(class, registry.analyzer())?;
        let mut evidence = self.evidence(&registry, model.as_ref())?;
        let reading = &self.documents.reading;
        let analysis = registry.analyzer().options();
        let documents = reading
            .open(&self.documents.inputs()?, analysis, console)?
            .with_words();
        let mut out = OutputFile::create(&self.out)?;
        let mut write = |text: &str| -> Result<()> {
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            written.context("write", &self.out)
        };
        write(&self.form().head())?;
        let (mut left_out, mut is_found) = (Vec::new(), false);
        for document in documents {
            match (document, reading.on_bad()) {
                (Ok(document), _) => {
                    console.characters(std::slice::from_ref(&document));
                    let probed = registry.probe(&document, &options)?;
                    is_found |= !probed.found.is_empty();
                    write(&self.answer(&registry, &document, &probed, model.as_ref())?)?;
                    if let Some(evidence) = &mut evidence {
                        evidence.add(&registry, &document, self.shown(&probed))?;
                    }
                }
                (Err(error), OnBad::Skip) => left_out.push(error),
                (Err(error), OnBad::Stop) => return Err(error),
            }
        }
        out.finish()?;
        if let Some(evidence) = evidence {
            let list = evidence
                .folder
                .finish("Evidence for registered documents")?;
            console.say(&format!("evidence: {}", list.display()));
        }
        console.left_out(("document", "documents"), &left_out);
        let answer = !(self.exit_code && is_found);
        Ok(Outcome::of(answer, !left_out.is_empty()))
    }
}

impl Probe {
    fn class(&self) -> Result<Class> {
        Class::parse(Parameter::AtLeast, &self.at_least)
    }

    fn form(&self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Table,
        }
    }

    fn answer(
        &self,
        registry: &Registry,
        document: &Document,
        probed: &Probed,
        model: Option<&Model>,
    ) -> Result<String> {
        let judged = match model {
            Some(model) => registry.judge(document, self.best(probed), model)?,
            None => Vec::new(),
        };
        let judged: Vec<Judgement> = judged.into_iter().map(|it| it.1).collect();
        Ok(self.form().answer(&Answer {
            document,
            probed,
            judged: &judged,
            top: self.top,
        }))
    }

    /// The first documents that were found.
    fn best<'p>(&self, probed: &'p Probed) -> &'p [Found] {
        &probed.found[..probed.found.len().min(self.top.unwrap_or(JUDGED))]
    }

    /// Those that have a page, in its order.
    fn shown<'p>(&self, probed: &'p Probed) -> Vec<&'p Found> {
        match self.evidence_order {
            Order::Surest => self.best(probed).iter().collect(),
            Order::Doubtful => {
                let all = probed.found.iter().rev();
                all.take(self.top.unwrap_or(JUDGED)).collect()
            }
        }
    }

    /// The folder for evidence, if one was named.
    fn evidence(&self, registry: &Registry, model: Option<&Model>) -> Result<Option<Evidence>> {
        let Some(path) = &self.evidence else {
            return Ok(None);
        };
        let model = match model {
            Some(model) => model.clone(),
            None => dejalu::model::builtin::model()?,
        };
        registry.check(&model)?;
        Ok(Some(Evidence {
            ignored: self.counting.ignored(registry.analyzer())?,
            quotations: self.counting.ignore_quotes,
            folder: EvidenceFolder::create(path)?,
            model,
        }))
    }
}

/// Pages, and the model that judges their pairs.
struct Evidence {
    folder: EvidenceFolder,
    model: Model,
    /// Texts that never count in either document.
    ignored: Vec<Ignored>,
    /// True if what the new document quotes does not count.
    quotations: bool,
}

impl Evidence {
    fn add(&mut self, registry: &Registry, document: &Document, found: Vec<&Found>) -> Result<()> {
        let analyzer = registry.analyzer();
        let shorten = |document: Shortened| {
            let ignored = self.ignored.iter();
            ignored.fold(document, |document, ignored| {
                ignored.shorten(analyzer, document)
            })
        };
        let quotations = Ignored::new(analyzer, &[], self.quotations);
        let document = Shortened::whole(document.clone());
        let document = shorten(quotations.shorten(analyzer, document));
        for other in found {
            let other = Shortened::whole(registry.document(&other.id)?);
            let pair = [document.clone(), shorten(other)];
            self.folder
                .add(&Explanation::of_shortened(&self.model, pair)?)?;
        }
        Ok(())
    }
}
