"""What every implementation of the lexical index must do: one suite for tantivy and for the search engine.

The engine is a real server where SUFFICE_TEST_SEARCH_URL names one, and the scripted stand-in of this folder always.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from uuid import uuid4

import pytest

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.index.ranked import LexicalFigures, RankedIndex
from foundation.language.tokens import GRAMS
from foundation.storage.records import Chunk
from tests.execution_agents.retrieval.index.engine.scripted_engine import scripted_engine
from tests.execution_agents.retrieval.index.engine.shelved import build, client_of, shelf_of

RENT = one_chunk("rent", "보기법 제7조 (증감청구권)", "증액은 약정한 차임의 20분의 1을 넘지 못한다.", "statutes")
RENEW = one_chunk("renew", "보기법 제6조의3 (계약갱신 요구)", "임차인은 계약갱신을 한 번 요구할 수 있다.", "statutes")
PETS = one_chunk("pets", "Pets", "Tenants renewing a lease may keep pets.", "handbook")
BARE = one_chunk("bare", "", "차임을 두 번 내지 않으면 계약을 해지할 수 있다. 차임은 매달 낸다.", "handbook")
LONG = one_chunk("한글 이름/" * 60, "기타", "증액 증액 그리고 다른 것. " + "다른 말을 길게 한다. " * 9, "statutes")
CORPUS = (RENT, RENEW, PETS, BARE, LONG)
SYNONYMS = {"월세 인상": ("증액", "차임")}
QUESTIONS = (
    "차임을 증액하려면?",
    "보기법 제7조 차임 증액",
    "제6조의3",
    "renewal of leases",
    "월세 인상 되나요",
    "계약 해지",
    "다른 말 증액",
    "계약갱신요구차임증액",
)


class Build:
    """Builds an index of one implementation."""

    def __init__(self, make: Callable[..., RankedIndex]) -> None:
        self._make = make

    def __call__(
        self,
        chunks: Iterable[Chunk],
        synonyms: Mapping[str, Sequence[str]] | None = None,
        figures: LexicalFigures | None = None,
        grams: tuple[int, ...] = GRAMS,
    ) -> RankedIndex:
        return self._make(chunks, synonyms, figures, grams)


@pytest.fixture(scope="module", params=["tantivy", "engine, scripted", "engine, real"])
def built(request: pytest.FixtureRequest) -> Generator[Build]:
    if request.param == "tantivy":
        yield Build(build_in_memory)
    elif request.param == "engine, scripted":
        with scripted_engine() as engine:
            yield from _engine(engine.url)
    else:
        url = os.environ.get("SUFFICE_TEST_SEARCH_URL")
        if not url:
            pytest.skip("SUFFICE_TEST_SEARCH_URL names no OpenSearch")
        yield from _engine(url)


def _engine(url: str) -> Generator[Build]:
    client, numbers = client_of(url, f"test{uuid4().hex[:12]}"), count()

    def make(
        chunks: Iterable[Chunk],
        synonyms: Mapping[str, Sequence[str]] | None,
        figures: LexicalFigures | None,
        grams: tuple[int, ...],
    ) -> RankedIndex:
        return build(shelf_of(client, f"pack{next(numbers)}", synonyms, figures, grams), chunks)

    try:
        yield Build(make)
    finally:
        client.get(lambda each: each.indices.delete(index=f"{client.address.prefix}-*"))
        client.close()


@pytest.fixture(scope="module")
def index(built: Build) -> RankedIndex:
    return built(CORPUS, SYNONYMS)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_implementation_finds_the_same_in_the_same_order(index: RankedIndex, question: str) -> None:
    # Scores as bm25.py works them out: tantivy's own keep lengths of more than 40 terms in steps.
    exact = LexicalFigures(k1=1.2 + 1e-9)
    own = build_in_memory(CORPUS, SYNONYMS)
    wanted = own.search_terms(own.query_terms(question), question, 5, (), exact)
    found = index.search_terms(index.query_terms(question), question, 5, (), exact)
    assert [(hit.item_id, hit.content_hash, hit.title, hit.text) for hit in found] == [
        (hit.item_id, hit.content_hash, hit.title, hit.text) for hit in wanted
    ]
    assert [hit.score for hit in found] == pytest.approx([hit.score for hit in wanted], rel=1e-6)
    assert wanted
    assert [hit.prepared for hit in found] == [hit.prepared for hit in wanted]


@pytest.mark.parametrize("question", QUESTIONS)
def test_words_are_worth_the_same_in_every_implementation(index: RankedIndex, question: str) -> None:
    own = build_in_memory(CORPUS, SYNONYMS)
    hits = own.search(question, 5)
    assert index.weight(question) == pytest.approx(own.weight(question))
    assert index.covered(question, hits, 500) == pytest.approx(own.covered(question, hits, 500))
    assert len(index) == len(CORPUS)
    assert [index.holders(term) for term in ("차임", "^차임", "renew", "없는", "")] == [
        own.holders(term) for term in ("차임", "^차임", "renew", "없는", "")
    ]


@pytest.mark.parametrize(("sources", "expected"), [(("handbook",), "pets"), (("statutes", "handbook"), "renew")])
def test_the_source_filter_keeps_others_out_and_leaves_scores_alone(
    index: RankedIndex, sources: tuple[str, ...], expected: str
) -> None:
    best = index.search("계약갱신 renew", 1, sources)[0]
    unfiltered = {hit.item_id: hit.score for hit in index.search("계약갱신 renew", 5)}
    assert best.item_id == expected
    assert best.score == pytest.approx(unfiltered[expected])
    assert index.search("계약갱신", 3, ("other",)) == ()


@pytest.mark.parametrize(
    "question",
    [
        'title:"x" AND (',
        "body:[* TO *]",
        "+계약갱신 -요구 ^9",
        "계약갱신\x00\ud800",
        "계약갱신 " * 5_000,
        "/계약갱신.*/",
        "\\계약갱신~2",
        '계약갱신"}}}, {"match_all": {}}',
    ],
)
def test_a_question_of_any_content_is_terms_never_syntax(index: RankedIndex, question: str) -> None:
    found = [hit.item_id for hit in index.search(question, 3)]
    assert found[:1] == (["renew"] if "계약갱신" in question else [])


@pytest.mark.parametrize(("question", "limit"), [("", 5), ("?!", 5), ("계약", 0)])
def test_nothing_to_search_for_gives_nothing(index: RankedIndex, question: str, limit: int) -> None:
    assert index.search(question, limit) == ()


def test_a_question_of_very_many_words_is_searched_by_its_first(index: RankedIndex) -> None:
    question = "계약갱신 요구 " + " ".join(chr(0x4E00 + at) + chr(0x4E01 + at) for at in range(2_000))
    assert index.search(question, 1)[0].item_id == "renew"


def test_an_index_of_nothing_finds_nothing(built: Build) -> None:
    empty = built([])
    assert (len(empty), empty.search("계약", 5), empty.weight("계약")[0]) == (0, (), 0.0)


@pytest.mark.parametrize("grams", [(3, 4, 5), (1, 2), (4,)])
def test_any_n_grams_find_alike(built: Build, grams: tuple[int, ...]) -> None:
    found, own = (make(CORPUS, None, None, grams) for make in (built, Build(build_in_memory)))
    for question in ("계약갱신 요구", "차임 증액"):
        assert [hit.item_id for hit in found.search(question, 5)] == [hit.item_id for hit in own.search(question, 5)]
        assert found.weight(question) == pytest.approx(own.weight(question))


def test_searches_run_side_by_side(index: RankedIndex) -> None:
    alone = index.search("계약갱신 요구", 3)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(index.search, ["계약갱신 요구"] * 40, [3] * 40))
    assert all(one == alone for one in together)
