//! Files of office programs, books and PDF.

use super::*;

const STYLES: &str = r#"<w:styles xmlns:w="w"><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>"#;

const DOCX: &str = r#"<?xml version="1.0"?><w:document xmlns:w="w" xmlns:mc="mc"><w:body>
<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>The ferry &amp; the pier</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">It waits </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del><w:r><w:t>for Ren&#233;.</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>An item</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>Once</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>Once</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>
</w:body></w:document>"#;

const ODT: &str = r#"<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>
<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:h text:outline-level="2">The ferry &amp; the pier</text:h>
<text:p>It waits<text:s/>for Ren&#xE9;.<text:note><text:note-body><text:p>A note</text:p></text:note-body></text:note></text:p>
<text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>A cell</text:p></table:table-cell></table:table-row></table:table>
<text:p>Once</text:p></office:text></office:body></office:document-content>"#;

#[test]
fn texts_of_office_programs_have_headings_and_paragraphs() {
    let folder = Folder::new()
        .with(
            "a.docx",
            zipped(&[("word/styles.xml", STYLES), ("word/document.xml", DOCX)]),
        )
        .with("a.odt", zipped(&[("content.xml", ODT)]));
    for name in ["a.docx", "a.odt"] {
        let read = folder.read(name);
        let [document] = &read.documents[..] else {
            panic!("{:?}", folder.messages(&read));
        };
        assert_eq!(document.id.as_str(), name);
        assert_eq!(
            blocks(document),
            [
                (BlockKind::Heading(2), "The ferry & the pier"),
                (BlockKind::Paragraph, "It waits for René."),
                (BlockKind::ListItem, "An item"),
                (BlockKind::Cell, "A cell"),
                (BlockKind::Paragraph, "Once"),
            ],
            "{name}"
        );
        assert!(document.fields[0].kinds.contains(FieldKind::Heading));
        assert!(document.structure.is_none());
    }
}

#[test]
fn the_same_text_is_the_same_document_as_in_a_plain_file() {
    let paragraphs = [
        "The ferry waits at the pier.",
        "A storm broke it, and nobody knows why.",
    ];
    let word = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let docx = format!(
        "<w:document><w:body>{}</w:body></w:document>",
        paragraphs.map(word).concat()
    );
    let open = |text: &str| format!("<text:p>{text}</text:p>");
    let odt = format!(
        "<office:text>{}</office:text>",
        paragraphs.map(open).concat()
    );
    let folder = Folder::new()
        .with("a.docx", zipped(&[("word/document.xml", &docx)]))
        .with("a.odt", zipped(&[("content.xml", &odt)]))
        .with("a.txt", paragraphs.join("\n\n"));
    let plain = folder.read("a.txt").documents.remove(0);
    for name in ["a.docx", "a.odt"] {
        let document = folder.read(name).documents.remove(0);
        assert_eq!(document.text, plain.text);
        assert_eq!(document.identity(), plain.identity(), "{name}");
    }
}

#[test]
fn the_chapters_of_a_book_are_read_in_order() {
    let container =
        r#"<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>"#;
    let book = r#"<package xmlns:dc="d"><metadata><dc:title>Two piers</dc:title></metadata><manifest>
        <item id="b" href="text/two%20b.xhtml"/><item id="a" href="text/one.xhtml"/><item id="c" href="style.css"/>
        </manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="a"/></spine></package>"#;
    let parts = [
        ("META-INF/container.xml", container),
        ("OPS/book.opf", book),
        (
            "OPS/text/one.xhtml",
            "<html><body><h1>One</h1><p>The ferry waits.</p></body></html>",
        ),
        (
            "OPS/text/two b.xhtml",
            "<html><body><h1>Two</h1><p>A storm.</p></body></html>",
        ),
    ];
    let folder = Folder::new().with("a.epub", zipped(&parts));
    let document = folder.read("a.epub").documents.remove(0);
    assert_eq!(
        &*document.text,
        "Two piers\n\nOne\n\nThe ferry waits.\n\nTwo\n\nA storm."
    );
    assert!(blocks(&document).contains(&(BlockKind::Heading(1), "Two")));
    let folder = Folder::new().with("a.epub", zipped(&parts[..3]));
    assert_eq!(
        folder.refused("a.epub"),
        "a.epub: it has no part OPS/text/two b.xhtml, so it is not what its extension says; correct the \
         extension or remove it"
    );
}

