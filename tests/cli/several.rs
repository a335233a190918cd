//! Several exports as one collection, as a librarian has them: one search in three databases.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::workshop::Workshop;

/// Ten works, told apart by their subjects.
const SUBJECTS: [&str; 10] = [
    "otters in winter rivers",
    "herons above tidal harbours",
    "beetles under dead timber",
    "lichens of granite walls",
    "mussels near ferry piers",
    "bats around church towers",
    "sparrows and city noise",
    "orchids of chalk meadows",
    "salmon past mill weirs",
    "voles between stone fences",
];

struct Work {
    number: usize,
    title: String,
    text: String,
}

fn work(number: usize) -> Work {
    let subject = SUBJECTS[number];
    Work {
        number,
        title: format!("A survey of {subject}"),
        text: format!(
            "We counted {subject} at {} sites for {number} years.",
            number + 3
        ),
    }
}

impl Work {
    fn ris(&self) -> String {
        let Work {
            number,
            title,
            text,
        } = self;
        format!(
            "TY  - JOUR\nAU  - Doe, Jane\nAU  - Roe, Rolf\nTI  - {title}\nT2  - Journal of Harbours\nPY  - 20{number:02}\n\
             VL  - {number}\nSP  - 11\nEP  - 19\nDO  - 10.5555/{number}\nAB  - {text}\nER  - \n\n"
        )
    }

    fn nbib(&self) -> String {
        let Work {
            number,
            title,
            text,
        } = self;
        format!(
            "PMID- 90{number}\nTI  - {title}.\nFAU - Doe, Jane\nAU  - Doe J\nFAU - Roe, Rolf\nAU  - Roe R\nDP  - 20{number:02} Mar\n\
             JT  - Journal of Harbours\nVI  - {number}\nPG  - 11-19\nAID - 10.5555/{number} [doi]\nAB  - {text}\n\n"
        )
    }

    fn scopus(&self) -> String {
        let Work {
            number,
            title,
            text,
        } = self;
        format!(
            "\"Doe J.; Roe R.\",\"Doe, Jane; Roe, Rolf\",{title},20{number:02},Journal of Harbours,{number},,,11,19,10.5555/{number},{text},2-s2.0-{number}\r\n"
        )
    }
}

const SCOPUS: &str = "\u{feff}Authors,Author full names,Title,Year,Source title,Volume,Issue,Art. No.,Page start,Page end,DOI,Abstract,EID\r\n";

/// Works 0–4 in RIS, 3–7 in MEDLINE, 7–9 in a table of Scopus.
fn search() -> Workshop {
    let all = |works: std::ops::Range<usize>, written: fn(&Work) -> String| -> String {
        works.map(|number| written(&work(number))).collect()
    };
    Workshop::new()
        .with("search/wos.ris", all(0..5, Work::ris))
        .with("search/pubmed.nbib", all(3..8, Work::nbib))
        .with(
            "search/scopus.csv",
            SCOPUS.to_owned() + &all(7..10, Work::scopus),
        )
}

const ALL: &str = "search/wos.ris search/pubmed.nbib search/scopus.csv";
const DEDUPE: &str = "--model records --keep first";

