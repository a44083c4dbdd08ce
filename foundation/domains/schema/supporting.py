"""The figures a written sentence is compared with its place by (system 3, section 5 names the checks, not the way).

The place is the sentence of the passages, or two neighbours, that holds most of the written one's 2-grams, weighted by
how rare they are: its *coverage*. Shares are thousandths. All were chosen on the development half of planted errors
(docs/answers.md, Faithfulness), the test half counted once.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foundation.contracts.work import PerMille
from foundation.domains.schema.declared import Declared

Tokens = Annotated[int, Field(ge=1, le=50)]
"""Words, numbers and marks."""


class SupportFigures(Declared):
    """When a place speaks of the same thing, and what then contradicts it."""

    aligned: PerMille = 750
    """Coverage from which the place speaks of the same thing, so that a figure it has not is a wrong one."""
    denied: PerMille = 550
    """Coverage from which a yes against a no contradicts; the words of a negation themselves cost coverage. From it on
    what reads like a refusal in the place's own words is a sentence like any other."""
    longer: Annotated[float, Field(ge=1, le=20)] = 1.8
    """How many times as long as the sentence a place may be that denies it: a longer one says more than one thing."""
    certain: PerMille = 800
    """Coverage from which a noun that no passage holds is taken for invented: it stands where the place has another."""
    single: PerMille = 750
    """Coverage with which one sentence is the place, whatever two would hold."""
    wider: PerMille = 80
    """How much more than one sentence two must hold to be the place."""
    equally: PerMille = 20
    """Places that hold so much less than the best one may be the one that is meant: two articles may say the same of
    two amounts."""
    places: Annotated[int, Field(ge=1, le=100)] = 8
    """How many such places are looked at."""
    letter_for_letter: PerMille = 500
    """Share of the words found as they are written in a sentence's support; coverage, the same over all passages, and
    the words in any form have the rest, a third each."""
    exchanged_figure: Tokens = 4
    """Tokens that may stand in the place of others round a figure: its unit; more is another way of saying it."""
    exchanged_name: Tokens = 6
    """The same for a name."""
    name_alike: PerMille = 650
    """Share of the sentence's words, in order, that must be the place's before a name between them is compared. Of 450
    to 750 the lowest that held no more of BEGIN's supported replies for invented than without the check."""
    name_around: Annotated[int, Field(ge=0, le=20)] = 2
    """Words next to the name that must be the place's."""
    exchanged_opposite: Tokens = 3
    """Tokens that may stand in the place of others where an opposite does (이하 for 이상)."""
    opposite_alike: PerMille = 600
    """As `name_alike`, for opposites."""
