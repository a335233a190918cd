//! The whole table of correlation factors, for people: Yerra 2005 (000) prints parts of one in tables 3.3
//! and 3.4.
//!
//! The table that measures use ([`Correlations`](super::Correlations)) leaves out what is weak or rare and knows
//! words by their numbers; this one leaves out nothing and knows them by name.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashMap;

use dejalu_base::error::{Parameter, Result, nearest};
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_all};

/// Words of documents that are being read.
#[derive(Debug)]
pub struct CorrelationTableBuilder {
    analyzer: Analyzer,
    numbers: FxHashMap<String, u32>,
    /// The distinct words of each document that counts.
    bags: Vec<Vec<u32>>,
    /// Of each cluster the document with the smallest id.
    of_cluster: BTreeMap<String, (DocumentId, Vec<u32>)>,
}

/// Correlation factors of any two words of a collection, by the documents that hold both.
#[derive(Debug)]
pub struct CorrelationTable {
    analyzer: Analyzer,
    /// Ascending.
    words: Vec<String>,
    /// The words of each document.
    bags: Vec<Vec<u32>>,
    /// The documents of each word, ascending.
    postings: Vec<Vec<u32>>,
}

/// How often two words occur in the same documents (000, formula 3.1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correlation<'t> {
    /// The words, stemmed.
    pub words: [&'t str; 2],
    /// n_i and n_j: how many documents hold each.
    pub documents: [usize; 2],
    /// n_ij: how many documents hold both.
    pub both: usize,
    /// c_ij = n_ij / (n_i + n_j − n_ij), in (0, 1].
    pub factor: f64,
}

impl CorrelationTableBuilder {
    /// No documents yet. The languages of `analysis` have to be known.
    pub fn new(analysis: AnalysisOptions) -> Self {
        CorrelationTableBuilder {
            analyzer: Analyzer::new(analysis),
            numbers: FxHashMap::default(),
            bags: Vec::new(),
            of_cluster: BTreeMap::new(),
        }
    }

    /// Counts documents. Of those with an equal `cluster` key only that with the smallest id counts, as in
    /// [`Background::collect`](super::background::Background::collect).
    pub fn add(&mut self, documents: &[Document]) {
        let analyzed = analyze_all(&self.analyzer, documents);
        for (document, analyzed) in documents.iter().zip(analyzed) {
            let bag = self.bag(&analyzed);
            let Some(cluster) = &document.cluster else {
                self.bags.push(bag);
                continue;
            };
            match self.of_cluster.entry(cluster.clone()) {
                Entry::Vacant(first) => {
                    first.insert((analyzed.id, bag));
                }
                Entry::Occupied(mut kept) if analyzed.id < kept.get().0 => {
                    kept.insert((analyzed.id, bag));
                }
                Entry::Occupied(_) => {}
            }
        }
    }

    fn bag(&mut self, document: &AnalyzedDocument) -> Vec<u32> {
        let mut bag = Vec::new();
        for word in body_words(document) {
            let next = self.numbers.len() as u32;
            let number = match self.numbers.get(word) {
                Some(&known) => known,
                None => *self.numbers.entry(word.to_string()).or_insert(next),
            };
            bag.push(number);
        }
        bag
    }

    /// The table of what was counted.
    pub fn finish(self) -> CorrelationTable {
        let of_clusters = self.of_cluster.into_values().map(|(_, bag)| bag);
        let mut bags: Vec<Vec<u32>> = self.bags.into_iter().chain(of_clusters).collect();
        let mut words: Vec<(String, u32)> = self.numbers.into_iter().collect();
        words.sort_unstable();
        let mut place_of = vec![0; words.len()];
        for (place, (_, number)) in (0..).zip(&words) {
            place_of[*number as usize] = place;
        }
        let mut postings = vec![Vec::new(); words.len()];
        for (document, bag) in (0..).zip(&mut bags) {
            for word in bag {
                *word = place_of[*word as usize];
                postings[*word as usize].push(document);
            }
        }
        CorrelationTable {
            analyzer: self.analyzer,
            words: words.into_iter().map(|(word, _)| word).collect(),
            bags,
            postings,
        }
    }
}

