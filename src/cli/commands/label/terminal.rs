//! The same questions in a terminal.

use std::io::{self, BufRead, stdin};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use dejalu::error::{IoContext, Result};
use dejalu::label::{Next, Question, Session};
use dejalu::model::Model;
use dejalu::pairs::{Label, Opinion};
use dejalu::report::{Explanation, sanitize_line};
use dejalu_base::plural::{count, counted};

use crate::cli::console::Console;

/// There is one person at a terminal.
const WHO: &str = "terminal";
const NOW: Duration = Duration::ZERO;

const HELP: &str = "y yes, n no, u unsure, b back, w how good the model is, q quit; a note may follow: y \
edited copy";

/// Asks until there is no more to ask, or nobody answers. Trainings run beside it.
pub(super) fn ask(mut session: Session, model: &Model, console: &Console) -> Result<()> {
    let typed = typed();
    let mut training: Option<thread::JoinHandle<_>> = None;
    loop {
        let next = session.next(WHO, NOW);
        if let Some(job) = session.take_job() {
            training = Some(thread::spawn(move || job.run()));
        }
        let question = match next {
            Next::Question(question) => question,
            Next::Done => {
                console.data("There is no pair left to ask about.\n")?;
                break;
            }
            Next::Wait => {
                // A thread that panicked has learned nothing; the round after this one tries again.
                if let Some(Ok(finished)) = training.take().map(thread::JoinHandle::join) {
                    session.finish(finished);
                }
                continue;
            }
        };
        if training.as_ref().is_some_and(|it| it.is_finished())
            && let Some(Ok(finished)) = training.take().map(thread::JoinHandle::join)
        {
            session.finish(finished);
        }
        // What nobody saw is not answered.
        if !show(&session, &question, model, console)? {
            break;
        }
        if answer(&mut session, &question, &typed, console)?.is_break() {
            break;
        }
    }
    console.data(&status(&session))?;
    console.say(&format!(
        "{} saved in {}, {} in all; run the same command to continue",
        counted(session.answered_by(WHO), "answer", "answers"),
        session.journal().path().display(),
        count(session.answered())
    ));
    Ok(())
}

/// Shows a question; false if nobody reads it any more.
fn show(session: &Session, question: &Question, model: &Model, console: &Console) -> Result<bool> {
    let pool = session.pool();
    let documents = question
        .pair
        .each_ref()
        .map(|id| pool.document(id).cloned());
    let [Some(a), Some(b)] = documents else {
        return Ok(true);
    };
    let explanation = Explanation::new(model, &[a, b])?;
    let style = console.style();
    let mut text = String::new();
    for (side, letter) in ["A", "B"].into_iter().enumerate() {
        let id = sanitize_line(question.pair[side].as_str());
        text.push_str(&format!("\n── {letter}: {id}\n"));
        text.push_str(&explanation.marked_text(side, style));
        text.push('\n');
    }
    text.push_str("\nNear-duplicates? [y/n/u/b, ? for help] ");
    console.shows(&text)
}

/// The typed lines: an empty one at the end of the input, none where a signal asks for the end. A thread reads, since
/// what waits for a line does not see a signal.
fn typed() -> Receiver<Option<io::Result<String>>> {
    let (sender, receiver) = channel();
    let signalled = sender.clone();
    crate::cli::stopping::instead(move || {
        // Who no longer asks ends anyway.
        let _ = signalled.send(None);
    });
    thread::spawn(move || {
        loop {
            let mut line = String::new();
            let read = stdin().lock().read_line(&mut line).map(|_| line);
            let is_last = read.as_ref().map_or(true, String::is_empty);
            if sender.send(Some(read)).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads lines until one of them answers or takes an answer back, or nobody answers any more.
fn answer(
    session: &mut Session,
    question: &Question,
    typed: &Receiver<Option<io::Result<String>>>,
    console: &Console,
) -> Result<ControlFlow<()>> {
    loop {
        let Some(line) = typed.recv().ok().flatten() else {
            // The terminal stands behind the question.
            console.data("\n")?;
            return Ok(ControlFlow::Break(()));
        };
        let line = line.context("read", "-".as_ref())?;
        if line.is_empty() {
            return Ok(ControlFlow::Break(()));
        }
        let line = line.trim();
        let (word, note) = line.split_once(' ').unwrap_or((line, ""));
        let mut answer_with = |opinion| session.answer(WHO, &question.pair, opinion, note);
        match word.to_lowercase().as_str() {
            "y" | "yes" => answer_with(Opinion::Sure(Label::Duplicate))?,
            "n" | "no" => answer_with(Opinion::Sure(Label::Distinct))?,
            "u" | "unsure" => answer_with(Opinion::Unsure)?,
            "b" | "back" => {
                if let Some(taken) = session.undo(WHO, NOW)? {
                    let [a, b] = taken.pair.each_ref().map(|id| sanitize_line(id.as_str()));
                    console.data(&format!(
                        "The answer to '{a}' and '{b}' is taken back; here they are again.\n"
                    ))?;
                    return Ok(ControlFlow::Continue(()));
                }
                console.data("There is nothing to go back to. ")?;
                continue;
            }
            "w" | "worth" => {
                console.data(&status(session))?;
                continue;
            }
            "q" | "quit" => return Ok(ControlFlow::Break(())),
            _ => {
                console.data(&format!("{HELP}\n"))?;
                continue;
            }
        }
        return Ok(ControlFlow::Continue(()));
    }
}

fn status(session: &Session) -> String {
    let advice = session.status().advice;
    advice
        .into_iter()
        .map(|sentence| format!("{sentence}\n"))
        .collect()
}
