"""A client that is generated from the service's own description."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROGRAMS = [os.environ.get("DEJALU"), "target/release/dejalu", "target/fast/dejalu", "target/debug/dejalu"]
GENERATOR = shutil.which("openapi-python-client", path=str(pathlib.Path(sys.executable).parent))


@pytest.fixture(scope="module")
def address():
    """A server of the program that was built."""
    programs = [ROOT / program for program in PROGRAMS if program]
    program = next((program for program in programs if program.is_file()), None)
    if program is None:
        pytest.skip("the program is not built: cargo build --release")
    server = subprocess.Popen([program, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
    yield f"http://{json.loads(server.stderr.readline())['address']}"
    server.terminate()
    assert server.wait(timeout=30) == 0


@pytest.fixture(scope="module")
def client(address, tmp_path_factory):
    """The module that the generator makes of openapi.json."""
    if GENERATOR is None:
        pytest.skip("openapi-python-client is not installed")
    folder = tmp_path_factory.mktemp("client")
    description = folder / "openapi.json"
    description.write_bytes(urllib.request.urlopen(f"{address}/openapi.json").read())
    config = folder / "config.yml"
    config.write_text("post_hooks: []\npackage_name_override: dejalu_client\n")
    made = subprocess.run(
        [GENERATOR, "generate", "--path", description, "--output-path", folder / "made", "--config", config],
        capture_output=True, text=True, cwd=folder,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert not re.search("warning|unable", made.stdout + made.stderr, re.IGNORECASE), made.stdout + made.stderr
    sys.path.insert(0, str(folder / "made"))
    import dejalu_client

    yield dejalu_client.Client(base_url=address)
    sys.path.pop(0)


def test_a_generated_client_classifies(client):
    from dejalu_client.api.service import classify
    from dejalu_client.models import Decided, InputDocument, PairRequest, Problem

    texts = ["The ferry waits at the old pier.", "The ferry is waiting at the pier.", "Beetles farm fungus in dead wood."]
    ask = lambda a, b: classify.sync(client=client, body=PairRequest(a=InputDocument(text=a), b=InputDocument(text=b)))
    alike, unlike = ask(*texts[:2]), ask(*texts[1:])
    assert (alike.decision, unlike.decision) == (Decided.DUPLICATE, Decided.DISTINCT)
    assert alike.score >= alike.threshold > unlike.score
    refused = classify.sync(client=client, body=PairRequest(a=InputDocument(), b=InputDocument(text="b")))
    assert isinstance(refused, Problem)
    assert refused.error == "a document without text or html; expected one of them"


def test_a_generated_client_knows_of_every_address(client):
    from dejalu_client.api.service import add_documents, explain, find, health
    from dejalu_client.models import FindRequest, InputDocument, PairRequest, Problem

    assert health.sync(client=client).status == "ok"
    text = InputDocument(text="The ferry waits at the old pier.")
    explained = explain.sync(client=client, body=PairRequest(a=text, b=text))
    assert explained["decision"] == "duplicate"
    assert isinstance(find.sync(client=client, body=FindRequest(document=text)), Problem)
    assert add_documents.__name__