impl CorrelationTable {
    /// The rows of these words, in their order; of all words, ascending, where none is given.
    ///
    /// # Errors
    ///
    /// A word that no document holds, or a stop word.
    pub fn rows(&self, wanted: &[String]) -> Result<impl Iterator<Item = Correlation<'_>>> {
        let places = if wanted.is_empty() {
            (0..self.words.len()).collect()
        } else {
            let places = wanted.iter().map(|word| self.place(word));
            places.collect::<Result<Vec<usize>>>()?
        };
        Ok(places.into_iter().flat_map(|place| self.row(place)))
    }

    /// The words that occur beside a word: by descending correlation, of equal ones by ascending word.
    fn row(&self, place: usize) -> Vec<Correlation<'_>> {
        let mut together: BTreeMap<u32, usize> = BTreeMap::new();
        for &document in &self.postings[place] {
            for &other in &self.bags[document as usize] {
                *together.entry(other).or_insert(0) += 1;
            }
        }
        together.remove(&(place as u32));
        let documents = |place: usize| self.postings[place].len();
        let correlation = |(other, both): (u32, usize)| {
            let [own, theirs] = [documents(place), documents(other as usize)];
            Correlation {
                words: [&self.words[place], &self.words[other as usize]],
                documents: [own, theirs],
                both,
                factor: both as f64 / (own + theirs - both) as f64,
            }
        };
        let mut row: Vec<Correlation> = together.into_iter().map(correlation).collect();
        // Stable: equal factors stay in the order of their words.
        row.sort_by(|a, b| b.factor.total_cmp(&a.factor));
        row
    }

    /// The place of a word, written in any of its forms.
    fn place(&self, written: &str) -> Result<usize> {
        let analyzed = self.analyzer.analyze(&Document::plain("", written));
        let stems: Vec<&str> = body_words(&analyzed).collect();
        let known = |stem: &str| self.words.binary_search_by(|word| (**word).cmp(stem)).ok();
        let place = match stems[..] {
            [stem] => known(stem),
            _ => None,
        };
        place.ok_or_else(|| {
            let near = nearest(written, self.words.iter().map(String::as_str));
            let near = near.map_or(String::new(), |word| format!("; did you mean '{word}'?"));
            let expected = format!("expected a word of the documents that is no stop word{near}");
            dejalu_base::Error::invalid(Parameter::Words, written, &expected)
        })
    }
}

/// The distinct words of a document's body.
fn body_words(document: &AnalyzedDocument) -> impl Iterator<Item = &str> {
    let words = document.vocabulary.iter().enumerate();
    let words = words.filter(|(_, word)| word.count > 0);
    words.map(|(place, _)| document.vocabulary.text(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(texts: &[&str]) -> CorrelationTable {
        let mut builder = CorrelationTableBuilder::new(AnalysisOptions::default());
        for (text, number) in texts.iter().zip(0..) {
            builder.add(&[Document::plain(format!("{number}"), text)]);
        }
        builder.finish()
    }

    fn shown(rows: impl Iterator<Item = Correlation<'static>>) -> Vec<String> {
        rows.map(|it| {
            let ([a, b], [n_a, n_b]) = (it.words, it.documents);
            format!("{a} {b} {n_a} {n_b} {} {:.3}", it.both, it.factor)
        })
        .collect()
    }

    #[test]
    fn a_word_has_every_word_beside_it_the_strongest_first_and_ties_by_word() {
        let texts = [
            "Ferries wait for storms.",
            "The ferry, a pier, and a lamp.",
            "A pier.",
        ];
        let table: &'static CorrelationTable = Box::leak(Box::new(table(&texts)));
        let rows = shown(table.rows(&["ferries".to_string()]).unwrap());
        assert_eq!(
            rows,
            [
                "ferri lamp 2 1 1 0.500",
                "ferri storm 2 1 1 0.500",
                "ferri wait 2 1 1 0.500",
                "ferri pier 2 2 1 0.333",
            ]
        );
        let all = shown(table.rows(&[]).unwrap());
        assert_eq!(all.len(), 12, "{all:?}");
        assert_eq!(all[0], "ferri lamp 2 1 1 0.500");
        assert_eq!(all[11], "wait ferri 1 2 1 0.500");
    }

    #[test]
    fn of_one_cluster_one_document_counts() {
        let mut documents =
            [("b", "ferry pier"), ("a", "ferry lamp")].map(|(id, text)| Document::plain(id, text));
        for document in &mut documents {
            document.cluster = Some("x".into());
        }
        let mut builder = CorrelationTableBuilder::new(AnalysisOptions::default());
        builder.add(&documents);
        let table: &'static CorrelationTable = Box::leak(Box::new(builder.finish()));
        assert_eq!(
            shown(table.rows(&[]).unwrap()),
            ["ferri lamp 1 1 1 1.000", "lamp ferri 1 1 1 1.000"]
        );
    }

    #[test]
    fn a_word_that_no_document_holds_is_refused() {
        let table = table(&["Ferries wait for storms."]);
        for (word, near) in [
            ("the", ""),
            ("stork", "; did you mean 'storm'?"),
            ("two words", ""),
        ] {
            let error = table.rows(&[word.to_string()]).err().unwrap().to_string();
            assert_eq!(
                error,
                format!(
                    "words '{word}': expected a word of the documents that is no stop word{near}"
                )
            );
        }
    }
}
