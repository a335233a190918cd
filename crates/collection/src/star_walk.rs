//! The pairs that star groups need: each document with kept ones before it.
//!
//! A document is removed for the best of the kept documents that it is a duplicate of, and kept if there is none. So
//! nothing is to be known of two documents that are both removed, and a group of n costs n comparisons instead of
//! n²/2. [`star`](super::groups) gives the same groups by these pairs as by all.

use super::groups::Turns;
use super::scoring::{BLOCK, BlockSize, Edge, Texts, blocks_of, check_edges, in_blocks};
use super::search::Search;
use dejalu_base::error::Result;
use dejalu_base::progress::Silent;
use dejalu_similarity::candidates::{Candidates, Filter, GrowingIndex};
use dejalu_text::sorted::distinct;

/// What is known of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Kept,
    Removed,
}

/// Documents that are walked together, by place, in their turns, and their candidates: the pairs with
/// kept documents of parts before this one, and those among them. The earlier document of a pair comes first.
struct Part {
    documents: Vec<u32>,
    with_kept: Vec<(u32, u32)>,
    among: Vec<(u32, u32)>,
}

/// Documents that are walked together where candidates are not listed: all candidates among them are looked for.
pub(super) const TOGETHER: BlockSize = BlockSize {
    documents: 512,
    ..BLOCK
};

/// A walk of the documents in the order in which they are to be kept.
pub(super) struct StarWalk<'w, 's> {
    search: &'w Search<'s>,
    turns: &'w Turns,
    /// Scores from here on count.
    least: f64,
    /// Returns whether a pair with this score is one of duplicates.
    is_duplicate: &'w dyn Fn(Edge) -> bool,
    fates: Vec<Fate>,
    found: Compared,
}

/// What the comparisons of a walk found.
#[derive(Default)]
pub(super) struct Compared {
    /// Number of pairs that were compared.
    pub(super) pairs: usize,
    /// Those with a score that counts, ordered by place.
    pub(super) edges: Vec<Edge>,
}

impl<'w, 's> StarWalk<'w, 's> {
    pub(super) fn new(
        search: &'w Search<'s>,
        turns: &'w Turns,
        least: f64,
        is_duplicate: &'w dyn Fn(Edge) -> bool,
    ) -> Self {
        StarWalk {
            search,
            turns,
            least,
            is_duplicate,
            fates: vec![Fate::Open; search.collection().documents().len()],
            found: Compared::default(),
        }
    }

    /// Walks candidates that are listed: whole components together as far as a block holds them, so that most documents
    /// are read once.
    pub(super) fn of_listed(
        mut self,
        candidates: &Candidates,
        size: BlockSize,
    ) -> Result<Compared> {
        let texts = Texts::of(self.search.collection().documents());
        let mut pairs: Vec<(u32, u32)> = self.search.rounds(candidates).flatten().collect();
        let (blocks, block_of) = blocks_of(texts, &pairs, |place| self.turns.of(place), size);
        self.begin(blocks.iter().map(Vec::len).sum());
        let block_of = |place: u32| block_of[place as usize];
        for pair in &mut pairs {
            *pair = self.turns.in_order(*pair);
        }
        pairs.sort_unstable_by_key(|&(earlier, later)| (block_of(later), earlier, later));
        let mut of_blocks = pairs.chunk_by(|a, b| block_of(a.1) == block_of(b.1));
        let mut next = of_blocks.next();
        for (number, documents) in (0u32..).zip(blocks) {
            let mut part = Part {
                documents,
                with_kept: Vec::new(),
                among: Vec::new(),
            };
            // A block may have no pair of its own: it ends where the next component begins.
            if let Some(pairs) = next.filter(|pairs| block_of(pairs[0].1) == number) {
                let pairs = pairs.iter();
                (part.among, part.with_kept) =
                    pairs.partition(|(earlier, _)| block_of(*earlier) == number);
                next = of_blocks.next();
            }
            let is_kept = |pair: &(u32, u32)| self.fates[pair.0 as usize] == Fate::Kept;
            part.with_kept.retain(is_kept);
            self.walk(part)?;
        }
        Ok(self.finish())
    }

