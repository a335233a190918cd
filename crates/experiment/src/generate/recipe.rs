//! Describes what to generate: a file that, with the documents, decides every byte.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::chance::Rate;
use super::edits::Edits;
use crate::pairs::Label;
use dejalu_base::error::{Error, GenerateError, IoContext, Result};

/// The version of the format that this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// Name of the documents that mixtures are paired with.
pub(super) const SOURCE: &str = "source";

/// More of a thing in a text would fill the memory by a slip of the pen.
const MOST_OF_A_THING: usize = 1_000;

/// The most that a recipe may make, in the length of its documents: all of it is in memory until it
/// is written.
const MOST_LENGTH: f64 = 1e6;

/// A recipe. Everything but the parts has a default; unknown keys are refused.
///
/// ```
/// use dejalu_experiment::generate::Recipe;
///
/// let recipe = r#"{"parts": [
///     {"mixture": {"name": "essays", "count": 100, "sources": 5, "user_share": 0.3}},
///     {"variants": {"name": "typing", "edits": {"replaced": [0, 0.05], "numbers": 0.5}}}
/// ]}"#;
/// let recipe = Recipe::from_json(recipe.as_bytes())?;
/// assert_eq!((recipe.seed, recipe.parts.len()), (42, 2));
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The format's version.
    #[serde(default = "format")]
    pub format: u32,
    /// Random seed; 42 by default.
    #[serde(default = "seed")]
    pub seed: u64,
    /// The parts, made one after the other; the result of one part does not depend on the others.
    pub parts: Vec<Part>,
}

fn format() -> u32 {
    FORMAT
}

fn seed() -> u64 {
    42
}

/// One kind of documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Plagiarised documents.
    Mixture(Mixture),
    /// Pairs of texts one of which was made of the other, or of other documents.
    Variants(Variants),
}

/// Documents put together of whole paragraphs of others (003, section 4.1), each paired with its
/// sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct Mixture {
    /// The category of its pairs, and how its documents' ids begin: letters and hyphens, `mixture`
    /// by default.
    #[default("mixture".into())]
    pub name: String,
    /// Number of documents; 20 by default.
    #[default(20)]
    pub count: usize,
    /// Number of sources of each, at most all there are; 10 by default, as in 003.
    #[default(10)]
    pub sources: usize,
    /// The share taken of the sources: of each this share of its words, divided by the number of
    /// sources; \[choice\] 1 by default, 003 does not print its share.
    #[default(Rate::ALWAYS)]
    pub share: Rate,
    /// The share taken of the user's text, which is one more document drawn: this share of its
    /// words; 0, so no text, by default.
    pub user_share: Rate,
    /// A pair whose larger expected similarity is at least that is labelled a duplicate. In [0, 1];
    /// 0.5 by default.
    #[default(0.5)]
    pub duplicate_from: f64,
}

/// Pairs of texts: the left one some documents joined, the right one made of the same, or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct Variants {
    /// The category of its pairs, and how its documents' ids begin: letters and hyphens, `variant`
    /// by default.
    #[default("variant".into())]
    pub name: String,
    /// Number of repetitions; 20 by default.
    #[default(20)]
    pub count: usize,
    /// Label of its pairs; duplicates by default.
    #[default(Label::Duplicate)]
    pub label: Label,
    /// Number of documents that make the left text; 1 by default.
    #[default(1)]
    pub articles: usize,
    /// Number of other documents that the right text is made of; 0 by default, and then it is made
    /// of the left one.
    pub strangers: usize,
    /// Changes to the right text; not at all by default.
    pub edits: Edits,
    /// Number of successive revisions, each of the one before and paired with it; 1 by default.
    #[default(1)]
    pub revisions: usize,
    /// A passage of yet other documents that all the texts get, as a share of the shortest one's
    /// sentences; none by default.
    pub shared: Rate,
}

impl Part {
    /// The category of its pairs.
    pub fn name(&self) -> &str {
        match self {
            Part::Mixture(part) => &part.name,
            Part::Variants(part) => &part.name,
        }
    }

    /// Number of repetitions.
    pub fn count(&self) -> usize {
        match self {
            Part::Mixture(part) => part.count,
            Part::Variants(part) => part.count,
        }
    }

    fn set_count(&mut self, count: usize) {
        match self {
            Part::Mixture(part) => part.count = count,
            Part::Variants(part) => part.count = count,
        }
    }

