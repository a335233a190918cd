//! Models as files: one JSON object with a format version and a digest.
//!
//! What is large (statistics above 4 MiB, more than 2,000 support vectors) goes into a companion
//! file beside the model, named with its digest. A file that was cut short, changed by hand or
//! written by a newer version is refused in one sentence.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::levels::Levels;
use super::model::{Model, TrainingRecord};
use super::veto::{Veto, Vetoes};
use dejalu_base::error::{Error, ModelError, Result};
use dejalu_io::{OutputFile, STANDARD_STREAM, Stream, check_size, place};
use dejalu_learn::evaluation::Bootstrap;
use dejalu_learn::{Calibration, Discriminant, Kernel, OperatingPoint, Ranges, Scaling};
use dejalu_similarity::candidates::Blocking;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::measures::Missing;
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::{AnalysisOptions, AnalysisVersion};

/// The version of the format that this program writes, and the newest it reads.
///
/// 2 added the ceiling; a model of format 1 has none, and decides as it did. 3 added the monotone
/// kernel and columns that rise. 4 added the loss of the search, sums of discriminants, the ranges of
/// the features and learned weights of terms, and takes a missing value for the training mean. 5 added the
/// least similarities by score, 6 filters of which a pair has to pass one, 7 the Laplacian kernel of
/// three scales (that of one was written as format 4 to 6), 8 the second version of the analysis, 9 vetoes and
/// filters that were given, 10 levels. A model that was trained before is
/// written as it was: where there is nothing to compare, its vectors have the numbers that it learned
/// from ([`Missing::Conventional`]).
pub const FORMAT: u32 = 10;

/// The version of the format of a model with what format 9 added, and without what 10 did.
const OF_VETOES: u32 = 9;

/// The version of the format of a model with what format 8 added, and without what 9 did.
const OF_SECOND_ANALYSIS: u32 = 8;

/// The version of the format of a model with what format 7 added, and without what 8 did.
const OF_SCALES: u32 = 7;

/// The version of the format of a model with what format 6 added, and without what 7 did.
const OF_SEVERAL_FILTERS: u32 = 6;

/// The version of the format of a model with what format 5 added, and without later additions.
const BY_SCORE: u32 = 5;

/// The version of the format of a model with what format 4 added, and without later additions.
const NEUTRAL: u32 = 4;

/// The version of the format of a model with what format 3 added, and without later additions.
const SIGNED: u32 = 3;

/// The version of the format of a model without any of these.
const UNSIGNED: u32 = 2;

/// Statistics of more bytes than this are written to a companion file.
const INLINE_STATISTICS: usize = 4 << 20;

/// A discriminant of more support vectors than this is written to a companion file.
const INLINE_VECTORS: usize = 2_000;

/// A model whose record asks the solver for more precision than this is refused.
const LEAST_TOLERANCE: f64 = 1e-9;

/// The fields of every version of the format.
#[derive(Deserialize)]
struct Header {
    format: u32,
    #[serde(default)]
    made_by: String,
    /// Of a model of something else.
    #[serde(default)]
    kind: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    made_by: String,
    /// BLAKE3 of the file with this and `made_by` empty.
    digest: String,
    analysis: AnalysisOptions,
    features: FeatureSet,
    /// True if a missing value is the training mean, as it is since format 4.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    missing_is_neutral: bool,
    statistics: Part<CorpusStats>,
    scaling: Scaling,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<Ranges>,
    discriminant: Part<Discriminant>,
    calibration: Calibration,
    operating_point: OperatingPoint,
    #[serde(default, skip_serializing_if = "Levels::is_empty")]
    levels: Levels,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ceiling: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    vetoes: Vec<Veto>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blocking: Option<Blocking>,
    training: TrainingRecord,
}

/// A part of a model: in the file, or in a companion.
#[derive(Serialize)]
#[serde(untagged)]
enum Part<T> {
    Companion(Named),
    Inline(T),
}

/// A companion file, by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    companion: String,
    blake3: String,
}

/// Not derived: of an untagged value serde keeps a copy of everything before it tries the variants. Here
/// the first key decides.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PartVisitor(PhantomData))
    }
}

