//! Bitmaps of sets, which tell most pairs apart without a look at the sets.

/// The parity of how many values fall on each of 256 bits. Two sets differ by at least as many
/// values as their bitmaps by bits, which spares most candidates the comparison.
#[derive(Clone, Copy, Default)]
pub(super) struct Bitmap([u64; 4]);

impl Bitmap {
    pub(super) fn of_ranks(ranks: &[u32]) -> Self {
        // Neighbouring ranks fall on bits far apart.
        let bit = |rank: &u32| rank.wrapping_mul(0x9E37_79B1) >> 24;
        Bitmap::of(ranks.iter().map(|rank| bit(rank) as u8))
    }

    /// Of hashes, which fall on any bit.
    pub(super) fn of_values(values: &[u64]) -> Self {
        Bitmap::of(values.iter().map(|&value| value as u8))
    }

    fn of(bits: impl Iterator<Item = u8>) -> Self {
        let mut bitmap = Bitmap::default();
        for bit in bits {
            bitmap.0[usize::from(bit / 64)] ^= 1 << (bit % 64);
        }
        bitmap
    }

    /// In how many bits two differ.
    pub(super) fn difference(self, other: Bitmap) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}
