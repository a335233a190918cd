//! Opens inputs: a file or the standard input, compressed or not; and rows from [`Columns`] that
//! are in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, UTF_8};
use flate2::bufread::MultiGzDecoder;

use super::bounded::{Bounded, MOST, MOST_OF_DOCUMENT, ours, too_large};
use super::gzip::Members;
use dejalu_base::error::{Error, ErrorKind, InputError, IoContext, Place, Result};

/// The path of the standard input, or the standard output.
pub const STANDARD_STREAM: &str = "-";

/// The place of a whole source.
pub fn place(path: &Path) -> Place {
    match path.to_str() {
        Some(STANDARD_STREAM) => Place::named("stdin"),
        _ => Place::file(path),
    }
}

/// Refuses a folder where a file is expected.
///
/// # Errors
///
/// The path is a folder, or does not exist.
pub fn no_folder(path: &Path) -> Result<()> {
    let is_folder = path.metadata().context("open", path)?.is_dir();
    if is_folder {
        Err(io::Error::from(io::ErrorKind::IsADirectory)).context("read", path)
    } else {
        Ok(())
    }
}

/// The compression of a file, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not.
    None,
    /// `.gz`.
    Gzip,
    /// `.zst`.
    Zstd,
}

impl Compression {
    /// The bytes that tell it of a stream without a name.
    const HEAD: u64 = 4;

    /// The compression and the name without its ending, in lower case.
    pub fn of(path: &Path) -> (Self, String) {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_ascii_lowercase();
        if let Some(rest) = name.strip_suffix(".tgz") {
            return (Compression::Gzip, format!("{rest}.tar"));
        }
        let endings = [(".gz", Compression::Gzip), (".zst", Compression::Zstd)];
        for (ending, compression) in endings {
            if let Some(rest) = name.strip_suffix(ending) {
                return (compression, rest.to_owned());
            }
        }
        (Compression::None, name)
    }

    /// The compression of what begins with these bytes, as of the standard input, which has no name.
    fn of_bytes(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x1f\x8b") {
            Compression::Gzip
        } else if bytes.starts_with(b"\x28\xb5\x2f\xfd") {
            Compression::Zstd
        } else {
            Compression::None
        }
    }
}

type Bytes = Box<dyn BufRead + Send>;

/// The bytes of a source, decompressed; a byte order mark is gone and UTF-16 is UTF-8.
pub struct Stream {
    bytes: Bounded<Bytes>,
    /// True if a byte order mark said that they are UTF-8.
    is_marked: bool,
    /// True if a byte order mark said what they are.
    is_decoded: bool,
    path: PathBuf,
}

