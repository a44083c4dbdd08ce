"""What is measured on a draft before it is accepted (system 3, sections 5 and 7). No model, some milliseconds.

Every claim is compared with the evidence it is about (`findings.py`). A draft is rejected if the evidence contradicts
the claim that answers the question, if it is in the wrong language, or if two thresholds are violated; other wrong
claims are removed, unsupported ones marked (`settling.py`). An honest "not in the documents" is no violation; whatever
it adds is checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from execution_agents.answer.checks.examined import Case, Check, Examined, Finding
from execution_agents.answer.checks.findings import examined
from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.parts import Part, parts_of
from execution_agents.answer.checks.reading import case_of, is_cross
from execution_agents.answer.checks.refusals import is_refusal, reads_as_refusal
from execution_agents.answer.checks.support import Ground, Support
from execution_agents.answer.evidence.contexts import Context, stem
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.analysis import key_words
from foundation.contracts.ports import JsonObject
from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.language.figures.agreement import Figure
from foundation.language.grams import gram_set

Reason = Literal["numbers", "contradicted", "language", "violations"]
_OF_FIGURES: frozenset[Check] = frozenset({"figures", "cell", "article"})
BORNE_WORDS = 0.5
"""Share of a sentence's words that the evidence must hold for a place to support it: *word word word* shares its
letters with *work* and *records*, and has nothing to do with either."""
MARKER = re.compile(r"\s?\[\d{1,3}\]")
HANGUL = re.compile(r"[가-힣]")
LETTER = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Checked:
    """A draft with the evidence it was written from."""

    text: str
    question: str
    language: str
    contexts: Sequence[Context]
    known: Sequence[Figure] = ()
    """Figures of whole items, question and notes: an answer may hold them although the prompt cut them off."""
    counts: frozenset[int] = frozenset()
    placeless: Sequence[Figure] = ()
    """Figures that need no place in the evidence: those of the notes, and those our own analysis computed."""
    request: AnswerRequest | None = None
    """The turn, whose pack says what rows and names are."""


@dataclass(frozen=True)
class Marked:
    """A claim the evidence does not support."""

    sentence: str
    why: Check
    support: int
    """0..1000."""
    detail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The measurements. Shares per mille."""

    question_overlap: int
    key_words: int
    context_overlap: int | None
    """None: question and contexts are in different languages, so words cannot be compared, or figures of cells were
    compared instead of words."""
    preserved: int | None
    """None: it holds no figure, so none was checked."""
    figures: int
    unsupported: tuple[str, ...]
    """Figures that are not supported where they occur."""
    marked: tuple[Marked, ...]
    refuses: bool
    wrong_language: bool
    violations: int
    reason: Reason | None
    """Why the draft is rejected; None: it is accepted."""
    parts: tuple[Part, ...] = ()
    """The claims that were examined."""
    examined: Examined = field(default_factory=Examined)
    cross: bool = False
    """Words could not be compared: the evidence is in another language."""
    grounded: tuple[tuple[str, bool, float | None], ...] = ()
    """A grounding model's verdicts on doubtful claims: (claim, supported, probability)."""

    def as_json(self) -> JsonObject:
        """As a record keeps it."""
        return {
            "question_overlap": self.question_overlap,
            "key_words": self.key_words,
            "context_overlap": self.context_overlap,
            "numeric_preservation": self.preserved,
            "figures": self.figures,
            "unsupported_figures": list(self.unsupported),
            "unsupported_sentences": [marked_json(one) for one in self.marked],
            "claims": len(self.parts),
            "bound_figures": self.examined.bound,
            "computed": [one.working for one in self.examined.computed],
            "mended_markers": [
                [*one.part.cited, *([one.marker] if one.marker else [each for new in one.instead for each in new])]
                for one in self.examined.mends
            ],
            "grounded": [[claim[:300], borne, probability] for claim, borne, probability in self.grounded],
            "refuses": self.refuses,
            "wrong_language": self.wrong_language,
            "violations": self.violations,
            "reason": self.reason,
        }