    /// The first thing that is wrong with it.
    fn fault(&self) -> Option<String> {
        let name = self.name();
        // Without digits no number behind it can make it another part's name.
        let plain = |c: char| c.is_ascii_alphabetic() || c == '-';
        if name.is_empty() || name == SOURCE || !name.chars().all(plain) {
            return Some(format!(
                "its name is not of letters and hyphens, or is '{SOURCE}'"
            ));
        }
        if self.count() == 0 {
            return Some("count 0, expected a number from 1".to_string());
        }
        if let Part::Mixture(Mixture { duplicate_from, .. }) = self
            && !(0.0..=1.0).contains(duplicate_from)
        {
            return Some(format!(
                "duplicate_from {duplicate_from}, expected a number from 0 to 1"
            ));
        }
        let good = |least, count| (least..=MOST_OF_A_THING).contains(&count);
        let wrong = self
            .amounts()
            .into_iter()
            .find(|&(_, least, count)| !good(least, count));
        wrong.map(|(name, least, count)| {
            format!("{name} {count}, expected a number from {least} to {MOST_OF_A_THING}")
        })
    }

    /// The length of all that it makes, in documents and notices, about and at most. Texts that
    /// grow with every revision grow without end.
    fn length(&self) -> f64 {
        let count = self.count() as f64;
        match self {
            Part::Mixture(part) => count * part.sources as f64,
            Part::Variants(part) => {
                let edits = &part.edits;
                let notices = edits.notices + edits.advertisements + edits.time_stamps;
                let pieces = part.articles + part.strangers + notices * part.revisions;
                let growth = edits.growth().powf(part.revisions as f64);
                count * part.revisions as f64 * pieces as f64 * growth
            }
        }
    }

    /// The requested amounts, each with its name and the least that makes sense.
    fn amounts(&self) -> Vec<(&'static str, usize, usize)> {
        match self {
            Part::Mixture(part) => vec![("sources", 1, part.sources)],
            Part::Variants(part) => vec![
                ("articles", 1, part.articles),
                ("strangers", 0, part.strangers),
                ("revisions", 1, part.revisions),
                ("notices", 0, part.edits.notices),
                ("advertisements", 0, part.edits.advertisements),
                ("time_stamps", 0, part.edits.time_stamps),
            ],
        }
    }
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is no recipe, is of a newer format, or has a value out of range.
    pub fn load(path: &Path) -> Result<Self> {
        let json = std::fs::read(path).context("read", path)?;
        Recipe::from_json(&json).map_err(|error| error.at(&dejalu_io::place(path)))
    }

    /// The same of a file's content.
    ///
    /// # Errors
    ///
    /// Those of [`Recipe::load`] but the first.
    pub fn from_json(json: &[u8]) -> Result<Self> {
        let no_recipe = |error: serde_json::Error| {
            let problem = error.to_string();
            Error::from(GenerateError::NoRecipe { problem })
        };
        let recipe: Recipe = serde_json::from_slice(json).map_err(no_recipe)?;
        recipe.check()?;
        Ok(recipe)
    }

