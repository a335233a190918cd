//! [`Session`]: questions and answers, of several people at once.
//!
//! A session has no clock and no threads of its own: callers tell the time, and run the training of the
//! model wherever they like. So a test can do what no clock would.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use smart_default::SmartDefault;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::choose::choose;
use super::journal::Journal;
use super::learned::Learned;
use super::pool::Pool;
use super::question::{Key, Question, key};
use super::strata;
use dejalu_base::error::{Error, LabelError, Place, Result};
use dejalu_experiment::FEWEST_OF_A_LABEL;
use dejalu_experiment::pairs::{LabelRow, Opinion, Stream};
use dejalu_text::document::DocumentId;

/// The questions of the audit stream.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Audited {
    /// Pairs of all strata: precision, recall and F1 of any model can be estimated.
    #[default]
    Pairs,
    /// Removed documents, as [`Audit::questions`](crate::Audit::questions) has them: how
    /// many removals are wrong.
    Removals(Vec<LabelRow>),
    /// Nothing.
    Nothing,
}

impl Audited {
    /// The removals that a file of answers asks about, answered or not, in the order of their draw.
    pub fn drawn(rows: &[LabelRow]) -> Self {
        let mut asked: BTreeMap<&[DocumentId; 2], &LabelRow> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.asks_about_removal()) {
            asked.entry(&row.pair).or_insert(row);
        }
        let mut rows: Vec<LabelRow> = asked.into_values().cloned().collect();
        rows.sort_by_key(|row| row.ranked.map(|it| it.rank));
        Audited::Removals(rows)
    }
}

/// Options of a session.
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct SessionOptions {
    /// The questions of the audit stream.
    pub audited: Audited,
    /// Questions of a round to learn from.
    #[default(10)]
    pub training: usize,
    /// Questions of a round to judge by.
    #[default(5)]
    pub audit: usize,
    /// The seed.
    #[default(42)]
    pub seed: u64,
}

impl SessionOptions {
    /// The usual options for an audit of these. Who audits removals has a model already: rounds are then mostly of
    /// questions to judge by, and a few others keep them mixed.
    pub fn of(audited: Audited, seed: u64) -> Self {
        let usual = SessionOptions::default();
        let [training, audit] = match &audited {
            Audited::Removals(_) => [3, 12],
            Audited::Pairs | Audited::Nothing => [usual.training, usual.audit],
        };
        SessionOptions {
            audited,
            training,
            audit,
            seed,
        }
    }
}

/// A question that nobody has answered for this long may be put to somebody else.
const PATIENCE: Duration = Duration::from_secs(600);

/// The longest note, in bytes.
pub const MOST_NOTE: usize = 2_000;

/// Decisions on this many pairs tell whether more answers still change anything.
const WATCHED: usize = 1_000;

/// The next step for a person who answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// This question, until it is answered or somebody has waited too long.
    Question(Question),
    /// Nothing yet: what was answered is being learned from.
    Wait,
    /// Nothing: everything is answered, or is being asked of somebody else.
    Done,
}

/// A question that somebody looks at.
struct Open {
    question: Question,
    since: Duration,
}

/// A round of labelling: who is asked what, and what was answered.
pub struct Session {
    pub(super) pool: Arc<Pool>,
    journal: Journal,
    pub(super) options: SessionOptions,
    /// The last line of each pair that has an answer.
    pub(super) answers: BTreeMap<Key, LabelRow>,
    /// The rest of the round.
    queue: VecDeque<Question>,
    open: BTreeMap<String, Open>,
    /// Answers of each person since the start, which can be taken back.
    history: BTreeMap<String, Vec<Question>>,
    /// Answers from before the start, to be taken back by whoever comes first.
    before: Vec<Question>,
    rounds: usize,
    pub(super) learned: Option<Arc<Learned>>,
    /// Answers that the last planned training learns from.
    planned: Vec<(usize, bool)>,
    /// Alive until that training has ended, or broken down.
    training: Weak<()>,
    waiting: Option<Job>,
    /// Decisions on the watched pairs by the model before, and how many each training has changed.
    watched: Vec<usize>,
    decisions: Vec<bool>,
    pub(super) changes: Vec<f64>,
    /// Scores by each training so far of the audit's pairs.
    pub(super) models: Vec<Trained>,
}

/// The part of a training that is kept for the curve.
pub(super) struct Trained {
    /// Number of answers it learned from.
    pub(super) answers: usize,
    /// The decisions on the audit's pairs, in the order in which these are asked about.
    pub(super) decisions: Vec<bool>,
    /// Of each stratum the share that is called duplicates, where a report does not have to say the same.
    pub(super) called: Option<Vec<f64>>,
}

