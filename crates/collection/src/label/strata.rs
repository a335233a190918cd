//! The names of the audit's strata in a file of answers.
//!
//! A name says how many pairs its stratum has: `pairs 3 of 10, 4213 pairs, scores 0.12 to 0.35`. So the
//! file alone tells what each answer stands for, and answers to another draw are recognised.

use crate::Stratum;

/// First characters of the names of strata.
const PREFIX: &str = "pairs ";

/// The name of the stratum at this place among `of`.
pub(super) fn name(stratum: &Stratum, place: usize, of: usize) -> String {
    let (from, to) = (stratum.from, stratum.to);
    let size = match stratum.size {
        1 => "1 pair".to_string(),
        size => format!("{size} pairs"),
    };
    format!(
        "{PREFIX}{} of {of}, {size}, scores {from:.3} to {to:.3}",
        place + 1
    )
}

/// Returns whether it is the name of a stratum of pairs, and not one of removals.
pub(super) fn is_of_pairs(name: &str) -> bool {
    size(name).is_some()
}

/// The number of pairs in a stratum, from its name.
pub(super) fn size(name: &str) -> Option<u64> {
    let mut parts = name.strip_prefix(PREFIX)?.split(", ").skip(1);
    let size = parts.next()?.trim_end_matches('s');
    size.strip_suffix(" pair")?.parse().ok()
}

/// Number of strata, from the name of one.
pub(super) fn count(name: &str) -> Option<usize> {
    let (_, rest) = name.strip_prefix(PREFIX)?.split_once(" of ")?;
    rest.split(", ").next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_size() {
        let stratum = Stratum {
            from: -0.5,
            to: 1.25,
            size: 4_213,
            drawn: Vec::new(),
        };
        let name = name(&stratum, 2, 10);
        assert_eq!(name, "pairs 3 of 10, 4213 pairs, scores -0.500 to 1.250");
        assert_eq!((size(&name), count(&name)), (Some(4_213), Some(10)));
        let one = super::name(&Stratum { size: 1, ..stratum }, 0, 1);
        assert_eq!(one, "pairs 1 of 1, 1 pair, scores -0.500 to 1.250");
        assert_eq!(size(&one), Some(1));
        assert_eq!(size("pairs 1 of 1, 1 pairs, scores 0.1 to 0.2"), Some(1));
        for other in [
            "removal",
            "boundary",
            "pairs",
            "pairs 3 of 10, many pairs",
            "",
        ] {
            assert!(!is_of_pairs(other), "{other}");
        }
    }
}
