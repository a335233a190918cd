//! The pairs of a collection that may be duplicates, and their scores.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::collection::Collection;
use super::components::components;
use super::indistinct::{Indistinct, Kinds};
use super::judge::Judge;
use super::scoring::{Edge, Texts, scored};
use super::threshold::SampledCandidates;
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_base::threshold::reaches;
use dejalu_similarity::candidates::{
    CandidateOptions, Candidates, Filter, Method, Patience, Sketches, Walk,
};

/// Pairs are judged in rounds of about this many, so that a collection with far too many does
/// not fill the memory: a pair takes eight bytes, and a few times that while it is put in order.
pub(super) const ROUND: usize = 1 << 23;

/// A search for the duplicates among the originals of a collection. Pairs are given by place.
pub(super) struct Search<'a> {
    whole: &'a WordReader<'a>,
    /// The same documents without their boilerplate, where they are compared without it.
    rest: Option<&'a WordReader<'a>>,
    judge: &'a Judge,
    progress: &'a dyn Progress,
    /// The documents that are compared, by place: the originals, or of a kind the first.
    places: Arc<[u32]>,
    /// The sketches of the documents, once they are read: under each filter.
    sketches: Vec<Sketches>,
    /// Pairs that were sampled before.
    known: Known,
    /// The candidates it was sampled from, with their filters: all that they keep.
    found: Option<(Vec<Filter>, Candidates)>,
}

/// Candidates that were scored before: all of some documents.
#[derive(Default)]
struct Known {
    /// The least score that counted.
    least: f64,
    /// Whether the candidates of a document were scored. Empty where nothing was.
    of_document: Vec<bool>,
    /// Those with such a score, ordered by place.
    edges: Vec<Edge>,
}

impl Known {
    /// Takes the pairs out whose scores are known well enough; gives those that reach `least`.
    fn take(&self, pairs: &mut Vec<(u32, u32)>, least: f64) -> Vec<Edge> {
        let mut edges = Vec::new();
        if self.of_document.is_empty() || least < self.least {
            return edges;
        }
        pairs.retain(|&(left, right)| {
            let is_known = self.of_document[left as usize];
            let place = |edge: &Edge| (edge.left, edge.right);
            if is_known && let Ok(at) = self.edges.binary_search_by_key(&(left, right), place) {
                edges.extend(Some(self.edges[at]).filter(|edge| reaches(edge.score, least)));
            }
            !is_known
        });
        edges
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        whole: &'a WordReader<'a>,
        rest: Option<&'a WordReader<'a>>,
        judge: &'a Judge,
        progress: &'a dyn Progress,
    ) -> Self {
        Search {
            whole,
            rest,
            judge,
            progress,
            places: whole.collection().originals().into(),
            sketches: Vec::new(),
            known: Known::default(),
            found: None,
        }
    }

    /// A sample of the candidates, of at least so many where there are so many: those with scores from `from`
    /// on, ordered by place. Whole connected components are sampled, which tell how cohesive groups are; for
    /// pairs drawn one by one nearly every document would have to be read, and groups would fall apart.
    pub(super) fn sample(
        &mut self,
        from: f64,
        at_least: usize,
        options: &CandidateOptions,
    ) -> Result<(&[Edge], SampledCandidates)> {
        let candidates = self.candidates(from, options)?;
        let method = candidates.plan().method;
        let texts = self.collection().originals().len();
        let (candidates, is_listed) = match method {
            Method::All => (candidates, false),
            _ => candidates.listed(texts, ROUND),
        };
        let components = Components::of(self.collection(), self.rounds(&candidates));
        let is_sampled = components.sampled(at_least);
        let mut sampled = 0;
        let mut edges = Vec::new();
        for mut pairs in self.rounds(&candidates) {
            pairs.retain(|&(left, _)| is_sampled[left as usize]);
            sampled += pairs.len();
            edges.extend(self.scored(pairs, from)?);
        }
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        // MinHash may find a pair at a higher score that it did not find at a lower one.
        let of_document = match method {
            Method::MinHash => Vec::new(),
            _ => is_sampled,
        };
        self.known = Known {
            least: from,
            of_document,
            edges,
        };
        let sample = SampledCandidates::new(sampled, components.pairs.iter().sum(), texts);
        let is_complete = is_listed && method == Method::Exact;
        self.found = is_complete.then(|| (self.judge.filters(from), candidates));
        Ok((&self.known.edges, sample))
    }

