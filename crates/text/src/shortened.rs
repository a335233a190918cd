//! Records what was left out of a document before it is compared, so that evidence can show it.

use std::ops::Range;

use serde::Serialize;

use super::AnalyzedDocument;
use super::sorted::distinct;
use crate::document::{Builder, Document};

/// A passage that is left out of a document before it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Omission {
    /// Place in the text that it is cut out of, in bytes: the document's own, or what an earlier cut left of it.
    pub span: Range<usize>,
    /// Place where it stood in the remaining text, in bytes.
    pub at: usize,
    /// The passage.
    pub text: String,
    /// Number of words.
    pub words: usize,
    /// In how many groups of near copies it stands, where it is boilerplate; `None` for what a user names.
    pub groups: Option<u32>,
}

/// A document as it is compared, and what was left out of it.
#[derive(Debug, Clone)]
pub struct Shortened {
    /// The remaining document.
    pub document: Document,
    /// Passages that were left out, in reading order.
    pub omissions: Vec<Omission>,
}

impl Shortened {
    /// A document of which nothing is left out.
    pub fn whole(document: Document) -> Self {
        Shortened {
            document,
            omissions: Vec::new(),
        }
    }

    /// Removes these stretches, ascending and disjoint, each with the number of groups it stands in.
    pub fn without(
        self,
        analyzed: &AnalyzedDocument,
        cuts: &[Range<usize>],
        groups: impl Fn(&Range<usize>) -> Option<u32>,
    ) -> Self {
        if cuts.is_empty() {
            return self;
        }
        let text = &self.document.text;
        let mut omissions = self.omissions;
        let earlier: Vec<usize> = omissions.iter().map(|it| it.at).collect();
        for cut in cuts {
            let groups = groups(cut);
            omissions.extend(split(cut, &earlier).map(|part| Omission {
                at: part.start,
                text: text[part.clone()].to_string(),
                words: words(analyzed, &part),
                groups,
                span: part,
            }));
        }
        // Stable: of two at one place the earlier was cut out before the later.
        omissions.sort_by_key(|omission| omission.at);
        let rest = cut_at(&self.document, cuts);
        let before: Vec<usize> = omissions.iter().map(|it| it.at).collect();
        let after = places_in_rest(text, cuts, &rest.text, &before);
        for (omission, at) in omissions.iter_mut().zip(after) {
            omission.at = at;
        }
        Shortened {
            document: rest,
            omissions,
        }
    }

    /// Place in a text of a passage of what one cut left of it, both in characters: from its first to its last, with
    /// what was cut out between them.
    pub fn passage_of(&self, text: &str, passage: Range<usize>) -> Range<usize> {
        let cuts: Vec<Range<usize>> = self.omissions.iter().map(|it| it.span.clone()).collect();
        let rest = self.document.text.chars().enumerate();
        let rest = rest.filter(|(_, c)| !c.is_whitespace());
        let mut places = rest
            .zip(characters_left(text, &cuts))
            .map(|((in_rest, _), (at, c))| (in_rest, at..at + c.len_utf8()))
            .skip_while(|(in_rest, _)| *in_rest < passage.start)
            .take_while(|(in_rest, _)| *in_rest < passage.end)
            .map(|(_, span)| span);
        let first = places.next().unwrap_or_default();
        let last = places.last().unwrap_or_else(|| first.clone());
        let start = text[..first.start].chars().count();
        start..start + text[first.start..last.end].chars().count()
    }
}

/// A document without these stretches, ascending and disjoint.
pub fn cut_at(document: &Document, cuts: &[Range<usize>]) -> Document {
    if cuts.is_empty() {
        return document.clone();
    }
    let mut rest = Builder::new(document.id.clone());
    let mut end = 0;
    let mut blocks = document.blocks.iter().peekable();
    let mut named = document.named.iter().peekable();
    let mut before = 0;
    let mut open: Vec<u32> = Vec::new();
    for field in &document.fields {
        let at = field.span.start;
        while open.pop_if(|end| *end as usize <= at).is_some() {
            rest.close();
        }
        while let Some(block) = blocks.next_if(|block| block.span.start as usize <= at) {
            rest.open(block.kind);
            open.push(block.span.end);
        }
        if document.text[end..field.span.start].contains("\n\n") {
            rest.end_block();
        }
        // An earlier cut may have left several fields of one name.
        if named.peek().is_some_and(|named| at <= named.span.start) {
            before = rest.fields();
        }
        let mut start = field.span.start;
        let field_end = field.span.end;
        let first = cuts.partition_point(|cut| cut.end <= start);
        for cut in cuts[first..].iter().take_while(|cut| cut.start < field_end) {
            rest.inline(field.kinds, &document.text[start..cut.start.max(start)]);
            rest.end_block();
            start = cut.end.min(field.span.end);
        }
        rest.inline(field.kinds, &document.text[start..field.span.end]);
        // A field of a record is a block of its own.
        if let Some(named) = named.next_if(|named| named.span.end <= field.span.end) {
            rest.end_block();
            rest.name_since(before, &named.name);
        }
        end = field.span.end;
    }
    open.iter().for_each(|_| rest.close());
    let built = rest.build();
    Document {
        text: built.text,
        fields: built.fields,
        named: built.named,
        blocks: built.blocks,
        ..document.clone()
    }
}

