use super::{RemovalAudit, RiskBy};
use crate::audit::AuditOptions;
use crate::{
    Collection, DedupeOptions, Deduplicated, FindOptions, GivenGroups, GroupsTable, Judge, Keep,
    dedupe, find,
};
use dejalu_base::progress::Silent;
use dejalu_experiment::pairs::{Label, LabelRow, Opinion};
use dejalu_text::document::{Document, DocumentId};

/// Texts of a dozen words, each with one near copy that is shorter.
fn documents(pairs: usize) -> Vec<Document> {
    const SYLLABLES: [&str; 10] = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu"];
    let word = |pair: usize, place: usize| -> String {
        let digits = (1_000 * place + pair + 100_000).to_string();
        let syllables = digits
            .bytes()
            .map(|digit| SYLLABLES[usize::from(digit - b'0')]);
        syllables.chain(["x"]).collect()
    };
    let text = |pair: usize, last: &str| {
        let words: Vec<String> = (0..11).map(|place| word(pair, place)).collect();
        format!("{} {last}", words.join(" "))
    };
    let both = |pair: usize| {
        let id = |side: &str| format!("{pair:03}{side}");
        [
            Document::plain(id("a"), &text(pair, "pier and more")),
            Document::plain(id("b"), &text(pair, "quay")),
        ]
    };
    (0..pairs).flat_map(both).collect()
}

