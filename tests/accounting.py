"""Checks that no reader loses a record silently: what goes in is kept, removed or left out, and what is left out is said.

    cargo build
    python tests/accounting.py [--program target/debug/dejalu] [--damaged 100] [--reader jsonl,csv] [--seed 42]

A file is made for every reader, and damaged in many ways: bytes changed, cut, lines removed, doubled or joined. Of each the
records are counted by how they begin, without any reader, and `dejalu dedupe --json` has to account for as many: rows of
groups.csv and documents left out by reason. What --write-kept writes has to hold all of them but the removed ones. Where a source cannot be read to its end, that must be among the reasons; where
nothing can be read, the program must say so and end with 2. It must never end otherwise.

Archives are damaged as files, and hold damaged documents of every format ("packed"). Formats that need more than Python's
standard library (Parquet: pip install pyarrow) or another program (zstd, pdftotext) are checked where these are installed.
Takes ten minutes; prints what fails, and ends with 1 if anything does. On 27 November 2026, with pyarrow 26,
pdftotext 22.12 and a hundred damaged inputs for each reader: 5,242 runs, 0 faults.
"""

import argparse
import csv
import gzip
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from pathlib import Path

SYLLABLES = "bar del fin gos kut lam mer nil pos rud sak tev".split()
# Reasons that stand for as many records as nobody can count.
OPEN_ENDED = {"rest_not_read", "unclosed_quotes"}


def texts(chance, count=12):
    """Texts of words that no language has, some of them exact copies of others."""
    word = lambda: "".join(chance.choice(SYLLABLES) for _ in range(3))
    text = lambda: " ".join(word() for _ in range(chance.randint(8, 30))).capitalize() + "."
    made = [text() for _ in range(count - 2)]
    return made + [made[0], made[3]]


# Readers: a name, the file's content, and how many records begin in (damaged) content; none where only the program can tell.


def lines_that_begin(pattern):
    pattern = re.compile(pattern, re.MULTILINE)
    return lambda content: len(pattern.findall(content))


def filled_lines(content):
    return sum(1 for line in content.split(b"\n") if line.strip())


def jsonl(chance):
    rows = (json.dumps({"id": f"r{n}", "text": text}) + "\n" for n, text in enumerate(texts(chance)))
    return "".join(rows).encode()


def json_array(chance):
    rows = [json.dumps({"id": f"r{n}", "text": text}) for n, text in enumerate(texts(chance))]
    return ("[\n" + ",\n".join(rows) + "\n]\n").encode()


def json_members(chance):
    rows = [f'"r{n}": ' + json.dumps({"text": text}) for n, text in enumerate(texts(chance))]
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def table(delimiter):
    def make(chance):
        out = io.StringIO()
        rows = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        rows.writerow(["id", "text", "note"])
        for n, text in enumerate(texts(chance)):
            rows.writerow([f"r{n}", text, 'two "words"' if n % 4 == 0 else n])
        return out.getvalue().encode()

    return make


def ris(chance):
    record = "TY  - JOUR\nTI  - {}\nAU  - Doe, J.\nPY  - 2001\nER  - \n\n"
    return "".join(map(record.format, texts(chance))).encode()


def nbib(chance):
    record = "PMID- {}\nTI  - {}\nAU  - Doe J\nDP  - 2001\n\n"
    return "".join(record.format(n + 1, text) for n, text in enumerate(texts(chance))).encode()


def ciw(chance):
    record = "PT J\nAU Doe, J\n   Roe, R\nTI {}\nPY 2001\nER\n\n"
    records = "".join(map(record.format, texts(chance)))
    return f"FN Clarivate Analytics Web of Science\nVR 1.0\n{records}EF\n".encode()


def enw(chance):
    record = "%0 Journal Article\n%T {}\n%A Doe, J.\n%D 2001\n\n"
    return "".join(map(record.format, texts(chance))).encode()


def endnote(chance):
    record = "<record><rec-number>{}</rec-number><titles><title>{}</title></titles></record>\n"
    records = "".join(record.format(n + 1, text) for n, text in enumerate(texts(chance)))
    return f'<?xml version="1.0"?>\n<xml><records>\n{records}</records></xml>\n'.encode()


def bib(chance):
    record = "@article{{key{},\n  title = {{{}}},\n  author = {{Doe, J.}},\n  year = 2001\n}}\n\n"
    return "".join(record.format(n, text) for n, text in enumerate(texts(chance))).encode()


def pubmed(chance):
    record = "<PubmedArticle><MedlineCitation><PMID>{}</PMID><Article><ArticleTitle>{}</ArticleTitle></Article></MedlineCitation></PubmedArticle>\n"
    records = "".join(record.format(n + 1, text) for n, text in enumerate(texts(chance)))
    return f'<?xml version="1.0"?>\n<PubmedArticleSet>\n{records}</PubmedArticleSet>\n'.encode()