    /// Looks for documents that a rule cannot tell apart; `None` where there are not many, or where the decider is no
    /// rule whose own similarity is searched by. Where the pairs with scores from `least` on are too many only the
    /// first of each kind is compared from now on, if this `may_merge`, and the place of that one is given for each
    /// document.
    pub(super) fn indistinct(
        &mut self,
        least: f64,
        options: &CandidateOptions,
        may_merge: bool,
    ) -> Result<Option<(Indistinct, Option<Vec<u32>>)>> {
        let filters = self.judge.filters(least);
        let is_exact = self.judge.filter_is_exact() && self.rest.is_none();
        if !is_exact || filters.len() != 1 || options.method == Method::All {
            return Ok(None);
        }
        self.sketches = vec![self.read(&filters[0])];
        let kinds = Kinds::of(&self.sketches[0]);
        let Some(mut indistinct) = kinds.indistinct() else {
            return Ok(None);
        };
        let mut sketches = Sketches::default();
        for index in kinds.firsts() {
            sketches.push(self.sketches[0].get(index));
        }
        let similar = Candidates::new(&sketches, &filters[0], options)?;
        indistinct.is_one = may_merge && kinds.are_too_many(Walk::new(&similar).flatten());
        if !indistinct.is_one {
            return Ok(Some((indistinct, None)));
        }
        let first_of = |&index: &u32| self.places[kinds.first_of()[index as usize] as usize];
        let of_text = self.collection().text_of().into_iter().map(|text| {
            let index = self.places.binary_search(&text);
            index.map_or(text, |index| first_of(&(index as u32)))
        });
        let of_text = of_text.collect();
        let firsts: Vec<u32> = kinds.firsts().map(|index| self.places[index]).collect();
        self.sketches = vec![sketches];
        self.places = firsts.into();
        Ok(Some((indistinct, Some(of_text))))
    }

    /// The candidates where scores from `least` on count.
    pub(super) fn candidates(
        &mut self,
        least: f64,
        options: &CandidateOptions,
    ) -> Result<Candidates> {
        let count = self.places.len();
        self.judge.check_candidates(options)?;
        let filters = self.judge.filters(least);
        // A filter that a rule brings loses nothing, and one that the user names is wanted, so that they are used
        // however few documents there are.
        let may_lose = !self.judge.filter_is_exact() && !self.judge.filter_is_named();
        let is_open = options.method == Method::Auto && may_lose && !filters.is_empty();
        if is_open && self.all_are_affordable() {
            let one = "different text is few enough";
            let why = counted(count, one, "different texts are few enough");
            return Ok(Candidates::all(count, why));
        }
        if filters.is_empty() || options.method == Method::All {
            return Candidates::without_filter(count, options.method);
        }
        // A judge's filters, whatever the score, are of the same features.
        if self.sketches.is_empty() {
            self.sketches = filters.iter().map(|filter| self.read(filter)).collect();
            for (filter, sketches) in filters.iter().zip(&self.sketches) {
                self.judge.check_sketches(filter, sketches)?;
            }
        }
        let known = |(before, _): &mut (Vec<Filter>, Candidates)| keep_no_more(&filters, before);
        if let Some((before, found)) = self.found.take_if(known) {
            return if filters == before {
                Ok(found)
            } else {
                found.kept_by(&filters, &self.sketches)
            };
        }
        self.progress.begin("searching for candidates", 1);
        let searches = filters.iter().zip(&self.sketches);
        let search = |(filter, sketches)| Candidates::new(sketches, filter, options);
        let searches = searches.map(search).collect::<Result<Vec<Candidates>>>()?;
        self.progress.advance(1);
        Ok(Candidates::any(searches))
    }

    /// Frees what only [`candidates`](Self::candidates) needs.
    pub(super) fn forget_sketches(&mut self) {
        self.sketches = Vec::new();
        self.found = None;
    }

    fn read(&self, filter: &Filter) -> Sketches {
        let compared = self.rest.unwrap_or(self.whole);
        compared.sketches(&self.places, filter.feature(), self.judge, self.progress)
    }

