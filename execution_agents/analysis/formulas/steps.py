"""A step of a formula that a message names by its label: the company's part of what is paid in (회사돈 얼마 더 받는 셈,
how much more of your money is that)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.analysis.formulas.quantities import quantities_of
from execution_agents.analysis.formulas.talk import Talk
from foundation.contracts.formulas import FormulaAsked
from foundation.domains.schema.formulas import Formula, Step
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.arithmetic import asks_difference
from foundation.language.wanted.rates import bases_in
from foundation.language.wanted.supposing import asks_something_else

_PERSONS = {
    "we": re.compile(r"\b(?:you|your|yours|company|employer|firm)\b", re.IGNORECASE),
    "you": re.compile(r"\b(?:i|my|me|mine)\b", re.IGNORECASE),
}
"""The pack speaks as those who are asked: what it calls we is you in a question."""
_WORD = re.compile(r"[A-Za-z]{2,}|[가-힣]{2,}")
_PARTICLE = re.compile(r"(?:에서|으로|[이가은는을를의도로])$")
_GIVEN = re.compile(
    r"(?<![가-힣])(?:(?:넣어|내|보태|부어)\s?)?(?:주[는나니냐지고면]|준|줄|줘|줌|줬|받[는나니냐고아을]|넣[는나음어])[가-힣]{0,3}(?![가-힣])"
    r"|\b(?:im|i'?ve|ive|bring|put)(?:\s+in)?\b",
    re.IGNORECASE,
)
LONGEST = 60


def step_named(formula: Formula, text: str) -> Step | None:
    """The one step of the result's unit, other than the result, whose own words the text says."""
    *steps, last = formula.steps
    alike = [one for one in steps if one.unit == last.unit]
    found = [one for one in alike if any(_is_said(word, text) for word in _own_words(one, [*alike, last]))]
    return found[0] if len(found) == 1 else None


def besides_steps(text: str, formula: Formula) -> str:
    """What a message says besides the Korean words of the labels of steps, the giving and taking of what they come to
    (회사는 얼마 넣어줘), and the length of time that this is for (a year)."""
    for word in (word for one in formula.steps for word in _words(one) if not word.isascii()):
        text = text.replace(word, " " * len(word))
    for base in bases_in(text):
        text = f"{text[: base.start]}{' ' * (base.end - base.start)}{text[base.end :]}"
    return _GIVEN.sub(" ", text)


def step_beside(text: str, talk: Talk, formulas: Sequence[Formula]) -> FormulaAsked | None:
    """The step that the message names of the last calculation beside that of the one before, by the same formula."""
    done = [one.computation for one in reversed(talk.spoken) if one.computation is not None][:2]
    if not talk.is_right_before or len(done) < 2 or done[0].formula != done[1].formula or len(text) > LONGEST:
        return None
    if not asks_difference(text) or quantities_of(text) or asks_whether(text) or asks_something_else(text):
        return None
    if any(one.missing or one.from_rows or one.besides or one.added for one in done):
        return None
    formula = next((one for one in formulas if one.name == done[0].formula), None)
    step = step_named(formula, text) if formula is not None else None
    if step is None:
        return None
    now, before = (one.model_copy(update={"step": step.name, "compared": None}) for one in done)
    return now.model_copy(update={"compared": before, "is_repeat": True})


def _own_words(one: Step, steps: Sequence[Step]) -> set[str]:
    return _words(one) - set[str]().union(*(_words(other) for other in steps if other.name != one.name))


def _words(one: Step) -> set[str]:
    found = [word.lower() for label in one.label.values() for word in _WORD.findall(label)]
    return {word if word.isascii() else (_PARTICLE.sub("", word) if len(word) > 2 else word) for word in found}


def _is_said(word: str, text: str) -> bool:
    if word in _PERSONS:
        return bool(_PERSONS[word].search(text))
    return bool(re.search(rf"\b{word}\b", text, re.IGNORECASE)) if word.isascii() else word in text
