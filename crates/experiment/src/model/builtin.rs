//! The built-in data: its own labelled documents, a recipe that makes more of them, and a model
//! trained on them.

// Tried for the built-in model and left out (F1 in percent, sets of docs/results.md):
// - a linear model with sixteen negative weights: three to four times as many wrong removals on `newsgroup_copies`, since a reply
//   that quotes a whole post ranked above an edited copy.
// - C of 0.0003 and 0.003 instead of 0.0001: 48 wrong removals there instead of 40, for at least 10,237 right ones.
// - sibling pages in training: 56 wrong removals at C = 0.0001, 167 at 0.0003.
// - labelled pairs of other collections, each left out in turn: `wiki_versions` 94.6 to 91.5, paraphrases 88.5 to 86.4.
// - generated pairs (420): they teach that a tenth of shared text makes a duplicate (`html_llvm_docs` 84.4 to 82.9 with RBF).
// - a candidate filter that keeps 99 % of its pairs keeps nearly every pair, so it keeps 95 %: excerpts share words, heavy
//   revisions hardly three in a row.
// Excerpts (60 duplicates, 120 distinct pairs) helped: `wiki_versions` 94.8 to 96.4, `html_llvm_docs` 93.3 to 94.1 (dev).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use super::model::Model;
use crate::generate::Recipe;
use crate::generate::passages::{self, MixedPair, MixtureOptions, Source};
use crate::pairs::PairSet;
use crate::pairs::reader::{Labels, PairOptions};
use dejalu_base::error::{IoContext, Place, Result};
use dejalu_text::document::Document;
use dejalu_text::document::reader::{self, OnBad, ReadOptions};

static DATASETS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../datasets");
static RECIPE: &[u8] = include_bytes!("../../../../datasets/generated/default.json");
static TEST_CASES: &[u8] = include_bytes!("../../../../datasets/generated/test-cases.json");
static PACKED_MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/default.mpk"));
static PACKED_RECORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/records.mpk"));

/// The labelled pairs of `datasets/` with their documents. They are unpacked into a temporary
/// folder and read from there, so that what is shown with them is what users will see with theirs.
///
/// # Errors
///
/// The temporary folder cannot be written to.
pub fn pairs() -> Result<PairSet> {
    unpacked("pairs.csv", "articles")
}

/// The training pairs of [`model`]: [`pairs`], and of every article an excerpt, which is a duplicate of the article's
/// original and of no other.
///
/// # Errors
///
/// Those of [`pairs`].
pub fn training() -> Result<PairSet> {
    unpacked("training.csv", "")
}

/// Families of pages on one pattern, where a page is a duplicate of its earlier state and of no sibling.
/// [`model`] was not trained on them: siblings are often more alike than two states of a page, which no
/// discriminant learns in which more likeness never speaks against a duplicate.
///
/// # Errors
///
/// Those of [`pairs`].
pub fn siblings() -> Result<PairSet> {
    unpacked("siblings.csv", "")
}

/// The documents of [`pairs`], and pairs of them without labels, whose category is the class of overlap of Ismail, Saad
/// and Badr (004): exact, high or some.
///
/// # Errors
///
/// Those of [`pairs`].
pub fn copies() -> Result<PairSet> {
    let options = PairOptions {
        labels: Labels::Optional,
        ..PairOptions::default()
    };
    read("copies.csv", "articles", &options)
}

/// The labelled pairs of a table of `datasets/`.
fn unpacked(table: &str, documents: &str) -> Result<PairSet> {
    read(table, documents, &PairOptions::default())
}

/// The pairs of a table of `datasets/`, whose ids are paths below one of its folders.
fn read(table: &str, documents: &str, options: &PairOptions) -> Result<PairSet> {
    let folder = tempfile::tempdir().context("write", &std::env::temp_dir())?;
    DATASETS
        .extract(folder.path())
        .context("write", folder.path())?;
    let documents = folder.path().join(documents);
    let documents = reader::read_all(&documents, &ReadOptions::default(), OnBad::Stop)?.documents;
    let table = folder.path().join(table);
    let loaded = crate::pairs::reader::read(&table, options, Some(documents))?;
    Ok(loaded.set)
}

/// The originals of the sixty articles: no two of them are about the same matter.
///
/// # Errors
///
/// Those of [`pairs`].
pub fn originals() -> Result<Vec<Document>> {
    let mut documents = pairs()?.documents;
    documents.retain(is_original);
    Ok(documents)
}

/// Returns whether a document of [`pairs`] is the first version of its article.
pub fn is_original(document: &Document) -> bool {
    document.id.as_str().contains("/original.")
}

