"""Words of a question that say what is worked out of rows, and not which rows: 평당, top 5. They need no other rows, so
the gates do not compare them. What rows are meant by is compared as slots (`slot_cover.py`)."""

from __future__ import annotations

import re

from execution_agents.analysis.formulas.roles import pattern_of
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import Pack
from foundation.language.wanted.comparisons import ranked_words


def worked_out(understanding: Understanding, pack: Pack) -> tuple[str, ...]:
    """The words of the formula asked for and of its values, and how many of a ranking are wanted."""
    text, asked = understanding.standalone, understanding.computation
    ranked = ranked_words(text)
    if asked is None:
        return ranked
    formula = pack.formula(asked.formula)
    words = [found[0] for word in formula.words for found in pattern_of(word).finditer(text)]
    words += [found[0] for one in formula.patterns for found in re.finditer(one, text, re.IGNORECASE)]
    return (*ranked, *words, *(one.text for one in asked.inputs))
