"""What the graph can reach under the rules, computed before anything is measured: exact, by going through every case.

Counted are the model's tasks alone. Left out are broken JSON, documents that a prompt had no room for, and the measures
by rules: the first two take something away, the last add something. A draft is (sentences written wrong, parts left
out); no draft gets a third fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from evaluations.thinking.rules import BAD_SCORES, FAULTS, GOOD_SCORE, Rules, tasks_of
from foundation.domains.schema.thinking import ThinkingFigures

Draft = tuple[int, int]
Spread = dict[Draft, float]
WRONG = FAULTS["figure"] + FAULTS["other"]


def one_call(rules: Rules, parts: int) -> float:
    """Right in one call."""
    return rules.p ** tasks_of("answer", parts)


def thinking(rules: Rules, parts: int, figures: ThinkingFigures) -> float:
    """Right after thinking."""
    p = rules.p
    direct = once(p, parts)
    drafts = direct if parts < 2 else mixed(p, taken_apart(p, parts), direct)
    return sum(share * after_checks(draft, rules, figures, drafts, again=False) for draft, share in drafts.items())


def once(p: float, tasks: int) -> Spread:
    """A draft in one go: right, or with one fault."""
    right = p ** max(1, tasks)
    return {(0, 0): right, (1, 0): (1 - right) * WRONG, (0, 1): (1 - right) * (1 - WRONG)}


def taken_apart(p: float, parts: int) -> Spread:
    """Decomposed (a lost part is left out), each part answered, joined."""
    found: Spread = {(0, 0): p, (0, 1): 1 - p}
    for _ in range(parts):
        found = added(found, p)
    return added(found, p)


def added(drafts: Spread, p: float) -> Spread:
    """One more task, which may add a fault."""
    found: dict[Draft, float] = defaultdict(float)
    for (wrong, lacking), share in drafts.items():
        found[(wrong, lacking)] += share * p
        found[(wrong + 1, lacking)] += share * (1 - p) * WRONG
        found[(wrong, lacking + 1)] += share * (1 - p) * (1 - WRONG)
    return dict(found)


def mixed(p: float, first: Spread, second: Spread) -> Spread:
    """The first with p, else the second: the classification is a task too."""
    found: dict[Draft, float] = defaultdict(float)
    for weight, drafts in ((p, first), (1 - p, second)):
        for draft, share in drafts.items():
            found[draft] += weight * share
    return dict(found)


def after_checks(draft: Draft, rules: Rules, figures: ThinkingFigures, drafts: Spread, *, again: bool) -> float:
    """Right in the end, from this draft on."""
    found = 0.0
    for share, doubts, consensus in judgements(draft, rules, figures):
        if consensus >= figures.high and not doubts[1]:
            found += share * (draft == (0, 0))
        elif consensus < figures.low and not again:
            found += share * sum(
                part * after_checks(other, rules, figures, drafts, again=True) for other, part in drafts.items()
            )
        else:
            found += share * after_facts(draft, doubts, consensus, rules, figures)
    return found


def judgements(
    draft: Draft, rules: Rules, figures: ThinkingFigures
) -> Iterator[tuple[float, tuple[bool, bool], float]]:
    """(probability, (accuracy doubts, completeness doubts), discounted consensus)."""
    for first, second in product((True, False), repeat=2):
        doubts = ((draft[0] > 0) == first, (draft[1] > 0) == second)
        chance = (rules.p if first else rules.misjudges) * (rules.p if second else rules.misjudges)
        scores = [BAD_SCORES if doubt else (GOOD_SCORE,) for doubt in doubts]
        for exact, whole in product(*scores):
            mean = 10 * (figures.accuracy * exact + (1000 - figures.accuracy) * whole) / 1000
            yield chance / len(scores[0]) / len(scores[1]), doubts, mean * (1000 - figures.discount) / 1000


def after_facts(
    draft: Draft, doubts: tuple[bool, bool], consensus: float, rules: Rules, figures: ThinkingFigures
) -> float:
    """The facts looked up, and refined where anything is in doubt."""
    found = 0.0
    for truthful, chance in ((True, rules.p), (False, rules.misjudges)):
        doubted = (draft[0] > 0) == truthful
        if not (doubted or doubts[1] or consensus < figures.medium):
            found += chance * (draft == (0, 0))
        else:
            found += chance * refined(draft, wrong_named=doubts[0] or doubted, missing_named=doubts[1], rules=rules)
    return found


def refined(draft: Draft, *, wrong_named: bool, missing_named: bool, rules: Rules) -> float:
    """Right where every fault is named and mended; a right draft is kept with p."""
    wrong, lacking = draft
    if (wrong and not wrong_named) or (lacking and not missing_named):
        return 0.0
    return rules.p ** max(1, wrong, lacking)
