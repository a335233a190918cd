//! The two texts as the page shows them: paragraphs, in them sentences, in these what differs.

use crate::figures::number;
use crate::sanitize::sanitize;
use crate::table::{BOLD, FAINT, Style};
use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;

use super::excerpts::Fate;
use super::explanation::Explanation;
use super::left_out::reason;
use crate::evidence::Sentence;
use crate::evidence::hierarchy::NodeKind;
use dejalu_text::document::FieldKind;
use dejalu_text::{AnalyzedDocument, Omission, blocks_between_blank_lines};

/// A paragraph, heading, item or cell, or a passage that was left out before.
#[derive(Serialize)]
pub(super) struct Paragraph<'a> {
    /// `title`, `heading`, `paragraph`, …, or `left-out`.
    part: &'static str,
    /// The reason why it was left out.
    reason: Option<String>,
    pieces: Vec<Piece<'a>>,
}

/// A sentence, or the text between two, which is compared with nothing.
#[derive(Default, Serialize)]
struct Piece<'a> {
    /// The sentence's place, from 0; none for other text.
    sentence: Option<usize>,
    /// Start of its counterpart in the other document.
    partner: Option<u32>,
    /// Its match.
    matched: Option<usize>,
    /// Its fate, in a word.
    fate: &'static str,
    moved: bool,
    runs: Vec<Run<'a>>,
}

#[derive(Serialize)]
struct Run<'a> {
    /// True if the counterpart lacks it.
    changed: bool,
    text: Cow<'a, str>,
}

impl Explanation {
    /// The body of a side's text. What is not part of the body, the links around a page's content
    /// say, was not compared and is left out.
    ///
    /// Omits sentences that are not `shown` and says how many were omitted. What was left out before the
    /// comparison is there only if all is shown.
    pub(super) fn paragraphs(&self, side: usize, shown: &[bool]) -> Vec<Paragraph<'_>> {
        let is_whole = shown.iter().all(|&it| it);
        let mut missing = 0;
        let document = &self.documents[side];
        let sentences = &self.evidence.sides[side].sentences;
        let matches = self.match_of_sentence(side);
        let tree = &self.evidence.sides[side].hierarchy;
        let nodes = tree.node_of_sentence(sentences.len());
        let paragraph = |block: Range<usize>| {
            let end = block.start + document.text[block.clone()].trim_end().len();
            let first = sentences.partition_point(|it| it.span.start < block.start);
            let last = sentences.partition_point(|it| it.span.start < block.end);
            if !is_whole && !shown[first..last].contains(&true) {
                missing += last - first;
                return None;
            }
            let part = nodes[first..last]
                .first()
                .map(|&node| tree.nodes[node].kind);
            let is_title = first < last && self.is_title(side, &sentences[first]);
            let mut pieces = Vec::new();
            let mut at = if first < last {
                self.start_of_body(side, &block)
                    .min(sentences[first].span.start)
            } else {
                block.start
            };
            for place in first..last {
                let span = &sentences[place].span;
                if shown[place] {
                    pieces.extend(left_out(std::mem::take(&mut missing)));
                    pieces.extend(self.between(side, at..span.start));
                    pieces.push(self.sentence(side, place, matches[place]));
                } else {
                    missing += 1;
                }
                at = span.end;
            }
            if missing == 0 {
                pieces.extend(self.between(side, at..end));
            }
            let paragraph = Paragraph {
                part: if is_title { "title" } else { class(part) },
                reason: None,
                pieces,
            };
            Some((block.start, paragraph))
        };
        // What was left out stands before the block that follows it: no block runs across it.
        let mut placed: Vec<(usize, Paragraph)> = Vec::new();
        if is_whole {
            placed.extend(self.left_out[side].iter().flat_map(left_out_paragraphs));
        }
        placed.extend(blocks_of_body(document).filter_map(paragraph));
        placed.sort_by_key(|(place, _)| *place);
        let mut paragraphs: Vec<Paragraph> = placed.into_iter().map(|it| it.1).collect();
        paragraphs.extend(left_out(missing).map(|piece| Paragraph {
            part: "paragraph",
            reason: None,
            pieces: vec![piece],
        }));
        paragraphs
    }

    /// Start of a block's text, without what runs into it and is not part of the body: a page's
    /// address before its title.
    fn start_of_body(&self, side: usize, block: &Range<usize>) -> usize {
        let tokens = &self.documents[side].tokens;
        let first = tokens.partition_point(|token| (token.span.start as usize) < block.start);
        match tokens[first..]
            .iter()
            .position(|token| token.kinds.is_body())
        {
            None | Some(0) => block.start,
            Some(others) => tokens[first + others].span.start as usize,
        }
    }

    fn is_title(&self, side: usize, sentence: &Sentence) -> bool {
        let first = &self.documents[side].tokens[sentence.tokens.start as usize];
        first.kinds.contains(FieldKind::Title)
    }

    fn between(&self, side: usize, span: Range<usize>) -> Option<Piece<'_>> {
        let text = &self.documents[side].text[span];
        (!text.is_empty()).then(|| Piece::plain(text.into()))
    }

    fn sentence(&self, side: usize, place: usize, matched: Option<usize>) -> Piece<'_> {
        let Fate { moved, .. } = self.fate(matched);
        let partner = matched.map(|index| self.evidence.matches[index].sentences[1 - side].start);
        Piece {
            sentence: Some(place),
            partner,
            matched,
            fate: self.fate(matched).word(),
            moved,
            runs: self.runs_of_sentence(side, &self.evidence.sides[side].sentences[place], matched),
        }
    }

    /// A sentence's text, cut where words begin and end that the counterpart lacks.
    fn runs_of_sentence(
        &self,
        side: usize,
        sentence: &Sentence,
        matched: Option<usize>,
    ) -> Vec<Run<'_>> {
        let document = &self.documents[side];
        let difference = matched.map(|index| &self.evidence.matches[index].difference);
        let changed = difference.into_iter().flat_map(|it| it.only(side));
        let within = |run: Range<u32>| {
            let run = run.start.max(sentence.tokens.start)..run.end.min(sentence.tokens.end);
            (!run.is_empty()).then(|| document.span_of(&run))
        };
        let mut runs = Vec::new();
        let mut at = sentence.span.start;
        for span in changed.filter_map(within) {
            runs.push(Run {
                changed: false,
                text: document.text[at..span.start].into(),
            });
            at = span.end;
            runs.push(Run {
                changed: true,
                text: document.text[span].into(),
            });
        }
        runs.push(Run {
            changed: false,
            text: document.text[at..sentence.span.end].into(),
        });
        runs.retain(|run| !run.text.is_empty());
        runs
    }
}

