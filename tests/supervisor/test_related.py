"""Follow-ups by relations: read back as they will be read, and only of what the data has."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from execution_agents.clarification.condensing import label_of_target
from foundation.contracts.events import AnswerWritten, Citation
from foundation.contracts.plan import Understanding
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.storage.corpus.graph import Neighbours
from supervisor.related import Near, references
from tests.execution_agents.clarification.graphs import CONSTRUCTION, INDEX, reached, read
from tests.execution_agents.knowledge_graph import little_town

TOWN = little_town.index()
THEN = datetime(2026, 3, 1, tzinfo=UTC)
TITLE = "주택임대차보호법 제7조(증감청구권)"


def asked_of(question: str, language: str = "ko") -> Understanding:
    return Understanding(
        question=question, standalone=question, language=language, route="rag_required", intent="ask", confidence=900,
        slots=(), data_types=("law",),
    )  # fmt: skip


def offered(question: str, *passages: tuple[str, str], language: str = "ko") -> list[str]:
    """What is offered after an answer that cites these passages, each (title, text)."""
    items = tuple(
        EvidenceItem(item_id=f"law#{at}", content_hash="", title=title, text=text, source="guide")
        for at, (title, text) in enumerate(passages)
    )
    batch = Evidence(
        evidence_id="e", session_id="s", run_id="r", data_type="law", sources=("guide",), kind="documents", query="",
        slots={}, items=items, fetched_at=THEN, source_version="1",
    )  # fmt: skip
    cited = tuple(
        Citation(marker=at, chunk_id=one.item_id, source="guide", title=one.title, quote="", fetched_at=THEN)
        for at, one in enumerate(items, 1)
    )
    answer = AnswerWritten(content="", citations=cited)
    return list(references(asked_of(question, language), answer, (batch,), TOWN))


def test_an_article_that_a_cited_one_refers_to_is_offered() -> None:
    text = "갱신은 제6조의3에 있다. 수선은 민법 제623조에 있다."
    assert offered("보증금은 얼마나 올려?", (TITLE, text)) == [
        "주택임대차보호법 제6조의3은 어떤 내용이야?",
        "민법 제623조는 어떤 내용이야?",
    ]


def test_an_article_of_another_language_is_not_offered() -> None:
    assert offered("How much may rent rise?", (TITLE, "제6조의3에 따른다."), language="en") == []


def test_what_is_cited_or_asked_about_is_not_offered() -> None:
    both = (TITLE, "제6조의3에 따른다."), ("주택임대차보호법 제6조의3(계약갱신)", "제7조의 한도 안에서, 제3조의 사람이")
    assert offered("주택임대차보호법 제3조는 뭐야?", *both) == []


def test_without_an_index_of_names_nothing_is_offered() -> None:
    answer = AnswerWritten(content="")
    assert list(references(asked_of("?"), answer, (), None)) == []


def near(entity_id: str, sharing: Sequence[str] = (), described: Sequence[str] | None = None) -> Sequence[str]:
    """What is offered after this thing of the construction pack was asked for; by default all near it is described."""
    target = INDEX.targets[entity_id].as_target()
    graph = CONSTRUCTION.graph
    assert graph is not None
    found = Near(INDEX, graph, CONSTRUCTION, asked_of(target.label), target)
    known = found.candidates if described is None else described
    return found.questions(Neighbours(tuple(sharing), frozenset(known)))


def test_after_a_work_come_its_nearest_spec_and_its_container() -> None:
    assert near("W-0788") == ["강관용접 200mm SCH 30", "플랜트 용접"]


def test_a_spec_nothing_is_known_of_is_not_offered() -> None:
    assert near("W-0788", described=()) == ["플랜트 용접"]


def test_of_works_that_share_something_the_first_that_is_read_is_offered() -> None:
    alone = next(one for one in INDEX.targets.values() if one.type == "WorkType" and INDEX.is_alone(one))
    assert near("W-0788", ["L-0001", alone.entity_id])[1] == label_of_target(alone)
    assert near("W-0788", [])[1] == "플랜트 용접"


def test_a_container_offers_what_lies_in_it() -> None:
    assert near("S-0010") == ["기기 설치", "플랜트 용접"]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_what_is_offered_is_in_the_language_of_the_question(language: str) -> None:
    target = INDEX.targets["W-0788"].as_target()
    graph = CONSTRUCTION.graph
    assert graph is not None
    found = Near(INDEX, graph, CONSTRUCTION, asked_of("tig", language), target)
    assert bool(found.questions(Neighbours((), frozenset(found.candidates)))) is (language == "ko")


def test_each_thing_that_is_offered_is_read_as_itself() -> None:
    labels = {label_of_target(one): one.entity_id for one in INDEX.targets.values()}
    for entity_id in list(INDEX.targets)[::7]:
        for question in near(entity_id):
            assert reached(read(question)) == [labels[question]]
            assert labels[question] != entity_id
