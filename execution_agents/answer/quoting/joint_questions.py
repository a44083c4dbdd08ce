"""Two facts asked in one question (휴회 기한이랑 분실물 보관 기간): each is looked for by its own words, and if they
are in different passages each is quoted, in the order asked. One search's passages often hold both, but in a joint
ranking the words of one outweigh those of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.retrieval.analysis import key_words
from foundation.domains.schema.quoting import QuotingFigures

_JOINT = re.compile(
    r"(?<=[가-힣A-Za-z0-9)])(?:이랑|랑|하고|와|과)\s+(?!(?:같|다르|달라|비교|함께|관련|상관|마찬가지))"
    r"|\s+(?:및|그리고|또)\s+|(?<=[가-힣])(?<![라려자다냐])고,?\s+(?!싶|있|나서)|[,?]\s+(?=\S)"
    r"|\s+and\s+(?:also\s+)?(?=(?:how|what|when|where|who|which|is|are|do|does|can|may|the)\b)",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"차이|비교|다른\s?점|공통점|달라|다르|중에|중에서|사이|관계|\b(?:differen\w*|compar\w*|between|versus|vs)\b",
    re.IGNORECASE,
)
"""A question about two things together asks for one fact."""


def facts_asked(question: str, figures: QuotingFigures) -> Sequence[str]:
    """The parts of a question that each ask for something of their own, in order; empty if it asks for one thing."""
    if len(question) > figures.fact_question or _TOGETHER.search(question):
        return ()
    parts = [part.strip() for part in _JOINT.split(question) if part.strip()]
    if not 1 < len(parts) <= figures.facts or not all(_names_something(part, figures.fact_word) for part in parts):
        return ()
    return parts


def _names_something(part: str, long: int) -> bool:
    """True for more than one content word, or for one long enough: 회원과 needs the rest of its sentence."""
    words = [word for word in key_words(part) if len(word) > 1]
    return len(words) > 1 or any(len(word) >= long for word in words)
