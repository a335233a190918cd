//! A collection without its boilerplate, and what was left out.

use std::cmp::Reverse;
use std::ops::Range;
use std::str::FromStr;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

use super::repeated::{PASSAGE, Repeated};
use super::template::Template;
use crate::collection::{BATCH, Collection};
use crate::judge::Judge;
use crate::threshold::Threshold;
use crate::word_reader::WordReader;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::plural::{counted, percent};
use dejalu_base::progress::Progress;
use dejalu_text::document::Document;
use dejalu_text::shingles::word_runs;
use dejalu_text::{Analyzer, Ignored, Shortened, Token, cut_at};

/// Whether documents are compared without their boilerplate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Boilerplate {
    /// Without passages that more than ten groups repeat where the threshold is suggested, else with all of
    /// it.
    #[default]
    Auto,
    /// With all of it.
    Keep,
    /// Without passages that more than so many groups repeat around words of their own.
    Above(u32),
}

/// A passage of so many groups is boilerplate where nobody says a number.
const ABOVE: u32 = 10;

/// The most groups that can be asked for: they are counted in a byte first.
const MOST: u32 = 250;

/// The most passages that are shown.
const SHOWN: usize = 10;

impl Boilerplate {
    /// In more than how many groups a passage has to stand, where this threshold is asked for; `None` where
    /// everything is compared.
    pub(crate) fn above(self, threshold: &Threshold) -> Option<u32> {
        match self {
            Boilerplate::Auto => (*threshold == Threshold::Auto).then_some(ABOVE),
            Boilerplate::Keep => None,
            Boilerplate::Above(groups) => Some(groups),
        }
    }
}

impl FromStr for Boilerplate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Boilerplate::Auto),
            ("keep", _) => Ok(Boilerplate::Keep),
            (_, Ok(groups)) if (1..=MOST).contains(&groups) => Ok(Boilerplate::Above(groups)),
            _ => {
                let expected =
                    format!("expected auto, keep, or a number of groups from 1 to {MOST}");
                Err(Error::invalid(Parameter::Boilerplate, text, expected))
            }
        }
    }
}

impl std::fmt::Display for Boilerplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Boilerplate::Auto => f.write_str("auto"),
            Boilerplate::Keep => f.write_str("keep"),
            Boilerplate::Above(groups) => write!(f, "{groups}"),
        }
    }
}

impl Serialize for Boilerplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The boilerplate that was left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeftOut {
    /// Each passage stands in more than so many groups of near copies.
    pub above: u32,
    /// Documents of different texts that have any.
    pub documents: usize,
    /// The share of the text of all documents of different texts, in bytes, from 0 to 1.
    pub share: f64,
    /// The passages that make up most of it, at most ten.
    pub passages: Vec<Passage>,
    /// The runs of words that it consists of, hashed, ascending.
    #[serde(skip)]
    pub runs: Vec<u64>,
    /// In how many groups of near copies each of them stands.
    #[serde(skip)]
    pub groups: Vec<u32>,
}

impl LeftOut {
    /// The boilerplate of a collection, as [`dedupe`](crate::dedupe) finds it; `None` where nothing is repeated or all of it
    /// is kept. Nobody suggests a threshold here, so [`Auto`](Boilerplate::Auto) asks for more than ten groups.
    ///
    /// # Errors
    ///
    /// Documents that cannot be read.
    pub fn of(
        collection: &Collection,
        boilerplate: Boilerplate,
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Result<Option<Self>> {
        let Some(above) = boilerplate.above(&Threshold::Auto) else {
            return Ok(None);
        };
        let analysis = judge.analysis().clone().resolved(collection.documents());
        let reader = WordReader::cached(collection, &analysis);
        let found = leave_out(&reader, above, progress)?;
        Ok(found.map(|(_, left_out)| left_out))
    }

    /// Makes a remover that takes it out of documents of the collection it was found in, as a judge reads them.
    pub fn remover(&self, collection: &Collection, judge: &Judge) -> BoilerplateRemover {
        let analysis = judge.analysis().clone();
        BoilerplateRemover {
            analyzer: Analyzer::new(analysis.resolved(collection.documents())),
            repeated: Ignored::runs_of(PASSAGE, self.runs.iter().copied().collect()),
            left_out: self.clone(),
        }
    }

    /// Describes the text that was left out, as a clause.
    pub fn sentence(&self) -> String {
        const MOST_OF_IT: f64 = 0.5;
        let versions = if self.share > MOST_OF_IT {
            "; if these are versions of one text, compare them with it"
        } else {
            ""
        };
        format!(
            "compared without boilerplate: passages that stand in more than {}, {} of the text, in {}{versions}",
            counted(self.above, "group of near copies", "groups of near copies"),
            percent(self.share, 1),
            counted(self.documents, "document", "documents"),
        )
    }
}

/// Takes boilerplate out of documents, as [`dedupe`](crate::dedupe) does before it compares them.
pub struct BoilerplateRemover {
    analyzer: Analyzer,
    repeated: Ignored,
    left_out: LeftOut,
}

impl BoilerplateRemover {
    /// The document without its boilerplate, with what that leaves out; as it is where no word would be left.
    pub fn shorten(&self, shortened: Shortened) -> Shortened {
        let analyzed = self.analyzer.analyze(&shortened.document);
        let cuts = self.repeated.cuts(&analyzed);
        let runs = word_runs(&analyzed, PASSAGE);
        let first_from = |place: usize| {
            let is_before = |token: &Token| (token.span.start as usize) < place;
            analyzed.tokens.partition_point(is_before).min(runs.len())
        };
        let groups = |cut: &Range<usize>| {
            let inside = &runs[first_from(cut.start)..first_from(cut.end)];
            inside.iter().filter_map(|&run| self.groups(run)).min()
        };
        let rest = shortened.clone().without(&analyzed, &cuts, groups);
        if rest.document.has_words() {
            rest
        } else {
            shortened
        }
    }