struct PartVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PartVisitor<T> {
    type Value = Part<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut rest: A) -> Result<Part<T>, A::Error> {
        let first: Option<String> = rest.next_key()?;
        let is_companion = first.as_deref() == Some("companion");
        let object = MapAccessDeserializer::new(Peeked { first, rest });
        if is_companion {
            Named::deserialize(object).map(Part::Companion)
        } else {
            T::deserialize(object).map(Part::Inline)
        }
    }
}

/// An object whose first key was read.
struct Peeked<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Peeked<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(key) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

/// The bytes of a companion file.
struct Companion {
    name: String,
    bytes: Vec<u8>,
}

impl Model {
    /// Writes the model, with its companions if it needs any; whole or not at all.
    ///
    /// # Errors
    ///
    /// The path cannot be written to.
    pub fn save(&self, path: &Path) -> Result<()> {
        let out = OutputFile::create(path)?;
        self.write(path, out)
    }

    /// Writes the model into a file that was opened before the work began.
    pub fn write(&self, path: &Path, out: OutputFile) -> Result<()> {
        let (stored, companions) = self.stored(Some(path))?;
        for companion in companions {
            let beside = path.with_file_name(&companion.name);
            check_size("companion", &companion.bytes).map_err(|error| error.at(&place(&beside)))?;
            OutputFile::create(&beside)?.write_whole(&companion.bytes)?;
        }
        let mut json = to_json(&stored)?;
        json.push(b'\n');
        out.write_whole(json)
    }

    /// The model as one JSON object without companions. Equal models give equal bytes.
    pub fn to_json(&self) -> Result<Vec<u8>> {
        let mut json = to_json(&self.stored(None)?.0)?;
        json.push(b'\n');
        Ok(json)
    }

    /// The digest of all that the model says, but for who made it: that of its file, where it has no companions.
    ///
    /// # Errors
    ///
    /// A model that cannot be written.
    pub fn digest(&self) -> Result<String> {
        Ok(self.stored(None)?.0.digest)
    }

    /// Reads a model and its companions.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is cut short, was changed after training, is of a newer format,
    /// lacks a companion, or holds a number that is not finite or a feature that is not known.
    pub fn load(path: &Path) -> Result<Self> {
        let bytes = Stream::open(path)?.read_all()?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Model::read(&bytes, Some(&folder)).map_err(|error| error.at(&place(path)))
    }

    /// Reads a model from the bytes of [`to_json`](Model::to_json).
    ///
    /// # Errors
    ///
    /// As [`load`](Model::load).
    pub fn from_json(bytes: &[u8]) -> Result<Self> {
        Model::read(bytes, None)
    }

    /// Reads a model that the program was built with, of the object of [`to_json`](Model::to_json) in
    /// MessagePack: its digest could find nothing, and is not checked.
    pub(super) fn from_packed(bytes: &[u8]) -> Result<Self> {
        let mut deserializer = rmp_serde::Deserializer::new(bytes).with_human_readable();
        let stored = Stored::deserialize(&mut deserializer).map_err(|error| {
            let problem = format!("it does not hold what training writes: {error}");
            Error::from(ModelError::BadModel { problem })
        })?;
        Model::of(stored, None)
    }

    fn read(bytes: &[u8], folder: Option<&Path>) -> Result<Self> {
        let mut stored = content(bytes)?;
        let found = std::mem::take(&mut stored.digest);
        let made_by = std::mem::take(&mut stored.made_by);
        if digest_as_written(bytes, &made_by, &found).as_ref() != Some(&found) {
            // Somebody may have reformatted the file, which changes nothing that it says.
            let expected = digest(&to_json(&stored)?);
            if found != expected {
                return Err(ModelError::BadModel {
                    problem: format!("its digest is '{found}', its content gives '{expected}': it was changed after training"),
                }
                .into());
            }
        }
        stored.made_by = made_by;
        Model::of(stored, folder)
    }

    fn of(stored: Stored, folder: Option<&Path>) -> Result<Self> {
        let missing = if stored.missing_is_neutral {
            Missing::Neutral
        } else {
            Missing::Conventional
        };
        let features = stored.features.with_missing(missing);
        let model = Model {
            made_by: stored.made_by,
            analysis: stored.analysis,
            vetoes: Vetoes::new(stored.vetoes, &features)?,
            features,
            statistics: resolve(stored.statistics, folder)?,
            scaling: stored.scaling,
            range: stored.range,
            discriminant: resolve(stored.discriminant, folder)?,
            calibration: stored.calibration,
            operating_point: stored.operating_point,
            levels: stored.levels,
            ceiling: stored.ceiling,
            blocking: stored.blocking,
            training: stored.training,
        };
        model.check()?;
        Ok(model)
    }

