"""What is measured on a draft before it is believed (system 3, section 5). No model, a few milliseconds.

One contradicted figure, a sentence that says the opposite of its source, an invented name or the wrong language throws
a draft away alone; otherwise two violations of the thresholds do. An honest "not in the documents" is no violation;
what it adds is checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.refusals import is_refusal, reads_as_refusal
from execution_agents.answer.checks.support import Ground, Support, content_words
from execution_agents.answer.evidence.contexts import Context, stem
from execution_agents.retrieval.analysis import key_words
from foundation.contracts.ports import JsonObject
from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.language.claims import claims_of
from foundation.language.figures.agreement import Figure
from foundation.language.grams import gram_set

Reason = Literal["numbers", "contradicted", "language", "violations"]
Why = Literal["figures", "negated", "names", "unsupported"]
BORNE_WORDS = 0.5
"""Share of a sentence's words that the evidence must hold for a place to bear it out: *word word word* shares its
letters with *work* and *records*, and says nothing of either."""
MARKER = re.compile(r"\s?\[\d{1,3}\]")
HANGUL = re.compile(r"[가-힣]")
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Checked:
    """A draft with what it was written from."""

    text: str
    question: str
    language: str
    contexts: Sequence[Context]
    known: Sequence[Figure] = ()
    """Figures of whole items, question and notes: an answer may hold them although the prompt cut them off."""
    counts: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Marked:
    """A sentence the evidence does not bear out."""

    sentence: str
    why: Why
    support: int
    """0..1000."""
    detail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What was measured. Shares per mille."""

    question_overlap: int
    key_words: int
    context_overlap: int | None
    """None: question and contexts are in different languages, so words cannot be compared."""
    preserved: int | None
    """None: it holds no figure, so none was checked."""
    figures: int
    unsupported: tuple[str, ...]
    """Figures that stand nowhere, or where the source has another one."""
    marked: tuple[Marked, ...]
    refuses: bool
    wrong_language: bool
    violations: int
    reason: Reason | None
    """Why the draft is thrown away; None: it is believed."""

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
            "refuses": self.refuses,
            "wrong_language": self.wrong_language,
            "violations": self.violations,
            "reason": self.reason,
        }


def marked_json(one: Marked) -> JsonObject:
    """One marked sentence."""
    return {"sentence": one.sentence[:300], "why": one.why, "support": one.support, "detail": list(one.detail)}


def verified(draft: Checked, answering: AnswerFigures) -> Verdict:
    """Everything of section 5 measured on one draft."""
    plain, figures = MARKER.sub("", draft.text), answering.check
    passages = [(one.title, one.text) for one in draft.contexts if not one.one.is_row]
    rows = [f"{one.title} {one.text}" for one in draft.contexts if one.one.is_row]
    ground, hangul = Ground(passages, answering, draft.known, rows), figures.korean_from / 1000
    cross = in_hangul(" ".join([*(text for _, text in passages), *rows]), hangul) != in_hangul(plain, hangul)
    supports = [ground.support(claim.text) for claim in claims_of(plain)]
    numbers = check_numbers(plain, draft.known, figures, draft.counts)
    misplaced = tuple(one for each in supports for one in each.misplaced)
    unsupported = tuple(dict.fromkeys((*numbers.unsupported, *misplaced)))
    total = max(1, numbers.total)
    preserved = round(1000 * (1 - min(total, len(unsupported)) / total))
    refuses, wrong = is_refusal(supports, answering), wrong_language(plain, draft.language, figures)
    told = [one for one in supports if not (refuses and reads_as_refusal(one.sentence))]
    marked = tuple(marks(told, numbers.unsupported, figures, cross=cross))
    said = with_places(plain, supports, passages, figures)
    overlap, keys = share(draft.question, said), key_share(draft.question, said)
    context = None if cross else context_overlap(plain, [*(f"{title} {text}" for title, text in passages), *rows])
    violations = 0 if refuses else counted((overlap, keys, context, preserved), figures)
    contradicted = any(one.why in ("negated", "names") for one in marked)
    reason = reason_of(unsupported, wrong, contradicted, violations >= figures.violations)
    return Verdict(
        question_overlap=overlap,
        key_words=keys,
        context_overlap=context,
        preserved=preserved if numbers.total else None,
        figures=numbers.total,
        unsupported=unsupported,
        marked=marked,
        refuses=refuses,
        wrong_language=wrong,
        violations=violations,
        reason=reason,
    )


def with_places(
    plain: str, supports: Sequence[Support], passages: Sequence[tuple[str, str]], figures: CheckFigures
) -> str:
    """The draft with the places that bear it out and their titles: a right answer need not repeat the question (*5 %
    at most*), its place speaks of it."""
    borne = [
        one
        for one in supports
        if one.context >= 0 and 1000 * one.score >= figures.unsupported_below and one.words >= BORNE_WORDS
    ]
    titles = [passages[one.context][0] for one in borne if one.context < len(passages)]
    return " ".join([plain, *dict.fromkeys([*titles, *(one.window for one in borne)])])


def reason_of(unsupported: Sequence[str], wrong: bool, contradicted: bool, too_many: bool) -> Reason | None:
    """The gravest first."""
    if unsupported:
        return "numbers"
    if wrong:
        return "language"
    if contradicted:
        return "contradicted"
    return "violations" if too_many else None


def counted(measured: tuple[int, int, int | None, int], figures: CheckFigures) -> int:
    """Violations of the thresholds; numbers hardly preserved at all count more than once."""
    overlap, keys, context, preserved = measured
    found = (overlap < figures.question_overlap) + (keys < figures.key_words)
    found += context is not None and context < figures.context_overlap
    if preserved < figures.numbers_grave:
        return found + figures.numbers_grave_counts
    return found + (preserved < figures.numbers)


def marks(supports: Sequence[Support], unknown: Sequence[str], figures: CheckFigures, *, cross: bool) -> list[Marked]:
    """The sentences the evidence does not bear out, each with its gravest reason."""
    found: list[Marked] = []
    for one in supports:
        score = round(1000 * one.score)
        wrong = (*(text for text in one.figures if text in unknown), *one.misplaced)
        if wrong:
            found.append(Marked(one.sentence, "figures", score, wrong))
        elif cross:
            continue
        elif one.negated:
            found.append(Marked(one.sentence, "negated", score, (one.window[:300],)))
        elif one.invented:
            found.append(Marked(one.sentence, "names", score, one.invented))
        elif score < figures.unsupported_below and content_words(one.sentence):
            found.append(Marked(one.sentence, "unsupported", score))
    return found


def without_marked(text: str, verdict: Verdict) -> str:
    """The draft without its marked sentences; unchanged where nothing would be left."""
    marked = {one.sentence for one in verdict.marked}
    kept = [one.sentence for one in claims_of(text) if MARKER.sub("", one.text).strip() not in marked]
    return " ".join(kept) if kept and marked else text


def wrong_language(text: str, language: str, figures: CheckFigures) -> bool:
    """Whether too many letters are not of the person's language's script."""
    letters = len(LETTER.findall(text))
    if letters < figures.least_letters:
        return False
    korean = len(HANGUL.findall(text))
    other = letters - korean if language == "ko" else korean
    return 1000 * other > figures.other_script_in(language) * letters


def in_hangul(text: str, least: float) -> bool:
    """Whether a text is Korean rather than English. `least`: share of Hangul among its letters."""
    letters = LETTER.findall(text[:4_000])
    return len([each for each in letters if HANGUL.match(each)]) >= least * max(1, len(letters))


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