    /// In how many groups of near copies a run of words stands, if it is boilerplate.
    fn groups(&self, run: u64) -> Option<u32> {
        let place = self.left_out.runs.binary_search(&run).ok()?;
        self.left_out.groups.get(place).copied()
    }
}

/// A passage that many documents have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// As it stands in the first of them.
    pub text: String,
    /// Number of documents of different texts that have just this stretch.
    pub documents: usize,
}

/// The collection as it is to be compared, and what was left out; `None` where nothing is repeated.
/// Documents that would have no word left, blank forms, stay as they are.
pub(crate) fn leave_out(
    reader: &WordReader<'_>,
    above: u32,
    progress: &dyn Progress,
) -> Result<Option<(Collection, LeftOut)>> {
    let collection = reader.collection();
    if collection.originals().len() <= above as usize {
        return Ok(None);
    }
    progress.begin("looking for boilerplate", 3 * collection.originals().len());
    let repeated = Repeated::find(reader, above, progress)?;
    let Template {
        runs,
        groups,
        places,
    } = Template::of(repeated, reader, progress);
    if runs.is_empty() {
        return Ok(None);
    }
    let ignored = Ignored::runs_of(PASSAGE, runs.iter().copied().collect());
    let (compared, passages) = without(collection, reader.analyzer(), &ignored, &places);
    let size = |documents: &[Document]| -> usize {
        let originals = collection.originals().iter();
        originals
            .map(|&place| documents[place as usize].text.len())
            .sum()
    };
    let left_out = LeftOut {
        above,
        documents: passages.documents,
        share: passages.bytes as f64 / size(collection.documents()).max(1) as f64,
        passages: passages.longest(collection.documents()),
        runs,
        groups,
    };
    Ok(Some((collection.compared_by(compared), left_out)))
}

/// The collection as it is to be compared, where it is known which runs of words are boilerplate. Only the
/// documents at these places are looked at.
#[cfg(feature = "store")]
pub(crate) fn without_runs(
    collection: &Collection,
    analysis: &dejalu_text::AnalysisOptions,
    runs: &[u64],
    places: impl Iterator<Item = u32>,
) -> Collection {
    let repeated = Ignored::runs_of(PASSAGE, runs.iter().copied().collect());
    let places = dejalu_text::sorted::distinct(places);
    let analyzer = Analyzer::new(analysis.clone());
    let (compared, _) = without(collection, &analyzer, &repeated, &places);
    collection.compared_by(compared)
}

/// The documents, those at `places` without these runs, and what that leaves out.
fn without(
    collection: &Collection,
    analyzer: &Analyzer,
    repeated: &Ignored,
    places: &[u32],
) -> (Vec<Document>, Passages) {
    let cut = |&place: &u32| {
        let document = &collection.documents()[place as usize];
        let cuts = repeated.cuts(&analyzer.analyze(document));
        let rest = cut_at(document, &cuts);
        (!cuts.is_empty() && rest.has_words()).then_some((cuts, rest))
    };
    let mut compared = collection.documents().to_vec();
    let mut passages = Passages::default();
    for places in places.chunks(BATCH) {
        let of_each: Vec<_> = places.par_iter().map(cut).collect();
        for (&place, found) in places.iter().zip(of_each) {
            let document = &mut compared[place as usize];
            if let Some((cuts, rest)) = found {
                passages.add(document, place, cuts);
                *document = rest;
            }
        }
    }
    (compared, passages)
}

