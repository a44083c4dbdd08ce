"""The search team's texts for the person, in Korean and English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from foundation.domains.schema.pack import Pack

WORDS: Mapping[str, Mapping[str, str]] = {
    "ask": {
        "ko": "앞서 찾은 자료를 다시 쓸까요, 새로 검색할까요?",
        "en": "Use the data found earlier, or search again?",
    },
    "use_previous": {"ko": "이전 자료 사용", "en": "Use the earlier data"},
    "use_previous_saves": {"ko": "약 {seconds}초 절약", "en": "saves about {seconds} s"},
    "use_previous_skips": {"ko": "검색을 건너뜁니다", "en": "skips the search"},
    "search_new": {"ko": "새로 검색", "en": "Search again"},
    "search_new_gives": {"ko": "자료를 다시 찾음", "en": "looks the data up again"},
    "as_of": {"ko": "{month} 기준", "en": "as of {month}"},
    "summary": {
        "ko": "{label} {count}건 ({age}): “{query}”",
        "en": "{label}, {count} results ({age}): “{query}”",
    },
    "medium_confidence": {
        "ko": "이전 자료로 충분하다는 확신이 {share}%입니다.",
        "en": "We are {share} % sure that the earlier data is enough.",
    },
    "reused": {
        "ko": "{label}: 앞서 찾은 자료를 다시 씁니다 ({age}).",
        "en": "{label}: the data found earlier is used again ({age}).",
    },
    "reused_unasked": {
        "ko": "{label}: 앞서 찾은 자료를 다시 씁니다 ({age}) — 확신 {share}% ({why}). "
        "다시 찾아도 금방이라 묻지 않았고, 조건과 자료를 견준 결과를 따랐습니다.",
        "en": "{label}: the data found earlier is used again ({age}) — {share} % sure ({why}). Searching takes too "
        "little time to ask you, so the comparison of conditions and data decided.",
    },
    "unsure": {"ko": "확신 {share}% ({why})", "en": "only {share} % sure ({why})"},
    "always_searched": {
        "ko": "견주어 보려고 늘 새로 찾는 대화",
        "en": "this conversation always searches, for comparison",
    },
    "asked_to_search": {"ko": "새로 찾기를 바라심", "en": "you asked for a new search"},
    "searched_because": {"ko": "{label}: 새로 검색합니다 — {why}.", "en": "{label}: searched, because {why}."},
    "person_previous": {"ko": "이전 자료를 쓰기로 선택하셨습니다.", "en": "You chose the earlier data."},
    "person_new": {"ko": "새로 검색하기로 선택하셨습니다.", "en": "You chose to search again."},
    "timed_out": {
        "ko": "대기 시간이 지나 안전하게 새로 검색합니다.",
        "en": "The time to answer was over, so we search to be safe.",
    },
    "searching": {"ko": "{label} 검색 중", "en": "Searching {label}"},
    "search_done": {"ko": "{label} {count}건 찾음", "en": "{label}: {count} found"},
    "search_failed": {"ko": "{label} 검색 실패", "en": "{label} failed"},
    "search_skipped": {
        "ko": "{label} 생략 (더 나은 자료가 있음)",
        "en": "{label} skipped (there is better data)",
    },
    "kept": {
        "ko": "검색 없이 이전 검색 {count}회분의 자료 사용",
        "en": "nothing searched, results of earlier searches used: {count}",
    },
    "source_failed": {
        "ko": "{label} 자료를 가져오지 못했습니다 ({source}: 응답하지 않음).",
        "en": "{label} could not be fetched ({source} did not answer).",
    },
    "source_slow": {
        "ko": "{label} 자료를 가져오지 못했습니다 ({source}: {seconds}초 안에 응답하지 않음).",
        "en": "{label} could not be fetched ({source} did not answer within {seconds} s).",
    },
    "source_large": {
        "ko": "{label} 자료를 가져오지 못했습니다 ({source}: 정해 둔 것보다 큰 답을 보냄).",
        "en": "{label} could not be fetched ({source} sent more than may be taken).",
    },
    "source_refused": {
        "ko": "{label} 자료를 가져오지 못했습니다 ({source}: 오류라고 답함).",
        "en": "{label} could not be fetched ({source} answered with an error).",
    },
    "source_unusable": {
        "ko": "{label} 자료를 가져오지 못했습니다 ({source}: 읽을 수 없는 답을 보냄).",
        "en": "{label} could not be fetched ({source} sent an answer that cannot be read).",
    },
    "web_failed": {
        "ko": "웹은 검색하지 못했습니다. 이 답은 자체 자료에서만 찾은 것입니다.",
        "en": "The web could not be searched; this answer is from the sources here alone.",
    },
    "no_rows": {"ko": "조건에 맞는 {label} 자료가 없습니다.", "en": "Nothing was found for these conditions: {label}."},
    "no_source": {
        "ko": "{label} 자료를 찾을 곳이 아직 준비되지 않았습니다.",
        "en": "No source of {label} is set up yet.",
    },
    "seconds": {"ko": "{n}초 전", "en": "{n} s old"},
    "minutes": {"ko": "{n}분 전", "en": "{n} min old"},
    "hours": {"ko": "{n}시간 전", "en": "{n} h old"},
    "days": {"ko": "{n}일 전", "en": "{n} days old"},
    "age_unknown": {"ko": "수집 시각 모름", "en": "age unknown"},
}

ISSUES: Mapping[str, Mapping[str, str]] = {
    "missing": {"ko": "아직 찾은 자료가 없음", "en": "there is no data yet"},
    "no_results": {"ko": "앞선 검색에 결과가 없었음", "en": "the earlier search found nothing"},
    "few_results": {"ko": "자료 수가 적음", "en": "there are few results"},
    "old": {"ko": "자료가 오래됨", "en": "the data is getting old"},
    "stale": {"ko": "자료의 유효 기간이 지남", "en": "the data is too old"},
    "age_unknown": {"ko": "자료의 수집 시각을 알 수 없음", "en": "the age of the data is unknown"},
    "source_changed": {"ko": "원본이 그 뒤에 바뀜", "en": "the source has changed since"},
    "rights_changed": {"ko": "그 자료의 열람 권한이 바뀜", "en": "the rights to that data have changed"},
    "slot_conflict": {"ko": "조건이 다름 ({what})", "en": "the conditions differ ({what})"},
    "gate": {"ko": "질문의 내용이 다름 ({what})", "en": "the question differs ({what})"},
    "probe": {"ko": "더 잘 맞는 자료가 따로 있음", "en": "other passages fit better"},
}
"""Judge 2's issue words (before a colon) as half sentences."""

