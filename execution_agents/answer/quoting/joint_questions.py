"""Two facts asked in one question (휴회 기한이랑 분실물 보관 기간): each is looked for by its own words, and if they
are in different passages each is quoted, in the order asked. One search's passages often hold both, but in a joint
ranking the words of one outweigh those of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.analysis.said.asking import is_multiple_alone
from execution_agents.retrieval.analysis import key_words
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.questions import asks, asks_without_subject, depends

_JOINT = re.compile(
    r"(?<=[가-힣A-Za-z0-9)])(?:이랑|랑|하고|와|과)\s+(?!(?:같|다르|달라|비교|함께|관련|상관|마찬가지))"
    r"|\s+(?:및|그리고|또)\s+|(?<=[가-힣])(?<![라려자다냐])고,?\s+(?!싶|있|나서)|[,?]\s+(?=\S)"
    r"|\s+(?:and|[n&+])\s+(?:also\s+)?(?=(?:how|whats?|when|where|who|which|is|are|do|does|can|may|the)\b)",
    re.IGNORECASE,
)
_NAMED_TOGETHER = re.compile(
    r"(?<=[가-힣A-Za-z0-9)])(?:이랑|랑|(?<![아어여려라러져])와|과)\s+(?!(?:같|다르|달라|비교|함께|관련|상관|마찬가지))|\s+및\s+"
)
"""What joins names alone, never verbs (하고, 들어와). What stands before a comma may be what a question is only about:
back to the residual, at what value does it go off."""
_ADVERBIAL = re.compile(r"^\D*[가-힣](?:에|에서|에게)$")
"""Of a figure (2월에) it is a time."""
_MARKED = re.compile(r"[가-힣A-Za-z0-9)](?:은|는|이|가|을|를|도)$")
"""A noun that something is said of."""
_MAY_BE_A_NOUN = re.compile(r"(?<!으)면$")
"""화면 is no condition."""
_REQUESTS = re.compile(r"주(?:시|신다)?면$")
"""알려주시면 is none either."""
_TOGETHER = re.compile(
    r"차이|비교|다른\s?점|공통점|달라|다르|중에|중에서|사이|관계(?!수)|\b(?:differen\w*|compar\w*|between|versus|vs)\b",
    re.IGNORECASE,
)
"""A question about two things together asks for one fact. A coefficient (상관계수) is no relation (관계)."""


def facts_asked(question: str, figures: QuotingFigures) -> Sequence[str]:
    """The parts of a question that each ask for something of their own, in order; empty if it asks for one thing."""
    return _parted(question, _JOINT, figures)


def facts_named(question: str, figures: QuotingFigures) -> Sequence[str]:
    """The same where the facts are named side by side (송수 압력 기준이랑 잔류염소 목표): each may be searched for,
    before it is known what the documents say."""
    first, *others = _parted(question, _NAMED_TOGETHER, figures) or ("",)
    added = comparing(question).total
    return (first, *others) if others and (added or all(map(_is_named, others))) else ()


def _is_named(part: str) -> bool:
    """False where a part says how (전입신고와 동시에) or on what condition (손실수두와 수위가 같으면): one thing is
    asked then. A condition of both that adds them up (더하면) needs each."""
    said, is_marked = part.split(), False
    if _ADVERBIAL.search(said[0]):
        return False
    for word in said:
        if asks(word) or asks_without_subject(word) or _REQUESTS.search(word):
            break
        if depends(word) and (is_marked or not _MAY_BE_A_NOUN.search(word)):
            return False
        is_marked = is_marked or _MARKED.search(word) is not None
    return True


def _parted(question: str, joint: re.Pattern[str], figures: QuotingFigures) -> Sequence[str]:
    if len(question) > figures.fact_question or _TOGETHER.search(question):
        return ()
    parts = [question[start:end].strip() for start, end in _spans(question, joint, figures.fact_word)]
    return parts if 1 < len(parts) <= figures.facts else ()


def _spans(question: str, joint: re.Pattern[str], long: int) -> Sequence[tuple[int, int]]:
    """Where the parts stand. One that names nothing by itself goes on with the one behind it (탁도와 주입률의
    상관계수), the last one with the one before."""
    edges = [0, *(edge for found in joint.finditer(question) for edge in found.span()), len(question)]
    spans, begins = list[tuple[int, int]](), -1
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if not question[start:end].strip():
            continue
        begins = start if begins < 0 else begins
        if not _names_something(question[start:end], long):
            continue
        spans.append((begins, end))
        begins = -1
    if begins >= 0 and spans:
        spans[-1] = (spans[-1][0], len(question))
    return spans


def _names_something(part: str, long: int) -> bool:
    """True for more than one content word, or for one long enough: 회원과 needs the rest of its sentence; a multiple is
    of what the part before it names."""
    if is_multiple_alone(part):
        return False
    words = [word for word in key_words(part) if len(word) > 1]
    return len(words) > 1 or any(len(word) >= long for word in words)
