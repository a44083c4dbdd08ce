"""Questions as people say them: a month in letters, the worst day, which of two, a figure put right, a rule where rows
are near."""

from __future__ import annotations

import pytest

from tests.serving import Serve
from tests.stories.test_first_questions import asked

FIRST = "전세 중 보증금 평균이 5억원 이하인 곳은 5곳입니다: 강동구 4억 8,678만원"


Talks = tuple[tuple[tuple[str, str], ...], ...]
SPOKEN: tuple[tuple[str, Talks], ...] = (
    (
        "water_treatment",
        (
            (
                (
                    "7월이랑 8월 중에 원수 탁도 언제가 더 높았어",
                    "2026년 7월이 17.12 NTU 더 높습니다: 2026년 7월 29.41 NTU",
                ),
            ),
            (("did finished water chlorine ever drop below 0.6 in October", "There is none with free chlorine"),),
            (("worst day for raw water turbidity in july", "was on 8 July 2026 (181.9 NTU)"),),
            (("시월에 정수 잔류염소 평균", "0.79입니다 (2026년 10월, 31건)"),),
            (("last day of October finished water chlorine", "0.76 (31 October 2026)"),),
            (
                ("밀폐공간 산소 몇 % 이상이어야 들어가?", "산소 18 % 이상 23.5 % 이하"),
                ("지금 24% 나오는데 들어가도 됨?", "아니요. 24%는 18 % 이상 23.5 % 이하 범위를 벗어납니다"),
            ),
            (("들어가도 되는 산소 농도", "23.5 %"), ("지금 20% 나오는데 들어가도 됨?", "네. 20%는")),
            (
                ("7월 원수 탁도 평균", "29.41"),
                ("8월은?", "12.29"),
                ("둘 차이는?", "17.12 NTU(58.2%) 낮아졌습니다 (2026년 7월 29.41 NTU → 2026년 8월 12.29 NTU)"),
            ),
            (("정수지 1지 청소 언제야", "2026-05-27: 설비 정수지 1지"),),
            (("7월 원수 탁도가 더 심해지면 어떻게 해", "고탁도 원수 대응"),),
        ),
    ),
    (
        "real_estate",
        (
            (("전세 5억 이하인 구 어디어디야", FIRST),),
            (("전세 두번째로 비싼 구 어디야", "서초구 9억 4,803만원, 강남구 9억 3,396만원 (2026년 2월)"),),
            (
                (
                    "매매 20억 넘는 구 어디야",
                    "곳은 2곳입니다: 강남구 22억 2,064만원, 서초구 23억 3,352만원 (2026년 1월)",
                ),
            ),
            (("전세 제일 싼 구", "노원구로, 3억 4,214만원입니다"), ("그 다음으로 싼 구는", "은평구 3억 9,077만원")),
            (("마포 월세방인데 보일러 고장나면 누가 고쳐요", "큰 고장은 집주인이 고쳐야 합니다"),),
            (("is it ok to sell in Mapo", "Mapo-gu sale: mean"),),
            (("월세 두 달 밀리면 해지되나요", "두 달 치가 되면"), ("sorry typo, 4 months", "two months' rent")),
        ),
    ),
    (
        "handbook",
        (
            (
                ("how many days holiday do i get a yr", "27 days"),
                ("ive been here 6 yrs tho", "After 5 years with us it is 30 days"),
                ("taken 19 so far, whats left", "11 days are left (30 days less 19 days)"),
            ),
            (("taken 19 so far, whats left", "8 days are left (27 days less 19 days)"),),
            (("hotel limit in london", "£165 a night"), ("no wait, abroad", "Hotel, abroad: £150 a night")),
            (("what is the limit for books", "Books: £200 a year"),),
            (("나는 3년 전에 이사했어", "기억해 두었습니다"),),
        ),
    ),
)


@pytest.mark.parametrize(
    ("pack", "talks"),
    [pytest.param(*one, id=one[0], marks=[] if one[0] == "handbook" else [pytest.mark.long]) for one in SPOKEN],
)
async def test_what_is_asked_as_spoken_is_answered_first(serve: Serve, pack: str, talks: Talks) -> None:
    async with serve(pack=pack, llm_model=None) as service:
        for talk in talks:
            answers = await asked(service, pack, *(question for question, _ in talk))
            for (question, begins), answer in zip(talk, answers, strict=True):
                first = "\n\n".join(answer["content"].split("\n\n")[:2])
                assert begins in first, f"{question}: {first}"
                assert ".." not in first.replace("…", ""), first
