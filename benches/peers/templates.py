"""Filled-in templates: reports of one form that differ only in what was filled in.

    python3 benches/peers/templates.py 3000 60 templates.jsonl

Writes so many documents of so many sentences each. All share the form; every third sentence has a gap
that is filled with names and numbers drawn at random (seed 42), so that every pair shares most of its
runs of words and no two are equal. Collections of this kind have nearly as many candidates as pairs.
"""

import argparse
import json
import random

WORDS = (
    "account appointment balance branch building cable claim clerk contract customer damage date "
    "delivery department deposit device district document engine entrance estimate fee file filter "
    "inspection invoice level licence load meter notice number office order owner parcel payment "
    "permit pipe policy pressure pump receipt record repair report request road room sample section "
    "service signature station storage supplier switch tank tenant test tool valve vehicle visit"
).split()
VERBS = "checks confirms covers describes lists mentions names records shows states".split()
NAMES = "Adams Baker Carter Dixon Evans Fisher Grant Harris Irwin Jones Keller Lewis Mason".split()


def form(sentences: int, chance: random.Random) -> list[str]:
    """The sentences of the form; in braces what is filled in."""
    lines = []
    for number in range(sentences):
        first, second, third, fourth = chance.sample(WORDS, 4)
        line = f"The {first} {chance.choice(VERBS)} the {second} and the {third} of the {fourth}"
        lines.append(line + (" for {name} under {number}." if number % 3 == 0 else "."))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("documents", type=int)
    parser.add_argument("sentences", type=int)
    parser.add_argument("out")
    options = parser.parse_args()
    chance = random.Random(42)
    lines = form(options.sentences, chance)
    with open(options.out, "w", encoding="utf-8") as out:
        for document in range(options.documents):
            filled = [
                line.format(name=chance.choice(NAMES), number=chance.randrange(10_000))
                for line in lines
            ]
            json.dump({"id": f"t{document:06}", "text": " ".join(filled)}, out)
            out.write("\n")


if __name__ == "__main__":
    main()
