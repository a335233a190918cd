"""Draws short texts of which few have a near copy, with some of its words replaced: a collection whose duplicates are
rare and known.

    python rare.py 60000 1975 rare.jsonl
    python rare.py 60000 1975 rare.jsonl --words 72 --replaced 3 --seed 42
    python rare.py 3000 200 forms.jsonl --patterns 120
    dejalu dedupe rare.jsonl --evaluate

Words have the frequencies of a language (Zipf's law), so that unrelated texts share some; the `cluster` of a copy is
that of its original. Two forms of a pattern differ in as many words as a copy does, and are no duplicates.
"""

import argparse
import itertools
import json
import random

ONSETS = "b c d f g h j k l m n p r s t v w br cr st tr pl".split()
VOWELS = "a e i o u ai ea ou".split()
VOCABULARY = 60_000
SENTENCE = 12


def vocabulary(rng):
    """Words with the sums of their frequencies."""
    syllables = [onset + vowel for onset in ONSETS for vowel in VOWELS]
    drawn = ("".join(rng.choices(syllables, k=rng.choice([1, 2, 2, 3]))) for _ in range(VOCABULARY))
    words = list(dict.fromkeys(drawn))
    return words, list(itertools.accumulate(1 / (rank + 3) for rank in range(len(words))))


def as_text(words):
    sentences = (" ".join(words[at : at + SENTENCE]) for at in range(0, len(words), SENTENCE))
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=int)
    parser.add_argument("copies", type=int)
    parser.add_argument("out")
    parser.add_argument("--words", type=int, default=72, help="words of a text")
    parser.add_argument("--replaced", type=int, default=3, help="words of a copy that are drawn anew")
    parser.add_argument("--patterns", type=int, default=0, help="patterns of which there are two forms besides")
    parser.add_argument("--seed", type=int, default=42)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    words, sums = vocabulary(rng)
    draw = lambda count: rng.choices(words, cum_weights=sums, k=count)
    originals = [draw(options.words) for _ in range(options.documents - options.copies)]

    def changed(text):
        text = list(text)
        for place in rng.sample(range(options.words), options.replaced):
            text[place] = draw(1)[0]
        return text

    rows = [(f"o{cluster}", cluster, text) for cluster, text in enumerate(originals)]
    rows += [(f"c{cluster}", cluster, changed(text)) for cluster, text in enumerate(originals[: options.copies])]
    for pattern in range(options.patterns):
        form = draw(options.words)
        rows += [(f"{name}{pattern}", f"{name}{pattern}", text) for name, text in [("f", form), ("g", changed(form))]]
    rng.shuffle(rows)
    with open(options.out, "w") as file:
        for name, cluster, text in rows:
            file.write(json.dumps({"id": name, "text": as_text(text), "cluster": str(cluster)}) + "\n")


if __name__ == "__main__":
    main()
