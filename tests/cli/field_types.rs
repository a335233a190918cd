//! What the columns of a table hold.

use crate::workshop::Workshop;

/// Lamps and nets, each twice as two shops call them.
fn shop() -> Workshop {
    let mut rows = String::from("id,article,maker,price,phone,street,sold\n");
    let mut pairs = String::from("id_a,id_b,label\n");
    let kinds = [
        "harbour lamp",
        "net mending kit",
        "storm lantern",
        "anchor chain",
        "tide table",
    ];
    for number in 0..40 {
        let kind = kinds[number % kinds.len()];
        let (code, price) = (1_000 + 37 * number, 10 + number);
        let maker = ["Norling & Co", "Quay Works"][number % 2];
        rows += &format!(
            "a{number},{kind} wh-{code},{maker},$ {price}.00,040-55{code}1,{number} Pier Street,{} May 2015\n",
            1 + number % 28
        );
        rows += &format!(
            "b{number},{kind} WH{code} new,{maker},{price} USD,(040) 55 {code} 1,{number} pier st.,2015-05-{:02}\n",
            1 + number % 28
        );
        pairs += &format!(
            "a{number},b{number},1\na{number},b{},0\n",
            (number + 5) % 40
        );
    }
    Workshop::new()
        .with("articles.csv", &rows)
        .with("shop-pairs.csv", &pairs)
}

#[test]
fn columns_are_compared_by_what_they_hold_without_an_option() {
    let shop = shop();
    let train = "train shop-pairs.csv --documents articles.csv --draws 20 --kernel monotone --c 0.1 --out m.json";
    let settings = shop
        .types(&format!("{train} --show-settings"))
        .done()
        .json();
    let types: Vec<String> = settings["field_types"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!(
                "{} {}",
                it["field"].as_str().unwrap(),
                it["type"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        types,
        [
            "article thing",
            "maker category",
            "price price",
            "phone code",
            "street address",
            "sold date"
        ]
    );
    let trained = shop.types(train).done();
    assert!(trained.out.contains("F1 1.000"), "{}", trained.out);
    let set = shop.types(&format!(
        "{train} --field-types maker=thing --show-settings"
    ));
    assert_eq!(set.done().json()["field_types"][1]["type"], "thing");
}

#[test]
fn a_type_that_is_none_and_a_field_that_is_none_are_refused() {
    let shop = shop();
    for (types, message) in [
        (
            "maker=brand",
            "--field-types 'brand': expected one of person, thing, text, code, number, price, date, address, category",
        ),
        (
            "brand=thing",
            "--field-types 'brand': expected one of the fields: article, maker, price, phone, street, sold",
        ),
        ("maker", "--field-types 'maker': expected FIELD=TYPE"),
    ] {
        let line = format!("vectors shop-pairs.csv --documents articles.csv --field-types {types}");
        shop.refuses(&line, message);
    }
}

#[test]
fn columns_that_say_nothing_of_what_a_row_is_are_no_fields() {
    let rows = "{\"key\":\"1\",\"\":0,\"a b\":\"Lamp\",\"a_b\":\"Net\",\"URL\":\"x\",\"meta\":{\"n\":1}}\n\
                {\"key\":\"2\",\"\":1,\"a b\":\"Lamp\",\"a_b\":\"Rope\",\"URL\":\"y\",\"meta\":{\"n\":2}}\n";
    let workshop = Workshop::new()
        .with("lamps.jsonl", rows)
        .with("two.csv", "id_a,id_b,label\n1,2,1\n");
    let line = "train two.csv --documents lamps.jsonl --id lamps.jsonl:key --out m.json";
    let settings = workshop.types(&format!("{line} --show-settings")).done();
    let types = settings.json()["field_types"].clone();
    let fields: Vec<&str> = types
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["a_b", "a_b_2"]);
    workshop.refuses(
        &format!("{line} --field-types a_b=thing,a_b=code"),
        "--field-types 'a_b': expected each field once",
    );
    workshop.refuses(
        &format!("{line} --default-level revison --show-settings"),
        "--default-level 'revison': expected copy, revision or rewrite",
    );
    // Before the training, which refuses a single pair.
    workshop.refuses(
        &format!("{line} --default-level copy"),
        "--default-level 'copy': expected pairs of several kinds (category), without which a model has no levels",
    );
}
