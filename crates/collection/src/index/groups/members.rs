//! What is kept of each document, so that groups are formed without reading the texts.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::Edge;
use crate::groups::{ComparedPairs, Members, RUN, Runs};
use crate::index::Index;
use dejalu_base::error::Result;
use dejalu_text::Analyzer;
use dejalu_text::document::{Document, DocumentId, Moment};
use dejalu_text::shingles::word_shingles;

/// What is kept of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Member {
    /// What it shares with documents of the same text.
    pub(super) identity: Option<u128>,
    pub(super) characters: u32,
    pub(super) date: Option<String>,
    /// Its duplicates with smaller numbers; of several documents of one text the first has them.
    pub(super) links: Vec<Link>,
}

/// A document that another one is a duplicate of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Link {
    /// Its number.
    pub(super) other: u32,
    pub(super) score: f64,
    /// What they share, were this one removed.
    pub(super) runs: Runs,
}

impl Member {
    /// What is kept of a document, its duplicates still unknown.
    pub(super) fn of(document: &Document) -> Self {
        Member {
            identity: document.exact_text(),
            characters: document.text.chars().count() as u32,
            date: document.date.clone(),
            links: Vec::new(),
        }
    }
}

/// The number of the first document of each text, by number.
#[derive(Default)]
pub(super) struct Firsts {
    of_text: FxHashMap<u128, u32>,
    numbers: Vec<u32>,
}

impl Firsts {
    /// Of these documents, the first of all among them.
    pub(super) fn of(members: &[Member]) -> Self {
        let mut firsts = Firsts::default();
        firsts.extend(members);
        firsts
    }

    /// Takes the documents that come next.
    pub(super) fn extend(&mut self, members: &[Member]) {
        for (number, member) in (self.numbers.len() as u32..).zip(members) {
            let first = member.identity.map_or(number, |identity| {
                *self.of_text.entry(identity).or_insert(number)
            });
            self.numbers.push(first);
        }
    }

    /// Whether no document before has its text.
    pub(super) fn is_first(&self, number: u32) -> bool {
        self.numbers[number as usize] == number
    }
}

/// The documents of an index, by name.
pub(super) struct Indexed<'a> {
    index: &'a Index,
    names: Vec<(DocumentId, u32)>,
    members: Vec<Member>,
    /// The place of each document, by number.
    places: Vec<u32>,
    text_of: Vec<u32>,
    /// The duplicates, by the places of their texts, the smaller first: the score, and what they share were
    /// the first removed.
    linked: FxHashMap<(u32, u32), (f64, Runs)>,
}

impl<'a> Indexed<'a> {
    /// Takes the documents of an index and what is kept of them, by number.
    pub(super) fn new(
        index: &'a Index,
        names: Vec<(DocumentId, u32)>,
        members: Vec<Member>,
    ) -> Result<Self> {
        let mut places = vec![u32::MAX; members.len()];
        for (place, (_, number)) in (0u32..).zip(&names) {
            match places.get_mut(*number as usize) {
                Some(free) => *free = place,
                None => return Err(index.store.incomplete()),
            }
        }
        if names.len() != members.len() || places.contains(&u32::MAX) {
            return Err(index.store.incomplete());
        }
        let mut indexed = Indexed {
            index,
            names,
            members,
            places,
            text_of: Vec::new(),
            linked: FxHashMap::default(),
        };
        indexed.text_of = indexed.texts();
        indexed.linked = indexed.links()?;
        Ok(indexed)
    }

    fn texts(&self) -> Vec<u32> {
        let mut first_of: FxHashMap<u128, u32> = FxHashMap::default();
        let text = |place: u32| match self.member(place).identity {
            Some(identity) => *first_of.entry(identity).or_insert(place),
            None => place,
        };
        (0..self.names.len() as u32).map(text).collect()
    }

    fn links(&self) -> Result<FxHashMap<(u32, u32), (f64, Runs)>> {
        let mut linked = FxHashMap::default();
        for (number, member) in self.members.iter().enumerate() {
            for link in &member.links {
                let other = self.places.get(link.other as usize).copied();
                let other = other.ok_or_else(|| self.index.store.incomplete())?;
                let [own, other] =
                    [self.places[number], other].map(|place| self.text_of[place as usize]);
                let runs = if own < other {
                    link.runs
                } else {
                    link.runs.turned()
                };
                linked.insert((own.min(other), own.max(other)), (link.score, runs));
            }
        }
        Ok(linked)
    }

    fn member(&self, place: u32) -> &Member {
        &self.members[self.number(place) as usize]
    }

    /// The number of the document at a place.
    pub(super) fn number(&self, place: u32) -> u32 {
        self.names[place as usize].1
    }

    /// The name of the document of a number.
    pub(super) fn name_of(&self, number: u32) -> &DocumentId {
        self.name(self.places[number as usize])
    }

    /// The place of each document, by number.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// The duplicates, by place.
    pub(super) fn edges(&self) -> Vec<Edge> {
        let linked = self.linked.iter();
        let edges = linked.map(|(&(left, right), &(score, _))| Edge { left, right, score });
        let mut edges: Vec<Edge> = edges.collect();
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        edges
    }

    /// The names, by place.
    pub(super) fn into_names(self) -> Vec<DocumentId> {
        self.names.into_iter().map(|(name, _)| name).collect()
    }

    /// What pairs share that no score links, as those that people have linked.
    fn compare_texts(&self, pairs: &[(u32, u32)]) -> Result<ComparedPairs> {
        let places: FxHashSet<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        let analyzer = Analyzer::new(self.index.model().analysis.clone());
        let mut runs: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        for place in places {
            let numbers = std::iter::once(self.number(place));
            for document in self.index.read(numbers)? {
                runs.insert(place, word_shingles(&analyzer.analyze(&document), RUN));
            }
        }
        let of = |place: u32| runs.get(&place).map_or(&[][..], Vec::as_slice);
        let compared = pairs
            .iter()
            .map(|&(removed, kept)| ((removed, kept), Runs::of(of(removed), of(kept))));
        Ok(compared.collect())
    }
}

impl Members for Indexed<'_> {
    fn count(&self) -> usize {
        self.names.len()
    }

    fn name(&self, place: u32) -> &DocumentId {
        &self.names[place as usize].0
    }

    fn place_of(&self, name: &DocumentId) -> Option<u32> {
        let found = self.names.binary_search_by(|(other, _)| other.cmp(name));
        found.ok().map(|place| place as u32)
    }

    fn arrival(&self, place: u32) -> u32 {
        self.number(place)
    }

    fn text_of(&self) -> Vec<u32> {
        self.text_of.clone()
    }

    fn characters(&self, place: u32) -> usize {
        self.member(place).characters as usize
    }

    fn written(&self, place: u32) -> Option<Moment> {
        Moment::of(self.member(place).date.as_deref()?)
    }

    fn compared(&self, pairs: Vec<(u32, u32)>) -> Result<ComparedPairs> {
        let mut compared = ComparedPairs::default();
        let mut others = Vec::new();
        for (removed, kept) in pairs {
            let both = (removed.min(kept), removed.max(kept));
            let Some(&(_, runs)) = self.linked.get(&both) else {
                others.push((removed, kept));
                continue;
            };
            let runs = if removed < kept { runs } else { runs.turned() };
            compared.insert((removed, kept), runs);
        }
        compared.extend(self.compare_texts(&others)?);
        Ok(compared)
    }
}
