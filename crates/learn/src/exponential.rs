//! eˣ in a form that the compiler turns into vector instructions: no branch, no table, no call.
//!
//! Cody and Waite's reduction: x = k·ln 2 + r with |r| ≤ ln 2 / 2, eˣ = 2ᵏ·eʳ. Adding 1.5·2⁵² (2²³
//! in single precision) rounds to the integer k and leaves it in the low bits, from where a shift
//! moves it into the exponent. No fused multiply-add is used, so that every machine, and the vector
//! and the scalar form, give the same bits.

use std::f32::consts::LOG2_E as LOG2_E_32;
use std::f64::consts::LOG2_E;

/// eˣ for x ≤ 0 in single precision, within 2 units in the last place; below −87 it stays at e⁻⁸⁷,
/// the last normal number.
#[inline(always)]
pub(super) fn exp32(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0;
    let x = x.max(-87.0);
    let shifted = x * LOG2_E_32 + ROUND;
    let k = shifted - ROUND;
    let r = x - k * 0.693_359_4 + k * 2.121_944_4e-4;
    // Cephes, expf.
    let p = 1.987_569_1e-4_f32;
    let p = p * r + 1.398_199_9e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let exponent = (shifted.to_bits() << 23).wrapping_add(127 << 23);
    (p * r * r + r + 1.0) * f32::from_bits(exponent)
}

/// eˣ for x ≤ 0, within 2 units in the last place; below −708 it stays at e⁻⁷⁰⁸, about 3·10⁻³⁰⁸.
#[inline(always)]
pub(super) fn exp64(x: f64) -> f64 {
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let x = x.max(-708.0);
    let shifted = x * LOG2_E + ROUND;
    let k = shifted - ROUND;
    let high = x - k * 6.931_471_803_691_238e-1;
    let low = k * 1.908_214_929_270_587_7e-10;
    let r = high - low;
    // fdlibm, e_exp.c.
    let t = r * r;
    let p = 4.138_136_797_057_238_5e-8;
    let p = p * t - 1.653_390_220_546_525_2e-6;
    let p = p * t + 6.613_756_321_437_934e-5;
    let p = p * t - 2.777_777_777_701_559_3e-3;
    let p = p * t + 1.666_666_666_666_660_2e-1;
    let c = r - t * p;
    let y = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    let exponent = (shifted.to_bits() << 52).wrapping_add(1023 << 52);
    y * f64::from_bits(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_the_exponential_of_the_standard_library() {
        for step in 0..200_000 {
            let x = -f64::from(step) * 0.0035;
            let relative = (exp64(x) / x.exp() - 1.0).abs();
            assert!(relative < 5e-16, "{x}: {relative}");
            let x = -(step as f32) * 0.000_43;
            let relative = (f64::from(exp32(x)) / f64::from(x).exp() - 1.0).abs();
            assert!(relative < 2.5e-7, "{x}: {relative}");
        }
    }

    #[test]
    fn the_ends_are_finite_and_in_range() {
        assert_eq!((exp32(0.0), exp64(0.0)), (1.0, 1.0));
        for x in [-1e3, -1e30, f64::NEG_INFINITY] {
            assert!((0.0..1e-300).contains(&exp64(x)));
            assert!((0.0..1e-37).contains(&exp32(x as f32)));
        }
    }
}
