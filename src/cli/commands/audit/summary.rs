//! What is known of removals, for the terminal and for programs.

use dejalu::collection::{Collection, GroupsAudit, Judge, Loss, verbatim};
use dejalu::report::sanitize_line;
use dejalu_base::plural::short_percent as percent;
use serde_json::{Value, json};

/// Characters of a lost passage that are shown.
const SHOWN: usize = 120;

/// The sentences, and the worst removals.
pub(super) fn text(collection: &Collection, found: &GroupsAudit, top: usize) -> String {
    let sentences = found.sentences();
    let mut lines: Vec<String> = sentences.iter().map(|it| sanitize_line(it)).collect();
    let rows = found.losses.rows.iter().take(top);
    if top > 0 && !found.losses.rows.is_empty() {
        lines.push(String::new());
        lines.push("what would be lost, the worst first:".to_string());
        lines.extend(rows.map(|loss| row(collection, loss)));
    }
    lines.join("\n") + "\n"
}

fn row(collection: &Collection, loss: &Loss) -> String {
    let documents = collection.documents();
    let [removed, kept] = [loss.removed, loss.kept].map(|place| &documents[place as usize]);
    let [id, kept_id] = [removed, kept].map(|it| sanitize_line(it.id.as_str()));
    let lost = loss.lost.map_or("an unknown share".to_string(), percent);
    let probability = loss
        .probability
        .map_or(String::new(), |it| format!(", probability {}", percent(it)));
    let found = verbatim(&removed.text, &kept.text);
    let passage = found.longest_lost().map_or(String::new(), |span| {
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
pub(super) fn json(collection: &Collection, judge: &Judge, found: &GroupsAudit) -> Value {
    let documents = collection.documents();
    let id = |place: u32| documents[place as usize].id.as_str();
    let removal = |loss: &Loss| {
        json!({
            "id": id(loss.removed), "kept": id(loss.kept), "lost": loss.lost, "relation": loss.relation,
            "score": loss.score, "probability": loss.probability,
        })
    };
    let mut figures = found.figures_json(collection, judge);
    figures["removals"] = found.losses.rows.iter().map(removal).collect();
    figures
}
