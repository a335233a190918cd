//! Actions of the page's buttons: they start the program itself, as somebody would type it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use dejalu::error::{IoContext, Result};
use dejalu::server::Action;

use super::questions::{AuditOf, Questions};
use super::started::Started;

/// `train` and `dedupe`, as far as they can be had for these documents. Their results lie beside the
/// answers.
pub(super) fn actions(options: &Questions, started: &Started) -> BTreeMap<&'static str, Action> {
    let labels = options.out.clone().unwrap_or_default();
    let mut actions: BTreeMap<&'static str, Action> = BTreeMap::new();
    let documents = options.sources();
    if !documents.is_empty() {
        let model = beside(&labels, "model.json");
        let mut words: Vec<OsString> = vec!["train".into(), "--labels".into()];
        words.push(labels.clone().into());
        for path in documents {
            words.extend(["--documents".into(), path.into()]);
        }
        words.extend(["--out".into(), model.into()]);
        actions.insert("train", runs(started, words));
    }
    let source: Option<Vec<OsString>> = match (&options.collection[..], &options.index.index) {
        (documents @ [_, ..], _) => Some(documents.iter().map(OsString::from).collect()),
        ([], Some(index)) => Some(vec!["--index".into(), index.into()]),
        ([], None) => None,
    };
    if let Some(source) = source {
        let given = options.model.path().map(Path::to_path_buf);
        let trained = beside(&labels, "model.json");
        let mut more: Vec<OsString> = vec!["--out".into(), beside(&labels, "groups.csv").into()];
        let has_promise = options.audit == AuditOf::Removals;
        if has_promise {
            let seed = options.finding.seed.to_string();
            more.extend([
                "--audit".into(),
                labels.into(),
                "--seed".into(),
                seed.into(),
            ]);
        }
        let started = started.clone();
        let dedupe: Action = Arc::new(move || {
            // Removals that were looked at are those of the model that the session began with. Without them,
            // what the answers have trained knows more of these documents.
            let trained = Some(&trained).filter(|it| !has_promise && it.exists());
            let model = trained.or(given.as_ref());
            let model = model.map(|path| ["--model".into(), path.into()]);
            let words = std::iter::once("dedupe".into()).chain(source.clone());
            let words = words.chain(model.into_iter().flatten()).chain(more.clone());
            run(&started, &words.collect::<Vec<OsString>>())
        });
        actions.insert("dedupe", dedupe);
    }
    actions
}

/// `labels.jsonl` and `model.json` make `labels.model.json`.
fn beside(labels: &Path, ending: &str) -> PathBuf {
    labels.with_extension(ending)
}

/// Runs the program with these arguments; what it says is the result.
fn runs(started: &Started, arguments: impl IntoIterator<Item = OsString>) -> Action {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let started = started.clone();
    Arc::new(move || run(&started, &arguments))
}

fn run(started: &Started, arguments: &[OsString]) -> Result<String> {
    let program = std::env::current_exe().context("find", Path::new("dejalu"))?;
    let mut command = Command::new(&program);
    let output = started.run(command.args(arguments));
    let output = output.context("start", &program)?;
    let [said, told] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    let typed: Vec<_> = arguments.iter().map(|it| it.to_string_lossy()).collect();
    Ok(format!("dejalu {}\n\n{said}{told}", typed.join(" ")))
}