    /// Walks the documents of a search, a block at a time, and looks for candidates among those that are kept.
    pub(super) fn of_kept(mut self, filters: &[Filter], size: BlockSize) -> Result<Compared> {
        let places = self.search.places().to_vec();
        let place = |index: u32| places[index as usize];
        let mut order = self.search.indices_with_words();
        order.sort_unstable_by_key(|&index| self.turns.of(place(index)));
        self.begin(order.len());
        let mut kept = GrowingIndex::new(filters, self.search.sketches());
        let documents: Vec<u32> = order.iter().map(|&index| place(index)).collect();
        let texts = Texts::of(self.search.collection().documents());
        let by_place = |pairs: Vec<(u32, u32)>| -> Vec<(u32, u32)> {
            pairs
                .into_iter()
                .map(|(a, b)| (place(a), place(b)))
                .collect()
        };
        let mut rest = &order[..];
        for documents in in_blocks(texts, &documents, size) {
            let (indices, others) = rest.split_at(documents.len());
            rest = others;
            let part = Part {
                documents,
                with_kept: by_place(kept.with_indexed(indices)),
                among: {
                    let mut among = by_place(kept.among(indices)?);
                    among.sort_unstable();
                    among
                },
            };
            self.walk(part)?;
            let is_kept = |index: &&u32| self.fates[place(**index) as usize] == Fate::Kept;
            kept.add(indices.iter().filter(is_kept).copied().collect());
        }
        Ok(self.finish())
    }

    fn begin(&self, documents: usize) {
        let progress = self.search.progress();
        progress.begin("comparing with kept documents", documents);
    }

    /// Decides the fates of a part's documents.
    fn walk(&mut self, mut part: Part) -> Result<()> {
        self.search.progress().advance(part.documents.len());
        let with_kept: Vec<(u32, u32)> = part.with_kept.iter().map(by_place).collect();
        self.found.pairs += with_kept.len();
        let edges = self.search.scored(with_kept, self.least, &Silent)?;
        self.take(edges);
        // One that goes is compared with none after it, and none has to wait for it.
        let is_open = |pair: &(u32, u32)| self.fates[pair.0 as usize] == Fate::Open;
        part.among.retain(is_open);
        let compared = distinct(part.among.iter().flat_map(|&(a, b)| [a, b]));
        let search = self.search;
        check_edges(self.found.edges.len())?;
        search.scored_among(&compared, self.least, |score| {
            let mut turn = Turn::of(&part, &self.fates);
            loop {
                let kept = turn.kept(&self.fates);
                if kept.is_empty() {
                    return Ok(());
                }
                for &place in &kept {
                    self.fates[place as usize] = Fate::Kept;
                }
                let pairs: Vec<(u32, u32)> = kept.iter().flat_map(|&it| turn.later(it)).collect();
                self.found.pairs += pairs.len();
                let removed = self.take(score(pairs)?);
                turn.decided.extend(kept);
                turn.decided.extend(removed);
                check_edges(self.found.edges.len())?;
            }
        })
    }

    /// Takes the edges of kept documents; gives the documents that go because of them, and were open.
    fn take(&mut self, edges: Vec<Edge>) -> Vec<u32> {
        let mut removed = Vec::new();
        for &edge in edges.iter().filter(|edge| (self.is_duplicate)(**edge)) {
            let (_, later) = self.turns.in_order((edge.left, edge.right));
            let fate = &mut self.fates[later as usize];
            if *fate == Fate::Open {
                *fate = Fate::Removed;
                removed.push(later);
            }
        }
        self.found.edges.extend(edges);
        removed
    }

    fn finish(mut self) -> Compared {
        let edges = &mut self.found.edges;
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        self.found
    }
}

/// The documents of a part whose turn has come.
struct Turn<'p> {
    /// By the earlier document.
    among: &'p [(u32, u32)],
    /// For how many earlier ones each document waits, and its place, by place.
    waiting: Vec<(u32, usize)>,
    /// Documents that wait for none.
    ready: Vec<u32>,
    /// Documents for which others need no longer wait.
    decided: Vec<u32>,
}

