//! What is known of removals, for the terminal and for programs.

use dejalu::collection::{Collection, Judge, Loss, Losses, RemovalAudit, held_passages};
use dejalu::document::DocumentId;
use dejalu::report::sanitize_line;
use dejalu_base::plural::{counted, short_percent as percent};
use serde_json::{Value, json};

/// What is known of the removals.
pub(super) struct Audited<'a> {
    pub(super) collection: &'a Collection,
    pub(super) losses: &'a Losses,
    pub(super) audit: Option<&'a RemovalAudit>,
    /// Documents that are removed though no kept one is like them.
    pub(super) alone: &'a [DocumentId],
}

/// Characters of a lost passage that are shown.
const SHOWN: usize = 120;

/// The sentences, and the worst removals.
pub(super) fn text(found: &Audited<'_>, top: usize) -> String {
    let mut lines: Vec<String> = sentences(found);
    let rows = found.losses.rows.iter().take(top);
    if top > 0 && !found.losses.rows.is_empty() {
        lines.push(String::new());
        lines.push("what would be lost, the worst first:".to_string());
        lines.extend(rows.map(|loss| row(found, loss)));
    }
    lines.join("\n") + "\n"
}

fn sentences(found: &Audited<'_>) -> Vec<String> {
    let mut sentences = found.losses.figures.sentences();
    if let Some(first) = found.alone.first() {
        let documents = counted(found.alone.len(), "document is", "documents are");
        let first = sanitize_line(first.as_str());
        sentences.push(format!(
            "{documents} removed though no kept document is a near-duplicate, such as '{first}'; nothing is promised of them, and they count as kept here"
        ));
    }
    let audit = found.audit.into_iter();
    sentences.extend(audit.flat_map(|it| it.sentences()));
    sentences
}

fn row(found: &Audited<'_>, loss: &Loss) -> String {
    let documents = found.collection.documents();
    let [removed, kept] = [loss.removed, loss.kept].map(|place| &documents[place as usize]);
    let [id, kept_id] = [removed, kept].map(|it| sanitize_line(it.id.as_str()));
    let lost = loss.lost.map_or("nobody knows what".to_string(), percent);
    let probability = loss
        .probability
        .map_or(String::new(), |it| format!(", probability {}", percent(it)));
    let passages = held_passages(&removed.text, &kept.text);
    let longest = passages
        .lost
        .iter()
        .max_by_key(|span| (span.len(), span.start));
    let passage = longest.map_or(String::new(), |span| {
        let text: String = removed
            .text
            .chars()
            .skip(span.start)
            .take(span.len().min(SHOWN))
            .collect();
        let more = if span.len() > SHOWN { "…" } else { "" };
        format!(": “{}{more}”", sanitize_line(&text))
    });
    format!(
        "  {id} for {kept_id}: loses {lost} ({}{probability}){passage}",
        loss.relation
    )
}

/// The figures, and every removal.
pub(super) fn json(judge: &Judge, found: &Audited<'_>) -> Value {
    let documents = found.collection.documents();
    let id = |place: u32| documents[place as usize].id.as_str();
    let removal = |loss: &Loss| {
        json!({
            "id": id(loss.removed), "kept": id(loss.kept), "lost": loss.lost, "relation": loss.relation,
            "score": loss.score, "probability": loss.probability,
        })
    };
    let removals: Vec<Value> = found.losses.rows.iter().map(removal).collect();
    json!({
        "format": 1,
        "judge": judge.named_at(judge.threshold()),
        "documents": documents.len(),
        "figures": found.losses.figures,
        "removed_alone": found.alone.iter().map(|id| id.as_str()).collect::<Vec<_>>(),
        "audit": found.audit,
        "sentences": sentences(found),
        "removals": removals,
    })
}
