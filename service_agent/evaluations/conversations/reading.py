"""Conversations with what each answer must and must not say, and the program that grades them.

Both lie in the public data (`conversations/README.md` there says what each key means). The grader is loaded from there
and never copied: whoever grades kept conversations grades with the same program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.errors import DataMissing
from service_agent.evaluations.harness.files import public_file

FOLDER = "conversations"
Groups = tuple[tuple[str, ...], ...]
"""Groups of alternatives: of every group one must stand there."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class Expected(_Declared):
    """What an answer says when it is right."""

    lead: Groups = ()
    anywhere: Groups = ()
    half: Groups = ()
    """Figures the answer is computed from."""
    never: tuple[str, ...] = ()


class Turn(_Declared):
    """One message."""

    say: str = Field(min_length=1)
    kind: str
    outcome: str | tuple[str, ...]
    expect: Expected = Expected()
    decision: Mapping[str, Literal["search", "reuse", "either"]] = {}
    must_not_reuse: tuple[str, ...] = ()

    @property
    def is_in_the_data(self) -> bool:
        """True where an answer, and nothing else, is right: then the data holds it."""
        return self.outcome == "answer"

    @property
    def evidence(self) -> Groups:
        """What must stand in the passages or rows: the figures to compute from, else the answer itself."""
        return self.expect.half or self.expect.lead if self.is_in_the_data else ()

    @property
    def must_be_searched(self) -> frozenset[str]:
        """Data types whose reuse would be wrong."""
        return frozenset((*self.must_not_reuse, *(name for name, how in self.decision.items() if how == "search")))


class Conversation(_Declared):
    """One session's turns, in order."""

    id: str
    pack: str
    data: Literal["shipped", "ingested"]
    lang: str
    turns: tuple[Turn, ...] = Field(min_length=1)


class Grader(Protocol):
    """What is used of `grade.py`."""

    def judge(
        self, conversations: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """A row a turn: turn, kind, data, lang, grade, wrong_reuse, missed, due."""
        ...

    def report(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[str]:
        """Its own report, line by line."""
        ...

    def figures(self, rows: Sequence[Mapping[str, Any]]) -> tuple[float, float, int, float]:
        """Share right, share wrong, wrong reuses, reuse recall."""
        ...

    def holds(self, text: str, alternative: str) -> bool:
        """Does the text say it?"""
        ...


def grader_of(data: Path | None) -> Grader:
    """The grader beside the public conversations. Raises DataMissing."""
    path = public_file(data, FOLDER, "grade.py")
    spec = spec_from_file_location("grade", path)
    if spec is None or spec.loader is None:
        raise DataMissing(f"{path} is no Python program; fetch it again.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    lacking = [name for name in ("judge", "report", "figures", "holds") if not hasattr(module, name)]
    if lacking:
        raise DataMissing(f"{path} has no {', '.join(lacking)}; fetch it again.")
    return cast("Grader", module)