def warc_record(kind, number, media, content):
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://example.org/{number}\r\n"
        f"WARC-Date: 2024-05-01T10:00:{number:02}Z\r\nContent-Type: {media}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def warc(chance):
    response = "HTTP/1.1 {} OK\r\nContent-Type: {}\r\n\r\n<p>{}"
    media = "application/http; msgtype=response"
    records = [warc_record("warcinfo", 0, "application/warc-fields", b"software: made here")]
    for n, text in enumerate(texts(chance), 1):
        kind = ["response", "request", "revisit", "resource"][n % 4]
        status, sort = (404, "text/html") if n == 4 else (200, "image/png") if n == 8 else (200, "text/html")
        content = text if kind == "resource" else response.format(status, sort, text)
        records.append(warc_record(kind, n, "text/plain" if kind == "resource" else media, content.encode()))
    return b"".join(records)


def wet(chance):
    records = [warc_record("warcinfo", 0, "application/warc-fields", b"software: made here")]
    rest = (warc_record("conversion", n, "text/plain", text.encode()) for n, text in enumerate(texts(chance), 1))
    return b"".join([*records, *rest])


def members(chance):
    names = ["a{}.txt", "b{}.md", "c{}.html", "d{}.png"]
    return [(names[n % 4].format(n), text.encode()) for n, text in enumerate(texts(chance))]


def tar(chance):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members(chance):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for name, kind, link in [("link.txt", tarfile.LNKTYPE, "a0.txt"), ("other.txt", tarfile.SYMTYPE, "a0.txt"), ("pipe", tarfile.FIFOTYPE, "")]:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, link
            archive.addfile(member)
    return out.getvalue()


def zipped(parts, stored=False):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def zip_archive(chance):
    return zipped(members(chance))


