"""The extension module; its users are the modules beside it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

class DejaluError(ValueError):
    """An input that cannot be used. Its message says where, what was found, what was expected and
    what to do.

    ``parameter`` is the name of the parameter whose value cannot be used, ``place`` the file and
    line, or the row, where the error was met; each None where there is none.
    """

    parameter: str | None
    place: str | None

class Document:
    """A document: a name, a text, and what the parts of the text are.

    ``Document(id, text)`` is a plain text, ``Document(id, page, html=True)`` a web page, whose
    ``url`` tells links of its own site from others.
    """

    def __new__(
        cls,
        id: str | int,
        text: str,
        *,
        html: bool = False,
        url: str | None = None,
        main_content: str = "landmarks",
    ) -> Document: ...
    @staticmethod
    def read(path: str, main_content: str) -> Document: ...
    @property
    def id(self) -> str | int:
        """Its name: the id of a table, the path in a folder."""

    @property
    def text(self) -> str:
        """Its text; of a web page what is seen of its content."""

    @property
    def cluster(self) -> str | None:
        """What its table calls the thing that it is a version of."""

    @property
    def split(self) -> str | None:
        """The split of its table that it belongs to: train, test."""

    @property
    def date(self) -> str | None:
        """Its date, as its table writes it."""

    @property
    def source(self) -> str | None:
        """The name of its source, where several were read; None where there is one."""

    @property
    def charset(self) -> str | None:
        """The character set that its file was declared or guessed to be in; None where nothing had to be
        guessed."""

class Documents:
    """Documents, in the order of their source: ``len``, ``documents[3]``, ``for``."""

    @staticmethod
    def read(paths: list[str], columns: dict[str, Any], skip_bad: bool | None) -> Documents: ...
    @staticmethod
    def of_columns(
        what: str,
        names: list[str],
        cells: dict[str, Iterator[list[Any]]],
        columns: dict[str, Any],
        skip_bad: bool,
    ) -> Documents: ...
    @staticmethod
    def of_list(documents: list[Document]) -> Documents: ...
    @property
    def ids(self) -> list[str] | list[int]:
        """The id of each; whole numbers, if all of them were in the table."""

    @property
    def whole_ids(self) -> bool:
        """Whether the ids are whole numbers."""

    @property
    def texts(self) -> list[str]:
        """The text of each."""

    @property
    def skipped(self) -> list[str]:
        """What was left out, and why."""

    @property
    def main_content(self) -> str | None:
        """How the main content of the pages among them was found; None without pages."""

    @property
    def have_fields(self) -> bool:
        """Whether any of them has fields that are compared on their own."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> Document: ...

class Pairs:
    """Pairs and the documents that stand in them."""

    @staticmethod
    def read(path: str, columns: dict[str, Any], documents: Documents | None) -> Pairs: ...
    @staticmethod
    def of_columns(
        names: list[str],
        cells: dict[str, Iterator[list[Any]]],
        columns: dict[str, Any],
        documents: Documents | None,
    ) -> Pairs: ...
    @staticmethod
    def bundled() -> Pairs: ...
    @property
    def ids(self) -> list[tuple[str, str]] | list[tuple[int, int]]:
        """The ids of each pair's documents; whole numbers, if all of them were in the table."""

    @property
    def whole_ids(self) -> bool:
        """Whether the ids are whole numbers."""

    @property
    def labels(self) -> list[int | None]:
        """1, 0, or None of a pair without a label."""

    @property
    def have_fields(self) -> bool:
        """Whether any of their documents has fields that are compared on their own."""

    @property
    def categories(self) -> list[str | None]:
        """The category of each pair."""

    @property
    def columns(self) -> list[str]:
        """The columns that are features."""

    @property
    def main_content(self) -> str | None:
        """How the main content of the pages among the documents was found; None without pages."""

    @property
    def skipped(self) -> list[str]:
        """The rows that were left out, and why."""

    @property
    def warnings(self) -> list[str]:
        """What is odd about the pairs."""

    def with_labels(self, labels: list[bool]) -> Pairs:
        """The same pairs with these labels."""

    def groups(self) -> NDArray[np.int64]:
        """The cluster of each pair's first document: what scikit-learn calls groups."""

    def documents(self, pair: int) -> tuple[Document, Document]:
        """The documents of a pair."""

    def __len__(self) -> int: ...

