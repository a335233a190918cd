//! Reads the XML that PubMed and EndNote export. Each record is found by its tags, and its parser sees it alone, so that
//! a broken one costs no other. Entities that a file defines for itself are not resolved.

use std::ops::Range;
use std::path::Path;

use memchr::{memmem, memrchr};

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::target::Target;
use super::super::writing::{Frame, Writing};
use super::copied::copy_records;
use super::counted::Counted;
use super::xml_kind::{KINDS, XmlKind};
use crate::bounded::MOST_OF_DOCUMENT;
use crate::input::place;
use crate::line_ends::count;
use dejalu_base::error::{Error, InputError, Place, Result};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".xml",
    open: |path, options| Ok(Box::new(XmlRecords::open(path, options)?)),
    writing: Writing::Bytes {
        copy,
        syntax: None,
        frame: Frame::NONE,
    },
    is_field: |_| false,
}];

/// The records of a source.
struct XmlRecords {
    bytes: Counted,
    place: Place,
    /// The kind of records, once a list of them or a record was met.
    kind: Option<&'static XmlKind>,
    /// The first tag of a record that began before another one ended.
    held: Option<Piece>,
    /// The name of a list of records and the line where it begins, until it ends.
    open: Option<(&'static str, u64)>,
    /// The elements beside records.
    beside: Beside,
    /// True if there is anything but white space, and a record.
    holds_text: bool,
    holds_record: bool,
    extent: Range<u64>,
    ended: bool,
}

impl XmlRecords {
    fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let bytes = Counted::open_unchanged(path, options)?;
        Ok(XmlRecords {
            bytes,
            place: place(path),
            kind: None,
            held: None,
            open: None,
            beside: Beside::default(),
            holds_text: false,
            holds_record: false,
            extent: 0..0,
            ended: false,
        })
    }

    /// Reads up to the end of the next tag, comment or CDATA.
    fn piece(&mut self) -> Result<Option<Piece>> {
        let (from, line) = (self.bytes.position, self.bytes.line);
        let mut bytes = Vec::new();
        self.bytes.stream.next_piece();
        self.read_to_tag_end(&mut bytes)?;
        // Looked for once: what has begun lasts to its own end, whatever else seems to begin in it.
        let untagged = Untagged::of(&bytes);
        while let Some(it) = untagged.as_ref().filter(|it| !it.ends(&bytes)) {
            let before = bytes.len();
            self.read_to_tag_end(&mut bytes)?;
            if bytes.len() == before {
                self.ended = true;
                let problem = format!("its {} has no end", it.name);
                return Err(InputError::BadReference { problem }.into());
            }
        }
        self.holds_text |= !bytes.trim_ascii().is_empty();
        let begins = untagged.map(|it| it.begins);
        Ok((!bytes.is_empty()).then(|| Piece::of(bytes, begins, from, line)))
    }

    fn read_to_tag_end(&mut self, bytes: &mut Vec<u8>) -> Result<()> {
        let read = self.bytes.read_until(b'>', bytes);
        read.inspect_err(|_| self.ended = true)
    }

    /// The first tag of the next record, and its kind.
    fn find(&mut self) -> Result<Option<(Piece, &'static XmlKind)>> {
        if let (Some(held), Some(kind)) = (self.held.take(), self.kind) {
            return Ok(Some((held, kind)));
        }
        while let Some(piece) = self.piece()? {
            let name = piece.name();
            let mut kinds = KINDS.iter();
            self.kind = self
                .kind
                .or_else(|| kinds.find(|kind| kind.begins_with(name)));
            let Some(kind) = self.kind else { continue };
            if name == kind.list.as_bytes() {
                self.open = Some((kind.list, piece.line));
            } else if piece.ended() == Some(kind.list.as_bytes()) {
                self.open = None;
            } else if kind.is_record(name) {
                return Ok(Some((piece, kind)));
            } else if self.open.is_some() {
                self.beside.see(&piece);
            }
        }
        Ok(None)
    }

    /// The bytes of the record that begins with this tag.
    fn record(&mut self, first: Piece, kind: &XmlKind) -> Result<Vec<u8>> {
        self.extent = first.begins..self.bytes.position;
        let mut record = first.bytes[first.tag..].to_vec();
        let mut is_long = false;
        while let Some(piece) = self.piece()? {
            if kind.is_record(piece.name()) {
                self.extent.end = piece.begins;
                self.held = Some(piece);
                break;
            }
            self.extent.end = self.bytes.position;
            is_long |= (record.len() + piece.bytes.len()) as u64 > MOST_OF_DOCUMENT;
            if !is_long {
                record.extend_from_slice(&piece.bytes);
            }
            if piece.ended().is_some_and(|name| kind.is_record(name)) {
                self.skip_white()?;
                let most = MOST_OF_DOCUMENT;
                let long = || InputError::LongRecord { most }.into();
                return if is_long { Err(long()) } else { Ok(record) };
            }
        }
        if self.held.is_none() {
            // What is cut short is said once.
            self.open = None;
        }
        let problem = "it has no end, as in a file that is cut short".to_owned();
        Err(InputError::BadReference { problem }.into())
    }

    /// Attaches the white space after a record to it.
    fn skip_white(&mut self) -> Result<()> {
        let passed = self.bytes.skip_white();
        passed.inspect_err(|_| self.ended = true)?;
        self.extent.end = self.bytes.position;
        Ok(())
    }

