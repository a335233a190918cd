//! Statistics of a reference collection in a file: collected once over many documents, reused by
//! every training and comparison (`--background`).
//!
//! The file is made for speed, not for reading by eye: MessagePack, compressed by zstd, after a line
//! that says what it is.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::collector::Collector;
use super::correlation::CorrelationLimits;
use super::statistics::{CorpusStats, Needs};
use dejalu_base::error::{Error, IoContext, ModelError, Result};
use dejalu_io::{OutputFile, check_size, place, too_large, unpacked};
use dejalu_text::document::Document;
use dejalu_text::{AnalysisOptions, AnalyzedDocument, Analyzer, LanguageChoice, analyze_all};

/// The version of the format that this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// Documents analysed at a time, which bounds the memory they take.
const BATCH: usize = 2_048;

/// First bytes of every such file.
const MAGIC: &[u8] = b"dejalu background\n";

/// Statistics of a reference collection, and how its documents were read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Background {
    /// Options by which documents were read. Whoever uses the statistics has to read documents in
    /// the same way.
    pub analysis: AnalysisOptions,
    /// Limits on the correlations that were kept.
    pub limits: CorrelationLimits,
    /// The statistics.
    pub statistics: Arc<CorpusStats>,
}

/// Identifies the statistics that a model was trained with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackgroundName {
    /// Number of documents counted.
    pub documents: u32,
    /// BLAKE3 of what was counted, in hexadecimal digits.
    pub digest: String,
}

/// The fields that every version of the format holds, in a part of its own.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    made_by: String,
    /// BLAKE3 of the other part.
    digest: String,
}

impl Background {
    /// Counts what is needed over a collection. Of documents with an equal `cluster` key only that
    /// with the smallest id counts: the rewrites of one article would make all its words correlate.
    /// The order of the documents does not matter.
    ///
    /// # Errors
    ///
    /// Those of [`CorpusStats::collect`].
    pub fn collect(
        documents: &[Document],
        analysis: AnalysisOptions,
        needs: Needs,
        limits: CorrelationLimits,
    ) -> Result<Self> {
        let analysis = analysis.resolved(documents);
        let batches = documents.chunks(BATCH).map(|batch| Ok(batch.to_vec()));
        Background::collect_batches(batches, analysis, needs, limits)
    }