    /// The documents as they are.
    pub(super) fn collection(&self) -> &'a Collection {
        self.whole.collection()
    }

    fn compared(&self) -> &'a Collection {
        self.rest.unwrap_or(self.whole).collection()
    }

    fn all_are_affordable(&self) -> bool {
        let (documents, originals) = (self.compared().documents(), self.collection().originals());
        let text = |&place: &u32| documents[place as usize].text.len();
        let bytes = originals.iter().map(text).sum();
        let patience = if self.judge.filter_is_of_few() {
            Patience::WithoutFilter
        } else {
            Patience::BesideFilter
        };
        let features = self.judge.features().len();
        Candidates::all_are_affordable(originals.len(), bytes, features, patience)
    }

    /// The candidates in rounds that fit in memory.
    pub(super) fn rounds<'c>(
        &self,
        candidates: &'c Candidates,
    ) -> impl Iterator<Item = Vec<(u32, u32)>> + use<'a, 'c> {
        let collection = self.collection();
        let originals = self.places.clone();
        rounds(candidates).map(move |mut pairs| {
            for pair in &mut pairs {
                *pair = (originals[pair.0 as usize], originals[pair.1 as usize]);
            }
            pairs.retain(|&(a, b)| collection.has_words(a) && collection.has_words(b));
            pairs
        })
    }

    /// The pairs with a score of at least `least`, ordered by place.
    ///
    /// Where documents are compared without their boilerplate, they are compared with it as well, and the
    /// lower score counts. So what is left out, and what is left, each may tell two documents apart, and
    /// neither alone makes them duplicates.
    pub(super) fn scored(&self, mut pairs: Vec<(u32, u32)>, least: f64) -> Result<Vec<Edge>> {
        let mut edges = self.known.take(&mut pairs, least);
        edges.extend(self.scored_anew(pairs, least)?);
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        Ok(edges)
    }

    fn scored_anew(&self, pairs: Vec<(u32, u32)>, least: f64) -> Result<Vec<Edge>> {
        let score = |collection: &Collection, pairs| {
            let texts = Texts::of(collection.documents());
            scored(texts, pairs, self.judge, least, self.progress)
        };
        let edges = score(self.compared(), pairs)?;
        let Some(rest) = self.rest else {
            return Ok(edges);
        };
        let size = |reader: &WordReader<'_>, place: u32| reader.document(place).text.len();
        let is_cut = |place: u32| size(rest, place) < size(self.whole, place);
        let (cut, mut whole): (Vec<Edge>, Vec<Edge>) = edges
            .into_iter()
            .partition(|edge| is_cut(edge.left) || is_cut(edge.right));
        let pairs = cut.iter().map(|edge| (edge.left, edge.right)).collect();
        // Both are ordered by place, and every pair of the second is one of the first.
        let mut cut = cut.into_iter();
        whole.extend(
            score(self.collection(), pairs)?
                .into_iter()
                .filter_map(|again| {
                    let before =
                        cut.find(|edge| (edge.left, edge.right) == (again.left, again.right))?;
                    let score = again.score.min(before.score);
                    Some(Edge { score, ..again })
                }),
        );
        Ok(whole)
    }
}

/// Returns whether some filters keep nothing but what others keep, as far as it is known. Those of weighted terms may
/// be approximate.
fn keep_no_more(filters: &[Filter], others: &[Filter]) -> bool {
    let is_stricter = |(filter, other): (&Filter, &Filter)| {
        let is_same = filter.feature() == other.feature() && !filter.is_of_weights();
        is_same && filter.at().value() >= other.at().value()
    };
    filters.len() == others.len() && filters.iter().zip(others).all(is_stricter)
}

/// The seed of a sample: another one would give another threshold, so that it is no option.
const SEED: u64 = 42;

/// The connected components of the candidates, a document without any being one as well.
struct Components {
    /// Of each document how early its component is sampled: a hash, the lowest first.
    priorities: Vec<u64>,
    /// The candidates of each document, as the smaller place.
    pairs: Vec<usize>,
}

impl Components {
    fn of(collection: &Collection, rounds: impl Iterator<Item = Vec<(u32, u32)>>) -> Self {
        let documents = collection.documents().len();
        let mut pairs = vec![0; documents];
        let counted = rounds
            .flatten()
            .inspect(|&(left, _)| pairs[left as usize] += 1);
        let components = components(documents, counted);
        let priority = |first: &u32| xxh3_64_with_seed(&first.to_le_bytes(), SEED);
        Components {
            priorities: components.iter().map(priority).collect(),
            pairs,
        }
    }

