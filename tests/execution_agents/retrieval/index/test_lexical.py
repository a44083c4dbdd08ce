"""The index: what is found, in which order, and that a question is never syntax."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import ValidationError

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.coverage import Worth
from execution_agents.retrieval.index.lexical import LexicalFigures, TantivyIndex, build_in_memory
from execution_agents.retrieval.index.provider import version_of
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.retrieving import HybridFigures

RENT = one_chunk("rent", "제7조 (차임 등의 증감청구권)", "증액은 약정한 차임의 20분의 1을 넘지 못한다.", "statutes")
RENEW = one_chunk("renew", "제6조의3 (계약갱신 요구)", "임차인은 계약갱신을 한 번 요구할 수 있다.", "statutes")
PETS = one_chunk("pets", "Pets", "Tenants renewing a lease may keep pets.", "handbook")


@pytest.fixture(scope="module")
def index() -> TantivyIndex:
    return build_in_memory([RENT, RENEW, PETS], synonyms={"월세 인상": ("증액", "차임")})


def test_the_best_passage_comes_first_with_its_real_score(index: TantivyIndex) -> None:
    hits = index.search("차임을 증액하려면?", 3)
    assert hits[0].item_id == "rent"
    assert hits[0].text == RENT.text
    assert hits[0].content_hash == RENT.content_hash
    assert all(one.score >= other.score > 0 for one, other in zip(hits, hits[1:], strict=False))


def test_english_words_are_found_by_their_stem(index: TantivyIndex) -> None:
    assert [hit.item_id for hit in index.search("renewal of leases", 3)] == ["pets"]


@pytest.mark.parametrize(("sources", "expected"), [(("handbook",), "pets"), (("statutes", "handbook"), "renew")])
def test_the_source_filter_keeps_others_out_and_leaves_scores_alone(
    index: TantivyIndex, sources: tuple[str, ...], expected: str
) -> None:
    question = "계약갱신 renew"
    best = index.search(question, 1, sources)[0]
    unfiltered = {hit.item_id: hit.score for hit in index.search(question, 3)}
    assert best.item_id == expected
    assert best.score == pytest.approx(unfiltered[expected])


def test_a_source_nobody_has_finds_nothing(index: TantivyIndex) -> None:
    assert index.search("계약갱신", 3, ("other",)) == ()


def test_a_synonym_finds_what_the_words_alone_do_not_and_counts_less(index: TantivyIndex) -> None:
    bare = build_in_memory([RENT, RENEW, PETS])
    assert bare.search("월세 인상", 3) == ()
    assert [hit.item_id for hit in index.search("월세 인상", 3)] == ["rent"]
    assert index.search("월세 인상", 3)[0].score < index.search("증액 차임", 3)[0].score


@pytest.mark.parametrize(
    "question",
    [
        'title:"x" AND (',
        "body:[* TO *]",
        "+계약갱신 -요구 ^9",
        "계약갱신\x00\ud800",
        "계약갱신 " * 50_000,
        "/계약갱신.*/",
        "\\계약갱신~2",
    ],
)
def test_a_question_of_any_content_is_terms_never_syntax(index: TantivyIndex, question: str) -> None:
    found = [hit.item_id for hit in index.search(question, 3)]
    assert found[:1] == (["renew"] if "계약갱신" in question else [])


@pytest.mark.parametrize(("question", "limit"), [("", 5), ("?!", 5), ("계약", 0)])
def test_nothing_to_search_for_gives_nothing(index: TantivyIndex, question: str, limit: int) -> None:
    assert index.search(question, limit) == ()


def test_an_index_of_nothing_finds_nothing() -> None:
    assert build_in_memory([]).search("계약", 5) == ()


def test_a_title_counts_as_much_as_it_is_boosted() -> None:
    titled = one_chunk("titled", "묵시적 갱신", "기간이 끝나기 전에 알리지 않은 때를 말한다.")
    in_text = one_chunk("in_text", "다른 제목", "묵시적 갱신 때에는 해지할 수 있고 기간이 끝나기 전에 알린다.")
    by_title = build_in_memory([titled, in_text], figures=LexicalFigures(title_boost=5))
    by_text = build_in_memory([titled, in_text], figures=LexicalFigures(title_boost=0))
    assert by_title.search("묵시적 갱신", 2)[0].item_id == "titled"
    assert [hit.item_id for hit in by_text.search("묵시적 갱신", 2)] == ["in_text"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("보기법 제7조는 뭐야?", "a7"),
        ("보기법의 제 7 조", "a7"),
        ("「보기법」 제7조의2 알려줘", "a7-2"),
        ("혹시 보기법 시행령 제7조 내용은?", "decree7"),
        ("큰보기법 제7조", "big7"),
    ],
)
def test_an_article_asked_for_by_its_number_comes_first(question: str, expected: str) -> None:
    text = "보기법과 보기법 시행령, 큰보기법에 따라 제7조와 제7조의2를 준용하는 보기법의 보기를 든다."
    titles = {"a7": "보기법 제7조 (가)", "a7-2": "보기법 제7조의2 (나)", "decree7": "보기법 시행령 제7조 (다)",
              "big7": "큰보기법 제7조 (라)", "a1": "보기법 제1조 (보기법의 보기)"}  # fmt: skip
    named = build_in_memory([one_chunk(key, title, text) for key, title in titles.items()])
    assert named.search(question, 1)[0].item_id == expected


def test_searches_run_side_by_side(index: TantivyIndex) -> None:
    alone = index.search("계약갱신 요구", 3)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(index.search, ["계약갱신 요구"] * 200, [3] * 200))
    assert all(one == alone for one in together)


@pytest.mark.public_data
def test_the_first_passage_is_the_right_one_on_korquad_as_often_as_measured() -> None:
    folder = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data")) / "korquad1_dev"
    if not folder.exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold korquad1_dev")
    articles = json.loads((folder / "KorQuAD_v1.0_dev.json").read_text("utf-8"))["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    index = build_in_memory([one_chunk(str(at), "", each["context"]) for at, each in enumerate(paragraphs)])
    asked = [(str(at), qa["question"]) for at, each in enumerate(paragraphs) for qa in each["qas"]][::5]
    right = sum(index.search(question, 1)[0].item_id == gold for gold, question in asked)
    assert right / len(asked) >= 0.89


@pytest.mark.parametrize("grams", [(2, 3), (3, 4, 5), (1, 2), (4,)])
def test_an_index_of_any_n_grams_finds_by_them_and_its_words_are_worth_something(grams: tuple[int, ...]) -> None:
    index = build_in_memory([RENT, RENEW, PETS], grams=grams)
    assert [hit.item_id for hit in index.search("계약갱신 요구", 1)] == [RENEW.chunk_id]
    worth = Worth(len(index), index.holders, index.grams)
    assert worth.wanted("계약갱신요구").most > 0


def test_an_index_of_other_n_grams_is_another_folder_and_the_usual_one_stays_what_it_was() -> None:
    pack = load_pack(shipped_packs() / "handbook")
    hybrid = pack.retrieval.hybrid.model_copy(update={"grams": (3, 4, 5)})
    other = pack.model_copy(update={"retrieval": pack.retrieval.model_copy(update={"hybrid": hybrid})})
    assert version_of(pack, {}) != version_of(other, {})
    assert pack.retrieval.hash != other.retrieval.hash


def test_n_grams_that_do_not_rise_are_refused() -> None:
    for wrong in ((3, 2), (2, 2), (), (0, 2)):
        with pytest.raises(ValidationError):
            HybridFigures(grams=wrong)
