"""Documents are needed too where a heading says what is asked and no row is named."""

from __future__ import annotations

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.requests import understood
from tests.supervisor.planning.talks import context_of, documents_of

PACK = load_pack(shipped_packs() / "real_estate")
DOCUMENTS = documents_of(
    {
        "지하 보관함 한도": "보관함의 한도는 40개이다.",
        "중개보수의 한도": "거래 금액의 1천분의 9 안에서 정한다.",
        "자동차 대출": "차를 사는 돈은 여기서 빌리지 않는다.",
        "월세를 두 달 치 밀리면": "임대인은 계약을 끝낼 수 있다.",
        "권리금이란": "가게의 단골과 자리에 매긴 값이다.",
        "계약 갱신 요구의 기한": "만료 6개월 전부터 2개월 전까지 요구할 수 있다.",
        "수선 의무": "임대인은 보일러처럼 큰 고장을 고친다.",
        "확정일자를 받는 곳": "주민센터와 등기소에서 받는다.",
        "전대의 제한": "임대인의 동의 없이 다시 세를 줄 수 없다.",
    },
    PACK,
    "law_guide",
)


async def types_of(question: str) -> tuple[str, ...]:
    found, _ = await understood(context_of(question, pack=PACK, documents=DOCUMENTS))
    return found.data_types


async def test_a_heading_that_says_what_is_asked_brings_its_documents_first() -> None:
    found = await types_of("지하 보관함의 한도는 몇 개야?")
    assert found[0] == "legal"
    assert "loan" in found


@pytest.mark.parametrize(
    "question",
    [
        "두레 신혼부부 전세대출 한도는?",  # names a row
        "전세대출 한도 알려줘",  # no heading says most of it
        "달서구 아파트 매매 시세 알려줘",
    ],
)
async def test_a_question_of_rows_needs_rows_alone(question: str) -> None:
    assert "legal" not in await types_of(question)
