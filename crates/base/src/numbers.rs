//! Reads numbers as people write them.

/// The number that a text says, with a point before its decimals or, as in most of Europe, a comma.
///
/// ```
/// use dejalu_base::numbers::number;
///
/// assert_eq!(["0.5", "0,5", " 1 "].map(number), [Some(0.5), Some(0.5), Some(1.0)]);
/// assert_eq!(["0,5,7", "half", ""].map(number), [None; 3]);
/// ```
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    text.parse().ok().or_else(|| number_with_comma(text))
}

/// The number that a text with one comma says if that is its decimal comma.
pub fn number_with_comma(text: &str) -> Option<f64> {
    let (whole, decimals) = text.split_once(',')?;
    format!("{whole}.{decimals}").parse().ok()
}

/// The number that two numbers with a comma between them may be meant as: `0,5` as `0.5`.
pub fn as_one_number(first: &str, second: &str) -> Option<String> {
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let unsigned = first.strip_prefix('-').unwrap_or(first);
    (is_whole(unsigned) && is_whole(second)).then(|| format!("{first}.{second}"))
}
