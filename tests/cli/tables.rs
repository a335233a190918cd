//! Tables as people have them: nothing of them is lost without a word, and names that were typed
//! wrong are told.

use serde_json::json;

use crate::workshop::{Workshop, documents};

/// The documents as a table with a title and an abstract, the first word of each text its title.
fn articles() -> String {
    let mut table = "key,Title,Abstract,Authors\n".to_string();
    for line in documents() {
        let document: serde_json::Value = serde_json::from_str(&line).unwrap();
        let text = document["text"].as_str().unwrap();
        let title = text.split(' ').next().unwrap();
        let id = document["id"].as_str().unwrap();
        table.push_str(&format!("{id},{title},\"{text}\",Somebody\n"));
    }
    table
}

#[test]
fn a_quote_that_swallows_rows_is_told_with_its_line() {
    let table = articles().replace("a2v1,", "a2v1,\"");
    let line = 1 + table
        .lines()
        .position(|line| line.starts_with("a2v1"))
        .unwrap();
    let rest = table.lines().count() - line + 1;
    let workshop = Workshop::with_model()
        .with("articles.csv", &table)
        .with("own.csv", "id_a,id_b,label,own\na,\"b,1,1\nb,c,0,0\n")
        .with(
            "pairs.csv",
            "id_a,id_b,label\na0v0,a0v1,1\na1v0,\"a1v1,1\na2v0,a2v1,1\n",
        );
    // The stray mark opens a cell that the next mark closes, in the middle of the row.
    let dedupe = "dedupe articles.csv -m model.json --id key --text Abstract --out groups.csv";
    let told = workshop.types(dedupe).ends_with(2);
    assert!(
        told.err
            .contains(&format!("warning: articles.csv:{line}: the row has ")),
        "{}",
        told.err
    );
    // Without another mark it would hold the rest of the file.
    let bare = table
        .replace(",\"", ",")
        .replace("\",", ",")
        .replace("a2v1,", "a2v1,\"");
    let workshop = workshop.with("articles.csv", bare);
    let told = workshop.types(dedupe).ends_with(2);
    let sentence = format!(
        "warning: articles.csv:{line}: a quoted cell begins here and never ends, so {rest} \
         lines are not read; close its quotation mark, or double a quotation mark that belongs to the text\n"
    );
    assert!(told.err.contains(&sentence), "{}", told.err);
    workshop.refuses(
        &format!("{dedupe} --strict"),
        sentence.trim_start_matches("warning: ").trim_end(),
    );
    workshop.refuses(
        "vectors pairs.csv -d documents.jsonl --out v.csv",
        "pairs.csv:3: a quoted cell begins here and never ends, so 2 lines are not read; close \
         its quotation mark, or double a quotation mark that belongs to the text",
    );
    workshop.refuses(
        "train --vectors own.csv --out m.json",
        "own.csv:2: a quoted cell begins here and never ends, so 2 lines are not read; close \
         its quotation mark, or double a quotation mark that belongs to the text",
    );
}

#[test]
fn every_option_that_names_a_column_refuses_an_unknown_one() {
    let workshop = Workshop::with_model()
        .with("articles.csv", articles())
        .with("page.csv", "id_a,id_b,label\na0v0,a0v1,1\n");
    let there_is =
        "the columns are key, Title, Abstract, Authors; correct the name or add the column";
    for (options, name, nearest) in [
        ("--id kee --text Abstract", "kee", " (did you mean 'key'?)"),
        (
            "--id key --text Title,Autors",
            "Autors",
            " (did you mean 'Authors'?)",
        ),
        ("--id key --text Abstract,text", "text", ""),
        ("--id key --text Abstract --html source", "source", ""),
        (
            "--id key --text Abstract --title Titles",
            "Titles",
            " (did you mean 'Title'?)",
        ),
        ("--id key --text Abstract --url address", "address", ""),
    ] {
        workshop.refuses(
            &format!("dedupe articles.csv -m model.json {options} --out groups.csv"),
            &format!("articles.csv:1: there is no column '{name}'{nearest}; {there_is}"),
        );
    }
    let there_is = "the columns are id_a, id_b, label; correct the name or add the column";
    for (options, name, nearest) in [
        ("--left id_aa", "id_aa", " (did you mean 'id_a'?)"),
        ("--right other", "other", ""),
        ("--label Lable", "Lable", " (did you mean 'label'?)"),
        ("--column embedding", "embedding", ""),
    ] {
        for command in ["vectors", "compare"] {
            workshop.refuses(
                &format!("{command} page.csv -d documents.jsonl {options}"),
                &format!("page.csv:1: there is no column '{name}'{nearest}; {there_is}"),
            );
        }
    }
    // What names a label or an id is looked for also where texts occur in the rows.
    workshop
        .with("texts.csv", "text_a,text_b,label\none,two,1\n")
        .refuses(
            "vectors texts.csv --left first",
            "texts.csv:1: there is no column 'first'; the columns are text_a, text_b, label; \
             correct the name or add the column",
        );
}