impl Stream {
    /// Opens a file, or the standard input for `-`.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Self> {
        Stream::of_pieces(path, MOST)
    }

    /// Opens a file of documents or rows, none of which may have more than [`MOST_OF_DOCUMENT`]
    /// bytes, or the standard input for `-`.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub(crate) fn of_documents(path: &Path) -> Result<Self> {
        // Text in UTF-16 is read at once, so that the bound of its pieces comes later.
        let mut stream = Stream::open(path)?;
        stream.bytes.most = MOST_OF_DOCUMENT;
        Ok(stream)
    }

    /// Opens a file of JSON as UTF-8, with the character set that it is in if that is another one. JSON is
    /// taken for UTF-8 unless the user names a character set (`asked`): it is not guessed.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub(super) fn of_json(
        path: &Path,
        asked: Option<&'static Encoding>,
    ) -> Result<(Self, Option<&'static str>)> {
        Ok(Stream::of_documents(path)?.in_asked(asked))
    }

    /// The same of JSONL, where reading goes on behind a damaged member of a gzip file.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub(super) fn of_json_lines(
        path: &Path,
        asked: Option<&'static Encoding>,
    ) -> Result<(Self, Option<&'static str>)> {
        let mut stream = Stream::of_records(path, MOST)?.without_mark_at(path)?;
        stream.bytes.most = MOST_OF_DOCUMENT;
        Ok(stream.in_asked(asked))
    }

    fn in_asked(self, asked: Option<&'static Encoding>) -> (Self, Option<&'static str>) {
        match asked {
            None => (self, None),
            asked => self.in_utf8(asked),
        }
    }

    /// The same with another bound of a piece, in bytes.
    pub(super) fn of_pieces(path: &Path, most: u64) -> Result<Self> {
        Stream::of_bytes(path, most)?.without_mark_at(path)
    }

    fn without_mark_at(self, path: &Path) -> Result<Self> {
        self.without_mark().map_err(|error| error.at(&place(path)))
    }

    /// The same of bytes that are no text, and have no byte order mark.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub fn of_bytes(path: &Path, most: u64) -> Result<Self> {
        Stream::of(path, most, false)
    }

    /// The bytes of a file of records each of which tells where it begins: after
    /// [`InputError::DamagedMember`] reading goes on.
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be opened or read.
    pub fn of_records(path: &Path, most: u64) -> Result<Self> {
        Stream::of(path, most, true)
    }

    fn of(path: &Path, most: u64, goes_on: bool) -> Result<Self> {
        let (raw, compression): (Bytes, _) = if path.as_os_str() == STANDARD_STREAM {
            // A pipe may give fewer bytes at once than tell the compression.
            let mut head = Vec::new();
            let first = io::stdin().take(Compression::HEAD).read_to_end(&mut head);
            first.context("read", path)?;
            let compression = Compression::of_bytes(&head);
            let raw = Cursor::new(head).chain(io::stdin());
            (Box::new(BufReader::new(raw)), compression)
        } else {
            no_folder(path)?;
            let file = File::open(path).context("open", path)?;
            (Box::new(BufReader::new(file)), Compression::of(path).0)
        };
        let bytes: Bytes = match compression {
            Compression::None => raw,
            Compression::Gzip if goes_on => Box::new(Members::new(raw)),
            Compression::Gzip => Box::new(BufReader::new(MultiGzDecoder::new(raw))),
            Compression::Zstd => {
                let decoder = zstd::Decoder::with_buffer(raw).context("read", path)?;
                Box::new(BufReader::new(decoder))
            }
        };
        Ok(Stream {
            bytes: Bounded::new(bytes, most),
            is_marked: false,
            is_decoded: false,
            path: path.to_path_buf(),
        })
    }

    /// Returns whether it was UTF-16, as a byte order mark said.
    pub(crate) fn was_utf16(&self) -> bool {
        self.is_decoded && !self.is_marked
    }

    /// Returns whether a byte order mark said that it is UTF-8.
    pub(crate) fn has_mark(&self) -> bool {
        self.is_marked
    }

    /// Returns whether a byte order mark said what it is in.
    pub(super) fn is_decoded(&self) -> bool {
        self.is_decoded
    }

    /// The place of the source.
    pub(super) fn place(&self) -> Place {
        place(&self.path)
    }

    /// Copies the byte order mark of UTF-8 before the first byte, where there is one.
    ///
    /// # Errors
    ///
    /// What the system refuses to write.
    pub(super) fn copy_mark(&self, path: &Path, out: &mut dyn Write) -> Result<()> {
        if self.is_marked {
            out.write_all(&super::text::UTF8_MARK)
                .context("write", path)?;
        }
        Ok(())
    }

    /// Everything that is left.
    ///
    /// # Errors
    ///
    /// At the file: the system's reason, damaged compression, or more bytes than a piece may have.
    pub fn read_all(&mut self) -> Result<Vec<u8>> {
        self.next_piece();
        let mut bytes = Vec::new();
        match self.bytes.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(reason) if too_large(&reason).is_some() => {
                let most = self.bytes.most;
                Err(Error::from(InputError::LargeFile { most }).at(&place(&self.path)))
            }
            Err(reason) => Err(self.error(reason).at(&place(&self.path))),
        }
    }

    /// Replaces `line` by the next line without its end; `false` at the end of the source.
    ///
    /// # Errors
    ///
    /// Those of [`read_all`](Stream::read_all), with the place left to the caller. After
    /// [`InputError::LongLine`] the next line can be read.
    pub(crate) fn read_line(&mut self, line: &mut Vec<u8>) -> Result<bool> {
        line.clear();
        self.next_piece();
        let length = match self.bytes.read_until(b'\n', line) {
            Ok(length) => length,
            Err(reason) if too_large(&reason).is_some() => return Err(self.pass_over_line(line)?),
            Err(reason) => return Err(self.error(reason)),
        };
        if line.ends_with(b"\n") {
            line.pop();
        }
        if line.ends_with(b"\r") {
            line.pop();
        }
        Ok(length > 0)
    }

    /// Passes over the rest of a line that is too long, unless it has no end in sight: a compressed
    /// file of a few megabytes may hold a line of terabytes. Gives the error of the line.
    fn pass_over_line(&mut self, line: &mut Vec<u8>) -> Result<Error> {
        const MOST_PIECES: usize = 16;
        let most = self.bytes.most;
        for _ in 1..MOST_PIECES {
            line.clear();
            self.next_piece();
            let piece = (&mut self.bytes).take(most).read_until(b'\n', line);
            let length = piece.map_err(|reason| self.error(reason))? as u64;
            if length < most || line.ends_with(b"\n") {
                return Ok(InputError::LongLine { most }.into());
            }
        }
        Err(InputError::TooLarge { most }.into())
    }

    /// Begins another piece, which may be as large as the last one.
    pub fn next_piece(&mut self) {
        self.bytes.next_piece();
    }

    /// Our error for one of the system's, with the place left to the caller.
    pub fn error(&self, reason: io::Error) -> Error {
        if let Some(error) = ours(&reason) {
            return error.clone().into();
        }
        // The decompressors' own errors have no number of the system's.
        let of_system = reason.raw_os_error().is_some();
        let compressed = Compression::of(&self.path).0 != Compression::None;
        if !compressed || of_system {
            ErrorKind::Io {
                doing: "read",
                path: self.path.clone(),
                source: reason,
            }
            .into()
        } else if reason.kind() == io::ErrorKind::UnexpectedEof {
            let read = self.bytes.read;
            InputError::Truncated { read }.into()
        } else {
            let (reason, read) = (reason.to_string(), self.bytes.read);
            if read == 0 {
                InputError::BadCompression { reason }.into()
            } else {
                InputError::DamagedCompression { reason, read }.into()
            }
        }
    }

    /// Drops a byte order mark. Text in UTF-16 is turned into UTF-8, at once: it is rare, and a
    /// table in it comes from a spreadsheet, which fits in memory.
    fn without_mark(mut self) -> Result<Self> {
        let mut head = Vec::new();
        let outcome = (&mut self.bytes).take(3).read_to_end(&mut head);
        let fault = match outcome {
            Ok(_) => None,
            // It is told where the reader comes to it.
            Err(reason) if ours(&reason).is_some() => Some(reason),
            Err(reason) => return Err(self.error(reason)),
        };
        if let Some(endian) = super::text::Endian::of(&head) {
            head.append(&mut self.read_all()?);
            let utf8 = super::text::from_utf16(&head, endian)?;
            self.is_decoded = true;
            return Ok(self.with(|_| Box::new(Cursor::new(utf8.into_bytes()))));
        }
        if head == super::text::UTF8_MARK {
            (self.is_marked, self.is_decoded) = (true, true);
            head.clear();
        }
        Ok(self.with(|rest| again(head, fault, rest)))
    }

    /// The stream as UTF-8, and the character set it was in, if that is another one: the one asked
    /// for, or else the one that it seems to be in. A byte order mark goes before both.
    pub(super) fn in_utf8(
        mut self,
        asked: Option<&'static Encoding>,
    ) -> (Self, Option<&'static str>) {
        if self.is_decoded {
            return (self, None);
        }
        let charset = asked.or_else(|| self.charset());
        match charset.filter(|&charset| charset != UTF_8) {
            None => (self, None),
            Some(charset) => {
                let as_utf8 = |bytes| super::charset::AsUtf8::new(bytes, charset);
                let stream = self.with(|bytes| Box::new(BufReader::new(as_utf8(bytes))));
                (stream, Some(charset.name()))
            }
        }
    }

    /// The character set that its first 16 MiB seem to be in, if that is another one than UTF-8.
    pub(super) fn charset(&mut self) -> Option<&'static Encoding> {
        super::charset::of_head(&self.peek(MOST_OF_DOCUMENT))
    }

    /// The first bytes, at most so many, of a stream of which nothing was read. They can be read
    /// again; what stops the look ahead stops the reader where it comes to it.
    pub(super) fn peek(&mut self, most: u64) -> Vec<u8> {
        let mut head = Vec::new();
        let outcome = (&mut self.bytes.inner).take(most).read_to_end(&mut head);
        let rest = std::mem::replace(&mut self.bytes.inner, Box::new(io::empty()));
        self.bytes.inner = again(head.clone(), outcome.err(), rest);
        head
    }

    /// The same stream with other bytes, of which none was read.
    fn with(self, bytes: impl FnOnce(Bytes) -> Bytes) -> Self {
        let most = self.bytes.most;
        Stream {
            bytes: Bounded::new(bytes(self.bytes.inner), most),
            ..self
        }
    }
}