def marked_json(one: Marked) -> JsonObject:
    """One marked sentence."""
    return {"sentence": one.sentence[:300], "why": one.why, "support": one.support, "detail": list(one.detail)}


def verified(draft: Checked, answering: AnswerFigures) -> Verdict:
    """Everything of sections 5 and 7 measured on one draft."""
    plain, figures = MARKER.sub("", draft.text), answering.check
    passages = [(one.title, one.text) for one in draft.contexts if not one.one.is_row]
    rows = [f"{one.title} {one.text}" for one in draft.contexts if one.one.is_row]
    cross = is_cross(plain, [*(text for _, text in passages), *rows], figures.korean_from / 1000)
    claims, refuses = claims_in(draft.text, Ground(passages, answering, draft.known, rows), answering)
    case = case_of(draft.question, draft.contexts, draft.request, figures, (draft.placeless, draft.counts, cross))
    found = examined(claims, replace(case, draft=plain))
    numbers = check_numbers(plain, [*draft.known, *(one.figure for one in found.computed)], figures, draft.counts)
    parts = tuple(part for part, _ in claims)
    unsupported = unsupported_in(found.findings, numbers.unsupported, parts)
    preserved = kept_of(numbers.total, len(unsupported))
    said = with_places(plain, [support for _, support in claims], passages, figures)
    said = " ".join([said, *borne_by(parts, found, case)])
    overlap, keys = share(draft.question, said), key_share(draft.question, said)
    context = None
    if not (cross or found.typed):
        context = context_overlap(plain, [*(f"{title} {text}" for title, text in passages), *rows])
    said_again = (1000, 1000) if found.typed or all_borne(parts, found) else (overlap, keys)
    violations = 0 if refuses else counted((said_again[0], said_again[1], context, preserved), figures)
    wrong = wrong_language(plain, draft.language, figures)
    contradicted = answering_findings(found.findings, parts, draft.question)
    loose = not refuses and any(not any(text in part.text for part in parts) for text in numbers.unsupported)
    return Verdict(
        question_overlap=overlap,
        key_words=keys,
        context_overlap=context,
        preserved=preserved if numbers.total else None,
        figures=numbers.total,
        unsupported=unsupported,
        marked=tuple(marked_of(found.findings, dict(claims))),
        refuses=refuses,
        wrong_language=wrong,
        violations=violations,
        reason=reason_of(contradicted, loose, wrong, violations >= figures.violations),
        parts=parts,
        examined=found,
        cross=cross,
    )


def all_borne(parts: Sequence[Part], found: Examined) -> bool:
    """True if every claim cites an item that supports it: then the draft need not repeat the question."""
    return bool(parts) and not found.findings and all(part.cited for part in parts)


def borne_by(parts: Sequence[Part], found: Examined, case: Case) -> list[str]:
    """The items that claims without a finding cite: what a claim leaves open is found there."""
    held = {one.part.start for one in found.findings}
    cited = {marker for part in parts if part.start not in held for marker in part.cited}
    return [one.said for one in case.evidence.items if one.marker in cited]


def kept_of(figures: int, unsupported: int) -> int:
    """Share of a draft's figures that are supported, per mille."""
    total = max(1, figures)
    return round(1000 * (1 - min(total, unsupported) / total))


def claims_in(text: str, ground: Ground, answering: AnswerFigures) -> tuple[list[tuple[Part, Support]], bool]:
    """The claims of a draft with their support by the passages, and whether it refuses; a sentence that only refuses is
    no claim."""
    parts = parts_of(text)
    supports = [ground.support(part.text) for part in parts]
    refuses = is_refusal(supports, answering)
    pairs = zip(parts, supports, strict=True)
    return [(part, one) for part, one in pairs if not (refuses and reads_as_refusal(one.sentence))], refuses