    /// The same of documents that come batch by batch, of which no more than one is held, beside the counts
    /// and one document of each cluster. The languages of `analysis` have to be known: finding them
    /// ([`AnalysisOptions::resolved`]) takes all documents at once.
    ///
    /// # Errors
    ///
    /// Those of [`CorpusStats::collect`], and the first error among the batches.
    pub fn collect_batches(
        batches: impl IntoIterator<Item = Result<Vec<Document>>>,
        analysis: AnalysisOptions,
        needs: Needs,
        limits: CorrelationLimits,
    ) -> Result<Self> {
        let analyzer = Analyzer::new(analysis.clone());
        let mut counting = Collector::new(needs);
        let mut of_cluster: BTreeMap<String, AnalyzedDocument> = BTreeMap::new();
        for documents in batches {
            let documents = documents?;
            let analyzed = analyze_all(&analyzer, &documents);
            for (document, analyzed) in documents.into_iter().zip(analyzed) {
                let Some(cluster) = document.cluster else {
                    counting.add(analyzed);
                    continue;
                };
                match of_cluster.entry(cluster) {
                    Entry::Vacant(first) => {
                        first.insert(analyzed);
                    }
                    Entry::Occupied(mut kept) if analyzed.id < kept.get().id => {
                        kept.insert(analyzed);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        of_cluster
            .into_values()
            .for_each(|document| counting.add(document));
        Ok(Background {
            analysis,
            limits,
            statistics: Arc::new(counting.finish(&limits)?),
        })
    }

    /// Refuses statistics of documents that were read in another way. Where languages were to be
    /// found, those of the reference collection are.
    ///
    /// # Errors
    ///
    /// [`ModelError::OtherAnalysis`].
    pub fn check(&self, analysis: &AnalysisOptions) -> Result<()> {
        let mut wanted = analysis.clone();
        if wanted.language == LanguageChoice::Auto {
            wanted.language.clone_from(&self.analysis.language);
        }
        if self.analysis == wanted {
            Ok(())
        } else {
            Err(ModelError::OtherAnalysis {
                found: plainly(&self.analysis),
                wanted: plainly(analysis),
            }
            .into())
        }
    }

    /// The name by which a model identifies it.
    pub fn name(&self) -> BackgroundName {
        BackgroundName {
            documents: self.statistics.documents(),
            digest: blake3::hash(&packed(self)).to_hex().to_string(),
        }
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    ///
    /// The path cannot be written to.
    pub fn save(&self, path: &Path) -> Result<()> {
        self.write(OutputFile::create(path)?)
    }

    /// Writes into a file that was opened before the work began. Equal statistics give equal bytes.
    pub fn write(&self, out: OutputFile) -> Result<()> {
        let body = packed(self);
        let header = packed(&Header {
            format: FORMAT,
            made_by: concat!("dejalu ", env!("CARGO_PKG_VERSION")).into(),
            digest: blake3::hash(&body).to_hex().to_string(),
        });
        let parts = [header, body].concat();
        check_size("statistics", &parts).map_err(|error| error.at(&place(out.path())))?;
        let parts = zstd::encode_all(&*parts, zstd::DEFAULT_COMPRESSION_LEVEL);
        let parts = parts.context("write", out.path())?;
        out.write_whole([MAGIC, &parts].concat())
    }

    /// Reads such a file.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is none of these, is damaged, or is of a newer format.
    pub fn load(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).context("read", path)?;
        Background::read(&bytes).map_err(|error| error.at(&place(path)))
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let Some(parts) = bytes.strip_prefix(MAGIC) else {
            return Err(bad("it does not begin like a background file"));
        };
        let unpacked = unpacked(parts).map_err(|reason| {
            too_large(&reason).unwrap_or_else(|| bad("it is cut short or was changed"))
        })?;
        let mut rest = &unpacked[..];
        let header: Header =
            rmp_serde::from_read(&mut rest).map_err(|_| bad("its header cannot be read"))?;
        if header.format > FORMAT {
            return Err(ModelError::NewerFormat {
                what: "background",
                found: header.format,
                known: FORMAT,
                made_by: header.made_by,
            }
            .into());
        }
        if blake3::hash(rest).to_hex().as_str() != header.digest {
            return Err(bad("its digest does not match its content"));
        }
        let background: Background =
            rmp_serde::from_slice(rest).map_err(|reason| bad(&reason.to_string()))?;
        background
            .statistics
            .check()
            .map_err(|problem| bad(&problem))?;
        Ok(background)
    }
}

/// Named fields, so that a later version may add one.
#[cfg_attr(
    not(test),
    expect(
        clippy::expect_used,
        reason = "numbers and text alone, which always succeed"
    )
)]
fn packed(value: &impl Serialize) -> Vec<u8> {
    rmp_serde::to_vec_named(value).expect("plain values")
}

fn bad(problem: &str) -> Error {
    ModelError::BadBackground {
        problem: problem.into(),
    }
    .into()
}

fn plainly(analysis: &AnalysisOptions) -> String {
    serde_json::to_string(analysis).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn background() -> Background {
        let texts = [
            "ferry pier storm",
            "ferry pier storm",
            "ferry pier storm",
            "ferry pier",
            "beetle",
        ];
        let documents: Vec<Document> = texts
            .iter()
            .zip(0..)
            .map(|(text, i)| Document::plain(format!("{i}"), text))
            .collect();
        let needs = Needs::DOCUMENT_FREQUENCIES
            .union(Needs::CORRELATIONS)
            .union(Needs::FOUR_GRAMS);
        Background::collect(
            &documents,
            AnalysisOptions::default(),
            needs,
            CorrelationLimits::default(),
        )
        .unwrap()
    }

    fn bytes(background: &Background) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("background");
        background.save(&path).unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn what_is_written_is_read_and_equal_statistics_give_equal_bytes() {
        let written = bytes(&background());
        assert_eq!(Background::read(&written).unwrap(), background());
        assert_eq!(written, bytes(&background()));
    }

    #[test]
    fn of_one_cluster_one_document_counts() {
        let mut documents = [
            Document::plain("a", "ferry"),
            Document::plain("b", "ferry"),
            Document::plain("c", "ferry"),
        ];
        documents[0].cluster = Some("x".into());
        documents[2].cluster = Some("x".into());
        let collected = Background::collect(
            &documents,
            AnalysisOptions::default(),
            Needs::DOCUMENT_FREQUENCIES,
            CorrelationLimits::default(),
        );
        assert_eq!(collected.unwrap().statistics.documents(), 2);
    }

    #[test]
    fn languages_to_be_found_are_those_of_the_reference_collection() {
        let in_language = |language: LanguageChoice| AnalysisOptions {
            language,
            ..AnalysisOptions::default()
        };
        let found = "The ferry waits at the old pier, which a storm broke in March of this year.";
        let collected = Background::collect(
            &[Document::plain("a", found)],
            in_language(LanguageChoice::Auto),
            Needs::DOCUMENT_FREQUENCIES,
            CorrelationLimits::default(),
        );
        let collected = collected.unwrap();
        assert_eq!(collected.analysis, AnalysisOptions::default());
        assert!(collected.check(&in_language(LanguageChoice::Auto)).is_ok());
        let german = in_language("german".parse().unwrap());
        assert!(collected.check(&german).is_err());
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_in_one_sentence() {
        let written = bytes(&background());
        let mut changed = written.clone();
        *changed.last_mut().unwrap() ^= 1;
        for (bytes, problem) in [
            (
                &b"id,text\n"[..],
                "it does not begin like a background file",
            ),
            (
                &written[..written.len() - 9],
                "it is cut short or was changed",
            ),
            (&changed, "it is cut short or was changed"),
        ] {
            let error = Background::read(bytes).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("not a usable background file ({problem}); create it again")
            );
        }
    }
}
