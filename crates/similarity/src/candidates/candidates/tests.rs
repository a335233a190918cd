//! The joins against all pairs.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use dejalu_base::threshold::reaches;

/// A collection with many near-equal sets, equal ones, empty ones and small ones.
fn collections() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
    let set = prop::collection::btree_set(0u64..40, 0..25);
    let families = prop::collection::vec(
        (set, prop::collection::vec((0u64..60, any::<bool>()), 0..9)),
        1..14,
    );
    families.prop_map(|families| {
        let mut sets = Vec::new();
        for (set, edits) in families {
            sets.push(set.clone());
            let mut edited = set;
            for (value, add) in edits {
                if add {
                    edited.insert(value)
                } else {
                    edited.remove(&value)
                };
                sets.push(edited.clone());
            }
        }
        sets
    })
}

fn sketches(sets: &[BTreeSet<u64>]) -> Sketches {
    let mut sketches = Sketches::default();
    for set in sets {
        let values: Vec<u64> = set.iter().copied().collect();
        sketches.push(SketchRef {
            values: &values,
            shares: &[],
        });
    }
    sketches
}

/// Shares that are multiples of 1/16, so that many pairs sit exactly at a threshold.
fn weighted(sets: &[BTreeSet<u64>]) -> Vec<(Vec<u64>, Vec<f64>)> {
    let weighted = |(number, set): (usize, &BTreeSet<u64>)| {
        let values: Vec<u64> = set.iter().copied().collect();
        let weight = |&value: &u64| weight(number, value) as f64;
        let total: f64 = values.iter().map(weight).sum();
        let shares = values.iter().map(|value| weight(value) / total).collect();
        (values, shares)
    };
    sets.iter().enumerate().map(weighted).collect()
}

fn share_sketches(records: &[(Vec<u64>, Vec<f64>)]) -> Sketches {
    let mut sketches = Sketches::default();
    for (values, shares) in records {
        sketches.push(SketchRef { values, shares });
    }
    sketches
}

/// The weights that [`weighted`] makes shares of.
fn weight(number: usize, value: u64) -> u64 {
    (value * 7 + number as u64) % 4 + 1
}

/// MWO of two documents of a collection as an exact fraction.
fn exact_mwo(sets: &[BTreeSet<u64>], left: usize, right: usize) -> (u64, u64) {
    let total = |number: usize| {
        sets[number]
            .iter()
            .map(|&value| weight(number, value))
            .sum::<u64>()
    };
    let (here, there) = (total(left), total(right));
    let least = |&value: &u64| (weight(left, value) * there).min(weight(right, value) * here);
    let sum = sets[left].intersection(&sets[right]).map(least).sum();
    (sum, here * there)
}

/// MWO as the measure sums it: in the order of the values.
fn mwo(left: &(Vec<u64>, Vec<f64>), right: &(Vec<u64>, Vec<f64>)) -> f64 {
    let shares = |value: &u64| {
        let there = right.0.binary_search(value).ok()?;
        let here = left.0.binary_search(value).ok()?;
        Some(left.1[here].min(right.1[there]))
    };
    left.0.iter().filter_map(shares).sum()
}

/// Returns whether two sets are similar enough, in integers.
fn similar(
    feature: &str,
    (over, under): (usize, usize),
    a: &BTreeSet<u64>,
    b: &BTreeSet<u64>,
) -> bool {
    let shared = a.intersection(b).count();
    let base = match feature {
        "jaccard" => a.union(b).count(),
        "containment" => a.len().min(b.len()),
        _ => a.len().max(b.len()),
    };
    shared > 0 && shared * under >= over * base
}

fn filter(feature: &str, at: &str) -> Filter {
    Filter::new(feature.parse().unwrap(), at.parse().unwrap()).unwrap()
}

#[test]
fn a_filter_at_0_says_what_it_finds() {
    let named = |at| filter("jaccard", at).to_string();
    assert_eq!(named("0"), "jaccard above 0");
    assert_eq!(named("0.5"), "jaccard at least 0.5");
}

fn pairs_of(sketches: &Sketches, filter: &Filter, method: Method) -> BTreeSet<(u32, u32)> {
    let options = CandidateOptions {
        method,
        ..CandidateOptions::default()
    };
    pairs_found(&Candidates::new(sketches, filter, &options).unwrap())
}

fn pairs_found(candidates: &Candidates) -> BTreeSet<(u32, u32)> {
    let pairs = candidates.pairs(0..candidates.records());
    let set: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
    assert_eq!(set.len(), pairs.len(), "a pair stands twice");
    set
}

fn all_pairs(count: usize, keep: impl Fn(usize, usize) -> bool) -> BTreeSet<(u32, u32)> {
    let pairs = (0..count).flat_map(|right| (0..right).map(move |left| (left, right)));
    pairs
        .filter(|&(left, right)| keep(left, right))
        .map(|(l, r)| (l as u32, r as u32))
        .collect()
}

