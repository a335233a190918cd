//! An explanation in a terminal: the verdict, the two documents as strips, what differs, and what
//! moved the score.

use crate::pair::{PairReport, despite};
use std::ops::Range;

use super::excerpts::Fate;
use super::explanation::Explanation;
use crate::evidence::{
    Agreement, FieldMatch, FieldValue, MatchKind, MatchRun, Piece, SentenceMatch,
};
use crate::figures::{at_most_thousandths, decimal, signed};
use crate::model::named_terms;
use crate::sanitize::sanitize_line;
use crate::table::{BOLD, FAINT, Style};
use dejalu_base::plural::{count, counted};
use dejalu_similarity::corpus::WeightedTerm;

/// The length of a strip, in characters.
const STRIP: usize = 64;

/// The most lines under one heading.
const LINES: usize = 6;

/// The most features that are named.
const FEATURES: usize = 8;

/// The longest excerpt, in characters.
const EXCERPT: usize = 72;

/// The most pieces of a value of a field.
const PIECES: usize = 12;

/// The most characters of common text on either side of a difference.
const CONTEXT: usize = 28;

// Text styles as SGR codes.
const LEFT: &str = "31";
const RIGHT: &str = "32";

impl Explanation {
    /// For a terminal. Whatever a document holds, it cannot control the terminal: control
    /// characters are replaced.
    pub fn terminal(&self, style: Style) -> String {
        let view = Terminal { it: self, style };
        let changed = self
            .evidence
            .matches
            .iter()
            .filter(|it| it.kind != MatchKind::Identical);
        let moved = self.evidence.runs.iter().filter(|it| it.moved);
        if self.is_of_records() {
            let parts = [view.head(), view.fields(), view.features(), view.terms()];
            return joined(parts.into_iter());
        }
        let parts = [
            view.head(),
            view.strips(),
            view.list("Changed", changed.map(|it| view.changed(it))),
            view.list("Moved", moved.map(|it| view.moved(it))),
            view.list("Only in A", view.alone(0)),
            view.list("Only in B", view.alone(1)),
            view.features(),
            view.terms(),
            view.rules(),
            view.figures(),
        ];
        joined(parts.into_iter())
    }
}

/// The parts that there are, with an empty line between them.
fn joined(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

struct Terminal<'a> {
    it: &'a Explanation,
    style: Style,
}

