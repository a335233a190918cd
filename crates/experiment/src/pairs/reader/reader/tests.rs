use super::*;

fn load(name: &str, content: &str, options: &PairOptions) -> Result<LoadedPairs> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "The ferry waits.").unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let documents = ["a", "b", "c"].map(|id| Document::plain(id, &format!("text of {id}")));
    read(&path, options, Some(documents.to_vec()))
}

fn refusal(content: &str) -> String {
    let error = load("pairs.csv", content, &PairOptions::default()).unwrap_err();
    let text = error.to_string();
    text[text.find("pairs.csv").unwrap_or(0)..].to_string()
}

#[test]
fn ids_name_documents_of_the_collection() {
    let loaded = load(
        "p.csv",
        "id_a,id_b,label,category\na,b,1,near\nb,c,no,\n",
        &PairOptions::default(),
    )
    .unwrap();
    assert_eq!(loaded.set.documents.len(), 3);
    assert_eq!(loaded.set.labels().unwrap(), [true, false]);
    assert_eq!(loaded.set.pairs[0].category.as_deref(), Some("near"));
    assert_eq!(loaded.set.pairs[1].category, None);
    assert!(loaded.warnings.is_empty());
}

#[test]
fn texts_stand_inline_with_ids_or_without() {
    let options = PairOptions::default();
    let loaded = load(
        "p.jsonl",
        "{\"text_a\":\"one two\",\"text_b\":\"one\",\"label\":true}\n",
        &options,
    )
    .unwrap();
    assert_eq!(loaded.set.documents[1].id.as_str(), "1b");
    let one_id = "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,one,three,0\n";
    assert_eq!(
        load("p.csv", one_id, &options).unwrap().set.documents.len(),
        3
    );
    let two_texts = "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,ONE,three,0\n";
    assert_eq!(
        refusal(two_texts),
        "pairs.csv:3: id 'x' is used for two different texts; give each text its own id"
    );
}

#[test]
fn paths_are_relative_to_the_file() {
    let loaded = load(
        "p.csv",
        "path_a,path_b,label\na.txt,a.txt,1\n",
        &PairOptions::default(),
    );
    assert!(
        loaded
            .unwrap_err()
            .to_string()
            .ends_with("pairs document 'a.txt' with itself; remove the row")
    );
}

#[test]
fn what_cannot_be_read_is_refused_in_one_sentence() {
    assert_eq!(
        refusal("id_a,id_b,label\na,b7,1\n"),
        "pairs.csv:2: document 'b7' is not in the collection (3 documents); correct the id or pass the right documents"
    );
    assert_eq!(
        refusal("id_a,id_b,label\na,b,perhaps\n"),
        "pairs.csv:2: label 'perhaps' is invalid; expected 1 or 0, +1 or -1, true or false, yes or no, y or n, duplicate or distinct"
    );
    assert_eq!(
        refusal("left,right,label\na,b,1\n"),
        "pairs.csv: the columns are 'label', 'left', 'right'; expected 'id_a', 'id_b' and 'label' (or 'text_a', 'text_b' or 'path_a', 'path_b' instead of the ids); rename them or pass left, right, label"
    );
    assert_eq!(
        refusal("id_a,id_b,label\n"),
        "pairs.csv: the input is empty; fill or remove it"
    );
}

#[test]
fn bad_rows_are_left_out_where_the_user_says_so() {
    let options = PairOptions {
        skip_bad: true,
        ..PairOptions::default()
    };
    let table = "id_a,id_b,label\na,zz,1\na,b,maybe\na,c,0\nb,c,?\n";
    let loaded = load("p.csv", table, &options).unwrap();
    assert_eq!(loaded.set.pairs.len(), 1);
    assert_eq!(loaded.skipped.len(), 2);
    assert_eq!(loaded.warnings, [Warning::Unsure { rows: 1 }]);
}

#[test]
fn a_decimal_comma_is_read_where_no_comma_parts_the_cells() {
    let options = PairOptions {
        columns: vec!["len".into()],
        ..PairOptions::default()
    };
    for name in ["p.csv", "p.tsv"] {
        let table = "id_a;id_b;label;len\na;b;1;0,242\na;c;0;-1,5\n";
        let table = table.replace(';', if name == "p.tsv" { "\t" } else { ";" });
        let loaded = load(name, &table, &options).unwrap();
        let numbers = loaded.set.pairs.iter().map(|pair| pair.given[0]);
        assert_eq!(numbers.collect::<Vec<_>>(), [0.242, -1.5], "{name}");
    }
    let refused = |name: &str, content: &str| load(name, content, &options).unwrap_err();
    let table = "id_a,id_b,label,len\na,b,1,\"0,242\"\n";
    let told = "column 'len' holds '0,242'; expected a finite number, with a decimal point instead of the comma, or an empty cell for a missing value: the column is a feature";
    assert_eq!(refused("p.csv", table).kind().to_string(), told);
    let row = "{\"id_a\":\"a\",\"id_b\":\"b\",\"label\":1,\"len\":\"0,242\"}\n";
    assert_eq!(refused("p.jsonl", row).kind().to_string(), told);
    let thousands = "id_a;id_b;label;len\na;b;1;1,234,5\n";
    let told = refused("p.csv", thousands).kind().to_string();
    assert!(
        told.contains("holds '1,234,5'; expected a finite number, or"),
        "{told}"
    );
}