/// The parts of a cut between what was cut out of it before, at these places, ascending.
fn split(cut: &Range<usize>, places: &[usize]) -> impl Iterator<Item = Range<usize>> {
    let first = places.partition_point(|&place| place <= cut.start);
    let inside = places[first..].iter().copied();
    let inside = inside.take_while(|&place| place < cut.end);
    let mut start = cut.start;
    let ends = distinct(inside.chain([cut.end])).into_iter();
    ends.map(move |end| std::mem::replace(&mut start, end)..end)
}

/// Number of words that begin in a stretch.
fn words(analyzed: &AnalyzedDocument, stretch: &Range<usize>) -> usize {
    let before = |end: usize| {
        let tokens = &analyzed.tokens;
        tokens.partition_point(|token| (token.span.start as usize) < end)
    };
    before(stretch.end) - before(stretch.start)
}

/// Maps these places of a text, ascending, to what its cuts leave. Only white space differs otherwise, so that the
/// other characters before a place are counted.
fn places_in_rest(text: &str, cuts: &[Range<usize>], rest: &str, places: &[usize]) -> Vec<usize> {
    let mut left = characters_left(text, cuts).peekable();
    let mut of_rest = rest.char_indices().filter(|(_, c)| !c.is_whitespace());
    let mut end = 0;
    let place = |&place: &usize| {
        while left.next_if(|&(at, _)| at < place).is_some() {
            end = of_rest
                .next()
                .map_or(rest.len(), |(at, c)| at + c.len_utf8());
        }
        end
    };
    places.iter().map(place).collect()
}