/// A column that the user types is required, even if it is the default.
#[test]
fn a_default_name_that_is_typed_has_to_be_there() {
    let workshop =
        Workshop::with_model().with("inline.csv", "text_a,text_b\none text,another text\n");
    let there_is = "the columns are id, text; correct the name or add the column";
    for option in ["html", "title", "url"] {
        workshop.refuses(
            &format!("dedupe documents.jsonl --{option} {option} -m model.json"),
            &format!("documents.jsonl: there is no column '{option}'; {there_is}"),
        );
    }
    let there_is = "the columns are text_a, text_b; correct the name or add the column";
    for (option, name) in [("left", "id_a"), ("right", "id_b"), ("label", "label")] {
        workshop.refuses(
            &format!("classify --pairs inline.csv --{option} {name} -m model.json"),
            &format!("inline.csv:1: there is no column '{name}'; {there_is}"),
        );
    }
    let shown = workshop
        .types("dedupe documents.jsonl --show-settings")
        .done();
    assert_eq!(shown.json()["reading"]["text"], json!(["text"]));
    let shown = workshop
        .types("vectors pairs.csv --show-settings --out v.csv")
        .done();
    assert_eq!(shown.json()["pairs"]["left"], "id_a");
}

/// Names of columns are not ignored where nothing has columns.
#[test]
fn columns_are_refused_where_there_are_none() {
    let workshop = Workshop::with_model()
        .with("folder/a.txt", "one text of some words")
        .with("folder/b.txt", "another text of some words");
    let index = "index documents.jsonl -m model.json --out in.index";
    workshop.types(index).done();
    let of_files = "expected a table or JSONL; files of texts have no columns";
    let of_index = "expected DOCUMENTS with columns; an index has none";
    for (line, expected) in [
        ("dedupe folder --text text -m model.json", of_files),
        (
            "find folder/a.txt folder --text text -m model.json",
            of_files,
        ),
        ("dedupe --index in.index --text text", of_index),
        ("find folder/a.txt --index in.index --text text", of_index),
        (
            "classify folder/a.txt folder/b.txt --text text -m model.json",
            "expected --pairs as well, since the columns are those of its documents",
        ),
        (
            "vectors pairs.csv --text text --out v.csv",
            "expected --documents as well, since the columns are theirs",
        ),
        (
            "generate --text text --out made",
            "expected DOCUMENTS as well, since the columns are theirs",
        ),
    ] {
        workshop.refuses(line, &format!("--text 'text': {expected}"));
    }
    workshop.refuses(
        "classify folder/a.txt folder/b.txt --left id_a -m model.json",
        "--left 'id_a': expected --pairs as well, since the column is theirs",
    );
    // Of two collections it is enough if one has columns.
    let against = "dedupe documents.jsonl --against folder --text text -m model.json --out g.csv";
    workshop.types(against).done();
}

#[test]
fn a_key_is_known_if_any_row_has_it() {
    let lines = documents();
    let titled = lines[7].replace("{\"id\"", "{\"Title\":\"Boats\",\"id\"");
    let workshop = Workshop::with_model()
        .with(
            "some.jsonl",
            lines[..7].concat() + &titled + &lines[8..].concat(),
        )
        .with("pairs.jsonl", "{\"text_a\":\"one\",\"text_b\":\"two\"}\n");
    workshop
        .types("dedupe some.jsonl -m model.json --title Title --out groups.csv")
        .done();
    workshop.refuses(
        "dedupe some.jsonl -m model.json --title Titel --out groups2.csv",
        "some.jsonl: there is no column 'Titel' (did you mean 'Title'?); the columns are Title, id, \
         text; correct the name or add the column",
    );
    workshop.refuses(
        "vectors pairs.jsonl --left first --skip-bad",
        "pairs.jsonl: there is no column 'first'; the columns are text_a, text_b; correct \
         the name or add the column",
    );
}

