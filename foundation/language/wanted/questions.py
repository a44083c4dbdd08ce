"""Several questions in one message, separated by how it is written: items that count up from 1, question marks, and
words that join two clauses. Whether joined clauses ask for different things is not decided here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foundation.language.claims import AT_START, on_lines
from foundation.language.cues import topic_words
from foundation.language.grams import is_said
from foundation.language.wanted.rates import bases_in

LONGEST = 4_000
"""Characters that are read; longer ones are pasted texts."""
_CIRCLED = re.compile(r"[①-⑳]\s*")
_ASKED = re.compile(r".*?[?？]+(?![\"'”’」])|.+$", re.DOTALL)
_JOINED = re.compile(
    r"(?<=[가-힣A-Za-z0-9)])(?:이랑|랑|하고|와|과)\s+"
    r"|[,.]?\s+(?:그리고|또한?|추가로)\s+|(?<=[가-힣]고),?\s+(?!싶|있|나서|해서)|,\s+(?=\S)"
    r"|\s+[n&+]\s+(?=(?:how|whats?|when|where|who|which|is|are|do|does|can|may)\b)|[,.;]?\s+and\s+(?:also\s+)?|[,.;]\s+(?:also\s+)?(?=(?:how|what|when|where|who|which)\b)",
    re.IGNORECASE,
)
_ENDED = re.compile(r"(?<=[가-힣][요까니냐임죠])\s+(?=\S)|(?<=[가-힣]야)\s+(?=[^\s하되돼할될해됩합])")
_SOME_WORDS = re.compile(r"\S\s+\S+$(?<!부터)(?<!까지)(?<!에서)(?<![로에만도은는])")
"""Where a Korean sentence may end without a mark."""
_TOGETHER = re.compile(
    r"차이|비교|다른\s?점|공통점|달라|다르|중에|중에서|사이|관계|같[은이나아]"
    r"|\b(?:differen\w*|compar\w*|between|versus|vs|same)\b",
    re.IGNORECASE,
)
"""A question about two things together is one question."""
_ASKS = re.compile(
    r"몇|며칠|언제|무엇|무슨|뭐|뭔|뭘|어디|어떤|어떻게|어느|얼마|누구|누가|왜"
    r"|\b(?:(?:how|what|when|where|who)['’]?s?|which|why)\b|^\s*(?:can|do|does|is|are|may|must|should)\b",
    re.IGNORECASE,
)


_DEPENDS_EN = re.compile(
    r"(?:^|[.!]\s+)(?:and\s+|but\s+|so\s+)?(?:if|when|whenever|since|because|although|though|while|once|unless|after|before|as)\b[^.!?]*$",
    re.IGNORECASE,
)
_DEPENDS_KO = re.compile(r"[가-힣](?:으?면|는데|은데|인데|니까|지만|라서|어서|아서|려고|거든)(?:요)?$")


def depends(clause: str) -> bool:
    """True for a clause that goes on with the one behind it: if I was off ill, …; 두 달인데, …"""
    plain = clause.rstrip(" ,")
    return _DEPENDS_EN.search(plain) is not None or _DEPENDS_KO.search(plain) is not None


def questions_in(text: str) -> Sequence[str]:
    """The questions of a message, in order, as they were typed; empty for a message of one. A question without content
    of its own (*why?*) belongs to the one before."""
    found: list[str] = []
    for part in _listed(text[:LONGEST]) or _asked(text[:LONGEST]):
        if topic_words(part):
            found.append(part)
        elif found:
            found[-1] = f"{found[-1]} {part}"
    return found if len(found) > 1 else ()


def asks(clause: str) -> bool:
    """True if a clause has a question word of its own, and a subject: 묵시적 갱신이 뭐, not 언제."""
    return _ASKS.search(clause) is not None and bool(topic_words(_ASKS.sub(" ", clause)))


def asks_without_subject(clause: str) -> bool:
    """True if a clause asks by a question word and names nothing itself: how much a month."""
    plain = clause
    for base in reversed(bases_in(clause)):
        plain = f"{plain[: base.start]} {plain[base.end :]}"
    return _ASKS.search(clause) is not None and not topic_words(_ASKS.sub(" ", plain))


def clauses_in(text: str) -> Sequence[tuple[int, int]]:
    """(start, end) of the clauses that joining words separate in a message of one sentence, in order; empty if nothing
    is joined. What is joined in order to be asked about together (차이, 비교) stays one; a question behind it does not
    (A랑 B 차이가 뭐고 C는 얼마야?)."""
    if len(text) > LONGEST:
        return ()
    found, start, together = list[tuple[int, int]](), 0, [one.start() for one in _TOGETHER.finditer(text)]
    for match in _JOINED.finditer(text):
        if together and not (
            together[-1] < match.start() and _is_whole(text[start : match.start()], text[match.end() :])
        ):
            continue
        found.append((start, match.start()))
        start = match.end()
    found.append((start, len(text)))
    found = [(first, last) for first, last in found if text[first:last].strip()]
    return found if len(found) > 1 else ()


def _is_whole(before: str, behind: str) -> bool:
    """True if a question about things together is whole, and another one begins."""
    return _TOGETHER.search(before) is not None and asks(before) and asks(behind)


def _listed(text: str) -> list[str]:
    """Items of a list, with what is asked before it."""
    lines = on_lines(_CIRCLED.sub(lambda match: f"\n{match[0]}", text)).split("\n")
    items = [line for line in lines if AT_START.match(line) or _CIRCLED.match(line)]
    if len(items) < 2:
        return []
    before = [line for line in lines[: lines.index(items[0])] if "?" in line]
    plain = [_CIRCLED.sub("", AT_START.sub("", one)).strip() for one in items]
    return [*before, *(one for one in plain if one)]


def _asked(text: str) -> list[str]:
    """What ends in a question mark, each with what is said before it; what is asked for behind the last one too. In a
    chat the mark is often left out: a sentence that asks ends with its verb, too."""
    parts = [part.strip() for each in _ASKED.findall(text) for part in _sentences(each) if part.strip()]
    return parts if sum(_is_marked(part) or asks(part) for part in parts) > 1 else []


def _is_marked(part: str) -> bool:
    return part.endswith(("?", "？"))


def _asks_whether(text: str) -> bool:
    """True for some words and a verb with a question mark: 강아지 키우는건 돼요?"""
    plain = text.rstrip(" ?？.!~")
    said = plain.removesuffix("요")
    return _is_marked(text.strip()) and is_said(plain.rsplit(" ", 1)[-1]) and bool(_SOME_WORDS.search(said))


def _sentences(text: str) -> Iterator[str]:
    """Its sentences without marks between them (누가 고쳐요 강아지 키우는건 돼요?): each asks, and ends as one does."""
    start = 0
    for end in _ENDED.finditer(text):
        before, behind = text[start : end.start()], text[end.end() :]
        if asks(before) and topic_words(behind) and (asks(behind) or _asks_whether(behind)):
            yield before
            start = end.end()
    yield text[start:]
