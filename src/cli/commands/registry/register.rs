//! `dejalu registry register`.

use clap::Args;
use serde_json::{Value, json};

use super::{Counting, StoreFile};
use crate::cli::console::Console;
use crate::cli::options::Documents;
use crate::cli::{Outcome, Run};
use crate::document::reader::{self, OnBad};
use crate::document::{Document, DocumentId};
use crate::error::{Error, RegistryError, Result};
use crate::numerals::counted;
use crate::registry::{Access, Class, ProbeOptions, Registration, Registry};
use crate::report::harmless_line;

/// Register documents, but for copies of what is registered
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry register archive.jsonl.zst --store archive.registry
  dejalu registry register essays/ --store essays.registry --ignore question.txt --ignore-quotes
  feed | dejalu registry register --probe-first - --store feed.registry

With --probe-first a line of JSON answers every document: its id, its result (registered, refused or
known), and of a refused one copy_of, class and overlap; of what cannot be read the result is 'left
out', with the problem. 'registered' is said when the document is safely on the disk.

Exit codes: 0 registered, 1 some refused as copies, 2 an error or some left out.")]
pub(super) struct Register {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    store: StoreFile,

    /// Register copies as well
    #[arg(long, conflicts_with = "refuse")]
    force: bool,

    /// What is refused: exact (all of one stands in the other), high (half or more), some (5 % or
    /// more)
    #[arg(long, value_name = "CLASS", default_value = "high")]
    refuse: String,

    /// One document after the other, as they come: probe, register, answer
    #[arg(long)]
    probe_first: bool,

    #[command(flatten)]
    counting: Counting,
}

impl Run for Register {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents, "store": self.store.store,
            "force": self.force, "probe_first": self.probe_first,
            "refuse": self.refused()?, "counting": self.counting,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let refused = self.refused()?;
        let mut registry = self.store.open(Access::Write)?;
        let refuse = match refused {
            Some(class) => {
                let options = self
                    .counting
                    .options_with_ignored(class, registry.analyzer());
                Some(options?)
            }
            None => None,
        };
        let mut tally = Tally {
            console,
            answers: self.probe_first,
            registered: 0,
            refused: 0,
            left_out: Vec::new(),
        };
        let done = self.register(&mut registry, refuse.as_ref(), &mut tally);
        // What came before an error is registered.
        tally.say();
        done?;
        Ok(tally.outcome())
    }
}

impl Register {
    /// The class from which on a document is refused.
    fn refused(&self) -> Result<Option<Class>> {
        let class: Class = self.refuse.parse()?;
        self.counting.options(class)?;
        Ok((!self.force).then_some(class))
    }

    fn register(
        &self,
        registry: &mut Registry,
        refuse: Option<&ProbeOptions>,
        tally: &mut Tally,
    ) -> Result<()> {
        let reading = &self.documents.reading;
        let mut reader = reader::open(
            &self.documents.documents,
            &reading.options(registry.analyzer().options()),
        )?;
        loop {
            let batch: Vec<Result<Document>> = match self.probe_first {
                true => reader.next().into_iter().collect(),
                false => reader.batch(),
            };
            if batch.is_empty() {
                return Ok(());
            }
            let mut documents = Vec::with_capacity(batch.len());
            let mut stop = Ok(());
            for document in batch {
                match (document, reading.on_bad()) {
                    (Ok(document), _) => documents.push(document),
                    (Err(error), OnBad::Skip) => tally.leave_out(error)?,
                    (Err(error), OnBad::Stop) => {
                        stop = Err(error);
                        break;
                    }
                }
            }
            tally.console.charsets(&documents);
            let registered = registry.register(&documents, refuse)?;
            for (document, registration) in documents.iter().zip(registered) {
                tally.add(&document.id, registration)?;
            }
            stop?;
        }
    }
}

/// What became of the documents so far.
struct Tally<'c> {
    console: &'c Console,
    /// Whether every document is answered, or only those that are refused.
    answers: bool,
    registered: u64,
    refused: u64,
    left_out: Vec<Error>,
}

impl Tally<'_> {
    fn add(&mut self, id: &DocumentId, registration: Registration) -> Result<()> {
        let answer = match registration {
            Registration::Registered => {
                self.registered += 1;
                json!({ "id": id, "result": "registered" })
            }
            Registration::Refused(found) => {
                self.refused += 1;
                if !self.answers {
                    let percent = 100.0 * found.overlap;
                    self.console.data(&format!(
                        "refused {}: copy of {} ({}, {percent:.1} %)\n",
                        harmless_line(id.as_str()),
                        harmless_line(found.id.as_str()),
                        found.class
                    ))?;
                }
                json!({
                    "id": id, "result": "refused",
                    "copy_of": found.id, "class": found.class, "overlap": found.overlap,
                })
            }
            Registration::Known => {
                let id = id.to_string();
                let answer = json!({ "id": id, "result": "known" });
                self.left_out.push(RegistryError::Registered { id }.into());
                answer
            }
        };
        self.answer(&answer)
    }

    /// Something that is no document, or none that can be registered.
    fn leave_out(&mut self, error: Error) -> Result<()> {
        let answer = json!({ "result": "left out", "problem": error.to_string() });
        self.left_out.push(error);
        self.answer(&answer)
    }

    fn answer(&self, answer: &Value) -> Result<()> {
        match self.answers {
            true => self.console.data(&format!("{answer}\n")),
            false => Ok(()),
        }
    }

    fn say(&self) {
        let documents = ("document", "documents");
        self.console.left_out(documents, &self.left_out);
        let registered = counted(self.registered, documents.0, documents.1);
        let refused = match self.refused {
            0 => String::new(),
            refused => format!(", {} refused", counted(refused, "copy", "copies")),
        };
        self.console
            .say(&format!("{registered} registered{refused}"));
    }

    fn outcome(&self) -> Outcome {
        match (self.left_out.is_empty(), self.refused) {
            (false, _) => Outcome::Partly,
            (true, 0) => Outcome::Done,
            (true, _) => Outcome::Otherwise,
        }
    }
}
