"""What planning asks the documents: their index, also one on another machine that does not answer, and the lines that
the pack's people asked for."""

from __future__ import annotations

from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.line_questions import LineQuestions
from supervisor.planning.documents import Documents, types_of, with_both_sides, with_line_types
from tests.supervisor.planning.talks import talk

LINE = LineQuestions(
    document="documents/platform/33-accounts.md",
    heading="잠금",
    line="비밀번호를 다섯 번 틀리면 30분 동안 잠긴다.",
    questions=("how often can i type a wrong password", "패스워드 틀려서 계정이 막혔어요"),
)
SHIPPED = load_pack(shipped_packs() / "water_treatment")
PACK = SHIPPED.model_copy(update={"line_questions": (LINE, *SHIPPED.line_questions)})


def read(question: str, **more: object) -> Understanding:
    """The question as rules read it, about the manual."""
    [found] = talk(question, pack=PACK)
    [manual] = types_of("documents/manual/01-overview.md", PACK)
    return found.model_copy(update={"data_types": (manual,), **more})


def typed(understanding: Understanding) -> tuple[str, ...]:
    """Its data types after it was compared with the lines."""
    return with_line_types(understanding, PACK).data_types


def test_the_type_of_the_nearest_lines_document_is_added() -> None:
    understood = read("how often can i type it wrong before the password is blocked")
    [platform] = types_of(LINE.document, PACK)
    assert typed(understood) == (*understood.data_types, platform)


def test_nothing_is_added_where_nothing_is_near() -> None:
    understood = read("급속여과지 역세척 순서")
    assert typed(understood) == understood.data_types


def test_a_follow_up_keeps_its_types() -> None:
    understood = read("패스워드 틀려서 계정이 막혔어요", standalone="역세척 때 패스워드 틀려서 계정이 막혔어요")
    assert typed(understood) == understood.data_types


def test_a_question_about_rows_keeps_its_types() -> None:
    understood = read("패스워드 틀려서 계정이 막혔어요", data_types=("readings",))
    assert typed(understood) == ("readings",)


def test_a_file_of_no_source_serves_no_type() -> None:
    assert types_of("labels/a.md", PACK) == set()


async def test_planning_goes_on_as_without_an_index_that_is_away() -> None:
    documents = Documents(PACK, AwayIndex(IndexAway()), {source.name for source in PACK.sources})
    asked = read("급속여과지 역세척 순서")
    assert not await documents.speak_of(asked)
    assert not await documents.head(asked)
    assert not await documents.near(asked, 8)


def test_rows_against_a_limit_need_the_documents_too() -> None:
    rows = read("7월 침전수 탁도는 목표 지켰어?", data_types=("readings",))
    assert with_both_sides(rows, PACK).data_types == ("readings", "manual")


def test_a_measured_thing_against_a_target_needs_its_rows() -> None:
    slots = talk("7월 정수 TOC 보여줘", pack=PACK)[0].slots
    manual = read("TOC도 괜찮았나 그날? 목표랑 비교해서", slots=slots)
    assert with_both_sides(manual, PACK).data_types == (*manual.data_types, "readings")
    assert with_both_sides(manual.model_copy(update={"slots": ()}), PACK).data_types == manual.data_types


def test_a_question_about_the_limit_alone_stays_as_it_is() -> None:
    asked = read("7월 침전수 탁도 목표가 몇이야?", data_types=("readings",))
    assert with_both_sides(asked, PACK).data_types == ("readings",)
