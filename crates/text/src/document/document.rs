//! [`Document`] and its [`Field`]s.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use either::{Left, Right};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::blocks::{Block, BlockKind, Blocks};
use super::date::Moment;
use dejalu_io::FileState;

/// The name of a document, unique in its collection. Cheap to clone.
///
/// Whole numbers ascend by their values and come before all other names, which ascend as text: documents that are
/// numbered by their rows ascend as they stand in the input.
///
/// ```
/// use dejalu_text::document::DocumentId;
///
/// assert!(DocumentId::from("2") < DocumentId::from("11"));
/// assert!(DocumentId::from("11") < DocumentId::from("a"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentId(Arc<str>);

impl DocumentId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Ord for DocumentId {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |name: &DocumentId| {
            let is_number = !name.0.is_empty() && name.0.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| name.0.trim_start_matches('0').len())
        };
        let by_value = match (number(self), number(other)) {
            (Some(own), Some(others)) => {
                let digits = |name: &'_ DocumentId, count: usize| name.0.len() - count;
                let of_own = &self.0[digits(self, own)..];
                let of_other = &other.0[digits(other, others)..];
                own.cmp(&others).then_with(|| of_own.cmp(of_other))
            }
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_value.then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for DocumentId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for DocumentId {
    fn from(name: &str) -> Self {
        DocumentId(name.into())
    }
}

impl From<String> for DocumentId {
    fn from(name: String) -> Self {
        DocumentId(name.into())
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The part of a document that a piece of text belongs to (002, section 3, "weighting scheme").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Host and path of the page's address.
    Url,
    /// The title of the page or record.
    Title,
    /// A heading, `h1` to `h6`.
    Heading,
    /// The text of a link to the same site.
    AnchorSameSite,
    /// The text of a link to another site.
    AnchorOtherSite,
    /// The page's `keywords` meta field.
    MetaKeywords,
    /// The page's `description` meta field.
    MetaDescription,
    /// The main content; all of a plain text.
    Main,
}

impl FieldKind {
    /// Every kind, in declaration order.
    pub const ALL: [FieldKind; 8] = [
        FieldKind::Url,
        FieldKind::Title,
        FieldKind::Heading,
        FieldKind::AnchorSameSite,
        FieldKind::AnchorOtherSite,
        FieldKind::MetaKeywords,
        FieldKind::MetaDescription,
        FieldKind::Main,
    ];

    /// Weight of a term in such a field (002, section 3, "weighting scheme"). In [0.5, 3].
    pub fn weight(self) -> f64 {
        match self {
            FieldKind::MetaKeywords | FieldKind::MetaDescription => 3.0,
            FieldKind::Url | FieldKind::Title | FieldKind::Heading => 2.0,
            FieldKind::AnchorSameSite | FieldKind::Main => 1.0,
            FieldKind::AnchorOtherSite => 0.5,
        }
    }
}

/// A set of field kinds: a link inside a heading of the main content is all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldKinds(u8);

impl FieldKinds {
    /// The part that a reader takes for the document itself: its main content and its title.
    /// Sentences, words and shingles are those of the body; the address, the meta fields and the
    /// links of a page's frame count for field-weighted measures alone.
    pub const BODY: FieldKinds =
        FieldKinds(1 << FieldKind::Main as u8 | 1 << FieldKind::Title as u8);

    /// This set with `kind` in it.
    #[must_use]
    pub fn with(self, kind: FieldKind) -> Self {
        FieldKinds(self.0 | 1 << kind as u8)
    }

    /// Returns whether `kind` is in the set.
    pub fn contains(self, kind: FieldKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Returns whether the text is part of the document's body.
    pub fn is_body(self) -> bool {
        self.0 & Self::BODY.0 != 0
    }

    /// Returns whether no kind is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Weight of a word in these fields; 0 in none. \[choice\] Main content is what occurs in no
    /// other field, and of others that are nested the heaviest counts: a link in the main content
    /// weighs as a link, a link in a heading as the heading. Were the main content a field of its
    /// links too, 002's 0.5 for links to other sites could never count beside its 1, nor take
    /// anything from a page that is a list of them; and were both added, such links would weigh more
    /// than text.
    pub fn heaviest(self, weight: impl Fn(FieldKind) -> f64) -> f64 {
        let others = FieldKinds(self.0 & !(1 << FieldKind::Main as u8));
        let counting = if others.is_empty() { self } else { others };
        counting.iter().map(weight).fold(0.0, f64::max)
    }

    /// The kinds in the set, in declaration order.
    pub fn iter(self) -> impl Iterator<Item = FieldKind> {
        FieldKind::ALL
            .into_iter()
            .filter(move |&kind| self.contains(kind))
    }
}

impl From<FieldKind> for FieldKinds {
    fn from(kind: FieldKind) -> Self {
        FieldKinds::default().with(kind)
    }
}

/// A stretch of a document's text and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Fields of the stretch.
    pub kinds: FieldKinds,
    /// Its place in [`Document::text`], in bytes.
    pub span: Range<usize>,
}

/// A field of a record, by the name that a user gave it: `title`, `author`, `year`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedField {
    /// The name.
    pub name: Arc<str>,
    /// Its place in [`Document::text`], in bytes.
    pub span: Range<usize>,
}

/// A document: a name, a text, and what the parts of the text are.
///
/// ```
/// use dejalu_text::Document;
///
/// let text = Document::plain("ferry", "The ferry waits at the pier.");
/// let page = Document::html("page", "<title>Ferry</title><p>The ferry waits.</p>", None);
/// assert_eq!(&*page.text, "Ferry\n\nThe ferry waits.");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Its name in the collection.
    pub id: DocumentId,
    /// All its text in reading order; blocks (title, heading, paragraph, list item, cell) are
    /// separated by a blank line, which no sentence crosses.
    pub text: Arc<str>,
    /// The parts of the text, ascending and disjoint.
    pub fields: Vec<Field>,
    /// The fields of a record that are compared on their own; none of other documents.
    pub named: Vec<NamedField>,
    /// The markup of a web page; none for other texts.
    pub structure: Option<Arc<super::html::Structure>>,
    /// The blocks of a web page that hold text of their own, in reading order, each before those
    /// in it; none for other texts.
    pub blocks: Vec<Block>,
    /// Documents with an equal value are known to be the same thing, or to belong together: they
    /// stay in one fold.
    pub cluster: Option<String>,
    /// The part of a data set that the document was assigned to: `train`, `dev`, `test`.
    pub split: Option<String>,
    /// The character set that its file was declared or guessed to be in, by its name in the
    /// Encoding Standard; none where nothing had to be guessed (UTF-8, UTF-16 with a byte order
    /// mark, a row of a table).
    pub charset: Option<&'static str>,
    /// Date of writing, as the source gives it; [`Document::written`] reads it.
    pub date: Option<String>,
    /// The number of its row in its source, counted from 1, unreadable rows included; none for a
    /// document that is a file of its own.
    pub row: Option<u64>,
    /// The name of its source, where there are several; none where there is one.
    pub source: Option<Arc<str>>,
    /// Its name in its source, where it had to be told apart from another one's.
    pub own_id: Option<DocumentId>,
    /// The number that a database gave the record, behind the name of the database: `PubMed 30114937`. It is no name of
    /// the work: where tables were put together one stands there twice. None of what has no fields.
    pub accession: Option<Arc<str>>,
    /// True if its file holds zero bytes, which are read as spaces.
    pub has_zeros: bool,
    /// The state of its file when it was read; none for a document that is no file of its own.
    pub file: Option<FileState>,
}

