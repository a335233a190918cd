//! Two records, field by field: how far they agree in words, and one HTML file that works offline.

use serde::Serialize;
use serde_json::json;

use super::excerpts::beginning;
use super::explanation::Explanation;
use super::page::STYLE;
use crate::evidence::{Agreement, FieldMatch, Piece};
use crate::files::rendered;
use crate::sanitize::{sanitize, sanitize_line};
use crate::table::{BOLD, Style};
use dejalu_base::error::Result;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "record.html";
const TEMPLATE: &str = include_str!("record/record.html");
const STYLE_OF_RECORDS: &str = include_str!("record/style.css");

/// Values of more characters, as abstracts are, are folded away.
const LONG: usize = 600;

/// A row of the table of fields.
#[derive(Serialize)]
pub(super) struct FieldRow<'a> {
    name: String,
    values: [Option<&'a [Piece]>; 2],
    /// How the values begin, where they are long.
    beginnings: Option<[String; 2]>,
    agreement: Agreement,
    effect: f64,
}

impl Explanation {
    /// Returns whether both documents are described in fields, or one of them is.
    pub(super) fn is_of_records(&self) -> bool {
        !self.fields.is_empty()
    }

    /// What the score is before any feature counts.
    pub(super) fn start(&self) -> &'static str {
        if self.is_of_records() {
            "before any feature"
        } else {
            "an average pair"
        }
    }

    /// The fields by how far their values agree: `same: title, year`, `differs: doi`, `only in A: abstract`.
    pub(super) fn agreements(&self) -> Vec<String> {
        let listed = |what: &str, is_meant: &dyn Fn(&FieldMatch) -> bool| {
            let meant = self.fields.iter().filter(|it| is_meant(it));
            let names: Vec<String> = meant.map(|it| sanitize_line(&it.name)).collect();
            (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
        };
        let lists = [
            listed("same", &|it| it.agreement == Agreement::Same),
            listed("nearly the same", &|it| it.agreement == Agreement::Nearly),
            listed("differs", &|it| it.agreement == Agreement::Differs),
            listed("only in A", &|it| it.values[1].is_none()),
            listed("only in B", &|it| it.values[0].is_none()),
        ];
        lists.into_iter().flatten().collect()
    }

    /// The rows of the table of fields.
    pub(super) fn field_rows(&self) -> Vec<FieldRow<'_>> {
        let rows = self.fields.iter().map(|it| {
            let texts = [0, 1].map(|side| it.text(side).unwrap_or_default());
            let is_long = texts.iter().any(|text| text.chars().count() > LONG);
            FieldRow {
                name: sanitize_line(&it.name),
                values: it.values.each_ref().map(Option::as_deref),
                beginnings: is_long.then(|| texts.map(|text| beginning(&text))),
                agreement: it.agreement,
                effect: it.effect,
            }
        });
        rows.collect()
    }

    /// The fields of a record for a terminal, a line each: words that the other does not have there are bold, or
    /// between asterisks where there are no colours.
    pub(super) fn marked_fields(&self, side: usize, style: Style) -> String {
        let name = |it: &FieldMatch| sanitize_line(&it.name);
        let width = self.fields.iter().map(|it| name(it).chars().count());
        let width = width.max().unwrap_or_default();
        let piece = |it: &Piece| {
            let text = sanitize(&it.text);
            match (it.differs, style.colour) {
                (true, true) => style.paint(BOLD, &text),
                (true, false) => format!("*{text}*"),
                (false, _) => text,
            }
        };
        let line = |it: &FieldMatch| {
            let pieces = it.values[side].iter().flatten().map(piece);
            format!("{:<width$}  {}", name(it), pieces.collect::<String>())
        };
        let there = self.fields.iter().filter(|it| it.values[side].is_some());
        there.map(line).collect::<Vec<_>>().join("\n")
    }

    /// The page of two records. It has no script.
    pub(super) fn html_of_records(&self) -> Result<String> {
        let values = json!({
            "style": format!("{STYLE}{STYLE_OF_RECORDS}"),
            "ids": self.judged.ids.each_ref().map(|id| sanitize_line(id)),
            // The answer as a class: `duplicate`, `distinct` or `unsure`.
            "decision": self.judged.judgement.decision.to_string(),
            "answer": self.answer(),
            "probability": self.probability(),
            "duplicate_from": self.duplicate_from(),
            "findings": self.all_findings(),
            "left_out": self.left_out_sentence(),
            "fields": self.field_rows(),
            "waterfall": self.waterfall(),
            "start": self.start(),
            "abstain": self.judged.abstain,
            "nothing_to_compare": self.judged.nothing_to_compare().0,
        });
        rendered(NAME, TEMPLATE, &values)
    }
}

#[cfg(test)]
mod tests;