#[test]
fn hostile_files_are_one_sentence_each() {
    // What a text grows to, and what its markup does.
    let long = format!(
        "<w:document><w:p><w:t>{}</w:t></w:p></w:document>",
        "word ".repeat(4 << 20)
    );
    let markup = format!(
        "<w:document>{}</w:document>",
        "<w:p></w:p>".repeat(26 << 20)
    );
    let entities = r#"<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
        <w:document><w:p><w:t>text &b;&c; end</w:t></w:p></w:document>"#;
    let folder = Folder::new()
        .with("long.docx", zipped(&[("word/document.xml", &long)]))
        .with("markup.docx", zipped(&[("word/document.xml", &markup)]))
        .with("entities.docx", zipped(&[("word/document.xml", entities)]))
        .with(
            "broken.docx",
            zipped(&[("word/document.xml", "<a><b></a>")]),
        )
        .with("other.docx", zipped(&[("content.xml", ODT)]))
        .with("text.docx", "The ferry waits at the pier.")
        .with("text.zip", "The ferry waits at the pier.")
        .with("empty.odt", zipped(&[("content.xml", "<office:text/>")]));
    drop((long, markup));
    let too_large = "it has more than 16,777,216 bytes, which is the limit; split it, or remove it if it is not what its name says";
    assert_eq!(
        folder.refused("long.docx"),
        format!("long.docx: {too_large}")
    );
    assert_eq!(
        folder.refused("markup.docx"),
        "markup.docx: its parts have more than 268,435,456 bytes, which is the limit; split or remove it"
    );
    assert_eq!(
        &*folder.read("entities.docx").documents[0].text,
        "text  end"
    );
    let damaged = "it is damaged, or not what its extension says (";
    for name in ["broken.docx", "text.docx", "text.zip"] {
        let told = folder.refused(name);
        assert!(told.starts_with(&format!("{name}: {damaged}")), "{told}");
        assert!(told.ends_with("); copy it again or remove it"), "{told}");
    }
    assert_eq!(
        folder.refused("other.docx"),
        "other.docx: it has no part word/document.xml, so it is not what its extension says; correct the \
         extension or remove it"
    );
    assert_eq!(
        folder.refused("empty.odt"),
        "empty.odt: the document contains no words; correct or remove it"
    );
}

#[test]
fn what_was_moved_or_struck_out_is_read_once_or_not() {
    let body = r#"<w:p><w:moveFrom><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>
        <w:p><w:pPr><w:rPr><w:strike/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">It stays </w:t></w:r>
        <w:r><w:rPr><w:strike/></w:rPr><w:t>struck</w:t></w:r><w:r><w:rPr><w:dstrike w:val="1"/></w:rPr><w:t>twice</w:t></w:r>
        <w:r><w:rPr><w:strike w:val="false"/><w:dstrike w:val="0"/><w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange></w:rPr><w:t>here.</w:t></w:r></w:p>
        <w:p><w:moveTo><w:r><w:t>Moved.</w:t></w:r></w:moveTo></w:p>"#;
    let docx = format!("<w:document><w:body>{body}</w:body></w:document>");
    let folder = Folder::new().with("a.docx", zipped(&[("word/document.xml", &docx)]));
    let read = folder.read("a.docx");
    let texts = blocks(&read.documents[0]).into_iter().map(|(_, text)| text);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    assert_eq!(texts, ["It stays here.", "Moved."]);
}

/// Runs a program in the place of `pdftotext`.
#[cfg(unix)]
#[test]
fn text_of_a_pdf_comes_from_a_program() {
    let has = std::process::Command::new("pdftotext")
        .arg("-v")
        .output()
        .is_ok();
    let folder = Folder::new()
        .with("a.pdf", pdf("The ferry waits at the pier."))
        .with("b.pdf", pdf(""))
        .with("c.pdf", "no PDF");
    if has {
        assert_eq!(
            &*folder.read("a.pdf").documents[0].text,
            "The ferry waits at the pier."
        );
        assert_eq!(
            folder.refused("b.pdf"),
            "b.pdf: it contains no text, as is usual for a scan; run OCR on it first, or remove it"
        );
        assert_eq!(
            folder.refused("c.pdf"),
            "c.pdf: pdftotext cannot read it: it is damaged, protected by a password or not a PDF; save it again or remove it"
        );
    } else {
        assert_eq!(
            folder.refused("a.pdf"),
            "a.pdf: PDF is read by the program pdftotext, which was not found; install it (Poppler)"
        );
    }
}

/// Lines so far apart that `pdftotext` takes each for a block, and reads across the columns.
#[cfg(unix)]
#[test]
fn columns_of_a_pdf_are_read_one_after_the_other_however_far_apart_their_lines_are() {
    let has = std::process::Command::new("pdftotext").arg("-v").output();
    if has.is_err() {
        return;
    }
    const COLUMNS: [[&str; 5]; 2] = [
        [
            "The ferry waits at the old pier un-",
            "til the storm is over, and takes on",
            "board those who come on foot or by",
            "bicycle from the villages of the is-",
            "land, who are few.",
        ],
        [
            "Beetles under the bridge do not",
            "mind any rain at all. They sleep un-",
            "til the spring comes and the chil-",
            "dren of the village find them in the",
            "grass.",
        ],
    ];
    let mut content = String::from("BT /F1 9 Tf ");
    for (column, lines) in [50, 320].into_iter().zip(COLUMNS) {
        for (line, text) in lines.iter().enumerate() {
            content += &format!("1 0 0 1 {column} {} Tm ({text}) Tj ", 740 - 15 * line);
        }
    }
    let folder = Folder::new().with("a.pdf", pdf_of(&(content + "ET")));
    let paragraphs = [
        "The ferry waits at the old pier until the storm is over, and takes on board those who come on foot or by bicycle \
         from the villages of the island, who are few.",
        "Beetles under the bridge do not mind any rain at all. They sleep until the spring comes and the children of the \
         village find them in the grass.",
    ];
    assert_eq!(
        &*folder.read("a.pdf").documents[0].text,
        paragraphs.join("\n\n")
    );
}

/// A PDF of one page with one line.
#[cfg(unix)]
fn pdf(text: &str) -> Vec<u8> {
    pdf_of(&format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET"))
}

/// A PDF of one page with this content.
#[cfg(unix)]
fn pdf_of(content: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let table = file.len();
    file += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        file += &format!("{place:010} 00000 n \n");
    }
    file += &format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    );
    file.into_bytes()
}
