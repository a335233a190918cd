//! Values of Parquet columns, by their types.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};
use jiff::SignedDuration;
use jiff::civil::{DateTime, Time};
use serde_json::Value;

use super::super::cell::Cell;

/// A value of a column, which is not null.
pub(super) fn cell(column: &dyn Array, row: usize) -> Cell {
    if let Some(text) = text(column, row) {
        return Cell::Text(text);
    }
    let other = || Cell::Other(kind(column.data_type()));
    texts(column, row).map_or_else(other, Cell::Texts)
}

/// The texts of a list of texts, without those that are null.
fn texts(column: &dyn Array, row: usize) -> Option<Vec<String>> {
    let list = match column.data_type() {
        DataType::List(_) => column.as_list::<i32>().value(row),
        DataType::LargeList(_) => column.as_list::<i64>().value(row),
        _ => return None,
    };
    let is_text = matches!(
        list.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
    );
    let present = (0..list.len()).filter(|&place| list.is_valid(place));
    is_text.then(|| present.filter_map(|place| text(&list, place)).collect())
}

/// Describes a value that has no text.
fn kind(of: &DataType) -> &'static str {
    match of {
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => "a list",
        DataType::Struct(_) | DataType::Map(..) => "an object",
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => {
            "a date before the year -9999 or after 9999"
        }
        DataType::Binary | DataType::FixedSizeBinary(_) => "binary",
        _ => "neither text nor a number",
    }
}

/// A text as it is, a number by its digits, a date or time in ISO 8601; none of anything else.
fn text(column: &dyn Array, row: usize) -> Option<String> {
    macro_rules! number {
        ($kind:ty) => {
            column.as_primitive::<$kind>().value(row).to_string()
        };
    }
    macro_rules! decimal {
        ($kind:ty) => {
            column.as_primitive::<$kind>().value_as_string(row)
        };
    }
    macro_rules! moment {
        ($kind:ty, $per_second:literal) => {
            moment(
                i64::from(column.as_primitive::<$kind>().value(row)),
                $per_second,
            )?
        };
    }
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => column.as_string_view().value(row).to_owned(),
        // Older writers do not say that their bytes are text.
        DataType::Binary => std::str::from_utf8(bytes(column, row)?).ok()?.to_owned(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float16 => number!(Float16Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Decimal32(..) => decimal!(Decimal32Type),
        DataType::Decimal64(..) => decimal!(Decimal64Type),
        DataType::Decimal128(..) => decimal!(Decimal128Type),
        DataType::Decimal256(..) => decimal!(Decimal256Type),
        DataType::Date32 => {
            const SECONDS: i64 = 24 * 60 * 60;
            let days = column.as_primitive::<Date32Type>().value(row);
            iso_8601(moment(i64::from(days) * SECONDS, 1)?, false)
        }
        DataType::Date64 => iso_8601(moment!(Date64Type, 1_000), false),
        DataType::Timestamp(unit, zone) => {
            let moment = match unit {
                TimeUnit::Second => moment!(TimestampSecondType, 1),
                TimeUnit::Millisecond => moment!(TimestampMillisecondType, 1_000),
                TimeUnit::Microsecond => moment!(TimestampMicrosecondType, 1_000_000),
                TimeUnit::Nanosecond => moment!(TimestampNanosecondType, 1_000_000_000),
            };
            iso_8601(moment, zone.is_some())
        }
        DataType::Time32(TimeUnit::Second) => moment!(Time32SecondType, 1).time().to_string(),
        DataType::Time32(_) => moment!(Time32MillisecondType, 1_000).time().to_string(),
        DataType::Time64(TimeUnit::Microsecond) => {
            moment!(Time64MicrosecondType, 1_000_000).time().to_string()
        }
        DataType::Time64(_) => moment!(Time64NanosecondType, 1_000_000_000)
            .time()
            .to_string(),
        _ => return None,
    })
}

/// The moment so many units after the first of 1970; none that ISO 8601 has no four digits for.
fn moment(count: i64, per_second: i64) -> Option<DateTime> {
    const NANOSECONDS: i64 = 1_000_000_000;
    const FIRST: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
    let nanoseconds = count.rem_euclid(per_second) * (NANOSECONDS / per_second);
    let since = SignedDuration::new(
        count.div_euclid(per_second),
        i32::try_from(nanoseconds).ok()?,
    );
    FIRST.checked_add(since).ok()
}

/// A moment in ISO 8601. One at midnight is a day, as programs write days; where a zone is known, the moment
/// is one of UTC.
fn iso_8601(moment: DateTime, is_zoned: bool) -> String {
    if is_zoned {
        format!("{moment}Z")
    } else if moment.time() == Time::midnight() {
        moment.date().to_string()
    } else {
        moment.to_string()
    }
}

fn bytes(column: &dyn Array, row: usize) -> Option<&[u8]> {
    Some(match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().value(row),
        DataType::LargeBinary => column.as_binary::<i64>().value(row),
        DataType::BinaryView => column.as_binary_view().value(row),
        DataType::FixedSizeBinary(_) => column.as_fixed_size_binary().value(row),
        _ => return None,
    })
}

