//! Reads the character set that a page declares.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::tree;

/// The first possible character set that the page's beginning declares: in `<?xml encoding=…?>`,
/// `<meta charset>` or `<meta http-equiv=content-type>`.
pub(in crate::document) fn declared_charset(page: &[u8]) -> Option<&'static Encoding> {
    let beginning = &page[..page.len().min(tree::PIECE)];
    // Markup is ASCII, and reads the same in every character set that can be declared.
    let beginning: String = beginning.iter().map(|&byte| char::from(byte)).collect();
    let in_xml = xml_declaration(&beginning).map(String::from);
    let in_meta = tree::declared_charsets(&beginning);
    let mut labels = in_xml.into_iter().chain(in_meta);
    labels.find_map(|label| {
        // In UTF-16 the declaration itself could not be read as ASCII.
        Encoding::for_label(label.as_bytes()).filter(|it| ![UTF_16BE, UTF_16LE].contains(it))
    })
}

fn xml_declaration(beginning: &str) -> Option<&str> {
    let (declaration, _) = beginning.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &str, expected: Option<&str>) {
        let declared = declared_charset(page.as_bytes());
        assert_eq!(declared.map(Encoding::name), expected, "{page}");
    }

    #[test]
    fn a_declaration_is_found_in_every_form() {
        check("<meta charset=koi8-r>", Some("KOI8-R"));
        check("<p>late<meta charset='Shift_JIS'>", Some("Shift_JIS"));
        check(
            "<META content='text/html; charset=ISO-8859-1' HTTP-EQUIV=Content-Type>",
            Some("windows-1252"),
        );
        check("<?xml version='1.0' encoding = 'EUC-JP' ?>", Some("EUC-JP"));
        check("<?xml version=\"1.0\" encoding=\"gb2312\"?>", Some("GBK"));
    }

    #[test]
    fn a_page_whose_markup_is_read_as_ascii_is_not_in_utf_16() {
        check("<meta charset=utf-16><meta charset=big5>", Some("Big5"));
        check("<meta charset=utf-16le>", None);
        check("<?xml version='1.0' encoding='UTF-16BE'?>", None);
    }

    #[test]
    fn what_is_unknown_or_no_declaration_is_passed_over() {
        check("<meta charset=klingon><meta charset=big5>", Some("Big5"));
        check(
            "<!-- <meta charset=big5> --><title><meta charset=big5>",
            None,
        );
        check("<?xml version='1.0' encoding=?><p>", None);
        check("<?xml encoding='big5", None);
        check("", None);
    }
}
