//! Hashes of 64-bit numbers, by SplitMix64 (Steele, Lea and Flood 2014).

/// The increment of its state.
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Its finaliser: a permutation that looks random, of numbers that lie far apart. 0 stays 0.
pub(super) fn mixed(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// Its output in this state, which spreads numbers that lie close together, such as 0, 1, 2.
pub(super) fn spread(number: u64) -> u64 {
    mixed(number.wrapping_add(GOLDEN))
}