/// A value in one line for people, of any type: a list or an object as JSON, bytes by their digits.
pub(super) fn display_value(column: &dyn Array, row: usize) -> String {
    const MOST: usize = 200;
    let shown = match json(column, row) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    match shown.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

fn json(column: &dyn Array, row: usize) -> Value {
    let list = |items: &dyn Array| (0..items.len()).map(|item| json(items, item)).collect();
    if column.is_null(row) {
        return Value::Null;
    }
    match column.data_type() {
        DataType::List(_) => list(&column.as_list::<i32>().value(row)),
        DataType::LargeList(_) => list(&column.as_list::<i64>().value(row)),
        DataType::FixedSizeList(..) => list(&column.as_fixed_size_list().value(row)),
        DataType::Struct(_) => {
            let object = column.as_struct();
            let members = object.column_names().into_iter().zip(object.columns());
            let members = members.map(|(name, value)| (name.to_owned(), json(value, row)));
            Value::Object(members.collect())
        }
        DataType::Map(..) => {
            let entries = column.as_map().value(row);
            let [keys, values] = [entries.column(0), entries.column(1)];
            let entry = |at| (text(keys, at).unwrap_or_default(), json(values, at));
            Value::Object((0..entries.len()).map(entry).collect())
        }
        of => {
            let is_bare = of.is_numeric() || *of == DataType::Boolean;
            let Some(text) = text(column, row).or_else(|| digits(column, row)) else {
                return Value::Null;
            };
            let bare = is_bare.then(|| serde_json::from_str(&text).ok()).flatten();
            bare.unwrap_or(Value::String(text))
        }
    }
}

/// The hexadecimal digits of bytes.
fn digits(column: &dyn Array, row: usize) -> Option<String> {
    const MOST: usize = 200;
    let bytes = bytes(column, row)?.iter().take(MOST);
    Some(bytes.map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::builder::{Int64Builder, MapBuilder, StringBuilder};
    use arrow_array::{
        ArrayRef, BinaryArray, Date32Array, Date64Array, Decimal128Array, Int64Array, ListArray,
        StringArray, StructArray, TimestampMillisecondArray, TimestampNanosecondArray,
    };

    use super::*;

    #[test]
    fn dates_are_iso_8601_and_decimals_their_digits() {
        let days = Date32Array::from(vec![19_844, -1, i32::MAX]);
        assert_eq!(cell(&days, 0), Cell::Text("2024-05-01".into()));
        assert_eq!(cell(&days, 1), Cell::Text("1969-12-31".into()));
        assert_eq!(
            cell(&days, 2),
            Cell::Other("a date before the year -9999 or after 9999")
        );
        let noon = 1_714_564_800_000;
        let milliseconds = Date64Array::from(vec![noon, noon - 43_200_000]);
        let values = |column: &dyn Array| {
            let texts = (0..column.len()).map(|row| text(column, row).unwrap());
            texts.collect::<Vec<String>>()
        };
        assert_eq!(values(&milliseconds), ["2024-05-01T12:00:00", "2024-05-01"]);
        let moments = TimestampMillisecondArray::from(vec![noon + 500, noon - 43_200_000, -1]);
        assert_eq!(
            values(&moments),
            [
                "2024-05-01T12:00:00.5",
                "2024-05-01",
                "1969-12-31T23:59:59.999"
            ]
        );
        assert_eq!(
            values(&moments.with_timezone("UTC"))[..2],
            ["2024-05-01T12:00:00.5Z", "2024-05-01T00:00:00Z"]
        );
        let extremes = TimestampNanosecondArray::from(vec![i64::MIN, i64::MAX]);
        assert_eq!(
            values(&extremes),
            [
                "1677-09-21T00:12:43.145224192",
                "2262-04-11T23:47:16.854775807"
            ]
        );
        let decimals = Decimal128Array::from(vec![1_250, -5]);
        let decimals = decimals.with_precision_and_scale(10, 2).unwrap();
        assert_eq!(values(&decimals), ["12.50", "-0.05"]);
    }

    #[test]
    fn values_of_other_types_are_shown_as_json() {
        let list =
            ListArray::from_iter_primitive::<Int64Type, _, _>([Some(vec![Some(1), None, Some(3)])]);
        assert_eq!(cell(&list, 0), Cell::Other("a list"));
        assert_eq!(display_value(&list, 0), "[1,null,3]");
        let names: ArrayRef = Arc::new(StringArray::from(vec!["Ann \"A\""]));
        let days: ArrayRef = Arc::new(Date32Array::from(vec![0]));
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![7]));
        let object =
            StructArray::try_from(vec![("name", names), ("day", days), ("n", numbers)]).unwrap();
        assert_eq!(
            display_value(&object, 0),
            r#"{"day":"1970-01-01","n":7,"name":"Ann \"A\""}"#
        );
        let mut map = MapBuilder::new(None, StringBuilder::new(), Int64Builder::new());
        map.keys().append_value("a");
        map.values().append_value(1);
        map.append(true).unwrap();
        assert_eq!(display_value(&map.finish(), 0), r#"{"a":1}"#);
        let bytes = BinaryArray::from_vec(vec![&[0xff, 0x00]]);
        assert_eq!(display_value(&bytes, 0), "ff00");
        let long = BinaryArray::from_vec(vec![&[0xff; 500]]);
        assert_eq!(display_value(&long, 0), format!("{}…", "f".repeat(200)));
    }
}
