use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::document::document::{Document, FieldKind};

/// The fields as `kinds: text`, the kinds by their initials.
fn fields(source: &str, url: Option<&str>) -> Vec<String> {
    let document = Document::html("page", source, url);
    check_invariant(&document);
    let line = |field| {
        let text: &str = document.field_text(field);
        let kinds: Vec<&str> = field.kinds.iter().map(name).collect();
        format!("{}: {}", kinds.join("+"), text.trim())
    };
    document.fields.iter().map(line).collect()
}

fn name(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Url => "url",
        FieldKind::Title => "title",
        FieldKind::Heading => "heading",
        FieldKind::AnchorSameSite => "same",
        FieldKind::AnchorOtherSite => "other",
        FieldKind::MetaKeywords => "keywords",
        FieldKind::MetaDescription => "description",
        FieldKind::Main => "main",
    }
}

/// Fields ascend without overlap, none is empty, and only white space lies between them.
fn check_invariant(document: &Document) {
    let mut end = 0;
    for field in &document.fields {
        assert!(field.span.start < field.span.end);
        assert!(document.text[end..field.span.start].trim().is_empty());
        end = field.span.end;
    }
    assert!(document.text[end..].trim().is_empty());
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(fields(source, None), expected, "{source}");
}

#[test]
fn no_word_is_joined_to_one_of_another_part() {
    let page = "<title>Salt</title><meta name=keywords content=brine><p>Tide</p>";
    let document = Document::html("page", page, Some("https://example.org/house"));
    let words: Vec<&str> = document.text.split_whitespace().collect();
    assert_eq!(words, ["example", "org", "house", "Salt", "brine", "Tide"]);
}

#[test]
fn a_page_reads_address_title_meta_then_text() {
    let page = r#"<!doctype html><title> The
        title </title><meta name=KEYWORDS content="one, two"><meta name="Description"
        content="About &amp; more"><body><p>Text.</body>"#;
    assert_eq!(
        fields(page, Some("https://www.example.org/a-page.html")),
        [
            "url: example org a page html",
            "title: The title",
            "keywords: one, two",
            "description: About & more",
            "main: Text."
        ]
    );
}

#[test]
fn a_shared_title_stands_in_for_a_missing_one() {
    let shared = r#"<meta property="og:title" content="Shared">"#;
    check(
        &format!("{shared}<title> </title>x"),
        &["title: Shared", "main: x"],
    );
    check(
        &format!("{shared}<title>Own</title>x"),
        &["title: Own", "main: x"],
    );
}

#[test]
fn inline_markup_does_not_break_text_and_blocks_do() {
    check(
        "<p>one <b>two</b>\n  <i> three</i>four<p>five<br>six<div>seven</div>eight",
        &[
            "main: one two threefour",
            "main: five six",
            "main: seven",
            "main: eight",
        ],
    );
}

#[test]
fn table_cells_and_list_items_are_blocks_in_reading_order() {
    check(
        "<table><tr><td>a<td>b<table><tr><td>inner</table>c</table><ul><li>x<li>y</ul>",
        &[
            "main: a",
            "main: b",
            "main: inner",
            "main: c",
            "main: x",
            "main: y",
        ],
    );
}

#[test]
fn preformatted_text_keeps_its_lines() {
    check(
        "<pre>\nlet a;\n  let <b>b</b>;\n</pre>",
        &["main: let a;\n  let b;"],
    );
}

#[test]
fn what_a_browser_does_not_show_is_left_out() {
    check(
        "<p>seen<script>a()</script><style>b{}</style><noscript>c</noscript><!-- d -->\
         <template><p>e</template><svg><title>f</title><text>g</text></svg><iframe>h</iframe>\
         <object>i</object><select><option>j</select><button>k</button><textarea>l</textarea>\
         <span hidden>m</span><i hidden=''>n</i><span aria-hidden=TRUE>o</span>\
         <img alt=p src=q> still<p aria-hidden=false>also",
        &["main: seen still", "main: also"],
    );
}

#[test]
fn a_page_of_only_scripts_has_no_fields() {
    check("<script>let text = '<p>not text</p>';</script>", &[]);
    check("", &[]);
}

#[test]
fn main_is_preferred_to_the_rest() {
    let page = "<body><header><h1>Site</h1> news</header><nav><a href=/>Home</a> | <a href=/b>B\
                </a></nav><main><header><h2>Head</h2></header>Text<nav><a href=c>Next</a> page\
                </nav><aside>Ad</aside></main><p>Loose</p><footer>Imprint</footer>";
    check(
        page,
        &[
            "heading: Site",
            "same: Home B",
            "heading+main: Head",
            "main: Text",
            "same: Next",
        ],
    );
}

#[test]
fn a_single_article_is_next() {
    check(
        "<div>Loose</div><article>Story<article>Comment</article></article>",
        &["main: Story", "main: Comment"],
    );
    check(
        "<article>One</article><p>Between<article>Two</article>",
        &["main: One", "main: Between", "main: Two"],
    );
    check(
        "<aside><article>Teaser</article></aside><article>Story</article>",
        &["main: Story"],
    );
}

#[test]
fn two_mains_are_no_choice_and_a_nested_one_is_none() {
    check(
        "<main>a</main><main>b</main>c",
        &["main: a", "main: b", "main: c"],
    );
    check(
        "<div role=main><main>a</main>b</div>c",
        &["main: a", "main: b"],
    );
}

#[test]
fn the_frame_of_a_body_is_left_out() {
    check(
        "<div role=banner>Logo</div><header>Top</header><section><header>Own</header>Text\
         <footer>Signed</footer></section><div role='search'>Find</div><aside>Ad</aside>\
         <div role=contentinfo>Legal</div><footer><h3>About</h3>us</footer>",
        &["main: Own", "main: Text", "main: Signed", "heading: About"],
    );
}