    /// Refuses what no training writes, since a digest is no proof against a forger.
    fn check(&self) -> Result<()> {
        let bad = |problem: String| Error::from(ModelError::BadModel { problem });
        let features = self.features.len();
        if features == 0 {
            return Err(bad("it has no features".into()));
        }
        if !self.operating_point.threshold.is_finite() {
            return Err(bad("its threshold is not a finite number".into()));
        }
        if self.ceiling.is_some_and(|ceiling| !ceiling.is_finite()) {
            return Err(bad("its highest score is not a finite number".into()));
        }
        if self.operating_point.abstain.is_some_and(|x| !x.is_finite()) {
            return Err(bad("its error probability is not a finite number".into()));
        }
        if !self.training.of_vectors && !self.statistics.covers(self.features.needs()) {
            return Err(bad(
                "its features need statistics that it does not contain".into()
            ));
        }
        self.levels.check()?;
        // Training again as it says would not end.
        let record = &self.training;
        let endless = record.bootstrap.draws > Bootstrap::MOST_DRAWS
            || record.options.tolerance < LEAST_TOLERANCE;
        if endless {
            return Err(bad("its record asks for an endless training".into()));
        }
        if let Some(blocking) = &self.blocking {
            blocking.check().map_err(bad)?;
        }
        self.statistics.check().map_err(bad)?;
        self.scaling.check(features)?;
        if let Some(range) = &self.range {
            range.check(features)?;
        }
        self.discriminant.check(features)?;
        self.calibration.check()
    }

    fn format(&self) -> u32 {
        let search = &self.training.search;
        let mut columns = self.features.iter().filter(|it| it.measure().is_none());
        let mut kernels = search.iter().map(|point| point.learner.kernel);
        let has_scales = kernels
            .clone()
            .any(|kernel| matches!(kernel, Kernel::Laplacian { scales, .. } if scales != 1));
        let is_signed =
            kernels.any(|kernel| kernel == Kernel::Monotone) || columns.any(Feature::rises);
        let is_neutral = self.features.missing() == Missing::Neutral;
        let has_loss = search.iter().any(|point| point.loss.is_some());
        let has_terms = self.training.cross_validation_options.terms == Some(true);
        let blocking = self.blocking.as_ref();
        let is_given = blocking.is_some_and(|blocking| blocking.given);
        if !self.levels.is_empty() {
            FORMAT
        } else if is_given || !self.vetoes.is_empty() {
            OF_VETOES
        } else if self.analysis.version > AnalysisVersion::First {
            OF_SECOND_ANALYSIS
        } else if has_scales {
            OF_SCALES
        } else if blocking.is_some_and(|blocking| !blocking.others.is_empty()) {
            OF_SEVERAL_FILTERS
        } else if blocking.is_some_and(|blocking| !blocking.by_score.is_empty()) {
            BY_SCORE
        } else if is_neutral || has_loss || has_terms || self.range.is_some() {
            NEUTRAL
        } else if is_signed {
            SIGNED
        } else {
            UNSIGNED
        }
    }

    /// The contents of the file; companions only if there is a file to lie beside.
    fn stored(&self, path: Option<&Path>) -> Result<(Stored, Vec<Companion>)> {
        let mut companions = Vec::new();
        let beside = path.filter(|path| *path != Path::new(STANDARD_STREAM));
        let statistics = to_json(&self.statistics)?;
        let vectors = self.discriminant.support_vectors().unwrap_or(0);
        let mut stored = Stored {
            format: self.format(),
            made_by: String::new(),
            digest: String::new(),
            analysis: self.analysis.clone(),
            features: self.features.clone(),
            missing_is_neutral: self.features.missing() == Missing::Neutral,
            statistics: match beside.filter(|_| statistics.len() > INLINE_STATISTICS) {
                Some(path) => companion(path, "statistics", statistics, &mut companions),
                None => Part::Inline(self.statistics.clone()),
            },
            scaling: self.scaling.clone(),
            range: self.range.clone(),
            discriminant: match beside.filter(|_| vectors > INLINE_VECTORS) {
                Some(path) => {
                    let bytes = to_json(&self.discriminant)?;
                    companion(path, "discriminant", bytes, &mut companions)
                }
                None => Part::Inline(self.discriminant.clone()),
            },
            calibration: self.calibration,
            operating_point: self.operating_point,
            levels: self.levels.clone(),
            ceiling: self.ceiling,
            vetoes: self.vetoes.iter().cloned().collect(),
            blocking: self.blocking.clone(),
            training: self.training.clone(),
        };
        stored.digest = digest(&to_json(&stored)?);
        stored.made_by = self.made_by.clone();
        Ok((stored, companions))
    }
}

