"""What the terminal says, in Korean and English."""

from __future__ import annotations

import locale
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Every sentence of the terminal chat in one language."""

    prompt: str
    welcome: str
    try_one: str
    keys: str
    thinking: str
    understood: str
    reused: str
    partly: str
    searched: str
    data_age: str
    why_unsure: str
    keep_waiting: str
    seconds_left: str
    no_limit: str
    stopped: str
    lost: str
    back: str
    restarted: str
    sources: str
    example: str
    commands: str
    own_service: str
    starting: str
    offer_previous: str
    offer_again: str
    nothing_to_override: str
    chosen_by_time: str
    bye: str
    seconds: str
    minutes: str
    hours: str
    days: str

    def age(self, seconds: int) -> str:
        """A duration a person can read."""
        for size, words in ((86_400, self.days), (3_600, self.hours), (60, self.minutes)):
            if seconds >= size:
                return words.format(n=seconds // size)
        return self.seconds.format(n=seconds)


KOREAN = Words(
    prompt="질문",
    welcome="무엇이 궁금하세요?",
    try_one="예를 들면:",
    keys="Enter 보내기 · Ctrl-C 멈추기 · /help 명령 · Ctrl-D 나가기",
    thinking="질문을 읽는 중",
    understood="이렇게 이해했어요: {question}",
    reused="가지고 있던 자료로 답합니다",
    partly="일부는 가지고 있던 자료로, 나머지는 새로 검색합니다",
    searched="새로 검색합니다",
    data_age="가진 자료: {summary} ({age} 전)",
    why_unsure="확실하지 않은 이유: {reason}",
    keep_waiting="계속 기다리기",
    seconds_left="{n}초 뒤에는 새로 검색합니다",
    no_limit="답을 기다리는 중 (시간 제한 없음)",
    stopped="멈췄습니다.",
    lost="연결이 끊겼습니다. 다시 잇는 중 …",
    back="다시 이어졌습니다.",
    restarted="일하던 서버가 멈춰 처음부터 다시 시작합니다.",
    sources="출처",
    example="예시 데이터",
    commands="/again 다시 검색 · /previous 이전 자료로 답하기 · /sources 출처 전부 · /session 세션 번호 · /quit 나가기",
    own_service="실행 중인 서비스가 없어 이번에 쓸 것을 하나 켰습니다.",
    starting="서비스를 켜는 중 …",
    offer_previous="/previous 를 입력하면 이전 자료로 답합니다.",
    offer_again="/again 을 입력하면 다시 검색합니다.",
    nothing_to_override="아직 답이 없어 바꿀 것이 없습니다.",
    chosen_by_time="시간이 지나 새로 검색합니다.",
    bye="이어서 하려면: suffice chat --session {session}",
    seconds="{n}초",
    minutes="{n}분",
    hours="{n}시간",
    days="{n}일",
)

ENGLISH = Words(
    prompt="Ask",
    welcome="What would you like to know?",
    try_one="For example:",
    keys="Enter sends · Ctrl-C stops · /help commands · Ctrl-D leaves",
    thinking="reading the question",
    understood="Understood as: {question}",
    reused="answering from what we already have",
    partly="partly from what we have, searching the rest",
    searched="searching",
    data_age="In hand: {summary} ({age} old)",
    why_unsure="Why we are unsure: {reason}",
    keep_waiting="keep waiting",
    seconds_left="searches again in {n} s",
    no_limit="waiting for your answer (no time limit)",
    stopped="Stopped.",
    lost="The line is lost; coming back …",
    back="Back again.",
    restarted="The server that worked on it stopped; starting again.",
    sources="Sources",
    example="example data",
    commands="/again search again · /previous answer from the earlier results · /sources all sources · "
    "/session this session's id · /quit leave",
    own_service="No service was running, so one was started for now.",
    starting="Starting a service …",
    offer_previous="Type /previous to use the earlier results instead.",
    offer_again="Type /again to search again.",
    nothing_to_override="There is no answer yet to change.",
    chosen_by_time="Time is over: searching again.",
    bye="To go on later: suffice chat --session {session}",
    seconds="{n} s",
    minutes="{n} min",
    hours="{n} h",
    days="{n} d",
)


def words_for(language: str | None) -> Words:
    """The named language ("ko", "en"), else the terminal's own, else Korean."""
    chosen = language or (locale.getlocale()[0] or "ko")
    return ENGLISH if chosen.lower().startswith("en") else KOREAN
