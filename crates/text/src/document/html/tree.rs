//! The element tree of a page, as a browser builds it, but never deeper than [`MOST_OPEN`].
//!
//! The tree builder looks through its open elements at most tags, so a page that opens 100,000 of
//! them would cost ten thousand million steps. Three rewrites bound that work:
//!
//! - beyond [`MOST_OPEN`] open elements a start tag and its end tag are left out, which keeps their
//!   text in reading order;
//! - formatting elements (`b`, `font`, ...) become `span`: the builder would reopen every unclosed
//!   one in each later paragraph, and they tell nothing about the text;
//! - a tag longer than [`PIECE`] is closed there: the tokenizer compares each attribute with all
//!   others of its tag.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use ego_tree::NodeId;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{TokenizerResult, Tracer};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, ParseError, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::tree_builder::{TreeBuilder, TreeSink};
use html5ever::{LocalName, local_name};
use scraper::{Html, HtmlTreeSink};

/// The most elements that are open at a time; Chrome flattens at the same depth.
const MOST_OPEN: usize = 512;

/// The longest tag, in bytes; the source is read in pieces of this length.
pub(super) const PIECE: usize = 16 << 10;

/// Number of elements that one start tag can open: a cell brings its row, body and table, a
/// formatting element may be reopened.
const OPENED_BY_ONE_TAG: usize = 8;

/// Parses a page. Any text is a page; malformed markup is repaired as in a browser.
pub(super) fn parse(source: &str) -> Html {
    let tokenizer = tokenizer(source);
    let input = BufferQueue::default();
    let feed = |piece: &str| {
        input.push_back(StrTendril::from(piece));
        // Scripts are not run and encodings are already decoded: the tokenizer is told to go on.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    };
    for piece in pieces(source) {
        tokenizer.sink.in_tag.set(true);
        feed(piece);
        if tokenizer.sink.in_tag.get() && piece.len() >= PIECE {
            // Within a quoted value or a comment this closes nothing and does no harm.
            feed(" >");
        }
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// The character sets that `<meta>` elements declare, in order. `beginning` is at most one piece.
pub(super) fn declared_charsets(beginning: &str) -> Vec<String> {
    let tokenizer = tokenizer(beginning);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(beginning));
    let mut labels = Vec::new();
    loop {
        match tokenizer.feed(&input) {
            TokenizerResult::Done => return labels,
            TokenizerResult::EncodingIndicator(label) => labels.push(label.to_string()),
            TokenizerResult::Script(_) => {}
        }
    }
}

fn tokenizer(source: &str) -> Tokenizer<Flattened> {
    let sink = HtmlTreeSink::new(Html::new_document());
    let flattened = Flattened {
        builder: TreeBuilder::new(sink, Default::default()),
        in_tag: Cell::new(false),
        free: Cell::new(0),
        full: Cell::new(false),
        left_out: RefCell::default(),
        xml: source.trim_start().starts_with("<?xml"),
    };
    Tokenizer::new(flattened, Default::default())
}

/// The source in pieces of [`PIECE`] bytes, cut between characters.
fn pieces(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        let end = (PIECE..rest.len()).find(|&end| rest.is_char_boundary(end));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Passes tokens to the tree builder and keeps its tree shallow.
struct Flattened {
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    /// Whether no token came yet out of the piece that is being read.
    in_tag: Cell<bool>,
    /// Start tags that certainly fit before the open elements must be counted again.
    free: Cell<usize>,
    /// Whether the last count found no room; only an end tag can change that.
    full: Cell<bool>,
    /// Start tags left out whose end tags are still to come.
    left_out: RefCell<HashMap<LocalName, usize>>,
    /// True if the page is XHTML, where `<p/>` is an element without content.
    xml: bool,
}

impl TokenSink for Flattened {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if !matches!(token, ParseError(_)) {
            self.in_tag.set(false);
        }
        match token {
            TagToken(tag) => self.tag(plain(tag), line),
            other => self.builder.process_token(other, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Flattened {
    fn tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if tag.kind == EndTag {
            return self.end_tag(tag, line);
        }
        if is_leaf(&tag.name) {
            let empty = self.xml && tag.self_closing && !is_void(&tag.name);
            return if empty {
                TokenSinkResult::Continue
            } else {
                self.builder.process_token(TagToken(tag), line)
            };
        }
        let end = (self.xml && tag.self_closing).then(|| end_of(&tag));
        let result = self.start_tag(tag, line);
        if let Some(end) = end {
            let _ = self.end_tag(end, line);
        }
        result
    }

    fn start_tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if self.has_room() {
            return self.builder.process_token(TagToken(tag), line);
        }
        *self.left_out.borrow_mut().entry(tag.name).or_default() += 1;
        TokenSinkResult::Continue
    }

    fn end_tag(&self, tag: Tag, line: u64) -> TokenSinkResult<NodeId> {
        if let Some(count) = self.left_out.borrow_mut().get_mut(&tag.name)
            && *count > 0
        {
            *count -= 1;
            return TokenSinkResult::Continue;
        }
        self.full.set(false);
        self.builder.process_token(TagToken(tag), line)
    }

    fn has_room(&self) -> bool {
        if self.full.get() {
            return false;
        }
        if self.free.get() == 0 {
            let open = Count::default();
            self.builder.trace_handles(&open);
            let room = MOST_OPEN.saturating_sub(open.0.get());
            self.free.set(room / OPENED_BY_ONE_TAG);
        }
        let free = self.free.get();
        self.full.set(free == 0);
        self.free.set(free.saturating_sub(1));
        free > 0
    }
}

/// Counts the elements that the tree builder holds on to.
#[derive(Default)]
struct Count(Cell<usize>);

impl Tracer for Count {
    type Handle = NodeId;

    fn trace_handle(&self, _: &NodeId) {
        self.0.set(self.0.get() + 1);
    }
}

/// The tag with a formatting element's name turned into `span`.
fn plain(mut tag: Tag) -> Tag {
    #[rustfmt::skip]
    let formatting = matches!(
        &*tag.name,
        "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong"
            | "tt" | "u"
    );
    if formatting {
        tag.name = local_name!("span");
    }
    tag
}

fn end_of(tag: &Tag) -> Tag {
    Tag {
        kind: EndTag,
        name: tag.name.clone(),
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    }
}

/// Returns whether the element holds no other: it adds nothing to the depth.
fn is_leaf(name: &str) -> bool {
    #[rustfmt::skip]
    let raw_text = matches!(
        name,
        "iframe" | "noembed" | "noframes" | "noscript" | "plaintext" | "script" | "style"
            | "textarea" | "title" | "xmp"
    );
    raw_text || is_void(name)
}

fn is_void(name: &str) -> bool {
    #[rustfmt::skip]
    let void = matches!(
        name,
        "area" | "base" | "br" | "col" | "embed" | "hr" | "img" | "input" | "link" | "meta"
            | "param" | "source" | "track" | "wbr"
    );
    void
}
