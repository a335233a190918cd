//! Values as bytes, with a checksum of themselves and of the row that they belong to.

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The identity of a row among all rows of all tables.
pub fn row(table: &str, key: u64) -> u64 {
    xxh3_64_with_seed(table.as_bytes(), key)
}

const CHECKSUM: usize = size_of::<u32>();

/// The value as bytes. `row` distinguishes rows, so that one cannot stand in for another.
pub fn with_checksum(value: &(impl Serialize + ?Sized), row: u64) -> Vec<u8> {
    // Numbers, strings and lists in memory: writing them cannot fail.
    let mut bytes = postcard::to_stdvec(value).unwrap_or_default();
    let checksum = checksum(&bytes, row);
    bytes.extend(checksum);
    bytes
}

/// The value that was written, if these are its bytes.
pub(crate) fn verified<T: DeserializeOwned>(bytes: &[u8], row: u64) -> Option<T> {
    let (value, found) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    if checksum(value, row) == found {
        postcard::from_bytes(value).ok()
    } else {
        None
    }
}

fn checksum(bytes: &[u8], row: u64) -> [u8; CHECKSUM] {
    (xxh3_64_with_seed(bytes, row) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_flipped_bit_and_any_other_row_is_found() {
        let value = vec![3u32, 500, 70_000];
        let bytes = with_checksum(&value, 7);
        assert_eq!(verified(&bytes, 7), Some(value));
        assert_eq!(verified::<Vec<u32>>(&bytes, 8), None);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(verified::<Vec<u32>>(&flipped, 7), None, "bit {bit}");
        }
        assert_eq!(verified::<Vec<u32>>(&bytes[..3], 7), None);
    }
}