GATES: Mapping[str, Mapping[str, str]] = {
    "number": {"ko": "수", "en": "number"},
    "date": {"ko": "날짜", "en": "date"},
    "period": {"ko": "기간", "en": "period"},
    "unit": {"ko": "단위", "en": "unit"},
    "entity": {"ko": "대상", "en": "subject"},
    "negation": {"ko": "부정", "en": "negation"},
    "comparator": {"ko": "비교", "en": "comparison"},
    "reversal": {"ko": "반대 방향", "en": "reversal"},
    "topic": {"ko": "주제", "en": "topic"},
    "fresh": {"ko": "최신 여부", "en": "freshness"},
}
"""Gates whose names are not words a person knows."""

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language (English for a language we do not have)."""
    words = WORDS[name]
    return words.get(language, words["en"]).format_map(values)


def label_of(label: Mapping[str, str], language: str) -> str:
    """A pack label in the person's language, or in whatever language the pack has."""
    return label.get(language) or next(iter(label.values()), "")


def age_words(age_s: int | None, language: str) -> str:
    """An age as people say it."""
    if age_s is None:
        return said("age_unknown", language)
    for name, unit in (("days", _DAY), ("hours", _HOUR), ("minutes", _MINUTE)):
        if age_s >= unit:
            return said(name, language, n=age_s // unit)
    return said("seconds", language, n=max(age_s, 0))


def doubt_words(issues: Iterable[str], language: str, pack: Pack) -> str:
    """Judge 2's issues as one half sentence; slots and gates under the names people know."""
    return ", ".join(_issue_words(issue, language, pack) for issue in issues)


def _issue_words(issue: str, language: str, pack: Pack) -> str:
    kind, _, what = issue.partition(":")
    words = ISSUES.get(kind)
    if words is None:
        return issue
    labels = {slot.name: slot.label for slot in pack.slots} if kind == "slot_conflict" else GATES
    return words.get(language, words["en"]).format(what=label_of(labels.get(what, {language: what}), language))