#[test]
fn three_exports_of_one_search_become_one_clean_file() {
    let workshop = search();
    let line = format!(
        "dedupe {ALL} {DEDUPE} --out removed.csv --write-kept clean.ris --json figures.json --evidence why"
    );
    let answer = workshop.types(&line).done();
    let counts = "wos.ris: 5 documents read, 5 kept, 0 removed\n\
        pubmed.nbib: 5 documents read, 3 kept, 2 removed\n\
        scopus.csv: 3 documents read, 2 kept, 1 removed\n";
    assert!(answer.out.contains(counts), "{}", answer.out);
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("figures.json")).unwrap();
    assert_eq!(
        figures["sources"][1],
        serde_json::json!({"source": "pubmed.nbib", "read": 5, "kept": 3, "removed": 2, "left_out": 0})
    );
    let table = workshop.read("removed.csv");
    let mut rows = table.lines();
    let head = "id,group,representative,score,kept,lost,reason,relation,source,title,author,year";
    assert_eq!(rows.next(), Some(head));
    let removed: Vec<&str> = rows.filter(|row| row.contains(",false,")).collect();
    assert_eq!(removed.len(), 3, "{table}");
    assert!(removed[0].starts_with("pubmed.nbib:1,"), "{}", removed[0]);
    assert!(removed[0].contains(",wos.ris:4,"), "{}", removed[0]);
    let known_by =
        ",pubmed.nbib,A survey of lichens of granite walls.,\"Doe, Jane; Roe, Rolf\",2003";
    assert!(removed[0].ends_with(known_by), "{}", removed[0]);
    let pages = workshop.read("why/index.html");
    let known_by = "<span class=\"known\">A survey of lichens of granite walls. Doe, Jane; Roe, Rolf. 2003</span>";
    assert_eq!(pages.matches(known_by).count(), 2, "{pages}");
    // What is kept of the first file stands there byte for byte, and the others' records follow it.
    let clean = workshop.read("clean.ris");
    assert!(
        clean.starts_with(&workshop.read("search/wos.ris")),
        "{clean}"
    );
    assert_eq!(clean.matches("TY  - JOUR\n").count(), 10);
    let of_scopus = "TY  - JOUR\nTI  - A survey of salmon past mill weirs\nAU  - Doe, Jane\nAU  - Roe, Rolf\nPY  - 2008\n\
        T2  - Journal of Harbours\nVL  - 8\nSP  - 11\nEP  - 19\nDO  - 10.5555/8\n\
        AB  - We counted salmon past mill weirs at 11 sites for 8 years.\nAN  - 2-s2.0-8\nER  - \n";
    assert!(clean.contains(of_scopus), "{clean}");
    // Nothing more is found in it.
    let again = workshop.types(&format!("dedupe clean.ris {DEDUPE}")).done();
    assert!(!again.out.contains(",false,"), "{}", again.out);
}

#[test]
fn a_folder_of_exports_is_read_as_its_files() {
    let workshop = search();
    let typed = workshop
        .types(&format!("dedupe search {DEDUPE} --out -"))
        .done();
    let named = "dedupe search/pubmed.nbib search/scopus.csv search/wos.ris";
    let named = workshop.types(&format!("{named} {DEDUPE} --out -")).done();
    assert_eq!(typed.out, named.out);
    // What lies there is not replaced, and what is written there would be read by the next run.
    workshop.refuses(
        &format!("dedupe search {DEDUPE} --write-kept search/wos.ris --out removed.csv"),
        "--write-kept 'search/wos.ris': expected a path other than that of a document in DOCUMENTS, which it would replace",
    );
    let line = format!("dedupe search {DEDUPE} --write-kept search/clean.ris --out removed.csv");
    let told = workshop.types(&line).done().err;
    let warning = "warning: --write-kept 'search/clean.ris' lies in DOCUMENTS 'search': the next run will read it as one of the exports; write it elsewhere\n";
    assert!(told.contains(warning), "{told}");
    let one = Workshop::new().with("one/wos.ris", work(0).ris());
    let answer = one.types(&format!("dedupe one {DEDUPE} --out -")).done();
    assert!(
        answer.out.contains("\n1,1,1,"),
        "one file is read as itself: {}",
        answer.out
    );
}

