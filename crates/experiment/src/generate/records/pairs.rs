//! Labelled pairs of records.

use std::collections::BTreeMap;

use super::records::Record;

/// The places of what pairs are drawn by among the columns of a record.
const ID: usize = 0;
const TITLE: usize = 1;
const WORK: usize = 11;
const FAMILY: usize = 12;

/// Labelled pairs of records: all of one work, all of works that may be taken for one another, each with the next few
/// of the same title, and with records of works far apart. Ids are those of the records.
pub fn pairs(records: &[Record]) -> Vec<(&str, &str, bool)> {
    const SAME_TITLE: usize = 4;
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for family in grouped(records, |record| record[FAMILY].clone()) {
        for (place, &left) in family.iter().enumerate() {
            pairs.extend(family[place + 1..].iter().map(|&right| [left, right]));
        }
    }
    let is_of_families = |pair: &[usize; 2]| {
        let [left, right] = pair.map(|place| &records[place][FAMILY]);
        left != right
    };
    for titled in grouped(records, |record| record[TITLE].to_lowercase()) {
        for (place, &left) in titled.iter().enumerate() {
            let next = titled[place + 1..].iter().take(SAME_TITLE);
            pairs.extend(next.map(|&right| [left, right]).filter(is_of_families));
        }
    }
    let steps = [1, 2, records.len() / 2].into_iter().cycle();
    let far = (0..records.len())
        .zip(steps)
        .map(|(left, step)| [left, left + step]);
    let far = far.filter(|pair| pair[1] < records.len());
    pairs.extend(far.filter(is_of_families));
    let labelled = pairs.into_iter().map(|pair| {
        let [left, right] = pair.map(|place| &records[place]);
        (&*left[ID], &*right[ID], left[WORK] == right[WORK])
    });
    labelled.collect()
}

/// The places of the records of each key, ascending.
fn grouped(records: &[Record], key: impl Fn(&Record) -> String) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, record) in records.iter().enumerate() {
        groups.entry(key(record)).or_default().push(place);
    }
    groups.into_values().collect()
}
