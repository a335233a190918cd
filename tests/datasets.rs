//! The project's own documents are what `datasets/README.md` says they are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use dejalu::Silent;
use dejalu::generate::{Generated, Known, Recipe, generate};
use dejalu::model::builtin;
use dejalu::text::{AnalyzedDocument, Analyzer, TermId, analyze_all};

/// The table of articles: what each is about, and what its `other` shares with it.
const ARTICLES: &str = include_str!("../datasets/articles.csv");

/// A sentence without its content words: the stop words where they stand, a gap for any other.
type Skeleton = Vec<Option<TermId>>;

/// The shortest skeletons that mean something: eight words, three of them stop words. Below that
/// chance makes them equal: "He was nice about it" and "He was modest about it" are no template.
const WORDS: usize = 8;
const STOP_WORDS: usize = 3;

/// Whoever fills a template with other names and numbers keeps its function words in their places.
/// A model that learns from filled templates learns the template.
#[test]
fn no_two_articles_or_families_share_a_sentence_skeleton() {
    let analyzer = Analyzer::new(Default::default());
    let [mut trained_on, siblings] = [builtin::training(), builtin::siblings()].map(Result::unwrap);
    trained_on.documents.extend(siblings.documents);
    let documents = analyze_all(&analyzer, &trained_on.documents);
    let mut first_of: HashMap<Skeleton, (&str, &str)> = HashMap::new();
    let mut shared = BTreeSet::new();
    for document in &documents {
        let matter = matter_of(document.id.as_str());
        for (skeleton, sentence) in skeletons(document) {
            let first = *first_of.entry(skeleton).or_insert((matter, sentence));
            if first.0 != matter {
                shared.insert(format!("{first:?} and {:?}", (matter, sentence)));
            }
        }
    }
    assert!(shared.is_empty(), "{shared:#?}");
    assert!(first_of.len() > 3_000, "only {} sentences", first_of.len());
}

#[test]
fn a_filled_template_shows_by_its_skeleton() {
    let filled = [
        "The mayor of Harrow opened the bridge on Monday after 12 years.",
        "The bishop of Sorrey closed the chapel in Lent after 3 quarrels.",
        "The abbot of Orsel closed the cellar in May after 40 thefts.",
    ];
    let documents = filled.map(|text| dejalu::Document::plain(text, text));
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    let [other, one, same] = [0, 1, 2].map(|at| skeletons(&analyzed[at]).next().unwrap().0);
    assert_eq!(one, same);
    assert_ne!(one, other, "'on' is not 'in'");
}

#[test]
fn sixty_articles_in_eight_subjects_have_six_versions_each() {
    let set = builtin::pairs().unwrap();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for document in &set.documents {
        let (article, file) = document.id.as_str().split_once('/').unwrap();
        versions.entry(article).or_default().insert(stem(file));
    }
    let six = BTreeSet::from(["original", "exact", "near", "light", "heavy", "other"]);
    assert!(versions.values().all(|found| *found == six));
    let named: Vec<&str> = articles().map(|article| article.name).collect();
    assert_eq!(Vec::from_iter(versions.into_keys()), named);
    let subjects: BTreeSet<&str> = articles().map(|article| article.subject).collect();
    assert_eq!((named.len(), subjects.len()), (60, 8));
}

