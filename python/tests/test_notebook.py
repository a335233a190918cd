"""What a notebook shows of results, and the page where people label."""

from __future__ import annotations

import html.parser
import json
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

import pytest

import dejalu

TEXTS = {
    "a": "The ferry waits at the pier. A storm broke the old pier in March.",
    "b": "The ferry is waiting at the pier. A storm broke the pier in March.",
    "c": "Bread <b>is</b> baked in the old oven every morning by six bakers.",
}
RULE = "jaccard=0.5"


def comparison():
    pairs = [(TEXTS["a"], TEXTS["b"]), (TEXTS["a"], TEXTS["c"])]
    return dejalu.evaluate(dejalu.Model.built_in(), pairs, labels=[1, 0], draws=0)


def index(tmp_path):
    made = dejalu.Index.create(tmp_path / "index")
    made.add(TEXTS)
    made.form_groups(at="own")
    return made


def registry(_):
    made = dejalu.Registry.in_memory()
    made.register(TEXTS)
    return made


SHOWN = {
    "Deduplicated": (lambda _: dejalu.dedupe(TEXTS, RULE), "3 documents, 2 kept"),
    "groups": (lambda _: dejalu.dedupe(TEXTS, RULE).groups, "representative"),
    "pairs": (lambda _: dejalu.dedupe(TEXTS, RULE).pairs, "start_a"),
    "review": (lambda _: dejalu.dedupe(TEXTS, RULE).review(), "why"),
    "questions": (lambda _: dejalu.dedupe(TEXTS, RULE, audit_sample=5).questions, "stratum"),
    "Audited": (lambda _: dejalu.audit(dejalu.dedupe(TEXTS, RULE), TEXTS, RULE), "1 removal"),
    "Applied": (lambda _: dejalu.apply(dejalu.dedupe(TEXTS, RULE), TEXTS, RULE), "shared"),
    "certificates": (lambda _: dejalu.apply({"id": ["a"], "kept_id": ["b"]}, TEXTS, RULE).certificates, "shared"),
    "find": (lambda _: dejalu.find(TEXTS["a"], TEXTS, RULE), "probability"),
    "passages": (lambda _: dejalu.passages(TEXTS), "<table>"),
    "correlations": (lambda _: dejalu.correlations(TEXTS), "word_a"),
    "Model": (lambda _: dejalu.Model.built_in(), "threshold"),
    "Comparison": (lambda _: comparison(), "mwo"),
    "Documents": (lambda _: dejalu.read_documents(TEXTS), "Documents(3 documents)"),
    "Document": (lambda _: dejalu.read_documents(TEXTS)[2], "Bread &lt;b&gt;is"),
    "Pairs": (lambda _: dejalu.read_pairs([("a", "b")], TEXTS), "Pairs(1 pairs"),
    "Index": (index, "3 documents"),
    "Registry": (registry, "chunks"),
}


class Balanced(html.parser.HTMLParser):
    """Refuses elements that are not closed in order, and those of texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in ("div", "p", "pre", "b", "table", "thead", "tbody", "tr", "th", "td"), tag
        assert tag != "b" or self.open[-1] == "p"
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("make", "said"), SHOWN.values(), ids=SHOWN)
def test_a_notebook_shows_a_short_table(make, said, tmp_path):
    page = make(tmp_path)._repr_html_()
    assert said in page
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []


def test_a_long_table_says_how_much_is_shown():
    texts = [f"The ferry number {n} waits at pier {n}. " + "x" * 300 for n in range(25)]
    page = dejalu.read_documents(texts)._repr_html_()
    assert "25 rows, of which 10 are shown" in page and page.count("<tr>") == 11
    assert "x" * 300 not in page and "…" in page


@pytest.fixture
def browser():
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))


def asked(browser, page, path, **words):
    address = page.address.split("?")[0] + path.lstrip("/")
    request = urllib.request.Request(
        address, json.dumps({"tab": "one", **words}).encode(), {"content-type": "application/json"}
    )
    with browser.open(request, timeout=60) as answer:
        return json.load(answer)


def test_people_label_on_the_page_of_the_program(browser, tmp_path):
    import pandas as pd

    frame = pd.DataFrame({"id": list(TEXTS), "text": list(TEXTS.values())})
    out = tmp_path / "labels.jsonl"
    with dejalu.label(frame, out) as page:
        with browser.open(page.address, timeout=60) as front:
            assert "<title>" in front.read().decode()
            policy = front.headers["content-security-policy"]
            assert policy.endswith("frame-ancestors http://127.0.0.1:* http://localhost:*")
            assert front.headers["x-frame-options"] is None
        shown = asked(browser, page, "/api/next")
        assert shown["kind"] == "question" and set(shown["pair"]) <= TEXTS.keys()
        asked(browser, page, "/api/answer", pair=shown["pair"], answer="1")
        assert [row["label"] for row in page.answers] == [1]
        asked(browser, page, "/api/start", name="dedupe")
        words = ""
        while not words.startswith("dejalu.dedupe(documents, dejalu.train("):
            words = asked(browser, page, "/api/job", name="dedupe")["words"]
            assert words in ("", "Working…") or words.startswith("dejalu."), words
        repr_html = page._repr_html_()
        assert page.address in repr_html and "<iframe" in repr_html and "labels.jsonl" in repr_html
        assert "Labelling of" in repr(page)
    with pytest.raises(urllib.error.URLError):
        browser.open(page.address, timeout=5)
    page.stop()
    with dejalu.label(frame, out) as again:
        assert [row["label"] for row in again.answers] == [1]


def test_a_page_that_is_left_open_does_not_keep_python(tmp_path):
    program = f"import dejalu; page = dejalu.label({TEXTS!r}, {str(tmp_path / 'l.jsonl')!r}); print(page.address)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.startswith("http://127.0.0.1:"), done.stderr


def test_labelling_is_refused_in_a_sentence(tmp_path):
    out = tmp_path / "labels.jsonl"
    for words, sentence in [
        ({"audit": "removals"}, "audit 'removals': expected pairs, drawn or none"),
        ({"port": 70_000}, "port '70000': expected a whole number from 0 to 65535"),
        ({"threads": 1}, "RAYON_NUM_THREADS"),
    ]:
        with pytest.raises((dejalu.DejaluError, TypeError)) as refused:
            dejalu.label(TEXTS, out, **words)
        assert sentence in str(refused.value)
    with pytest.raises(TypeError, match="model is a str: expected a Model or None"):
        dejalu.label(TEXTS, out, "jaccard=0.5")
    with pytest.raises(dejalu.DejaluError, match="documents: the input is empty"):
        dejalu.label([], out)
