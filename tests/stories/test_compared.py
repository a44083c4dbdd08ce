"""Questions that compare and rank rows: the answer stands in the first sentence, its rows below in that order."""

from __future__ import annotations

import re

from tests.serving import Serving
from tests.stories.client import talking

COMPARES = "강남이랑 서초 중에 어디가 매매가 더 비싸?"
RANKS = "서울에서 전세 제일 싼 구 top 5 알려줘"
ENGLISH = "Which is cheaper for jeonse, Gangnam-gu or Mapo-gu, and by how much?"


async def test_the_first_sentence_compares_and_ranks_over_a_real_socket(service: Serving) -> None:
    async with talking(service.url, await service.session()) as client:
        compared = await client.turn(COMPARES)
        first, _, table = compared["content"].partition("\n\n")
        assert re.match(r"매매 평균은 강남구가 [\d억만, ]+원 더 비쌉니다: .*\(\d{4}년 \d+월\) \[\d+\]\[\d+\]\.$", first)
        markers = {int(number) for number in re.findall(r"\[(\d+)\]", first)}
        assert markers <= {citation["marker"] for citation in compared["citations"]}
        assert [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| 서울")] == [
            "서울 강남구",
            "서울 서초구",
        ]

        ranked = await client.turn(RANKS)
        first, _, table = ranked["content"].partition("\n\n")
        rows = [line.split("|") for line in table.splitlines() if line.startswith("| 서울")]
        assert len(rows) == 5
        assert "가장 싼 곳은" in first
        assert rows[0][1].split()[-1] in first


async def test_the_same_in_english_over_http(service: Serving) -> None:
    asked = {"session_id": await service.session(), "content": ENGLISH}
    answer = (await service.http.post("/api/chat", json=asked)).json()
    assert re.match(
        r"Mapo-gu is cheaper, by ₩[\d.,]+ million \(jeonse mean deposit, .*\) \[\d+\]\[\d+\]\.", answer["content"]
    )
