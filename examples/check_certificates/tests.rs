//! True certificates, and those that were made false.

use super::*;
use dejalu::Document;
use dejalu::collection::Certificate;

fn text(number: usize, last: &str) -> String {
    let word = |place: usize| format!("w{}", (number * 31 + place * place) % 97);
    let words: Vec<String> = (0..30).map(word).collect();
    format!("\n {}\r\n{last} Größe {number} ", words.join(" "))
}

/// Certificates of removals, and the texts.
fn certified(count: usize) -> (Vec<Value>, HashMap<String, String>) {
    let mut texts = HashMap::new();
    let mut certificates = Vec::new();
    for number in 0..count {
        let ids = [format!("{number}a"), format!("{number}b")];
        let both = [text(number, "and more."), text(number, "or THE pier: so")];
        let [kept, removed] = [0, 1].map(|side| Document::plain(ids[side].clone(), &both[side]));
        certificates.push(serde_json::json!(Certificate::of(&removed, &kept)));
        texts.extend(ids.into_iter().zip(both.map(|text| as_counted(&text))));
    }
    (certificates, texts)
}

#[test]
fn true_certificates_are_found_true() {
    let (certificates, texts) = certified(1_000);
    assert_eq!(check(&certificates, &texts), []);
    assert!(
        certificates
            .iter()
            .all(|it| it["shared"].as_f64().unwrap() > 0.5)
    );
}

/// A certificate that is made false in one of eleven ways.
fn falsified(certificate: &Value, way: usize) -> Value {
    let mut it = certificate.clone();
    let number = |value: &Value| value.as_u64().unwrap();
    match way {
        0 => it["shared"] = (it["shared"].as_f64().unwrap() + 0.01).into(),
        1 => it["lost"] = serde_json::json!([]),
        2 => it["passages"][0]["kept"] = serde_json::json!([0, 2]),
        3 => {
            it["passages"][0]["removed"][1] = (number(&it["passages"][0]["removed"][1]) - 1).into();
        }
        4 => it["kept"] = it["removed"].clone(),
        5 => it["kept"] = "nobody".into(),
        6 => it["passages"] = serde_json::json!([]),
        7 => it["lost"][0][0] = 0.into(),
        8 => {
            let again = it["passages"][0].clone();
            it["passages"].as_array_mut().unwrap().push(again);
        }
        9 => {
            // The six words that are lost, as often as there are six in the text.
            it["lost"] = vec![it["lost"][0].clone(); 6].into();
            it["passages"] = serde_json::json!([]);
            it["shared"] = 0.into();
        }
        _ => it["passages"][0]["kept"][0] = (number(&it["passages"][0]["kept"][0]) + 3).into(),
    }
    it
}

#[test]
fn every_planted_one_is_found() {
    let (certificates, texts) = certified(1_000);
    let mut planted = certificates.clone();
    for place in (0..1_000).step_by(10) {
        planted[place] = falsified(&certificates[place], place / 10 % 11);
    }
    let found: Vec<usize> = check(&planted, &texts)
        .into_iter()
        .map(|it| it.0 - 1)
        .collect();
    assert_eq!(found, (0..1_000).step_by(10).collect::<Vec<_>>());
    let words_counted_twice = [falsified(&certificates[0], 9)];
    let fault = &check(&words_counted_twice, &texts)[0].1;
    assert_eq!(fault, "lost stretches overlap, or do not rise");
    let twice = [&certificates[..1], &certificates[..1]].concat();
    assert_eq!(check(&twice, &texts).len(), 1);
}