fn grouped(collection: &Collection) -> (Judge, Deduplicated) {
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let result = dedupe(collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
    (judge, result)
}

fn audited(
    collection: &Collection,
    judge: &Judge,
    result: &Deduplicated,
    options: &AuditOptions,
) -> dejalu_base::error::Result<RemovalAudit> {
    let grouping = &result.groupings[0];
    RemovalAudit::new(collection, grouping, &result.edges, judge, options)
}

fn options(sample: Option<usize>, answers: Vec<LabelRow>) -> AuditOptions {
    let mut options = AuditOptions {
        sample,
        answers,
        ..AuditOptions::default()
    };
    options.promise.wrong_at_most = 0.05;
    options
}

fn answered(rows: Vec<LabelRow>, is_right: impl Fn(&DocumentId) -> bool) -> Vec<LabelRow> {
    let answer = |row: LabelRow| {
        let label = if is_right(&row.pair[0]) {
            Label::Duplicate
        } else {
            Label::Distinct
        };
        LabelRow {
            opinion: Some(Opinion::Sure(label)),
            ..row
        }
    };
    rows.into_iter().map(answer).collect()
}

#[test]
fn what_is_drawn_is_answered_and_passes() {
    let collection = Collection::new(documents(120));
    let (judge, mut result) = grouped(&collection);
    let draw = audited(&collection, &judge, &result, &options(Some(60), Vec::new())).unwrap();
    assert_eq!((draw.removals, draw.risk), (120, RiskBy::SizeAndBetter));
    assert_eq!(draw.unanswered, draw.questions.len());
    assert!(!draw.has_failed() && draw.verdict.is_none());
    let ranks: Vec<u64> = draw
        .questions
        .iter()
        .map(|it| it.ranked.unwrap().rank)
        .collect();
    assert!(ranks.is_sorted(), "in the order in which they are asked");
    assert!(draw.questions.iter().all(|it| it.probability.is_none()));
    let answers = answered(draw.questions, |_| true);
    let verdict = audited(&collection, &judge, &result, &options(None, answers)).unwrap();
    assert!(verdict.is_decided && !verdict.has_failed(), "{verdict:?}");
    assert_eq!(verdict.passed, 120);
    verdict.hold(&mut result.groupings[0]);
    assert_eq!(result.groupings[0].removed().count(), 120);
}

#[test]
fn what_was_found_wrong_stays_and_so_does_all_where_nothing_passes() {
    let collection = Collection::new(documents(120));
    let (judge, result) = grouped(&collection);
    let draw = audited(
        &collection,
        &judge,
        &result,
        &options(Some(110), Vec::new()),
    )
    .unwrap();
    let wrong = draw.questions[50].pair[0].clone();
    let rows = draw.questions.clone();
    let answers = answered(rows, |id| *id != wrong);
    let verdict = audited(&collection, &judge, &result, &options(None, answers)).unwrap();
    assert_eq!(verdict.passed, 119, "{:?}", verdict.sentences());
    let mut grouping = result.groupings[0].clone();
    verdict.hold(&mut grouping);
    let place = collection.place_of(&wrong).unwrap();
    assert!(grouping.is_kept(place));
    assert_eq!(grouping.reason(place).to_string(), "not-passed");
    let answers = answered(draw.questions, |_| false);
    let verdict = audited(&collection, &judge, &result, &options(None, answers)).unwrap();
    assert!(verdict.has_failed() && verdict.passed == 0);
    let mut grouping = result.groupings[0].clone();
    verdict.hold(&mut grouping);
    assert_eq!(grouping.removed().count(), 0);
}

#[test]
fn a_missing_answer_counts_as_wrong_and_is_told() {
    let collection = Collection::new(documents(120));
    let (judge, result) = grouped(&collection);
    let draw = audited(&collection, &judge, &result, &options(Some(60), Vec::new())).unwrap();
    let mut answers = answered(draw.questions, |_| true);
    let last = answers.len() - 1;
    for row in &mut answers[..last] {
        row.opinion = None;
    }
    let verdict = audited(&collection, &judge, &result, &options(None, answers)).unwrap();
    assert!(verdict.has_failed() && !verdict.is_decided);
    let told = verdict.sentences().join("; ");
    assert!(told.contains("a missing answer counts as wrong"), "{told}");
    assert!(
        told.contains("0 of 0 checked were wrong and 1 has no answer; interval for the share wrong in this set alone: 0 %"),
        "{told}"
    );
}

/// Options for so many tests.
fn declaring(looks: u32, sample: Option<usize>, answers: Vec<LabelRow>) -> AuditOptions {
    let mut options = options(sample, answers);
    options.promise.looks = looks;
    options
}

#[test]
fn other_removals_are_another_test_that_the_draw_has_to_declare() {
    let collection = Collection::new(documents(120));
    let (judge, result) = grouped(&collection);
    let fewer = Collection::new(documents(110));
    let (_, of_fewer) = grouped(&fewer);
    for (declared, looks) in [(1, 1), (1, 2), (2, 1)] {
        let draw = declaring(declared, Some(60), Vec::new());
        let draw = audited(&collection, &judge, &result, &draw).unwrap();
        let late = declaring(looks, None, answered(draw.questions, |_| true));
        let refused = audited(&fewer, &judge, &of_fewer, &late).unwrap_err();
        let refused = refused.to_string();
        let said = "so the answers would serve 2 tests, and looks 1 was declared; pass the groups and options of the draw";
        assert!(refused.contains(said), "{refused}");
    }
    let draw = declaring(2, Some(60), Vec::new());
    let draw = audited(&collection, &judge, &result, &draw).unwrap();
    let mut options = declaring(2, None, answered(draw.questions, |_| true));
    let verdict = audited(&collection, &judge, &result, &options).unwrap();
    assert_eq!((verdict.tests, verdict.passed), (1, 120));
    let verdict = audited(&fewer, &judge, &of_fewer, &options).unwrap();
    assert_eq!(verdict.tests, 2);
    let told = verdict.sentences().join("; ");
    assert!(
        told.contains("the answers serve 2 of 2 planned tests (looks)"),
        "{told}"
    );
    assert!(!verdict.unknown.is_empty());
    // What was drawn for the others later on does not make this the only test.
    let more = AuditOptions {
        sample: Some(60),
        ..options.clone()
    };
    let more = audited(&fewer, &judge, &of_fewer, &more).unwrap();
    let both = declaring(2, None, answered(more.questions, |_| true));
    let verdict = audited(&collection, &judge, &result, &both).unwrap();
    assert_eq!((verdict.tests, verdict.plan.promise.looks), (2, 2));
    options.seed += 1;
    let refused = audited(&fewer, &judge, &of_fewer, &options)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("were drawn with seed"), "{refused}");
}