impl Terminal<'_> {
    fn head(&self) -> String {
        let [left, right] = self.it.judged.ids.each_ref().map(|id| sanitize_line(id));
        let verdict = self.it.verdict();
        let (answer, rest) = verdict.split_at(self.it.answer().len());
        let headline = self.it.headline().filter(|_| !self.it.is_of_records());
        let headline = headline.map_or(String::new(), |it| format!("{it}\n"));
        let left_out = self.it.left_out_sentence();
        let left_out = left_out.map_or(String::new(), |sentence| format!("{sentence}\n"));
        format!(
            "A  {left}\nB  {right}\n\n{headline}{}{rest}\n{left_out}",
            self.style.paint(BOLD, answer)
        )
    }

    /// The fields of two records: how far the values agree, and what they are, on one line where that is the same.
    fn fields(&self) -> String {
        let fields = &self.it.fields;
        let name = |it: &FieldMatch| sanitize_line(&it.name);
        let width = fields.iter().map(|it| name(it).chars().count());
        let width = width.max().unwrap_or_default();
        let mut lines = Vec::new();
        for it in fields {
            let (mut first, mut agreement) = (name(it), it.agreement.to_string());
            let mut line = |value: String| {
                let (first, agreement) =
                    (std::mem::take(&mut first), std::mem::take(&mut agreement));
                lines.push(format!("{first:<width$}  {agreement:<7}  {value}"));
            };
            let differs = |value: &FieldValue| value.iter().any(|piece| piece.differs);
            let is_one =
                it.agreement == Agreement::Same && !it.values.iter().flatten().any(differs);
            if let Some(value) = it.text(0).filter(|_| is_one) {
                line(shortened(&value, EXCERPT, 0));
                continue;
            }
            for (side, value) in it.values.iter().enumerate() {
                let letter = self.style.paint(FAINT, ["A", "B"][side]);
                let value = value.iter().map(|value| self.value(side, value));
                value.for_each(|value| line(format!("{letter} {value}")));
            }
        }
        format!(
            "{}\n  {}\n",
            self.style.paint(BOLD, "Fields"),
            lines.join("\n  ")
        )
    }

    /// A value with its words that differ marked, and common words next to them.
    fn value(&self, side: usize, value: &FieldValue) -> String {
        let end = value.len().saturating_sub(1);
        let mark = |text: String| match side {
            0 => self.style.paint(LEFT, &format!("[-{text}-]")),
            _ => self.style.paint(RIGHT, &format!("{{+{text}+}}")),
        };
        let piece = |(place, piece): (usize, &Piece)| {
            // The ends of common text that are next to something that differs.
            let [before, after] = [place > 0, place < end];
            let text = match (piece.differs, before, after) {
                (true, ..) => return mark(shortened(&piece.text, EXCERPT, 0)),
                (_, false, false) => return shortened(&piece.text, EXCERPT, 0),
                (_, false, true) => shortened(&piece.text, 0, CONTEXT),
                (_, true, false) => shortened(&piece.text, CONTEXT, 0),
                (_, true, true) => shortened(&piece.text, CONTEXT, CONTEXT),
            };
            let space = |is: bool| if is { " " } else { "" };
            let [first, last] = [piece.text.starts_with(' '), piece.text.ends_with(' ')];
            [space(before && first), &text, space(after && last)].concat()
        };
        let mut pieces: Vec<String> = value.iter().enumerate().take(PIECES).map(piece).collect();
        if value.len() > PIECES {
            pieces.push(" …".to_owned());
        }
        pieces.concat()
    }

    fn strips(&self) -> String {
        let legend = "=== word for word   ~~~ reworded, split or merged   ::: altered or rewritten   >>> moved   ... no matching sentence";
        let (left, right) = (self.strip(0), self.strip(1));
        format!(
            "A  {left}\nB  {right}\n   {}\n",
            self.style.paint(FAINT, legend)
        )
    }

    /// A document from its first word to its last, and what became of its sentences.
    fn strip(&self, side: usize) -> String {
        let matches = self.it.match_of_sentence(side);
        let sentences = self.it.evidence.sides[side].sentences.iter();
        let words: Vec<char> = sentences
            .zip(matches)
            .flat_map(|(sentence, matched)| {
                std::iter::repeat_n(sign(self.it.fate(matched)), sentence.tokens.len())
            })
            .collect();
        let place = |cell: usize| (2 * cell + 1) * words.len() / (2 * STRIP);
        (0..STRIP)
            .filter_map(|cell| words.get(place(cell)))
            .collect()
    }

    /// Lines under a heading; nothing where there are none.
    fn list(&self, heading: &str, lines: impl Iterator<Item = String>) -> String {
        let mut lines: Vec<String> = lines.collect();
        let more = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if more > 0 {
            lines.push(
                self.style
                    .paint(FAINT, &format!("and {} more", count(more))),
            );
        }
        if lines.is_empty() {
            String::new()
        } else {
            format!(
                "{}\n  {}\n",
                self.style.paint(BOLD, heading),
                lines.join("\n  ")
            )
        }
    }

    /// `A 13 ~ B 14  The cleric [-arrived-] {+travelled to+} Britain …`
    fn changed(&self, found: &SentenceMatch) -> String {
        let runs = self.it.runs(found);
        let end = runs.len().saturating_sub(1);
        let words = runs
            .into_iter()
            .enumerate()
            .map(|(place, (of, text))| match of {
                "a" => self
                    .style
                    .paint(LEFT, &format!("[-{}-]", sanitize_line(text))),
                "b" => self
                    .style
                    .paint(RIGHT, &format!("{{+{}+}}", sanitize_line(text))),
                // Common words are shown next to what differs.
                _ if place == 0 => shortened(text, 0, CONTEXT),
                _ if place == end => shortened(text, CONTEXT, 0),
                _ => shortened(text, CONTEXT, CONTEXT),
            });
        let words: Vec<String> = words.collect();
        let fate = Fate {
            kind: Some(found.kind),
            moved: found.moved,
        };
        let [left, right] = places(&found.sentences);
        let place = format!("A {left} {} B {right}", sign(fate));
        format!("{}  {}", self.style.paint(FAINT, &place), words.join(" "))
    }

    fn moved(&self, run: &MatchRun) -> String {
        let [left, right] = places(&run.sentences);
        let text = shortened(self.it.text(0, &run.sentences[0]), EXCERPT, 0);
        format!(
            "{}  {text}",
            self.style.paint(FAINT, &format!("A {left} > B {right}"))
        )
    }

    fn alone(&self, side: usize) -> impl Iterator<Item = String> {
        let runs = self.it.evidence.sides[side].alone.iter();
        runs.map(move |run| {
            let text = shortened(self.it.text(side, run), EXCERPT, 0);
            format!("{}  {text}", self.style.paint(FAINT, &place(run)))
        })
    }

    /// From the score of an average pair to this one's.
    fn features(&self) -> String {
        let judged = &self.it.judged;
        let mut lines = vec![format!("{:>8}  {}", signed(judged.base), self.it.start())];
        for step in PairReport::new(judged).steps(FEATURES) {
            let feature = step.feature.map(|row| {
                let published = judged.published(&row.name);
                let published = published.map_or(String::new(), |rule| {
                    format!(", published threshold {}", at_most_thousandths(rule.at))
                });
                let value = row.value.map_or(String::new(), |value| decimal(value, 2));
                format!(" ({} {value}{published}){}", row.name, despite(row))
            });
            let what = match step.nothing.as_slice() {
                [] => feature.unwrap_or_default(),
                names => format!(": {}", names.join(", ")),
            };
            lines.push(format!("{:>8}  {}{what}", signed(step.effect), step.words));
        }
        let score = signed(judged.score_without_veto());
        let threshold = decimal(judged.threshold, 2);
        let what = match &judged.veto {
            Some(_) => "its score without the veto",
            None => "its score",
        };
        let pairs = counted(judged.learned_from, "labelled pair", "labelled pairs");
        lines.push(format!(
            "{score:>8}  {what}; duplicate from {threshold}, learned from {pairs}"
        ));
        format!(
            "{}\n  {}\n",
            self.style.paint(BOLD, "Score"),
            lines.join("\n  ")
        )
    }

    /// The words that differ and weigh most, where the model has learned it.
    fn terms(&self) -> String {
        let sides = self.it.terms.iter().zip(["duplicate", "distinct"]);
        let lines = sides.filter(|(terms, _)| !terms.is_empty());
        let line = |(terms, what): (&Vec<WeightedTerm>, &str)| {
            let named = named_terms(terms);
            format!("{what:<10} {named}")
        };
        self.list("Words that differ", lines.map(line))
    }

    fn rules(&self) -> String {
        let line = |what: &str, duplicate: bool| {
            let rules = self
                .it
                .judged
                .rules
                .iter()
                .filter(|rule| rule.duplicate == duplicate);
            let names: Vec<&str> = rules.map(|rule| rule.name.as_str()).collect();
            (!names.is_empty()).then(|| format!("{what:<10} {}", names.join(", ")))
        };
        let lines = [line("duplicate", true), line("distinct", false)];
        self.list("Published rules", lines.into_iter().flatten())
    }

    fn figures(&self) -> String {
        let figures = &self.it.evidence.figures;
        let [there, back] = figures.resemblance.map(|share| decimal(share, 3));
        let [left, right] = figures.overlap.map(|share| decimal(share, 3));
        let odds = decimal(figures.odds(), 2);
        let lines = [
            format!("resemblance A in B {there}, B in A {back}; odds {odds}"),
            format!("overlap {left} of A, {right} of B"),
            self.it.reference(),
        ];
        let shortcut = self.it.shortcut();
        self.list(
            "Equal sentences, ignoring numbers (Yerra 2005 (000))",
            lines.into_iter().chain(shortcut),
        )
    }
}

/// The fate of a sentence, in one character.
fn sign(fate: Fate) -> char {
    match fate.kind {
        None => '.',
        Some(_) if fate.moved => '>',
        Some(MatchKind::Identical) => '=',
        Some(MatchKind::Altered | MatchKind::Rewritten) => ':',
        Some(_) => '~',
    }
}

/// `7` or `7–9`, counted from 1.
fn place(sentences: &Range<u32>) -> String {
    match sentences.len() {
        1 => count(sentences.end),
        _ => {
            let [first, last] = [sentences.start + 1, sentences.end].map(count);
            format!("{first}–{last}")
        }
    }
}

fn places(sentences: &[Range<u32>; 2]) -> [String; 2] {
    sentences.each_ref().map(place)
}

/// The first and the last so many characters of a text, if it is longer.
fn shortened(text: &str, first: usize, last: usize) -> String {
    let text = sanitize_line(text);
    let length = text.chars().count();
    if length <= first + last + 1 {
        return text;
    }
    let head: String = text.chars().take(first).collect();
    let tail: String = text.chars().skip(length - last).collect();
    format!("{head}…{tail}")
}