def unsupported_in(findings: Sequence[Finding], unknown: Sequence[str], parts: Sequence[Part]) -> tuple[str, ...]:
    """Figures that no claim supports, and figures outside of claims that occur nowhere."""
    found = [text for one in findings if one.check in _OF_FIGURES for text in one.detail]
    loose = [text for text in unknown if not any(text in part.text for part in parts)]
    return tuple(dict.fromkeys((*found, *loose)))


def answering_findings(findings: Sequence[Finding], parts: Sequence[Part], question: str) -> list[Finding]:
    """Findings that contradict the answering claims: the first one, and the one that shares most with the question. In
    a list or a table each line is a part of the answer, so half of the lines must be wrong."""
    wrong = [one for one in findings if one.wrong]
    if not wrong or not parts:
        return []
    lines = [part for part in parts if part.kind != "sentence"]
    first = max(parts, key=lambda part: (share(question, part.text), -part.start))
    answers = {part.start for part in (parts[0], first) if part.kind == "sentence"}
    if 2 * len({one.part.start for one in wrong if one.part.kind != "sentence"}) >= max(1, len(lines)):
        answers |= {part.start for part in lines}
    return [one for one in wrong if one.part.start in answers]


def marked_of(findings: Sequence[Finding], supports: dict[Part, Support]) -> list[Marked]:
    """As a record keeps them, each claim once with its gravest reason."""
    found: dict[int, Marked] = {}
    for one in sorted(findings, key=lambda one: not one.wrong):
        support = supports[one.part]
        found.setdefault(one.part.start, Marked(support.sentence, one.check, round(1000 * support.score), one.detail))
    return list(found.values())


def with_places(
    plain: str, supports: Sequence[Support], passages: Sequence[tuple[str, str]], figures: CheckFigures
) -> str:
    """The draft with the places that support it and their titles: a right answer need not repeat the question (*5 % at
    most*), because its place does."""
    borne = [
        one
        for one in supports
        if one.context >= 0 and 1000 * one.score >= figures.unsupported_below and one.words >= BORNE_WORDS
    ]
    titles = [passages[one.context][0] for one in borne if one.context < len(passages)]
    return " ".join([plain, *dict.fromkeys([*titles, *(one.window for one in borne)])])


def reason_of(contradicted: Sequence[Finding], loose: bool, wrong: bool, too_many: bool) -> Reason | None:
    """The gravest reason. `loose`: a figure outside of all claims, in a heading, occurs nowhere."""
    if loose or any(one.check in _OF_FIGURES for one in contradicted):
        return "numbers"
    if wrong:
        return "language"
    if contradicted:
        return "contradicted"
    return "violations" if too_many else None


def counted(measured: tuple[int, int, int | None, int], figures: CheckFigures) -> int:
    """Number of thresholds violated; a very low share of preserved numbers counts more than once."""
    overlap, keys, context, preserved = measured
    found = (overlap < figures.question_overlap) + (keys < figures.key_words)
    found += context is not None and context < figures.context_overlap
    if preserved < figures.numbers_grave:
        return found + figures.numbers_grave_counts
    return found + (preserved < figures.numbers)


def wrong_language(text: str, language: str, figures: CheckFigures) -> bool:
    """True if too many letters are not of the script of the person's language."""
    letters = len(LETTER.findall(text))
    if letters < figures.least_letters:
        return False
    korean = len(HANGUL.findall(text))
    other = letters - korean if language == "ko" else korean
    return 1000 * other > figures.other_script_in(language) * letters


def share(question: str, text: str) -> int:
    """Share of the question's 2-grams that a text holds, per mille."""
    asked = gram_set(question)
    return round(1000 * len(asked & gram_set(text)) / len(asked)) if asked else 1000


def key_share(question: str, text: str) -> int:
    """Share of the question's key words that a text holds, per mille; other endings are the same word."""
    keys = [stem(word) for word in key_words(question)]
    low = text.lower()
    return round(1000 * sum(word in low for word in keys) / len(keys)) if keys else 1000


def context_overlap(text: str, contexts: Sequence[str]) -> int:
    """Largest share of the answer's 2-grams one context holds, per mille."""
    return max((share(text, context) for context in contexts), default=0)