const THRESHOLDS: [(&str, (usize, usize)); 7] = [
    ("0.5", (1, 2)),
    ("2/3", (2, 3)),
    ("0.7", (7, 10)),
    ("0.8", (4, 5)),
    ("0.9", (9, 10)),
    ("0.03", (3, 100)),
    ("1", (1, 1)),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_exact_join_of_sets_is_what_all_pairs_give(sets in collections()) {
        let sketches = sketches(&sets);
        for feature in ["jaccard", "containment", "containment:direction=min"] {
            for (at, fraction) in THRESHOLDS {
                let kept = |l: usize, r: usize| similar(feature, fraction, &sets[l], &sets[r]);
                prop_assert_eq!(
                    pairs_of(&sketches, &filter(feature, at), Method::Exact),
                    all_pairs(sets.len(), kept),
                    "{} {}", feature, at
                );
            }
        }
    }

    #[test]
    fn listed_candidates_are_those_of_a_stricter_filter_too(
        sets in collections(), others in collections(),
    ) {
        let count = sets.len().min(others.len());
        let of = [sketches(&sets[..count]), sketches(&others[..count])];
        let filters = |at: &str| [filter("jaccard", at), filter("containment", at)];
        let found = |at: &str| {
            let options = CandidateOptions { method: Method::Exact, ..CandidateOptions::default() };
            let searches = of.iter().zip(filters(at));
            Candidates::any(searches.map(|(of, filter)| Candidates::new(of, &filter, &options).unwrap()))
        };
        for (low, (part, whole)) in THRESHOLDS {
            let pairs = pairs_found(&found(low));
            let (listed, is_list) = found(low).listed(count, pairs.len());
            prop_assert!(is_list);
            prop_assert_eq!(&pairs_found(&listed), &pairs);
            if let Some(most) = pairs.len().checked_sub(1) {
                let (search, is_list) = found(low).listed(count, most);
                prop_assert!(!is_list);
                prop_assert_eq!(&pairs_found(&search), &pairs);
            }
            for (high, (higher, of_whole)) in THRESHOLDS {
                if higher * whole >= part * of_whole {
                    let kept = listed.kept_by(&filters(high), &of).unwrap();
                    prop_assert_eq!(pairs_found(&kept), pairs_found(&found(high)), "{} {}", low, high);
                }
            }
        }
    }

    #[test]
    fn any_of_several_filters_keeps_what_one_of_them_keeps(
        sets in collections(), others in collections(),
    ) {
        let count = sets.len().min(others.len());
        let (sets, others) = (&sets[..count], &others[..count]);
        let of = [sketches(sets), sketches(others), share_sketches(&weighted(sets))];
        let search = |place: usize, feature: &str, at: &str, method| {
            let options = CandidateOptions { method, ..CandidateOptions::default() };
            Candidates::new(&of[place], &filter(feature, at), &options).unwrap()
        };
        for ((at, fraction), (other_at, other_fraction)) in
            THRESHOLDS.into_iter().zip(THRESHOLDS.into_iter().rev())
        {
            let exact = |place, feature, at| search(place, feature, at, Method::Exact);
            let found = pairs_found(&Candidates::any([
                exact(0, "jaccard", at),
                exact(1, "containment", other_at),
            ]));
            let kept = |l: usize, r: usize| {
                similar("jaccard", fraction, &sets[l], &sets[r])
                    || similar("containment", other_fraction, &others[l], &others[r])
            };
            prop_assert_eq!(found, all_pairs(count, kept), "{} {}", at, other_at);

            // Whatever the joins are, what they find together is what each finds alone.
            let searches = [
                search(0, "jaccard", at, Method::MinHash),
                exact(2, "mwo", other_at),
                exact(1, "containment:direction=min", at),
                exact(1, "jaccard", other_at),
            ];
            let alone: BTreeSet<(u32, u32)> = searches.iter().flat_map(pairs_found).collect();
            prop_assert_eq!(pairs_found(&Candidates::any(searches)), alone);
        }
    }

    #[test]
    fn the_weight_filter_loses_nothing(sets in collections()) {
        let records = weighted(&sets);
        let sketches = share_sketches(&records);
        for (at, (over, under)) in THRESHOLDS {
            let at_value = over as f64 / under as f64;
            let found = pairs_of(&sketches, &filter("mwo", at), Method::Exact);
            let enough = all_pairs(sets.len(), |l, r| reaches(mwo(&records[l], &records[r]), at_value));
            let nearly = all_pairs(sets.len(), |l, r| mwo(&records[l], &records[r]) >= at_value - 2e-9);
            prop_assert!(found.is_superset(&enough) && found.is_subset(&nearly), "{}", at);
        }
    }

    #[test]
    fn pairs_exactly_at_the_threshold_are_kept(
        sets in collections(),
        pairs in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 8),
    ) {
        let records = weighted(&sets);
        let (weighted, plain) = (share_sketches(&records), sketches(&sets));
        for pair in pairs {
            let [left, right] = pair.map(|place| place.index(sets.len()));
            let (l, r) = (left.min(right), left.max(right));
            let shared = sets[l].intersection(&sets[r]).count();
            if l == r || shared == 0 {
                continue;
            }
            let at_mwo = exact_mwo(&sets, l, r);
            let at_jaccard = (shared as u64, sets[l].union(&sets[r]).count() as u64);
            for order in [TermOrder::Frequency, TermOrder::Weight] {
                let options = CandidateOptions { method: Method::Exact, order, ..CandidateOptions::default() };
                for (feature, sketches, (over, under)) in
                    [("mwo", &weighted, at_mwo), ("jaccard", &plain, at_jaccard)]
                {
                    // As a fraction, and as people round it.
                    for at in [format!("{over}/{under}"), format!("{:.9}", over as f64 / under as f64)] {
                        let filter = filter(feature, &at);
                        prop_assert!(reaches(over as f64 / under as f64, filter.at().value()));
                        let candidates = Candidates::new(sketches, &filter, &options).unwrap();
                        let found = candidates.pairs(0..candidates.records());
                        prop_assert!(found.contains(&(l as u32, r as u32)), "{} {} {:?}", feature, at, order);
                        let index = CandidateIndex::new(sketches, &filter, &options);
                        let query = [sketches.get(r)];
                        let found = index.ask(query.into_par_iter());
                        prop_assert!(found[0].documents.contains(&(l as u32)), "{} {} {:?}", feature, at, order);
                    }
                }
            }
        }
    }

    #[test]
    fn the_papers_filter_keeps_no_more(
        sets in collections(),
        order in prop::sample::select(vec![TermOrder::Frequency, TermOrder::Weight]),
    ) {
        let records = weighted(&sets);
        let sketches = share_sketches(&records);
        for at in ["0.5", "0.8"] {
            let exact = pairs_of(&sketches, &filter("mwo", at), Method::Exact);
            let options = CandidateOptions { method: Method::Exact, shares: ShareFilter::Jaccard, order, ..CandidateOptions::default() };
            let candidates = Candidates::new(&sketches, &filter("mwo", at), &options).unwrap();
            let found: BTreeSet<_> = candidates.pairs(0..candidates.records()).into_iter().collect();
            prop_assert!(found.is_subset(&exact));
        }
    }

    #[test]
    fn min_hash_finds_only_similar_pairs(sets in collections()) {
        let sketches = sketches(&sets);
        let found = pairs_of(&sketches, &filter("jaccard", "0.5"), Method::MinHash);
        prop_assert!(found.is_subset(&pairs_of(&sketches, &filter("jaccard", "0.5"), Method::Exact)));
    }

    #[test]
    fn queries_find_what_all_pairs_give(sets in collections(), queries in collections()) {
        let (index_of, asked) = (sketches(&sets), sketches(&queries));
        for feature in ["jaccard", "containment", "containment:direction=min"] {
            for (at, fraction) in THRESHOLDS {
                let index = CandidateIndex::new(&index_of, &filter(feature, at), &CandidateOptions::default());
                let found = index.ask((0..asked.len()).into_par_iter().map(|query| asked.get(query)));
                for (query, found) in queries.iter().zip(found) {
                    let expected = (0..sets.len()).filter(|&d| similar(feature, fraction, query, &sets[d]));
                    let expected: Vec<u32> = expected.map(|document| document as u32).collect();
                    prop_assert!(found.by_prefix >= found.by_position);
                    prop_assert!(found.by_position >= found.documents.len());
                    prop_assert_eq!(found.documents, expected, "{} {}", feature, at);
                }
            }
        }
    }

    #[test]
    fn weighted_queries_lose_nothing(
        sets in collections(),
        order in prop::sample::select(vec![TermOrder::Frequency, TermOrder::Weight]),
    ) {
        let records = weighted(&sets);
        let sketches = share_sketches(&records);
        let options = CandidateOptions { order, ..CandidateOptions::default() };
        let index = CandidateIndex::new(&sketches, &filter("mwo", "0.7"), &options);
        let found = index.ask((0..sketches.len()).into_par_iter().map(|query| sketches.get(query)));
        for (query, found) in records.iter().zip(found) {
            let enough = (0..sets.len() as u32).filter(|&d| reaches(mwo(query, &records[d as usize]), 0.7));
            for document in enough {
                prop_assert!(found.documents.contains(&document));
            }
        }
    }

    #[test]
    fn order_and_threads_are_of_no_account(sets in collections(), turn in 0usize..20) {
        let mut turned = sets.clone();
        turned.rotate_left(turn % sets.len());
        let filter = filter("jaccard", "2/3");
        let original = |place: u32| ((place as usize + turn % sets.len()) % sets.len()) as u32;
        for method in [Method::Exact, Method::MinHash] {
            let here = pairs_of(&sketches(&sets), &filter, method);
            let there = pairs_of(&sketches(&turned), &filter, method);
            let there = there.into_iter().map(|(l, r)| (original(l), original(r)));
            prop_assert_eq!(&here, &there.map(|(l, r)| (l.min(r), l.max(r))).collect());
        }
        let sketches = sketches(&sets);
        let options = CandidateOptions { method: Method::Exact, ..CandidateOptions::default() };
        let candidates = Candidates::new(&sketches, &filter, &options).unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| candidates.pairs(0..candidates.records()))
        };
        prop_assert_eq!(with(1), with(2));
    }
}

