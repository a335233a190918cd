"""Cuts a corpus of pieces of 300 words from the documentation that this machine has: manual pages, /usr/share/doc, the
documentation comments of crates. Real words in real frequencies, no download, and the same pieces for the same machine.

    python corpus.py 20000 pieces.jsonl
    python corpus.py 100500 pieces.jsonl --copies 20000    # of them edited copies of others
"""

import argparse

import gzip
import html
import json
import os
import random
import re
import sys

ROOTS = ["~/.cargo/registry/src", "/usr/share/man", "/usr/share/doc", "~/.rustup/toolchains"]
WORDS = 300
REPLACED = 0.05  # of the words of an edited copy
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
            folders.sort()
            yield from (os.path.join(folder, file) for file in sorted(files))


def pieces(count):
    """`count` different pieces, most of whose tokens are words."""
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
    sys.exit(f"only {len(seen)} pieces of {WORDS} words on this machine, {count} wanted")


def edited(text, chance):
    """The text with some of its words replaced by others of its own."""
    words = text.split()
    return " ".join(chance.choice(words) if chance.random() < REPLACED else word for word in words)


def write(count, path, copies=0):
    """`count` documents: pieces, and so many edited copies of the first of them."""
    chance = random.Random(42)
    copied = []
    with open(path, "w") as out:
        for number, text in enumerate(pieces(count - copies)):
            out.write(json.dumps({"id": f"{number:07}", "text": text}) + "\n")
            if number < copies:
                copied.append(text)
        for number, text in enumerate(copied):
            out.write(json.dumps({"id": f"{number:07}-copy", "text": edited(text, chance)}) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Cuts a corpus out of this machine's documentation.")
    parser.add_argument("count", type=int, help="documents")
    parser.add_argument("path", help="the .jsonl file")
    parser.add_argument("--copies", type=int, default=0, help="of the documents, at most half: edited copies of others")
    asked = parser.parse_args()
    if not 0 <= 2 * asked.copies <= asked.count:
        sys.exit(f"--copies {asked.copies}: expected at most half of the {asked.count} documents")
    write(asked.count, asked.path, asked.copies)