/// Recipes are kept and documents are not: these must come out the same wherever they are made.
#[test]
fn recipes_make_the_same_documents_everywhere() {
    let table = read("digests.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let mut digests = BTreeMap::new();
    for row in rows.records().map(Result::unwrap) {
        digests.insert(row[0].to_string(), generated(&row[0]).digest());
        assert_eq!(digests[&row[0]], row[1], "{}", &row[0]);
    }
    assert_eq!(digests.len(), 2);
}

/// Table 3.6 of 000, and for revisions what makes them successive: most of each is in the next.
#[test]
fn the_test_cases_overlap_as_in_the_thesis() {
    const OVERLAPS: [(&str, [f64; 2]); 6] = [
        ("subset", [0.60, 1.00]),
        ("subset-and-unrelated", [0.60, 0.67]),
        ("unrelated", [0.03, 0.03]),
        ("related", [0.54, 0.60]),
        ("sizes", [0.04, 0.30]),
        ("revisions", [0.85, 0.70]),
    ];
    let made = generated("test-cases.json");
    for (case, expected) in OVERLAPS {
        let pairs = made.set.pairs.iter().zip(&made.known);
        let of_case = pairs.filter(|(pair, _)| pair.category.as_deref() == Some(case));
        let known: Vec<&Known> = of_case.map(|(_, known)| known).collect();
        for (side, expected) in expected.into_iter().enumerate() {
            let sum: f64 = known.iter().map(|known| known.expected[side]).sum();
            let mean = sum / known.len() as f64;
            assert!(
                (mean - expected).abs() < 0.07,
                "{case}: {mean} for {expected}"
            );
        }
    }
}

fn read(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/generated/");
    std::fs::read_to_string(folder.to_string() + name).unwrap()
}

fn generated(recipe: &str) -> Generated {
    let recipe = Recipe::from_json(read(recipe).as_bytes()).unwrap();
    generate(&builtin::originals().unwrap(), &recipe, &Silent).unwrap()
}

/// The rule of `datasets/README.md`, from which every row of `pairs.csv` follows.
#[test]
fn pairs_are_composed_by_the_rule() {
    const SAME: [&str; 5] = ["original", "exact", "near", "light", "heavy"];
    let articles: Vec<Article> = articles().collect();
    let mut expected = Vec::new();
    for article in &articles {
        for (place, right) in SAME.iter().enumerate() {
            for left in &SAME[..place] {
                expected.push(row([article.name, left, article.name, right], true, right));
            }
            let other = [article.name, right, article.name, "other"];
            expected.push(row(other, false, article.other));
        }
    }
    for (place, left) in articles.iter().enumerate() {
        let later = articles[place + 1..].iter();
        for right in later.filter(|right| right.subject == left.subject) {
            let originals = [left.name, "original", right.name, "original"];
            expected.push(row(originals, false, "other_event"));
        }
        let seventh = &articles[(place + 7) % articles.len()];
        let revisions = [left.name, "light", seventh.name, "heavy"];
        expected.push(row(revisions, false, "other_event"));
    }
    expected.sort();

    let set = builtin::pairs().unwrap();
    let found = set.pairs.iter().map(|pair| {
        let ids = pair.documents.map(|place| set.documents[place].id.as_str());
        let [left, right] = ids.map(|id| id.split_once('/').unwrap());
        let names = [left.0, stem(left.1), right.0, stem(right.1)];
        let duplicate = pair.label.unwrap().is_duplicate();
        row(names, duplicate, pair.category.as_deref().unwrap())
    });
    let mut found: Vec<String> = found.collect();
    found.sort();
    assert_eq!(found, expected);
}

/// Of every family five pages in three states.
#[test]
fn siblings_are_paired_by_the_rule() {
    let set = builtin::siblings().unwrap();
    let mut families: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut states = 0;
    for document in &set.documents {
        if let Some(id) = document.id.as_str().strip_prefix("siblings/") {
            let (family, file) = id.split_once('/').unwrap();
            let (page, _state) = stem(file).rsplit_once('-').unwrap();
            families.entry(family).or_default().insert(page);
            states += 1;
        }
    }
    assert!(families.values().all(|pages| pages.len() == 5));
    assert_eq!((families.len(), states), (16, 16 * 5 * 3));

    let mut expected = Vec::new();
    for (family, pages) in &families {
        let pages: Vec<&str> = pages.iter().copied().collect();
        for (place, page) in pages.iter().enumerate() {
            for [earlier, later] in [["1", "2"], ["2", "3"]] {
                let states =
                    [earlier, later].map(|state| format!("siblings/{family}/{page}-{state}"));
                expected.push(format!("{states:?} true state {family}"));
            }
            for sibling in &pages[place + 1..] {
                for state in ["1", "3"] {
                    let first = format!("siblings/{family}/{page}-1");
                    let other = format!("siblings/{family}/{sibling}-{state}");
                    expected.push(format!("{:?} false sibling {family}", [first, other]));
                }
            }
        }
    }
    let id = |place: usize| stem(set.documents[place].id.as_str());
    let of_siblings = set
        .pairs
        .iter()
        .filter(|pair| id(pair.documents[0]).starts_with("siblings/"));
    let mut found: Vec<String> = of_siblings
        .map(|pair| {
            let label = pair.label.unwrap().is_duplicate();
            let [category, group] = [&pair.category, &pair.group].map(|it| it.as_deref().unwrap());
            format!("{:?} {label} {category} {group}", pair.documents.map(id))
        })
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

/// A page keeps its frame from the second state to the third and has another one before; siblings
/// stand under different headlines.
#[test]
fn siblings_differ_in_headline_and_states_in_frame() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/siblings");
    let mut pages = BTreeSet::new();
    let mut headlines: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    let source = |page: &str, state: &str| {
        let file = folder.join(format!("{page}-{state}.html"));
        std::fs::read_to_string(file).unwrap()
    };
    for document in &builtin::siblings().unwrap().documents {
        if let Some(id) = document.id.as_str().strip_prefix("siblings/") {
            pages.insert(stem(id).rsplit_once('-').unwrap().0.to_string());
        }
    }
    for page in &pages {
        let [first, second, third] = ["1", "2", "3"].map(|state| source(page, state));
        let frame = |source: &str| source.split_once("<h1").unwrap().0.to_string();
        assert_ne!(frame(&first), frame(&second), "{page}");
        assert_eq!(frame(&second), frame(&third), "{page}");
        for (state, source) in [("1", first), ("2", second), ("3", third)] {
            let headline = source
                .split_once("<h1")
                .unwrap()
                .1
                .split_once("</h1>")
                .unwrap()
                .0;
            let family = page.split_once('/').unwrap().0;
            let is_new = headlines
                .entry((family, state))
                .or_default()
                .insert(headline.to_string());
            assert!(is_new, "{page}-{state}: {headline}");
        }
    }
    assert_eq!(headlines.len(), 16 * 3);
}

/// And of every article the beginning of a revision.
#[test]
fn training_adds_excerpts_by_the_rule() {
    let articles: Vec<Article> = articles().collect();
    let set = builtin::training().unwrap();
    let id = |place: usize| set.documents[place].id.as_str();
    let text = |id: &str| {
        let document = set.documents.iter().find(|it| it.id.as_str() == id);
        document.unwrap().text.trim_end().to_string()
    };
    let (mut expected, mut found, mut others) = (Vec::new(), Vec::new(), 0);
    for (place, article) in articles.iter().enumerate() {
        let seventh = &articles[(place + 7) % articles.len()];
        let excerpt = |of: &str| ["excerpts".into(), of.to_string()];
        let version = |name: &str| [article.name.to_string(), name.to_string()];
        for (left, right, label, category) in [
            (version("original"), excerpt(article.name), true, "excerpt"),
            (
                version("other"),
                excerpt(article.name),
                false,
                article.other,
            ),
            (
                version("original"),
                excerpt(seventh.name),
                false,
                "other_event",
            ),
        ] {
            expected.push(format!("{left:?} {right:?} {label} {category}"));
        }
    }
    for pair in &set.pairs {
        let [left, right] = pair.documents.map(id);
        let Some(excerpt) = right.strip_prefix("excerpts/") else {
            others += 1;
            continue;
        };
        let (article, version) = left["articles/".len()..].split_once('/').unwrap();
        let [left_of, right_of] = [[article, stem(version)], ["excerpts", stem(excerpt)]];
        let label = pair.label.unwrap().is_duplicate();
        let category = pair.category.as_deref().unwrap();
        found.push(format!("{left_of:?} {right_of:?} {label} {category}"));
        let light = format!("articles/{}/light.txt", stem(excerpt));
        assert!(text(&light).starts_with(&text(right)), "{right}");
        let words = |id: &str| text(id).split_whitespace().count() as f64;
        let share = words(right) / words(&light);
        assert!((1.0 / 8.0..=3.0 / 5.0).contains(&share), "{right}: {share}");
    }
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(others, builtin::pairs().unwrap().pairs.len());
}

/// The categories of 004, section 6.3: all of the text, most of it, a small part.
#[test]
fn copies_are_labelled_by_the_rule() {
    /// Fewer words in a run are chance: the longest such run has nine.
    const PASSAGE: usize = 12;
    let set = builtin::pairs().unwrap();
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &set.documents);
    let words = analyzed.iter().map(|document| {
        let words: Vec<TermId> = document.body().map(|token| token.raw).collect();
        (document.id.as_str(), words)
    });
    let words: BTreeMap<&str, Vec<TermId>> = words.collect();
    let table = include_str!("../datasets/copies.csv");
    let mut found: BTreeMap<[&str; 2], &str> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let [left, right, category] =
            <[&str; 3]>::try_from(Vec::from_iter(line.split(','))).unwrap();
        assert_eq!(found.insert([left, right], category), None, "{line}");
    }
    let mut expected: BTreeMap<[&str; 2], &str> = BTreeMap::new();
    for article in articles() {
        let of_article = |version: &str| {
            let name = format!("{}/{version}.", article.name);
            words
                .keys()
                .copied()
                .find(|id| id.starts_with(&name))
                .unwrap()
        };
        let [original, exact, near, light] = ["original", "exact", "near", "light"].map(of_article);
        expected.insert([original, exact], "exact");
        for pair in [
            [original, near],
            [original, light],
            [exact, near],
            [exact, light],
            [near, light],
        ] {
            expected.insert(pair, "high");
        }
        let other = of_article("other");
        for version in [original, exact, near, light, of_article("heavy")] {
            if longest_common_run(&words[version], &words[other]) >= PASSAGE {
                expected.insert([version, other], "some");
            }
        }
    }
    assert_eq!(found, expected);
}

