//! E-books (`.epub`): their chapters in reading order, each a web page.

use std::collections::BTreeMap;

use url::Url;

use super::format::{Content, FileFormat};
use super::office::Package;
use crate::document::document::{Builder, FieldKind};
use crate::document::{encoding, html};
use dejalu_base::error::{DocumentError, InputError, Result};
use dejalu_io::RawText;
use dejalu_io::bounded::MOST_OF_DOCUMENT;
use dejalu_io::xml::{Node, attribute, walk};

pub(super) const FORMATS: &[FileFormat] = &[FileFormat {
    ending: ".epub",
    read: |input, charset| {
        let mut package = Package::open(input)?;
        let root = root(&package.part("META-INF/container.xml")?)?;
        let book = Book::of(&package.part(&root)?)?;
        let mut text = Builder::default();
        text.folded(FieldKind::Title.into(), &book.title);
        text.end_block();
        let mut bytes = 0;
        for chapter in book.chapters() {
            let part = package.part(&path(&root, chapter))?;
            bytes += part.len();
            if bytes as u64 > MOST_OF_DOCUMENT {
                let most = MOST_OF_DOCUMENT;
                return Err(InputError::LargeFile { most }.into());
            }
            let page = encoding::decoded(RawText::of(&part)?, true, charset)?.text;
            html::append(&page, &mut text);
        }
        Ok(Content::Blocks(Box::new(text)))
    },
}];

/// Path of the description of the book.
fn root(container: &[u8]) -> Result<String> {
    let mut found = None;
    walk(container, |node| {
        if let Node::Open("rootfile", element) = node {
            found = found.take().or_else(|| attribute(element, "full-path"));
        }
        Ok(())
    })?;
    let missing = || DocumentError::Damaged {
        problem: "its container names no book".to_owned(),
    };
    Ok(found.ok_or_else(missing)?)
}

/// The description of a book.
#[derive(Default)]
struct Book {
    title: String,
    /// The files of the book by their ids.
    files: BTreeMap<String, String>,
    /// The ids of the chapters in reading order.
    spine: Vec<String>,
}

impl Book {
    fn of(description: &[u8]) -> Result<Self> {
        let mut book = Book::default();
        let mut in_title = false;
        walk(description, |node| {
            match node {
                Node::Open("title", _) => in_title = book.title.is_empty(),
                Node::Close("title") => in_title = false,
                Node::Text(text) if in_title => book.title.push_str(text),
                Node::Open("item", element) => {
                    let id = attribute(element, "id");
                    book.files.extend(id.zip(attribute(element, "href")));
                }
                Node::Open("itemref", element) => book.spine.extend(attribute(element, "idref")),
                _ => {}
            }
            Ok(())
        })?;
        Ok(book)
    }

    /// The files of the chapters, each once.
    fn chapters(&self) -> impl Iterator<Item = &str> {
        let mut met = std::collections::BTreeSet::new();
        let files = self.spine.iter().filter_map(|id| self.files.get(id));
        files
            .map(String::as_str)
            .filter(move |&file| met.insert(file))
    }
}

/// The path in the package of a link in the file at `root`.
fn path(root: &str, link: &str) -> String {
    let resolved = Url::parse("file:///").and_then(|top| top.join(root)?.join(link));
    match resolved {
        Ok(url) => decoded(url.path().trim_start_matches('/')),
        Err(_) => link.to_owned(),
    }
}

/// A path with `%XX` as the bytes that they stand for.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, value) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
