//! A folder with a small data set in it, and a user who types commands there.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use assert_cmd::Command;
use flate2::write::GzEncoder;
use tempfile::TempDir;

/// Features that are quick to learn with: a measure of words, one of shingles, one that needs
/// statistics.
pub const QUICK: &str = "--features 'jaccard resemblance mwo' --draws 50";

/// Ten articles in four versions each, every two versions of one article a duplicate.
const ARTICLES: usize = 10;
const VERSIONS: usize = 4;

/// A folder in which commands are typed. It begins with `documents.jsonl` and `pairs.csv`.
pub struct Workshop(TempDir);

/// The answer of a command.
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Workshop {
    pub fn new() -> Self {
        Workshop(tempfile::tempdir().unwrap())
            .with("documents.jsonl", documents().concat())
            .with("pairs.csv", table(&pairs()))
    }

    /// A workshop with `model.json` in it, trained on the data set.
    pub fn with_model() -> Self {
        static MODEL: LazyLock<String> = LazyLock::new(|| {
            let workshop = Workshop::new();
            workshop.train("model.json", "").done();
            workshop.read("model.json")
        });
        Workshop::new().with("model.json", &*MODEL)
    }

    /// The workshop with one more file.
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Types a command, `dejalu` left out; single quotes hold words together.
    pub fn types(&self, line: &str) -> Answer {
        self.pipes("", line)
    }

    /// The same, with something on the standard input.
    pub fn pipes(&self, input: impl Into<Vec<u8>>, line: &str) -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_dejalu"))
            .current_dir(self.0.path())
            .args(words(line))
            .write_stdin(input)
            .timeout(Duration::from_secs(600))
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Answer {
            code: output.status.code().expect("no signal ends the program"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Trains quickly on the data set.
    pub fn train(&self, out: &str, more: &str) -> Answer {
        self.types(&format!(
            "train pairs.csv --documents documents.jsonl {QUICK} --out {out} {more}"
        ))
    }

    /// A command that must end with this sentence and exit code 2, say nothing on stdout, and leave
    /// the folder as it was: nothing half-written, older files untouched.
    #[track_caller]
    pub fn refuses(&self, line: &str, sentence: &str) {
        let before = self.files();
        let answer = self.types(line);
        assert_eq!(answer.sentence(), sentence, "dejalu {line}");
        assert_eq!(answer.code, 2, "dejalu {line}");
        assert_eq!(answer.out, "", "dejalu {line}");
        assert!(self.files() == before, "dejalu {line} left something");
    }

    /// All files and folders, and what is in them.
    fn files(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut files = BTreeMap::new();
        collect(self.0.path(), &mut files);
        files
    }
}

impl Answer {
    /// The error, without the program's hint at its help.
    pub fn sentence(&self) -> &str {
        let (_, sentence) = self.err.rsplit_once("error: ").unwrap_or(("", &self.err));
        let end = sentence.find("\n\n").unwrap_or(sentence.len());
        sentence[..end].trim_end()
    }

    #[track_caller]
    pub fn done(self) -> Self {
        self.ends_with(0)
    }

    #[track_caller]
    pub fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        self
    }

    /// The output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).ok());
        }
        files.entry(path).or_insert(None);
    }
}

fn words(line: &str) -> Vec<&str> {
    let quoted = line.split('\'').enumerate();
    quoted
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// The lines of `documents.jsonl`: `a0v0` is the first article's first version.
pub fn documents() -> Vec<String> {
    let mut chance = Chance(7);
    let article = |article: usize| article_of(&mut Chance(article as u64));
    let mut lines = Vec::new();
    for (number, article) in (0..ARTICLES).map(article).enumerate() {
        for version in 0..VERSIONS {
            let text = revision(&article, version, &mut chance);
            lines.push(format!(
                "{{\"id\":\"a{number}v{version}\",\"text\":\"{text}\"}}\n"
            ));
        }
    }
    lines
}

/// The rows of `pairs.csv`: sixty duplicates and sixty pairs of different articles.
pub fn pairs() -> Vec<String> {
    let mut rows = Vec::new();
    for article in 0..ARTICLES {
        for right in 0..VERSIONS {
            for left in 0..right {
                rows.push(format!("a{article}v{left},a{article}v{right},1\n"));
                let other = (article + left + right) % ARTICLES;
                rows.push(format!("a{article}v{left},a{other}v{right},0\n"));
            }
        }
    }
    rows
}

/// Rows under the header of a table of pairs.
pub fn table(rows: &[String]) -> String {
    format!("id_a,id_b,label\n{}", rows.concat())
}

pub fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(content.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

pub fn zstd(content: &str) -> Vec<u8> {
    zstd::encode_all(content.as_bytes(), 3).unwrap()
}

/// Sentences of words that no language has, each article with a vocabulary of its own.
fn article_of(chance: &mut Chance) -> Vec<Vec<String>> {
    let vocabulary: Vec<String> = (0..60).map(|_| word(chance)).collect();
    let mut sentence = || {
        let length = 6 + chance.below(8);
        (0..length)
            .map(|_| vocabulary[chance.below(vocabulary.len())].clone())
            .collect()
    };
    (0..8).map(|_| sentence()).collect()
}

/// The higher its version, the more words of an article are changed; the last also moves sentences.
fn revision(article: &[Vec<String>], version: usize, chance: &mut Chance) -> String {
    let mut sentences = article.to_vec();
    for changed in sentences.iter_mut().flatten() {
        if chance.below(100) < 8 * version {
            *changed = word(chance);
        }
    }
    if version + 1 == VERSIONS {
        sentences.rotate_left(3);
    }
    let sentences: Vec<String> = sentences.iter().map(|words| words.join(" ")).collect();
    format!("{}.", sentences.join(". "))
}

fn word(chance: &mut Chance) -> String {
    const SYLLABLES: [&str; 12] = [
        "bar", "del", "fin", "gos", "kut", "lam", "mer", "nil", "pos", "rud", "sak", "tev",
    ];
    (0..3)
        .map(|_| SYLLABLES[chance.below(SYLLABLES.len())])
        .collect()
}

/// Numbers that look drawn and are the same on every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}
