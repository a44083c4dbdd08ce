"""Every figure of quotes, tables, facts, citations and support: another value in the pack changes what is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from execution_agents.answer.checks.support import Ground
from execution_agents.answer.evidence.citations import cited, numbered, with_citations
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.quoting.direct import direct_fact
from execution_agents.answer.quoting.extractive import extractive_answer
from execution_agents.answer.writing.writer import Writer
from foundation.contracts.ports import Usage
from foundation.contracts.work import Evidence
from foundation.domains.loading.tuning import UnfitFigures, tuned
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.pack import Pack
from service_agent.experiments.declared import Arm
from tests.execution_agents.answer.turns import (
    PACK,
    asked,
    batch,
    figures_over_sales,
    law,
    loan,
    passage,
    price,
    row,
    sale,
)

GROUPS = ("scoring", "quoting", "rows", "direct", "citations", "support")
RESTED = "야간 호출 뒤에는 열한 시간을 쉬고 일을 시작한다."
"""A line that shares no word with how people ask for it."""
Said = Callable[[Pack], object]
"""A pack -> what is said under its figures."""


def with_slots(pack: Pack) -> Pack:
    """The same, its law matched by the kind of deal, and with a synonym."""
    legal, *others = pack.data_types
    types = (legal.model_copy(update={"matching_slots": ("deal",)}), *others)
    words = pack.dictionary.model_copy(update={"synonyms": {"떼인": ("반환",), "떼였": ("반환",), "떼 였": ("반환",)}})
    lines = (LineQuestions(document="a.md", line=RESTED, questions=("새벽에 불려 나갔는데 아침에 몇 시까지 가요",)),)
    return pack.model_copy(update={"data_types": types, "dictionary": words, "line_questions": lines})


def says(question: str, *texts: tuple[str, str] | tuple[str, str, float], own: str = "", language: str = "ko") -> Said:
    """What is quoted of these passages (title, text, the retriever's score)."""

    def say(pack: Pack) -> object:
        items = [
            passage(f"p{at}", one[0], one[1], score=one[2] if len(one) > 2 else 0.0) for at, one in enumerate(texts)
        ]
        evidence = law(*items).model_copy(update={"query": question})
        return extractive_answer(
            asked(own or question, evidence, language=language, standalone=question, pack=with_slots(pack))
        )

    return say


def shown(question: str, *evidence: Evidence, language: str = "ko") -> Said:
    """What is said of these rows."""
    return lambda pack: extractive_answer(asked(question, *evidence, language=language, pack=pack))


def judged(draft: str, *texts: tuple[str, str]) -> Said:
    """What is measured on this draft over these passages."""

    def say(pack: Pack) -> object:
        request = asked("무엇인가요?", law(*(passage(f"p{at}", *one) for at, one in enumerate(texts))), pack=pack)
        items = numbered(request.evidence)
        contexts = chosen(items, request, "general", pack.answering.shape_of("general"))
        return Writer(request, "general", items, _NO_MODEL, Usage()).check(draft, contexts).as_json()

    return say


def placed(sentence: str, passage: tuple[str, str]) -> Said:
    """The place this sentence is taken from."""
    return lambda pack: Ground([passage], pack.answering).support(sentence)


_NO_MODEL: Any = None
"""`check` asks none."""


def direct(question: str, text: str) -> Said:
    """The fact stated directly."""

    def say(pack: Pack) -> object:
        request = asked(question, law(passage("p", "안내", text)), pack=pack)
        return direct_fact(numbered(request.evidence), request)

    return say


def quote(pack: Pack) -> object:
    """The quote behind a marker."""
    request = asked("수선은 누가 하나요?", law(passage("p", "수선", "수선은 임대인이 " + "고치고 " * 40 + "합니다.")))
    return cited("[1]", numbered(request.evidence), pack, request.standalone, "ko")[0].quote


def markers(pack: Pack) -> object:
    """A draft without markers."""
    items = numbered((law(passage("p", "수선", "수선은 임대인이 한다. 비용은 그때그때 정해서 나눈다.")),))
    return with_citations("수선은 세입자의 몫입니다.", items, pack, "ko")


def prompted(pack: Pack) -> object:
    """How many rows a prompt has."""
    request = asked("시세", batch("market", *(price(f"2025-{at:02}", at * 10**8) for at in range(1, 13))), pack=pack)
    return len(chosen(numbered(request.evidence), request, "general", pack.answering.shape_of("general")))


FILLER = "다른 사항은 별도로 정하는 바에 따라 처리하는 것으로 한다."
LONG = " ".join(f"수선 비용 {at}호 항목은 임대인이 부담하고 나머지는 협의한다." for at in range(1, 12))
TABLE = "\n".join(["| 항목 | 기준 |", *(f"| 탁도 기준 {at} | {at} NTU |" for at in range(1, 21))])
STEPS = "\n".join(f"{at}. 펌프 점검 {at}단계를 차례대로 한다." for at in range(1, 16))
PRICES = [price(f"2025-{at:02}", at * 10**8) for at in range(1, 13)]
BANDS = [price("2026-01", at * 10**8, region=f"대구 {at}구") for at in range(1, 11)]
LOANS = [loan(f"상품{at}", 1 + at, 2 + at, at * 10**8) for at in range(1, 9)]
SERIES = [price(f"2025-{at:02}", at * 10**8, region=f"대구 {of}구") for at in (1, 2) for of in range(1, 7)]
AUDIT = "감사원의 감사 결과는 매년 국회에 보고하고 그 내용을 공개하여야 한다."
LIMIT = "여과수의 탁도는 0.3 NTU 이하로 한다."
MANY = tuple(
    (f"수선 {at}", f"수선 비용은 임대인이 {at}할을 부담하고 나머지는 세입자가 부담한다.") for at in range(1, 6)
)
WIDE = ("수선 의무", LONG)
LED = (("보증금", "보증금은 계약이 끝나면 돌려준다.", 9.0), ("월세", "월세는 달마다 낸다.", 1.0))
"""The search ranked the first far above the second."""
CASES: dict[str, Said] = {
    "title": says(
        "엘리베이터 수선 비용은 누가 부담하나요?",
        ("엘리베이터 수선", FILLER + " 고장은 관리실이 맡는다."),
        ("그 밖", "수선 비용은 소유자가 부담한다."),
    ),
    "passage": says(
        "수선 비용과 청소 기간",
        ("가", "수선 비용은 따로 정한다."),
        ("나", f"수선은 임대인이 한다. {FILLER} {FILLER} 청소 비용과 그 기간도 정한다."),
    ),
    "neighbour": says(
        "수선 비용의 청구 기한",
        ("가", f"수선 비용을 정한다. 청구 기한은 한 달이다. {FILLER} {FILLER} 마치는 날을 적는다. {FILLER}"),
    ),
    "line beside": says(
        "수선 비용의 청구 서류",
        ("가", f"수선 비용을 정한다. 청구 서류는 통장이다. {FILLER} {FILLER} 마치는 말을 적는다. {FILLER}"),
    ),
    "synonyms": says("떼인 돈을 받고 싶어요", ("가", "돈을 받는 통장을 적는다."), ("나", "보증금의 반환을 청구한다.")),
    "synonyms held": says("떼인 전세 보증금 누구에게 말하나요", ("나", "보증금의 반환을 청구한다.")),
    "several words": says("집주인이 떼 였 던 돈", ("가", "돈은 통장에 넣는다."), ("나", "반환을 청구한다.")),
    "asked": says("새벽에 불려 나갔는데 몇 시까지 가요", ("가", "새벽에 문을 연다.", 1.0), ("나", RESTED, 0.4)),
    "retrieved": says("수선 비용", ("가", "수선 비용은 나눈다.", 1.0), ("나", "수선 비용을 정한다.", 9.0)),
    "figure": says(
        "수선 비용은 얼마인가요?",
        ("가", "수선 비용은 임대인과 세입자가 정한다."),
        ("나", "수선 비용의 상한은 30만 원이다."),
    ),
    "article": says(
        "주택임대차보호법 제7조의 증액 한도는?",
        ("주택임대차보호법 제6조", "제7조의 증액 한도는 따로 정한다."),
        ("주택임대차보호법 제7조", FILLER),
    ),
    "article number": says(
        "제7조의 증액 한도는?",
        ("주택임대차보호법 제6조", "제7조의 증액 한도는 따로 정한다."),
        ("주택임대차보호법 제7조", "차임을 올릴 때에는 20분의 1을 넘지 못한다."),
    ),
    "paragraph": says(
        "제7조 제2항의 증액 한도",
        (
            "주택임대차보호법 제7조",
            "① 증액 한도는 20분의 1이다.\n" + f"{FILLER}\n" * 12 + "② 1년 안에는 다시 올리지 못한다.",
        ),
    ),
    "day": says(
        "2월 10일 교육 장소는?",
        (
            "일정",
            "2026-02-09 교육 장소는 강당이다. "
            + FILLER
            + " "
            + FILLER
            + " "
            + "강당에서 한다. " * 9
            + "2026-02-10 별관에서 한다.",
        ),
    ),
    "day held": says("2월 10일 어느 분이 오시나요 알려 주세요", ("일정", "2026-02-10 김 박사.")),
    "subject": says(
        "전세 해지 통지 기간", ("매매 해지", "해지 통지 기간은 3개월이다."), ("전세 사항", "통지는 기간을 두고 한다.")
    ),
    "headed": says(
        "잔류염소 기준은?",
        ("비상 시 잔류염소 기준", "잔류염소 기준은 1.8 mg/L로 올린다.", 1.0),
        ("잔류염소 기준", "정수지에서는 0.8 mg/L이다.", 0.5),
    ),
    "topic": says(
        "서초구 상가 보증금 월세도 같아?",
        ("상가 보증금", "그 한도는 따로 정한다."),
        ("주택", "월세도 같은 한도로 한다."),
        own="월세도 같아?",
    ),
    "own words": says(
        "서초구 상가 보증금 인상 월세도 같아?",
        ("안내", "서초구 상가 보증금 인상을 정한다."),
        ("주택", "월세도 같은 한도로 한다."),
        own="월세도 같아?",
    ),
    "asking": says("방금 말한 수선 비용 다시 정리해줘", ("가", "방금 정리해 둔 말이다."), ("나", "수선을 한다.")),
    "verbs": says("보증금이 늘었으면 떼였으면 내려달라고 말했는데 어쩌나요", ("가", "보증금은 계약으로 정한다.")),
    "topic words": says("수선 비용 청구 기한 통지 방법 확인", ("가", "통지 방법 확인."), ("나", "수선 비용 청구.")),
    "weak": says("수선 비용과 승강기 점검 주기", ("수선", "비용은 나눈다.")),
    "weak English": says(
        "Who painted the tower and the bridge in town?",
        ("Tower", "The tower was built of stone and painted."),
        language="en",
    ),
    "many": says("수선 비용은 누가 부담하나요?", *MANY),
    "unclear": says("승강기 점검 주기와 그 방법 비용", *MANY),
    "led": says("보증금 반환 소송 비용은?", *LED),
    "long question": says("지난달 옮긴 집 보증금 반환 요구 통화 녹음 보내 계약 끝나 돌려받을 수 있나요?", *LED),
    "long": says("수선 비용 항목은 누가 부담하나요?", WIDE, ("수선 비용", LONG)),
    "fragment": says("수선 비용은?", ("수선", "수선 비용은 임대인이 부담한다."), ("비용", "수선 비용")),
    "decided": says("집주인 배우자 동의가 필요한가요?", ("동의", "집주인의 동의는 필요 없다. 배우자는 따로 정한다.")),
    "long table": says("탁도 기준 7 알려줘", ("기준", TABLE)),
    "table": says("탁도 기준 7은?", ("기준", TABLE)),
    "table in prose": says("탁도 기준은 몇 NTU인가요?", ("기준", f"탁도 기준을 정한다.\n\n{TABLE}")),
    "two tables": says("탁도 기준 7은?", ("기준", TABLE), ("다른 기준", TABLE)),
    "steps": says("펌프 점검 1단계", ("점검", STEPS)),
    "facts": says(
        "휴회 기한이랑 분실물 보관 기간은?",
        ("휴회", "휴회 기한은 두 달이다."),
        ("분실물", "분실물 보관 기간은 30일이다."),
    ),
    "half held facts": says(
        "휴회 신청 기한이랑 분실물 보관 기간은?",
        ("휴회", f"휴회 기한은 두 달이다. {FILLER}"),
        ("분실물", f"분실물 보관 기간은 30일이다. {FILLER}"),
    ),
    "short facts": says(
        "휴회이랑 분실물 보관 기간은?", ("휴회", "휴회는 두 달이다."), ("분실물", "분실물 보관 기간은 30일이다.")
    ),
    "bands": shown("지역별 시세", batch("market", *BANDS, aggregate=True)),
    "months": shown("시세 추이", batch("market", *PRICES, aggregate=True)),
    "series": shown("시세 추이", batch("market", *SERIES, aggregate=True)),
    "sales": shown(
        "최근 거래",
        batch(
            "market",
            figures_over_sales(8, 5 * 10**8),
            *(sale(f"단지{at}", f"2026-01-{at:02}", at * 10**8) for at in range(1, 9)),
        ),
    ),
    "loans": shown("무주택 세대주 대출", batch("loan", *LOANS)),
    "holidays": shown(
        "성탄 휴무는 며칠이야?",
        batch("market", *(row("gone", name, {"쉬는 날": name}) for name in ("성탄 휴무", "성탄절", "한글날"))),
    ),
    "prompt": prompted,
    "direct": direct("AI플랫폼 관제 서버의 포트는?", "AI플랫폼 화면의 포트는 8443이다."),
    "direct long": direct("AI플랫폼 관제 서버의 포트는 무엇인가요?", "AI플랫폼 관제 서버의 포트는 8443이다."),
    "quote": quote,
    "markers": markers,
    "aligned": judged(
        "여과수의 탁도는 0.5 NTU 이하로 잘 합니다.",
        ("기준", LIMIT),
        ("정수지", "정수의 잔류염소는 0.5 mg/L 이하로 한다. 정수지의 탁도는 0.5 NTU 이하로 한다."),
    ),
    "denied": judged("수선 비용은 임대인이 부담하지 않는다.", ("수선", "수선 비용은 임대인이 부담한다.")),
    "longer": judged(
        "비용은 임대인이 부담하지 않는다.",
        ("수선", "비용은 임대인이 부담하되 세입자의 잘못으로 생긴 것은 서로 나누기로 한다."),
    ),
    "nouns": judged(
        "감사원의 감사 결과는 매년 국회에 보고하고 공개하여야 한다. 위원장은 감사 결과를 매년 국회에 보고한다.",
        ("감사", AUDIT),
    ),
    "name": judged("상무위의 감사 결과는 매년 국회에 보고하고 그 내용을 공개하여야 한다.", ("감사", AUDIT)),
    "long name": judged(
        "한국 소비자 보호원의 감사 결과는 매년 국회에 보고한다.",
        ("감사", "서울 중앙 감사원의 감사 결과는 매년 국회에 보고한다."),
    ),
    "names": judged("상무위의 감사 결과는 매년 국회에 보고하고 다시 알린다.", ("감사", AUDIT)),
    "exchange": judged(
        "과태료는 5억 원 이하로 부과하고 벌금은 5억 원 이하로 부과한다.",
        ("벌칙", "과태료는 100만 원 이하로 부과하고 벌금은 5억 원 이하로 부과한다. 다른 것은 따로 정한다."),
    ),
    "opposite": judged("여과수의 탁도는 0.3 NTU 이상으로 한다.", ("기준", LIMIT)),
    "half opposite": judged("여과수의 탁도는 0.3 NTU 또는 그 이상으로 한다.", ("기준", LIMIT)),
    "pairs": judged(
        "여과지는 하루 한 번 씻고 그 탁도는 0.5 NTU 이하로 지킨다.",
        ("기준", "여과지는 하루 한 번 씻는다. 그 탁도는 0.3 NTU 이하로 지킨다. 정수지는 0.5 NTU 이하로 지킨다."),
    ),
    "places": placed(
        "과태료는 300만 원 이하로 부과한다.",
        ("벌칙", " ".join(f"{at}호를 어기면 과태료는 {at}00만 원 이하로 부과한다." for at in range(1, 6))),
    ),
    "letters": judged("여과수 탁도를 0.3 NTU 아래로 지킵니다.", ("기준", LIMIT)),
}
"""What each figure is tried on."""
EXAMPLES: dict[str, tuple[Any, str]] = {
    "scoring.head": (10, "table"),
    "scoring.title": (0, "subject"),
    "scoring.before": (1, "neighbour"),
    "scoring.behind": (1, "line beside"),
    "scoring.passage": (1, "passage"),
    "scoring.line": (5, "subject"),
    "scoring.taken_over": (0, "own words"),
    "scoring.said": (2, "neighbour"),
    "scoring.synonyms": (0, "several words"),
    "scoring.asked": (0, "asked"),
    "scoring.asked_near": (0, "asked"),
    "quoting.asked_answers": (1000, "asked"),
    "scoring.retrieved": (0, "retrieved"),
    "scoring.subject": (0, "subject"),
    "scoring.headed": (0, "headed"),
    "scoring.kind": (0, "figure"),
    "scoring.may_tell": (5, "table"),
    "scoring.article": (0, "article"),
    "scoring.article_number": (0, "article number"),
    "scoring.paragraph": (0, "paragraph"),
    "scoring.day": (0, "day"),
    "scoring.told_title": (0, "article"),
    "scoring.synonyms_told": (0, "synonyms held"),
    "scoring.day_told": (0, "day held"),
    "scoring.own_words": (1, "topic"),
    "scoring.asking_words": (1, "title"),
    "scoring.verbs": (0, "verbs"),
    "scoring.topic_words": (1, "verbs"),
    "quoting.tells": ({"ko": 1000}, "led"),
    "quoting.tells_long": ({"ko": 1000}, "long question"),
    "quoting.long_words": (100, "long question"),
    "quoting.lead": (0, "led"),
    "quoting.lead_usual": (1000, "led"),
    "quoting.passages": (5, "many"),
    "quoting.nearest": (1, "unclear"),
    "quoting.list_rows": (2, "steps"),
    "quoting.shown": (100, "long"),
    "quoting.near_answer": (600, "passage"),
    "quoting.support": (0, "neighbour"),
    "quoting.decides": (1000, "decided"),
    "quoting.facts": (1, "facts"),
    "quoting.fact_told": (1000, "half held facts"),
    "quoting.fact_question": (5, "facts"),
    "quoting.fact_word": (2, "short facts"),
    "rows.table": (3, "bands"),
    "rows.columns": (1, "months"),
    "rows.singles": (2, "sales"),
    "rows.near": (0, "holidays"),
    "rows.products": (2, "loans"),
    "rows.months": (3, "months"),
    "rows.series": (2, "series"),
    "rows.described": (900, "loans"),
    "rows.prompt": (5, "prompt"),
    "direct.key_words": (0, "direct"),
    "direct.question": (10, "direct long"),
    "citations.quote": (50, "quote"),
    "citations.borne_out": (900, "markers"),
    "support.aligned": (1000, "aligned"),
    "support.denied": (0, "denied"),
    "support.longer": (10, "longer"),
    "support.certain": (0, "nouns"),
    "support.single": (0, "pairs"),
    "support.wider": (1000, "pairs"),
    "support.equally": (900, "aligned"),
    "support.places": (1, "places"),
    "support.letter_for_letter": (0, "names"),
    "support.exchanged_figure": (1, "exchange"),
    "support.exchanged_name": (1, "long name"),
    "support.name_alike": (900, "names"),
    "support.name_around": (10, "names"),
    "support.exchanged_opposite": (1, "half opposite"),
    "support.opposite_alike": (900, "opposite"),
}
"""Figure -> another value, and the case in which that is seen."""
BESIDE = {"scoring.article": {"article_number": 0}}
"""What must change with a figure to be let through."""


def figures_of_groups() -> set[str]:
    """Every figure of the groups."""
    figures = AnswerFigures().model_dump()
    return {f"{group}.{name}" for group in GROUPS for name in figures[group]}


def test_every_figure_has_an_example() -> None:
    assert figures_of_groups() == EXAMPLES.keys()


@pytest.mark.parametrize("figure", EXAMPLES)
def test_another_value_in_the_pack_changes_what_is_said(figure: str) -> None:
    (group, name), (value, case) = figure.split("."), EXAMPLES[figure]
    changed = PACK.model_copy(
        update={"answering": AnswerFigures.model_validate({group: {name: value, **BESIDE.get(figure, {})}})}
    )
    assert CASES[case](changed) != CASES[case](PACK)
    assert changed.answering.hash != PACK.answering.hash


@pytest.mark.parametrize("figure", ["quoting.nearest", "rows.months", "support.exchanged_figure", "direct.question"])
def test_an_arm_reaches_them_too(figure: str) -> None:
    (group, name), (value, case) = figure.split("."), EXAMPLES[figure]
    arm = Arm(name="other", variant="hybrid_confirm", weight=1, answering={group: {name: value}})
    assert CASES[case](arm.pack(PACK)) != CASES[case](PACK)


@pytest.mark.parametrize(
    ("answering", "sentence"),
    [
        (
            {"quoting": {"nearest": 4}},
            "`answering.quoting`: nearest 4 lies above passages 2; give nearest a value up to 2.",
        ),
        ({"quoting": {"support": 900}}, "`answering.quoting`: support 900 lies above near_answer 850; "),
        ({"scoring": {"article_number": 5}}, "`answering.scoring`: article_number 5.0 lies above article 4.0; "),
        ({"scoring": {"title": -1}}, "`answering.scoring.title` is -1; "),
        ({"support": {"alined": 3}}, "`alined` is no key here; did you mean `aligned`?"),
        ({"sentences": [4, 3]}, "`answering`: sentences [4, 3] do not rise; write the smaller number first."),
    ],
)
def test_nonsense_is_refused_in_one_sentence(answering: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UnfitFigures) as refused:
        tuned(PACK, {}, answering)
    assert str(refused.value).startswith(sentence)


def test_a_language_left_out_keeps_its_own_figure() -> None:
    quoting = tuned(PACK, {}, {"quoting": {"tells": {"ko": 500}}}).answering.quoting
    assert (quoting.tells_in("ko"), quoting.tells_in("en"), quoting.tells_in("fr")) == (0.5, 0.2, 0.2)
