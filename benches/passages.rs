//! How well reused passages are found: plagdet on a collection whose passages are known.
//!
//! `cargo bench --bench passages -- FOLDER`, with `docs.jsonl` (or `.gz`), `pairs.csv` (`id_a,id_b,kind`) and
//! `passages.csv` (`id_a,offset_a,length_a,id_b,offset_b,length_b`, in characters). The pairs are halved so that no
//! document is in both halves; a model is learned on each and measured on the other. Then the built-in model, which
//! saw none of it, is measured on all.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use dejalu::document::reader::{OnBad, ReadOptions, read_all};
use dejalu::passages::{
    KnownPair, Located, PassageModel, Plagdet, Segmented, find, plagdet, train,
};
use dejalu::text::Analyzer;
use dejalu_io::TableOptions;
use dejalu_io::rows::Rows;
use rayon::prelude::*;

struct Pair {
    ids: [String; 2],
    kind: String,
    passages: Vec<[Range<u32>; 2]>,
}

struct Data {
    documents: BTreeMap<String, Segmented>,
    pairs: Vec<Pair>,
}

impl Data {
    fn read(folder: &Path) -> dejalu::Result<Self> {
        let names = ["docs.jsonl", "docs.jsonl.gz"].map(|name| folder.join(name));
        let source = names
            .iter()
            .find(|path| path.is_file())
            .unwrap_or(&names[0]);
        let read = read_all(source, &ReadOptions::default(), OnBad::Stop)?.documents;
        let analyzer = Analyzer::new(Default::default());
        let documents = read
            .par_iter()
            .map(|it| (it.id.to_string(), Segmented::of(&analyzer.analyze(it))))
            .collect();
        let mut passages: BTreeMap<[String; 2], Vec<[Range<u32>; 2]>> = BTreeMap::new();
        for row in Rows::open(&folder.join("passages.csv"), &TableOptions::default())? {
            let row = row?;
            let place = |offset: &str, length: &str| -> dejalu::Result<Range<u32>> {
                let number = |name: &str| row.needed(name).map(|it| it.parse().unwrap_or(0));
                let start: u32 = number(offset)?;
                Ok(start..start + number(length)?)
            };
            let places = [
                place("offset_a", "length_a")?,
                place("offset_b", "length_b")?,
            ];
            let ids = [row.needed("id_a")?, row.needed("id_b")?].map(String::from);
            passages.entry(ids).or_default().push(places);
        }
        let mut pairs = Vec::new();
        for row in Rows::open(&folder.join("pairs.csv"), &TableOptions::default())? {
            let row = row?;
            let ids = [row.needed("id_a")?, row.needed("id_b")?].map(String::from);
            pairs.push(Pair {
                kind: row.get("kind")?.unwrap_or_default().to_string(),
                passages: passages.remove(&ids).unwrap_or_default(),
                ids,
            });
        }
        Ok(Data { documents, pairs })
    }

    /// The half of each pair: pairs that are connected by documents are in one.
    fn halves(&self) -> Vec<usize> {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        let root = |first: &BTreeMap<&str, &str>, id: &'_ str| -> String {
            let mut at = id.to_string();
            while let Some(&next) = first.get(&*at) {
                at = next.to_string();
            }
            at
        };
        for pair in &self.pairs {
            let [a, b] = [0, 1].map(|side| root(&first, &pair.ids[side]));
            if a != b {
                let named = |id: &str| {
                    let found = self.documents.get_key_value(id);
                    found.map_or("", |(id, _)| id.as_str())
                };
                first.insert(named(&a), named(&b));
            }
        }
        let roots: Vec<String> = self
            .pairs
            .iter()
            .map(|it| root(&first, &it.ids[0]))
            .collect();
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for root in &roots {
            *sizes.entry(root).or_default() += 1;
        }
        let mut order: Vec<(&str, usize)> = sizes.into_iter().collect();
        order.sort_by_key(|&(id, size)| (std::cmp::Reverse(size), id));
        let mut totals = [0; 2];
        let mut half_of: BTreeMap<&str, usize> = BTreeMap::new();
        for (id, size) in order {
            let half = usize::from(totals[1] < totals[0]);
            totals[half] += size;
            half_of.insert(id, half);
        }
        roots.iter().map(|root| half_of[&**root]).collect()
    }

    fn known(&self, pair: &Pair) -> KnownPair<'_> {
        let [a, b] = [0, 1].map(|side| &self.documents[&pair.ids[side]]);
        KnownPair {
            a,
            b,
            passages: pair.passages.clone(),
        }
    }

    /// Finds the passages of every pair with its model, and prints how well by kind of pair.
    fn measure(&self, what: &str, model_of: impl Fn(usize) -> PassageModel + Sync) {
        let start = Instant::now();
        let found: Vec<Vec<Located>> = (0..self.pairs.len())
            .into_par_iter()
            .map(|pair| {
                let known = self.known(&self.pairs[pair]);
                let found = find(known.a, known.b, &model_of(pair)).into_iter();
                found
                    .map(|it| Located {
                        pair,
                        a: it.a,
                        b: it.b,
                    })
                    .collect()
            })
            .collect();
        println!("{what}, {:.2} s", start.elapsed().as_secs_f64());
        let mut kinds: Vec<&str> = self.pairs.iter().map(|it| &*it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in std::iter::once("all").chain(kinds) {
            let of_kind = |&pair: &usize| kind == "all" || self.pairs[pair].kind == kind;
            let pairs: Vec<usize> = (0..self.pairs.len()).filter(of_kind).collect();
            let known = pairs.iter().flat_map(|&pair| {
                let passages = self.pairs[pair].passages.iter();
                passages.map(move |[a, b]| Located {
                    pair,
                    a: a.clone(),
                    b: b.clone(),
                })
            });
            let detected = pairs.iter().flat_map(|&pair| found[pair].clone());
            print(
                kind,
                plagdet(&known.collect::<Vec<_>>(), &detected.collect::<Vec<_>>()),
            );
        }
    }
}

fn print(kind: &str, it: Plagdet) {
    println!(
        "  {kind:24} plagdet {:.4}  recall {:.4}  precision {:.4}  granularity {:.4}  ({} passages, {} detections)",
        it.plagdet, it.recall, it.precision, it.granularity, it.passages, it.detections
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = std::env::args().skip(1).find(|it| it != "--bench") else {
        println!("not measured: name a folder");
        return Ok(());
    };
    let data = Data::read(Path::new(&folder))?;
    let halves = data.halves();
    let learned = [1, 0].map(|half| {
        let of_half = data
            .pairs
            .iter()
            .zip(&halves)
            .filter(|&(_, &it)| it == half);
        let known: Vec<KnownPair> = of_half.map(|(pair, _)| data.known(pair)).collect();
        train(&known)
    });
    let [first, second] = learned;
    let learned = [first?, second?];
    data.measure("learned on the other half", |pair| {
        learned[halves[pair]].clone()
    });
    data.measure("built-in", |_| PassageModel::built_in().clone());
    Ok(())
}