impl<'p> Turn<'p> {
    fn of(part: &'p Part, fates: &[Fate]) -> Self {
        let mut documents = part.documents.clone();
        documents.sort_unstable();
        let mut waiting: Vec<(u32, usize)> = documents.into_iter().map(|it| (it, 0)).collect();
        for (_, later) in &part.among {
            let index = waiting.partition_point(|(place, _)| place < later);
            waiting[index].1 += 1;
        }
        let is_open = |place: u32| fates[place as usize] == Fate::Open;
        let of_none = waiting.iter().filter(|(_, earlier)| *earlier == 0);
        Turn {
            among: &part.among,
            ready: of_none
                .map(|(place, _)| *place)
                .filter(|&place| is_open(place))
                .collect(),
            decided: Vec::new(),
            waiting,
        }
    }

    /// The pairs of a document with later ones of the part, the smaller place first.
    fn later(&self, earlier: u32) -> impl Iterator<Item = (u32, u32)> + use<'p> {
        let from = self.among.partition_point(|pair| pair.0 < earlier);
        let pairs = self.among[from..].iter();
        pairs
            .take_while(move |pair| pair.0 == earlier)
            .map(by_place)
    }

    /// The documents that are kept next: the open ones that wait for none.
    fn kept(&mut self, fates: &[Fate]) -> Vec<u32> {
        for decided in std::mem::take(&mut self.decided) {
            let from = self.among.partition_point(|pair| pair.0 < decided);
            let pairs = self.among[from..].iter();
            for &(_, later) in pairs.take_while(|pair| pair.0 == decided) {
                let index = self.waiting.partition_point(|(place, _)| *place < later);
                let earlier = &mut self.waiting[index].1;
                *earlier -= 1;
                if *earlier == 0 && fates[later as usize] == Fate::Open {
                    self.ready.push(later);
                }
            }
        }
        std::mem::take(&mut self.ready)
    }
}

