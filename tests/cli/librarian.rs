//! A librarian's search: three exports with three hundred records in all, of which eighty stand in two of them.

use std::collections::BTreeSet;

use crate::workshop::Workshop;

/// Works that are different, and how many of them stand in two exports.
const WORKS: usize = 220;
const TWICE: usize = 80;

const WHAT: [&str; 20] = [
    "Otters",
    "Herons",
    "Beetles",
    "Lichens",
    "Mussels",
    "Bats",
    "Sparrows",
    "Orchids",
    "Salmon",
    "Voles",
    "Kelp",
    "Glaciers",
    "Peat",
    "Honeybees",
    "Falcons",
    "Eels",
    "Mosses",
    "Hedgehogs",
    "Oysters",
    "Larches",
];
const DOES: [&str; 11] = [
    "declining along",
    "returning to",
    "mapped across",
    "counted beneath",
    "sampled inside",
    "recorded above",
    "bred within",
    "observed beyond",
    "modelled around",
    "displaced from",
    "tagged near",
];
const WHERE: [&str; 17] = [
    "tidal harbours",
    "granite quarries",
    "chalk meadows",
    "church towers",
    "mill weirs",
    "stone fences",
    "alpine reservoirs",
    "city rooftops",
    "abandoned railways",
    "northern fjords",
    "rice terraces",
    "desert wells",
    "limestone caves",
    "river deltas",
    "volcanic slopes",
    "orchard hedges",
    "salt marshes",
];
const FAMILIES: [&str; 19] = [
    "Abara",
    "Brandt",
    "Castillo",
    "Dahl",
    "Eriksen",
    "Fontaine",
    "Grabowski",
    "Haddad",
    "Ivanova",
    "Jansen",
    "Kowalski",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quintero",
    "Rossi",
    "Schmidt",
];

struct Work {
    title: String,
    family: &'static str,
    second: &'static str,
    year: usize,
    volume: usize,
    page: usize,
    doi: String,
}

fn work(number: usize) -> Work {
    let of = |list: &[&'static str], step: usize| {
        list[(number * step + number / list.len()) % list.len()]
    };
    Work {
        title: format!(
            "{} {} {}",
            WHAT[number % 20],
            DOES[number / 20],
            of(&WHERE, 5)
        ),
        family: of(&FAMILIES, 7),
        second: of(&FAMILIES, 4),
        year: 1990 + number * 13 % 31,
        volume: 3 + number * 7 % 60,
        page: 11 + number * 9,
        doi: format!("10.5555/{}", 1000 + number),
    }
}

impl Work {
    fn ris(&self) -> String {
        format!(
            "TY  - JOUR\nAU  - {}, Jane\nAU  - {}, Rolf\nTI  - {}\nT2  - Journal of Field Surveys\nPY  - {}\nVL  - {}\nSP  - {}\n\
             EP  - {}\nDO  - {}\nER  - \n\n",
            self.family,
            self.second,
            self.title,
            self.year,
            self.volume,
            self.page,
            self.page + 8,
            self.doi
        )
    }

    /// PubMed writes a full stop behind a title, and here has no DOI.
    fn nbib(&self) -> String {
        format!(
            "PMID- 90{}\nTI  - {}.\nFAU - {}, Jane\nAU  - {} J\nFAU - {}, Rolf\nAU  - {} R\nDP  - {} Mar\nJT  - Journal of field surveys\n\
             VI  - {}\nPG  - {}-{}\n\n",
            self.page,
            self.title,
            self.family,
            self.family,
            self.second,
            self.second,
            self.year,
            self.volume,
            self.page,
            self.page + 8
        )
    }

    /// Scopus writes initials, and titles of another case here.
    fn scopus(&self) -> String {
        format!(
            "\"{} J.; {} R.\",{},{},Journal of Field Surveys,{},{},{},{},2-s2.0-{}\r\n",
            self.family,
            self.second,
            self.title.to_uppercase(),
            self.year,
            self.volume,
            self.page,
            self.page + 8,
            self.doi,
            self.page
        )
    }
}

const SCOPUS: &str =
    "\u{feff}Authors,Title,Year,Source title,Volume,Page start,Page end,DOI,EID\r\n";

/// Exports of a hundred records each: works 0–99 in RIS, 60–159 in MEDLINE, 120–219 in a table of Scopus.
fn exports() -> Workshop {
    let all = |works: std::ops::Range<usize>, written: fn(&Work) -> String| -> String {
        works.map(|number| written(&work(number))).collect()
    };
    Workshop::new()
        .with("wos.ris", all(0..100, Work::ris))
        .with("pubmed.nbib", all(60..160, Work::nbib))
        .with(
            "scopus.csv",
            SCOPUS.to_owned() + &all(120..220, Work::scopus),
        )
}

/// The cells of a table without quoted commas in its first five columns, by row.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table
        .lines()
        .skip(1)
        .map(|row| row.splitn(6, ',').collect())
        .collect()
}