#[test]
fn records_are_written_in_the_format_that_is_named() {
    let workshop = search();
    for (name, expected) in [
        (
            "kept.csv",
            "id,title,author,year,date,journal,volume,pages,doi,abstract,type,key,Author full names\n",
        ),
        ("kept.jsonl", "\"author\":\"Doe, Jane; Roe, Rolf\""),
        (
            "kept.json",
            "\"author\":[{\"family\":\"Doe\",\"given\":\"Jane\"},{\"family\":\"Roe\",\"given\":\"Rolf\"}]",
        ),
    ] {
        let line = format!("dedupe {ALL} {DEDUPE} --out removed.csv --write-kept {name}");
        workshop.types(&line).done();
        let kept = workshop.read(name);
        let start: String = kept.chars().take(300).collect();
        assert!(kept.contains(expected), "{start}");
        // It is read again as ten works.
        let again = workshop
            .types(&format!("dedupe {name} {DEDUPE} --out -"))
            .done();
        assert_eq!(again.out.lines().count(), 11, "{name}: {}", again.out);
        assert!(!again.out.contains(",false,"), "{}", again.out);
    }
    workshop.refuses(
        &format!("dedupe {ALL} {DEDUPE} --write-kept kept.nbib --out removed.csv"),
        "--write-kept 'kept.nbib': expected a name that ends in .ris or .json or .jsonl or .csv or .tsv (also .gz, .zst)",
    );
}

#[test]
fn exports_of_one_format_are_put_together_as_they_are() {
    let second = work(4).ris() + &work(5).ris();
    let workshop = search().with("later.ris", &second);
    let line = format!("dedupe search/wos.ris later.ris {DEDUPE} --out - --write-kept kept.ris");
    workshop.types(&line).done();
    assert_eq!(
        workshop.read("kept.ris"),
        workshop.read("search/wos.ris") + "\n" + &work(5).ris()
    );
}

#[test]
fn ids_that_two_sources_share_are_told_apart_wherever_they_are_named() {
    let rows = |ids: [&str; 2]| {
        let [a, b] = ids;
        format!(
            "id,text\n{a},The ferry waits at the old pier.\n{b},Herons stand above the harbour.\n"
        )
    };
    let workshop = Workshop::new()
        .with("a.csv", rows(["x", "y"]))
        .with("b.csv", rows(["y", "z"]))
        .with("apart.csv", "id_a,id_b,constraint\nx,b.csv:y,cannot-link\n")
        .with("unclear.csv", "id_a,id_b,constraint\nx,y,cannot-link\n")
        .with("theirs.csv", "id,group\nx,1\ny,1\n")
        .with("pairs.csv", "id_a,id_b,label\nx,z,0\n");
    let rule = "--rule jaccard=0.9 --keep first --out -";
    let groups = |more: &str| {
        let answer = workshop
            .types(&format!("dedupe a.csv b.csv {rule} {more}"))
            .done();
        let ids = answer.out.lines().skip(1).map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            format!("{} {} {}", cells[0], cells[2], cells[8])
        });
        ids.collect::<Vec<_>>()
    };
    assert_eq!(
        groups(""),
        [
            "a.csv:y a.csv:y a.csv",
            "b.csv:y x b.csv",
            "x x a.csv",
            "z a.csv:y b.csv"
        ]
    );
    assert_eq!(
        groups("--constraints apart.csv")[1],
        "b.csv:y b.csv:y b.csv"
    );
    workshop.refuses(
        &format!("dedupe a.csv b.csv {rule} --constraints unclear.csv"),
        "document 'y' of the constraints is in several sources; write one of: a.csv:y, b.csv:y",
    );
    workshop.refuses(
        "audit theirs.csv --documents a.csv --documents b.csv --rule jaccard=0.9",
        "theirs.csv:3: document 'y' of the table of groups is in several sources; write one of: a.csv:y, b.csv:y",
    );
    let vectors =
        "vectors pairs.csv --documents a.csv --documents b.csv --features jaccard --out -";
    let answer = workshop.types(vectors).done();
    assert!(answer.out.contains("\nx,z,"), "{}", answer.out);
    workshop.refuses(
        "dedupe a.csv ./a.csv --rule jaccard=0.9",
        "./a.csv: the source is given twice; name it once",
    );
}

