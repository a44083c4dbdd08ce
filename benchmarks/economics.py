"""`python -m benchmarks.economics`: what one conversation of 30 turns costs, and what is answered wrongly in it.

A model call takes 200 ms and a search 1.5 s (then 3 and 5 s); both times are injected. The model is scripted over
real HTTP, truthful on 23 turns and wrong on 7 traps, the same for everybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from benchmarks.economy.conversation import CONVERSATION, Line
from benchmarks.economy.events import happen
from benchmarks.economy.holders import Holder, Library, PlainAgent, Product, SlowSource, UsualGraph
from benchmarks.economy.model import CALL_S, ScriptedModel
from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import Goal, change, median, percent
from benchmarks.harness.house import House, Plan, open_house, our_graph
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.plots import bars
from benchmarks.harness.server import Server, temporary_server
from foundation.contracts.ports import LanguageModel
from foundation.domains.schema.pack import Pack

CONFIRM, HYBRID, JUDGE1, CONTROL = "hybrid_confirm", "hybrid", "supervisor_only", "no_reuse"
NEEDS = ("matplotlib",)
USUAL, AGENT = "usual agentic RAG", "plain agent, transcript"
VARIANTS = (CONFIRM, HYBRID, JUDGE1, CONTROL)
UNCHECKED = f"{CONFIRM}, no checks"
WIDE, WIDE_CONTROL = f"{CONFIRM}, variations and grading", f"{CONTROL}, variations and grading"
HOLDERS = (*VARIANTS, UNCHECKED, WIDE, WIDE_CONTROL, USUAL, AGENT)
CONNECTIONS = 8
SOURCE_LIMIT_S = 30.0
"""Longest search, in place of the pack's 5 s: the slowest injected one takes that long by itself."""
VARIATIONS = 2
"""Other wordings of a question, for the holders that search with them."""
EMPTY = frozenset({"trades", "statutes"})
"""Sources of the pack that hold nothing before somebody ingests: without them a data type is one search."""


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    lines: tuple[Line, ...] = CONVERSATION
    call_s: float = CALL_S
    search_s: tuple[float, ...] = (1.5, 3.0, 5.0)
    """Injected times of a search; the first one's figures are the goals'."""


QUICK = Size(lines=CONVERSATION[:6], call_s=0.005, search_s=(0.02,))


@dataclass(frozen=True)
class Taken:
    """What one turn took."""

    line: Line
    seconds: float
    calls: int
    prompt_bytes: int
    searches: int
    tokens: int = 0
    caused: int = 0
    """Calls that searching alone caused."""
    passed: bool = False
    """The rules passed the first draft as it was."""

    @property
    def reused(self) -> bool:
        """Nothing was searched."""
        return self.searches == 0

    @property
    def wrongly_reused(self) -> bool:
        """Nothing was searched where the data in hand was not enough."""
        return self.reused and self.line.kind == "trap"


@dataclass
class Held:
    """One conversation as somebody held it."""

    turns: list[Taken] = field(default_factory=list[Taken])

    def total(self, figure: Literal["seconds", "calls", "prompt_bytes", "searches", "tokens", "caused"]) -> float:
        """A sum over the turns."""
        return sum(getattr(turn, figure) for turn in self.turns)

    @property
    def searched(self) -> list[Taken]:
        """Turns that searched."""
        return [turn for turn in self.turns if not turn.reused]

    @property
    def calls_of_searching(self) -> int:
        """Model calls of the turns that searched."""
        return sum(turn.calls for turn in self.searched)

    @property
    def missed(self) -> list[str]:
        """The reusable turns that were searched."""
        return [turn.line.question for turn in self.searched if turn.line.kind == "reusable"]

    @property
    def wrong(self) -> list[str]:
        """The traps that were answered from the data in hand."""
        return [turn.line.trap for turn in self.turns if turn.wrongly_reused]


Found = dict[float, dict[str, Held]]
"""Injected time of a search -> holder -> the conversation."""


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    first, rest = size.search_s[0], size.search_s[1:]
    async with temporary_server() as server:
        # The goals' figures are taken with nobody else at work; the others beside each other, to save time.
        found = await _held(server, size, (first,))
        found |= await _held(server, size, rest)
    if asked.images is not None:
        _draw(asked.images, found[first])
    return Section("economics", "Economics of a 30-turn conversation", _blocks(found, size, asked), load)


async def _held(server: Server, size: Size, times: Sequence[float]) -> Found:
    wanted = [(search_s, name) for search_s in times for name in HOLDERS]
    tell(f"economics: {len(wanted)} conversations of {len(size.lines)} turns side by side")
    async with asyncio.TaskGroup() as group:
        held = [group.create_task(_conversation(server, size, search_s, name)) for search_s, name in wanted]
    found: Found = {search_s: {} for search_s in times}
    for (search_s, name), one in zip(wanted, held, strict=True):
        found[search_s][name] = one.result()
    return found