/// Tables as spreadsheets write them: other separators, other character sets, no ids.
#[test]
fn a_table_with_other_separators_is_read_as_it_is_meant() {
    let texts = [
        "The ferry to the island waits for the storm at the old pier, and nobody knows why.",
        "The ferry to the island waits for the storm at the old pier, and nobody knows how.",
        "A café opened beside the harbour, and the whole town drank there until the evening.",
    ];
    let rows = |separator: &str| -> String {
        let rows = texts.map(|text| format!("\"{text}\"{separator}x\n"));
        format!("text{separator}note\n{}", rows.concat())
    };
    let latin: Vec<u8> = rows(";").chars().map(|c| c as u8).collect();
    let workshop = Workshop::new()
        .with("semicolons.csv", latin)
        .with("tabs.csv", rows("\t"))
        .with("bars.tsv", rows("|"))
        .with("colons.csv", rows(":"));
    let groups = |line: &str| workshop.types(line).done().out;
    let expected = groups("dedupe tabs.csv --rule jaccard=0.8");
    assert!(expected.contains("\n2,1,1,"), "{expected}");
    for line in ["semicolons.csv", "bars.tsv", "colons.csv --delimiter :"] {
        let found = groups(&format!("dedupe {line} --rule jaccard=0.8"));
        assert_eq!(found.lines().count(), 4);
        assert_eq!(found, expected);
    }
    let kept = "dedupe semicolons.csv --rule jaccard=0.8 --write-kept kept.csv --out groups.csv";
    workshop.types(kept).done();
    let written = std::fs::read(workshop.path("kept.csv")).unwrap();
    assert!(
        written.windows(4).any(|bytes| bytes == b"caf\xe9"),
        "the character set is kept"
    );
    workshop.refuses(
        "dedupe semicolons.csv --rule jaccard=0.8 --delimiter ,",
        "semicolons.csv:1: the header is one cell, 'text;note', which semicolons would split; give that delimiter, or none: it is detected",
    );
    workshop.refuses(
        "dedupe tabs.csv --rule jaccard=0.8 --encoding latin-9000",
        "--encoding 'latin-9000': expected the name of a character set as on web pages, such as \
         utf-8, windows-1252, shift_jis or utf-16le",
    );
}

#[test]
fn a_document_on_the_standard_input_has_no_name() {
    let workshop = Workshop::with_model().with("a.txt", "Text");
    for command in [
        "classify - a.txt",
        "explain a.txt -",
        "find - documents.jsonl",
    ] {
        workshop.refuses(
            &format!("{command} -m model.json"),
            &format!(
                "- is the standard input, which has no name that says whether it is a text or a web page; save it to a file with one of the extensions {} and pass that",
                dejalu::document::reader::endings().join(" ")
            ),
        );
    }
}

#[test]
fn who_wants_quiet_hears_of_lost_input_alone() {
    let twice = "id_a,id_b,label,split\na0v0,a0v1,1,dev\na0v0,a0v1,1,dev\n";
    let workshop = Workshop::with_model().with("twice.csv", twice);
    let vectors = "vectors twice.csv -d documents.jsonl --out v.csv";
    let loud = workshop.types(vectors).done();
    assert!(
        loud.err.contains("warning: the pairs have a split column"),
        "{}",
        loud.err
    );
    assert!(loud.err.contains("2 pairs, "), "{}", loud.err);
    let quiet = workshop.types(&format!("{vectors} --quiet")).done();
    assert_eq!((&*quiet.out, &*quiet.err), ("", ""));
    let workshop = workshop.with("twice.csv", format!("{twice}a0v0,none,1,dev\n"));
    let told = workshop
        .types(&format!("{vectors} -q --skip-bad"))
        .ends_with(2);
    assert_eq!(
        told.err,
        "warning: twice.csv:4: document 'none' is not in the collection (40 documents); correct \
         the id or pass the right --documents\nwarning: 1 pair left out\n"
    );
}

