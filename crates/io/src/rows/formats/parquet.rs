//! Parquet: named columns in groups of rows, read group by group.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_schema::DataType;
use arrow_select::filter::filter_record_batch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Compression as Packed;
use parquet::file::properties::WriterProperties;

use super::super::cell::Cell;
use super::super::pieces::Fill;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::writing::Writing;
use super::parquet_cells::cell;
use super::parquet_fill::Donors;
use crate::OutputFile;
use crate::input::{Compression, no_folder, place};
use dejalu_base::error::{Error, InputError, IoContext, Place, Result};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".parquet",
    open: |path, _| Ok(Box::new(Groups::open(path)?)),
    writing: Writing::As(".parquet", copy),
    is_field: |_| true,
}];

/// Number of rows in memory at once.
const ROWS: usize = 256;

type Builder = ParquetRecordBatchReaderBuilder<File>;

fn builder(path: &Path, options: ArrowReaderOptions) -> Result<Builder> {
    no_folder(path)?;
    if Compression::of(path).0 != Compression::None {
        return Err(Error::from(InputError::PackedTwice).at(&place(path)));
    }
    let file = File::open(path).context("open", path)?;
    let builder = Builder::try_new_with_options(file, options);
    let builder = builder.map_err(|reason| damaged(&reason).at(&place(path)))?;
    let groups = builder.metadata().row_groups().iter();
    let columns = groups.flat_map(|group| group.columns());
    match columns.map(|column| column.compression()).find_map(unread) {
        None => Ok(builder),
        Some(found) => {
            let kind = InputError::UnreadCompression {
                found: found.to_owned(),
                readable: "snappy, gzip, zstd or none",
            };
            Err(Error::from(kind).at(&place(path)))
        }
    }
}

/// The name of a compression that cannot be read.
fn unread(compression: Packed) -> Option<&'static str> {
    match compression {
        Packed::UNCOMPRESSED | Packed::SNAPPY | Packed::GZIP(_) | Packed::ZSTD(_) => None,
        Packed::BROTLI(_) => Some("brotli"),
        Packed::LZ4 | Packed::LZ4_RAW => Some("lz4"),
        Packed::LZO => Some("lzo"),
    }
}

fn damaged(reason: &dyn std::fmt::Display) -> Error {
    let problem = reason.to_string();
    InputError::BadParquet { problem }.into()
}

/// The rows of a file.
struct Groups {
    batches: ParquetRecordBatchReader,
    columns: Vec<Arc<str>>,
    rows: VecDeque<BTreeMap<Arc<str>, Cell>>,
    place: Place,
    /// Number of rows read.
    read: u64,
    ended: bool,
}

impl Groups {
    fn open(path: &Path) -> Result<Self> {
        // Categories of a data frame are texts like others.
        let builder = builder(
            path,
            ArrowReaderOptions::new().with_skip_arrow_metadata(true),
        )?;
        let fields = builder.schema().fields().iter();
        let columns: Vec<Arc<str>> = fields.map(|field| field.name().as_str().into()).collect();
        let batches = builder.with_batch_size(ROWS).build();
        Ok(Groups {
            batches: batches.map_err(|reason| damaged(&reason).at(&place(path)))?,
            columns,
            rows: VecDeque::new(),
            place: place(path),
            read: 0,
            ended: false,
        })
    }

    fn fill(&mut self) -> Result<()> {
        let Some(batch) = self.batches.next() else {
            self.ended = true;
            return Ok(());
        };
        let batch = batch.map_err(|reason| {
            self.ended = true;
            damaged(&reason).at(&self.place)
        })?;
        self.rows = rows(&batch, &self.columns);
        Ok(())
    }
}

impl Records for Groups {
    fn header(&self) -> Option<Vec<Arc<str>>> {
        Some(self.columns.clone())
    }

    fn read(&mut self) -> Option<Result<Row>> {
        while self.rows.is_empty() && !self.ended {
            if let Err(error) = self.fill() {
                return Some(Err(error));
            }
        }
        let cells = self.rows.pop_front()?;
        let source = &self.place.source;
        self.read += 1;
        let here = Place::named(format_args!("{source}[{}]", self.read));
        Some(Ok(Row::new(here, cells)))
    }

    fn has_ended(&self) -> bool {
        self.ended && self.rows.is_empty()
    }
}

/// The cells of each row.
fn rows(batch: &RecordBatch, columns: &[Arc<str>]) -> VecDeque<BTreeMap<Arc<str>, Cell>> {
    let mut rows = VecDeque::from(vec![BTreeMap::new(); batch.num_rows()]);
    for (name, column) in columns.iter().zip(batch.columns()) {
        // A column without any value has no type either.
        if *column.data_type() == DataType::Null {
            continue;
        }
        for (place, row) in rows.iter_mut().enumerate() {
            if !column.is_null(place) {
                row.insert(name.clone(), cell(column, place));
            }
        }
    }
    rows
}

/// Copies rows, with the schema of the source and its compression, and fills these fields of them.
fn copy(source: &Path, rows: &[u64], fills: &mut [Fill], out: &mut OutputFile) -> Result<usize> {
    let path = out.path().to_path_buf();
    let broken = |reason: &dyn std::fmt::Display| damaged(reason).at(&place(source));
    let mut donors = Donors::new(fills);
    if !fills.is_empty() {
        let builder = builder(source, ArrowReaderOptions::new())?;
        let batches = builder.with_batch_size(ROWS).build();
        for batch in batches.map_err(|reason| broken(&reason))? {
            let batch = batch.map_err(|reason| broken(&reason))?;
            donors.see(&batch).map_err(|reason| broken(&reason))?;
        }
        donors.show(fills).map_err(|reason| broken(&reason))?;
    }
    let builder = builder(source, ArrowReaderOptions::new())?;
    let metadata = builder.metadata();
    let first = metadata
        .row_groups()
        .first()
        .and_then(|group| group.columns().first());
    let mut properties = WriterProperties::builder()
        .set_key_value_metadata(metadata.file_metadata().key_value_metadata().cloned());
    if let Some(column) = first {
        properties = properties.set_compression(column.compression());
    }
    let schema = builder.schema().clone();
    let batches = builder
        .with_batch_size(ROWS)
        .build()
        .map_err(|reason| broken(&reason))?;
    let write = |reason: parquet::errors::ParquetError| match reason {
        parquet::errors::ParquetError::External(reason) => std::io::Error::other(reason),
        reason => std::io::Error::other(reason.to_string()),
    };
    let writer = ArrowWriter::try_new(out, schema, Some(properties.build()));
    let mut writer = writer.map_err(write).context("write", &path)?;
    let mut wanted = rows.iter().copied().peekable();
    let (mut number, mut written) = (0, 0);
    for batch in batches {
        let batch = batch.map_err(|reason| broken(&reason))?;
        let batch = donors
            .fill(batch, number)
            .map_err(|reason| broken(&reason))?;
        let kept = (0..batch.num_rows()).map(|_| {
            number += 1;
            let is_wanted = wanted.next_if_eq(&number).is_some();
            written += usize::from(is_wanted);
            Some(is_wanted)
        });
        let kept: BooleanArray = kept.collect();
        let kept = filter_record_batch(&batch, &kept).map_err(|reason| broken(&reason))?;
        writer.write(&kept).map_err(write).context("write", &path)?;
    }
    writer.close().map_err(write).context("write", &path)?;
    Ok(rows.len() - written)
}

#[cfg(test)]
mod tests;
