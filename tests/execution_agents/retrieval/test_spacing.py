"""Questions typed without blanks, or with blanks elsewhere than the texts have them."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.analysis import Analyser, Analysis
from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.coverage import Coverage, Worth
from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.retrieval.index.prepared import prepare
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from execution_agents.retrieval.spacing import LONGEST, pieces
from foundation.domains.schema.pack import Dictionary
from foundation.domains.schema.retrieving import AnalysisFigures, RetrievalFigures

TEXTS = {
    "반환": "임대인은 임대차가 끝나면 보증금을 임차인에게 돌려준다. 보증금의 이자는 따로 정한다.",
    "증액": "차임의 증액은 약정한 차임의 20분의 1을 넘지 못한다. 증액은 한 해에 한 번이다.",
    "갱신": "임차인은 계약갱신요구권을 한 번 쓴다. 갱신은 두 해이다. 요구권은 거절된다.",
    "수선": "임대인은 목적물을 수선할 의무를 진다. 보일러는 목적물이다.",
    "신고": "계약은 서른 날 안에 신고한다. 신고하지 않으면 과태료를 문다.",
}
INDEX: TantivyIndex = build_in_memory([one_chunk(name, "", text) for name, text in TEXTS.items()])
OFF = RetrievalFigures(analysis=AnalysisFigures(glued_from=0))


def cut(word: str) -> tuple[str, ...]:
    return pieces(word, 5, INDEX.holders)


def read(question: str) -> Analysis:
    return Analyser(RetrievalFigures()).read(question, cut=cut)


async def best(question: str, figures: RetrievalFigures | None = None) -> str:
    found = await Retriever(Dictionary(), figures or RetrievalFigures()).retrieve(
        Corpus(INDEX, "1"), Query(question, 3)
    )
    return found.ranked[0].hit.item_id if found.ranked else ""


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("보증금을임차인에게", ("보증금을", "임차인에게")),
        ("임대인은보일러수선의무", ("임대인은", "보일러", "수선", "의무")),
        ("과태료신고증액은", ("과태료", "신고", "증액은")),
        ("20분의1증액은", ("20분의1", "증액은")),
    ],
)
def test_words_are_found_where_words_of_the_corpus_begin(typed: str, words: tuple[str, ...]) -> None:
    assert cut(typed) == words


def test_what_the_corpus_writes_as_one_word_is_one() -> None:
    # 요구 begins a word elsewhere, but 갱신요구 is written together.
    assert cut("계약갱신요구권을") == ("계약갱신요구권을",)


@pytest.mark.parametrize("word", ["보증금을", "depositreturned", "가" * 30, "보증금" * LONGEST])
def test_a_short_a_foreign_an_unknown_and_an_endless_word_stay_whole(word: str) -> None:
    assert cut(word) == (word,)


def test_nothing_is_cut_where_the_figure_is_nothing() -> None:
    assert pieces("보증금을임차인에게", 0, INDEX.holders) == ("보증금을임차인에게",)


@pytest.mark.parametrize(("grams", "words"), [((2,), 1), ((2, 4), 1), ((1, 2, 3), 1), ((2, 3), 2), ((2, 3, 4), 2)])
async def test_an_index_that_cannot_tell_what_is_written_together_cuts_nothing(
    grams: tuple[int, ...], words: int
) -> None:
    index = build_in_memory([one_chunk(name, "", text) for name, text in TEXTS.items()], grams=grams)
    assert pieces("계약갱신요구권을", 5, index.holders, index.grams) == ("계약갱신요구권을",)
    retriever = Retriever(Dictionary(), RetrievalFigures())
    found = await retriever.retrieve(Corpus(index, "1"), Query("보증금을임차인에게", 3))
    assert found.trace.key_tokens == words


def test_what_asks_is_known_without_its_blank_too() -> None:
    asked = read("보증금을임차인에게증액은무엇인가요?")
    assert asked.key_words[:2] == ("보증금을", "임차인에게")
    plain = read("보증금을 임차인에게 증액은")
    assert plain.key_words == plain.written == ("보증금을", "임차인에게", "증액은")


def test_the_index_is_asked_for_the_words_as_typed_and_their_beginnings() -> None:
    asked = read("보증금을임차인에게 무엇 증액은")
    assert asked.written == ("보증금을임차인에게", "증액은")
    assert asked.key_words == ("보증금을", "임차인에게", "증액은")


async def test_a_question_without_blanks_finds_what_it_finds_with_them() -> None:
    question = "과태료 보일러 임차인에게 보증금을 돌려준다"
    assert await best(question) == "반환"
    assert await best(question.replace(" ", "")) == "반환"
    # Read by its beginning alone, the glued word is about the fine.
    assert await best(question.replace(" ", ""), OFF) == "신고"


def test_two_words_of_a_question_are_held_by_a_passage_that_writes_them_as_one() -> None:
    holders = {"^계약": 2, "계약": 2, "^갱신": 1, "갱신": 3, "약갱": 2, "약갱신": 2}
    worth = Worth(10, lambda term: holders.get(term, 0))
    glued, apart = prepare("", "계약갱신은 한 번이다."), prepare("", "갱신은 한 번이다.")
    plain, joined = worth.wanted("갱신"), worth.wanted("갱신", before="계약")
    assert Coverage([plain]).of([glued])[0][1] == 0.0
    assert Coverage([joined]).of([glued])[0][1] == Coverage([joined]).of([apart])[0][1] == 1.0
    # Never written together in the corpus: nothing more is looked for.
    assert worth.wanted("갱신", before="보증금") == plain


def test_the_word_before_is_the_one_typed_right_before_it() -> None:
    assert read("계약 갱신 요구, 계약 거절").before == {"갱신": "계약", "요구": "갱신", "계약": "요구", "거절": "계약"}


async def test_a_part_of_letters_and_digits_is_searched_as_the_texts_write_it() -> None:
    texts = {
        "주소": "IPv6 주소 설정 방법은 관리 화면에서 고른다. 설정 뒤에 다시 켠다. 방법은 둘이다.",
        "포트": "port8080 접속 주소는 관리자에게 묻는다. 접속 기록은 남는다.",
        "기타": "설정을 바꾸면 기록한다. 주소는 적지 않는다.",
    }
    corpus = Corpus(build_in_memory([one_chunk(name, "", text) for name, text in texts.items()]), "2")
    for typed, wanted in (("IPv6주소설정방법", "주소"), ("port8080접속주소", "포트")):
        found = await Retriever(Dictionary(), RetrievalFigures()).retrieve(corpus, Query(typed, 3))
        assert not found.failed
        assert [stage.note for stage in found.trace.stages if stage.name == "lexical"] == [""]
        assert found.ranked[0].hit.item_id == wanted
