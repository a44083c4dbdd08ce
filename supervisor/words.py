"""The supervisor's own texts for the person, in Korean and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "team_failed": {
        "ko": "{team} 작업이 실패해 이 부분은 답하지 못했습니다. 다시 질문해 주세요.",
        "en": "The {team} step failed, so this part is not answered. Please ask again.",
    },
    "assumed": {
        "ko": "“{label}”{particle} 이해하고 답했습니다. 다른 뜻이면 말씀해 주세요.",
        "en": "I took it as “{label}”. Tell me if you meant something else.",
    },
    "alike": {
        "ko": "{labels}: 어느 것을 뜻하셨든 답이 같습니다.",
        "en": "Whichever you meant ({labels}), the answer is the same.",
    },
    "no_such_time": {
        "ko": "달력에 없는 때입니다: {times}. 날짜를 고쳐 다시 물어봐 주세요.",
        "en": "No calendar has this time: {times}. Please ask again with another date.",
    },
    "read_in_part": {
        "ko": "질문이 길어 앞과 끝의 1,000자씩, 조건은 32개까지만 읽었습니다. 나누어 질문해 주세요.",
        "en": "The question is long: its first and last 1,000 characters and 32 conditions were read. "
        "Please ask in parts.",
    },
    "memory_kept": {
        "ko": "기억해 두었습니다: “{what}”.",
        "en": "I will remember: “{what}”.",
    },
    "memory_replaced": {
        "ko": "앞서 기억한 “{what}”을(를) 대신합니다.",
        "en": "It takes the place of “{what}”.",
    },
    "memory_known": {
        "ko": "이미 기억하고 있습니다: “{what}”.",
        "en": "I remember that already: “{what}”.",
    },
    "memory_refused": {
        "ko": "그것은 기억하지 않습니다. 본인에 대한 사실과 바라는 것, 답하는 방식만 기억합니다. "
        "비밀번호, 계좌·주민등록번호, 다른 사람에 대한 것은 남기지 않습니다.",
        "en": "I do not keep that. I remember facts about you, what you look for and how you want answers; "
        "no passwords, no account or identity numbers, nothing about other people.",
    },
    "memory_forgot": {
        "ko": "잊었습니다: “{what}”.",
        "en": "Forgotten: “{what}”.",
    },
    "memory_forgot_all": {
        "ko": "기억하던 것을 모두 지웠습니다({n}건).",
        "en": "Everything I remembered is erased ({n}).",
    },
    "memory_unknown": {
        "ko": "그런 기억이 없습니다. 무엇을 기억하는지는 기억 화면에서 볼 수 있습니다.",
        "en": "I remember nothing like that. The memory page shows what I remember.",
    },
    "memory_off": {
        "ko": "기억이 꺼져 있어 아무것도 기억하거나 지우지 않았습니다.",
        "en": "Memory is switched off, so nothing was kept or erased.",
    },
    "memory_used_interest": {
        "ko": "관심 지역인 {value}{particle} 찾았습니다.",
        "en": "Searched for {value}, your area of interest.",
    },
    "memory_used_home": {
        "ko": "사시는 {value}{particle} 찾았습니다.",
        "en": "Searched for {value}, where you live.",
    },
    "memory_used": {
        "ko": "기억해 둔 {value}{particle} 찾았습니다.",
        "en": "Searched for {value}, as you told me before.",
    },
}


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language (English for a language we do not have)."""
    words = WORDS[name]
    return words.get(language, words["en"]).format_map(values)