impl Trained {
    fn of(pool: &Pool, learned: &Learned) -> Self {
        let called = |stratum: usize| {
            let rows = pool.rows_of_stratum(stratum);
            let all = rows.len().max(1) as f64;
            rows.filter(|&row| learned.is_duplicate(row)).count() as f64 / all
        };
        let decisions = pool.audit_order().map(|it| learned.is_duplicate(it.0));
        Trained {
            answers: learned.answers,
            decisions: decisions.collect(),
            called: Some((0..pool.strata().len()).map(called).collect()),
        }
    }

    /// The decisions of the judge that the pairs were drawn by. A report on the same judge knows no more than its
    /// decisions on the answered pairs.
    pub(super) fn before_any(pool: &Pool) -> Self {
        let decisions = pool.audit_order().map(|it| pool.is_duplicate(it.0));
        Trained {
            answers: 0,
            decisions: decisions.collect(),
            called: None,
        }
    }
}

/// A training that is to be run. The next round waits for it only as long as it exists.
pub struct Job {
    pool: Arc<Pool>,
    answers: Vec<(usize, bool)>,
    seed: u64,
    life: Arc<()>,
}

/// A training that has run.
pub struct Finished {
    learned: Result<Learned>,
    _life: Arc<()>,
}

impl Job {
    /// Trains: seconds of work.
    pub fn run(self) -> Finished {
        Finished {
            learned: Learned::new(&self.pool, &self.answers, self.seed),
            _life: self.life,
        }
    }
}

impl Session {
    /// A session that goes on where the file of answers ends.
    ///
    /// # Errors
    ///
    /// Answers of an audit that was drawn from other pairs.
    pub fn new(pool: Arc<Pool>, journal: Journal, options: SessionOptions) -> Result<Self> {
        let known: Vec<String> = strata_names(&pool);
        let mut answers = BTreeMap::new();
        let mut before = Vec::new();
        for row in journal.rows() {
            let is_other = strata::is_of_pairs(&row.stratum) && !known.contains(&row.stratum);
            if is_other && options.audited == Audited::Pairs {
                let stratum = row.stratum.clone();
                let error = Error::from(LabelError::OtherDraw { stratum });
                return Err(error.at(&Place::file(journal.path())));
            }
            note_answer(&mut answers, row.clone());
            before.push(Question::of(row));
        }
        // A pair may have been answered twice, and taken back.
        before.retain(|question| answers.contains_key(&question.key()));
        let watched = (0..pool.strata().len()).flat_map(|it| pool.rows_of_stratum(it));
        let step = pool.len().div_ceil(WATCHED).max(1);
        let mut session = Session {
            watched: watched.step_by(step).collect(),
            pool,
            journal,
            options,
            answers,
            queue: VecDeque::new(),
            open: BTreeMap::new(),
            history: BTreeMap::new(),
            before,
            rounds: 0,
            learned: None,
            planned: Vec::new(),
            training: Weak::new(),
            waiting: None,
            decisions: Vec::new(),
            changes: Vec::new(),
            models: Vec::new(),
        };
        session.rounds = session.to_learn_from().len() / session.options.training.max(1);
        session.plan_training();
        Ok(session)
    }

    /// The pairs that may be asked about.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The file of answers.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The next question for `who`; the same until it is answered. `now` is monotonic, with any origin.
    pub fn next(&mut self, who: &str, now: Duration) -> Next {
        if let Some(open) = self.open.get_mut(who) {
            open.since = now;
            return Next::Question(open.question.clone());
        }
        self.take_from_the_absent(now);
        if self.queue.is_empty() {
            if self.is_training() {
                return Next::Wait;
            }
            self.draw_round();
        }
        let Some(question) = self.queue.pop_front() else {
            return Next::Done;
        };
        self.hand_out(who, question.clone(), now);
        Next::Question(question)
    }

    /// The question that somebody looks at.
    pub fn question_of(&self, who: &str) -> Option<&Question> {
        self.open.get(who).map(|open| &open.question)
    }

