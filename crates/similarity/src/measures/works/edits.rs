//! Edit similarity of short texts, no work spent where it is plain.

/// 1 − d/max(n, m) for texts of n and m letters that are d insertions, deletions and replacements apart (Levenshtein
/// 1966). 1 of two empty texts.
pub(super) fn similarity(left: &[char], right: &[char]) -> f64 {
    let longer = left.len().max(right.len());
    if left == right {
        return 1.0;
    }
    1.0 - distance(left, right) as f64 / longer as f64
}

/// Returns whether the similarity of two texts is at least `least`.
pub(super) fn reach(left: &[char], right: &[char], least: f64) -> bool {
    let longer = left.len().max(right.len()) as f64;
    let allowed = (1.0 - least) * longer + 1e-9;
    let apart = left.len().abs_diff(right.len()) as f64;
    apart <= allowed && (left == right || distance(left, right) as f64 <= allowed)
}

/// The distance of Levenshtein, by the bit vectors of Myers 1999 in blocks of 64 letters (Hyyrö 2003): the rows of a
/// block at once.
fn distance(left: &[char], right: &[char]) -> usize {
    let (pattern, text) = without_common_ends(left, right);
    let (pattern, text) = if pattern.len() <= text.len() {
        (pattern, text)
    } else {
        (text, pattern)
    };
    if pattern.is_empty() {
        return text.len();
    }
    let mut blocks: Vec<Block> = pattern.chunks(Block::LETTERS).map(Block::new).collect();
    let mut distance = pattern.len();
    for &letter in text {
        // The first row rises by one a column.
        let mut carried = 1;
        for block in &mut blocks {
            carried = block.step(letter, carried);
        }
        distance = distance.wrapping_add_signed(carried as isize);
    }
    distance
}

/// Sixty-four rows of the matrix, as differences between neighbouring rows.
struct Block<'a> {
    letters: &'a [char],
    rises: u64,
    falls: u64,
}

impl<'a> Block<'a> {
    const LETTERS: usize = 64;

    fn new(letters: &'a [char]) -> Self {
        Block {
            letters,
            rises: u64::MAX,
            falls: 0,
        }
    }

    /// Goes on by a column, whose difference from the last one is `above` over the block; gives the one below it.
    fn step(&mut self, letter: char, above: i8) -> i8 {
        let mut equal = 0_u64;
        for (place, &own) in self.letters.iter().enumerate() {
            equal |= u64::from(own == letter) << place;
        }
        let vertical = equal | self.falls;
        let equal = equal | u64::from(above < 0);
        let diagonal = (((equal & self.rises).wrapping_add(self.rises)) ^ self.rises) | equal;
        let mut up = self.falls | !(diagonal | self.rises);
        let mut down = self.rises & diagonal;
        let last = 1_u64 << (self.letters.len() - 1);
        let below = i8::from(up & last != 0) - i8::from(down & last != 0);
        up = (up << 1) | u64::from(above > 0);
        down = (down << 1) | u64::from(above < 0);
        self.rises = down | !(vertical | up);
        self.falls = up & vertical;
        below
    }
}

/// Strips the letters that both begin and end with, which no edit changes.
fn without_common_ends<'a>(left: &'a [char], right: &'a [char]) -> (&'a [char], &'a [char]) {
    let same = |(a, b): &(&char, &char)| a == b;
    let head = left.iter().zip(right).take_while(same).count();
    let (left, right) = (&left[head..], &right[head..]);
    let ends = left.iter().rev().zip(right.iter().rev());
    let tail = ends.take_while(same).count();
    (&left[..left.len() - tail], &right[..right.len() - tail])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bit_vectors_give_the_distance_of_the_matrix(
            left in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'ø']), 0..150),
            right in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'ø']), 0..150),
            least in 0.0..1.0,
        ) {
            let expected = strsim::generic_levenshtein(&left, &right);
            prop_assert_eq!(distance(&left, &right), expected);
            prop_assert_eq!(distance(&right, &left), expected);
            let is_reached = similarity(&left, &right) + 1e-9 >= least;
            prop_assert_eq!(reach(&left, &right, least), is_reached);
        }
    }
}