#[test]
fn content_without_a_word_gives_way() {
    check("<main> — </main><p>Text", &["main: —", "main: Text"]);
    check(
        "<nav>Only <a href=/>links</a></nav>",
        &["main: Only", "same+main: links"],
    );
}

#[test]
fn links_know_whether_they_leave_the_site() {
    let page = "<p><a href='https://b.example.org/x'>sub</a> <a href=//other.net>out</a>\
                <a href=#top>up</a> <a href=mailto:x@y.z>mail</a> <a name=n>name</a>";
    assert_eq!(
        fields(page, Some("http://example.org")),
        [
            "url: example org",
            "same+main: sub",
            "other+main: out",
            "same+main: up",
            "main: mail name"
        ]
    );
    let canonical = format!("<link rel='shortlink Canonical' href=https://example.org/>{page}");
    assert_eq!(
        fields(&canonical, None)[..2],
        ["url: example org", "same+main: sub"]
    );
    let base = format!("<base href=https://example.org/>{page}");
    assert_eq!(
        fields(&base, None)[..2],
        ["url: example org", "same+main: sub"]
    );
    assert_eq!(fields(page, None)[0], "other+main: sub out");
}

#[test]
fn a_link_in_a_heading_is_both() {
    check(
        "<h1>See <a href=/x>this</a></h1>",
        &["heading+main: See", "heading+same+main: this"],
    );
}

#[test]
fn entities_are_resolved() {
    check(
        "<p>Caf&eacute; &lt;b&gt; &#x4e2d; &copy",
        &["main: Café <b> 中 ©"],
    );
}

#[test]
fn unclosed_and_misplaced_tags_are_repaired() {
    check(
        "<ul><li>a<li><b>b<p>c</ul></div></b>d<table><p>e<tr><td>f",
        &[
            "main: a", "main: b", "main: c", "main: d", "main: e", "main: f",
        ],
    );
    check("text <", &["main: text <"]);
    check("<", &["main: <"]);
    check("<p title='never closed", &[]);
}

#[test]
fn xhtml_elements_may_be_empty() {
    check(
        "<?xml version='1.0'?><html><head><title/><script src='x'/></head><body><a href='/y'/>\
         <p/>Text<br/>more</body></html>",
        &["main: Text more"],
    );
}

/// Generous, for a busy machine and an unoptimised build; quadratic work would take minutes.
const QUICK: Duration = Duration::from_secs(20);

#[track_caller]
fn check_quick(page: &str, expected_end: &str) {
    let start = Instant::now();
    let document = Document::html("deep", page, None);
    assert!(start.elapsed() < QUICK, "{:?}", start.elapsed());
    assert!(document.text.ends_with(expected_end));
}

#[test]
fn markup_nested_100_000_deep_keeps_its_text() {
    const DEPTH: usize = 100_000;
    for tag in [
        "div",
        "b",
        "a href=x",
        "table><tr><td",
        "p><font size=1",
        "svg",
        "button",
        "li",
    ] {
        let open = format!("<{tag}>").repeat(DEPTH);
        check_quick(&format!("<p>first{open}"), "first");
    }
    let (open, close) = ("<div>".repeat(DEPTH), "</div>".repeat(DEPTH));
    let page = format!("<main><div>{open}deep{close}</div>last</main>outside");
    check(&page, &["main: deep", "main: last"]);
}

#[test]
fn formatting_that_is_never_closed_is_not_reopened_for_ever() {
    let fonts: String = (0..20_000)
        .map(|n| format!("<p><font size={n}>x</p>"))
        .collect();
    check_quick(&format!("{fonts}last"), "last");
}

#[test]
fn a_tag_with_100_000_attributes_is_closed_early() {
    let attributes: String = (0..100_000).map(|n| format!("a{n:x} ")).collect();
    check_quick(&format!("<p>first<a {attributes}>last"), "last");
}

#[test]
fn pieces_of_a_long_page_join_without_a_seam() {
    let text = "Straße &amp; Café <b>中</b>文. ".repeat(10_000);
    let expected = "Straße & Café 中文. ".repeat(10_000);
    let document = Document::html("long", &format!("<p>{text}"), None);
    assert_eq!(&*document.text, expected.trim_end());
    let image = format!(
        "<p>a<img src='data:{0}'>b<!--{0}-->c",
        "/ x".repeat(100_000)
    );
    check(&image, &["main: abc"]);
}

proptest! {
    /// Any soup of tags parses, and its fields keep their invariant.
    #[test]
    fn any_markup_is_a_page(parts in prop::collection::vec(0..PARTS.len(), 0..60)) {
        let page: String = parts.into_iter().map(|part| PARTS[part]).collect();
        check_invariant(&Document::html("soup", &page, None));
    }
}

const PARTS: [&str; 48] = [
    "<a href=/>",
    "</a>",
    "<a href=x",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<p/>",
    "<pre>",
    "</pre>",
    "\n\n",
    " ",
    "\u{a0}",
    "word",
    "é",
    "&nbsp;",
    "&#0;",
    "\0",
    "\r\n",
    "<",
    ">",
    "'",
    "<!--",
    "-->",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<caption>",
    "<select>",
    "<option>",
    "</select>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<math>",
    "<mi>",
    "<title>",
    "</title>",
    "<form>",
    "<frameset>",
    "<body>",
    "</body>",
    "<main>",
    "<article>",
    "<nav>",
    "<?xml ?>",
];