def xlsx(chance):
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'
    rows = [["id", "text"], *([f"r{n}", text] for n, text in enumerate(texts(chance)))]
    sheet = "".join("<row>" + "".join(map(cell.format, row)) + "</row>" for row in rows)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    return zipped([
        ("[Content_Types].xml", f'<Types xmlns="{package}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'),
        ("_rels/.rels", f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
        ("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'),
        ("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData></worksheet>'),
    ])  # fmt: skip


def docx(text):
    return zipped([("word/document.xml", f"<w:document><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>")])


def odt(text):
    return zipped([("content.xml", f"<office:text><text:p>{text}</text:p></office:text>")])


def epub(text):
    return zipped([
        ("META-INF/container.xml", '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>'),
        ("a.opf", '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>'),
        ("a.xhtml", f"<html><body><p>{text}</p></body></html>"),
    ])  # fmt: skip


def pdf(text):
    """A page of lines, whose words a program finds again."""
    words = text.split()
    lines = [" ".join(words[at : at + 6]) for at in range(0, len(words), 6)]
    content = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    made, places = "%PDF-1.4\n", []
    for number, part in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{part}\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer\n<< /Root 1 0 R /Size 6 >>\nstartxref\n{len(made)}\n%%EOF\n"
    return f"{made}xref\n0 6\n0000000000 65535 f \n{rows}{trailer}".encode()


def parquet(chance):
    """Groups of rows, of which each has its own pages: in one way of packing or another."""
    import pyarrow
    import pyarrow.parquet

    made = texts(chance)
    out = io.BytesIO()
    rows = pyarrow.table({"id": [f"r{n}" for n in range(len(made))], "text": made, "tags": [["a", "b"]] * len(made)})
    packing = chance.choice(["none", "snappy", "gzip", "zstd"])
    pyarrow.parquet.write_table(rows, out, row_group_size=4, compression=packing)
    return out.getvalue()


def parquet_rows(content):
    """How many rows the file says it has, as another reader understands it; none where that cannot read so much."""
    import pyarrow
    import pyarrow.parquet

    try:
        return pyarrow.parquet.read_metadata(io.BytesIO(content)).num_rows
    except (pyarrow.ArrowException, OSError):
        return None


def tar_members(content):
    """The headers that are whole, as far as they stand where a header may: of files, links and special members."""
    blocks = (content[at : at + 512] for at in range(0, len(content), 512))
    return sum(1 for block in blocks if block[257:262] == b"ustar")


def zip_members(content):
    """The members that a whole archive lists; none of one whose list is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return len({member.filename for member in archive.infolist()})
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        return None


WARC = lines_that_begin(rb"^WARC/1\.0\r?\n(?:WARC|Content)-")
FILES = {
    "jsonl": (jsonl, filled_lines),
    "ndjson": (jsonl, filled_lines),
    "json": (json_array, lines_that_begin(rb'^\{"id": "')),
    "members.json": (json_members, lines_that_begin(rb'^"r\d+": \{"text": "')),
    "csv": (table(","), lines_that_begin(rb"^r\d+,")),
    "tsv": (table("\t"), lines_that_begin(rb"^r\d+\t")),
    "ris": (ris, lines_that_begin(rb"^TY  - JOUR\n(?!TY)")),
    "nbib": (nbib, lines_that_begin(rb"^PMID- \d+\n(?!PMID)")),
    "ciw": (ciw, lines_that_begin(rb"^PT J\n(?!PT)")),
    "enw": (enw, lines_that_begin(rb"^%0 Journal Article\n(?!%0)")),
    "endnote.xml": (endnote, lines_that_begin(rb"<record>")),
    "bib": (bib, lines_that_begin(rb"^@article\{key\d+,$")),
    "xml": (pubmed, lines_that_begin(rb"<PubmedArticle>")),
    "warc": (warc, WARC),
    "wet": (wet, WARC),
    "tar": (tar, tar_members),
    "zip": (zip_archive, zip_members),
    "xlsx": (xlsx, None),
    "parquet": (parquet, parquet_rows),
}
FOLDERS = {
    "txt": lambda text: text.encode(),
    "md": lambda text: f"# {text}\n\n{text}\n".encode(),
    "html": lambda text: f"<title>{text}</title><p>{text}".encode(),
    "docx": docx,
    "odt": odt,
    "epub": epub,
}
if shutil.which("pdftotext"):
    FOLDERS["pdf"] = pdf


def packed_as_zip(files):
    return zipped(files, stored=len(files) % 2 == 0)


def packed_as_tar(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


PACKED = {
    "zip": packed_as_zip,
    "tar": packed_as_tar,
    "tgz": lambda files: gzip.compress(packed_as_tar(files)),
}


def damaged(content, chance):
    """The content, damaged in one way or several."""
    for _ in range(chance.choice([1, 1, 2, 4])):
        way = chance.choice(["flip", "flip", "cut", "remove", "double", "join", "zero"])
        content = {"flip": flipped, "cut": cut, "zero": zeroed}.get(way, in_lines(way))(content, chance)
    return content


def flipped(content, chance):
    content = bytearray(content)
    for _ in range(chance.choice([1, 3, 10])):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content)


def zeroed(content, chance):
    at = chance.randrange(len(content))
    return content[:at] + b"\0" + content[at + 1 :]


def cut(content, chance):
    return content[: chance.randrange(1, len(content))] if len(content) > 1 else content


def in_lines(way):
    def damage(content, chance):
        lines = content.split(b"\n")
        at = chance.randrange(len(lines))
        if way == "remove" and len(lines) > 1:
            del lines[at]
        elif way == "double":
            lines.insert(at, lines[at])
        elif way == "join" and at + 1 < len(lines):
            lines[at : at + 2] = [lines[at] + lines[at + 1]]
        return b"\n".join(lines) or b"\n"

    return damage


class Checker:
    def __init__(self, program):
        self.program = program
        self.faults = []
        self.runs = 0

    def check(self, source, starts, what, count=None):
        """Runs the program on a source in which so many records begin, as far as they can be counted; `count` counts them
        in what is kept.
        """
        self.runs += 1
        folder = source.parent / "out"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        groups, summary = folder / "groups.csv", folder / "summary.json"
        command = [self.program, "dedupe", source, "--rule", "jaccard=0.9", "--out", groups, "--json", summary]
        kept = folder / f"kept.{source.name.split('.')[1]}" if count else None
        if kept:
            command += ["--write-kept", kept]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
        fault = self.fault(done, groups, summary, starts)
        if not fault and kept and kept.exists() and starts is not None:
            removed = sum(row["kept"] == "false" for row in csv.DictReader(groups.open(newline="")))
            left = count(kept.read_bytes())
            if left < starts - removed:
                fault = f"{starts} records begin, {removed} were removed, and {left} are in what is kept"
        if fault:
            self.faults.append(f"{what}: {fault}")
            kept = Path(tempfile.gettempdir()) / "accounting" / f"{len(self.faults)}-{source.name}"
            kept.parent.mkdir(exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, kept, **({"dirs_exist_ok": True} if source.is_dir() else {}))
            print(f"{what}: {fault}\n  {kept}\n  {done.stderr.strip()[:600]}")

    def fault(self, done, groups, summary, starts):
        if done.returncode not in (0, 2) or "panicked" in done.stderr:
            return f"exit code {done.returncode}"
        if not groups.exists():
            return None if done.returncode == 2 and "error: " in done.stderr else "nothing written and nothing said"
        rows = list(csv.DictReader(groups.open(newline="")))
        counts = json.loads(summary.read_text())
        kept = sum(row["kept"] == "true" for row in rows)
        removed = sum(row["kept"] == "false" for row in rows)
        by_reason = counts["left_out_by_reason"]
        if kept + removed != len(rows) or len(rows) != counts["counts"]["documents"]:
            return f"{len(rows)} rows, {kept} kept, {removed} removed, {counts['counts']['documents']} documents"
        if sum(by_reason.values()) != counts["left_out"]:
            return f"left out {counts['left_out']}, by reason {by_reason}"
        is_open = OPEN_ENDED & by_reason.keys()
        accounted = len(rows) + counts["left_out"]
        if starts is not None and accounted < starts and not is_open:
            return f"{starts} records begin, {len(rows)} were read and {by_reason} left out"
        return None


def packings():
    """Compressions: the ending, and how bytes are packed and unpacked (as far as that goes)."""

    def unpacked(content):
        try:
            return gzip.decompress(content)
        except (OSError, EOFError, zlib.error, IndexError):
            return None

    yield "", lambda content: content, lambda content: content
    yield ".gz", gzip.compress, unpacked
    if zstd := shutil.which("zstd"):
        run = lambda *options: lambda content: subprocess.run([zstd, "-q", "-c", *options], input=content, capture_output=True).stdout
        yield ".zst", run(), lambda content: None


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", default="target/debug/dejalu")
    options.add_argument("--damaged", type=int, default=100)
    options.add_argument("--reader", default="")
    options.add_argument("--seed", type=int, default=42)
    options = options.parse_args()
    wanted = set(filter(None, options.reader.split(",")))
    checker = Checker(str(Path(options.program).resolve()))
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, (make, count) in FILES.items():
            if wanted and name not in wanted:
                continue
            for ending, pack, unpack in packings():
                if ending and name in ("parquet", "zip", "xlsx"):
                    continue
                chance = random.Random(f"{options.seed} {name}{ending}")
                try:
                    whole = make(chance)
                except ImportError as missing:
                    print(f"{name}: not checked ({missing})")
                    break
                file = name if "." in name else f"{name}.{name}"
                check_file(checker, folder / f"{file}{ending}", whole, (pack, unpack), count, options.damaged, chance)
        for name, pack in PACKED.items():
            if not wanted or "packed" in wanted:
                check_packed(checker, folder / f"packed.{name}", pack, options.damaged, random.Random(f"{options.seed} packed {name}"))
        for name, make in FOLDERS.items():
            if not wanted or name in wanted:
                check_folder(checker, folder / f"folder-{name}", name, make, options.damaged, random.Random(f"{options.seed} {name}"))
    print(f"{checker.runs} runs, {len(checker.faults)} faults")
    return bool(checker.faults)


def check_file(checker, path, whole, packing, count, times, chance):
    pack, unpack = packing
    starts = lambda content: count(content) if count and content is not None else None
    # What is kept of an archive is written as JSONL.
    in_kept = count if path.name.split(".")[1] not in ("warc", "wet", "tar", "zip", "xlsx", "parquet") else None
    path.write_bytes(pack(whole))
    checker.check(path, starts(whole), f"{path.name} as made", in_kept)
    # Packed bytes are damaged for one file of two, what is in them for the other.
    for time in range(times):
        if time % 2 and path.suffix in (".gz", ".zst"):
            content = damaged(pack(whole), chance)
            inside = unpack(content)
        else:
            inside = damaged(whole, chance)
            content = pack(inside)
        path.write_bytes(content)
        checker.check(path, starts(inside), f"{path.name} damaged {time}", in_kept)


def check_packed(checker, path, pack, times, chance):
    """A whole archive of documents of every format, every other one of them damaged."""
    for time in range(times):
        files = [(f"in/{n}.{ending}", make(text)) for n, (text, (ending, make)) in enumerate(zip(texts(chance), FOLDERS.items()))]
        files = [(name, damaged(content, chance) if time and n % 2 == time % 2 else content) for n, (name, content) in enumerate(files)]
        files += [("in/twice.txt", b"Words that are here twice."), ("in/copy.txt", b"Words that are here twice."), ("other.dat", b"?")]
        path.write_bytes(pack(files))
        checker.check(path, len(files), f"{path.name} {time}")


def check_folder(checker, folder, ending, make, times, chance):
    for time in range(times):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        files = [make(text) for text in texts(chance, 6)]
        for number, content in enumerate(files):
            if time and number % 2:
                content = damaged(content, chance)
            (folder / f"{number}.{ending}").write_bytes(content)
        (folder / "other.dat").write_bytes(b"?")
        checker.check(folder, len(files) + 1, f"folder of {ending} {time}")


if __name__ == "__main__":
    sys.exit(main())
