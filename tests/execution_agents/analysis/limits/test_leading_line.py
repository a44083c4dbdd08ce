"""A person's values against the line that leads."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.leading_line import Line, judged_by
from execution_agents.analysis.limits.wording import analysis_of_value
from foundation.domains.schema.pack import Pack
from tests.execution_agents.analysis.limits.questions import COMPANY, HOMES, WATER, asking, passages

HOTEL = ("Hotel, elsewhere in the UK | £110 a night", "what | limit")
ALARM = ("EQ-702 | PIT-701 | 송수 압력 700 kPa 이상 | 2급", "경보 코드 | 태그 | 조건 | 등급")
BEARING = ("축받이 온도 경보 / 정지 | 70 ℃ / 80 ℃", "항목 | 값")
TARGET = ("여과지에서 나온 여과수의 탁도 목표는 0.10 NTU 이하이다.", "")
RANGE = ("송수 압력은 560 kPa에서 640 kPa 사이로 유지한다.", "")
PENSION = ("If you pay 7 % or more, we pay 10 %.", "")
FLIGHT = ("The desk may refuse a flight that costs more than £400 without a director's consent.", "")
STARTS = ("같은 펌프는 한 시간에 두 번까지만 기동한다.", "")
ENTER = ("산소 농도 18 % 이상, 황화수소 10 ppm 미만을 확인하고 들어간다.", "")


def yes_by(line: tuple[str, str], question: str, pack: Pack = WATER) -> bool | None:
    """The answer by this line; None where it decides nothing."""
    text, heads = line
    item = passages(("a title", text))[0]
    one = judged_by(Line(item, text, heads.split(" | ") if heads else ()), asking(question, [item], pack=pack))
    return None if one is None else one.is_yes


AHEAD = ("Ask at least 4 weeks ahead, because of tax and insurance.", "")


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("what about 2 weeks in Spain, is that ok?", None),  # How long the stay is.
        ("I asked 2 weeks before, is that ok?", None),  # Before nothing that is named.
        ("is 2 weeks notice ok?", False),
        ("is 5 weeks notice ok?", True),
    ],
)
def test_a_length_of_stay_is_not_held_against_how_long_before_it_is_asked_for(question: str, yes: bool | None) -> None:
    assert yes_by(AHEAD, question, COMPANY) is yes


@pytest.mark.parametrize(
    ("line", "question", "yes"),
    [
        (HOTEL, "I've got a room in Manchester at £105 a night. Am I inside what you pay?", True),
        (HOTEL, "room in Leeds for £118, is that ok?", False),
        (ALARM, "PIT-701 is showing 7.2 bar on the way out to town. Is that too much?", True),
        (ALARM, "PIT-701이 650 kPa인데 너무 높은가요?", False),
        (BEARING, "베어링이 73도까지 올라왔는데 이거 정상인가?", False),
        (BEARING, "베어링 65도인데 괜찮아?", True),
        (TARGET, "Filter F-05 comes out at 0.12 NTU. Does that meet our own target?", False),
        (RANGE, "송수압 지금 690 kPa 찍혔는데 정상이야?", False),
        (PENSION, "I put 7.5 percent aside for retirement. Does that get me the bigger contribution?", True),
        (PENSION, "I pay 6 percent. Do I get the bigger contribution?", False),
    ],
)
def test_the_leading_line_decides(line: tuple[str, str], question: str, yes: bool) -> None:
    assert yes_by(line, question, COMPANY if line in (HOTEL, PENSION) else WATER) is yes


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (FLIGHT, "the flight is 520 quid can i just book it"),  # what begins there forbids
        (HOTEL, "I stayed 3 nights, is that ok?"),  # another kind
        (HOTEL, "how much more is £118?"),  # another question
        (HOTEL, "What do you pay for a room at £118?"),
        (ENTER, "oxygen 19 %, flammable gas 3 % of the lower limit. Am I good to enter?"),  # two values of one kind
        (STARTS, "펌프를 한 시간 안에 벌써 두 번 켰어요. 한 번 더 켜도 돼요?"),
        (PENSION, "is 6 percent ok?"),  # what begins there is no alarm
    ],
)
def test_nothing_is_decided_where_it_is_open(line: tuple[str, str], question: str) -> None:
    assert yes_by(line, question, COMPANY if line in (HOTEL, PENSION, FLIGHT) else WATER) is None


@pytest.mark.parametrize("heads", ["", "경보 코드 | 조건 | 등급"])
def test_a_row_without_its_heads_decides_nothing(heads: str) -> None:
    assert yes_by(("송수 압력 700 kPa 이상 | 2급", heads), "7.2 bar면 너무 높은가요?") is None


def test_two_deals_are_told_apart() -> None:
    line = ("전세는 보증금 3억 원 이하, 매매는 6억 원 이하여야 한다.", "")
    assert yes_by(line, "전세 4억이면 되나요?", HOMES) in (False, None)


@pytest.mark.parametrize(
    ("line", "question", "language", "said"),
    [
        (ALARM, "Is 7.2 bar too much?", "en", "Yes. 7.2 bar is at least 700 kPa: "),
        (ALARM, "Is 6 bar too much?", "en", "No. 6 bar is less than 700 kPa: “EQ-702"),
        (BEARING, "73도인데 정상인가?", "ko", "아니요. 73도는 70 ℃ 이상입니다: “축받이 온도 경보"),
    ],
)  # fmt: skip
def test_the_answer_says_the_bound(line: tuple[str, str], question: str, language: str, said: str) -> None:
    text, heads = line
    item = passages(("a title", text))[0]
    one = judged_by(Line(item, text, heads.split(" | ")), asking(question, [item], pack=WATER))
    assert one is not None
    analysis = analysis_of_value(one, language)
    assert analysis.lead.startswith(said)
    assert analysis.cites == (item.item_id,)
