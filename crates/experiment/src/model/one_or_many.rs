//! A list that is written as its item where it has one: what was one item in older files.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

pub(super) fn serialize<T: Serialize, S: Serializer>(
    items: &[T],
    to: S,
) -> Result<S::Ok, S::Error> {
    match items {
        [one] => one.serialize(to),
        many => many.serialize(to),
    }
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    })
}
