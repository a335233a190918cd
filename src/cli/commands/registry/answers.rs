//! Formats the results of a probe as a table, as JSON and as CSV.

use std::ops::Range;

use dejalu::document::Document;
use dejalu::model::Judgement;
use dejalu::registry::{CopiedSentence, Found, Probed};
use dejalu::report::sanitize_line;
use dejalu_base::plural::{count, counted, percent};
use serde_json::{Value, json};

use crate::cli::commands::table::written;

/// The format of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Table,
    Json,
    Csv,
}

/// The documents found for a probed one, and a model's decisions on them.
pub(super) struct Answer<'a> {
    pub(super) document: &'a Document,
    pub(super) probed: &'a Probed,
    /// The decisions on the first documents found, if a model was given.
    pub(super) judged: &'a [Judgement],
    /// The maximum number of documents to report.
    pub(super) top: Option<usize>,
}

const COLUMNS: [&str; 11] = [
    "probed",
    "id",
    "class",
    "overlap",
    "exact",
    "overlap_sum",
    "probed_sentences",
    "sentences",
    "decision",
    "score",
    "probability",
];

impl Form {
    /// The header.
    pub(super) fn head(self) -> String {
        match self {
            Form::Csv => csv_line(COLUMNS.map(str::to_string)),
            Form::Table | Form::Json => String::new(),
        }
    }

    /// One answer, with its line ends.
    pub(super) fn answer(self, answer: &Answer) -> String {
        match self {
            Form::Table => answer.table(),
            Form::Json => format!("{}\n", answer.json()),
            Form::Csv => answer.csv(),
        }
    }
}

/// Documents that the table names where no number is given, and matches of each.
const SHOWN: usize = 20;
const MATCHES: usize = 3;

impl Answer<'_> {
    fn found(&self) -> impl Iterator<Item = (&Found, Option<&Judgement>)> {
        let judged = self.judged.iter().map(Some).chain(std::iter::repeat(None));
        let found = self.probed.found.iter().zip(judged);
        found.take(self.top.unwrap_or(usize::MAX))
    }

    /// For people: whatever a document holds, it cannot control the terminal.
    fn table(&self) -> String {
        let chunks = counted(self.probed.sentences, "chunk", "chunks");
        let said = match (self.probed.sentences, self.probed.found.len() as u64) {
            (0, _) => "no chunk of two words, nothing to compare".to_string(),
            (_, 0) => format!("{chunks}, no registered document was found"),
            (_, found) => {
                let found = counted(
                    found,
                    "registered document shares",
                    "registered documents share",
                );
                format!("{chunks}; {found} some of them")
            }
        };
        let mut text = format!("{}: {said}\n", sanitize_line(self.document.id.as_str()));
        if !self.probed.found.is_empty() {
            text.push_str("  overlap  class  equal  alike   of  document\n");
        }
        let shown = self.top.unwrap_or(SHOWN);
        for (found, judged) in self.found().take(shown) {
            text.push_str(&format!(
                "  {:>5.1} %  {:<5}  {:>5}  {:>5}  {:>3}  {}{}\n",
                100.0 * found.overlap,
                found.class.to_string(),
                count(found.exact),
                count(found.matches.len() - found.exact),
                count(found.sentences),
                sanitize_line(found.id.as_str()),
                judged.map(verdict).unwrap_or_default(),
            ));
            for it in found.matches.iter().take(MATCHES) {
                text.push_str(&self.chunk(it));
            }
            text.push_str(&more(found.matches.len(), MATCHES, "chunk", "chunks"));
        }
        text + &more(self.probed.found.len(), shown, "document", "documents")
    }

    fn chunk(&self, it: &CopiedSentence) -> String {
        // Equal in the words that are compared: numbers may differ, and the store holds no text to show it by.
        let sign = if it.exact {
            "same words as".to_string()
        } else {
            percent(it.overlap, 0) + " in"
        };
        let span = |span: &Range<u32>| {
            let [start, end] = [span.start, span.end].map(count);
            format!("{start}–{end}")
        };
        let (from, to) = (span(&it.probed), span(&it.registered));
        let text = sanitize_line(self.text(it));
        format!("           {from} {sign} {to}: {text}\n")
    }

    fn text(&self, it: &CopiedSentence) -> &str {
        &self.document.text[it.probed.start as usize..it.probed.end as usize]
    }

    fn json(&self) -> Value {
        json!({
            "id": self.document.id,
            "sentences": self.probed.sentences,
            "found": self.objects().collect::<Vec<Value>>(),
        })
    }

    /// An object a document found.
    fn objects(&self) -> impl Iterator<Item = Value> {
        let chunk = |it: &CopiedSentence| {
            let mut chunk = json!(it);
            chunk["text"] = self.text(it).into();
            chunk
        };
        self.found().map(move |(found, judged)| {
            let mut object = json!(found);
            object["matches"] = found.matches.iter().map(chunk).collect();
            if let Some(judged) = judged {
                object["decision"] = json!(judged.decision);
                object["score"] = judged.score.into();
                object["probability"] = judged.probability.into();
            }
            object
        })
    }

    fn csv(&self) -> String {
        let row = |mut row: Value| {
            row["probed"] = json!(self.document.id);
            row["probed_sentences"] = self.probed.sentences.into();
            csv_line(COLUMNS.map(|column| written(&row[column])))
        };
        self.objects().map(row).collect()
    }
}

fn verdict(judged: &Judgement) -> String {
    format!(
        "  ({}, probability {:.2})",
        judged.decision, judged.probability
    )
}

fn more(all: usize, shown: usize, one: &str, many: &str) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        1 => format!("           and 1 more {one}\n"),
        more => format!("           and {} more {many}\n", count(more)),
    }
}

/// A row of CSV, with its line end.
pub(super) fn csv_line(cells: impl IntoIterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let cells: Vec<String> = cells.into_iter().collect();
    // Into memory: writing cannot fail.
    let _ = writer.write_record(cells);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
