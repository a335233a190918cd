//! An explanation for programs.

use crate::pair::PairReport;
use std::ops::Range;

use serde_json::{Value, json};

use super::explanation::Explanation;
use super::reused::PlacedPassage;
use crate::evidence::{FieldMatch, MatchRun, SentenceMatch};
use dejalu_experiment::model::{FeatureEffect, JudgedPair};
use dejalu_text::Omission;

/// The version of the form.
const FORMAT: u32 = 2;

/// The most edges that are written; they follow from the nodes' sentences and the matches.
const EDGES: usize = 100_000;

impl Explanation {
    /// Indented JSON with a line end. Sentences and nodes are named by their places, from 0; a span
    /// is a place in the text that is compared, in bytes; a range ends before its second
    /// number. A sentence `stands` in the other document where its match is identical, reworded, split or
    /// merged; `stand` counts these, the `shading` of a node is their share of its own sentences (of the
    /// root's, of all), an edge joins nodes that share one. Of `equal`, every sentence of a group's `a` is equal to every one of its `b`. `edges` is
    /// null where there are more than 100,000. `runs` are matches that follow one another; `passages` are spans that
    /// were reused ([`dejalu_passages::find`]), and `shares` of both documents stand in one. `fields` are those of two records, with what the features of each alone add to
    /// the score, and `pieces` of the values that differ; of other documents there are none. Of what is `left_out` before documents are compared,
    /// `span` is its place in the document as it was read, and `at` where it stood in the text that is
    /// compared, which all other spans are places in; boilerplate stands in so many `groups`. `terms` are those that stand in one document alone and
    /// weigh most with the model, each with what it adds to the log odds of `difference-terms`.
    pub fn json(&self) -> String {
        let evidence = &self.evidence;
        let both = |value: fn(&Explanation, usize) -> Value| json!({ "a": value(self, 0), "b": value(self, 1) });
        let judged = &self.judged;
        let matches: Vec<Value> = evidence.matches.iter().map(|it| self.matched(it)).collect();
        let runs: Vec<Value> = evidence.runs.iter().map(run).collect();
        let passages: Vec<Value> = self.passages.found.iter().map(passage).collect();
        let [share_a, share_b] = self.passages.coverage.shares();
        let whole = json!({
            "format": FORMAT,
            "id_a": judged.ids[0],
            "id_b": judged.ids[1],
            "verdict": self.verdict(),
            "decision": judged.judgement.decision,
            "score": judged.judgement.score,
            "probability": judged.judgement.probability,
            "threshold": judged.threshold,
            "level": judged.levels.reached.map(|it| it.level),
            "next_level": judged.levels.missed,
            "learned_from": judged.learned_from,
            "outside": judged.outside,
            "base": judged.base,
            "capping": judged.capping,
            "veto": judged.veto.as_ref().map(|it| json!({ "name": it.name, "says": it.says })),
            "fields": self.fields.iter().map(|it| self.field(it)).collect::<Vec<_>>(),
            "features": self.features(),
            "nothing_to_compare": judged.nothing_to_compare().0,
            "terms": { "for": self.terms[0], "against": self.terms[1] },
            "rules": PairReport::new(judged).rule_values(),
            "figures": {
                "resemblance": evidence.figures.resemblance,
                "overlap": evidence.figures.overlap,
                "combined": evidence.figures.combined(),
                "odds": evidence.figures.odds(),
                "reference_documents": evidence.reference,
            },
            "compared_in_full": evidence.is_complete,
            "stand": { "a": self.contained(0), "b": self.contained(1) },
            "sentences": both(Explanation::sentences),
            "matches": matches,
            "runs": runs,
            "passages": passages,
            "shares": { "a": share_a, "b": share_b },
            "left_out": both(|it, side| it.left_out[side].iter().map(omission).collect()),
            "alone": both(|it, side| ranges(&it.evidence.sides[side].alone)),
            "equal": self.equal(),
            "hierarchy": both(Explanation::nodes),
            "edges": self.edges(),
        });
        format!("{whole:#}\n")
    }

