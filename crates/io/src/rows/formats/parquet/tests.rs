use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Float64Array, Int64Array, ListArray, StringArray};

use super::*;

/// A file with a text, a number and a list a row, in groups of a few rows.
fn written(path: &Path, rows: i64) {
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..rows));
    let text = |row: i64| (row % 7 != 6).then(|| format!("text number {row}"));
    let texts: ArrayRef = Arc::new(StringArray::from_iter((0..rows).map(text)));
    let shares: ArrayRef = Arc::new(Float64Array::from_iter_values(
        (0..rows).map(|row| row as f64 / 2.0),
    ));
    let list = |row: i64| Some(vec![Some(row); 2]);
    let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int64Type, _, _>(
        (0..rows).map(list),
    ));
    let columns = [
        ("id", ids),
        ("text", texts),
        ("share", shares),
        ("list", lists),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(300))
        .set_compression(parquet::basic::Compression::SNAPPY)
        .build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn rows_are_read_group_by_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    written(&path, 1_000);
    let mut groups = Groups::open(&path).unwrap();
    let header: Vec<String> = groups
        .header()
        .unwrap()
        .iter()
        .map(|name| name.to_string())
        .collect();
    assert_eq!(header, ["id", "text", "share", "list"]);
    let rows: Vec<Row> = std::iter::from_fn(|| groups.read())
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), 1_000);
    assert_eq!(rows[999].get("id").unwrap(), Some("999"));
    assert_eq!(rows[999].get("text").unwrap(), Some("text number 999"));
    assert_eq!(rows[6].get("text").unwrap(), None);
    assert_eq!(rows[1].get("share").unwrap(), Some("0.5"));
    let refused = rows[3].get("list").unwrap_err().to_string();
    assert!(refused.ends_with("a.parquet[4]: 'list' is a list; expected text or a number, in quotation marks if it is long"), "{refused}");
}

#[test]
fn rows_are_copied_with_the_same_schema() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    written(&source, 1_000);
    let copied = |rows: &[u64]| {
        let mut out = OutputFile::create(&target).unwrap();
        let missing = copy(&source, rows, &mut [], &mut out).unwrap();
        out.finish().unwrap();
        missing
    };
    let all = |path: &Path| -> Vec<RecordBatch> {
        let builder = builder(path, ArrowReaderOptions::new()).unwrap();
        builder
            .with_batch_size(5_000)
            .build()
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let schema = |path: &Path| {
        let builder = builder(path, ArrowReaderOptions::new()).unwrap();
        (
            builder.schema().clone(),
            format!("{:?}", builder.parquet_schema()),
        )
    };
    assert_eq!(copied(&(1..=1_000).collect::<Vec<u64>>()), 0);
    assert_eq!(all(&target), all(&source));
    assert_eq!(schema(&target), schema(&source));
    assert_eq!(copied(&[2, 500, 1_000, 1_001]), 1);
    assert_eq!(schema(&target), schema(&source));
    let mut groups = Groups::open(&target).unwrap();
    let ids = std::iter::from_fn(|| groups.read());
    let ids: Vec<String> = ids
        .map(|row| row.unwrap().get("id").unwrap().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["1", "499", "999"]);
}

#[test]
fn a_list_that_is_filled_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    written(&source, 3);
    let mut fills = [Fill {
        row: 1,
        field: "list".into(),
        from: 3,
        value: "a list".to_owned(),
        is_text: false,
    }];
    let mut out = OutputFile::create(&target).unwrap();
    copy(&source, &[1], &mut fills, &mut out).unwrap();
    assert_eq!(fills[0].value, "[2,2]");
}

#[test]
fn compression_that_cannot_be_read_has_a_name() {
    let unread = [Packed::LZ4_RAW, Packed::SNAPPY, Packed::LZO].map(unread);
    assert_eq!(unread, [Some("lz4"), None, Some("lzo")]);
}

#[test]
fn damaged_files_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    written(&path, 1_000);
    let whole = std::fs::read(&path).unwrap();
    let mut tried = 0;
    let mut read = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let outcome = Groups::open(&path)
            .map(|mut groups| std::iter::from_fn(|| groups.read()).find_map(Result::err));
        if let Ok(Some(error)) | Err(error) = outcome {
            tried += 1;
            let error = error.to_string();
            assert!(
                error.contains("a.parquet: not a Parquet file, or a damaged one ("),
                "{error}"
            );
        }
    };
    read(b"PAR1");
    for cut in (0..whole.len()).step_by(97) {
        read(&whole[..cut]);
    }
    for place in (0..whole.len()).step_by(53) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        read(&bytes);
    }
    assert!(tried > 100, "{tried}");
    let packed = folder.path().join("a.parquet.gz");
    std::fs::write(&packed, "x").unwrap();
    let error = Groups::open(&packed).err().unwrap().to_string();
    assert!(
        error.ends_with("a.parquet.gz: Parquet has its own compression; unpack the file around it"),
        "{error}"
    );
}