/// Parses the bytes of a model, if this program can read their format.
fn content(bytes: &[u8]) -> Result<Stored> {
    let stored: Result<Stored> = parse(bytes, "the model");
    if stored.as_ref().is_ok_and(|stored| stored.format <= FORMAT) {
        return stored;
    }
    let header: Header = parse(bytes, "the model")?;
    if header.format > FORMAT {
        return Err(ModelError::NewerFormat {
            what: "model",
            found: header.format,
            known: FORMAT,
            made_by: header.made_by,
        }
        .into());
    }
    if header.kind.as_deref() == Some("passages") {
        return Err(ModelError::BadModel {
            problem: "a model of passages, which 'dejalu passages --model' uses".into(),
        }
        .into());
    }
    stored
}

/// The digest of a file that was written by [`Model::save`] and says this of itself; other bytes than
/// those that were written give another one, or none.
fn digest_as_written(bytes: &[u8], made_by: &str, found: &str) -> Option<String> {
    let fields = |made_by: &str, digest: &str| {
        let made_by = serde_json::to_string(made_by).ok()?;
        Some(format!("\"made_by\":{made_by},\"digest\":\"{digest}\"").into_bytes())
    };
    let written = fields(made_by, found)?;
    let at = bytes
        .windows(written.len())
        .take(HEADER_BYTES)
        .position(|window| window == written)?;
    let rest = bytes[at + written.len()..].strip_suffix(b"\n")?;
    Some(digest(&[&bytes[..at], &fields("", "")?, rest].concat()))
}

/// Number of bytes within which a model describes itself.
const HEADER_BYTES: usize = 256;

/// The companion of a model at `path`: `model.statistics.0123456789abcdef.json.zst`.
fn companion<T>(path: &Path, part: &str, bytes: Vec<u8>, all: &mut Vec<Companion>) -> Part<T> {
    let blake3 = digest(&bytes);
    let file = path
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    let stem = file.split(".json").next().unwrap_or_default();
    let name = format!("{stem}.{part}.{}.json.zst", &blake3[..16]);
    all.push(Companion {
        name: name.clone(),
        bytes,
    });
    Part::Companion(Named {
        companion: name,
        blake3,
    })
}

fn resolve<T: DeserializeOwned>(part: Part<T>, folder: Option<&Path>) -> Result<T> {
    let (name, expected) = match part {
        Part::Inline(value) => return Ok(value),
        Part::Companion(Named { companion, blake3 }) => (companion, blake3),
    };
    // A name, not a path: a model must not make its reader open files elsewhere.
    let is_name = Path::new(&name)
        .file_name()
        .is_some_and(|file| file == name.as_str());
    let path = folder.filter(|_| is_name).map(|folder| folder.join(&name));
    let Some(path) = path.filter(|path| path.is_file()) else {
        return Err(ModelError::MissingCompanion { name }.into());
    };
    let bytes = Stream::open(&path)?.read_all()?;
    if digest(&bytes) != expected {
        return Err(Error::from(ModelError::BadModel {
            problem:
                "its digest is not the one that its model names: it was changed after training"
                    .into(),
        })
        .at(&place(&path)));
    }
    parse(&bytes, "the companion file").map_err(|error| error.at(&place(&path)))
}

fn parse<T: DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| {
        let problem = match error.classify() {
            serde_json::error::Category::Eof => {
                format!(
                    "{what} ends after {} bytes in the middle of an object: it was cut short",
                    bytes.len()
                )
            }
            serde_json::error::Category::Syntax => format!("{what} is not JSON: {error}"),
            _ => format!("{what} does not hold what training writes: {error}"),
        };
        ModelError::BadModel { problem }.into()
    })
}

fn to_json(value: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| {
        ModelError::BadModel {
            problem: format!("it cannot be written as JSON: {error}"),
        }
        .into()
    })
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