    /// Notes an answer to the question that this person was asked. It is on disk when this returns.
    ///
    /// # Errors
    ///
    /// A pair that this person is not asked about: somebody else was, or has answered it. A note that
    /// is too long. A disk that cannot be written to; then the question stays open.
    pub fn answer(
        &mut self,
        who: &str,
        pair: &[DocumentId; 2],
        opinion: Opinion,
        note: &str,
    ) -> Result<()> {
        let asked = self.question_of(who);
        let asked = asked.filter(|question| question.key() == key(pair));
        let Some(question) = asked.cloned() else {
            return Err(not_asked(pair));
        };
        if note.len() > MOST_NOTE {
            let (found, most) = (note.len(), MOST_NOTE);
            return Err(LabelError::LongNote { found, most }.into());
        }
        self.write(question.answered(Some(opinion), note))?;
        self.open.remove(who);
        self.history
            .entry(who.to_string())
            .or_default()
            .push(question);
        Ok(())
    }

    /// Takes back the last answer of this person, or one from before the start, and asks again. `None`
    /// where there is none.
    ///
    /// # Errors
    ///
    /// A disk that cannot be written to; then the answer stays.
    pub fn undo(&mut self, who: &str, now: Duration) -> Result<Option<Question>> {
        let own = self.history.get(who).and_then(|it| it.last());
        let Some(question) = own.or(self.before.last()).cloned() else {
            return Ok(None);
        };
        self.reopen(who, question.clone(), now)?;
        Ok(Some(question))
    }

    /// Takes back the answer to a pair, whoever has given it, and asks this person again.
    ///
    /// # Errors
    ///
    /// A pair that nobody has answered; a disk that cannot be written to.
    pub fn ask_again(
        &mut self,
        who: &str,
        pair: &[DocumentId; 2],
        now: Duration,
    ) -> Result<Question> {
        let row = self
            .answers
            .get(&key(pair))
            .ok_or_else(|| not_asked(pair))?;
        let question = Question::of(row);
        self.reopen(who, question.clone(), now)?;
        Ok(question)
    }

    /// Number of pairs with an answer.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }

    /// Number of answers that this person has given since the start, without those taken back.
    pub fn answered_by(&self, who: &str) -> usize {
        self.history.get(who).map_or(0, Vec::len)
    }

    /// Returns whether [`undo`](Self::undo) would find something to take back.
    pub fn can_go_back(&self, who: &str) -> bool {
        self.history.get(who).is_some_and(|it| !it.is_empty()) || !self.before.is_empty()
    }

    fn reopen(&mut self, who: &str, question: Question, now: Duration) -> Result<()> {
        self.write(question.answered(None, ""))?;
        let taken = question.key();
        let lists = self.history.values_mut().chain([&mut self.before]);
        for list in lists {
            list.retain(|it| it.key() != taken);
        }
        if let Some(open) = self.open.remove(who) {
            self.queue.push_front(open.question);
        }
        self.hand_out(who, question, now);
        Ok(())
    }

    fn hand_out(&mut self, who: &str, question: Question, since: Duration) {
        self.open.insert(who.to_string(), Open { question, since });
    }

    fn write(&mut self, row: LabelRow) -> Result<()> {
        self.journal.append(row.clone())?;
        note_answer(&mut self.answers, row);
        Ok(())
    }

    fn take_from_the_absent(&mut self, now: Duration) {
        let is_absent = |open: &Open| now.saturating_sub(open.since) > PATIENCE;
        let absent = self.open.iter().filter(|(_, open)| is_absent(open));
        let absent: Vec<String> = absent.map(|(who, _)| who.clone()).collect();
        for who in absent {
            if let Some(open) = self.open.remove(&who) {
                self.queue.push_back(open.question);
            }
        }
    }

    /// Fills the queue from what is known now, and plans a training on what has been answered; the round after
    /// this one is chosen by it, so that nobody waits for it.
    fn draw_round(&mut self) {
        let open = self.open.values().map(|open| open.question.key());
        let open: BTreeSet<Key> = open.collect();
        let is_known = |key: &Key| self.answers.contains_key(key) || open.contains(key);
        let mut questions = self.training_questions(&is_known);
        let training: Vec<Key> = questions.iter().map(Question::key).collect();
        let audit = self.audit_questions();
        let audit = audit.filter(|it| !is_known(&it.key()) && !training.contains(&it.key()));
        questions.extend(audit.take(self.options.audit));
        let seed = self.options.seed;
        let lot = |question: &Question| {
            // Not the hash by which the audit's pairs were drawn: they would all come first.
            let [a, b] = question.key();
            xxh3_64_with_seed(format!("round\0{a}\0{b}").as_bytes(), seed)
        };
        questions.sort_by_cached_key(lot);
        self.queue = questions.into();
        self.rounds += 1;
        self.plan_training();
    }