/// The most characters of a document that are shown in a terminal.
const SHOWN: usize = 6_000;

impl Explanation {
    /// One document for a terminal, in lines, of a record a line for each field: what the other has word for word is faint, what differs is
    /// bold, or between asterisks where there are no colours. Nothing says what anybody decides, and
    /// whatever a document holds, it cannot control the terminal.
    pub fn marked_text(&self, side: usize, style: Style) -> String {
        if self.is_of_records() {
            return self.marked_fields(side, style);
        }
        let shown = vec![true; self.evidence.sides[side].sentences.len()];
        let (mut lines, mut room) = (Vec::new(), SHOWN);
        for paragraph in self.paragraphs(side, &shown) {
            let runs = paragraph.pieces.iter().flat_map(|piece| {
                let is_alone = piece.sentence.is_some() && piece.partner.is_none();
                piece
                    .runs
                    .iter()
                    .map(move |run| (run, piece.fate, is_alone))
            });
            let mut line = String::new();
            for (run, fate, is_alone) in runs {
                let text: String = run.text.chars().take(room).collect();
                room -= text.chars().count();
                let text = sanitize(&text);
                let differs = run.changed || is_alone;
                line.push_str(&match (style.colour, differs) {
                    (true, true) => style.paint(BOLD, &text),
                    (true, false) if fate == "identical" => style.paint(FAINT, &text),
                    (false, true) if run.changed => format!("*{text}*"),
                    _ => text,
                });
            }
            lines.push(line);
            if room == 0 {
                lines.push("[… the rest is not shown; the page shows all of it …]".into());
                break;
            }
        }
        lines.join("\n")
    }
}

/// The blocks of a text that hold some of its body.
fn blocks_of_body(document: &AnalyzedDocument) -> impl Iterator<Item = Range<usize>> {
    let body: Vec<u32> = document.body().map(|token| token.span.start).collect();
    let holds_body = move |block: &Range<usize>| {
        let next = body.partition_point(|&start| (start as usize) < block.start);
        body.get(next)
            .is_some_and(|&start| (start as usize) < block.end)
    };
    blocks_between_blank_lines(&document.text).filter(holds_body)
}

/// The paragraphs of a passage that was left out before, and where they stood; the last says why.
fn left_out_paragraphs(omission: &Omission) -> impl Iterator<Item = (usize, Paragraph<'_>)> {
    let blocks: Vec<Range<usize>> = blocks_between_blank_lines(&omission.text).collect();
    let last = blocks.len();
    (1..).zip(blocks).map(move |(number, block)| {
        let paragraph = Paragraph {
            part: "left-out",
            reason: (number == last).then(|| reason(omission)),
            pieces: vec![Piece::plain(omission.text[block].trim_end().into())],
        };
        (omission.at, paragraph)
    })
}

/// `[… 12 sentences left out …]`
fn left_out(sentences: usize) -> Option<Piece<'static>> {
    let text = number(sentences, "sentence");
    (sentences > 0).then(|| Piece::plain(format!(" [… {text} left out …] ").into()))
}

impl<'a> Piece<'a> {
    /// Text that is no sentence.
    fn plain(text: Cow<'a, str>) -> Self {
        Piece {
            runs: vec![Run {
                changed: false,
                text,
            }],
            ..Piece::default()
        }
    }
}

fn class(part: Option<NodeKind>) -> &'static str {
    match part {
        Some(NodeKind::Heading(_)) => "heading",
        Some(NodeKind::Item) => "item",
        Some(NodeKind::Cell) => "cell",
        Some(NodeKind::Preformatted) => "preformatted",
        Some(NodeKind::Document | NodeKind::Paragraph | NodeKind::Address) | None => "paragraph",
    }
}
