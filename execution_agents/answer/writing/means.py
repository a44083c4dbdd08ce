"""What an answer may be written with besides the model."""

from __future__ import annotations

from dataclasses import dataclass

from execution_agents.answer.checks.grounding import Grounder
from execution_agents.answer.writing.thought import Thinker


@dataclass(frozen=True)
class Means:
    """Chosen once, where the service is composed."""

    thinker: Thinker | None = None
    """None: answers are drafted in one call."""
    grounder: Grounder | None = None
    """Asked about doubtful claims; None: only the rules decide."""


PLAIN = Means()