#[test]
fn more_answers_for_the_same_removals_are_another_test() {
    let collection = Collection::new(documents(120));
    let (judge, result) = grouped(&collection);
    let drawn = |looks, sample, answers| {
        let options = declaring(looks, Some(sample), answers);
        audited(&collection, &judge, &result, &options)
    };
    let answers = |draw: RemovalAudit| answered(draw.questions, |_| true);
    let first = answers(drawn(1, 60, Vec::new()).unwrap());
    let refused = drawn(1, 80, first.clone()).unwrap_err().to_string();
    assert!(refused.contains("would serve 2 tests"), "{refused}");
    assert_eq!(drawn(1, 60, first).unwrap().tests, 1, "drawn again");
    let second = answers(drawn(2, 60, Vec::new()).unwrap());
    let second = answers(drawn(2, 80, second).unwrap());
    let refused = drawn(2, 100, second.clone()).unwrap_err().to_string();
    assert!(refused.contains("would serve 3 tests"), "{refused}");
    let options = declaring(2, None, second);
    let verdict = audited(&collection, &judge, &result, &options).unwrap();
    assert_eq!((verdict.plan.answers, verdict.tests), (80, 2));
    // So few answers can pass no test, and are none.
    let few = answers(drawn(1, 5, Vec::new()).unwrap());
    assert_eq!(drawn(1, 60, few).unwrap().tests, 1);
    // More than there are removals are all of them.
    let all = answers(drawn(1, 200, Vec::new()).unwrap());
    assert_eq!(drawn(1, 120, all).unwrap().tests, 1);
}

#[test]
fn too_few_answers_are_told_with_how_many_it_takes() {
    let collection = Collection::new(documents(120));
    let (judge, result) = grouped(&collection);
    let draw = audited(&collection, &judge, &result, &options(Some(5), Vec::new())).unwrap();
    assert_eq!(
        draw.sentences(),
        [
            "5 answers about 120 removals: too few for a bound of 5 %; no test can guarantee it with fewer than 41"
        ]
    );
}

fn table(rows: &str) -> GroupsTable {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.csv");
    std::fs::write(&path, rows).unwrap();
    GroupsTable::read(&path, &Default::default()).unwrap()
}

/// Of each document the one kept in its place, or a dash where it is kept.
fn fates(documents: &[Document], rows: &str) -> Result<Vec<String>, String> {
    let collection = Collection::new(documents.to_vec());
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let table = table(rows);
    let given = GivenGroups::new(&collection, &table, Keep::Longest, &judge, &Silent);
    let mut given = given.map_err(|error| error.to_string())?;
    given.score(&collection, &judge, &Silent).unwrap();
    let grouping = &given.grouping;
    let fate = |place: u32| match grouping.removals[place as usize] {
        Some(it) if !grouping.is_kept(place) => collection.documents()[it.in_favour_of as usize]
            .id
            .to_string(),
        Some(_) => "beside".to_string(),
        None => "-".to_string(),
    };
    for (place, removal) in grouping.removed() {
        assert!(grouping.scores[place as usize].is_some());
        assert_eq!(
            removal.in_favour_of,
            grouping.removals[place as usize].unwrap().in_favour_of
        );
    }
    Ok((0..documents.len() as u32).map(fate).collect())
}

#[test]
fn tables_of_any_tool_are_read() {
    let documents = documents(2);
    let expected = ["-", "000a", "-", "-"].map(str::to_string).to_vec();
    for rows in [
        "id,group\n000a,7\n000b,7\n001a,x\n001b,y\n",
        "ID,Representative\n000b,000a\n000a,000a\n",
        "id,kept_id\n000b,000a\n",
        "id,duplicate_of,score\n000b,000a,0.93\n",
        "id,group,kept\n000a,1,true\n000b,1,false\n",
        "id,keep\n000a,True\n000b,False\n001a,True\n001b,True\n",
        // The longest is kept, and a group without a name is none.
        "id,group\n000b,7\n000a,7\n001a,\n001b,\n",
        "id\n000a\n001a\n001b\n",
        "id,kept\n000a,1\n000b,0\n001a,yes\n001b,yes\n",
        // The representative is removed, and what is kept beside it takes its place.
        "id,representative,kept\n000a,000b,true\n000b,000b,false\n",
        "id,representative,kept\n000a,000b,true\n000b,,false\n",
    ] {
        assert_eq!(fates(&documents, rows), Ok(expected.clone()), "{rows}");
    }
    let chain = "id,kept_id\n000b,000a\n001a,000b\n";
    let expected = ["-", "000a", "000a", "-"].map(str::to_string).to_vec();
    assert_eq!(
        fates(&documents, chain),
        Ok(expected),
        "the last of a chain is kept"
    );
    let beside = "id,representative,kept\n000b,000a,true\n000a,000a,true\n001b,001a,false\n";
    let expected = ["-", "beside", "-", "001a"].map(str::to_string).to_vec();
    assert_eq!(fates(&documents, beside), Ok(expected));
}

