//! [`OutputFile`]: a file that appears when it is complete.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;

use super::changes::TEMPORARY;
use super::input::{Compression, STANDARD_STREAM};
use super::temporary::Temporary;
use super::unfinished;
use dejalu_base::error::{IoContext, Result};

/// Returns whether this is the name of a file that is not finished.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(TEMPORARY[0]) && name.ends_with(TEMPORARY[1])
}

/// A file to be written, or the standard output. Its content is compressed if its name ends in `.gz` or `.zst`.
pub struct OutputFile {
    path: PathBuf,
    encoder: Encoder,
    /// The file beside its final place; none for the standard output, a device or a pipe.
    temporary: Option<Temporary>,
}

type Target = BufWriter<Box<dyn Write + Send>>;

enum Encoder {
    Plain(Target),
    Gzip(GzEncoder<Target>),
    Zstd(zstd::Encoder<'static, Target>),
}

impl OutputFile {
    /// Opens the file, or the standard output for `-`.
    ///
    /// # Errors
    ///
    /// The folder does not exist or cannot be written to, or the path is a folder.
    pub fn create(path: &Path) -> Result<Self> {
        let (target, temporary) = open(path).context("write", path)?;
        let target = BufWriter::new(target);
        let encoder = match Compression::of(path).0 {
            Compression::None => Encoder::Plain(target),
            Compression::Gzip => Encoder::Gzip(GzEncoder::new(target, Default::default())),
            Compression::Zstd => {
                let encoder = zstd::Encoder::new(target, zstd::DEFAULT_COMPRESSION_LEVEL);
                Encoder::Zstd(encoder.context("write", path)?)
            }
        };
        Ok(OutputFile {
            path: path.to_path_buf(),
            encoder,
            temporary,
        })
    }

    /// The path of the output.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes all of its content and finishes it.
    ///
    /// # Errors
    ///
    /// As [`finish`](Self::finish).
    pub fn write_whole(mut self, content: impl AsRef<[u8]>) -> Result<()> {
        self.write_all(content.as_ref())
            .context("write", &self.path)?;
        self.finish()
    }

    /// Writes what is left and puts the file in its place: at once, or with all outputs where these are
    /// [held](super::hold_outputs).
    ///
    /// # Errors
    ///
    /// The system's reason why the file cannot be written; then nothing is left of it.
    pub fn finish(self) -> Result<()> {
        self.encoder.finish().context("write", &self.path)?;
        self.temporary.map_or(Ok(()), Temporary::finish)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.writer().flush()
    }
}

impl Encoder {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Plain(writer) => writer,
            Encoder::Gzip(writer) => writer,
            Encoder::Zstd(writer) => writer,
        }
    }

    fn finish(self) -> io::Result<()> {
        let mut writer = match self {
            Encoder::Plain(writer) => writer,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstd(encoder) => encoder.finish()?,
        };
        writer.flush()
    }
}

/// The standard output. A reader that closes it early has read enough, which must not keep the files of the
/// same run from being finished: then what is left is written to nobody.
struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().write(bytes);
        written.or_else(|reason| unless_closed(reason, bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = io::stdout().flush();
        flushed.or_else(|reason| unless_closed(reason, ()))
    }
}

fn unless_closed<T>(reason: io::Error, done: T) -> io::Result<T> {
    let is_closed = reason.kind() == io::ErrorKind::BrokenPipe;
    if is_closed && unfinished::lock().has_any() {
        Ok(done)
    } else {
        Err(reason)
    }
}

/// The destination of the bytes, and the file beside its final place if there is one.
fn open(path: &Path) -> io::Result<(Box<dyn Write + Send>, Option<Temporary>)> {
    if path.as_os_str() == STANDARD_STREAM {
        return Ok((Box::new(StandardOutput), None));
    }
    let old = fs::metadata(path).ok();
    if let Some(old) = &old
        && !old.is_file()
    {
        // A device or a pipe must not be replaced by a file. Opening a folder to write fails with the
        // system's own words.
        let special = File::options().write(true).open(path)?;
        return Ok((Box::new(special), None));
    }
    if old.is_some() && is_database(path)? {
        let what = "it is a registry or an index, which is never overwritten; choose another path";
        return Err(io::Error::other(what));
    }
    let (temporary, file) = Temporary::create(path, old)?;
    Ok((Box::new(file), Some(temporary)))
}

/// Returns whether a file is one of SQLite's: the only copy of what was put into it, and never a
/// result that can be made again.
fn is_database(path: &Path) -> io::Result<bool> {
    const HEADER: &[u8] = b"SQLite format 3\0";
    let mut start = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(HEADER.len() as u64).read_to_end(&mut start)?,
        // What may not be read may still be written.
        Err(_) => return Ok(false),
    };
    Ok(start == HEADER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Stream;

    fn files_in(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.csv", "a.csv.gz", "a.csv.zst"] {
            let path = folder.path().join(name);
            let mut file = OutputFile::create(&path).unwrap();
            file.write_all(b"id\n1\n").unwrap();
            assert!(!path.exists());
            file.finish().unwrap();
            let written = Stream::open(&path).unwrap().read_all().unwrap();
            assert_eq!(written, b"id\n1\n");
        }
        assert_eq!(files_in(folder.path()), 3);
    }

    #[test]
    fn an_unfinished_file_leaves_nothing_and_the_old_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(&vec![b'x'; 100_000]).unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(files_in(folder.path()), 1);
    }

    #[test]
    fn a_path_that_cannot_be_written_fails_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no such folder").join("a.csv");
        let error = OutputFile::create(&path).err().unwrap().to_string();
        let expected = format!(
            "cannot write {}: No such file or directory (os error 2); correct the path",
            path.display()
        );
        assert_eq!(error, expected);
        let error = OutputFile::create(folder.path()).err().unwrap().to_string();
        assert!(
            error.ends_with("Is a directory (os error 21); give the name of a file"),
            "{error}"
        );
        assert_eq!(files_in(folder.path()), 0);
    }

    #[test]
    fn a_database_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("archive.registry");
        fs::write(&path, b"SQLite format 3\0 and so on").unwrap();
        let error = OutputFile::create(&path).err().unwrap().to_string();
        let expected = format!(
            "cannot write {}: it is a registry or an index, which is never overwritten; choose \
             another path",
            path.display()
        );
        assert_eq!(error, expected);
        assert_eq!(files_in(folder.path()), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        let mut output = OutputFile::create(&link).unwrap();
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);

        OutputFile::create(Path::new("/dev/null"))
            .unwrap()
            .finish()
            .unwrap();
        let mut byte = [0];
        let mut null = File::open("/dev/null").unwrap();
        assert_eq!(null.read(&mut byte).unwrap(), 0);
    }
}