/// Length of the longest run of words that two texts share.
fn longest_common_run(a: &[TermId], b: &[TermId]) -> usize {
    let (mut longest, mut before) = (0, vec![0; b.len() + 1]);
    for left in a {
        let mut runs = vec![0; b.len() + 1];
        for (place, right) in b.iter().enumerate() {
            if left == right {
                runs[place + 1] = before[place] + 1;
                longest = longest.max(runs[place + 1]);
            }
        }
        before = runs;
    }
    longest
}

/// A row of `articles.csv`.
struct Article {
    name: &'static str,
    subject: &'static str,
    other: &'static str,
}

fn articles() -> impl Iterator<Item = Article> {
    ARTICLES.lines().skip(1).map(|line| {
        let mut cells = line.split(',');
        let mut next = || cells.next().unwrap();
        Article {
            name: next(),
            subject: next(),
            other: next(),
        }
    })
}

fn row(names: [&str; 4], duplicate: bool, category: &str) -> String {
    format!("{names:?} {duplicate} {category}")
}

fn stem(file: &str) -> &str {
    file.split('.').next().unwrap()
}

/// The article, or the family of siblings, that a document is of.
fn matter_of(id: &str) -> &str {
    stem(id.split('/').nth(1).unwrap())
}

/// The skeletons of a document's sentences that are long enough, with the sentences.
fn skeletons(document: &AnalyzedDocument) -> impl Iterator<Item = (Skeleton, &str)> {
    document.sentences.iter().filter_map(|sentence| {
        let tokens = &document.tokens[sentence.start as usize..sentence.end as usize];
        let bone = |token: &dejalu::text::Token| token.is_stop_word.then_some(token.raw);
        let skeleton: Skeleton = tokens.iter().map(bone).collect();
        let bones = skeleton.iter().flatten().count();
        let text = tokens.first()?.span.start as usize..tokens.last()?.span.end as usize;
        (skeleton.len() >= WORDS && bones >= STOP_WORDS).then(|| (skeleton, &document.text[text]))
    })
}