    /// The error at the end of a source that holds no record.
    fn no_record(&mut self) -> Option<Error> {
        self.ended = true;
        let is_other = self.holds_text && !self.holds_record;
        is_other.then(|| Error::from(InputError::NoXmlRecords).at(&self.place))
    }
}

impl Records for XmlRecords {
    fn names_fields(&self) -> bool {
        true
    }

    fn read(&mut self) -> Option<Result<Row>> {
        if self.ended {
            return None;
        }
        let (first, kind) = match self.find() {
            Ok(Some(first)) => first,
            Ok(None) => return self.no_record().map(Err),
            Err(error) => return Some(Err(error.at(&self.place.at_line(self.bytes.line)))),
        };
        self.holds_record = true;
        let here = self.place.at_line(first.line);
        let row = self.record(first, kind).and_then(|record| {
            let text = self.bytes.text(record)?;
            Ok(Row::new(here.clone(), (kind.cells)(&text)?))
        });
        Some(row.map_err(|error| error.at(&here)))
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn faults(&self) -> Vec<Error> {
        let at = |kind: InputError, line| Error::from(kind).at(&self.place.at_line(line));
        let unclosed = |(list, line)| at(InputError::UnclosedList { list }, line);
        let open = self.open.map(unclosed);
        let beside = self.beside.fault().map(|(kind, line)| at(kind, line));
        open.into_iter().chain(beside).collect()
    }

    fn charset(&self) -> Option<&'static str> {
        self.bytes.charset()
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}

/// The elements of a list that are no records.
#[derive(Default)]
struct Beside {
    count: u64,
    /// The name of the first, and its line.
    first: Option<(String, u64)>,
    /// Number of open elements.
    depth: u64,
}

impl Beside {
    /// Sees a tag that belongs to no record.
    fn see(&mut self, piece: &Piece) {
        let name = piece.name();
        match name.first() {
            None | Some(b'!' | b'?') => return,
            Some(b'/') => {
                self.depth = self.depth.saturating_sub(1);
                return;
            }
            Some(_) => {}
        }
        let is_empty = piece.bytes.ends_with(b"/>");
        if self.depth == 0 {
            self.count += 1;
            let name = name.strip_suffix(b"/").unwrap_or(name);
            let name = String::from_utf8_lossy(&name[..name.len().min(64)]).into_owned();
            self.first.get_or_insert((name, piece.line));
        }
        self.depth += u64::from(!is_empty);
    }

    fn fault(&self) -> Option<(InputError, u64)> {
        let (first, line) = self.first.clone()?;
        let elements = self.count;
        Some((InputError::BesideRecords { elements, first }, line))
    }
}

/// A part without tags, whatever it looks like.
struct Untagged {
    name: &'static str,
    /// Its start, the start of its content, and its closing characters.
    begins: usize,
    inside: usize,
    end: &'static [u8],
}

impl Untagged {
    /// Finds such a part that begins among the bytes, which hold at most one tag.
    fn of(bytes: &[u8]) -> Option<Self> {
        const KINDS: [(&str, &[u8], &[u8]); 2] = [
            ("comment", b"<!--", b"-->"),
            ("CDATA section", b"<![CDATA[", b"]]>"),
        ];
        let found = KINDS.into_iter().filter_map(|(name, begin, end)| {
            let begins = memmem::find(bytes, begin)?;
            Some(Untagged {
                name,
                begins,
                inside: begins + begin.len(),
                end,
            })
        });
        found.min_by_key(|it| it.begins)
    }

    fn ends(&self, bytes: &[u8]) -> bool {
        bytes[self.inside..].ends_with(self.end)
    }
}

/// Bytes up to the end of a tag.
struct Piece {
    bytes: Vec<u8>,
    /// Place of the tag among them.
    tag: usize,
    /// Place of the tag in the source, and its line.
    begins: u64,
    line: u64,
}

impl Piece {
    /// Bytes that begin at this place and line of the source; where a comment or CDATA begins among them.
    fn of(bytes: Vec<u8>, untagged: Option<usize>, from: u64, line: u64) -> Self {
        let last_tag = || memrchr(b'<', &bytes).unwrap_or(bytes.len());
        let tag = untagged.unwrap_or_else(last_tag);
        Piece {
            tag,
            begins: from + tag as u64,
            line: line + count(&bytes[..tag]),
            bytes,
        }
    }

    /// The name of the element that the tag ends; none if it begins one.
    fn ended(&self) -> Option<&[u8]> {
        self.name().strip_prefix(b"/")
    }

    /// The name in the tag, with the slash of one that ends an element.
    fn name(&self) -> &[u8] {
        let inside = self.bytes.get(self.tag + 1..).unwrap_or_default();
        let inside = inside.strip_suffix(b">").unwrap_or_default();
        let mut words = inside.split(u8::is_ascii_whitespace);
        words.next().unwrap_or_default()
    }
}

fn copy(
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let records = XmlRecords::open(source, options)?;
    let mut bytes = Counted::open_unchanged(source, options)?;
    if let Some(charset) = bytes.changed {
        return Err(Error::from(InputError::CopiedCharset { charset }).at(&place(source)));
    }
    bytes.copy_mark(&path, target.around())?;
    copy_records(records, source, rows, target, |until, out| {
        bytes.pass(until, &path, out)
    })
}
