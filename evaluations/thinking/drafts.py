"""What a draft truly is, by the labels: which parts it answers, which sentences are wrong, whether it is right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evaluations.thinking.reading import Part, Question, holds
from execution_agents.answer.checks.refusals import reads_as_refusal
from foundation.language.sentences import sentences_of

_MARKER = re.compile(r"\s?[\[(]\d{1,3}[\])]")


@dataclass(frozen=True)
class State:
    """One draft."""

    wrong: tuple[str, ...]
    """Sentences that say nothing that was asked, or say it wrong."""
    missing: tuple[Part, ...]
    """Parts that are left out."""
    replaced: tuple[Part, ...]
    """Parts in whose place something wrong stands."""
    refuses_wrongly: bool
    """It says that the documents do not tell, and they do."""

    @property
    def right(self) -> bool:
        """Nothing to mend."""
        return not (self.wrong or self.missing or self.replaced)


def unmarked(text: str) -> str:
    """Without markers, ends and blanks around."""
    return _MARKER.sub("", text).strip().rstrip(".。").strip()


def state_of(draft: str, question: Question) -> State:
    """By the labels alone."""
    said = [one for one in sentences_of(draft) if unmarked(one)]
    refusals = [one for one in said if reads_as_refusal(unmarked(one)) and not holds_any(one, question)]
    wrong = [one for one in said if one not in refusals and not holds_any(one, question)]
    lacking = [part for part in question.parts if not holds(draft, part)]
    replaced = lacking[: len(wrong)]
    return State(
        tuple(wrong),
        tuple(lacking[len(wrong) :]),
        tuple(replaced),
        refuses_wrongly=bool(refusals) and len(lacking) == len(question.parts) > 0,
    )


def holds_any(sentence: str, question: Question) -> bool:
    """Whether a sentence says any fact that was asked for."""
    return any(holds(sentence, part) for part in question.parts)


def is_right(answer: str, question: Question) -> bool:
    """Every part's fact; where the documents do not tell, that they do not. Notices of the service may stand below."""
    if question.parts:
        return all(holds(answer, part) for part in question.parts)
    return any(reads_as_refusal(unmarked(one)) for one in sentences_of(answer))
