//! Refused output.

use super::workshop;

#[test]
fn outputs_that_cannot_be_written_fail_before_the_work() {
    let workshop = workshop();
    std::fs::create_dir(workshop.path("folder")).unwrap();
    // The pairs do not exist either: the output is tried first.
    for (command, ending) in [
        ("train none.csv --out", ".json"),
        ("train none.csv --out out.json --json", ".json"),
        ("vectors none.csv --out", ".csv"),
        ("classify --pairs none.csv -m model.json --out", ".csv"),
        ("compare none.csv --json", ".json"),
        ("evaluate none.csv -m model.json --json", ".json"),
        ("measures --json", ".json"),
        ("model show none.json --json", ".json"),
    ] {
        workshop.refuses(
            &format!("{command} no/such/folder/x{ending}"),
            &format!(
                "cannot write no/such/folder/x{ending}: No such file or directory (os error 2); \
                 correct the path"
            ),
        );
        workshop.refuses(
            &format!("{command} folder"),
            "cannot write folder: Is a directory (os error 21); give the name of a file",
        );
    }
    workshop.refuses(
        "compare pairs.csv -d documents.jsonl --report out.json",
        "cannot write out.json: File exists (os error 17); give the name of a folder",
    );
    // The folder of a report is made first, and does not outlive what fails later.
    workshop.refuses(
        "compare none.csv -d documents.jsonl --report new/report",
        "cannot open none.csv: No such file or directory (os error 2); correct the path",
    );
}

#[test]
fn files_of_others_in_a_folder_stay() {
    let workshop = workshop()
        .with("page/index.html", "<title>mine</title>")
        .with("full/notes.txt", "mine");
    for line in [
        "compare pairs.csv -d documents.jsonl --report page",
        "train pairs.csv -d documents.jsonl --out out.json --report page",
        "demo --report page",
        "dedupe documents.jsonl -m model.json --out g.csv --report page",
        "dedupe documents.jsonl -m model.json --out g.csv --evidence page",
    ] {
        workshop.refuses(
            line,
            "cannot write page/index.html: another program wrote the file that is there, which would be \
             lost; choose another folder, or move the file away",
        );
    }
    workshop.refuses(
        "index documents.jsonl -m model.json --out full",
        "full: the folder is not empty and holds no index; name a new or an empty one, or one with an \
         index to add to",
    );
    workshop.refuses(
        "generate --records 5 --out full",
        "full: the folder is not empty; expected a new or an empty one, so that old documents are not \
         mixed with new ones; empty it or name another",
    );
    // A report of an earlier run is written over.
    for options in ["--report g --evidence e", "--evidence g --report e"] {
        let dedupe = format!("dedupe documents.jsonl -m model.json --out g.csv {options}");
        workshop.types(&dedupe).done();
    }
}

#[test]
fn outputs_that_would_take_the_place_of_something() {
    let workshop = workshop()
        .with("a.txt", "Text")
        .with("b.txt", "Text")
        .with("folder/a.txt", "Text");
    let lost = "since one of the two would be lost";
    for (command, sentence) in [
        (
            "dedupe documents.csv -m model.json --out x.csv --write-kept ./x.csv",
            format!("--write-kept './x.csv': expected a path other than that of --out, {lost}"),
        ),
        (
            "dedupe documents.jsonl -m model.json --out x.csv --report r --evidence folder/../r",
            format!("--evidence 'folder/../r': expected a path other than that of --report, {lost}"),
        ),
        (
            "explain a.txt b.txt -m model.json --html x --json x",
            format!("--json 'x': expected a path other than that of --html, {lost}"),
        ),
        (
            "explain a.txt b.txt -m model.json --html - --json -",
            "--json '-': expected a file, since --html goes to stdout already".to_string(),
        ),
        (
            "train pairs.json -d documents.jsonl --out folder/../pairs.json",
            "--out 'folder/../pairs.json': expected a path other than that of PAIRS, which it would replace"
                .to_string(),
        ),
        (
            "dedupe documents.jsonl -m model.json --out groups.csv --write-kept documents.jsonl",
            "--write-kept 'documents.jsonl': expected a path other than that of DOCUMENTS, which it would replace"
                .to_string(),
        ),
        (
            "find a.csv folder -m model.json --out a.csv",
            "--out 'a.csv': expected a path other than that of QUERY DOCUMENTS, which it would replace"
                .to_string(),
        ),
        (
            "index folder -m model.json --out folder",
            "--out 'folder': expected a path other than that of DOCUMENTS, which it would replace"
                .to_string(),
        ),
        (
            "vectors - -d -",
            "--documents '-': expected a file, since PAIRS comes from stdin already".to_string(),
        ),
        (
            "dedupe documents.jsonl -m model.json --pairs-sample 3",
            "--pairs-sample '3': expected --pairs-out as well, since another output goes to stdout"
                .to_string(),
        ),
    ] {
        workshop.refuses(command, &sentence);
    }
    // A device takes whatever comes.
    workshop
        .types("explain a.txt b.txt -m model.json --html /dev/null --json /dev/null")
        .done();
}

#[test]
fn formats_that_no_writer_knows() {
    let workshop = workshop().with("a.txt", "Text").with("b.txt", "Text");
    let expected = |ending: &str| {
        format!(
            "expected a name that ends in {ending} (also {ending}.gz, {ending}.zst), the only \
             format that can be written there"
        )
    };
    for (command, option, name, ending) in [
        (
            "dedupe documents.jsonl -m model.json",
            "--out <FILE>",
            "b.xlsx",
            ".csv",
        ),
        (
            "dedupe documents.jsonl -m model.json",
            "--pairs-out <FILE>",
            "b.tsv",
            ".csv",
        ),
        (
            "find a.txt documents.jsonl -m model.json",
            "--out <FILE>",
            "b.jsonl.gz",
            ".csv",
        ),
        (
            "vectors pairs.csv -d documents.jsonl",
            "--out <FILE>",
            "b.parquet",
            ".csv",
        ),
        (
            "classify --pairs pairs.csv -d documents.jsonl",
            "--out <FILE>",
            "b.json",
            ".csv",
        ),
        (
            "train pairs.csv -d documents.jsonl",
            "--out <MODEL>",
            "b.pkl",
            ".json",
        ),
        (
            "compare pairs.csv -d documents.jsonl",
            "--json <FILE>",
            "b.csv",
            ".json",
        ),
        (
            "explain a.txt b.txt -m model.json",
            "--html <FILE>",
            "b.pdf",
            ".html",
        ),
    ] {
        let flag = option.split(' ').next().unwrap();
        workshop.refuses(
            &format!("{command} {flag} {name}"),
            &format!(
                "invalid value '{name}' for '{option}': {}",
                expected(ending)
            ),
        );
    }
}