#[test]
fn three_exports_become_one_clean_file_and_one_decision_is_undone() {
    let titles: BTreeSet<String> = (0..WORKS).map(|number| work(number).title).collect();
    assert_eq!(titles.len(), WORKS, "invented works are different");
    let workshop = exports();
    let dedupe = "dedupe wos.ris pubmed.nbib scopus.csv --keep first";
    let told = workshop
        .types(&format!("{dedupe} --write-kept clean.ris --out groups.csv"))
        .done();
    let counts = "wos.ris: 100 documents read, 100 kept, 0 removed\n\
        pubmed.nbib: 100 documents read, 60 kept, 40 removed\n\
        scopus.csv: 100 documents read, 60 kept, 40 removed\n";
    assert!(told.out.contains(counts), "{}", told.out);
    assert_eq!(
        workshop.read("clean.ris").matches("TY  - JOUR").count(),
        WORKS
    );
    let table = workshop.read("groups.csv");
    assert!(
        table
            .lines()
            .next()
            .unwrap()
            .ends_with(",source,title,author,year")
    );
    let removed: Vec<&str> = table
        .lines()
        .filter(|row| row.contains(",false,"))
        .collect();
    assert_eq!(removed.len(), TWICE);
    assert!(removed.iter().all(|row| {
        WHAT.iter()
            .any(|what| row.to_lowercase().contains(&what.to_lowercase()))
    }));

    // One decision is undone: the table names the two records, and the difference names exactly them.
    let rows_before = rows(&table);
    let undone = rows_before.iter().find(|row| row[4] == "false").unwrap();
    let [id, kept] = [undone[0], undone[2]];
    let workshop = workshop.with(
        "known.csv",
        format!("id_a,id_b,constraint\n{id},{kept},cannot-link\n"),
    );
    workshop
        .types(&format!("{dedupe} --constraints known.csv --out after.csv"))
        .done();
    let line = "diff groups.csv after.csv --constraints known.csv --out changes.csv";
    let told = workshop.types(line).done();
    assert!(
        told.out.contains("1 document is kept now\n"),
        "{}",
        told.out
    );
    let expected = [
        format!("{id},kept-now,{kept},{id},constraint"),
        format!("{kept},split,{kept},{kept},constraint"),
    ];
    let changes = workshop.read("changes.csv");
    let changes: BTreeSet<&str> = changes.lines().skip(1).collect();
    assert_eq!(changes, expected.iter().map(String::as_str).collect());

    // No other group has another name than before, nor if a further source comes first.
    let after = workshop.read("after.csv");
    let others = |table: &str| -> BTreeSet<String> {
        let rows = rows(table);
        let rows = rows.iter().filter(|row| row[0] != id);
        rows.map(|row| row[..3].join(",")).collect()
    };
    assert_eq!(others(&table), others(&after));
    let other = Work {
        title: "Quartz veins under abandoned observatories".into(),
        family: "Zhang",
        second: "Yilmaz",
        year: 2024,
        volume: 99,
        page: 5001,
        doi: "10.5555/quartz".into(),
    };
    let workshop = workshop.with("embase.ris", other.ris());
    let line = dedupe.replace("wos.ris", "embase.ris wos.ris");
    workshop.types(&format!("{line} --out more.csv")).done();
    let more = others(&workshop.read("more.csv"));
    assert_eq!(
        more.difference(&others(&table)).count(),
        1,
        "the new record"
    );
    assert!(others(&table).is_subset(&more));
    // Withdrawn, the decision stands again.
    let workshop = workshop.with(
        "known.csv",
        format!("id_a,id_b,constraint\n{id},{kept},cannot-link\n{id},{kept},withdrawn\n"),
    );
    workshop
        .types(&format!("{dedupe} --constraints known.csv --out again.csv"))
        .done();
    let told = workshop.types("diff groups.csv again.csv").done();
    assert_eq!(
        told.out,
        "both tables group 300 documents in the same way\n"
    );
}

#[test]
fn two_records_are_compared_field_by_field() {
    let workshop = exports();
    workshop
        .types("dedupe wos.ris pubmed.nbib scopus.csv --keep first --out groups.csv")
        .done();
    let documents = "--documents wos.ris --documents pubmed.nbib --documents scopus.csv";
    let line = format!("explain --groups groups.csv {documents} --top 3 --report why");
    let told = workshop.types(&line).done();
    assert!(
        told.out.contains("evidence: why/index.html"),
        "{}",
        told.out
    );
    let list = workshop.read("why/index.html");
    assert!(list.contains("Journal") || list.contains("Jane"), "{list}");
    let told = workshop
        .types(&format!(
            "explain {documents} wos.ris:61 pubmed.nbib:1 --html one.html"
        ))
        .done();
    assert!(told.out.contains("duplicate"), "{}", told.out);
    assert!(workshop.read("one.html").contains("title"));
    workshop.refuses(
        &format!("explain {documents} wos.ris:61 nothing"),
        "B 'nothing': expected the id of a document in --documents",
    );
    workshop.refuses(
        &format!("explain --groups groups.csv {documents} --of nothing --report of"),
        "--of 'nothing': expected the id of a document",
    );
}
