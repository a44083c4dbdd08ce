"""A time counted by what earlier answers said: its length must stand in the evidence those answers rest on, otherwise
nothing is counted."""

from __future__ import annotations

from execution_agents.analysis.said.times import time_in_words
from foundation.contracts.formulas import Analysis, SaidTime
from foundation.contracts.work import Brief
from foundation.language.sentences import letters_of


def over_said_time(asked: SaidTime, brief: Brief) -> Analysis | None:
    """The time with what it is counted by; None where that stands in none of the evidence."""
    lead = time_in_words(asked, brief.language)
    held = [item for batch in brief.evidence for item in batch.items if _says(f"{item.title} {item.text}", asked)]
    if not lead or not held:
        return None
    return Analysis(
        operations=(
            {"kind": "time", "start": asked.start, "unit": asked.unit, "count": asked.count, "text": asked.length_text},
        ),
        lead=lead,
        working=tuple(f"“{one}”" for one in dict.fromkeys(asked.sentences)),
        cites=(held[0].item_id,),
    )


def _says(text: str, asked: SaidTime) -> bool:
    """True if a text has the length, or where the question says that itself the time, as it was written."""
    letters = letters_of(text)
    return any(letters_of(one) in letters for one in (asked.length_text, asked.start_text))