/// Makes a plain text, named by a hash of it: equal texts have one name.
///
/// ```
/// use dejalu_text::Document;
///
/// let [one, other] = ["The ferry waits.", "A storm broke the pier."].map(Document::from);
/// assert_ne!(one.id, other.id);
/// ```
impl From<&str> for Document {
    fn from(text: &str) -> Self {
        Document::plain(format!("{:032x}", xxh3_128(text.as_bytes())), text)
    }
}

/// Clones a document, which shares its text.
impl From<&Document> for Document {
    fn from(document: &Document) -> Self {
        document.clone()
    }
}

impl Document {
    /// A document of plain text: one field, main content.
    ///
    /// ```
    /// let document = dejalu_text::Document::plain("a", "Déjà lu means already read.");
    /// assert_eq!(document.fields.len(), 1);
    /// ```
    pub fn plain(id: impl Into<DocumentId>, text: &str) -> Self {
        Builder::new(id).block(FieldKind::Main.into(), text).build()
    }

    /// Time of writing, if the date can be read ([`Moment::of`]).
    pub fn written(&self) -> Option<Moment> {
        Moment::of(self.date.as_deref()?)
    }

    /// Returns whether both were read from one file, be it by different paths.
    pub fn is_same_file(&self, other: &Document) -> bool {
        let files = self.file.zip(other.file);
        files.is_some_and(|(own, other)| own.is_of_same_file(&other))
    }