fn by_place(&(a, b): &(u32, u32)) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::groups::{Constraints, GroupingOptions, Keep, Linkage, ResolvedConstraints};
    use crate::word_reader::WordReader;
    use crate::{Collection, Grouping, Judge};
    use dejalu_base::threshold::reaches;
    use dejalu_similarity::candidates::CandidateOptions;
    use dejalu_text::document::Document;

    /// Texts of words that many of them share, in families.
    fn documents() -> impl Strategy<Value = Vec<Document>> {
        let word = |it: u8| format!("w{}x", char::from(b'a' + it));
        let text = prop::collection::vec(0u8..12, 1..9)
            .prop_map(move |words| words.into_iter().map(word).collect::<Vec<_>>().join(" "));
        let of_texts = |texts: Vec<String>| {
            let named = texts.iter().enumerate();
            let document = |(number, text): (usize, &String)| {
                let mut document = Document::plain(format!("{number:02}"), text);
                document.date = (number % 3 > 0).then(|| format!("2024-05-{:02}", 1 + number % 7));
                document
            };
            named.map(document).collect()
        };
        prop::collection::vec(text, 2..40).prop_map(of_texts)
    }

    /// Star groups by definition: in the order, each removed with the score of the best kept document before it, if there
    /// is one.
    fn slow(all: &[Edge], turns: &Turns, places: &[u32]) -> Vec<(u32, f64)> {
        let mut order = places.to_vec();
        order.sort_unstable_by_key(|&place| turns.of(place));
        let mut kept: Vec<u32> = Vec::new();
        let mut removed = Vec::new();
        for place in order {
            let scores = kept.iter().filter_map(|&it| score(all, place, it));
            match scores.reduce(f64::max) {
                Some(best) => removed.push((place, best)),
                None => kept.push(place),
            }
        }
        removed.sort_unstable_by_key(|it| it.0);
        removed
    }

    fn score(all: &[Edge], a: u32, b: u32) -> Option<f64> {
        let pair = (a.min(b), a.max(b));
        let found = all.iter().find(|edge| (edge.left, edge.right) == pair);
        found.map(|edge| edge.score)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn kept_documents_are_enough_for_the_groups_of_all_pairs(
            documents in documents(),
            keep in prop::sample::select(vec![Keep::Longest, Keep::First, Keep::Newest]),
            at in prop::sample::select(vec![0.2, 0.5, 0.8]),
            seed in any::<u64>(),
            together in prop::sample::select(vec![1, 3, 512]),
        ) {
            let mut documents = documents;
            documents.sort_by_cached_key(|it| xxhash_rust::xxh3::xxh3_64_with_seed(it.id.as_str().as_bytes(), seed));
            let collection = Collection::new(documents);
            let judge = Judge::rule(&format!("jaccard={at}"), Default::default()).unwrap();
            let judge = collection.informed(&judge, &Silent).unwrap();
            let reader = WordReader::uncached(&collection, judge.analysis());
            let constraints = ResolvedConstraints::new(&reader, &Constraints::default()).unwrap();
            let turns = Turns::new(keep, &reader, &constraints);
            let is_duplicate = |edge: Edge| reaches(edge.score, at);
            let options = CandidateOptions::default();

            let mut search = Search::new(&reader, None, &judge, &Silent);
            let candidates = search.candidates(at, &options).unwrap();
            let pairs: Vec<(u32, u32)> = search.rounds(&candidates).flatten().collect();
            let all = search.scored(pairs, at, &Silent).unwrap();
            let filters = judge.filters(at);
            let walk = || StarWalk::new(&search, &turns, at, &is_duplicate);
            let size = BlockSize { documents: together, ..BLOCK };
            let ways = [walk().of_listed(&candidates, size).unwrap(), walk().of_kept(&filters, size).unwrap()];
            let [listed, kept] = &ways;
            prop_assert_eq!(&listed.edges, &kept.edges);
            prop_assert_eq!(listed.pairs, kept.pairs);

            let group = |edges: &[Edge]| {
                let options = GroupingOptions {
                    minimum: at.into(),
                    linkage: Linkage::Star,
                    keep,
                    lose_at_most: Some(0.3),
                    constraints: &constraints,
                    judge: &judge,
                };
                Grouping::new(&reader, edges, options).unwrap()
            };
            prop_assert_eq!(&group(&all), &group(&kept.edges));
            let expected = slow(&all, &turns, collection.originals());
            let grouping = group(&kept.edges);
            let of_texts = collection.originals().iter();
            let removed = of_texts.map(|&place| (place, grouping.representative_of(place)));
            // Of equally similar ones whichever: Grouping::new, which takes all edges, is compared above.
            let removed: Vec<(u32, f64)> = removed
                .map(|(place, other)| (place, collection.text_of()[other as usize]))
                .filter(|(place, other)| place != other)
                .map(|(place, other)| (place, score(&all, place, other).unwrap()))
                .collect();
            prop_assert_eq!(removed, expected);
        }
    }

    #[test]
    fn a_group_of_many_costs_one_comparison_each() {
        let words: Vec<String> = (0..60u8)
            .map(|it| {
                format!(
                    "w{}{}",
                    char::from(b'a' + it / 8),
                    char::from(b'a' + it % 8)
                )
            })
            .collect();
        let text = |number: usize| {
            let own: String = format!("{number:05}")
                .bytes()
                .map(|it| char::from(it + 49))
                .collect();
            format!("{} {own}", words.join(" "))
        };
        let documents = (0..1_500).map(|it| Document::plain(format!("{it:04}"), &text(it)));
        let collection = Collection::new(documents.collect());
        let judge = Judge::rule("jaccard=0.8", Default::default()).unwrap();
        let judge = collection.informed(&judge, &Silent).unwrap();
        let reader = WordReader::uncached(&collection, judge.analysis());
        let constraints = ResolvedConstraints::new(&reader, &Constraints::default()).unwrap();
        let turns = Turns::new(Keep::First, &reader, &constraints);
        let is_duplicate = |edge: Edge| reaches(edge.score, 0.8);
        let mut search = Search::new(&reader, None, &judge, &Silent);
        let candidates = search
            .candidates(0.8, &CandidateOptions::default())
            .unwrap();
        let walk = || StarWalk::new(&search, &turns, 0.8, &is_duplicate);
        assert_eq!(walk().of_listed(&candidates, BLOCK).unwrap().pairs, 1_499);
        assert_eq!(
            walk().of_kept(&judge.filters(0.8), TOGETHER).unwrap().pairs,
            1_499
        );
    }
}
