//! Groups of an index are those of its documents, however they came.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::index::Index;
use crate::{
    Boilerplate, Collection, Constraint, Constraints, DedupeOptions, Keep, Threshold, dedupe,
};
use dejalu_base::progress::Silent;
use dejalu_experiment::model::{Level, LevelThreshold, Levels, MinimumScore, Model};
use dejalu_similarity::candidates::{Blocking, Filter};
use dejalu_text::document::{Document, DocumentId};

/// The built-in model with a filter that keeps little.
fn model() -> Model {
    let mut model = dejalu_experiment::model::builtin::model().unwrap();
    model.blocking = Some(Blocking {
        filter: Filter::new("resemblance:w=2".parse().unwrap(), "0.4".parse().unwrap()).unwrap(),
        given: false,
        asked: 0.99,
        duplicates: 10,
        others: Vec::new(),
        kept: 10,
        by_score: Default::default(),
    });
    model
}

const SENTENCES: [&str; 6] = [
    "The ferry waits at pier 7 until the storm has passed over Skagen.",
    "Beetles farm fungus in dead wood, says Irene Baker of the institute.",
    "Nobody counted the 1998 lamps of the old harbour before they were sold.",
    "A tide of 3 metres is expected on Monday, and the bridge stays shut.",
    "The museum opens its new hall with drawings of the lighthouse keepers.",
    "Every boat that comes in after nine is written into the blue book.",
];

/// A document of some of the sentences, and a word of its own.
fn document(number: usize, sentences: &[usize]) -> Document {
    let text: Vec<&str> = sentences.iter().map(|&it| SENTENCES[it]).collect();
    let own = ["", " Indeed.", " So they say.", " It rains."][number % 4];
    Document::plain(format!("d{number:02}"), &format!("{}{own}", text.join(" ")))
}

fn options(at: f64, keep: Keep) -> GroupOptions {
    GroupOptions {
        threshold: Threshold::At(vec![at]),
        keep,
        lose_at_most: Some(0.3),
        boilerplate: Boilerplate::Keep,
        ..GroupOptions::default()
    }
}

fn index(documents: &[Document]) -> (TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let mut index = Index::create(folder.path(), model()).unwrap();
    index.add(documents.to_vec(), &Silent).unwrap();
    (folder, index)
}

/// Of every document the first member of its group, its representative, whether it is kept, and what is lost.
type Memberships = BTreeMap<String, (String, String, bool, Option<u64>)>;

fn memberships(index: &Index) -> Memberships {
    let groups = index.groups().unwrap().unwrap();
    let name = |place: u32| groups.documents[place as usize].to_string();
    let membership = |place: u32| {
        let group = &groups.grouping.groups[groups.grouping.group_of[place as usize] as usize];
        let row = groups.grouping.row(place);
        (
            name(group.members[0]),
            name(row.representative),
            row.is_kept,
            row.lost.map(f64::to_bits),
        )
    };
    let places = 0..groups.documents.len() as u32;
    places
        .map(|place| (name(place), membership(place)))
        .collect()
}

