//! The pairs of a collection that may be duplicates, and their scores.

use std::sync::Arc;

use super::collection::Collection;
use super::indistinct::{Indistinct, Kinds};
use super::judge::Judge;
use super::sampled_components::{SampledComponents, random};
use super::scoring::{Analysed, Edge, Texts, Views, scored};
use super::suggested::SampledCandidates;
use super::thinning::{TOGETHER, Thinned};
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_base::threshold::reaches;
use dejalu_similarity::candidates::{
    CandidateOptions, Candidates, Filter, GrowingIndex, Method, Patience, Plan, Sketches, Walk,
};

/// Where there are more candidates than this for each document, and [`FEW`] beside, those with kept documents are
/// searched instead of listing all.
const LISTED_EACH: usize = 16;
const FEW: usize = 1 << 17;

/// How many candidates of so many documents are listed.
pub(super) fn most_listed(documents: usize) -> usize {
    FEW + LISTED_EACH * documents
}

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

    /// The same among some of the originals, by place, ascending.
    pub(super) fn among(self, places: Vec<u32>) -> Self {
        Search {
            places: places.into(),
            ..self
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
        let plan = candidates.plan().clone();
        let texts = self.places.len();
        let filters = self.judge.filters(from);
        let may_grow = self.may_grow(&plan, &filters);
        let most = if may_grow { most_listed(texts) } else { ROUND };
        let (candidates, is_listed) = match plan.method {
            Method::All => (candidates, false),
            _ => candidates.listed(texts, most),
        };
        if !is_listed && may_grow {
            drop(candidates);
            return self.sample_of_crowds(from, at_least, &filters);
        }
        let components =
            SampledComponents::of(self.collection(), self.rounds(&candidates).flatten());
        let is_sampled = components.sampled(at_least);
        let is_drawn = components.drawn(&is_sampled);
        let mut sampled = 0;
        let mut edges = Vec::new();
        for mut pairs in self.rounds(&candidates) {
            pairs.retain(|&(a, b)| is_drawn[a as usize] && is_drawn[b as usize]);
            sampled += pairs.len();
            edges.extend(self.scored(pairs, from, self.progress)?);
        }
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        // MinHash may find a pair at a higher score that it did not find at a lower one.
        let of_document = match plan.method {
            Method::MinHash => Vec::new(),
            _ => components.whole(&is_sampled),
        };
        self.known = Known {
            least: from,
            of_document,
            edges,
        };
        let sample = SampledCandidates::new(sampled, components.pairs.iter().sum(), texts);
        let is_complete = is_listed && plan.method == Method::Exact;
        self.found = is_complete.then_some((filters, candidates));
        Ok((&self.known.edges, sample))
    }

    /// The same where documents have so many candidates that these are not listed: of documents that are much like
    /// each other a few are looked at.
    fn sample_of_crowds(
        &mut self,
        from: f64,
        at_least: usize,
        filters: &[Filter],
    ) -> Result<(&[Edge], SampledCandidates)> {
        let random = |index: &u32| (random(self.places[*index as usize]), *index);
        let mut order = self.indices_with_words();
        order.sort_by_cached_key(random);
        let taken = GrowingIndex::new(filters, &self.sketches);
        let Thinned { documents, pairs } = Thinned::of(taken, &order, MOST_MET, TOGETHER)?;
        let place = |index: u32| self.places[index as usize];
        let pairs = pairs.into_iter().map(|(a, b)| (place(a), place(b)));
        let mut pairs: Vec<(u32, u32)> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
        let all = pairs.len();
        let components = SampledComponents::of(self.collection(), pairs.iter().copied());
        let is_drawn = components.drawn(&components.sampled(at_least));
        pairs.retain(|&(a, b)| is_drawn[a as usize] && is_drawn[b as usize]);
        let sample = SampledCandidates {
            left_out: order.len() - documents.len(),
            ..SampledCandidates::new(pairs.len(), all, documents.len())
        };
        self.known = Known {
            edges: self.scored(pairs, from, self.progress)?,
            ..Known::default()
        };
        Ok((&self.known.edges, sample))
    }

    /// Returns whether candidates can be looked for among some documents while others come to them: exactly, by sets.
    pub(super) fn may_grow(&self, plan: &Plan, filters: &[Filter]) -> bool {
        let are_of_sets = !filters.is_empty() && !filters.iter().any(Filter::is_of_weights);
        plan.method == Method::Exact && are_of_sets && self.sketches.len() == filters.len()
    }

    /// Whom it tells of its progress.
    pub(super) fn progress(&self) -> &'a dyn Progress {
        self.progress
    }

    /// The documents that are compared, by place, ascending.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// The indices of those with words, ascending.
    pub(super) fn indices_with_words(&self) -> Vec<u32> {
        let indices = (0u32..).zip(self.places.iter());
        let with_words = indices.filter(|(_, place)| self.collection().has_words(**place));
        with_words.map(|(index, _)| index).collect()
    }

    /// Their sketches under each filter, once they are read.
    pub(super) fn sketches(&self) -> &[Sketches] {
        &self.sketches
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
    pub(super) fn scored(
        &self,
        mut pairs: Vec<(u32, u32)>,
        least: f64,
        progress: &dyn Progress,
    ) -> Result<Vec<Edge>> {
        let mut edges = self.known.take(&mut pairs, least);
        edges.extend(self.lower_of_both(pairs, |version, pairs| {
            let texts = Texts::of(self.version(version).documents());
            scored(texts, pairs, self.judge, least, progress)
        })?);
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        Ok(edges)
    }

    /// Hands out the same for documents of which pairs come bit by bit: they are analysed once. `places` ascend.
    pub(super) fn scored_among<T>(
        &self,
        places: &[u32],
        least: f64,
        ask: impl FnOnce(&mut dyn FnMut(Vec<(u32, u32)>) -> Result<Vec<Edge>>) -> Result<T>,
    ) -> Result<T> {
        let analysed = [Version::Compared, Version::Whole].map(|version| {
            let texts = Texts::of(self.version(version).documents());
            Analysed::of(texts, places, self.judge)
        });
        let views = [Views::default(), Views::default()];
        ask(&mut |mut pairs| {
            let mut edges = self.known.take(&mut pairs, least);
            edges.extend(self.lower_of_both(pairs, |version, pairs| {
                let version = version as usize;
                analysed[version].scored(&views[version], pairs, least)
            })?);
            Ok(edges)
        })
    }

    /// The documents as they are compared first, or as they are.
    fn version(&self, version: Version) -> &'a Collection {
        match version {
            Version::Compared => self.compared(),
            Version::Whole => self.collection(),
        }
    }

    /// Scores pairs without boilerplate, and where there is any with it as well: the lower score counts. The scores of
    /// either come ordered by place.
    fn lower_of_both(
        &self,
        pairs: Vec<(u32, u32)>,
        mut scored: impl FnMut(Version, Vec<(u32, u32)>) -> Result<Vec<Edge>>,
    ) -> Result<Vec<Edge>> {
        let edges = scored(Version::Compared, pairs)?;
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
            scored(Version::Whole, pairs)?
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

/// The documents without their boilerplate, where there is any, and with it.
#[derive(Clone, Copy)]
enum Version {
    Compared,
    Whole,
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

/// A guess looks at no document that meets so many of those that it has looked at, where candidates are too many.
const MOST_MET: usize = 24;

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
                let fresh = all.scored(pairs.clone(), least, &Silent).unwrap();
                assert!(!fresh.is_empty());
                assert_eq!(search.scored(pairs, least, &Silent).unwrap(), fresh);
            }
        }
    }
}