#[test]
fn sets_too_large_for_an_entry_are_found_all_the_same() {
    let large: BTreeSet<u64> = (0..70_000).collect();
    let without = |from: u64, to: u64| -> BTreeSet<u64> {
        large
            .iter()
            .copied()
            .filter(|value| !(from..to).contains(value))
            .collect()
    };
    let sets = [
        large.clone(),
        without(0, 7_000),
        without(0, 7_001),
        without(60_000, 70_000),
    ];
    let found = pairs_of(&sketches(&sets), &filter("jaccard", "0.9"), Method::Exact);
    let expected = all_pairs(4, |l, r| similar("jaccard", (9, 10), &sets[l], &sets[r]));
    assert!(expected.contains(&(0, 1)) && !expected.contains(&(0, 2)));
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let error = Filter::new("fuzzy-resemblance".parse().unwrap(), Ratio::ZERO).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'fuzzy-resemblance' is not a function of shared words or shingles, so a collection cannot be searched by it; choose jaccard, resemblance, containment or mwo, or compare all pairs"
    );
    for method in [Method::Exact, Method::MinHash] {
        assert_eq!(
            Candidates::without_filter(3, method)
                .unwrap_err()
                .to_string(),
            "there is no filter that keeps the duplicates; compare all pairs (candidates all), or use a model with a learned filter"
        );
    }
    let options = CandidateOptions {
        method: Method::MinHash,
        ..CandidateOptions::default()
    };
    let refused = Candidates::new(&Sketches::default(), &filter("mwo", "0.5"), &options);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "MinHash needs a filter by Jaccard similarity, but the filter is mwo at least 0.5; use exact candidates"
    );
}

