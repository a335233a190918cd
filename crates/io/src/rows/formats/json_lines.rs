//! JSONL: an object a line.

use std::ops::Range;
use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::Records;
use super::super::row::Row;
use super::super::target::Target;
use super::cells;
use super::copied::copy_rows;
use crate::input::{Stream, place};
use crate::lines::{JsonLines, RawLines};
use dejalu_base::error::{Place, Result};

/// The objects of JSONL. Of one that is not in UTF-8 a user has to say so.
pub(in crate::rows) struct JsonRecords {
    lines: JsonLines,
    charset: Option<&'static str>,
}

impl JsonRecords {
    pub(in crate::rows) fn new(stream: Stream, place: Place) -> Self {
        JsonRecords {
            lines: JsonLines::new(stream, place),
            charset: None,
        }
    }

    pub(super) fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let (stream, charset) = Stream::of_json_lines(path, options.encoding()?)?;
        let records = JsonRecords::new(stream, place(path));
        Ok(JsonRecords { charset, ..records })
    }
}

impl Records for JsonRecords {
    fn read(&mut self) -> Option<Result<Row>> {
        let read = self.lines.read(cells::cells)?;
        Some(read.map(|(place, cells)| Row::new(place, cells)))
    }

    fn has_ended(&self) -> bool {
        self.lines.has_ended()
    }

    fn charset(&self) -> Option<&'static str> {
        self.charset
    }

    fn extent(&self) -> Range<u64> {
        let line = self.lines.line();
        line..line + 1
    }
}

/// Copies lines without looking into them.
pub(super) fn copy(
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let open = || Stream::of_json_lines(source, options.encoding()?);
    let mut records = JsonLines::new(open()?.0, place(source));
    let lines = RawLines::of_json(open()?.0);
    lines.copy_mark(&path, target.around())?;
    let next = || {
        let read = records.read(|_| Ok(()));
        read.map(|_| records.line()..records.line() + 1)
    };
    copy_rows(next, lines, source, rows, target)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{OutputFile, rows};

    /// In UTF-16 the first id has a byte like that of a line end.
    const ROWS: [&str; 3] = [
        "{\"id\":\"\u{10A}\"}",
        "{\"id\":\"b\",\"note\":\"déjà\"}",
        "{\"id\":\"é\"}",
    ];

    /// Writes the rows in a character set.
    fn written(
        charset: &str,
        write: impl Fn(&Path, &TableOptions, &mut OutputFile) -> Result<usize>,
    ) -> String {
        let text = ROWS.join("\n\n");
        let bytes = match charset {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding_rs::ISO_8859_3.encode(&text).0.into_owned(),
        };
        let folder = tempfile::tempdir().unwrap();
        let [path, copy] = ["d.jsonl", "copy.jsonl"].map(|name| folder.path().join(name));
        std::fs::write(&path, bytes).unwrap();
        let options = TableOptions {
            encoding: Some(charset.to_owned()),
            ..TableOptions::default()
        };
        let mut out = OutputFile::create(&copy).unwrap();
        assert_eq!(write(&path, &options, &mut out).unwrap(), 0);
        out.finish().unwrap();
        std::fs::read_to_string(&copy).unwrap()
    }

    #[test]
    fn rows_in_another_character_set_are_copied_and_filled_as_utf8() {
        let [first, second, third] = ROWS;
        for charset in ["utf-16le", "iso-8859-3"] {
            let copied = written(charset, |path, options, out| {
                rows::copy(path, options, &[2, 3], out).unwrap()
            });
            assert_eq!(copied, format!("{second}\n{third}\n"), "{charset}");
            let filled = written(charset, |path, options, out| {
                let donors = BTreeMap::from([(3, vec![2])]);
                let filled =
                    rows::copy_filled(path, options, &[1, 3], &donors, "id", &|_, _| false, out);
                filled.unwrap().map(|(missing, _)| missing)
            });
            let third = third.replace('}', ",\"note\":\"déjà\"}");
            assert_eq!(filled, format!("{first}\n{third}\n"), "{charset}");
        }
    }
}