async def _conversation(server: Server, size: Size, search_s: float, name: str) -> Held:
    """One holder's whole conversation, on a database and with a model of its own."""
    searches: list[str] = []
    scripted = ScriptedModel(delay_s=size.call_s)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(scripted.endpoint)
        model = scripted.client()
        stack.push_async_callback(model.aclose)
        plan = Plan(
            name,
            our_graph("exit", CONNECTIONS),
            connections=CONNECTIONS,
            model=model,
            wrap=partial(SlowSource, seconds=search_s, searches=searches),
            without=EMPTY,
            patience_s=SOURCE_LIMIT_S,
            change=partial(_changed, name=name),
        )
        house = await stack.enter_async_context(open_house(server, plan))
        holder = await _holder(name, house, model)
        held = Held()
        for line in size.lines:
            await happen(line, house)
            held.turns.append(await _taken(holder, line, scripted, searches))
    return held


def _changed(pack: Pack, name: str) -> Pack:
    """The pack as the holder has it: without a model's checks of drafts, or with other wordings for each search and its
    documents graded."""
    if name == UNCHECKED:
        unchecked = pack.answering.grading.model_copy(update={"claims": False, "grade": False})
        return pack.model_copy(update={"answering": pack.answering.model_copy(update={"grading": unchecked})})
    if name in (WIDE, WIDE_CONTROL):
        return searched_with_calls(pack)
    return pack


def searched_with_calls(pack: Pack) -> Pack:
    """The pack with what a model may do for each search of documents: other wordings, and grading what is found."""
    readings = pack.readings.model_copy(update={"variations": VARIATIONS})
    grading = pack.retrieval.grading.model_copy(update={"enabled": True})
    retrieval = pack.retrieval.model_copy(update={"grading": grading})
    return pack.model_copy(update={"readings": readings, "retrieval": retrieval})


async def _holder(name: str, house: House, model: LanguageModel) -> Holder:
    if name not in (USUAL, AGENT):
        return Product(house, await house.session(name.partition(",")[0]))
    library = Library(house.pack, house.sources)
    return UsualGraph(model, library) if name == USUAL else PlainAgent(model, library)


async def _taken(holder: Holder, line: Line, scripted: ScriptedModel, searches: Sequence[str]) -> Taken:
    scripted.line = line
    calls, sent, searched = scripted.calls, scripted.prompt_bytes, len(searches)
    tokens, caused = scripted.tokens, scripted.searching_calls
    started = time.perf_counter()
    passed = await holder.answer(line)
    seconds = time.perf_counter() - started
    return Taken(
        line,
        seconds,
        scripted.calls - calls,
        scripted.prompt_bytes - sent,
        len(searches) - searched,
        scripted.tokens - tokens,
        scripted.searching_calls - caused,
        passed,
    )


def _draw(folder: Path, found: dict[str, Held]) -> None:
    panels = {
        "seconds": {name: one.total("seconds") for name, one in found.items()},
        "searches": {name: one.total("searches") for name, one in found.items()},
        "model calls": {name: one.total("calls") for name, one in found.items()},
        "prompt KB": {name: one.total("prompt_bytes") / 1000 for name, one in found.items()},
        "wrong reuses of 7 traps": {name: float(len(one.wrong)) for name, one in found.items()},
    }
    bars(folder / "economics.png", "30 turns, 200 ms a model call and 1.5 s a search injected", panels)


def _blocks(found: Found, size: Size, asked: Asked) -> Sequence[str | Table | Sequence[Goal]]:
    first = size.search_s[0]
    picture = [] if asked.images is None else ["![Economics of a 30-turn conversation](images/economics.png)"]
    kinds = [line.kind for line in size.lines]
    return [
        f"{len(kinds)} turns in Korean on the pack `real_estate`: {kinds.count('opening')} open a topic,"
        f" {kinds.count('reusable')} can be answered from the data in hand, {kinds.count('trap')} are traps that look"
        f" so and cannot. **Injected**: {size.call_s * 1000:.0f} ms a model call, {first:g} s a search"
        f" ({', '.join(f'{one:g}' for one in size.search_s[1:]) or 'none'} s below). The model is scripted, the same"
        " for all: right about what is in hand except on the traps, where it says *enough* with confidence 0.95."
        " Nobody can be asked, so `hybrid_confirm` takes its safe default where it would ask. The sources' time limit"
        f" is {SOURCE_LIMIT_S:g} s instead of the pack's 5 s.",
        _table(found[first]),
        "*calls of searching turns*: model calls of the turns that searched. *caused by searching*: calls that are made"
        " only in order to search, for the whole question or for one of its subtasks; a pack that wants other wordings"
        f" of a question (here {VARIATIONS}) and documents graded pays one call each for a search of documents (the"
        " second only where the scores of the best are close), rows need none."
        " *no checks*: no model looks at doubtful sentences or grades. *missed*: reusable turns that were searched."
        " A turn that follows a trap is not counted wrong again. *first prompt -> last*: bytes of all"
        " requests of the second and of the last turn.",
        f"Missed by `{CONFIRM}`: {', '.join(found[first][CONFIRM].missed) or 'none'}.",
        *picture,
        "What a model's checks of drafts cost, turn by turn against the same conversation without them:",
        _checks(found[first]),
        "Wrong reuses on the traps:",
        _traps(found[first], size),
        "The same with slower searches (seconds of the whole conversation):",
        _slower(found, size),
        _goals(found[first]),
    ]


