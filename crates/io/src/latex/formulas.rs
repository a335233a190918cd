//! Finds the end of a formula.

/// Distance within which the end of a formula or an argument is looked for: those of titles and abstracts are shorter.
const LONGEST: usize = 2_000;

/// The length of the formula before the dollar sign that ends it; none where a dollar sign is an amount of money.
pub(super) fn length(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (place, byte) in rest.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b'$' if depth == 0 => {
                return is_formula(&rest[..place], &rest[place + 1..]).then_some(place);
            }
            _ => {}
        }
    }
    None
}

/// Returns whether this is a formula before this text: by its signs, or by Pandoc's rule that no space stands inside
/// the dollar signs and no digit behind them.
fn is_formula(inside: &str, behind: &str) -> bool {
    let has_signs = inside.contains(['\\', '^', '_', '{']);
    let is_tight = inside.trim() == inside && !behind.starts_with(|c: char| c.is_ascii_digit());
    !inside.is_empty() && (has_signs || is_tight)
}

/// The length of what stands before the brace that closes a group.
pub(super) fn group_length(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (place, byte) in rest.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(place),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Finds the start of this text in another one.
pub(super) fn find(rest: &str, end: &str) -> Option<usize> {
    let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
    memchr::memmem::find(near, end.as_bytes())
}
