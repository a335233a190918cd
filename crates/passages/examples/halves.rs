//! Scratch: halves of a labelled collection by source.
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use dejalu_passages::*;
use dejalu_text::{Analyzer, Document};
use rayon::prelude::*;

fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let read = |name: &str| std::fs::read_to_string(format!("{dir}/{name}")).unwrap();
    let docs: BTreeMap<String, String> = read("docs.jsonl").lines().map(|line| {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        (v["id"].as_str().unwrap().to_string(), v["text"].as_str().unwrap().to_string())
    }).collect();
    let analyzer = Analyzer::new(Default::default());
    let start = Instant::now();
    let cut: BTreeMap<String, Segmented> = docs.par_iter().map(|(id, text)| (id.clone(), Segmented::of(&analyzer.analyze(&Document::plain(id.clone(), text))))).collect();
    eprintln!("segmented in {:?}", start.elapsed());
    let pairs: Vec<(String, String, String)> = read("pairs.csv").lines().skip(1).map(|l| { let mut c = l.trim().split(',').map(str::to_string); (c.next().unwrap(), c.next().unwrap(), c.next().unwrap()) }).collect();
    let mut truth: BTreeMap<(String, String), Vec<[std::ops::Range<u32>; 2]>> = BTreeMap::new();
    for l in read("passages.csv").lines().skip(1) {
        let c: Vec<&str> = l.trim().split(',').collect();
        let n = |i: usize| c[i].parse::<u32>().unwrap();
        truth.entry((c[0].into(), c[3].into())).or_default().push([n(1)..n(1) + n(2), n(4)..n(4) + n(5)]);
    }
    // Halves: connected by source or suspicious document.
    let mut parent: BTreeMap<String, String> = BTreeMap::new();
    fn root(p: &BTreeMap<String, String>, x: &str) -> String { let mut x = x.to_string(); while let Some(y) = p.get(&x) { if *y == x { break; } x = y.clone(); } x }
    for (a, b, _) in &pairs { let (x, y) = (root(&parent, a), root(&parent, b)); parent.insert(x.clone(), y.clone()); parent.entry(y.clone()).or_insert(y); }
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for (a, _, _) in &pairs { *sizes.entry(root(&parent, a)).or_default() += 1; }
    let mut order: Vec<_> = sizes.iter().collect();
    order.sort_by_key(|(id, n)| (std::cmp::Reverse(**n), (*id).clone()));
    eprintln!("components {} largest {:?}", order.len(), order[0]);
    let mut total = [0usize; 2]; let mut half: BTreeMap<String, usize> = BTreeMap::new();
    for (id, n) in order { let h = usize::from(total[1] < total[0]); total[h] += n; half.insert(id.clone(), h); }
    let half_of = |a: &str| half[&root(&parent, a)];
    let known = |it: &(String, String, String)| KnownPair { a: &cut[&it.0], b: &cut[&it.1], passages: truth.get(&(it.0.clone(), it.1.clone())).cloned().unwrap_or_default() };
    let model = |h: Option<usize>| { let k: Vec<KnownPair> = pairs.iter().filter(|it| h.is_none_or(|h| half_of(&it.0) == h)).map(known).collect(); train(&k).unwrap() };
    let start = Instant::now();
    if std::env::args().nth(2).as_deref() == Some("train") { let m = model(None); std::fs::write(std::env::args().nth(3).unwrap(), serde_json::to_string(&m).unwrap()).unwrap(); return; }
    let own = std::env::args().nth(2).map(|path| serde_json::from_str::<PassageModel>(&std::fs::read_to_string(path).unwrap()).unwrap());
    let models = match own { Some(m) => [m.clone(), m], None => [model(Some(1)), model(Some(0))] };
    eprintln!("trained in {:?}", start.elapsed());
    let start = Instant::now();
    let found: Vec<Vec<Passage>> = pairs.par_iter().map(|it| find(&cut[&it.0], &cut[&it.1], &models[half_of(&it.0)])).collect();
    eprintln!("found in {:?}", start.elapsed());
    let kinds: BTreeSet<&str> = pairs.iter().map(|it| &*it.2).collect();
    for kind in std::iter::once("all").chain(kinds) {
        let (mut t, mut d) = (vec![], vec![]);
        for (n, it) in pairs.iter().enumerate() {
            if kind != "all" && it.2 != kind { continue; }
            for [a, b] in truth.get(&(it.0.clone(), it.1.clone())).into_iter().flatten() { t.push(Located { pair: n, a: a.clone(), b: b.clone() }); }
            for p in &found[n] { d.push(Located { pair: n, a: p.a.clone(), b: p.b.clone() }); }
        }
        let s = plagdet(&t, &d);
        println!("{kind:25} plagdet {:.4} recall {:.4} precision {:.4} granularity {:.4} ({} passages, {} detections)", s.plagdet, s.recall, s.precision, s.granularity, s.passages, s.detections);
    }
    if std::env::args().nth(2).is_none() { std::fs::write("/tmp/ws/pan.json", serde_json::to_string(&models[0]).unwrap()).unwrap(); }
}