#[test]
fn rows_that_are_left_out_leave_no_document_behind() {
    let ids = |table: &str, vectors: bool| {
        let options = PairOptions {
            skip_bad: true,
            vectors,
            columns: vec!["len".into()],
            ..PairOptions::default()
        };
        let loaded = load("p.csv", table, &options).unwrap();
        assert_eq!(loaded.set.pairs.len(), 1);
        let documents = loaded.set.documents.into_iter();
        documents
            .map(|it| (it.id.to_string(), it.cluster.unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    let plain = |ids: [&str; 2]| ids.map(|id| (id.to_string(), String::new()));
    let by_id = "id_a,id_b,label,len
a,zz,1,1
a,a,1,1
a,b,1,x
b,c,0,1
";
    assert_eq!(ids(by_id, false), plain(["b", "c"]));
    // They can be named again, by other texts as well.
    let inline = "text_a,text_b,label,len
one,two,1,x
one,---,1,1
one,three,1,1
";
    assert_eq!(ids(inline, false), plain(["3a", "3b"]));
    let named = "id_a,id_b,text_a,text_b,label,len
a,b,one,two,1,x
a,b,three,four,0,1
";
    assert_eq!(ids(named, false), plain(["a", "b"]));
    let clusters = "id_a,id_b,label,len,cluster_a,cluster_b
a,b,1,x,k,
b,c,1,x,,l
a,b,1,0.5,m,
";
    assert_eq!(
        ids(clusters, true),
        [("a".into(), "m".into()), ("b".into(), String::new())]
    );
}

#[test]
fn splits_are_kept_by_name_and_warned_of_without_one() {
    let table = "id_a,id_b,label,split\na,b,1,train\nb,c,0,dev\n";
    let options = PairOptions {
        splits: vec!["dev".into()],
        ..PairOptions::default()
    };
    assert_eq!(load("p.csv", table, &options).unwrap().set.pairs.len(), 1);
    let all = load("p.csv", table, &PairOptions::default()).unwrap();
    assert_eq!(
        all.warnings[0].to_string(),
        "the pairs have a split column (dev, train) and all rows are used; split NAME keeps some"
    );
    let options = PairOptions {
        splits: vec!["test".into()],
        ..PairOptions::default()
    };
    let error = load("p.csv", table, &options).unwrap_err().to_string();
    assert!(
        error.ends_with("no row has split 'test'; the splits are dev, train; choose among them"),
        "{error}"
    );
}

#[test]
fn contradictory_labels_are_listed_with_their_places() {
    let table = "id_a,id_b,label\na,b,1\nb,c,1\na,c,0\nb,a,1\n";
    let loaded = load("pairs.csv", table, &PairOptions::default()).unwrap();
    assert_eq!(loaded.warnings[0], Warning::Repeated { rows: 1 });
    let text = loaded.warnings[1].to_string();
    assert!(
        text.starts_with("1 pair is labelled distinct though duplicates connect its documents:\n")
    );
    assert!(text.ends_with("pairs.csv:4: 'a' and 'c'"), "{text}");
}

#[test]
fn columns_in_memory_are_read_as_a_file_is() {
    use dejalu_io::{Cell, Columns};
    let table = "text_a,text_b,label\none two,one,1\nthree,four,0\n";
    let options = PairOptions::default();
    let from_file = load("p.csv", table, &options).unwrap().set;
    let mut rows = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let rows: Vec<Vec<&str>> = rows.collect();
    let mut columns = Columns::new("pairs");
    for (place, name) in names.into_iter().enumerate() {
        let cells = rows.iter().map(|row| Some(Cell::Text(row[place].into())));
        let cells: Vec<_> = cells.collect();
        columns = columns.with(name, cells).unwrap();
    }
    let in_memory = read_columns(columns, &options, None).unwrap().set;
    assert_eq!(in_memory.labels().unwrap(), from_file.labels().unwrap());
    assert_eq!(in_memory.places(), from_file.places());
    let texts = |set: &PairSet| {
        set.documents
            .iter()
            .map(|it| it.text.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&in_memory), texts(&from_file));
    let place = |row: usize| in_memory.pairs[row].place.to_string();
    assert_eq!([place(0), place(1)], ["pairs[0]", "pairs[1]"]);
}