/// Passages that were left out. Of equal stretches: the number of documents that have them, and the place in the first.
#[derive(Default)]
struct Passages {
    documents: usize,
    bytes: usize,
    stretches: FxHashMap<u64, (usize, u32, Range<usize>)>,
}

impl Passages {
    fn add(&mut self, document: &Document, place: u32, cuts: Vec<Range<usize>>) {
        self.documents += 1;
        for cut in cuts {
            self.bytes += cut.len();
            let text = xxh3_64(words(document, cut.clone()).as_bytes());
            self.stretches.entry(text).or_insert((0, place, cut)).0 += 1;
        }
    }

    /// Those that make up most of it.
    fn longest(self, documents: &[Document]) -> Vec<Passage> {
        let mut found: Vec<_> = self.stretches.into_values().collect();
        found.sort_unstable_by_key(|(count, place, bytes)| {
            (Reverse(count * bytes.len()), *place, bytes.start)
        });
        let shown = found.into_iter().take(SHOWN);
        let passage = |(count, place, bytes): (usize, u32, Range<usize>)| Passage {
            text: words(&documents[place as usize], bytes),
            documents: count,
        };
        shown.map(passage).collect()
    }
}

/// A stretch of a document, one space between words.
fn words(document: &Document, bytes: Range<usize>) -> String {
    let words: Vec<&str> = document.text[bytes].split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;
    use dejalu_text::AnalysisOptions;

    const FORM: [&str; 2] = [
        "This report was written by the harbour office on behalf of",
        "and it has to be signed and sent back within two weeks of its receipt.",
    ];

    fn named(number: usize) -> String {
        ["Ada", "Bea", "Cleo", "Dora", "Edda", "Flora"][number % 6].repeat(1 + number / 6)
    }

    fn forms(count: usize) -> Vec<Document> {
        let text = |number| format!("{} {} {}", FORM[0], named(number), FORM[1]);
        let form = |number: usize| Document::plain(format!("{number:02}"), &text(number));
        (0..count).map(form).collect()
    }

    fn left_out(documents: Vec<Document>, above: u32) -> Option<(Vec<String>, LeftOut)> {
        let collection = Collection::new(documents);
        let reader = WordReader::cached(&collection, &AnalysisOptions::default());
        let found = leave_out(&reader, above, &Silent).unwrap();
        let texts = |it: &Collection| it.documents().iter().map(|d| d.text.to_string()).collect();
        found.map(|(compared, left_out)| (texts(&compared), left_out))
    }

    #[test]
    fn forms_are_compared_by_what_was_filled_in() {
        let (texts, left_out) = left_out(forms(12), 10).unwrap();
        let names: Vec<String> = (0..12).map(named).collect();
        assert_eq!(texts, names);
        assert_eq!((left_out.above, left_out.documents), (10, 12));
        assert!((0.8..0.95).contains(&left_out.share), "{}", left_out.share);
        let passage = |text: &str| Passage {
            text: text.into(),
            documents: 12,
        };
        assert_eq!(left_out.passages, [passage(FORM[1]), passage(FORM[0])]);
    }

    #[test]
    fn near_copies_are_one_group_and_a_passage_of_few_groups_is_kept() {
        assert_eq!(left_out(forms(10), 10), None);
        assert!(left_out(forms(11), 10).is_some());
        // One long text in twenty states, each nearly equal to the next.
        let words = |state: usize| (0..200).map(move |word| format!("w{}", word.max(state)));
        let state = |state: usize| {
            let text: Vec<String> = words(state).collect();
            Document::plain(format!("{state:02}"), &text.join(" "))
        };
        assert_eq!(left_out((0..20).map(state).collect(), 10), None);
    }

    /// Versions of a text of 200 words, each with four words of its own in places of its own.
    fn versions(count: usize, footer: &str) -> Vec<Document> {
        let word = |version: usize, place: usize| {
            let is_edited = (0..4).any(|edit| (version * 37 + edit * 53) % 200 == place);
            if is_edited {
                format!("v{version}w{place}")
            } else {
                format!("w{place}")
            }
        };
        let text = |version| {
            let words: Vec<String> = (0..200).map(|place| word(version, place)).collect();
            format!("{} {footer}", words.join(" "))
        };
        let version = |number: usize| Document::plain(format!("v{number:02}"), &text(number));
        (0..count).map(version).collect()
    }

    #[test]
    fn boxes_that_some_tick_are_no_edits() {
        let words =
            |line: usize| format!("is item {line} of this long list of harbour duties done");
        let form = |number: usize| {
            let tick = |line: usize| match xxh3_64(format!("{number} {line}").as_bytes()) % 5 {
                0 => "yes",
                _ => "no",
            };
            let lines: Vec<String> = (0..12)
                .map(|line| format!("{} {}", words(line), tick(line)))
                .collect();
            let notes: Vec<String> = (0..20).map(|word| format!("n{number}w{word}")).collect();
            let text = format!("{} {} {}", FORM[0], notes.join(" "), lines.join(" "));
            Document::plain(format!("{number:02}"), &text)
        };
        let (_, found) = left_out((0..40).map(form).collect(), 10).unwrap();
        assert!(found.share > 0.6, "{}", found.share);
    }

    #[test]
    fn what_versions_of_a_text_repeat_is_no_boilerplate() {
        for count in [11, 12, 20, 40] {
            assert_eq!(left_out(versions(count, ""), 10), None, "{count}");
        }
        // Nor is it under a date of each.
        let mut dated = versions(20, "");
        for (day, version) in dated.iter_mut().enumerate() {
            let text = format!("Printed on day {day} of {}. {}", day * 7, version.text);
            *version = Document::plain(version.id.clone(), &text);
        }
        assert_eq!(left_out(dated, 10), None);
        // A footer that they share with other documents is.
        let page = |number: usize| {
            let text = format!("page{number} tells of town{number} and of {}", FORM[1]);
            Document::plain(format!("p{number:02}"), &text)
        };
        let mut documents = versions(14, FORM[1]);
        documents.extend((0..30).map(page));
        let (_, found) = left_out(documents.clone(), 10).unwrap();
        assert_eq!(found.documents, 44);
        assert_eq!(found.passages.len(), 2);
        assert!(found.passages[0].text.ends_with(FORM[1]));
        assert!(found.share < 0.4, "{}", found.share);
        documents.reverse();
        assert_eq!(left_out(documents, 10).unwrap().1, found);
    }

    #[test]
    fn blank_forms_stay_as_they_are_and_copies_count_once() {
        let mut documents = forms(12);
        documents.push(Document::plain("blank", &FORM.join(" ")));
        documents.push(Document::plain("copy", &documents[3].text.clone()));
        let (texts, found) = left_out(documents.clone(), 10).unwrap();
        let collection = Collection::new(documents.clone());
        let place = |id: &str| collection.place_of(&id.into()).unwrap() as usize;
        assert_eq!(texts[place("blank")], FORM.join(" "));
        assert_eq!(texts[place("copy")], *documents[3].text);
        assert_eq!(found.documents, 12);
        documents.reverse();
        assert_eq!(left_out(documents, 10), Some((texts, found)));
    }

    #[test]
    fn what_was_left_out_can_be_shown_where_it_stood_in_any_script() {
        let form = |number: usize| {
            let text = format!(
                "Настоящим портовое управление города сообщает о том что {} 港 обязан \
                 подписать и вернуть эту бумагу в течение двух недель.",
                named(number)
            );
            Document::plain(format!("{number:02}"), &text)
        };
        let collection = Collection::new((0..12).map(form).collect());
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let reader = WordReader::cached(&collection, judge.analysis());
        let (compared, left_out) = leave_out(&reader, 10, &Silent).unwrap().unwrap();
        let remover = left_out.remover(&collection, &judge);
        for (whole, rest) in collection.documents().iter().zip(compared.documents()) {
            let shortened = remover.shorten(Shortened::whole(whole.clone()));
            assert_eq!(shortened.document.text, rest.text);
            let cuts = remover.repeated.cuts(&remover.analyzer.analyze(whole));
            let spans = shortened.omissions.iter().map(|it| it.span.clone());
            assert_eq!(spans.collect::<Vec<_>>(), cuts);
            for omission in &shortened.omissions {
                assert_eq!(whole.text[omission.span.clone()], omission.text);
                assert_eq!(omission.groups, Some(12));
            }
        }
        let blank = Document::plain("blank", &left_out.passages[0].text);
        let shortened = remover.shorten(Shortened::whole(blank.clone()));
        assert_eq!(
            (shortened.document.text, shortened.omissions),
            (blank.text, Vec::new())
        );
    }

    #[test]
    fn the_number_of_groups_is_auto_keep_or_a_number() {
        for (text, above) in [("auto", Some(10)), ("keep", None), ("3", Some(3))] {
            let read: Boilerplate = text.parse().unwrap();
            assert_eq!(
                (read.above(&Threshold::Auto), read.to_string()),
                (above, text.to_string())
            );
        }
        assert_eq!(Boilerplate::Auto.above(&Threshold::Own), None);
        assert_eq!(
            "0".parse::<Boilerplate>().unwrap_err().to_string(),
            "boilerplate '0': expected auto, keep, or a number of groups from 1 to 250"
        );
    }
}
