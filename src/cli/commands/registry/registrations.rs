//! Counts and reports the outcome of registrations.

use dejalu::document::reader::OnBad;
use dejalu::document::{Document, DocumentId};
use dejalu::error::{Error, RegistryError, Result};
use dejalu::registry::{ProbeOptions, Registration, Registry};
use dejalu::report::sanitize_line;
use dejalu_base::plural::counted;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::run::Outcome;

/// The outcome of all registrations so far.
pub(super) struct Registrations<'c> {
    console: &'c Console,
    /// True if every document is reported as JSON, or only those that are refused.
    answers: bool,
    registered: u64,
    refused: u64,
    left_out: Vec<Error>,
}

impl<'c> Registrations<'c> {
    pub(super) fn new(console: &'c Console, answers: bool) -> Self {
        Registrations {
            console,
            answers,
            registered: 0,
            refused: 0,
            left_out: Vec::new(),
        }
    }

    pub(super) fn console(&self) -> &'c Console {
        self.console
    }

    /// Registers what could be read of a batch, and counts it. After an error of [`OnBad::Stop`]
    /// what came before it is registered.
    pub(super) fn register(
        &mut self,
        registry: &mut Registry,
        batch: Vec<Result<Document>>,
        refuse: Option<&ProbeOptions>,
        on_bad: OnBad,
    ) -> Result<()> {
        let mut documents = Vec::with_capacity(batch.len());
        let mut stop = Ok(());
        for document in batch {
            match (document, on_bad) {
                (Ok(document), _) => documents.push(document),
                (Err(error), OnBad::Skip) => self.leave_out(error)?,
                (Err(error), OnBad::Stop) => {
                    stop = Err(error);
                    break;
                }
            }
        }
        self.console.characters(&documents);
        let registered = registry.register(&documents, refuse)?;
        for (document, registration) in documents.iter().zip(registered) {
            self.add(&document.id, registration)?;
        }
        stop
    }

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
                        sanitize_line(id.as_str()),
                        sanitize_line(found.id.as_str()),
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

    /// An input that cannot be read or registered.
    fn leave_out(&mut self, error: Error) -> Result<()> {
        let answer = json!({ "result": "left out", "problem": error.to_string() });
        self.left_out.push(error);
        self.answer(&answer)
    }

    fn answer(&self, answer: &Value) -> Result<()> {
        if self.answers {
            self.console.data(&format!("{answer}\n"))
        } else {
            Ok(())
        }
    }

    /// Reports the outcome of all registrations. Documents before an error are registered.
    pub(super) fn outcome(self, done: Result<()>) -> Result<Outcome> {
        let documents = ("document", "documents");
        self.console.left_out(documents, &self.left_out);
        let registered = counted(self.registered, documents.0, documents.1);
        let refused = match self.refused {
            0 => String::new(),
            refused => format!(", {} refused", counted(refused, "copy", "copies")),
        };
        self.console
            .say(&format!("{registered} registered{refused}"));
        done?;
        Ok(Outcome::of(self.refused == 0, !self.left_out.is_empty()))
    }
}