    /// The text of a field.
    pub fn field_text(&self, field: &Field) -> &str {
        &self.text[field.span.clone()]
    }

    /// Returns whether its text has a letter or digit.
    pub fn has_words(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    /// Returns whether it is a web page, with markup that is known.
    pub fn is_page(&self) -> bool {
        self.structure.is_some()
    }

    /// A number that two documents share iff they are the same text: equal sequences of (field,
    /// text with white space folded) that hold a word: the one case in which every similarity
    /// is 1. None for a text without a letter or digit. A 128-bit hash: chance collisions are
    /// neglected.
    pub fn identity(&self) -> Option<u128> {
        identity_of(&self.text, &self.fields)
    }

    /// The same of any text that is not empty, be it without a word: exact copies share it.
    pub fn exact_text(&self) -> Option<u128> {
        (!self.text.trim().is_empty()).then(|| text_hash(&self.text, &self.fields))
    }
}

/// The [identity](Document::identity) of a document of this text and these fields.
pub fn identity_of(text: &str, fields: &[Field]) -> Option<u128> {
    let has_words = text.chars().any(char::is_alphanumeric);
    has_words.then(|| text_hash(text, fields))
}

fn text_hash(text: &str, fields: &[Field]) -> u128 {
    let mut hash = Xxh3::new();
    let mut previous = None;
    for field in fields {
        for words in words_parted_by_blanks(&text[field.span.clone()]) {
            if previous != Some(field.kinds) {
                hash.update(&[0, field.kinds.0]);
                previous = Some(field.kinds);
            }
            hash.update(b" ");
            hash.update(words.as_bytes());
        }
    }
    hash.digest128()
}

/// A text in pieces of which each holds words with one blank between two: most lines are such a
/// piece unchanged, of others every word is one.
fn words_parted_by_blanks(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim).flat_map(|line| {
        if is_parted_by_blanks(line) {
            Left(Some(line).filter(|line| !line.is_empty()).into_iter())
        } else {
            Right(line.split_whitespace())
        }
    })
}

/// Returns whether a trimmed line has no white space but single blanks, as far as its bytes show: characters that share
/// their first byte with white space are taken for some. Without an early end, so that the bytes are looked at many at
/// a time.
fn is_parted_by_blanks(line: &str) -> bool {
    let bytes = line.as_bytes();
    let begins_white_space = |b: u8| (b < b' ') | matches!(b, 0xc2 | 0xe1..=0xe3);
    let plain = |is_plain: bool, &b: &u8| is_plain & !begins_white_space(b);
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let single = |is_single, (&a, &b): (&u8, &u8)| is_single & ((a != b' ') | (b != b' '));
    bytes.iter().fold(true, plain) & pairs.fold(true, single)
}

/// Puts a document together, field by field in reading order.
#[derive(Debug, Default)]
pub struct Builder {
    id: DocumentId,
    text: String,
    fields: Vec<Field>,
    named: Vec<NamedField>,
    blocks: Blocks,
}

impl Builder {
    /// An empty document named `id`.
    pub fn new(id: impl Into<DocumentId>) -> Self {
        Builder {
            id: id.into(),
            ..Builder::default()
        }
    }

