"""What a reused answer states about itself: when its data was fetched, how old it is, and that it can be searched
again."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.work import TypeDecision
from foundation.language.dates.month_names import date_words

MINUTE_S, HOUR_S, DAY_S = 60, 3_600, 86_400


def reuse_badge(request: AnswerRequest) -> str | None:
    """One line for all types that were reused; None when none was."""
    reused = [decision for decision in request.decisions if decision.decision == "reused"]
    if not reused:
        return None
    partial = len(reused) < len(request.decisions)
    several = partial or len(reused) > 1
    parts = [type_badge(decision, request, named=several) for decision in reused]
    fresh = [decision for decision in request.decisions if decision.decision == "searched"]
    parts += [searched_badge(decision, request) for decision in fresh]
    parts.append("다시 검색" if request.language == "ko" else "Search again")
    return " · ".join(parts)


def type_badge(decision: TypeDecision, request: AnswerRequest, *, named: bool) -> str:
    """ "10:42 자료 6건 재사용 · 3분 전, 원본 변경 없음" for one data type."""
    count = item_count(decision, request)
    clock = clock_words(decision.fetched_at, request)
    age = age_words(decision, request)
    if decision.as_of is not None:
        month = date_words(f"{decision.as_of:%Y-%m}", request.language)
        age = f"{month} 기준, {age}" if request.language == "ko" else f"as of {month}, {age}"
    label = label_of(decision.data_type, request)
    if request.language == "ko":
        changed = "원본 변경됨" if decision.source_changed else "원본 변경 없음"
        what = f"{clock} 자료 {count}건 재사용".strip()
        return f"{label}: {what} · {age}, {changed}" if named else f"{what} · {age}, {changed}"
    changed = "source changed since" if decision.source_changed else "source unchanged"
    results = "result" if count == 1 else "results"
    what = f"{count} {results}" + (f" from {clock}" if clock else "") + f" reused ({age}, {changed})"
    return f"{label}: {what}" if named else what


def searched_badge(decision: TypeDecision, request: AnswerRequest) -> str:
    """A type that was searched while others were reused."""
    label = label_of(decision.data_type, request)
    return f"{label}: 새로 검색" if request.language == "ko" else f"{label}: searched"


def label_of(data_type: str, request: AnswerRequest) -> str:
    """The data type's label; its name when the pack no longer has it."""
    try:
        return words_of(request.pack.data_type(data_type).label, request.language)
    except KeyError:
        return data_type


def item_count(decision: TypeDecision, request: AnswerRequest) -> int:
    """Items of the reused batch, without figures computed over them."""
    batches = [batch for batch in request.evidence if batch.evidence_id in decision.evidence_ids]
    return sum(not item.derived for batch in batches for item in batch.items)


def clock_words(fetched_at: datetime | None, request: AnswerRequest) -> str:
    """10:42 in the pack's time zone, with the day when it was not today."""
    if fetched_at is None:
        return ""
    zone = ZoneInfo(request.pack.time_zone)
    then, today = fetched_at.astimezone(zone), request.now.astimezone(zone).date()
    clock = f"{then:%H:%M}"
    if then.date() == today:
        return clock
    if request.language == "ko":
        return f"{then.month}월 {then.day}일 {clock}"
    return f"{then.day} {then:%b} {clock}"


def age_words(decision: TypeDecision, request: AnswerRequest) -> str:
    """3분 전 / 3 min old."""
    korean = request.language == "ko"
    age_s = decision.age_s
    if age_s is None and decision.fetched_at is not None:
        age_s = int((request.now - decision.fetched_at).total_seconds())
    if age_s is None:
        return "시각 모름" if korean else "age unknown"
    for unit, ko, en in ((DAY_S, "일", "days"), (HOUR_S, "시간", "h"), (MINUTE_S, "분", "min")):
        if age_s >= unit:
            count = age_s // unit
            return f"{count}{ko} 전" if korean else f"{count} {'day' if (en, count) == ('days', 1) else en} old"
    return "방금" if korean else "just now"
