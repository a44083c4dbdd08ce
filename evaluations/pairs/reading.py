"""Short questions with what their answers hold, and true follow-ups: a JSON object on each line.

    {"pack": "handbook", "say": "Hotel in London?", "answer_contains": [["165"]], "not_contains": ["110"]}
    {"pack": "handbook", "turns": ["How many days off do I get?", "Can I sell them?"], "decision": "reuse"}
    {"pack": "handbook", "turns": ["Hotel in London?", "And in Paris?"], "decision": {"policy": "reuse"}}

Alternatives are matched as the public conversations' `grade.py` matches them: plain words, re:, won:, date:. A
file that ends in .json holds questions alone, without what their answers hold: {"handbook": ["Hotel in London?", …]}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from evaluations.harness.files import lines_of
from foundation.contracts.errors import WrongUse

Decision = Literal["search", "reuse", "either"]


class Line(BaseModel):
    """A question, or a true follow-up with what went before it."""

    model_config = ConfigDict(frozen=True, extra="allow")

    pack: str
    say: str = ""
    answer_contains: tuple[tuple[str, ...], ...] = ()
    """Of every group one alternative stands in a right answer."""
    not_contains: tuple[str, ...] = ()
    """Words that make an answer wrong."""
    turns: tuple[str, ...] = Field(default=(), max_length=20)
    """The last one is the follow-up."""
    decision: Decision | Mapping[str, Decision] = "reuse"
    """What is right for the last turn: of any data type, or of each."""
    is_labelled: bool = True
    """False: nobody wrote down what a right answer holds; what it is asked alone stands in for that."""

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if bool(self.say) == bool(self.turns):
            raise ValueError("a line has say or turns, and not both")
        if self.say and self.is_labelled and not self.answer_contains:
            raise ValueError("a question has answer_contains")
        if self.turns and len(self.turns) < 2:
            raise ValueError("a follow-up has two turns or more")
        return self

    @property
    def due(self) -> frozenset[str] | None:
        """Data types whose reuse is due in the last turn; None: of any type."""
        if isinstance(self.decision, str):
            return None if self.decision == "reuse" else frozenset()
        return frozenset(name for name, how in self.decision.items() if how == "reuse")


def read_lines(files: Sequence[Path]) -> list[Line]:
    """All lines of all files. Raises WrongUse where no pack has two questions."""
    found = [line for path in files for line in (_questions(path) if path.suffix == ".json" else lines_of(path, Line))]
    questions = [line.pack for line in found if line.say]
    if not any(questions.count(pack) > 1 for pack in questions):
        raise WrongUse("No pack has two questions, so there is no pair; give two lines with say of one pack.")
    return found


def _questions(path: Path) -> list[Line]:
    """The questions of a file without labels. Raises WrongUse."""
    try:
        packs = TypeAdapter(dict[str, list[str]]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise WrongUse(f"{path} is no list of questions for each pack; write {{pack: [question, …]}}.") from error
    return [Line(pack=pack, say=say, is_labelled=False) for pack, asked in packs.items() for say in asked]
