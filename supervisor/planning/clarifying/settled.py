"""What one clarification of a turn came to."""

from __future__ import annotations

from foundation.contracts.frozen import Frozen
from foundation.language.particles import with_particle
from supervisor.words import said


class Settled(Frozen):
    """What one clarification of this turn came to."""

    original_query: str
    message: str
    label: str
    """The option that was chosen, or what was typed."""
    query: str
    """What is planned instead: it holds what was settled."""
    by: str
    """person, timeout or superseded; nobody: the likeliest was taken unasked."""


def assumption(settled: Settled, language: str) -> str:
    """What the person is shown of a reading that nobody chose."""
    label = settled.label
    particle = with_particle(label, "으로", "로")[len(label) :]
    return said("assumed", language, label=label, particle=particle)