    fn training_questions(&self, is_known: &dyn Fn(&Key) -> bool) -> Vec<Question> {
        let pool = &self.pool;
        let audited: BTreeSet<Key> = match &self.options.audited {
            Audited::Removals(rows) => rows.iter().map(|row| key(&row.pair)).collect(),
            _ => BTreeSet::new(),
        };
        let is_taken = |row: usize| {
            let key = key(&pool.ids(row).map(Clone::clone));
            is_known(&key) || audited.contains(&key)
        };
        let count = self.options.training;
        let chosen = choose(pool, self.learned.as_deref(), &is_taken, count, self.rounds);
        let question = |(row, reason): (usize, super::choose::Reason)| Question {
            pair: pool.ids(row).map(Clone::clone),
            stream: Stream::Training,
            stratum: reason.word().to_string(),
            probability: None,
            drawn: None,
            ranked: None,
        };
        chosen.into_iter().map(question).collect()
    }

    /// The questions of the audit stream, in their order, answered ones too.
    fn audit_questions(&self) -> Box<dyn Iterator<Item = Question> + '_> {
        match &self.options.audited {
            Audited::Nothing => Box::new(std::iter::empty()),
            Audited::Removals(rows) => Box::new(rows.iter().map(Question::of)),
            Audited::Pairs => {
                let names = strata_names(&self.pool);
                Box::new(self.pool.audit_order().map(move |(row, stratum, place)| {
                    let size = self.pool.strata()[stratum].size;
                    Question {
                        pair: self.pool.ids(row).map(Clone::clone),
                        stream: Stream::Audit,
                        stratum: names[stratum].clone(),
                        probability: Some((place + 1) as f64 / size as f64),
                        drawn: None,
                        ranked: None,
                    }
                }))
            }
        }
    }

    /// The sure answers of the training stream about pairs of the pool.
    pub(super) fn to_learn_from(&self) -> Vec<(usize, bool)> {
        let of = |(key, row): (&Key, &LabelRow)| {
            let label = row.sure().filter(|_| row.stream == Stream::Training)?;
            Some((self.pool.row_of(key)?, label.is_duplicate()))
        };
        self.answers.iter().filter_map(of).collect()
    }

    fn plan_training(&mut self) {
        let answers = self.to_learn_from();
        let positives = answers.iter().filter(|it| it.1).count();
        let has_enough = positives.min(answers.len() - positives) >= FEWEST_OF_A_LABEL;
        if !has_enough || answers == self.planned || self.is_training() {
            return;
        }
        let life = Arc::new(());
        self.training = Arc::downgrade(&life);
        self.planned.clone_from(&answers);
        self.waiting = Some(Job {
            pool: self.pool.clone(),
            answers,
            seed: self.options.seed,
            life,
        });
    }

    /// Returns whether a training is waiting to be run, or runs.
    fn is_training(&self) -> bool {
        self.training.strong_count() > 0
    }

    /// A training that is to be run now, if there is one. Until [`finish`](Self::finish) gets it back
    /// the next round is not drawn; one that breaks down is left for the next round.
    pub fn take_job(&mut self) -> Option<Job> {
        self.waiting.take()
    }

    /// Takes over what was learned. What could not be, from too few answers, is left for the next
    /// round.
    pub fn finish(&mut self, finished: Finished) {
        let Ok(learned) = finished.learned else {
            return;
        };
        let decisions = self.watched.iter().map(|&row| learned.is_duplicate(row));
        let decisions: Vec<bool> = decisions.collect();
        if self.decisions.len() == decisions.len() {
            let both = self.decisions.iter().zip(&decisions);
            let changed = both.filter(|(a, b)| a != b).count();
            self.changes
                .push(changed as f64 / decisions.len().max(1) as f64);
        }
        self.decisions = decisions;
        self.models.push(Trained::of(&self.pool, &learned));
        self.learned = Some(Arc::new(learned));
    }
}

pub(super) fn strata_names(pool: &Pool) -> Vec<String> {
    let strata = pool.strata();
    let named = strata.iter().enumerate();
    named
        .map(|(place, stratum)| strata::name(stratum, place, strata.len()))
        .collect()
}

/// The last line of a pair counts, and none that takes an answer back.
pub(super) fn note_answer(answers: &mut BTreeMap<Key, LabelRow>, row: LabelRow) {
    let key = key(&row.pair);
    if row.opinion.is_some() {
        answers.insert(key, row);
    } else {
        answers.remove(&key);
    }
}

fn not_asked(pair: &[DocumentId; 2]) -> Error {
    let [left, right] = pair.each_ref().map(|id| id.to_string());
    LabelError::NotAsked { left, right }.into()
}