#[test]
fn a_source_may_have_columns_of_its_own() {
    let workshop = search().with(
        "own.csv",
        "Titel,Jahr,DOI\nA survey of otters in winter rivers,2000,\nKelp beyond the reef,2011,10.5555/kelp\n",
    );
    let line = format!(
        "dedupe search/wos.ris own.csv {DEDUPE} --fields own.csv:title=Titel,own.csv:year=Jahr --out -"
    );
    let answer = workshop.types(&line).done();
    assert!(answer.out.contains("own.csv:1,"), "{}", answer.out);
    let row = answer
        .out
        .lines()
        .find(|row| row.starts_with("own.csv:1,"))
        .unwrap();
    assert!(
        row.ends_with(",own.csv,A survey of otters in winter rivers,,2000"),
        "{row}"
    );
    // They are the fields of what is written anew.
    let kept = line.replace("--out -", "--out removed.csv --write-kept");
    workshop.types(&format!("{kept} kept.ris")).done();
    let kelp = "TY  - GEN\nTI  - Kelp beyond the reef\nPY  - 2011\nDO  - 10.5555/kelp\nER  - \n";
    let written = workshop.read("kept.ris");
    assert!(written.contains(kelp), "{written}");
    workshop.types(&format!("{kept} kept.csv")).done();
    let written = workshop.read("kept.csv");
    assert!(written.starts_with("id,title,author,year,"), "{written}");
    assert!(!written.contains("Titel"), "{written}");
    workshop.refuses(
        &format!("dedupe search/wos.ris own.csv {DEDUPE} --fields onw.csv:title=Titel"),
        "--fields 'onw.csv': expected the name of a source before the colon: wos.ris, own.csv",
    );
}

#[test]
fn another_collection_has_columns_of_its_own() {
    let workshop = Workshop::new()
        .with("a.csv", "id,text\nx,The ferry waits at the pier.\n")
        .with("b.csv", "id,body2\ny,The ferry waits at the pier.\n")
        .with("texts/z.txt", "The ferry waits at the pier.");
    let line = "--text b.csv:body2 --against a.csv --rule jaccard=0.9 --out -";
    let answer = workshop.types(&format!("dedupe b.csv texts {line}")).done();
    assert!(answer.out.contains("\ny,x,x,"), "{}", answer.out);
    let counts = "texts: 1 document read, 0 kept, 1 removed\n";
    assert!(answer.err.contains(counts), "{}", answer.err);
    workshop.refuses(
        &format!("dedupe b.csv texts {line} --write-kept kept.csv"),
        "texts: its documents have no fields that could be written with those of other sources; expected tables, JSON or references",
    );
    let fields = "--fields b.csv:text=body2 --against a.csv --rule jaccard:field=text=0.9 --out -";
    let answer = workshop.types(&format!("dedupe b.csv {fields}")).done();
    assert!(answer.out.contains("\ny,x,x,"), "{}", answer.out);
}

#[test]
fn what_is_left_out_of_a_source_is_counted_as_its() {
    let workshop = search().with("bad.ris", work(9).ris() + "PT J\nTI Two\nER\n\n");
    let line =
        format!("dedupe search/wos.ris bad.ris {DEDUPE} --out groups.csv --write-kept kept.ris");
    let answer = workshop.types(&line).ends_with(2);
    let counts = "bad.ris: 1 document read, 1 kept, 0 removed, 1 left out\n";
    assert!(answer.out.contains(counts), "{}", answer.out);
    assert!(workshop.read("kept.ris").ends_with("PT J\nTI Two\nER\n\n"));
}

#[test]
fn what_is_left_out_of_another_collection_is_not_counted() {
    let workshop = Workshop::new()
        .with("new/a.ris", work(0).ris() + "PT J\nTI Two\nER\n\n")
        .with("new/b.ris", work(1).ris())
        .with("old/a.ris", work(2).ris())
        .with("old/b.ris", work(3).ris() + "PT J\nTI Three\nER\n\n");
    let line = "dedupe new --against old --model records --out groups.csv";
    let answer = workshop.types(line).ends_with(2);
    let counts = "a.ris: 1 document read, 1 kept, 0 removed, 1 left out\nb.ris: 1 document read, 1 kept, 0 removed\n";
    assert!(answer.out.contains(counts), "{}", answer.out);
}