def label_of(text: str) -> bool | None: ...
def correlations(
    documents: Documents, words: list[str], reading: dict[str, str]
) -> list[tuple[str, str, int, int, int, float]]: ...

class Analyzer:
    def __new__(cls, language: str) -> Analyzer: ...
    def words(self, document: Document) -> list[str]: ...
    def sentences(self, document: Document) -> list[str]: ...
    def language(self, document: Document) -> str: ...

class Vectorizer:
    @staticmethod
    def fit(pairs: Pairs, features: str, reading: dict[str, str]) -> Vectorizer: ...
    @staticmethod
    def fit_vectors(
        pairs: Pairs, features: str, reading: dict[str, str]
    ) -> tuple[Vectorizer, NDArray[np.float64]]: ...
    @staticmethod
    def with_background(
        pairs: Pairs, features: str, reading: dict[str, str], path: str
    ) -> Vectorizer: ...
    def vectors(self, pairs: Pairs) -> NDArray[np.float64]: ...
    @property
    def names(self) -> list[str]: ...

class Model:
    @staticmethod
    def load(path: str) -> Model: ...
    @staticmethod
    def built_in() -> Model: ...
    @staticmethod
    def records() -> Model: ...
    @staticmethod
    def from_json(bytes: bytes) -> Model: ...
    def without_vetoes(self, names: list[str]) -> Model: ...
    @property
    def vetoes(self) -> list[tuple[str, str]]: ...
    def save(self, path: str) -> None: ...
    def judge(
        self, pairs: Pairs
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]: ...
    def vectors(self, pairs: Pairs) -> NDArray[np.float64]: ...
    def explain(self, a: Document, b: Document) -> Explanation: ...
    @property
    def threshold(self) -> float: ...
    @property
    def columns(self) -> list[str]: ...
    @property
    def main_content(self) -> str: ...
    @property
    def features(self) -> list[str]: ...
    @property
    def fields(self) -> str: ...
    def training_json(self) -> str: ...
    def summary(self) -> str: ...
    def to_json(self) -> bytes: ...

class Explanation:
    @property
    def verdict(self) -> str: ...
    def text(self) -> str: ...
    def json(self) -> str: ...
    def html(self) -> str: ...

def passages(
    documents: Documents, ignore: list[str], ignore_quotes: bool, model: str | None
) -> str: ...
def reproduce(count: int, seed: int) -> str: ...
def feature_names(features: str) -> list[str]: ...
def measures() -> list[tuple[str, str, str]]: ...
def train(
    pairs: Pairs,
    learning: dict[str, Any],
    chance: dict[str, int],
    candidate_recall: str,
    block_by: str | None,
    splits: list[str],
    learning_curve: bool,
    report: str | None,
) -> tuple[Model, str | None]: ...