    /// Returns whether each document belongs to a sample of at least so many candidates, or of all.
    fn sampled(&self, at_least: usize) -> Vec<bool> {
        let pairs = self.pairs.iter().copied();
        let mut of_each: Vec<(u64, usize)> = self.priorities.iter().copied().zip(pairs).collect();
        of_each.sort_unstable();
        let mut sum = 0;
        let last = of_each.iter().find(|(_, pairs)| {
            sum += pairs;
            sum >= at_least
        });
        let last = last.map_or(u64::MAX, |(priority, _)| *priority);
        self.priorities.iter().map(|&it| it <= last).collect()
    }
}

/// The candidates, by index, in parts that fit in memory.
fn rounds(candidates: &Candidates) -> impl Iterator<Item = Vec<(u32, u32)>> {
    let mut walk = Walk::new(candidates);
    std::iter::from_fn(move || {
        let mut pairs = walk.next()?;
        while pairs.len() < ROUND
            && let Some(more) = walk.next()
        {
            pairs.extend(more);
        }
        (!pairs.is_empty()).then_some(pairs)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_base::progress::Silent;
    use dejalu_text::document::Document;

    /// Documents in families of four that share most of their words.
    fn collection(count: usize) -> Collection {
        let letter = |number: usize| char::from(b'a' + number as u8);
        let text = |number: usize| {
            let [family, member] = [number / 4, number % 4].map(letter);
            let words = ["ferr", "pier", "storm", "lamp"].map(|word| format!("{word}{family}x"));
            format!("{} qu{family}{member}", words.join(" "))
        };
        let document = |number: usize| Document::plain(format!("{number:02}"), &text(number));
        Collection::new((0..count).map(document).collect())
    }

    proptest! {
        #[test]
        fn components_are_sampled_whole_until_there_are_enough(
            pairs in prop::collection::btree_set((0u32..30, 0u32..30), 0..25),
            at_least in 0usize..30,
        ) {
            let mut pairs: Vec<(u32, u32)> =
                pairs.into_iter().filter(|(left, right)| left < right).collect();
            let collection = collection(30);
            let components = Components::of(&collection, std::iter::once(pairs.clone()));
            let sampled = components.sampled(at_least);
            let of = |sampled: &[bool]| {
                pairs.iter().filter(|&&(left, _)| sampled[left as usize]).count()
            };
            for &(left, right) in &pairs {
                prop_assert_eq!(sampled[left as usize], sampled[right as usize]);
            }
            prop_assert!(of(&sampled) >= at_least.min(pairs.len()));
            let of_sampled = || components.priorities.iter().zip(&sampled);
            let last = of_sampled().filter(|(_, is_sampled)| **is_sampled).map(|(it, _)| *it).max();
            let without: Vec<bool> = of_sampled()
                .map(|(it, is_sampled)| *is_sampled && Some(*it) != last)
                .collect();
            prop_assert!(of(&without) < at_least.max(1) || pairs.len() < at_least);
            pairs.reverse();
            let again = Components::of(&collection, pairs.chunks(3).map(<[_]>::to_vec));
            prop_assert_eq!(again.sampled(at_least), sampled);
        }
    }

    #[test]
    fn what_was_sampled_keeps_its_scores() {
        let collection = collection(40);
        let judge = Judge::rule("jaccard=0.2", Default::default()).unwrap();
        let judge = collection.informed(&judge, &Silent).unwrap();
        let options = CandidateOptions::default();
        let reader = WordReader::uncached(&collection, judge.analysis());
        let all = Search::new(&reader, None, &judge, &Silent);
        for at_least in [0, 1, 20, usize::MAX] {
            for least in [0.1, 0.2, 0.5] {
                let mut search = Search::new(&reader, None, &judge, &Silent);
                let (edges, sample) = search.sample(0.2, at_least, &options).unwrap();
                assert!(edges.len() <= sample.sampled);
                assert_eq!(sample.is_part(), at_least < usize::MAX);
                let candidates = search.candidates(least, &options).unwrap();
                let mut pairs: Vec<(u32, u32)> = search.rounds(&candidates).flatten().collect();
                pairs.sort_unstable();
                let again = Search::new(&reader, None, &judge, &Silent).candidates(least, &options);
                let mut again: Vec<(u32, u32)> = all.rounds(&again.unwrap()).flatten().collect();
                again.sort_unstable();
                assert_eq!(pairs, again);
                let fresh = all.scored(pairs.clone(), least).unwrap();
                assert!(!fresh.is_empty());
                assert_eq!(search.scored(pairs, least).unwrap(), fresh);
            }
        }
    }
}