fn drawn() -> impl Strategy<Value = Vec<Document>> {
    let sentences = prop::collection::vec(0usize..SENTENCES.len(), 1..5);
    let texts = prop::collection::vec(sentences, 4..16);
    texts.prop_map(|texts| {
        let numbered = texts.iter().enumerate();
        numbered.map(|(number, it)| document(number, it)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn parts_in_any_order_give_the_groups_of_the_whole(
        documents in drawn(),
        order in Just((0..16usize).collect::<Vec<usize>>()).prop_shuffle(),
        parts in 1usize..6,
        at in prop::sample::select(vec![0.6, 1.0, 1.4]),
        keep in prop::sample::select(vec![Keep::Longest, Keep::First, Keep::Centroid]),
        fit_on in 0u64..3_000,
    ) {
        let shuffled: Vec<Document> = order
            .into_iter()
            .filter_map(|place| documents.get(place).cloned())
            .collect();
        // The first is that of the order.
        let (_whole, mut whole) = index(if keep == Keep::First { &shuffled } else { &documents });
        whole.form_groups(&options(at, keep), &Silent).unwrap();
        let mut parts = shuffled.chunks(shuffled.len().div_ceil(parts));
        let (_folder, mut grown) = index(parts.next().unwrap());
        grown.form_groups(&options(at, keep), &Silent).unwrap();
        for part in parts {
            grown.add(part.to_vec(), &Silent).unwrap();
        }
        prop_assert_eq!(memberships(&grown), memberships(&whole));
        let some_held = GroupOptions { fit_on, ..options(at, keep) };
        whole.form_groups(&some_held, &Silent).unwrap();
        prop_assert_eq!(memberships(&grown), memberships(&whole));
    }

    #[test]
    fn the_groups_are_those_of_a_deduplication(
        documents in drawn().prop_shuffle(),
        at in 0.6f64..1.5,
        keep in prop::sample::select(vec![Keep::Longest, Keep::First]),
    ) {
        let (_folder, mut index) = index(&documents);
        index.form_groups(&options(at, keep), &Silent).unwrap();
        let judge = index.judge();
        let options = DedupeOptions {
            lose_at_most: Some(0.3),
            keep,
            candidates: options(at, keep).deduplication().candidates,
            threshold: Threshold::At(vec![at]),
            ..DedupeOptions::default()
        };
        let found = dedupe(&Collection::new(documents), &judge, &options, &Silent).unwrap();
        prop_assert_eq!(&index.groups().unwrap().unwrap().grouping, &found.groupings[0]);
    }
}

#[test]
fn boilerplate_is_found_once_and_left_out_of_what_is_added() {
    let form = |number: usize| {
        let name =
            ["Ada", "Bea", "Cleo", "Dora", "Edda", "Flora"][number % 6].repeat(1 + number / 6);
        let text = format!("{} {name} {}", SENTENCES[0], SENTENCES[5]);
        Document::plain(format!("form{number:02}"), &text)
    };
    let forms: Vec<Document> = (0..14).map(form).collect();
    let (_folder, mut index) = index(&forms[..12]);
    let with_all = options(1.0, Keep::Longest);
    index.form_groups(&with_all, &Silent).unwrap();
    assert!(index.groups().unwrap().unwrap().grouping.groups.len() < 12);
    let without = GroupOptions {
        boilerplate: Boilerplate::Above(10),
        ..with_all
    };
    let change = index.form_groups(&without, &Silent).unwrap();
    assert_eq!((change.cause, change.groups), (Cause::Refitted, 0));
    let added = index.add(forms[12..].to_vec(), &Silent).unwrap();
    assert_eq!(added.change.unwrap().groups, 0);
    let copy = Document::plain("copy", &format!("{}!", forms[0].text));
    let change = index.add(vec![copy], &Silent).unwrap().change.unwrap();
    assert_eq!(change.groups, 1, "{change:?}");
}

#[test]
fn the_rules_are_chosen_from_the_documents_that_came_first() {
    let copy = |number: usize, text: usize| {
        let own = format!(
            "{} Seen {number} times.",
            SENTENCES[text..text + 3].join(" ")
        );
        Document::plain(format!("d{number:02}"), &own)
    };
    let mut documents: Vec<Document> = (0..8).map(|it| copy(it, 0)).collect();
    let first: usize = documents.iter().map(|it| it.text.len()).sum();
    let chosen = |documents: &[Document], fit_on: usize| {
        let (_folder, mut index) = index(documents);
        let options = GroupOptions {
            threshold: Threshold::Auto,
            fit_on: fit_on as u64,
            ..GroupOptions::default()
        };
        let change = index.form_groups(&options, &Silent).unwrap();
        assert_eq!(change.documents as usize, documents.len());
        let first = " by rules chosen from the first 8:";
        assert_eq!(change.sentence().contains(first), change.added == 16);
        (index.rules().unwrap().unwrap().at, change.groups)
    };
    let (at, groups) = chosen(&documents, usize::MAX);
    assert_eq!(groups, 1);
    documents.extend((8..24).map(|it| copy(it, 3)));
    assert_eq!(chosen(&documents, first), (at, 2));
    // One document, at least, is held.
    assert!(chosen(&documents, 0).1 <= 2);
}

#[test]
fn numbers_stay_and_changes_are_recorded() {
    let [a, b, both] = [
        document(0, &[0, 1, 2]),
        document(4, &[3, 4, 5]),
        document(1, &[0, 1, 2]),
    ];
    let (folder, mut index) = index(&[a.clone(), b.clone()]);
    assert!(index.groups().unwrap().is_none());
    assert_eq!(index.history().unwrap(), []);
    let formed = index
        .form_groups(&options(1.0, Keep::Longest), &Silent)
        .unwrap();
    let said = "groups formed: 2 documents, 0 groups of two or more, 0 would be removed";
    assert_eq!(
        (formed.sentence(), formed.events),
        (said.to_string(), vec![])
    );

    // The longer one takes the place of the one that was kept.
    let change = index.add(vec![both], &Silent).unwrap().change.unwrap();
    let name = DocumentId::from;
    let expected = [
        Event::Joined {
            group: 1,
            document: name("d01"),
        },
        Event::Removed {
            group: 1,
            document: name("d00"),
        },
    ];
    assert_eq!(change.events, expected);

    let mut said = Constraints::default();
    said.add([name("d01"), name("d04")], Constraint::MustLink);
    let change = index.constrain(&said).unwrap();
    assert_eq!(change.events[0], Event::Merged { group: 2, into: 1 });
    said.add([name("d01"), name("d04")], Constraint::CannotLink);
    said.add([name("d00"), name("d01")], Constraint::CannotLink);
    let change = index.constrain(&said).unwrap();
    assert_eq!(change.groups, 0, "{change:?}");

    // What people said holds for what is added later, and after the index was closed.
    drop(index);
    let mut index = Index::open(folder.path()).unwrap();
    let copy = Document::plain("d02", &a.text);
    index.add(vec![copy], &Silent).unwrap();
    let groups = index.groups().unwrap().unwrap();
    assert_eq!(groups.grouping.groups.len(), 3);
    let causes: Vec<Cause> = index.history().unwrap().iter().map(|it| it.cause).collect();
    use Cause::*;
    assert_eq!(causes, [Formed, Added, Constrained, Constrained, Added]);
    let mut unknown = Constraints::default();
    unknown.add([name("d00"), name("x")], Constraint::MustLink);
    assert!(index.constrain(&unknown).is_err());
    assert_eq!(index.history().unwrap().len(), 5, "nothing of it stays");

    // A decision that is taken back is gone, and the groups are as if it had never been.
    let mut withdrawn = Constraints::default();
    withdrawn.withdraw([name("d01"), name("d00")]);
    index.constrain(&withdrawn).unwrap();
    let groups = index.groups().unwrap().unwrap();
    assert_eq!(groups.grouping.groups.len(), 2);
}

#[test]
fn without_groups_there_is_nothing_to_constrain() {
    let (_folder, mut index) = index(&[document(0, &[0])]);
    let error = index
        .constrain(&Constraints::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("the index has no groups; form them first"),
        "{error}"
    );
}

#[test]
fn what_is_damaged_is_found_when_it_is_read() {
    let documents: Vec<Document> = (0..6).map(|it| document(it, &[it % 3, 3])).collect();
    type Reading = fn(&Index) -> dejalu_base::error::Result<()>;
    let history: Reading = |index| index.history().map(drop);
    let groups: Reading = |index| index.groups().map(drop);
    let damages: [(&str, Reading); 5] = [
        ("DELETE FROM grouping", groups),
        ("DELETE FROM members WHERE number = 2", groups),
        ("DELETE FROM placements", groups),
        ("DELETE FROM changes", history),
        (
            "UPDATE members SET member = CAST(x'00' || substr(member, 2) AS BLOB)",
            groups,
        ),
    ];
    for (damage, read) in damages {
        let (_folder, mut index) = index(&documents);
        index
            .form_groups(&options(1.0, Keep::Longest), &Silent)
            .unwrap();
        assert!(read(&index).is_ok());
        index.store.execute(damage).unwrap();
        let error = read(&index).unwrap_err().to_string();
        assert!(error.contains("the index is damaged"), "{damage}: {error}");
    }
}

#[test]
fn a_level_keeps_the_threshold_of_pages_when_the_index_is_opened_again() {
    let thresholds = |rewrite| {
        let levels = [(Level::Copy, 100.0), (Level::Rewrite, rewrite)];
        levels
            .map(|(level, from)| LevelThreshold { level, from })
            .to_vec()
    };
    let mut model = model();
    model.levels = Levels {
        texts: thresholds(-100.0),
        pages: thresholds(100.0),
        default: None,
    };
    let page = |number: usize| {
        let text = document(number, &[0, 1, 2]).text;
        Document::html(format!("p{number}"), &format!("<p>{text}"), None)
    };
    let text = |number| document(number, &[0, 1, 2]);
    let folder = tempfile::tempdir().unwrap();
    let mut index = Index::create(folder.path(), model).unwrap();
    let first = vec![text(0), text(1), page(0), page(1)];
    index.add(first, &Silent).unwrap();
    let options = GroupOptions {
        threshold: Threshold::Level(Level::Rewrite),
        lose_at_most: Some(1.0),
        ..GroupOptions::default()
    };
    index.form_groups(&options, &Silent).unwrap();
    let mut index = Index::open(folder.path()).unwrap();
    let at = MinimumScore {
        texts: -100.0,
        pages: 100.0,
    };
    assert_eq!(index.rules().unwrap().unwrap().at, at);
    index.add(vec![text(2), page(3)], &Silent).unwrap();
    let kept = || {
        let rows = memberships(&index).into_iter();
        let kept = rows.filter(|(_, row)| row.2).map(|(id, _)| id);
        kept.collect::<Vec<String>>()
    };
    // A text and a page are texts, so one document would stand for all, were two pages not judged by their own.
    let kept = kept();
    assert!(
        kept.len() < 6 && kept.iter().any(|id| id.starts_with('d')),
        "{kept:?}"
    );
    let groups = index.groups().unwrap().unwrap();
    for (a, b) in [("p0", "p1"), ("p0", "p3"), ("p1", "p3")] {
        let joined = groups.grouping.removed().any(|(place, removal)| {
            let ids =
                [place, removal.in_favour_of].map(|it| groups.documents[it as usize].as_str());
            ids == [a, b] || ids == [b, a]
        });
        assert!(!joined, "{a} {b}");
    }
    // Rules with one threshold take the place of those with two.
    let one = self::options(0.5, Keep::Longest);
    index.form_groups(&one, &Silent).unwrap();
    assert_eq!(index.rules().unwrap().unwrap().at, 0.5.into());
}