class Comparison:
    def json(self) -> str: ...
    def table(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def ids(self) -> list[tuple[str, str]]: ...
    @property
    def categories(self) -> list[str | None]: ...
    def held_out(self) -> list[tuple[int, str, int, float, bool]]: ...
    @property
    def labels(self) -> NDArray[np.bool_]: ...
    def margins(self, decider: int) -> NDArray[np.float64]: ...
    def decisions(self, decider: int) -> NDArray[np.bool_]: ...

def evaluate(
    model: Model,
    pairs: Pairs,
    background: str | None,
    chance: dict[str, int],
    base_rate: float | None,
    report: str | None,
) -> Comparison: ...
def compare_deciders(
    pairs: Pairs,
    learning: dict[str, Any],
    chance: dict[str, int],
    retune: list[str],
    base_rate: float | None,
    report: str | None,
) -> Comparison: ...

class Judge:
    @staticmethod
    def model(model: Model) -> Judge: ...
    @staticmethod
    def built_in() -> Judge: ...
    @staticmethod
    def rule(rule: str, reading: dict[str, str], background: str | None) -> Judge: ...
    def block_by(self, fields: str) -> Judge: ...
    def fields(self, given: str) -> str: ...
    @property
    def main_content(self) -> str: ...

class Deduplicated:
    def groups(
        self,
    ) -> list[tuple[str, int, str, float | None, bool, float | None, str, str]]: ...
    def thresholds(self) -> list[float]: ...
    def kept(self, whole_ids: bool) -> Documents: ...
    def removed_for(self) -> list[tuple[str, list[str]]]: ...
    def pairs(self) -> list[tuple[str, str, float, float, str, list[int] | None]]: ...
    def questions_json(self) -> list[str]: ...
    def verdict(self) -> list[str]: ...
    def sample(self) -> list[tuple[str, str]]: ...
    def figures_json(self) -> str: ...
    def move_removed(self, folder: str, into: str, unaudited: bool) -> tuple[int, list[str]]: ...

def restore(removed: str, to: str | None) -> tuple[str, int, list[str]]: ...
def matrix(documents: Documents, judge: Judge) -> tuple[list[str], NDArray[np.float64]]: ...
# The ids of queries and of what was found, scores and probabilities, row by row.
Scored: TypeAlias = tuple[list[str], list[str], NDArray[np.float64], NDArray[np.float64]]

def find(
    queries: Documents,
    documents: Documents,
    judge: Judge,
    how: dict[str, Any],
) -> Scored: ...
def dedupe(documents: Documents, judge: Judge, how: dict[str, Any]) -> Deduplicated: ...

class IndexGroups:
    def rows(
        self,
    ) -> list[tuple[str, int, str, float | None, bool, float | None, str, str]]: ...

class Index:
    @staticmethod
    def create(path: str, model: Model) -> Index: ...
    @staticmethod
    def open(path: str) -> Index: ...
    def count(self) -> int: ...
    def judge(self) -> Judge: ...
    def add(self, documents: Documents) -> str: ...
    def find(self, query: Document, how: dict[str, Any]) -> Scored: ...
    def form_groups(self, how: dict[str, Any]) -> str: ...
    def constrain(self, constraints: str) -> str: ...
    def groups(self) -> IndexGroups | None: ...
    def history(self) -> str: ...

class Registry:
    @staticmethod
    def create(path: str, reading: dict[str, str]) -> Registry: ...
    @staticmethod
    def in_memory(reading: dict[str, str]) -> Registry: ...
    @staticmethod
    def open(path: str, write: bool) -> Registry: ...
    def close(self) -> None: ...
    def main_content(self) -> str: ...
    def register(
        self, documents: Documents, refuse: str | None, counting: dict[str, Any]
    ) -> str: ...
    def probe(
        self, document: Document, at_least: str, counting: dict[str, Any], model: Model | None
    ) -> str: ...
    def remove(self, ids: list[str]) -> int: ...
    def document(self, id: str) -> Document: ...
    def list(self) -> list[tuple[str, int]]: ...
    def stats_json(self) -> str: ...
    def verify(self) -> None: ...

#: A column of texts or bytes: the places between the cells, and all bytes.
_Cells = tuple[np.ndarray, np.ndarray]

class Parts:
    def __init__(self, model: Model, at: float | None) -> None: ...
    @property
    def at(self) -> float: ...
    @property
    def filter(self) -> str: ...
    @property
    def score_of_copies(self) -> float: ...
    @staticmethod
    def keys(ids: _Cells, texts: _Cells) -> _Cells: ...
    def values(self, texts: _Cells) -> tuple[np.ndarray, np.ndarray]: ...
    def duplicates(
        self, texts: _Cells, left: np.ndarray, right: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]: ...
    def probabilities(self, scores: np.ndarray) -> np.ndarray: ...
    def group(
        self,
        ids: _Cells,
        texts: _Cells,
        left: np.ndarray,
        right: np.ndarray,
        scores: np.ndarray,
        keep: str,
        lose_at_most: float | None,
    ) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray, list[list[str]]]: ...

class Search:
    @staticmethod
    def exact(parts: Parts, common: np.ndarray, crowded: list[tuple[int, int]]) -> Search: ...
    @staticmethod
    def by_bands(parts: Parts, seed: int, crowded: list[tuple[int, int]]) -> Search: ...
    @property
    def expected_recall(self) -> float: ...
    def keys(self, ends: np.ndarray, values: np.ndarray) -> np.ndarray: ...
    def distribute(
        self, parts: Parts, numbers: np.ndarray, texts: _Cells, side: str, buckets: int
    ) -> _Cells: ...
    def count_pairs(self, distributed: _Cells, buckets: int) -> _Cells: ...

def candidates(counts: _Cells) -> tuple[np.ndarray, np.ndarray, np.ndarray]: ...
def components(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]: ...
