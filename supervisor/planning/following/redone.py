"""A message that gives other counts for the last calculation: that calculation's question with its counts replaced.

A correction (sorry, I meant three nights and three dinners; oh wait, it was a Tuesday) or a message of nothing but
counts (세 대면?). Each count takes the place of the one of the same thing; one of another thing makes it another
question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.analysis.named.question import counts_of
from execution_agents.analysis.said.asking import LONGEST, OTHER
from execution_agents.analysis.said.counts import Count
from execution_agents.analysis.said.leftover import rest_of
from foundation.language.corrections import meant_after_correction
from foundation.language.cues import composed
from foundation.language.dates.weekdays import day_said
from foundation.language.figures.reader import figures_of as typed_figures
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.arithmetic import asks_result
from supervisor.planning.context import Exchange, TurnContext

_OH = re.compile(r"^\W*(?:(?:oh|ah|wait|no|hang\s+on|sorry|actually|아니?|앗|어)[\s,.]+)+", re.IGNORECASE)


def redone(context: TurnContext) -> tuple[str, Sequence[Exchange]]:
    """The question that is meant, and the exchanges before it; the message itself where it gives no other counts."""
    return _meant(context.question, context.exchanges)


def _meant(question: str, past: Sequence[Exchange]) -> tuple[str, Sequence[Exchange]]:
    if not past or past[-1].said is None:
        return question, past
    earlier, before = _meant(past[-1].question, past[:-1])  # It may have been a correction itself.
    meant = meant_after_correction(question)
    again = _with_its_counts(meant or question, earlier, corrects=meant is not None)
    if again is None and meant is not None:
        again = _with_its_figure(meant, earlier)
    if again is None:
        again = _with_its_day(meant or question, earlier)
    return (question, past) if again is None else (again, before)


def _with_its_counts(message: str, earlier: str, *, corrects: bool) -> str | None:
    """The earlier question with each count of the message in the place of the one of the same thing; None where the
    message says anything else."""
    text = composed(message).strip()
    counts = counts_of(text) if len(text) <= LONGEST and not OTHER.search(text) and not asks_whether(text) else None
    if not counts or not (corrects or asks_result(text)):
        return None
    plain = text
    for one in counts:
        plain = f"{plain[: one.base.start]}{' ' * (one.base.end - one.base.start)}{plain[one.base.end :]}"
    if rest_of(plain, (), earlier if corrects else ""):
        return None
    return with_counts(composed(earlier), counts)


def with_counts(question: str, counts: Sequence[Count]) -> str | None:
    """The question with these counts; None where one of them is of nothing that it counts, or of two different
    numbers."""
    held = counts_of(question) or ()
    found: dict[tuple[int, int], str] = {}
    for one in counts:
        alike = [each for each in held if (each.base.kind, each.base.thing) == (one.base.kind, one.base.thing)]
        if len({each.value for each in alike}) != 1:
            return None
        found |= {(each.base.start, each.base.end): one.text for each in alike}
    for (start, end), text in sorted(found.items(), reverse=True):
        question = f"{question[:start]}{text}{question[end:]}"
    return question


def _with_its_figure(meant: str, earlier: str) -> str | None:
    """The earlier question with the one figure of its kind replaced (sorry, 5)."""
    new, old = typed_figures(meant), typed_figures(earlier)
    alike = [one for one in old if new and one.kind == new[0].kind]
    if len(new) != 1 or len(alike) != 1 or rest_of(meant, new, earlier):
        return None
    at = alike[0].start
    return f"{earlier[:at]}{new[0].text}{earlier[at + len(alike[0].text) :]}"


def _with_its_day(meant: str, earlier: str) -> str | None:
    """The earlier question with its one day replaced (oh wait, it was a Tuesday)."""
    new, old = day_said(meant), day_said(composed(earlier))
    if new is None or old is None or rest_of(_OH.sub("", meant).replace(new, " "), (), earlier):
        return None
    return composed(earlier).replace(old, new, 1)