/// The bytes of one text, which may be in any character set.
pub struct RawText {
    /// The bytes, without a byte order mark; those of UTF-16 with a mark as UTF-8.
    pub bytes: Vec<u8>,
    /// True if a byte order mark said that they are UTF-8.
    pub is_marked: bool,
    /// True if a byte order mark said what they are.
    pub is_decoded: bool,
}

impl RawText {
    /// Those of a file, decompressed; at most [`MOST_OF_DOCUMENT`].
    ///
    /// # Errors
    ///
    /// Those of `Stream::of_documents` and [`Stream::read_all`].
    pub fn read(path: &Path) -> Result<Self> {
        let mut stream = Stream::of_documents(path)?;
        Ok(RawText {
            bytes: stream.read_all()?,
            is_marked: stream.is_marked,
            is_decoded: stream.is_decoded,
        })
    }

    /// Those in memory.
    ///
    /// # Errors
    ///
    /// A byte order mark of UTF-16 before what is none.
    pub fn of(bytes: &[u8]) -> Result<Self> {
        if let Some(endian) = super::text::Endian::of(bytes) {
            return Ok(RawText {
                bytes: super::text::from_utf16(bytes, endian)?.into_bytes(),
                is_marked: false,
                is_decoded: true,
            });
        }
        let unmarked = bytes.strip_prefix(&super::text::UTF8_MARK);
        Ok(RawText {
            bytes: unmarked.unwrap_or(bytes).to_vec(),
            is_marked: unmarked.is_some(),
            is_decoded: unmarked.is_some(),
        })
    }
}

/// Bytes that were read before, what stopped the reader, and what is left.
fn again(head: Vec<u8>, fault: Option<io::Error>, rest: Bytes) -> Bytes {
    let fault = BufReader::new(Fault(fault));
    Box::new(Cursor::new(head).chain(fault).chain(rest))
}

/// A source that fails once.
struct Fault(Option<io::Error>);

impl Read for Fault {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}
