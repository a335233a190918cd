"""Cuts a corpus of pieces of 300 words from the documentation that this machine has: manual pages, /usr/share/doc, the
documentation comments of crates. Real words in real frequencies, no download, and the same pieces for the same machine.

    python corpus.py 20000 pieces.jsonl
    python corpus.py 1000000 documents.jsonl --copies 9

With --copies, pieces that repeat others are left out, and each is followed by so many edited copies of it, in whose
`cluster` its number stands: a collection whose groups are known.
"""

import argparse

import gzip
import html
import json
import os
import random
import re
import sys
import zlib

ROOTS = ["~/.cargo/registry/src", "/usr/share/man", "/usr/share/doc", "~/.rustup/toolchains"]
LISTS = {"test_data"}  # a stemmer's vocabularies: every word once, in the order of the alphabet
WORDS = 300
PLAIN = re.compile(r"\.(md|rst|txt|text|pod|[1-8])$")
MARKUP = re.compile(r"<(script|style).*?</\1>|<[^>]*>|^[.'].{0,3}$|\\f.|^\.\w+ |\\", re.S | re.M)


def text_of(path):
    name = path.removesuffix(".gz")
    is_page, is_code = name.endswith(".html"), name.endswith(".rs")
    if not (is_page or is_code or PLAIN.search(name)):
        return ""
    opened = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    with opened as file:
        text = file.read(4_000_000).decode("utf-8", "ignore")
    if is_code:
        return "\n".join(re.findall(r"^\s*//[/!] ?(.*)$", text, re.M))
    return html.unescape(MARKUP.sub(" ", text))


def paths():
    for root in ROOTS:
        for folder, folders, files in os.walk(os.path.expanduser(root)):
            folders[:] = sorted(set(folders) - LISTS)
            yield from (os.path.join(folder, file) for file in sorted(files))


def pieces(count=None):
    """`count` different pieces, or all, most of whose tokens are words."""
    seen = set()
    for path in paths():
        try:
            tokens = text_of(path).split()
        except (OSError, EOFError):
            continue
        for start in range(0, len(tokens) - WORDS + 1, WORDS):
            piece = tokens[start : start + WORDS]
            text = " ".join(piece)
            if sum(token.strip(".,;:()'\"`").isalpha() for token in piece) < 0.7 * WORDS or text in seen:
                continue
            seen.add(text)
            yield text
            if len(seen) == count:
                return
    if count:
        sys.exit(f"only {len(seen)} pieces of {WORDS} words on this machine, {count} wanted")


def new(texts, run=8, sampled=16):
    """Those of the texts of which most is new: licences and notices stand in every other file."""
    seen = set()
    for text in texts:
        words = text.lower().split()
        runs = {zlib.crc32(" ".join(words[i : i + run]).encode()) for i in range(len(words) - run + 1)}
        runs = {number for number in runs if number % sampled == 0}
        if len(runs & seen) <= len(runs) / 4:
            yield text
        seen |= runs


def edited(text, other, chance):
    """A copy with 1 to 20 % of its words taken from another text or left out, in places drawn at random."""
    words, foreign = text.split(), other.split()
    for place in chance.sample(range(len(words)), chance.randint(1, len(words) // 5)):
        words[place] = chance.choice(["", chance.choice(foreign)])
    return " ".join(filter(None, words))


def clusters(count, copies, seed=42):
    """`count` documents: pieces, each followed by its copies."""
    chance, before, written = random.Random(seed), "", 0
    for cluster, text in enumerate(new(pieces())):
        for document in [text, *(edited(text, before or text, chance) for _ in range(copies))]:
            yield document, cluster
            written += 1
            if written == count:
                return
        before = text
    sys.exit(f"only {written} documents by pieces of {WORDS} words on this machine, {count} wanted")


def write(count, path, copies=0):
    documents = clusters(count, copies) if copies else zip(pieces(count), range(count))
    with open(path, "w") as out:
        for number, (text, cluster) in enumerate(documents):
            document = {"id": f"{number:07}", "text": text}
            out.write(json.dumps(document | {"cluster": cluster} if copies else document) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("path")
    parser.add_argument("--copies", type=int, default=0, metavar="N")
    options = parser.parse_args()
    write(options.count, options.path, options.copies)
