"""`python -m benchmarks.parts`: what a message of two independent questions takes against one of them alone.

Through the whole service, from handing the question in to its last commit, with a scripted model over real HTTP that
waits 300 ms before each reply. The ratio is taken within one repeat, in which both questions are asked alone and
together, each in a conversation of its own, so that nothing is reused; the middle one of all repeats counts. Searches
take the time they take. The same is counted with the calls that searching causes: other wordings and graded documents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from benchmarks.economics import VARIATIONS, searched_with_calls
from benchmarks.economy.conversation import Line
from benchmarks.economy.model import ScriptedModel, quoted
from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import Goal, at_most, median
from benchmarks.harness.house import House, Plan, open_house, our_graph
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.server import Server, temporary_server
from foundation.domains.schema.pack import Pack
from foundation.llm.scripted import Call

CALL_S = 0.3
TIMES = 1.3
"""The goal: a message of two parts takes at most so many times one part."""
PLAIN, SEARCHING = "answers alone", "with wordings and grading"
PAIRS = (
    ("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "확정일자를 받으면 경매에서 어떻게 되나요?"),
    ("집주인이 계약 기간 중에 세입자를 내보낼 수 있나요?", "확정일자를 받으면 경매에서 어떻게 되나요?"),
)


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    repeats: int = 5
    call_s: float = CALL_S


QUICK = Size(repeats=1, call_s=0.005)


class PartsModel(ScriptedModel):
    """Quotes what the part says that a prompt asks about, and not the whole message."""

    def _quoting(self, call: Call) -> str:
        asked = {question for pair in PAIRS for question in pair if question in call.text}
        return quoted(call, asked.pop() if len(asked) == 1 else self.line.alone)


@dataclass(frozen=True)
class Taken:
    """One message."""

    seconds: float
    calls: int
    caused: int
    """Calls that searching alone caused."""


@dataclass
class Measured:
    """All messages under one setting."""

    alone: list[Taken] = field(default_factory=list[Taken])
    together: list[Taken] = field(default_factory=list[Taken])
    ratios: list[float] = field(default_factory=list[float])
    """Of each repeat: together against the mean of both alone."""


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load, found = QUICK if asked.quick else Size(), load_now(), dict[str, Measured]()
    async with temporary_server() as server:
        for name, change in ((PLAIN, _unchanged), (SEARCHING, searched_with_calls)):
            tell(f"parts: {name}, {size.repeats} repeats of {len(PAIRS)} pairs")
            found[name] = await _measured(server, size, name, change)
    return Section("parts", "Two parts of a message against one", _blocks(found, size), load)


def _unchanged(pack: Pack) -> Pack:
    return pack


async def _measured(server: Server, size: Size, name: str, change: Callable[[Pack], Pack]) -> Measured:
    found, scripted = Measured(), PartsModel(delay_s=size.call_s)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(scripted.endpoint)
        model = scripted.client()
        stack.push_async_callback(model.aclose)
        house = await stack.enter_async_context(
            open_house(server, Plan(name, our_graph("exit"), model=model, change=change))
        )
        for pair in PAIRS:
            await _asked(house, scripted, pair)  # Opens the index and what else is opened once.
        for _ in range(size.repeats):
            for first, second in PAIRS:
                one = await _asked(house, scripted, (first,))
                both = await _asked(house, scripted, (first, second))
                other = await _asked(house, scripted, (second,))
                found.alone += [one, other]
                found.together.append(both)
                found.ratios.append(ratio(both, (one, other)))
    return found


def ratio(together: Taken, alone: Sequence[Taken]) -> float:
    """What the message took against the mean of its parts alone."""
    return together.seconds * len(alone) / sum(one.seconds for one in alone)


async def _asked(house: House, scripted: ScriptedModel, questions: Sequence[str]) -> Taken:
    """The questions as one message of a new conversation. Raises RuntimeError where it was not read as so many."""
    message = " 그리고 ".join(questions)
    scripted.line = Line(message, "opening", "legal_consult")
    calls, caused = scripted.calls, scripted.searching_calls
    turn = await house.ask(await house.session(), message)
    drafted = turn.record.get("requests", [turn.record])
    if len(drafted) != len(questions) or not all(one.get("drafts") for one in drafted):
        raise RuntimeError(f"{message!r} was to be {len(questions)} drafts of the model, and was {len(drafted)}.")
    return Taken(turn.seconds, scripted.calls - calls, scripted.searching_calls - caused)


def _blocks(found: dict[str, Measured], size: Size) -> Sequence[str | Table | Sequence[Goal]]:
    return [
        f"Two independent questions of law (pack `real_estate`, {len(PAIRS)} pairs) alone and as one message, each in a"
        f" new conversation, {size.repeats} times, in turn. **Injected**: {size.call_s * 1000:.0f} ms a model call."
        " One call reads the message, one drafts each part, side by side. *ratio*: together against the mean of both"
        f" alone, within one repeat. *{SEARCHING}*: {VARIATIONS} other wordings for each search of documents, and the"
        " documents graded where their scores are close: calls that searching causes, once for each part.",
        _table(found),
        _goals(found),
    ]


def _table(found: dict[str, Measured]) -> Table:
    head = ["", "one part, s", "two parts, s", "ratio, median", "smallest", "largest"]
    head += ["calls, one", "calls, two", "caused by searching, one", "two"]
    return Table(head, [[name, *_cells(one)] for name, one in found.items()])


def _cells(one: Measured) -> list[str]:
    return [
        f"{median([each.seconds for each in one.alone]):.2f}",
        f"{median([each.seconds for each in one.together]):.2f}",
        *(f"{figure:.2f}" for figure in (median(one.ratios), min(one.ratios), max(one.ratios))),
        *(f"{max(each.calls for each in messages)}" for messages in (one.alone, one.together)),
        *(f"{max(each.caused for each in messages)}" for messages in (one.alone, one.together)),
    ]


def _goals(found: dict[str, Measured]) -> list[Goal]:
    return [
        at_most(f"two parts at most {TIMES} x one part ({name})", ratio, TIMES, f"{ratio:.2f} x")
        for name, one in found.items()
        for ratio in (median(one.ratios),)
    ]


if __name__ == "__main__":
    run(__doc__, measure)
