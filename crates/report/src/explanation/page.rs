//! One HTML file that works offline: the verdict, both texts side by side, what they share seen from
//! afar, and what moved the score.

use crate::pair::PairReport;
use serde_json::{Value, json};

use super::explanation::Explanation;
use crate::figures::{capitalised, decimal, number, whole_percent};
use crate::files::rendered;
use crate::sanitize::sanitize_line;
use dejalu_base::error::Result;
use dejalu_base::plural::count;
use dejalu_experiment::model::Decision;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "explanation.html";
const TEMPLATE: &str = include_str!("page/page.html");
pub(crate) const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

impl Explanation {
    /// The page: one file with its style, and of texts a script, in it, which loads nothing. Records are shown field by
    /// field. Nothing that a document
    /// holds can run in it: all of it is escaped, and the page forbids every script but its own.
    ///
    /// # Errors
    ///
    /// A page that cannot be put together; its template is built in, so that would be a fault of
    /// the program.
    pub fn html(&self) -> Result<String> {
        if self.is_of_records() {
            return self.html_of_records();
        }
        let shown = self.shown();
        let ids = self.judged.ids.each_ref().map(|id| sanitize_line(id));
        let sides = [0, 1].map(|side: usize| self.side(side, &shown[side]));
        let values = json!({
            "style": STYLE,
            "script": SCRIPT,
            "ids": &ids,
            // The answer as a class: `duplicate`, `distinct` or `unsure`.
            "decision": self.judged.judgement.decision.to_string(),
            "answer": self.answer(),
            "findings": capitalised(&self.findings()),
            "left_out": self.left_out_sentence().map(|it| capitalised(&it)),
            "left_out_legend": self.left_out_legend(),
            "sides": sides,
            "strips": self.strips(),
            "headline": self.headline(),
            "passages": self.passage_rows(),
            "more_passages": self.more_passages(),
            "has_matches": !self.evidence.matches.is_empty(),
            "dots": self.dots(),
            "trees": self.trees(),
            "waterfall": self.waterfall(),
            "start": self.start(),
            "probability": self.probability(),
            "exact_score": self.judged.judgement.score,
            "exact_probability": self.judged.judgement.probability,
            // The probability of being wrong above which nothing is decided.
            "abstain": self.judged.abstain,
            "duplicate_from": self.duplicate_from(),
            "rules": PairReport::new(&self.judged).rule_values(),
            "figures": self.evidence.figures,
            "combined": self.evidence.figures.combined(),
            "odds": self.evidence.figures.odds(),
            "reference": capitalised(&self.reference()),
            // What was not compared.
            "shortcut": self.shortcut(),
            "nothing_to_compare": self.judged.nothing_to_compare().0,
        });
        rendered(NAME, TEMPLATE, &values)
    }

    /// Both documents with what they share marked, and nothing that anybody decides: of records their fields, else
    /// the texts.
    pub(crate) fn marked(&self) -> Value {
        if self.is_of_records() {
            let ids = self.judged.ids.each_ref().map(|id| sanitize_line(id));
            return json!({ "ids": ids, "fields": self.field_rows() });
        }
        let shown = self.shown();
        let sides = [0, 1].map(|side: usize| self.side(side, &shown[side]));
        json!({ "sides": sides, "strips": self.strips() })
    }

    /// One of the two documents.
    fn side(&self, side: usize, shown: &[bool]) -> Value {
        let (name, letter) = [("Document A", "a"), ("Document B", "b")][side];
        let sentences = self.evidence.sides[side].sentences.len();
        let contained = self.contained(side) as f64 / sentences.max(1) as f64;
        let others: Vec<String> = self
            .changed(side)
            .zip(0..)
            .map(|((some, what), place)| match place {
                0 => {
                    let more = number(some, "more sentence");
                    format!(", {more} {what}")
                }
                _ => format!(", {} {what}", count(some)),
            })
            .collect();
        json!({
            "name": name,
            "letter": letter,
            "id": sanitize_line(&self.judged.ids[side]),
            "sentences": number(sentences, "sentence"),
            // The share of its sentences that the other document contains.
            "contained": format!("{} contained", whole_percent(contained)),
            // And what is there altered or rewritten: `, 2 more sentences altered, 1 rewritten`.
            "others": others.concat(),
            // How many sentences the page does not show.
            "left_out": shown.iter().filter(|&&shown| !shown).count(),
            "paragraphs": self.paragraphs(side, shown),
        })
    }

    /// From which probability on a pair is called a near-duplicate, where this one's is on the side
    /// of one half that tells otherwise.
    pub(super) fn duplicate_from(&self) -> Option<String> {
        let judged = &self.judged;
        let is_likely = judged.judgement.probability >= 0.5;
        let is_surprising = match judged.judgement.decision {
            Decision::Duplicate => !is_likely,
            Decision::Distinct => is_likely,
            Decision::Unsure => false,
        };
        is_surprising.then(|| decimal(judged.threshold_probability, 2))
    }
}