#[test]
fn counts_by_source_are_given_where_something_is_removed_at_one_threshold() {
    let workshop = search();
    let line = format!("dedupe {ALL} {DEDUPE} --json figures.json");
    let counts = "pubmed.nbib: 5 documents read, 3 kept, 2 removed";
    for (more, is_counted) in [
        ("--out groups.csv", true),
        (
            "--fit-on 1 --model built-in --at 0.5 --out groups.csv",
            true,
        ),
        ("--at 0.5 --at 0.9 --out groups.csv", false),
        ("--audit-sample 100 --out labels.jsonl", false),
    ] {
        let line = if more.contains("--fit-on") {
            format!("dedupe {ALL} --keep first {more}")
        } else {
            format!("{line} {more}")
        };
        let answer = workshop.types(&line).done();
        let said = answer.out + &answer.err;
        assert_eq!(
            said.contains("pubmed.nbib: 5 documents read"),
            is_counted,
            "{more}: {said}"
        );
        assert!(
            !is_counted || more.contains("--fit-on") || said.contains(counts),
            "{said}"
        );
    }
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("figures.json")).unwrap();
    assert!(figures.get("sources").is_none(), "{figures}");
}

#[test]
fn lines_of_json_are_put_together_without_a_blank_one() {
    let row = |id: &str, text: &str| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}");
    let [a, b, c] = [
        row("a", "The ferry waits at the old pier."),
        row("b", "Herons stand above the harbour."),
        row("c", "Salmon pass the mill weir at night."),
    ];
    let workshop = Workshop::new()
        .with("a.jsonl", format!("{a}\n"))
        .with("b.jsonl", &b)
        .with("c.jsonl", &c);
    let line = "dedupe a.jsonl b.jsonl c.jsonl --rule jaccard=0.9 --out groups.csv --write-kept kept.jsonl";
    workshop.types(line).done();
    assert_eq!(workshop.read("kept.jsonl"), format!("{a}\n{b}\n{c}\n"));
}

#[test]
fn a_format_that_cannot_be_written_is_refused_before_the_work() {
    let in_another_set: Vec<u8> = work(9)
        .nbib()
        .replace("Roe, Rolf", "Roe, Rölf")
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    let workshop = search().with("old.nbib", in_another_set);
    workshop.refuses(
        &format!("dedupe search/pubmed.nbib old.nbib {DEDUPE} --write-kept kept.nbib --out removed.csv"),
        "--write-kept 'kept.nbib': expected a name that ends in .ris or .json or .jsonl or .csv or .tsv (also .gz, .zst)",
    );
}

#[test]
fn a_source_that_is_rewritten_is_called_by_its_name() {
    let table = |number: usize| {
        format!(
            "id,title,author,doi\n1,{},\"Doe, Jane\",10.5555/{number}\n",
            work(number).title
        )
    };
    let workshop = Workshop::new()
        .with("new/a.csv", table(1))
        .with("old/a.csv", table(2));
    let line = "dedupe new/a.csv old/a.csv --model records --out groups.csv --write-kept kept.ris";
    let answer = workshop.types(line).done();
    let said = answer.out + &answer.err;
    for name in ["new/a.csv", "old/a.csv"] {
        let rewritten = format!("1 record of {name} was rewritten as RIS");
        assert!(said.contains(&rewritten), "{said}");
    }
}

#[test]
fn of_two_columns_for_one_field_neither_is_taken() {
    let row = |column: &str| format!("id,{column}\nx,The ferry waits at the pier.\n");
    let workshop = Workshop::new()
        .with("a.csv", row("title"))
        .with("b.csv", row("Titel"));
    workshop.refuses(
        "dedupe a.csv b.csv --rule jaccard=0.9 --title title --title Titel --out -",
        "--title 'title, Titel': expected one column for a.csv; FILE:NAME is the column of one of several sources",
    );
    let line = "dedupe a.csv b.csv --rule jaccard=0.9 --title title --title b.csv:Titel --out -";
    let answer = workshop.types(line).done();
    assert_eq!(answer.out.matches(",false,").count(), 1, "{}", answer.out);
}

