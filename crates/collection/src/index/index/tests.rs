//! What an index finds is what a search of all documents finds, whenever they were added; and what
//! is on disk is whole.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::index::GroupOptions;
use crate::{Collection, FindOptions, Match, find};
use dejalu_base::progress::Silent;
use dejalu_similarity::candidates::Blocking;

/// The model that is built in, with a filter.
fn model(filter: &str, at: &str) -> Model {
    let mut model = dejalu_experiment::model::builtin::model().unwrap();
    model.blocking = Some(Blocking {
        filter: Filter::new(filter.parse().unwrap(), at.parse().unwrap()).unwrap(),
        given: false,
        asked: 0.99,
        duplicates: 10,
        others: Vec::new(),
        kept: 10,
        by_score: Default::default(),
    });
    model
}

/// A document that may be one of many pages of a form, or a copy of another but for the line breaks.
fn page(id: usize, own: &[usize], is_broken: bool) -> Document {
    const FORM: &str =
        "The page says of Skagen how often the ferry waited there in 1998 and how long it took";
    const OWN: [&str; 8] = [
        "beetles",
        "Irene",
        "1999",
        "lamps. The",
        "fungus",
        "tide",
        "a storm",
        "7.5 metres",
    ];
    let own = own.iter().map(|&word| OWN[word % OWN.len()]);
    let words: Vec<&str> = FORM.split(' ').chain(own).collect();
    let gap = if is_broken { "\n\n" } else { " " };
    Document::plain(format!("p{id:03}"), &words.join(gap))
}

/// Documents of words that are distinguished by their length, and of a stop word.
fn document(id: usize, words: &[usize]) -> Document {
    let word = |&word: &usize| match word {
        0 => "the".into(),
        length => "x".repeat(length + 1),
    };
    let words: Vec<String> = words.iter().map(word).collect();
    Document::plain(format!("d{id:03}"), &words.join(" "))
}

fn index(model: Model, documents: &[Document]) -> (TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let mut index = Index::create(folder.path(), model).unwrap();
    index.add(documents.to_vec(), &Silent).unwrap();
    (folder, index)
}

fn names(documents: &[Document]) -> Vec<&str> {
    documents.iter().map(|it| it.id.as_str()).collect()
}

/// The documents that are to be judged for a query.
fn near(index: &Index, query: &Document, judge: &Judge, least: f64) -> Result<Vec<Document>> {
    let search = index.search(judge, least)?;
    let mut search = search.expect("the index is a filter for the judge");
    Ok(search.near(query)?.documents)
}

