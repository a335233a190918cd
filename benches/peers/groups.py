"""Groups of other tools, judged by `dejalu audit` and answered by the documents' clusters.

    python benches/peers/groups.py DEJALU OUT FOLDER ...

Each folder has `docs.jsonl.gz` with id, text and cluster. Each tool writes its table the way its users do: text-dedup the rows
that it keeps, rensa a flag for each document, semhash the removed ones with what each duplicates, SQL a group for each
document. In `OUT/SET-TOOL` are then that table, the questions with their answers, the report, and `groups.csv`, the same
groups as dejalu writes them: `cargo bench --bench promise -- 200 FOLDER=OUT/SET-TOOL/groups.csv` draws and judges them two
hundred times.

semhash's own encoder is downloaded when it is first used. Here one is fitted on the collection instead: TF-IDF of words,
reduced to 256 dimensions. Its neighbours are not those that the downloaded one finds.

Needs `pip install text-dedup rensa semhash scikit-learn`.
"""

import csv
import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

#: Removals that are drawn, and the share of them that may be wrong.
DRAWN, MOST = 300, 0.02


class Encoder:
    """What semhash asks of an encoder, fitted on the texts themselves."""

    def __init__(self, texts):
        from sklearn.decomposition import TruncatedSVD
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.pipeline import make_pipeline

        self.encoder = make_pipeline(TfidfVectorizer(sublinear_tf=True), TruncatedSVD(256, random_state=42))
        self.encoder.fit(texts)

    def encode(self, inputs, **_):
        return self.encoder.transform(list(inputs)).astype("float32")


def text_dedup(rows, out):
    """The rows that its MinHash keeps, as Parquet."""
    from datasets import load_from_disk

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "rows.jsonl"
        source.write_text("".join(json.dumps(row) + "\n" for row in rows))
        options = ["--path", "json", "--data_files", source, "--split", "train", "--column", "text"]
        options += ["--threshold", "0.7", "--min_length", "1", "--num_proc", "1"]
        options += ["--output", f"{folder}/kept", "--cache_dir", f"{folder}/cache"]
        command = [sys.executable, "-m", "text_dedup.minhash", *map(str, options)]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "HF_HOME": folder})
        load_from_disk(f"{folder}/kept").to_parquet(out / "kept.parquet")
    return out / "kept.parquet", []


def rensa(rows, out):
    """Whether each document is kept, as it comes."""
    from rensa import RMinHashDeduplicator

    deduplicator = RMinHashDeduplicator(threshold=0.7, num_perm=128, use_lsh=True)
    kept = deduplicator.add_pairs((row["id"], row["text"].split()) for row in rows)
    return written(out / "rensa.csv", ["id", "keep"], zip((row["id"] for row in rows), kept)), ["kept=keep"]


def semhash(rows, out):
    """The documents that are removed, each with what it duplicates."""
    from semhash import SemHash

    encoder = Encoder([row["text"] for row in rows])
    found = SemHash.from_records(rows, columns=["text"], model=encoder).self_deduplicate(threshold=0.9)
    filtered = ((it.record["id"], it.duplicate_of["id"], it.score) for it in found.filtered)
    table = written(out / "semhash.csv", ["id", "duplicate_of", "score"], filtered)
    return table, ["representative=duplicate_of"]


def sql(rows, out):
    """What shares its first hundred characters."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE documents (id TEXT, text TEXT)")
    database.executemany("INSERT INTO documents VALUES (?, ?)", ((row["id"], row["text"]) for row in rows))
    query = """
        SELECT id, first_of AS kept_id FROM documents JOIN (
            SELECT min(id) AS first_of, substr(text, 1, 100) AS head FROM documents GROUP BY head
        ) ON head = substr(text, 1, 100)
    """
    return written(out / "sql.csv", ["id", "kept_id"], database.execute(query)), []


TOOLS = {"text-dedup": text_dedup, "rensa": rensa, "semhash": semhash, "sql": sql}


def written(path, names, rows):
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(names)
        table.writerows(rows)
    return path


def judged(program, documents, table, columns, out, cluster):
    """The figures of a verdict on three hundred answers."""

    def audit(*words):
        named = [word for column in columns for word in ("--column", column)]
        command = [program, "audit", table, "--documents", documents, *named, "--quiet", *words]
        # 1 says that nothing passed.
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr

    labels = out / "labels.jsonl"
    labels.unlink(missing_ok=True)
    audit("--out", out / "groups.csv")
    audit("--draw", DRAWN, "--wrong-at-most", MOST, "--out", labels)
    rows = [json.loads(line) for line in labels.read_text().splitlines()]
    for row in rows:
        row["label"] = int(cluster[row["id_a"]] == cluster[row["id_b"]])
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows))
    audit("--answers", labels, "--json", out / "audit.json", "--report", out / "report")
    with (out / "groups.csv").open() as file:
        removed = [row for row in csv.DictReader(file) if row["kept"] == "false"]
    wrong = sum(cluster[row["id"]] != cluster[row["representative"]] for row in removed)
    return json.loads((out / "audit.json").read_text()), len(removed), wrong


def main(program, out, *folders):
    print("set and tool                       removals  wrong  estimated  alone  passed  answers looked at")
    for folder in map(Path, folders):
        documents = folder / "docs.jsonl.gz"
        with gzip.open(documents, "rt") as file:
            rows = [json.loads(line) for line in file]
        cluster = {row["id"]: row.get("cluster") or ("alone", row["id"]) for row in rows}
        texts = [{"id": row["id"], "text": row["text"]} for row in rows]
        for tool, make in TOOLS.items():
            of_tool = Path(out) / f"{folder.name}-{tool}"
            of_tool.mkdir(parents=True, exist_ok=True)
            table, columns = make(texts, of_tool)
            figures, removed, wrong = judged(program, documents, table, columns, of_tool, cluster)
            audit = figures["audit"]
            estimated, alone = figures["figures"]["estimated_wrong"], len(figures["removed_alone"])
            passed, looked = audit["passed"], audit["verdict"]["answers"]
            print(f"{of_tool.name:<34} {removed:>8}  {wrong:>5}  {estimated:>9.3f}  {alone:>5}  {passed:>6}  {looked:>7}")


if __name__ == "__main__":
    main(*sys.argv[1:])