    /// A field of two records.
    fn field(&self, it: &FieldMatch) -> Value {
        json!({
            "field": it.name,
            "a": it.text(0),
            "b": it.text(1),
            "agreement": it.agreement,
            "contribution": it.effect,
            "pieces": { "a": it.values[0], "b": it.values[1] },
        })
    }

    /// The features as JSON names them.
    fn features(&self) -> Vec<Value> {
        let rows = self.judged.features.iter();
        rows.map(|row| feature(&self.judged, row)).collect()
    }

    fn sentences(&self, side: usize) -> Value {
        let sentences = &self.evidence.sides[side].sentences;
        let nodes = self.evidence.sides[side]
            .hierarchy
            .node_of_sentence(sentences.len());
        let matches = self.match_of_sentence(side);
        let standing = self.evidence.contained(side);
        let rows = sentences.iter().zip(nodes).zip(matches).zip(standing);
        let row = rows.map(|(((sentence, node), matched), stands)| {
            json!({
                "text": &self.documents[side].text[sentence.span.clone()],
                "span": range(&sentence.span),
                "node": node,
                "match": matched,
                "stands": stands,
            })
        });
        row.collect()
    }

    fn matched(&self, found: &SentenceMatch) -> Value {
        let runs = self.runs(found).into_iter();
        let words: Vec<Value> = runs
            .map(|(of, text)| json!({ "in": of, "text": text }))
            .collect();
        json!({
            "kind": found.kind,
            "a": range(&found.sentences[0]),
            "b": range(&found.sentences[1]),
            "similarity": found.similarities,
            "moved": found.moved,
            "words": words,
        })
    }

    fn equal(&self) -> Value {
        let groups = self.evidence.equal.groups();
        groups.map(|[a, b]| json!({ "a": a, "b": b })).collect()
    }

    fn edges(&self) -> Option<Vec<[usize; 2]>> {
        let edges = self.edges_of_parts();
        (edges.len() <= EDGES).then_some(edges)
    }

    fn nodes(&self, side: usize) -> Value {
        let tree = &self.evidence.sides[side].hierarchy;
        let shares = self.shares_of_parts(side);
        let row = tree.nodes.iter().zip(shares).map(|(node, share)| {
            json!({
                "part": node.kind,
                "parent": node.parent,
                "sentences": node.sentences,
                "shading": share,
            })
        });
        row.collect()
    }
}

fn omission(omission: &Omission) -> Value {
    json!({
        "span": range(&omission.span),
        "at": omission.at,
        "text": omission.text,
        "words": omission.words,
        "groups": omission.groups,
    })
}

/// A feature of a pair, with the published rule that looks at it.
pub(super) fn feature(judged: &JudgedPair, row: &FeatureEffect) -> Value {
    let published = judged.published(&row.name);
    json!({
        "feature": row.name,
        "similarity": row.value,
        "directed": row.directed,
        "contribution": row.effect,
        "published": published.map(|rule| json!({ "rule": rule.name, "at": rule.at })),
    })
}

fn run(run: &MatchRun) -> Value {
    json!({
        "matches": range(&run.matches),
        "a": range(&run.sentences[0]),
        "b": range(&run.sentences[1]),
        "moved": run.moved,
    })
}

fn passage(it: &PlacedPassage) -> Value {
    json!({
        "a": range(&it.spans[0]),
        "b": range(&it.spans[1]),
        "kind": it.passage.kind,
        "score": it.passage.score,
        "moved": it.moved,
    })
}

fn ranges(ranges: &[Range<u32>]) -> Value {
    ranges.iter().map(range).collect()
}

fn range<T: serde::Serialize>(range: &Range<T>) -> Value {
    json!([range.start, range.end])
}
