"""What the terminal says, in Korean and English."""

from __future__ import annotations

import locale
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Every sentence of the terminal chat in one language."""

    language: str
    prompt: str
    welcome: str
    try_one: str
    keys: str
    thinking: str
    writing: str
    understood: str
    taken_over: str
    otherwise: str
    reused: str
    partly: str
    searched: str
    in_hand: str
    why_unsure: str
    keep_waiting: str
    seconds_left: str
    time_left: str
    pick_line: str
    whole_list: str
    list_page: str
    list_line: str
    form_line: str
    may_be_empty: str
    no_limit: str
    busy: str
    lost: str
    back: str
    restarted: str
    sources: str
    more_sources: str
    by_rules: str
    by_model: str
    confidence: str
    stopping: str
    queued: str
    begins_in: str
    left_running: str
    refetch: str
    example: str
    web: str
    found_on: str
    """Of a web page that says no day of its own."""
    commands: str
    own_service: str
    starting: str
    offer_previous: str
    offer_again: str
    nothing_to_override: str
    bye: str
    seconds: str

    def took(self, seconds: float, digits: int) -> str:
        """How long something took."""
        return self.seconds.format(n=f"{seconds:.{digits}f}")


KOREAN = Words(
    language="ko",
    prompt="질문",
    welcome="무엇이 궁금하세요?",
    try_one="예를 들면:",
    keys="Enter 보내기 · Ctrl-C 멈추기 · /help 명령 · Ctrl-D 나가기",
    thinking="질문을 읽는 중",
    writing="답을 쓰는 중",
    understood="이렇게 이해했어요: {question}",
    taken_over="앞 대화에서 이어받은 조건: {conditions}",
    otherwise="다른 뜻이었다면 이렇게 물어보세요: {readings}",
    reused="가지고 있던 자료로 답합니다",
    partly="일부는 가지고 있던 자료로, 나머지는 새로 검색합니다",
    searched="새로 검색합니다",
    in_hand="가진 자료: {summary}",
    why_unsure="확실하지 않은 이유: {reason}",
    keep_waiting="계속 기다리기",
    seconds_left="{n}초 뒤에는 새로 검색합니다",
    time_left="{n}초 남음",
    pick_line="번호나 하고 싶은 말을 적고 Enter · k 계속 기다리기",
    whole_list="전체 목록 ({n})",
    list_page="{n}가지 · {page}/{pages}쪽",
    list_line="번호 고르기 · Enter 다음 쪽 · - 앞 쪽 · /낱말 찾기 · 0 돌아가기",
    form_line="적고 Enter · k 계속 기다리기 · Ctrl-C 그만두기",
    may_be_empty="비워도 됩니다",
    no_limit="답을 기다리는 중 (시간 제한 없음)",
    busy="지금은 기다리는 질문이 많습니다. {n}초 뒤에 다시 물어봐 주세요.",
    lost="연결이 끊겼습니다. 다시 잇는 중 …",
    back="다시 이어졌습니다.",
    restarted="일하던 서버가 멈춰 처음부터 다시 시작합니다.",
    sources="출처",
    more_sources="그 밖에 {n}건 (/sources)",
    by_rules="규칙 엔진",
    by_model="모델",
    confidence="확신 {n}%",
    stopping="멈추는 중",
    queued="접수했습니다 · 대기 {n}번째",
    begins_in=" · 약 {n}초 뒤 시작",
    left_running="연결 없이 나갑니다. 질문은 서버에서 계속되고, 답은 이 세션에 남습니다.",
    refetch="자리를 비운 사이의 일부 기록이 정리되었습니다. 대화는 다음과 같습니다.",
    example="예시 데이터",
    web="웹",
    found_on="{day}에 찾음",
    commands="/again 다시 검색 · /previous 이전 자료로 답하기 · /sources 출처 전부 · "
    "/save 문서 저장 · /graph 둘레 보기 · /memories 기억 · /forget 기억 지우기 · "
    "/session 세션 번호 · /quit 나가기",
    own_service="실행 중인 서비스가 없어 이번에 쓸 것을 하나 켰습니다.",
    starting="서비스를 켜는 중 …",
    offer_previous="/previous 를 입력하면 이전 자료로 답합니다.",
    offer_again="/again 을 입력하면 다시 검색합니다.",
    nothing_to_override="아직 답이 없어 바꿀 것이 없습니다.",
    bye="이어서 하려면: suffice chat --session {session}",
    seconds="{n}초",
)

ENGLISH = Words(
    language="en",
    prompt="Ask",
    welcome="What would you like to know?",
    try_one="For example:",
    keys="Enter sends · Ctrl-C stops · /help commands · Ctrl-D leaves",
    thinking="reading the question",
    writing="writing the answer",
    understood="Understood as: {question}",
    taken_over="Taken over from before: {conditions}",
    otherwise="If you meant something else, ask: {readings}",
    reused="answering from what we already have",
    partly="partly from what we have, searching the rest",
    searched="searching",
    in_hand="In hand: {summary}",
    why_unsure="Why we are unsure: {reason}",
    keep_waiting="keep waiting",
    seconds_left="searches again in {n} s",
    time_left="{n} s left",
    pick_line="A number, or your own words, then Enter · k keeps waiting",
    whole_list="Whole list ({n})",
    list_page="{n} in all · page {page} of {pages}",
    list_line="A number picks · Enter next page · - page before · /words search · 0 goes back",
    form_line="Write it, then Enter · k keeps waiting · Ctrl-C gives up",
    may_be_empty="may stay empty",
    no_limit="waiting for your answer (no time limit)",
    busy="Too many questions are waiting; ask again in {n} s.",
    lost="The line is lost; coming back …",
    back="Back again.",
    restarted="The server that worked on it stopped; starting again.",
    sources="Sources",
    more_sources="{n} more (/sources)",
    by_rules="rules engine",
    by_model="model",
    confidence="confidence {n}%",
    stopping="stopping",
    queued="taken · number {n} in the queue",
    begins_in=" · begins in about {n} s",
    left_running="Leaving without a connection; the service goes on, and its answer stays in this session.",
    refetch="Some events of the time away are no longer kept. This is the conversation as it stands.",
    example="example data",
    web="web",
    found_on="found {day}",
    commands="/again search again · /previous answer from the earlier results · /sources all sources · "
    "/save keep the document · /graph what lies around it · /memories what is remembered · /forget erase one · "
    "/session this session's id · /quit leave",
    own_service="No service was running, so one was started for now.",
    starting="Starting a service …",
    offer_previous="Type /previous to use the earlier results instead.",
    offer_again="Type /again to search again.",
    nothing_to_override="There is no answer yet to change.",
    bye="To go on later: suffice chat --session {session}",
    seconds="{n} s",
)


def words_for(language: str | None) -> Words:
    """The named language ("ko", "en"), else the terminal's own; Korean where that names none (C, POSIX)."""
    chosen = language or locale.setlocale(locale.LC_CTYPE)
    return ENGLISH if chosen.lower().startswith("en") else KOREAN
