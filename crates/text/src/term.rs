//! Words as numbers.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

/// A term's number: a fixed hash of its normal form, the same on every run and machine. Two terms
/// share a number with probability 2⁻⁶⁴, which is neglected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u64);

impl TermId {
    /// The number of a normal form.
    pub fn of(normal_form: &str) -> Self {
        TermId(xxh3_64(normal_form.as_bytes()))
    }
}

/// In JSON a term is 16 hexadecimal digits, since a number there would lose its last bits; in binary
/// files it is the number.
impl Serialize for TermId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{:016x}", self.0))
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for TermId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u64::deserialize(deserializer).map(TermId);
        }
        let digits = Cow::<str>::deserialize(deserializer)?;
        let number = u64::from_str_radix(&digits, 16);
        number.map(TermId).map_err(serde::de::Error::custom)
    }
}
