//! Any bytes as a model, and any JSON as a model whose digest fits: what is read judges a pair.
#![no_main]

use dejalu::Document;
use dejalu::Silent;
use dejalu::model::Model;
use dejalu_fuzz::{file, written};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let model = match choice {
        0..128 => Model::load(&file(&[".json"], choice, content)).ok(),
        _ => sealed(content),
    };
    let Some(model) = model else {
        return;
    };
    let documents = [
        Document::plain("left", "The ferry waits at the pier, and so do we."),
        Document::plain("right", "We wait at the pier. The ferry waits, too."),
    ];
    if let Ok(judged) = model.classify(&documents, &[(0, 1)], &Silent) {
        assert!((0.0..=1.0).contains(&judged[0].probability));
    }
    let again = model.to_json().expect("what was read can be written");
    let again = Model::load(&written("again.json", &again)).expect("what was written can be read");
    assert_eq!(again.to_json().ok(), model.to_json().ok());
});

/// The model with the digest that its content gives, which the refusal tells.
fn sealed(content: &[u8]) -> Option<Model> {
    let refusal = match Model::from_json(content) {
        Ok(model) => return Some(model),
        Err(refusal) => refusal.to_string(),
    };
    let (_, expected) = refusal.split_once("its content gives '")?;
    let mut json: serde_json::Value = serde_json::from_slice(content).ok()?;
    json["digest"] = expected.split('\'').next()?.into();
    Model::from_json(&serde_json::to_vec(&json).ok()?).ok()
}
