//! Generates a collection from a recipe.

use rayon::prelude::*;

use super::chance::chance;
use super::prose::Prose;
use super::recipe::{Part, Recipe, SOURCE};
use super::sources::Sources;
use crate::pairs::{Label, Pair, PairSet};
use dejalu_base::error::{GenerateError, Place, Result};
use dejalu_base::progress::Progress;
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalysisOptions, AnalysisVersion, AnalyzedDocument, Analyzer, analyze_all};

/// The generated documents and pairs.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The documents, plain texts named `PART-NUMBER.txt`, and the pairs, in the order in which they
    /// were made; a pair's category is the name of the recipe's part. Where there are mixtures, all
    /// sources come first, named `source-NUMBER.txt`.
    pub set: PairSet,
    /// The known facts of each pair.
    pub known: Vec<Known>,
}

/// The known facts of a generated pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The share of the left document's words that were copied from or into the right one, and the
    /// other way. Each in [0, 1].
    pub expected: [f64; 2],
    /// The documents that the texts were taken from; those of added sentences are not named.
    pub sources: Vec<DocumentId>,
}

/// A batch of generated documents.
pub(super) struct Batch<'s> {
    pub(super) texts: Vec<Prose<'s>>,
    pub(super) pairs: Vec<BatchPair>,
}

pub(super) struct BatchPair {
    pub(super) sides: [Side; 2],
    pub(super) label: Label,
    pub(super) expected: [f64; 2],
    pub(super) sources: Vec<usize>,
    /// The source that keeps pairs together in one fold, if any does.
    pub(super) group: Option<usize>,
}

/// A text of the batch, or a source unchanged.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Own(usize),
    Source(usize),
}

/// Makes what the recipe says, of these documents, which should be on different subjects: what two
/// of them share is not counted. Equal documents and recipes give equal bytes, in whatever order
/// the documents are, with any number of threads.
///
/// # Errors
///
/// A recipe that cannot be made, and fewer than two documents that can be sources.
pub fn generate(
    documents: &[Document],
    recipe: &Recipe,
    progress: &dyn Progress,
) -> Result<Generated> {
    recipe.check()?;
    // The first version for good: a recipe gives the same bytes whatever later ones take for a sentence.
    let analysis = AnalysisOptions {
        version: AnalysisVersion::First,
        ..AnalysisOptions::default()
    };
    let analyzed = analyze_all(&Analyzer::new(analysis), documents);
    let sources = sources(&analyzed)?;
    progress.begin(
        "generating documents",
        recipe.parts.iter().map(Part::count).sum(),
    );
    let mut made = Collector::new(&sources, recipe);
    for part in &recipe.parts {
        let make = |number: usize| {
            let mut chance = chance(recipe.seed, part.name(), number);
            let batch = match part {
                Part::Mixture(mixture) => mixture.make(&sources, &mut chance),
                Part::Variants(variants) => variants.make(number, &sources, &mut chance),
            };
            progress.advance(1);
            batch
        };
        let batches: Vec<Batch> = (0..part.count()).into_par_iter().map(make).collect();
        for (batch, number) in batches.into_iter().zip(1..) {
            made.add(part.name(), number, batch);
        }
    }
    Ok(made.generated)
}

fn sources(documents: &[AnalyzedDocument]) -> Result<Sources<'_>> {
    let sources = Sources::of(documents);
    match sources.texts.len() {
        found @ (0 | 1) => {
            let documents = documents.len();
            Err(GenerateError::TooFewSources { found, documents }.into())
        }
        _ => Ok(sources),
    }
}

/// Puts batches together.
struct Collector<'a, 's> {
    sources: &'a Sources<'s>,
    generated: Generated,
}

impl<'a, 's> Collector<'a, 's> {
    fn new(sources: &'a Sources<'s>, recipe: &Recipe) -> Self {
        let are_paired = recipe
            .parts
            .iter()
            .any(|part| matches!(part, Part::Mixture(_)));
        let texts = sources.texts.iter().filter(|_| are_paired).zip(1..);
        let name =
            |(text, number): (&Prose, usize)| document(format!("{SOURCE}-{number:04}"), text);
        Collector {
            sources,
            generated: Generated {
                set: PairSet {
                    documents: texts.map(name).collect(),
                    ..PairSet::default()
                },
                known: Vec::new(),
            },
        }
    }

    fn add(&mut self, part: &str, number: usize, batch: Batch) {
        let id = |source: usize| self.sources.ids[source].clone();
        let Generated { set, known } = &mut self.generated;
        let first = set.documents.len();
        for pair in batch.pairs {
            set.pairs.push(Pair {
                // Sources, where they are paired, are the first documents of all.
                documents: pair.sides.map(|side| match side {
                    Side::Own(place) => first + place,
                    Side::Source(source) => source,
                }),
                label: Some(pair.label),
                category: Some(part.to_string()),
                group: pair.group.map(|source| id(source).to_string()),
                given: Vec::new(),
                place: Place::named("generated pairs"),
            });
            known.push(Known {
                expected: pair.expected,
                sources: pair.sources.into_iter().map(id).collect(),
            });
        }
        let alone = batch.texts.len() == 1;
        for (text, place) in batch.texts.iter().zip(1..) {
            let name = if alone {
                format!("{part}-{number:04}")
            } else {
                format!("{part}-{number:04}-{place}")
            };
            set.documents.push(document(name, text));
        }
    }
}

fn document(name: String, text: &Prose) -> Document {
    Document::plain(name + ".txt", &text.written())
}

impl Generated {
    /// The BLAKE3 digest of all documents and pairs, in hexadecimal digits: equal if and only if
    /// the same was generated.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        for document in &self.set.documents {
            add(document.id.as_str().as_bytes());
            add(document.text.as_bytes());
        }
        for (pair, known) in self.set.pairs.iter().zip(&self.known) {
            for (document, expected) in pair.documents.into_iter().zip(known.expected) {
                add(&(document as u64).to_le_bytes());
                add(&expected.to_le_bytes());
            }
            add(&[u8::from(pair.label == Some(Label::Duplicate))]);
        }
        hasher.finalize().to_hex().to_string()
    }
}