/// Pairs of mixtures of the sixty articles with known passages: copied, reworded by chance, or one of the revisions of
/// an article, all by people. The built-in model of passages was trained on 2,000 of seed 42.
///
/// # Errors
///
/// Those of [`pairs`].
pub fn mixtures(options: MixtureOptions) -> Result<Vec<MixedPair>> {
    let documents = pairs()?.documents;
    let mut sources: BTreeMap<&str, Source> = BTreeMap::new();
    for text in documents.iter().filter(|document| is_original(document)) {
        let source = Source {
            text,
            rewritten: Vec::new(),
            same_matter: Vec::new(),
        };
        sources.insert(article(text), source);
    }
    for document in &documents {
        let Some(source) = sources.get_mut(article(document)) else {
            continue;
        };
        let is_version = |name: &str| document.id.as_str().contains(&format!("/{name}."));
        if ["near", "light", "heavy"].into_iter().any(is_version) {
            source.rewritten.push(document);
        } else if is_version("other") {
            source.same_matter.push(document);
        }
    }
    let sources: Vec<Source> = sources.into_values().collect();
    Ok(passages::mixtures(&sources, options))
}

/// The article that a document of [`pairs`] is a version of.
fn article(document: &Document) -> &str {
    let id = document.id.as_str();
    id.split_once('/').map_or(id, |(article, _)| article)
}

/// The recipe of `datasets/generated/default.json`: plagiarised mixtures, near copies, revisions,
/// excerpts, and strangers that share a passage.
///
/// # Errors
///
/// The program was built with a damaged recipe.
pub fn recipe() -> Result<Recipe> {
    let place = Place::named("built-in recipe");
    Recipe::from_json(RECIPE).map_err(|error| error.at(&place))
}

/// The recipe of `datasets/generated/test-cases.json`: the six test cases of Yerra 2005 (000), section 3.3.
///
/// # Errors
///
/// Those of [`recipe`].
pub fn test_cases() -> Result<Recipe> {
    let place = Place::named("built-in recipe of test cases");
    Recipe::from_json(TEST_CASES).map_err(|error| error.at(&place))
}

/// The model of `models/records.json`, which compares bibliographic records by their fields. It was trained
/// on records that were drawn ([`records`](crate::generate::records)), none of them real.
///
/// # Errors
///
/// The program was built with a damaged model.
pub fn records_model() -> Result<Model> {
    let place = Place::named("the built-in model of records");
    Model::from_packed(PACKED_RECORDS).map_err(|error| error.at(&place))
}

/// The model of `models/default.json`, trained on [`training`].
///
/// # Errors
///
/// The program was built with a damaged model.
pub fn model() -> Result<Model> {
    let place = Place::named("the built-in model");
    Model::from_packed(PACKED_MODEL).map_err(|error| error.at(&place))
}

/// Returns whether a model is [`model`], however it was named and wherever it lay: by its digest.
pub fn is_model(model: &Model) -> bool {
    static BUILT_IN: LazyLock<Option<Identity>> =
        LazyLock::new(|| Identity::of(&self::model().ok()?));
    let is_alike = |own: &Identity| own.seen == model.training.seen;
    let built_in = BUILT_IN.as_ref().filter(|own| is_alike(own));
    built_in.is_some_and(|own| model.digest().is_ok_and(|digest| digest == own.digest))
}

/// The properties that identify the built-in model.
struct Identity {
    digest: String,
    /// Its training documents. Of a model that was trained on other texts no digest is needed, which takes as long as
    /// writing the model.
    seen: Vec<String>,
}

impl Identity {
    fn of(model: &Model) -> Option<Self> {
        Some(Identity {
            digest: model.digest().ok()?,
            seen: model.training.seen.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static MODEL: &[u8] = include_bytes!("../../../../models/default.json");

    #[test]
    fn the_built_in_model_is_known_by_its_digest_and_no_other_model_is_taken_for_it() {
        let of_file = Model::from_json(MODEL).unwrap();
        let made_elsewhere = Model {
            made_by: "another program".into(),
            ..of_file.clone()
        };
        assert!(is_model(&of_file) && is_model(&made_elsewhere));
        let mut stricter = of_file;
        stricter.operating_point.threshold += 0.25;
        assert!(!is_model(&stricter) && !is_model(&records_model().unwrap()));
    }

    #[test]
    fn packed_models_are_those_of_the_json() {
        let records = include_bytes!("../../../../models/records.json");
        assert_eq!(model().unwrap().to_json().unwrap(), MODEL);
        assert_eq!(records_model().unwrap().to_json().unwrap(), records);
        for json in [MODEL, records] {
            assert!(Model::from_json(json).is_ok());
        }
    }
}