#[test]
fn the_kind_of_a_work_survives_every_format() {
    const KINDS: [(&str, &str, &str); 9] = [
        ("article", "JOUR", "article-journal"),
        ("inproceedings", "CPAPER", "paper-conference"),
        ("book", "BOOK", "book"),
        ("incollection", "CHAP", "chapter"),
        ("phdthesis", "THES", "thesis"),
        ("techreport", "RPRT", "report"),
        ("dataset", "DATA", "dataset"),
        ("unpublished", "UNPB", "manuscript"),
        ("misc", "GEN", "document"),
    ];
    let titles = SUBJECTS.map(|subject| format!("A survey of {subject}"));
    let entries = KINDS.iter().zip(&titles).map(|((kind, ..), title)| {
        format!("@{kind}{{{kind}, title = {{{title}}}, author = {{Doe, Jane}}, year = 2001}}\n")
    });
    let workshop = Workshop::new()
        .with("a.bib", entries.collect::<String>())
        .with(
            "own.csv",
            format!("id,title,author,doi\n1,{},Doe,10.5555/1\n", titles[9]),
        );
    let mut source = "a.bib".to_owned();
    // Each file is made of the one before it.
    for name in ["1.ris", "2.json", "3.csv", "4.json", "5.jsonl", "6.ris"] {
        let line = format!("dedupe {source} own.csv {DEDUPE} --out groups.csv --write-kept {name}");
        workshop.types(&line).done();
        let written = workshop.read(name);
        let found: Vec<&str> = match name.split_once('.') {
            Some((_, "ris")) => {
                let kinds = written
                    .lines()
                    .filter_map(|line| line.strip_prefix("TY  - "));
                kinds.collect()
            }
            _ => KINDS
                .iter()
                .map(|(_, _, csl)| if written.contains(csl) { *csl } else { "" })
                .collect(),
        };
        for (number, (_, ris, csl)) in KINDS.iter().enumerate() {
            let expected = if name.ends_with(".ris") { ris } else { csl };
            // A table says nothing of what is of no kind.
            let is_left_out = *csl == "document" && !name.ends_with(".ris");
            assert!(
                is_left_out || found[number] == *expected,
                "{name}: {written}"
            );
        }
        source = name.to_owned();
    }
}