def _table(found: dict[str, Held]) -> Table:
    head = ["", "searches", "model calls", "calls of searching turns", "caused by searching", "tokens"]
    head += ["prompt KB", "first prompt -> last, KB"]
    head += ["seconds", "reused turn, s", "missed", "wrong on traps"]
    return Table(head, [[name, *_cells(one)] for name, one in found.items()])


def _cells(one: Held) -> list[str]:
    reused = [turn.seconds for turn in one.turns if turn.reused]
    second, last = one.turns[1], one.turns[-1]
    return [
        f"{one.total('searches'):.0f}",
        f"{one.total('calls'):.0f}",
        f"{one.calls_of_searching}",
        f"{one.total('caused'):.0f}",
        f"{one.total('tokens'):.0f}",
        f"{one.total('prompt_bytes') / 1000:.0f}",
        f"{second.prompt_bytes / 1000:.0f} -> {last.prompt_bytes / 1000:.0f}",
        f"{one.total('seconds'):.1f}",
        f"{median(reused):.2f}" if reused else "none",
        f"{len(one.missed)}",
        f"{len(one.wrong)}",
    ]


def extra_calls(checked: Held, unchecked: Held) -> tuple[list[int], list[int]]:
    """Calls that each turn takes more with the checks: where the rules passed the first draft, and where not."""
    passed, doubted = list[int](), list[int]()
    for one, other in zip(checked.turns, unchecked.turns, strict=True):
        (passed if one.passed else doubted).append(one.calls - other.calls)
    return passed, doubted


def _checks(found: dict[str, Held]) -> Table:
    passed, doubted = extra_calls(found[CONFIRM], found[UNCHECKED])
    rows = {"the rules pass it": passed, "the rules doubt it": doubted, "all": [*passed, *doubted]}
    head = ["first draft", "turns", "calls more"]
    return Table(head, [[name, f"{len(calls)}", f"{sum(calls)}"] for name, calls in rows.items()])


def _traps(found: dict[str, Held], size: Size) -> Table:
    traps = [line.trap for line in size.lines if line.trap]
    rows = [[name, *("wrong" if trap in one.wrong else "ok" for trap in traps)] for name, one in found.items()]
    return Table(["", *traps], rows)


def _slower(found: Found, size: Size) -> Table:
    head = ["", *(f"{search_s:g} s a search" for search_s in size.search_s)]
    rows = [
        [name, *(f"{found[search_s][name].total('seconds'):.1f}" for search_s in size.search_s)] for name in HOLDERS
    ]
    return Table(head, rows)


def _goals(found: dict[str, Held]) -> list[Goal]:
    ours, control, usual = found[CONFIRM], found[CONTROL], found[USUAL]
    searches = change(ours.total("searches"), control.total("searches"))
    calls = change(ours.calls_of_searching, control.calls_of_searching)
    reused = [at for at, turn in enumerate(ours.turns) if turn.reused]
    own = sum(ours.turns[at].seconds for at in reused)
    saved = change(own, sum(control.turns[at].seconds for at in reused))
    share = own / sum(usual.turns[at].seconds for at in reused)
    caused = change(found[WIDE].total("caused"), found[WIDE_CONTROL].total("caused"))
    passed, doubted = extra_calls(ours, found[UNCHECKED])
    more = f"{sum(passed)} more in {len(passed)} such turns ({sum(doubted)} in the {len(doubted)} others)"
    most_reused = max(ours.turns[at].calls for at in reused)
    most_searched = max(turn.calls for turn in ours.searched)
    return [
        Goal("searches -48 % or better against `no_reuse`", percent(searches), searches <= -0.48),
        Goal("model calls of searching turns -40 % or better", percent(calls), calls <= -0.40),
        Goal("calls that searching causes -40 % or better", percent(caused), caused <= -0.40),
        Goal("a draft that the rules pass costs no call more", more, bool(passed) and not any(passed)),
        Goal("time of a reused turn -60 % or better against `no_reuse`", percent(saved), saved <= -0.60),
        Goal("a reused turn takes at most 2 model calls", f"{most_reused}", most_reused <= 2),
        Goal("a searched turn takes at most 3 model calls", f"{most_searched}", most_searched <= 3),
        Goal("a reused turn takes at most 0.35 of the usual graph's time", f"{share:.2f}", share <= 0.35),
        Goal("no wrong reuse on the traps", f"{len(ours.wrong)}", not ours.wrong),
    ]


if __name__ == "__main__":
    run(__doc__, measure, NEEDS)
