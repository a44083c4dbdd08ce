"""A person's own figure against the limit of a sentence."""

from __future__ import annotations

import pytest

from foundation.language.rules.limits import limit_decides

CARRY = "Up to 5 days may be carried into the next year."
BOAT = "Boats of up to 9 metres may moor at the east pier."
LOCKER = "택배함에는 20 kg 이하의 물건만 넣을 수 있습니다."
CLUB = "6개월 이상 일한 사람은 동호회비를 신청할 수 있습니다."
SCOOTER = "자전거 보관소에는 25 kg을 넘는 전동 킥보드를 둘 수 없습니다."
DESK = "Rooms of at least 12 m² may be let to a guest."
TWO = "Up to 5 days may be carried, and up to 10 days may be bought."
DEADLINE = "You must tell your manager within 3 days."


@pytest.mark.parametrize(
    ("question", "sentence", "decided"),
    [
        ("can I carry 8 days into next year?", CARRY, False),
        ("can i carry 5 days into the next year", CARRY, True),
        ("may a boat of 11 metres moor at the pier", BOAT, False),
        ("can my 7 metre boat moor there", BOAT, True),
        ("택배함에 23 kg 물건을 넣을 수 있나요", LOCKER, False),
        ("택배함에 20kg 물건 넣을 수 있어?", LOCKER, True),
        ("일한 지 4개월인데 동호회비 신청할 수 있나요", CLUB, False),
        ("8개월 일했는데 동호회비 신청할 수 있어?", CLUB, True),
        ("30 kg 전동 킥보드를 보관소에 둘 수 있나요", SCOOTER, False),
        ("can a room of 9 m² be let to a guest", DESK, False),
        ("may I take 8 days", "You may take no more than 5 days.", False),
        ("may I take 5 days", "You may take no more than 5 days.", True),
    ],
)
def test_one_limit_of_the_same_unit_decides(question: str, sentence: str, decided: bool) -> None:
    assert limit_decides(question, sentence, 0.4) is decided


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("can I carry 8 hours into next year?", CARRY),
        ("can I carry leave into next year?", CARRY),
        ("how many days can I carry, 8 days?", CARRY),
        ("can I carry 8 days into next year?", TWO),
        ("can I tell my manager in 5 days", DEADLINE),
        ("20 kg 킥보드를 보관소에 둘 수 있나요", SCOOTER),
        ("can I park a car for 8 days", CARRY),
        ("택배함은 몇 kg까지 넣을 수 있나요", LOCKER),
        ("택배함에 3일 넣어둘 수 있나요", LOCKER),
        ("do I have to carry 8 days", CARRY),
        ("can I carry over 8 days", "You may carry over 5 days."),
        ("can I roll over 3 days", "You may roll over 5 days."),
        ("may I take 8 days", "You may take not less than 5 days."),
        ("3일 쓸 수 있나요", "5일 초과하지 않는 범위에서 쓸 수 있습니다."),
    ],
)
def test_otherwise_nothing_is_decided(question: str, sentence: str) -> None:
    assert limit_decides(question, sentence, 0.4) is None
