"""Crowds: collections in which nearly every document is a candidate of every other one.

    python3 benches/peers/crowds.py word 10000 word.jsonl
    python3 benches/peers/crowds.py sentences 3000 sentences.jsonl
    python3 benches/peers/crowds.py three 100000 three.jsonl

`word`: 300 words that all documents share, and one of their own. `sentences`: 60 of 100 shared sentences, none a
duplicate. `three`: three of sixty words. What grows with the square of a group shows here first.
"""

import argparse
import json
import random
import string

CHANCE = random.Random(42)


def word():
    return "".join(CHANCE.choices(string.ascii_lowercase, k=CHANCE.randint(4, 9)))


VOCABULARY = [word() for _ in range(20_000)]
BASE = CHANCE.choices(VOCABULARY, k=300)
SENTENCES = [" ".join(CHANCE.choices(VOCABULARY, k=12)).capitalize() + "." for _ in range(100)]


def differ_in_a_word():
    place = CHANCE.randint(0, len(BASE))
    return BASE[:place] + [word() + word()] + BASE[place:]


TEXTS = {
    "word": differ_in_a_word,
    "sentences": lambda: CHANCE.sample(SENTENCES, 60),
    "three": lambda: CHANCE.sample(VOCABULARY[:60], 3),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=TEXTS)
    parser.add_argument("count", type=int)
    parser.add_argument("out")
    given = parser.parse_args()
    with open(given.out, "w", encoding="utf-8") as out:
        for number in range(given.count):
            text = " ".join(TEXTS[given.kind]())
            print(json.dumps({"id": str(number), "text": text}), file=out)


if __name__ == "__main__":
    main()
