"""What an answer is about is remembered by its name, if it is one thing of a table or two."""

from __future__ import annotations

import pytest

from foundation.contracts.events import Citation
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.memory.subject import subject_of
from tests.foundation.domains.small_pack import NOW

PACK = load_pack(shipped_packs() / "real_estate")
YOUTH, COUPLE, LARGE = "새움 청년 전세대출", "두레 신혼부부 전세대출", "한빛 고액 전세대출"


def cited(marker: int, title: str, source: str = "loan_products", **fields: str) -> Citation:
    return Citation(
        marker=marker, chunk_id=title, source=source, title=title, quote=title, fetched_at=NOW,
        fields=dict(fields) if fields else {"product": title},
    )  # fmt: skip


LOANS = (cited(1, YOUTH), cited(2, COUPLE), cited(3, LARGE))


@pytest.mark.parametrize(
    ("content", "subject"),
    [
        (f"{YOUTH}의 한도는 2억원입니다 [1].\n\n- {YOUTH}: 한도 2억원 [1]", YOUTH),
        (f"금리가 가장 낮은 것은 {COUPLE}입니다 [2].\n\n- {YOUTH} [1]\n- {COUPLE} [2]\n- {LARGE} [3]", COUPLE),
        (f"찾은 자료에 ‘카카오뱅크’에 관한 것은 없습니다.\n\n- {YOUTH}: 한도 2억원 [1]", YOUTH),
        (f"- {YOUTH} [1]\n- {COUPLE} [2]", f"{YOUTH}, {COUPLE}"),
        (f"- {YOUTH} [1]\n- {COUPLE} [2]\n- {LARGE} [3]", ""),
        ("모르겠습니다.", ""),
        ("다른 근거입니다 [9].", ""),
    ],
)
def test_the_first_line_with_a_source_says_what_it_is_about(content: str, subject: str) -> None:
    assert subject_of(content, LOANS, PACK, "ko") == subject


def test_a_place_and_a_month_are_no_thing() -> None:
    row = cited(1, "서울 마포구 2026-02 전체", "district_prices", region="서울 마포구")
    assert subject_of("마포구 평균은 6억원입니다 [1].", (row,), PACK, "ko") == ""


def test_a_passage_is_no_thing() -> None:
    passage = cited(1, "민법 제640조", "law_guide").model_copy(update={"fields": {}})
    assert subject_of("두 달 치입니다 [1].", (passage,), PACK, "ko") == ""