    /// The recipe as indented JSON with a line end, every default written out.
    pub fn to_json(&self) -> String {
        // Strings and numbers in memory: writing them cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The same recipe with every part made so many times.
    #[must_use]
    pub fn with_count(mut self, count: usize) -> Self {
        self.parts.iter_mut().for_each(|part| part.set_count(count));
        self
    }

    /// A short name of what it makes: the first 16 digits of the BLAKE3 digest of [`Self::to_json`].
    pub fn digest(&self) -> String {
        blake3::hash(self.to_json().as_bytes()).to_hex()[..16].to_string()
    }

    /// Refuses what cannot be made.
    ///
    /// # Errors
    ///
    /// An unknown format, no parts, numbers out of range, names that are no file names or stand
    /// twice, and more texts than fit in memory.
    pub fn check(&self) -> Result<()> {
        if self.format == 0 {
            let problem = format!("its format is 0, expected {FORMAT}");
            return Err(GenerateError::NoRecipe { problem }.into());
        }
        if self.format > FORMAT {
            let (found, known) = (self.format, FORMAT);
            return Err(GenerateError::NewerRecipe { found, known }.into());
        }
        if self.parts.is_empty() {
            let problem = "it has no parts".to_string();
            return Err(GenerateError::NoRecipe { problem }.into());
        }
        let mut names = BTreeSet::new();
        let mut length = 0.0;
        for part in &self.parts {
            let twice = !names.insert(part.name());
            let twice = twice.then(|| "its name occurs twice".to_string());
            let too_many = || {
                length += part.length();
                (length > MOST_LENGTH).then(|| {
                    format!(
                        "up to it texts of {length:.0} times a document's length are made, expected \
                         at most {MOST_LENGTH} (count times revisions times what goes into a text)"
                    )
                })
            };
            if let Some(problem) = twice.or_else(|| part.fault()).or_else(too_many) {
                let part = part.name().to_string();
                return Err(GenerateError::BadPart { part, problem }.into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(json: &str, sentence: &str) {
        let error = Recipe::from_json(json.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn what_is_no_recipe_is_told() {
        refused(
            "{}",
            "not a recipe: missing field `parts` at line 1 column 2",
        );
        refused(r#"{"parts": []}"#, "not a recipe: it has no parts");
        refused(
            r#"{"format": 0, "parts": []}"#,
            "not a recipe: its format is 0, expected 1",
        );
        refused(
            r#"{"format": 2, "parts": []}"#,
            "the recipe has format 2, but this version reads formats up to 1; update dejalu",
        );
        let misspelt = r#"{"parts": [{"variants": {"edit": {}}}]}"#;
        let error = Recipe::from_json(misspelt.as_bytes()).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("unknown field `edit`, expected one of")
        );
    }

    #[test]
    fn values_out_of_range_are_named() {
        refused(
            r#"{"parts": [{"variants": {"edits": {"dropped": [0.5, 1.5]}}}]}"#,
            "not a recipe: a rate is [0.5, 1.5], expected a number from 0 to 1 or two of them in ascending order at line 1 column 57",
        );
        for (part, problem) in [
            (
                r#"{"mixture": {"sources": 0}}"#,
                "'mixture': sources 0, expected a number from 1 to 1000",
            ),
            (
                r#"{"mixture": {"count": 0}}"#,
                "'mixture': count 0, expected a number from 1",
            ),
            (
                r#"{"mixture": {"duplicate_from": 1.5}}"#,
                "'mixture': duplicate_from 1.5, expected a number from 0 to 1",
            ),
            (
                r#"{"variants": {"revisions": 1001}}"#,
                "'variant': revisions 1001, expected a number from 1 to 1000",
            ),
            (
                r#"{"mixture": {}}, {"variants": {"count": 1000, "revisions": 1000}}"#,
                "'variant': up to it texts of 1000200 times a document's length are made, expected \
                 at most 1000000 (count times revisions times what goes into a text)",
            ),
            (
                r#"{"mixture": {"count": 18446744073709551615, "sources": 1}}"#,
                "'mixture': up to it texts of 18446744073709551616 times a document's length are \
                 made, expected at most 1000000 (count times revisions times what goes into a text)",
            ),
            (
                r#"{"variants": {"count": 1, "revisions": 20, "edits": {"inserted": 1}}}"#,
                "'variant': up to it texts of 20971520 times a document's length are made, expected \
                 at most 1000000 (count times revisions times what goes into a text)",
            ),
            (
                r#"{"mixture": {"name": "../x"}}"#,
                "'../x': its name is not of letters and hyphens, or is 'source'",
            ),
            (
                r#"{"variants": {"articles": 0}}"#,
                "'variant': articles 0, expected a number from 1 to 1000",
            ),
            (
                r#"{"mixture": {}}, {"mixture": {}}"#,
                "'mixture': its name occurs twice",
            ),
        ] {
            refused(
                &format!(r#"{{"parts": [{part}]}}"#),
                &format!("part {problem}; correct the recipe"),
            );
        }
    }

    #[test]
    fn a_recipe_written_out_is_the_same_recipe() {
        let short = r#"{"parts": [{"mixture": {}}, {"variants": {"edits": {"added": [0, 0.5]}}}]}"#;
        let recipe = Recipe::from_json(short.as_bytes()).unwrap();
        let written = recipe.to_json();
        assert!(written.contains("\"share\": 1.0") && written.contains("\"touched\": 1.0"));
        assert_eq!(Recipe::from_json(written.as_bytes()).unwrap(), recipe);
        assert_eq!(recipe.digest().len(), 16);
        assert_ne!(recipe.digest(), recipe.clone().with_count(3).digest());
    }
}
