//! Words as keys of the word cache.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_128;

/// The key of a word: up to fifteen bytes by themselves and their number, more by their hash. Short
/// words of whatever length are taken from a text with one load, since the processor guesses their
/// lengths wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u128);

impl Key {
    const BYTES: usize = size_of::<u128>();

    /// Of no word.
    pub(super) const NONE: Key = Key(0);

    pub(super) fn of(text: &str, word: &Range<usize>) -> Self {
        let length = word.len();
        if length >= Key::BYTES {
            return Key(xxh3_128(text[word.clone()].as_bytes()) | u128::from(u8::MAX) << 120);
        }
        let text = &text.as_bytes()[word.start..];
        let bytes = match text.first_chunk() {
            Some(bytes) => u128::from_le_bytes(*bytes),
            None => {
                let mut bytes = [0; Key::BYTES];
                bytes[..text.len()].copy_from_slice(text);
                u128::from_le_bytes(bytes)
            }
        };
        let of_others = u128::MAX << (8 * length);
        Key(bytes & !of_others | (length as u128) << 120)
    }

    /// Its place in a table of so many, a power of two.
    pub(super) fn place_among(self, places: usize) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let folded = (self.0 as u64 ^ (self.0 >> 64) as u64).wrapping_mul(ODD);
        (folded >> (u64::BITS - places.ilog2())) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_have_the_same_key_wherever_they_stand_and_different_ones_have_others(
            left in "[a-cé]{1,18}",
            right in "[a-cé]{1,18}",
            before in "[a-c ]{0,3}",
            after in "[a-c ]{0,20}",
        ) {
            let place = before.len()..before.len() + left.len();
            let inside = Key::of(&format!("{before}{left}{after}"), &place);
            prop_assert_eq!(inside, Key::of(&left, &(0..left.len())));
            prop_assert_eq!(inside == Key::of(&right, &(0..right.len())), left == right);
            prop_assert!(inside.place_among(8) < 8);
        }
    }
}
