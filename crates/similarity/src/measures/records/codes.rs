//! Codes in one form, however they are written: `v2.1.0` as `2.1`.

/// A word by its letters and digits, and by the points between digits: `1.5TB` is not `15TB`. Numbers with points are without
/// zeros that say nothing, as [`plain_number`] writes them, and those of a version as [`plain_version`] does.
pub(super) fn with_points(word: &str) -> String {
    let (is_version, word) = match word.strip_prefix('v') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => (true, rest),
        _ => (false, word),
    };
    let mut code = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let end = end_of_number(rest);
        let (number, after) = rest.split_at(end);
        match number {
            "" => {
                code.extend(Some(first).filter(|c| c.is_alphanumeric()));
                rest = &rest[first.len_utf8()..];
                continue;
            }
            _ if !number.contains('.') => code.push_str(number),
            _ if is_version => code.push_str(&plain_version(number)),
            _ => code.push_str(&plain_number(number)),
        }
        rest = after;
    }
    code
}

/// The length of the number that a text begins with: digits, and points with a digit after each.
fn end_of_number(text: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_of_number = |(place, c): &(usize, char)| {
        is_digit(*c) || *c == '.' && text[place + 1..].starts_with(is_digit)
    };
    let end = text.char_indices().find(|it| !is_of_number(it));
    end.map_or(text.len(), |(place, _)| place)
}

/// A number, or a version of several, without zeros that say nothing: `2.0` and `2.0.0` as `2`, `.50` as `0.5`.
pub(super) fn plain_number(number: &str) -> String {
    match number.split_once('.') {
        Some((whole, decimals)) if !decimals.contains('.') => {
            match decimals.trim_end_matches('0') {
                "" => without_leading_zeros(whole).to_owned(),
                decimals => format!("{}.{decimals}", without_leading_zeros(whole)),
            }
        }
        _ => plain_version(number),
    }
}

/// A version without the parts at its end that are 0: `2.10.0` as `2.10`.
fn plain_version(version: &str) -> String {
    let (first, mut rest) = version.split_once('.').unwrap_or((version, "0"));
    let first = without_leading_zeros(first);
    while let Some((shorter, "0")) = rest.rsplit_once('.') {
        rest = shorter;
    }
    match rest {
        "0" => first.to_owned(),
        _ => format!("{first}.{rest}"),
    }
}

/// A whole number as it is usually written; of no digits 0.
fn without_leading_zeros(number: &str) -> &str {
    match number.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_one_form() {
        for (word, code) in [
            ("v2.1", "2.1"),
            ("2.1.0", "2.1"),
            ("v2.10", "2.10"),
            ("2.10", "2.1"),
            ("10.0", "10"),
            ("100", "100"),
            ("1.5tb", "1.5tb"),
            ("15tb", "15tb"),
            (".50", "0.5"),
            ("wh-1000.", "wh1000"),
            ("4.x", "4x"),
            ("0.0", "0"),
            ("vx-5.0", "vx5"),
            ("2.05", "2.05"),
            ("2.10.0.0", "2.10"),
            ("08.5", "8.5"),
        ] {
            assert_eq!(with_points(word), code, "{word}");
        }
    }
}