    /// Adds a block: a piece of text that no sentence crosses. A block without a character other
    /// than white space adds nothing. Every line end becomes `\n` and a byte order mark is left
    /// out: a text is the same whether a file, a table or a program gives it.
    #[must_use]
    pub fn block(mut self, kinds: FieldKinds, text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_end();
        self.end_block();
        if text.contains('\r') {
            self.inline(kinds, &text.replace("\r\n", "\n").replace('\r', "\n"));
        } else {
            self.inline(kinds, text);
        }
        self
    }

    /// Adds a block that is a field of a record; one without a character other than white space adds
    /// nothing.
    #[must_use]
    pub fn named(mut self, name: &Arc<str>, kinds: FieldKinds, text: &str) -> Self {
        let before = self.fields();
        self = self.block(kinds, text);
        self.name_since(before, name);
        self
    }

    /// Number of fields so far.
    pub(crate) fn fields(&self) -> usize {
        self.fields.len()
    }

    /// Makes a field of a record of what was added since there were so many fields, if anything was. Its last
    /// piece has no white space at its end.
    pub(crate) fn name_since(&mut self, before: usize, name: &Arc<str>) {
        let added = self.fields.get(before..).unwrap_or_default();
        if let (Some(first), Some(last)) = (added.first(), added.last()) {
            self.named.push(NamedField {
                name: name.clone(),
                span: first.span.start..last.span.end,
            });
        }
    }

    /// Adds text to the block that is open, as inline markup does. White space at a block's start
    /// is dropped; neighbours of the same kinds become one field.
    pub fn inline(&mut self, kinds: FieldKinds, text: &str) {
        let starts_block = self.text.is_empty() || self.text.ends_with("\n\n");
        let text = if starts_block {
            text.trim_start()
        } else {
            text
        };
        if text.trim_start().is_empty() {
            // Only white space: it separates words but is no field of its own.
            if !text.is_empty() && !self.text.ends_with(char::is_whitespace) {
                self.text.push(' ');
            }
            return;
        }
        self.blocks.text();
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        match self.fields.last_mut() {
            Some(last) if last.kinds == kinds && !starts_block => last.span.end = end,
            _ => self.fields.push(Field {
                kinds,
                span: start..end,
            }),
        }
    }

    /// Adds text as a browser shows it: each run of blanks, tabs and line ends is one space, also
    /// across neighbouring pieces.
    pub fn folded(&mut self, kinds: FieldKinds, text: &str) {
        const WHITE: [char; 5] = [' ', '\t', '\n', '\r', '\u{c}'];
        let mut after_white = self.text.ends_with(WHITE);
        let mut folded = String::with_capacity(text.len());
        for c in text.chars() {
            let white = WHITE.contains(&c);
            if !white {
                folded.push(c);
            } else if !after_white {
                folded.push(' ');
            }
            after_white = white;
        }
        self.inline(kinds, &folded);
    }

    /// Opens a block of a web page inside the one that is open; [`close`](Self::close) ends it.
    pub fn open(&mut self, kind: BlockKind) {
        self.end_block();
        self.blocks.open(kind, self.text.len());
    }

    /// Closes the block that was opened last.
    pub fn close(&mut self) {
        self.blocks.close(self.text.trim_end().len());
        self.end_block();
    }

    /// Ends the piece of text that no sentence crosses.
    pub fn end_block(&mut self) {
        let kept = self.text.trim_end().len();
        self.text.truncate(kept);
        if let Some(last) = self.fields.last_mut() {
            last.span.end = last.span.end.min(kept);
            self.text.push_str("\n\n");
        }
    }

    /// The finished document.
    pub fn build(mut self) -> Document {
        let kept = self.text.trim_end().len();
        self.text.truncate(kept);
        if let Some(last) = self.fields.last_mut() {
            last.span.end = last.span.end.min(kept);
        }
        // Collections hold many documents.
        self.fields.shrink_to_fit();
        self.named.shrink_to_fit();
        Document {
            id: self.id,
            text: self.text.into(),
            fields: self.fields,
            named: self.named,
            blocks: self.blocks.finish(),
            ..Document::default()
        }
    }
}

#[cfg(test)]
mod tests;
