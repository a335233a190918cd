//! The main content of a page by the shape of its text: Mozilla's Readability, as `dom_smoothie`
//! ports it.

use std::collections::HashSet;

use dom_smoothie::{Config, Readability};
use ego_tree::NodeId;
use html5ever::tendril::StrTendril;
use html5ever::{LocalName, QualName, ns};
use scraper::{Html, Node};

use super::attributes::attribute;
use super::tree;

/// Numbers an element in the markup that the extractor reads and writes.
const NUMBER: &str = "data-dejalu";

/// A page of more elements is not searched: the extractor's work grows with the square of the
/// tables, and no article is that long.
const MOST_ELEMENTS: usize = 50_000;

/// The elements that the extractor takes for the article; none where it finds no article.
///
/// It is given the markup of our own tree, whose depth is bounded, with every element numbered, so
/// that what it keeps is known in that tree, whatever it wraps, renames or moves.
pub(super) fn elements(page: &Html) -> Option<HashSet<NodeId>> {
    let ids: Vec<NodeId> = page.tree.nodes().map(|node| node.id()).collect();
    let markup = numbered(page, &ids).html();
    let options = Config {
        // Only the content is wanted.
        disable_json_ld: true,
        max_elements_to_parse: MOST_ELEMENTS,
        ..Config::default()
    };
    let mut extractor = Readability::new(markup, None, Some(options)).ok()?;
    let article = tree::parse(&extractor.parse().ok()?.content);
    let numbers = article.tree.nodes().filter_map(|node| {
        let number: usize = attribute(node.value().as_element()?, NUMBER)?
            .parse()
            .ok()?;
        ids.get(number).copied()
    });
    Some(numbers.collect())
}

fn numbered(page: &Html, ids: &[NodeId]) -> Html {
    let name = QualName::new(None, ns!(), LocalName::from(NUMBER));
    let mut page = page.clone();
    for (number, &id) in ids.iter().enumerate() {
        let Some(mut node) = page.tree.get_mut(id) else {
            continue;
        };
        if let Node::Element(element) = node.value() {
            // A page may have the attribute, too.
            element.attrs.retain(|(known, _)| *known != name);
            let number = StrTendril::from(number.to_string());
            element.attrs.push((name.clone(), number));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::document::{Document, FieldKind};
    use crate::document::html::main_content::MainContent;

    /// A page that names none of its parts.
    const NAMELESS: &str = r#"<body><div class="menu"><a href="/a">Harbours</a> Ferries by the
        hour</div><div class="text"><p>The ferry waits at the old pier, which a storm broke in March
        of this year, and nobody has mended it since, though the town has promised to.</p><p>Those
        who want to cross now walk to the new pier, half an hour along the shore, with their
        baggage, in rain or sun, and wait there, as they did before.</p></div>
        <div class="sidebar">Cheap boats for sale</div></body>"#;

    fn main_text(page: &str, by: MainContent) -> String {
        let document = Document::page("page", page, None, by);
        let fields = document.fields.iter();
        let main = fields.filter(|field| field.kinds.contains(FieldKind::Main));
        main.map(|field| document.field_text(field)).collect()
    }

    #[test]
    fn an_article_is_told_from_its_frame_by_its_shape() {
        let [landmarks, readability] =
            [MainContent::Landmarks, MainContent::Readability].map(|by| main_text(NAMELESS, by));
        assert!(landmarks.contains("by the hour") && landmarks.contains("Cheap boats"));
        assert!(readability.starts_with("The ferry waits"), "{readability}");
        assert!(
            readability.ends_with("as they did before."),
            "{readability}"
        );
    }

    #[test]
    fn without_an_article_the_landmarks_decide() {
        for page in [
            "<nav>Harbours</nav><main>Cross.</main>",
            "<p hidden>The ferry waits.</p>Cross.",
        ] {
            assert_eq!(main_text(page, MainContent::Readability), "Cross.");
        }
        assert_eq!(main_text("", MainContent::Readability), "");
    }

    #[test]
    fn a_page_of_too_many_elements_is_read_by_landmarks() {
        let page = format!("<nav>Harbours</nav>{}", "<p>x".repeat(MOST_ELEMENTS + 1));
        assert_eq!(
            main_text(&page, MainContent::Readability),
            main_text(&page, MainContent::Landmarks)
        );
    }

    #[test]
    fn off_leaves_nothing_out() {
        let page = "<nav>Harbours</nav><main>Cross.</main><footer>Us</footer>";
        assert_eq!(main_text(page, MainContent::Off), "HarboursCross.Us");
    }

    #[test]
    fn numbers_of_its_own_do_not_mislead() {
        let forged = NAMELESS.replace("class=\"menu\"", "data-dejalu=8 class=\"menu\"");
        assert_eq!(
            main_text(&forged, MainContent::Readability),
            main_text(NAMELESS, MainContent::Readability)
        );
    }

    const PARTS: [&str; 14] = [
        "<div class=article>",
        "</div>",
        "<p>",
        "<table><tr><td>",
        "</table>",
        "<font>",
        "<br><br>",
        "<noscript>",
        "<img src=x>",
        "<svg>",
        "<article>",
        "</article>",
        "The ferry waits, at the old pier, for the storm, ",
        "<a href=/x>pier</a>",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_page_has_an_article_or_none(parts in prop::collection::vec(0..PARTS.len(), 0..60)) {
            let page: String = parts.into_iter().map(|part| PARTS[part]).collect();
            let everything = main_text(&page, MainContent::Off);
            let article = main_text(&page, MainContent::Readability);
            let words = |text: &str| text.matches("ferry").count();
            prop_assert!(words(&article) <= words(&everything));
        }
    }
}