#[test]
fn the_way_is_told_and_why() {
    let plan = |feature, method, shares| {
        let options = CandidateOptions {
            method,
            shares,
            ..CandidateOptions::default()
        };
        let filter = filter(feature, "0.8");
        Candidates::new(&Sketches::default(), &filter, &options)
            .unwrap()
            .plan()
            .clone()
    };
    let auto = plan("jaccard", Method::Auto, ShareFilter::Weight);
    assert_eq!(auto.method, Method::Exact);
    assert_eq!(auto.filter.as_deref(), Some("jaccard at least 0.8"));
    assert_eq!(auto.why, "exact search visits 0 index entries");
    assert_eq!(
        plan("jaccard", Method::MinHash, ShareFilter::Weight).why,
        "as requested; 47 bands of 10 minima find a pair at the threshold with probability 0.9952, a more similar one with a higher"
    );
    assert_eq!(
        plan("mwo", Method::Exact, ShareFilter::Jaccard).why,
        "as requested; the paper's filter keeps 0 of the 0 pairs"
    );
    let all = Candidates::without_filter(3, Method::Auto).unwrap();
    assert_eq!(
        all.plan().why,
        "there is no filter that keeps the duplicates"
    );
    assert_eq!(all.pairs(0..3), [(0, 1), (0, 2), (1, 2)]);
}

#[test]
fn all_pairs_are_judged_where_that_costs_little() {
    // By pairs, by the length of texts, and by features.
    assert!(Candidates::all_are_affordable(
        200,
        200 * 1_000,
        33,
        Patience::BesideFilter
    ));
    assert!(!Candidates::all_are_affordable(
        600,
        600 * 1_000,
        33,
        Patience::BesideFilter
    ));
    assert!(!Candidates::all_are_affordable(
        200,
        200 * 20_000,
        33,
        Patience::BesideFilter
    ));
    assert!(Candidates::all_are_affordable(
        600,
        600 * 1_000,
        3,
        Patience::BesideFilter
    ));
    assert!(Candidates::all_are_affordable(
        0,
        0,
        33,
        Patience::BesideFilter
    ));
    assert!(Candidates::all_are_affordable(
        600,
        600 * 1_000,
        33,
        Patience::WithoutFilter
    ));
}
