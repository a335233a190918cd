//! `dejalu registry register`.

use clap::Args;
use dejalu::document::Document;
use dejalu::error::{Parameter, Result};
use dejalu::registry::{Access, Class, ProbeOptions, Registry};
use serde_json::{Value, json};

use super::registrations::Registrations;
use super::store::{Counting, StoreFile};
use crate::cli::console::Console;
use crate::cli::options::Documents;
use crate::cli::run::{Outcome, Run};

/// Register documents that are not copies of registered ones
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry register archive.jsonl.zst --store archive.registry
  dejalu registry register essays/ --store essays.registry --ignore question.txt --ignore-quotes
  feed | dejalu registry register --probe-first - --store feed.registry

With --probe-first, prints one line of JSON per document: id, result (registered, refused or known), and if \
refused copy_of, class and overlap; for an unreadable document, the result is 'left out', with the problem. \
'registered' means that the document is safely on disk.

If the program is killed while registering, a journal remains next to the registry; the next command that \
writes to the registry restores it from the journal.

Exit codes: 0 registered, 1 some refused as copies, 2 an error or skipped documents.")]
pub(super) struct Register {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    store: StoreFile,

    /// Also register copies
    #[arg(long, help_heading = "Registry", conflicts_with = "refuse")]
    force: bool,

    /// Minimum class of copies to refuse: exact (one is contained in the other), high (half or
    /// more), some (5 % or more)
    #[arg(
        long,
        help_heading = "Registry",
        value_name = "CLASS",
        default_value = "high"
    )]
    refuse: String,

    /// Stream mode: probe, register and answer each document before reading the next
    #[arg(long, help_heading = "Registry")]
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

    fn run(&self, console: &Console) -> Result<Outcome> {
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
        let mut registrations = Registrations::new(console, self.probe_first);
        let done = self.register(&mut registry, refuse.as_ref(), &mut registrations);
        registrations.outcome(done)
    }
}

impl Register {
    /// The class from which a document is refused.
    fn refused(&self) -> Result<Option<Class>> {
        let class = Class::parse(Parameter::Refuse, &self.refuse)?;
        self.counting.options(class)?;
        Ok((!self.force).then_some(class))
    }

    fn register(
        &self,
        registry: &mut Registry,
        refuse: Option<&ProbeOptions>,
        registrations: &mut Registrations,
    ) -> Result<()> {
        let reading = &self.documents.reading;
        let analysis = registry.analyzer().options();
        let mut reader = reading
            .open(&self.documents.inputs()?, analysis, registrations.console())?
            .with_words();
        loop {
            let batch: Vec<Result<Document>> = if self.probe_first {
                reader.next().into_iter().collect()
            } else {
                reader.batch()
            };
            if batch.is_empty() {
                return Ok(());
            }
            registrations.register(registry, batch, refuse, reading.on_bad())?;
        }
    }
}