#[test]
fn a_table_of_csl_has_each_field_once_and_no_text() {
    let csl = serde_json::json!([{
        "id": "x", "type": "book", "title": "Kelp beyond the reef", "author": [{"family": "Doe", "given": "Jane"}],
        "issued": {"date-parts": [[2011]]}, "container-title": "Reefs", "DOI": "10.5555/kelp", "ISSN": "1234-5679",
        "publisher-place": "Pier",
    }]);
    let workshop = search().with("a.json", csl.to_string());
    let line = format!("dedupe a.json search/wos.ris {DEDUPE} --out groups.csv --write-kept");
    workshop.types(&format!("{line} kept.csv")).done();
    let kept = workshop.read("kept.csv");
    let head = "id,title,author,year,date,journal,volume,pages,doi,isbn,abstract,type,publisher-place\n\
        x,Kelp beyond the reef,\"Doe, Jane\",2011,2011,Reefs,,,10.5555/kelp,1234-5679,,book,Pier\n";
    assert!(kept.starts_with(head), "{kept}");
    workshop.types(&format!("{line} kept.jsonl")).done();
    let kept = workshop.read("kept.jsonl");
    assert!(
        !kept.contains("\"text\"") && !kept.contains("\"DOI\""),
        "{kept}"
    );
    // So it is judged as records again.
    let told = workshop.types("dedupe kept.csv --out again.csv").done().err;
    assert!(told.contains("kept.csv holds records of works"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_link_to_another_export_of_a_folder_is_read_once() {
    let workshop = search();
    std::os::unix::fs::symlink("wos.ris", workshop.path("search/link.ris")).unwrap();
    let answer = workshop
        .types(&format!("dedupe search {DEDUPE} --out groups.csv"))
        .done();
    assert!(!answer.out.contains("link.ris"), "{}", answer.out);
    assert!(answer.out.starts_with("13 documents"), "{}", answer.out);
}

#[test]
fn what_an_earlier_run_wrote_into_a_folder_of_exports_is_named_with_the_way_out() {
    let workshop = search();
    let line = format!("dedupe search {DEDUPE} --out");
    let written = "--pairs-out search/pairs.csv --json search/figures.json";
    let told = workshop
        .types(&format!("{line} search/groups.csv {written}"))
        .done()
        .err;
    let warning = "lies in DOCUMENTS 'search': the next run will read it as one of the exports; write it elsewhere\n";
    assert_eq!(told.matches(warning).count(), 3, "{told}");
    workshop.refuses(
        &format!("{line} search/groups.csv"),
        "--out 'search/groups.csv': expected a path outside DOCUMENTS, whose files are read; move this one, a result \
         of an earlier run, out of it",
    );
    for name in ["figures.json", "groups.csv", "pairs.csv"] {
        workshop.refuses(
            &format!("{line} again.csv"),
            &format!(
                "search/{name}: it describes documents and holds none, as what this program writes; move it out of the \
                 folder, or name the files to be read"
            ),
        );
        std::fs::remove_file(workshop.path(&format!("search/{name}"))).unwrap();
    }
    workshop.types(&format!("{line} again.csv")).done();
}

#[test]
fn every_command_that_reads_a_collection_reads_several_sources() {
    let rows =
        |name: &str| format!("id,text\n{name},The {name} waits at the old pier in the rain.\n");
    let workshop = Workshop::new()
        .with("a.csv", rows("ferry"))
        .with("b.csv", rows("heron"))
        .with("query.txt", "The heron waits at the old pier in the rain.");
    let answer = workshop
        .types("find query.txt a.csv b.csv --rule jaccard=0.9")
        .done();
    assert!(answer.out.contains("\nheron,"), "{}", answer.out);
    let answer = workshop.types("index a.csv b.csv --out both.index").done();
    assert!(answer.err.contains("2 documents added"), "{}", answer.err);
    let answer = workshop
        .types("background a.csv b.csv --out both.background")
        .done();
    assert!(answer.err.contains("2 documents"), "{}", answer.err);
    workshop.types("registry init --store s").done();
    let answer = workshop
        .types("registry register a.csv b.csv --store s --force")
        .done();
    assert!(
        answer.err.contains("2 documents registered"),
        "{}{}",
        answer.out,
        answer.err
    );
}

#[test]
fn a_file_that_is_put_together_has_one_head_and_one_foot() {
    let marked = |record: String| format!("\u{feff}{record}");
    let workshop = Workshop::new()
        .with("a.nbib", work(0).nbib())
        .with("b.ris", marked(work(1).ris().replace('\n', "\r\n")))
        .with("c.ris", marked(work(2).ris()) + &marked(work(3).ris()));
    let kept = |sources: &str, name: &str| {
        let line = format!("dedupe {sources} {DEDUPE} --out groups.csv --write-kept {name}");
        workshop.types(&line).done();
        workshop.read(name)
    };
    let clean = kept("a.nbib b.ris c.ris", "clean.ris");
    assert_eq!(clean.matches("TY  - JOUR\n").count(), 4, "{clean}");
    assert!(!clean.contains('\u{feff}'), "{clean}");
    let clean = kept("b.ris c.ris", "both.ris");
    assert!(clean.starts_with("\u{feff}TY  - JOUR\r\n"), "{clean}");
    assert_eq!(clean.matches('\u{feff}').count(), 1, "{clean}");
    assert_eq!(clean.matches("TY  - JOUR\r\n").count(), 3, "{clean}");
}

#[test]
fn exports_of_web_of_science_end_where_the_last_one_does() {
    let export = |number: usize| {
        let Work { title, text, .. } = work(number);
        format!(
            "\u{feff}FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Doe, J\nTI {title}\nSO HARBOURS\nAB {text}\n\
             PY 20{number:02}\nUT WOS:{number}\nER\n\nEF"
        )
    };
    let workshop = Workshop::new()
        .with("a.ciw", export(1))
        .with("b.ciw", export(2))
        .with("c.ciw", export(3).replace('\n', "\r\n"));
    let line = format!("dedupe a.ciw b.ciw c.ciw {DEDUPE} --out groups.csv --write-kept kept.ciw");
    workshop.types(&line).done();
    let kept = workshop.read("kept.ciw");
    let head = "\u{feff}FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\n";
    assert!(kept.starts_with(head), "{kept}");
    assert!(kept.ends_with("\nER\n\nEF\n"), "{kept}");
    for (line, times) in [
        ("FN Clarivate", 1),
        ("VR 1.0", 1),
        ("\nEF\n", 1),
        ("\u{feff}", 1),
        ("\nPT J\n", 3),
    ] {
        assert_eq!(kept.matches(line).count(), times, "{line}: {kept}");
    }
    let again = workshop
        .types(&format!("dedupe kept.ciw {DEDUPE} --out -"))
        .done();
    assert_eq!(again.out.lines().count(), 4, "{}", again.out);
}

#[test]
fn exports_in_an_archive_are_to_be_unpacked() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let pack = |archive: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, content: &str| {
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    };
    pack(&mut archive, "wos.ris", &work(0).ris());
    pack(&mut archive, "scopus.csv", SCOPUS);
    let only_exports = archive.finish().unwrap().into_inner();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    pack(&mut archive, "wos.ris", &work(0).ris());
    pack(&mut archive, "note.txt", "The ferry waits at the pier.");
    let with_note = archive.finish().unwrap().into_inner();
    let workshop = Workshop::new()
        .with("exports.zip", only_exports)
        .with("noted.zip", with_note);
    workshop.refuses(
        "dedupe exports.zip --rule jaccard=0.9",
        "exports.zip: the archive contains only files of many documents, such as scopus.csv, which are not read from an \
         archive; unpack it, and pass the folder",
    );
    let answer = workshop
        .types("dedupe noted.zip --rule jaccard=0.9 --out groups.csv --json figures.json")
        .done();
    let told = "warning: noted.zip: 1 file of many documents ignored, since an archive is read for files of one document \
        each (unpack it, and pass such a file itself): wos.ris\n";
    assert!(answer.err.contains(told), "{}", answer.err);
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("figures.json")).unwrap();
    assert_eq!(figures["left_out_by_reason"]["holds_many"], 1, "{figures}");
}

#[test]
fn a_few_notes_beside_exports_are_not_read_and_many_texts_are_asked_about() {
    let workshop = search().with("search/notes/strategy.txt", "ferries AND piers");
    let line = format!("dedupe search {DEDUPE} --out -");
    let answer = workshop.types(&line).done();
    assert_eq!(answer.out.lines().count(), 14, "{}", answer.out);
    let told = "warning: search: 1 text ignored, since the folder is read for its references (pass such a file itself): \
        notes/strategy.txt\n";
    assert!(answer.err.contains(told), "{}", answer.err);
    let mut workshop = workshop;
    for number in 1..4 {
        workshop = workshop.with(&format!("search/notes/{number}.md"), "A note.");
    }
    workshop.refuses(
        &line,
        "search: the folder holds 3 files of references and 4 texts, and either may be meant; name the files to be read, or \
         move the others out of it",
    );
    // Texts that have more bytes than the references are what the folder is for.
    let workshop = workshop.with(
        "search/book.txt",
        "The ferry waits at the pier. ".repeat(1_000),
    );
    let line = "dedupe search --rule jaccard=0.9 --out groups.csv";
    let answer = workshop.types(line).done();
    assert!(answer.out.contains("5 documents"), "{}", answer.out);
}