#[test]
fn a_table_that_cannot_be_used_is_refused_in_a_sentence() {
    let documents = documents(2);
    let refused = |rows: &str| {
        let refused = fates(&documents, rows).unwrap_err();
        refused
            .split_once("groups.csv")
            .map_or(refused.clone(), |it| it.1.to_string())
    };
    assert_eq!(
        refused("id,kept_id\n000b,zzz\n"),
        ":2: document 'zzz' of the table of groups is not in the collection (4 documents); pass the documents that were grouped"
    );
    assert_eq!(
        refused("id,group\n000b,1\n000b,1\n"),
        ":3: document '000b' has two rows; expected one for each document, at one threshold"
    );
    assert!(
        refused("id,representative,kept\n000a,000b,true\n000b,000a,true\n").ends_with(
            "names another one, and so on back to '000a'; expected one of them to name itself"
        )
    );
    assert_eq!(
        refused("id,kept_id\n000b,000a\n000a,000b\n"),
        "document '000a' is removed in favour of documents that are removed in favour of it; expected one of them to be kept"
    );
}

#[test]
fn a_list_of_every_document_is_told() {
    let documents = documents(2);
    let collection = Collection::new(documents);
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let given = |rows: &str| {
        GivenGroups::new(&collection, &table(rows), Keep::Longest, &judge, &Silent).unwrap()
    };
    let all = given("id,text,is_duplicate\n000a,a,0\n000b,b,1\n001a,c,0\n001b,d,0\n");
    assert!(all.warnings()[0].starts_with("the table lists every document"));
    let flags = given("id,keep\n000a,True\n000b,False\n001a,True\n001b,True\n");
    assert_eq!(flags.grouping.removed().count(), 1);
    assert_eq!(flags.warnings(), [""; 0]);
    let of_groups = given("id,group\n000a,1\n000b,2\n001a,3\n001b,4\n");
    assert_eq!(of_groups.warnings(), [""; 0]);
}

#[test]
fn what_no_kept_document_is_like_is_told_and_kept() {
    let documents = documents(2);
    let collection = Collection::new(documents);
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let table = table("id\n000a\n");
    let given = GivenGroups::new(&collection, &table, Keep::Longest, &judge, &Silent).unwrap();
    let alone: Vec<&str> = given.alone.iter().map(DocumentId::as_str).collect();
    assert_eq!(alone, ["001a", "001b"]);
    assert_eq!(given.grouping.removed().count(), 1);
}

#[test]
fn a_removed_document_goes_with_the_most_similar_kept_one_however_similar_that_is() {
    let words = |from: usize, to: usize| {
        let word = |it: usize| {
            format!(
                "w{}{}",
                char::from(b'a' + (it / 26) as u8),
                char::from(b'a' + (it % 26) as u8)
            )
        };
        (from..to).map(word).collect::<Vec<_>>().join(" ")
    };
    // Kept ones, and removed ones that share fewer and fewer of their words.
    let kept =
        ["k0", "k1"].map(|id| Document::plain(id, &words(0, if id == "k0" { 200 } else { 160 })));
    let removed = [199, 150, 120, 100, 80, 60, 40, 20, 5];
    let removed = removed.map(|shared| {
        let text = format!("{} {}", words(0, shared), words(300, 500 - shared));
        Document::plain(format!("r{shared:03}"), &text)
    });
    let collection = Collection::new([&kept[..], &removed[..]].concat());
    let judge = Judge::model(dejalu_experiment::model::builtin::model().unwrap());
    let table = table("id\nk0\nk1\n");
    let given = GivenGroups::new(&collection, &table, Keep::Longest, &judge, &Silent).unwrap();
    let name = |place: u32| collection.documents()[place as usize].id.clone();
    let found = given.grouping.removed();
    let found: Vec<_> = found
        .map(|(place, it)| [place, it.in_favour_of].map(name))
        .collect();
    let [kept, removed] = [kept.to_vec(), removed.to_vec()].map(Collection::new);
    let options = FindOptions::default().with_at(judge.minimum());
    let answers = find(&removed, &kept, &judge, &options, &Silent)
        .unwrap()
        .answers;
    let best = removed
        .documents()
        .iter()
        .zip(&answers)
        .filter_map(|(document, answer)| {
            Some([document.id.clone(), answer.matches.first()?.id.clone()])
        });
    assert_eq!(found, best.collect::<Vec<_>>());
    assert!((2..9).contains(&found.len()), "{found:?}");
}