#[test]
fn figures_go_to_a_file_of_every_command() {
    let workshop = Workshop::with_model();
    let first: serde_json::Value = serde_json::from_str(&documents()[0]).unwrap();
    let workshop = workshop.with("a.txt", first["text"].as_str().unwrap());
    let find = "find a.txt documents.jsonl -m model.json";
    let table = workshop
        .types(&format!("{find} --json found.json"))
        .done()
        .out;
    let found: serde_json::Value = serde_json::from_str(&workshop.read("found.json")).unwrap();
    let rows = found["found"].as_array().unwrap();
    assert_eq!(table.lines().count(), 1 + rows.len());
    assert_eq!(found["documents"], 40);
    let first = &rows[0];
    assert_eq!(
        table.lines().nth(1).unwrap(),
        format!(
            "{},{},{}",
            first["id"].as_str().unwrap(),
            first["score"],
            first["probability"]
        )
    );
    let on_stdout = workshop.types(&format!("{find} --json -")).done();
    assert_eq!(on_stdout.json(), found);
    let queries = workshop
        .types("find documents.jsonl --evaluate pairs.csv -m model.json --json - --out q.csv")
        .done()
        .json();
    assert_eq!(
        queries["queries"].as_array().unwrap().len(),
        workshop.read("q.csv").lines().count() - 1
    );
    assert!(queries["queries"][0]["recall"].is_number());

    let trained = workshop.train("m.json", "--json trained.json").done();
    assert!(trained.out.contains("F1"), "{}", trained.out);
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("trained.json")).unwrap();
    assert_eq!(figures["deciders"][0]["name"], "svm-auto");
    assert_eq!(figures["pairs"], 120);

    workshop.types("measures --json measures.json").done();
    let measures: serde_json::Value =
        serde_json::from_str(&workshop.read("measures.json")).unwrap();
    assert!(measures.as_array().unwrap().len() > 10);
}

#[test]
fn a_comparison_learns_with_the_kernel_that_is_named() {
    let workshop = Workshop::new();
    let names = |options: &str| -> Vec<String> {
        let line = format!(
            "compare pairs.csv -d documents.jsonl --features jaccard --draws 0 --json - {options}"
        );
        let compared = workshop.types(&line).done().json();
        let deciders = compared["deciders"].as_array().unwrap().iter();
        let learned = deciders.filter(|it| it["kind"] == "learned");
        learned
            .map(|it| it["name"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(names(""), ["svm-auto", "svm-linear", "svm-rbf"]);
    assert_eq!(names("--kernel linear"), ["svm-linear"]);
    assert_eq!(names("--kernel polynomial --degree 2"), ["svm-polynomial"]);
}

#[test]
fn ids_are_written_as_they_are() {
    let lines = documents();
    let id = "=cmd|' /C calc'!A0 \u{1b}[2J";
    let named = lines[0].replace("a0v0", "=cmd|' /C calc'!A0 \\u001b[2J");
    let workshop = Workshop::with_model().with("d.jsonl", named + &lines[1..].concat());
    let told = workshop
        .types("dedupe d.jsonl -m model.json --out groups.csv --report r --evidence e")
        .done();
    // Programs join tables on ids: those of the result are those of the input.
    let groups = workshop.read("groups.csv");
    assert!(
        groups
            .lines()
            .any(|line| line.starts_with(&format!("{id},"))),
        "{groups}"
    );
    assert!(!told.out.contains('\u{1b}') && !told.err.contains('\u{1b}'));
    for folder in ["r", "e"] {
        for entry in std::fs::read_dir(workshop.path(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "html") {
                let page = std::fs::read_to_string(&path).unwrap();
                assert!(!page.contains('\u{1b}'), "{}", path.display());
            }
        }
    }
}

#[test]
fn what_is_said_of_texts_can_be_joined_to_their_rows() {
    let pairs = "text_a,text_b\nan otter,an otter swims\n...,---\nan otter,an otter dives\n";
    let with_ids = "ID,text_a,text_b\nx,an otter,an otter swims\ny,an otter,an otter dives\n";
    let workshop = Workshop::with_model()
        .with("pairs.csv", pairs)
        .with("named.csv", with_ids);
    for (line, code, column, names) in [
        ("pairs.csv --skip-bad", 2, "row", ["1", "3"]),
        ("named.csv", 0, "id", ["x", "y"]),
    ] {
        let answer = workshop
            .types(&format!("classify -m model.json --pairs {line}"))
            .ends_with(code);
        let rows: Vec<&str> = answer.out.lines().collect();
        let last = |row: &str| row.rsplit(',').next().unwrap().to_owned();
        assert_eq!(
            rows[0],
            format!("id_a,id_b,decision,score,probability,{column}")
        );
        assert_eq!([last(rows[1]), last(rows[2])], names);
    }
}
