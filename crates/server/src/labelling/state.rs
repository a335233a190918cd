//! [`LabelServer`]: the session, shared by all who label.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::actions::{Action, Actions};
use super::messages::{Asking, Showing, Words};
use crate::failure::Failure;
use dejalu_base::error::Result;
use dejalu_base::plural::percent;
use dejalu_collection::label::{LabellingStatus, Next, Question, Session};
use dejalu_experiment::model::Model;
use dejalu_experiment::pairs::Stream;
use dejalu_report::{Explanation, labelling_page, marked_texts};
use dejalu_text::document::{Document, DocumentId};

/// Names of tabs are made by the page; more than this is none of it.
const LONGEST_TAB: usize = 64;

/// Questions for people, and the page that asks them.
pub struct LabelServer {
    session: Mutex<Session>,
    model: Model,
    pub(super) page: String,
    begun: Instant,
    actions: Arc<Actions>,
}

impl LabelServer {
    /// Asks the questions of a session. A model's statistics tell how sentences compare where they are
    /// shown, and its opinion is only shown to those who ask for it.
    ///
    /// # Errors
    ///
    /// A page that cannot be put together.
    pub fn new(session: Session, model: Model, subject: &str) -> Result<Self> {
        let file = session.journal().path().file_name().unwrap_or_default();
        let page = labelling_page(subject, &file.to_string_lossy())?;
        Ok(LabelServer {
            session: Mutex::new(session),
            model,
            page,
            begun: Instant::now(),
            actions: Arc::new(Actions::new(BTreeMap::new())),
        })
    }

    /// With what the buttons start: `train` and `dedupe`.
    #[must_use]
    pub fn with_actions(self, actions: BTreeMap<&'static str, Action>) -> Self {
        LabelServer {
            actions: Arc::new(Actions::new(actions)),
            ..self
        }
    }

    fn lock(&self) -> MutexGuard<'_, Session> {
        // What a session holds is on disk; a thread that panicked has left nothing half done there.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Trains on a thread of its own whenever it is time.
    fn train(self: &Arc<Self>, session: &mut Session) {
        if let Some(job) = session.take_job() {
            let server = self.clone();
            std::thread::spawn(move || {
                let finished = job.run();
                server.lock().finish(finished);
            });
        }
    }

    pub(super) fn next(self: &Arc<Self>, asking: &Asking) -> Result<Showing, Failure> {
        let tab = tab(asking)?;
        let mut session = self.lock();
        self.train(&mut session);
        let next = session.next(tab, self.now());
        self.train(&mut session);
        let mut showing = Self::showing(&session, tab);
        let question = match next {
            Next::Question(question) => question,
            Next::Wait => {
                showing.kind = "wait";
                return Ok(showing);
            }
            Next::Done => {
                showing.kind = "done";
                return Ok(showing);
            }
        };
        let documents = documents(&session, &question)?;
        // What follows takes time, and others want to answer.
        drop(session);
        let explanation = Explanation::new(&self.model, &documents)?;
        showing.kind = "question";
        showing.texts = marked_texts(&explanation)?;
        showing.pair = Some(question.pair);
        Ok(showing)
    }

    fn showing(session: &Session, tab: &str) -> Showing {
        Showing {
            answered: session.progress(),
            progress: session.share_of_usual(),
            can_go_back: session.can_go_back(tab),
            ..Showing::default()
        }
    }

    pub(super) fn answer(self: &Arc<Self>, asking: &Asking) -> Result<Showing, Failure> {
        let (tab, pair) = (tab(asking)?, pair(asking)?);
        let opinion = asking.answer.as_deref().unwrap_or_default().parse()?;
        self.lock().answer(tab, pair, opinion, &asking.note)?;
        self.next(asking)
    }

    pub(super) fn back(self: &Arc<Self>, asking: &Asking) -> Result<Showing, Failure> {
        self.lock().undo(tab(asking)?, self.now())?;
        self.next(asking)
    }

    pub(super) fn again(self: &Arc<Self>, asking: &Asking) -> Result<Showing, Failure> {
        let (tab, pair) = (tab(asking)?, pair(asking)?);
        self.lock().ask_again(tab, pair, self.now())?;
        self.next(asking)
    }

    /// The model's opinion on the pair that this tab shows, if it is one to learn from.
    pub(super) fn opinion(&self, asking: &Asking) -> Result<Words, Failure> {
        Ok(Words {
            words: self.opinion_on_shown(tab(asking)?)?,
            is_running: false,
        })
    }

    fn opinion_on_shown(&self, tab: &str) -> Result<String, Failure> {
        let session = self.lock();
        let asked = session.question_of(tab);
        let question = asked.ok_or_else(|| Failure::bad("no pair is shown"))?;
        if question.stream == Stream::Audit {
            return Ok("Not for this pair: it is one of those that the model is judged by.".into());
        }
        if let Some(probability) = session.probability(question) {
            return Ok(format!(
                "The model that your answers have trained: {} likely near-duplicates.",
                percent(probability, 0)
            ));
        }
        let documents = documents(&session, question)?;
        // What follows takes time, and others want to answer.
        drop(session);
        let judged = self
            .model
            .classify(&documents, &[(0, 1)], &dejalu_base::progress::Silent)?;
        let first = judged.first();
        Ok(first.map_or_else(String::new, |judged| {
            format!(
                "The model that it began with: {} likely near-duplicates.",
                percent(judged.probability, 0)
            )
        }))
    }

    pub(super) fn status(&self) -> LabellingStatus {
        let mut status = self.lock().status();
        status.mistakes.truncate(50);
        status
    }

    pub(super) fn start(&self, asking: &Asking) -> Result<Words, Failure> {
        // A model that was trained before may be used; from too few answers none is made.
        if asking.name == "train"
            && let Some(missing) = self.lock().missing_answers()
        {
            return Err(Failure::bad(missing));
        }
        let none = || Failure::bad("this session has no such action");
        self.actions.start(&asking.name).ok_or_else(none)?;
        Ok(self.actions.state(&asking.name))
    }

    pub(super) fn job(&self, asking: &Asking) -> Words {
        self.actions.state(&asking.name)
    }
}

fn tab(asking: &Asking) -> Result<&str, Failure> {
    let tab = &*asking.tab;
    if tab.is_empty() || tab.len() > LONGEST_TAB {
        return Err(Failure::bad(
            "expected the name of a tab, of at most 64 bytes",
        ));
    }
    Ok(tab)
}

/// The documents that a question is about.
fn documents(session: &Session, question: &Question) -> Result<[Document; 2], Failure> {
    let [a, b] = question
        .pair
        .each_ref()
        .map(|id| session.pool().document(id));
    let both = a.zip(b).map(|(a, b)| [a.clone(), b.clone()]);
    both.ok_or_else(|| Failure::bad("the documents of the pair are not in the collection"))
}

fn pair(asking: &Asking) -> Result<&[DocumentId; 2], Failure> {
    asking
        .pair
        .as_ref()
        .ok_or_else(|| Failure::bad("expected the pair"))
}