/// The characters of a text but white space that its cuts leave, and where they stand.
fn characters_left<'t>(
    text: &'t str,
    cuts: &'t [Range<usize>],
) -> impl Iterator<Item = (usize, char)> + 't {
    let mut cuts = cuts.iter().peekable();
    text.char_indices().filter(move |&(at, c)| {
        while cuts.next_if(|cut| cut.end <= at).is_some() {}
        !c.is_whitespace() && cuts.peek().is_none_or(|cut| at < cut.start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::FieldKind;
    use crate::{Analyzer, Ignored};

    fn shortened(ignored: &[&str], text: &str) -> Shortened {
        let analyzer = Analyzer::new(Default::default());
        let whole = Shortened::whole(Document::plain("x", text));
        ignored.iter().fold(whole, |left, ignored| {
            let ignored = Document::plain("ignored", ignored);
            Ignored::new(&analyzer, &[ignored], false).shorten(&analyzer, left)
        })
    }

    /// The remaining text, with the cut passages in brackets where they stood.
    fn shown(shortened: &Shortened) -> String {
        let mut text = shortened.document.text.to_string();
        for omission in shortened.omissions.iter().rev() {
            let passage = format!("[{} {}]", omission.words, omission.text);
            text.insert_str(omission.at, &passage);
        }
        text.replace("\n\n", "|")
    }

    #[test]
    fn what_is_left_out_is_told_where_it_stood_in_any_script() {
        let text = "Я пишу. «Почему небо синее и широкое?»  Воздух 空気 рассеивает. Почему небо синее и всё.";
        let found = shortened(&["Почему небо синее и широкое?"], text);
        assert_eq!(
            shown(&found),
            "Я пишу. «[5 Почему небо синее и широкое?»]|Воздух 空気 рассеивает.[4 Почему небо синее и]|всё."
        );
        for omission in &found.omissions {
            assert_eq!(text[omission.span.clone()], omission.text);
        }
    }

    #[test]
    fn of_several_cuts_each_is_told_where_it_stood() {
        let text = "One two three four. Boats wait. Five six seven eight. Nine ten eleven twelve.";
        let found = shortened(
            &[
                "Nine ten eleven twelve.",
                "Five six seven eight.",
                "One two three four.",
            ],
            text,
        );
        let parts = [
            "[4 One two three four.]",
            "Boats wait.",
            "[4 Five six seven eight.]",
            "[4 Nine ten eleven twelve.]",
        ];
        assert_eq!(shown(&found).replace('|', ""), parts.concat());
    }

    #[test]
    fn what_was_cut_out_of_a_later_cut_is_told_inside_it() {
        let text = "One two three four. Five six seven eight. Nine ten eleven twelve. Boats wait.";
        let around = "One two three four. Nine ten eleven twelve.";
        let found = shortened(&["Five six seven eight.", around], text);
        assert_eq!(
            shown(&found).replace('|', ""),
            "[4 One two three four.][4 Five six seven eight.][4 Nine ten eleven twelve.]Boats wait."
        );
    }

    #[test]
    fn cuts_across_links_and_paragraphs_are_told_where_they_stood() {
        let page = "<p>One <a href='x'>two three</a> four. Boats <b>wait</b>. Five <a href='y'>six</a> seven \
            eight.</p><p>Lamps burn. Nine ten <i>eleven twelve.</i></p>";
        let analyzer = Analyzer::new(Default::default());
        let passages = "One two three four. Five six seven eight. Nine ten eleven twelve.";
        let ignored = Ignored::new(&analyzer, &[Document::plain("i", passages)], false);
        let page = Document::html("page", page, None);
        let found = ignored.shorten(&analyzer, Shortened::whole(page));
        let parts = [
            "[4 One two three four.]",
            "Boats wait.",
            "[4 Five six seven eight.]",
            "Lamps burn.",
            "[4 Nine ten eleven twelve.]",
        ];
        assert_eq!(shown(&found).replace('|', ""), parts.concat());
    }

    #[test]
    fn the_fields_of_a_record_keep_their_names_however_often_it_is_cut() {
        let (title, abstract_) = ("title".into(), "abstract".into());
        let record = Builder::new("x")
            .named(
                &title,
                FieldKind::Title.into(),
                "Boats. One two three four. Piers.",
            )
            .named(
                &abstract_,
                FieldKind::Main.into(),
                "Lamps. Five six seven eight. Storms.",
            )
            .build();
        let cut = |record: Document, passage: &str| {
            let start = record.text.find(passage).unwrap();
            let cut = start..start + passage.len();
            cut_at(&record, &[cut])
        };
        let mut rest = record;
        for passage in [
            "One two three four.",
            "Five six seven eight.",
            "Piers.",
            "Lamps.",
        ] {
            rest = cut(rest, passage);
        }
        let named: Vec<_> = rest
            .named
            .iter()
            .map(|it| (&*it.name, &rest.text[it.span.clone()]))
            .collect();
        assert_eq!(named, [("title", "Boats."), ("abstract", "Storms.")]);
        let twice = cut(cut(rest, "Boats."), "Storms.");
        assert_eq!(twice.named, []);
    }

    #[test]
    fn of_a_document_without_it_nothing_is_left_out() {
        assert_eq!(
            shown(&shortened(&["One two three four."], "Boats wait.")),
            "Boats wait."
        );
        assert_eq!(shown(&shortened(&[], "Boats wait.")), "Boats wait.");
    }

    #[test]
    fn a_passage_of_what_is_left_is_found_in_the_text() {
        let text =
            "Ärzte warten. One two three four. Größere Boote warten am Pier. Five six seven eight.";
        let found = shortened(&["One two three four."], text);
        for (passage, expected) in [
            ("Ärzte warten.", "Ärzte warten."),
            ("Größere Boote", "Größere Boote"),
            ("am Pier. Five", "am Pier. Five"),
            ("warten.\n\nGrößere", "warten. One two three four. Größere"),
        ] {
            let rest = &found.document.text;
            let start = rest.find(passage).unwrap();
            let start = rest[..start].chars().count();
            let length = passage.chars().count();
            let span = found.passage_of(text, start..start + length);
            let shown: String = text.chars().skip(span.start).take(span.len()).collect();
            assert_eq!(shown, expected);
        }
    }
}
