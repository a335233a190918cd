//! JSON in the forms that programs write it in, though no command of ours asks for them.

use crate::workshop::Workshop;

const SONG: &str = "The ferry waits at the old pier until the storm is over";
const OTHER: &str = "Beetles under the bridge do not mind any rain at all";

/// The ids that are kept of a file, whose text has to be read from it, and what is written of it; which must read
/// again, and stay as it is.
fn kept(name: &str, content: &str, options: &str) -> (String, String) {
    let workshop = Workshop::new().with(name, content);
    let mut kept = String::new();
    for (from, to) in [(name, "once"), ("once", "twice")] {
        let [from, to] = [from, to].map(|it| match it {
            "once" | "twice" => format!("{it}-{name}"),
            _ => it.to_owned(),
        });
        let line = format!("dedupe {from} --rule jaccard=0.8 {options} --write-kept {to}");
        let groups = workshop.types(&line).done().out;
        let rows = groups.lines().skip(1);
        let rows = rows.filter(|row| row.contains(",true,"));
        let ids: Vec<&str> = rows.filter_map(|row| row.split(',').next()).collect();
        kept = ids.join(" ");
    }
    let once = workshop.read(&format!("once-{name}"));
    assert_eq!(workshop.read(&format!("twice-{name}")), once);
    (kept, once)
}

#[test]
fn keys_of_an_object_of_documents_are_their_ids() {
    let object = format!(
        "{{\n  \"a\": {{\"text\": \"{SONG}\"}},\n  \"b\": {{\"text\": \"{SONG}\"}},\n  \"c:1\":\n{{\"text\": \"{OTHER}\"}}\n}}\n"
    );
    for name in ["d.json", "d.jsonl"] {
        let (ids, written) = kept(name, &object, "");
        assert_eq!(ids, "a c:1", "{name}");
        let member = format!("\n  \"b\": {{\"text\": \"{SONG}\"}},");
        assert_eq!(written, object.replace(&member, ""), "{name}");
    }
}

#[test]
fn a_damaged_member_costs_no_other() {
    let object = format!(
        "{{\n  \"a\": {{\"text\": \"{SONG}}},\n  \"b\": {{\"text\": \"{SONG}\"}},\n  \"c\": {{\"text\": \"{OTHER}\"}}\n}}\n"
    );
    let workshop = Workshop::new().with("d.json", &object);
    let answer = workshop
        .types("dedupe d.json --rule jaccard=0.8 --write-kept k.json")
        .ends_with(2);
    assert!(answer.out.contains("\nb,") && answer.out.contains("\nc,"));
    assert!(
        answer
            .err
            .starts_with("warning: d.json:2: not a JSON object: control character")
    );
    assert!(answer.err.contains(
        "\nwarning: d.json:1: the object begins here and never ends; the file may be cut short, copy it again\n"
    ));
    assert_eq!(workshop.read("k.json"), object);
}

#[test]
fn an_object_in_which_not_all_members_are_documents_is_none_of_documents() {
    let object =
        format!("{{\"meta\": {{\"title\": \"x\"}}, \"data\": [{{\"text\": \"{SONG}\"}}]}}");
    assert_eq!(kept("d.json", &object, "").0, "1");
    let document = format!("{{\"meta\": {{\"title\": \"x\"}}, \"text\": \"{SONG}\"}}");
    assert_eq!(kept("d.json", &document, "").0, "1");
}

#[test]
fn rows_of_a_dataset_server_are_the_objects_in_them() {
    let row = |number: u32, text: &str| {
        format!(
            "{{\"row_idx\": {number}, \"row\": {{\"text\": \"{text}\"}}, \"truncated_cells\": []}}"
        )
    };
    let first = row(0, SONG);
    let rows = format!(
        "{{\"features\": [{{\"name\": \"text\"}}], \"rows\": [{first}, {}, {}], \"num_rows_total\": 3}}",
        row(1, SONG),
        row(2, OTHER)
    );
    let (ids, written) = kept("rows.json", &rows, "");
    assert_eq!(ids, "1 2");
    assert_eq!(written, rows.replace(&format!(", {}", row(1, SONG)), ""));
}

#[test]
fn members_and_rows_are_filled_where_their_fields_stand() {
    let object = format!(
        "{{\"a\": {{\"text\": \"{SONG}\", \"n\": NaN}}, \"b\": {{\"text\": \"{SONG}\", \"n\": 7}}}}"
    );
    let rows = format!(
        "{{\"rows\": [{{\"row_idx\": 0, \"row\": {{\"text\": \"{SONG}\", \"m\": 1}}}}, {{\"row_idx\": 1, \"row\": {{\"text\": \"{SONG}\", \"n\": 7}}}}]}}"
    );
    for (name, content, expected) in [
        (
            "a.json",
            object,
            format!("{{\"a\": {{\"text\": \"{SONG}\", \"n\": 7}}}}"),
        ),
        (
            "rows.json",
            rows,
            format!(
                "{{\"rows\": [{{\"row_idx\": 0, \"row\": {{\"text\": \"{SONG}\", \"m\": 1, \"n\": 7}}}}]}}"
            ),
        ),
    ] {
        let workshop = Workshop::new().with(name, content);
        workshop
            .types(&format!(
                "dedupe {name} --rule jaccard=0.8 --write-kept k.json --merge m.csv --keep first"
            ))
            .done();
        assert_eq!(workshop.read("k.json"), expected);
    }
}

#[test]
fn a_text_may_be_a_list_of_its_lines() {
    let lines = format!(
        "{{\"id\": \"a\", \"text\": [\"The ferry waits\", null, \"at the old pier until the storm is over\"]}}\n{{\"id\": \"b\", \"text\": \"{SONG}\"}}\n"
    );
    assert_eq!(kept("d.jsonl", &lines, "--keep first").0, "a");
    // Numbers are no text, and an id is no list.
    for (line, found) in [
        ("{\"id\": 1, \"text\": [1, 2]}\n", "'text' is a list"),
        ("{\"id\": [\"a\"], \"text\": \"b\"}\n", "'id' is a list"),
    ] {
        let workshop = Workshop::new().with("d.jsonl", line);
        let answer = workshop.types("dedupe d.jsonl --rule jaccard=0.8");
        assert!(answer.err.contains(found), "{}", answer.err);
    }
}

#[test]
fn content_or_body_is_the_text_where_no_column_is_called_so() {
    let table = |name: &str| format!("id,{name}\na,{SONG}\nb,{SONG}\nc,{OTHER}\n");
    for name in ["content", "body", "Content"] {
        assert_eq!(kept("d.csv", &table(name), "").0, "a c", "{name}");
    }
    let lines = |name: &str| {
        format!(
            "{{\"id\": \"a\", \"title\": \"News\", \"{name}\": \"{SONG}\"}}\n{{\"id\": \"b\", \"title\": \"News\", \"{name}\": \"{OTHER}\"}}\n"
        )
    };
    for name in ["content", "body"] {
        assert_eq!(kept("d.jsonl", &lines(name), "").0, "a b", "{name}");
    }
    // With a text beside it, it is another column.
    let both = format!("id,text,content\na,{SONG},{OTHER}\nb,{OTHER},{OTHER}\n");
    assert_eq!(kept("d.csv", &both, "").0, "a b");
    let workshop = Workshop::new().with("d.csv", table("content"));
    let refused = workshop.types("dedupe d.csv --rule jaccard=0.8 --text text");
    assert!(refused.err.contains("no column 'text'"), "{}", refused.err);
}
