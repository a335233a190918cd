"""Cuts a corpus of pieces of 300 words from the documentation that this machine has: manual pages, /usr/share/doc, the
documentation comments of crates. Real words in real frequencies, no download, and the same pieces for the same machine.

    python corpus.py 20000 pieces.jsonl
"""

import gzip
import html
import json
import os
import re
import sys

ROOTS = ["~/.cargo/registry/src", "/usr/share/man", "/usr/share/doc", "~/.rustup/toolchains"]
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


def write(count, path):
    with open(path, "w") as out:
        for number, text in enumerate(pieces(count)):
            out.write(json.dumps({"id": f"{number:07}", "text": text}) + "\n")


if __name__ == "__main__":
    write(int(sys.argv[1]), sys.argv[2])