/// What the index finds is what a search of every document finds.
fn finds_all(index: &Index, documents: &[Document], query: &Document, judge: &Judge, least: f64) {
    let options = FindOptions::default().with_at(least);
    let queries = [query.clone()];
    let found = index.find_by(judge, &queries, &options, &Silent).unwrap();
    let among = Collection::new(documents.to_vec());
    let queries = Collection::new(queries.into());
    let every = find(&queries, &among, judge, &options, &Silent).unwrap();
    let [found, every] = [found, every].map(|it| it.answers[0].matches.clone());
    let told = |found: &[Match]| -> Vec<(DocumentId, f64)> {
        found.iter().map(|it| (it.id.clone(), it.score)).collect()
    };
    assert_eq!(told(&found), told(&every));
    for found in &found {
        assert_eq!(documents[found.document as usize].id, found.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn near_are_all_that_a_search_of_every_document_finds(
        texts in prop::collection::vec(prop::collection::vec(0usize..9, 0..9), 1..20),
        query in prop::collection::vec(0usize..9, 1..9),
        (filter, at) in prop::sample::select(vec![
            ("jaccard", "1/2"), ("containment:w=1", "2/3"), ("resemblance:w=2", "0.3"), ("mwo", "0.4"),
        ]),
    ) {
        let documents: Vec<Document> = texts.iter().enumerate().map(|(i, t)| document(i, t)).collect();
        let query = document(999, &query);
        let (_folder, index) = index(model(filter, at), &documents);
        for judge in [index.judge(), Judge::rule(&format!("{filter}={at}"), Default::default()).unwrap()] {
            prop_assert!(index.filter_of(&judge, judge.threshold()).is_some());
            finds_all(&index, &documents, &query, &judge, judge.threshold());
        }
    }

    #[test]
    fn what_bound_sketches_drop_is_not_found(
        own in prop::collection::vec((prop::collection::vec(0usize..8, 0..12), any::<bool>()), 1..20),
        query in prop::collection::vec(0usize..8, 0..12),
        (filter, at) in prop::sample::select(vec![("resemblance:w=3", "0.05"), ("mwo", "0.1")]),
        least in prop::sample::select(vec![-0.5, 0.3, 0.7, 1.0, 1.3, 1.6]),
    ) {
        let pages = own.iter().enumerate().map(|(id, (own, is_broken))| page(id, own, *is_broken));
        let pages: Vec<Document> = pages.collect();
        let query = page(999, &query, false);
        let (_folder, index) = index(model(filter, at), &pages);
        finds_all(&index, &pages, &query, &index.judge(), least);
    }
}

#[test]
fn answers_are_in_the_order_of_the_queries_whether_or_not_the_index_filters() {
    let words = |i: usize| [3 * i, 3 * i + 1, 3 * i + 2];
    let documents: Vec<Document> = (0..6).map(|i| document(20 - i, &words(i))).collect();
    let queries = [document(99, &words(4)), document(11, &words(1))];
    let (_folder, index) = index(model("jaccard", "1/2"), &documents);
    let other = Judge::rule("length-ratio=1", Default::default()).unwrap();
    for (judge, is_filter) in [(index.judge(), true), (other, false)] {
        let filter = index.filter_of(&judge, judge.threshold());
        assert_eq!(filter.is_some(), is_filter);
        let options = FindOptions::default();
        let found = index.find_by(&judge, &queries, &options, &Silent).unwrap();
        let first = found.answers.iter().map(|it| it.matches[0].document);
        assert_eq!(first.collect::<Vec<_>>(), [4, 1]);
        assert_eq!(found.documents, 6);
    }
    let folder = tempfile::tempdir().unwrap();
    let empty = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
    let found = empty
        .find(&queries, &FindOptions::default(), &Silent)
        .unwrap();
    assert_eq!(found.documents, 0);
    assert!(found.answers.iter().all(|it| it.matches.is_empty()) && found.answers.len() == 2);
}

#[test]
fn pages_of_one_form_are_dropped_unread() {
    let pages: Vec<Document> = (0..30)
        .map(|id| page(id, &[id, id / 8, id / 4, id / 2, 3 * id], false))
        .collect();
    let (_folder, index) = index(model("resemblance:w=3", "0.1"), &pages);
    let judge = index.judge();
    let read = |least| near(&index, &pages[7], &judge, least).unwrap().len();
    assert_eq!(read(-5.0), 30);
    assert!((1..20).contains(&read(1.2)), "{}", read(1.2));
}

#[test]
fn documents_added_later_and_in_any_order_are_as_good_as_the_first() {
    let documents: Vec<Document> = (0..40)
        .map(|i| document(i, &[i % 3, i % 5, i % 7, 8]))
        .collect();
    let (_whole, at_once) = index(model("jaccard", "1/2"), &documents);
    let folder = tempfile::tempdir().unwrap();
    let mut parts = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
    assert_eq!(parts.count().unwrap(), 0);
    for part in [&documents[30..], &documents[..20], &documents[10..35]] {
        parts.add(part.to_vec(), &Silent).unwrap();
    }
    drop(parts);
    let mut parts = Index::open(folder.path()).unwrap();
    let twice = vec![
        documents[0].clone(),
        document(77, &[50]),
        document(77, &[51]),
    ];
    let outcome = parts.add(twice, &Silent).unwrap();
    assert_eq!((outcome.added, outcome.known), (1, 2));
    assert_eq!((at_once.count().unwrap(), parts.count().unwrap()), (40, 41));
    for query in &documents {
        let near = |index: &Index| {
            let judge = index.judge();
            let mut near = near(index, query, &judge, judge.threshold()).unwrap();
            near.sort_by(|a, b| a.id.cmp(&b.id));
            near.iter().map(|it| it.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(near(&at_once), near(&parts));
        assert!(near(&parts).contains(&query.text));
    }
}

#[test]
fn a_search_for_many_queries_finds_what_each_alone_does_however_the_index_grows() {
    let documents: Vec<Document> = (0..40)
        .map(|i| document(i, &[i % 3, i % 5, i % 7, 8]))
        .chain([document(40, &[0])])
        .collect();
    let (folder, index) = index(model("jaccard", "1/2"), &documents);
    let judge = index.judge();
    let least = judge.threshold();
    let alone = documents.iter();
    let alone = alone.map(|it| near(&index, it, &judge, least).unwrap());
    let alone: Vec<Vec<Document>> = alone.collect();
    let mut search = index.search(&judge, least).unwrap().unwrap();
    let late = documents.iter().map(|it| Document {
        id: format!("late {}", it.id).into(),
        ..it.clone()
    });
    let mut other = Index::open(folder.path()).unwrap();
    other.add(late.collect(), &Silent).unwrap();
    for (query, alone) in documents.iter().zip(&alone) {
        assert!(names(alone).contains(&query.id.as_str()));
        assert_eq!(names(&search.near(query).unwrap().documents), names(alone));
    }
    assert_eq!((search.count(), index.count().unwrap()), (41, 82));
}

#[test]
fn documents_stay_in_their_order_and_give_equal_bytes_however_they_are_cut_into_batches() {
    let mut documents: Vec<Document> = (0..30).map(|i| document(i, &[i % 4, i % 9])).collect();
    documents.reverse();
    let bytes = |batch: usize| {
        let folder = tempfile::tempdir().unwrap();
        let mut index = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
        let batches = documents.chunks(batch).map(|batch| Ok(batch.to_vec()));
        index.add_batches(batches, &Silent).unwrap();
        assert_eq!(names(&index.documents().unwrap()), names(&documents));
        drop(index);
        fs::read(folder.path().join(FILE)).unwrap()
    };
    assert!(bytes(30) == bytes(7));
}

/// What is on disk while documents are added is what a process leaves that is killed then.
#[test]
fn a_crash_leaves_what_was_there() {
    let old: Vec<Document> = (0..20).map(|i| document(i, &[i % 4, i % 9])).collect();
    let new: Vec<Document> = (100..900).map(|i| document(i, &[i % 5, i % 8])).collect();
    for known in [&old[..0], &old] {
        let folder = tempfile::tempdir().unwrap();
        let mut index = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
        if !known.is_empty() {
            index.add(known.to_vec(), &Silent).unwrap();
        }
        // So little memory that pages are written before the end.
        index.store.execute("PRAGMA cache_size = 1").unwrap();
        let crashed = tempfile::tempdir().unwrap();
        index
            .store
            .transaction(|| {
                if index.is_new {
                    index.store.lay_out(&"{}".repeat(20_000))?;
                }
                index.add_all([Ok(new.clone())], &Silent)?;
                for file in fs::read_dir(folder.path()).unwrap() {
                    let file = file.unwrap();
                    fs::copy(file.path(), crashed.path().join(file.file_name())).unwrap();
                }
                Ok(())
            })
            .unwrap();
        let left = fs::read_dir(crashed.path()).unwrap().count();
        assert_eq!(left, 2, "the index and its journal");
        let opened = Index::open(crashed.path());
        if known.is_empty() {
            let error = opened.err().unwrap().to_string();
            assert!(error.contains("there is no index"), "{error}");
            let mut again = Index::create(crashed.path(), model("jaccard", "1/2")).unwrap();
            assert_eq!(again.add(old.clone(), &Silent).unwrap().added, 20);
        } else {
            let documents = opened.unwrap().documents().unwrap();
            assert_eq!(names(&documents), names(known));
        }
    }
}

/// A user who stops the work with Ctrl-C: it unwinds where it tells how far it is.
struct Stops(&'static str);

impl Progress for Stops {
    fn begin(&self, what: &str, _steps: usize) {
        if what == self.0 {
            std::panic::resume_unwind(Box::new("stopped"));
        }
    }

    fn advance(&self, _steps: usize) {}
}

#[test]
fn work_that_is_stopped_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let old = include_bytes!("../../../../../tests/golden/index-format-2.sqlite");
    fs::write(folder.path().join(FILE), old).unwrap();
    let mut index = Index::open(folder.path()).unwrap();
    let held = index.count().unwrap();
    let new = || vec![document(50, &[1, 2])];
    for stage in ["indexing documents", "comparing with the groups"] {
        let stopped = catch_unwind(AssertUnwindSafe(|| index.add(new(), &Stops(stage))));
        assert!(stopped.is_err());
        assert_eq!(index.count().unwrap(), held);
        index
            .form_groups(&GroupOptions::default(), &Silent)
            .unwrap();
        assert_eq!(index.groups().unwrap().unwrap().documents.len(), held);
    }
    assert_eq!(index.add(new(), &Silent).unwrap().added, 1);
}

#[test]
fn what_is_no_index_is_refused_in_one_sentence() {
    let refusal = |folder: &TempDir| {
        let error = Index::open(folder.path()).err().unwrap().to_string();
        let place = error.split_once(": ").unwrap();
        place.1.to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let missing = "there is no index; correct the path or create one";
    assert_eq!(refusal(&folder), missing);
    let file = folder.path().join(FILE);
    fs::write(&file, "").unwrap();
    assert_eq!(refusal(&folder), missing);
    fs::write(&file, "id,text\na,b\n".repeat(100)).unwrap();
    assert_eq!(
        refusal(&folder),
        "not an index; correct the path or create one"
    );
    fs::remove_file(&file).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    other.pragma_update(None, "application_id", 7).unwrap();
    drop(other);
    assert!(refusal(&folder).starts_with("not an index"));

    let (folder, index) = index(model("jaccard", "1/2"), &[document(1, &[1, 2])]);
    index.store.execute("PRAGMA user_version = 5").unwrap();
    drop(index);
    let newer = refusal(&folder);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        newer,
        format!(
            "the index has format 5 (written by dejalu {version}), but this version reads formats up to 4; update dejalu or create the index again"
        )
    );
    let mut model = model("jaccard", "1/2");
    model.blocking = None;
    assert!(
        Index::create(folder.path(), model).is_err(),
        "a model without a filter"
    );
}

#[test]
fn a_flipped_byte_is_found_when_it_is_read() {
    let documents: Vec<Document> = (0..3).map(|i| document(i, &[1, 2, i])).collect();
    let (_folder, index) = index(model("jaccard", "1/2"), &documents);
    let judge = index.judge();
    let near = || near(&index, &documents[0], &judge, judge.threshold());
    assert!(near().is_ok());
    // In this order, so that each new damage is met before the older.
    for table in [
        "documents SET content = CAST(x'00' || substr(content, 2) AS BLOB)",
        "outlines SET outlines = CAST(x'00' || substr(outlines, 2) AS BLOB)",
        "lists SET documents = CAST(x'00' || substr(documents, 2) AS BLOB)",
        "sizes SET sizes = CAST(x'01' || substr(sizes, 2) AS BLOB)",
    ] {
        index.store.execute("BEGIN").unwrap();
        index.store.execute(&format!("UPDATE {table}")).unwrap();
        index.store.execute("COMMIT").unwrap();
        let error = near().unwrap_err().to_string();
        let said = "the index is damaged: a checksum does not match its content; create it again";
        assert!(error.ends_with(said), "{table}: {error}");
    }
}

/// A bit at a time, everywhere but in the model, which has a digest: in keys, in the pages that lead
/// to others, in values.
#[test]
fn after_a_flipped_bit_an_index_answers_as_before_or_not_at_all() {
    let documents: Vec<Document> = (0..150)
        .map(|i| document(i, &[1 + i % 3, 4 + i % 5, 9 + i % 7, 20 + i]))
        .collect();
    let model = model("jaccard", "1/2");
    let (folder, built) = index(model.clone(), &documents);
    let filter = built.filter.clone();
    drop(built);
    let file = folder.path().join(FILE);
    let sound = fs::read(&file).unwrap();
    let answers = || -> Result<String> {
        let index = Index {
            store: Store::open(&file)?,
            is_built_in: false,
            model: model.clone(),
            filter: filter.clone(),
            is_new: false,
            draft: None,
        };
        index.store.check_format()?;
        let judge = index.judge();
        let mut answers = format!("{}", index.count()?);
        for query in [&documents[3], &documents[77], &document(500, &[2, 6, 13])] {
            let near = near(&index, query, &judge, judge.threshold())?;
            answers.extend(near.iter().map(|it| format!(" {} {}", it.id, it.text)));
        }
        Ok(answers)
    };
    let expected = answers().unwrap();
    let json = String::from_utf8(model.to_json().unwrap()).unwrap();
    let is_model = |page: &[u8]| {
        let middle = std::str::from_utf8(&page[2000..2040]);
        middle.is_ok_and(|text| json.contains(text))
    };
    let pages = sound.chunks(4096).enumerate();
    let pages: Vec<usize> = pages
        .filter(|(_, page)| !is_model(page))
        .map(|(number, _)| number)
        .collect();
    let (bits, flips) = (8 * 4096 * pages.len(), 500);
    let mut refused = 0;
    for flip in 0..flips {
        let bit = flip * bits / flips + flip % 8;
        let at = pages[bit / 8 / 4096] * 4096 + bit / 8 % 4096;
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (bit % 8);
        fs::write(&file, &bytes).unwrap();
        match answers() {
            Ok(all) => assert_eq!(all, expected, "bit {bit}"),
            Err(error) => {
                refused += 1;
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
        }
    }
    assert!(refused > flips / 40, "{refused}");
}

#[test]
fn a_block_that_is_lost_is_missed() {
    let documents: Vec<Document> = (0..9).map(|i| document(i, &[1, 2 + i % 4])).collect();
    let (_folder, index) = index(model("jaccard", "1/2"), &documents);
    let judge = index.judge();
    let near = || near(&index, &documents[0], &judge, judge.threshold());
    let expected = names(&near().unwrap()).join(" ");
    let keys =
        "CREATE TABLE keys AS SELECT row_number() OVER (ORDER BY key) AS place, * FROM lists";
    index.store.execute(keys).unwrap();
    let mut lost = 0;
    // The first is the one before all lists.
    for place in 1..=6 {
        let delete = "DELETE FROM lists WHERE key = (SELECT key FROM keys WHERE place =";
        index.store.execute(&format!("{delete} {place})")).unwrap();
        match near() {
            Ok(found) => assert_eq!(names(&found).join(" "), expected),
            Err(error) => {
                lost += 1;
                let said =
                    "the index is damaged: rows are missing or in the wrong place; create it again";
                assert!(error.to_string().ends_with(said), "{error}");
            }
        }
        let back = "INSERT INTO lists SELECT key, documents FROM keys WHERE place =";
        index.store.execute(&format!("{back} {place}")).unwrap();
    }
    // Its two words, and what stands before them.
    assert!((2..=4).contains(&lost), "{lost}");
    assert_eq!(names(&near().unwrap()).join(" "), expected);
    index.store.execute("DELETE FROM sizes").unwrap();
    assert!(index.count().is_err() && near().is_err());
}

#[test]
fn who_reads_documents_otherwise_is_refused() {
    let (_folder, index) = index(model("jaccard", "1/2"), &[document(1, &[1, 2])]);
    let german = AnalysisOptions {
        language: "german".parse().unwrap(),
        ..AnalysisOptions::default()
    };
    let rule = Judge::rule("jaccard=0.5", german).unwrap();
    let error = index
        .find_by(
            &rule,
            &[document(2, &[1])],
            &FindOptions::default(),
            &Silent,
        )
        .unwrap_err()
        .to_string();
    let said = r#"the index reads documents with {"language":"english","version":2}, the rule with {"language":"german","version":2}; use the index's own model, or create an index with this one"#;
    assert!(error.ends_with(said), "{error}");
}

#[test]
fn batches_are_added_all_or_none() {
    let documents: Vec<Document> = (0..40)
        .map(|place| {
            Document::plain(
                format!("d{place:02}"),
                &format!("word{place} and more words"),
            )
        })
        .collect();
    let batches = || documents.chunks(7).map(|batch| Ok(batch.to_vec()));
    let folder = tempfile::tempdir().unwrap();
    let mut index = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
    let broken = Error::from(IndexError::Missing);
    let failing = batches().take(3).chain([Err(broken)]);
    assert!(index.add_batches(failing, &Silent).is_err());
    assert!(Index::open(folder.path()).is_err(), "nothing was added");
    drop(index);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nor is a file left"
    );
    let mut index = Index::create(folder.path(), model("jaccard", "1/2")).unwrap();
    let twice = batches().chain(batches().take(2));
    let added = index.add_batches(twice, &Silent).unwrap();
    assert_eq!((added.added, added.known, added.changed), (40, 14, 0));
    let revised = Document::plain(documents[3].id.clone(), "another text");
    let added = index
        .add(vec![revised, documents[4].clone()], &Silent)
        .unwrap();
    assert_eq!((added.added, added.known, added.changed), (0, 2, 1));
    let opened = Index::open(folder.path()).unwrap();
    assert_eq!(names(&opened.documents().unwrap()), names(&documents));
    let twice = ["one text", "another text"].map(|text| Document::plain("new", text));
    let added = index.add(twice.to_vec(), &Silent).unwrap();
    assert_eq!((added.added, added.known, added.changed), (1, 1, 1));
}
