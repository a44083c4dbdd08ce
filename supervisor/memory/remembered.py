"""How a turn uses the memories of the person: it loads them, changes them on request, uses and names them.

The memories themselves are not part of the graph's state: once erased, they must be stored nowhere. A turn that is
resumed after a pause reads them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.memories import Memory, MemoryChanges
from foundation.contracts.plan import Plan, Understanding
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import display_value
from foundation.language.script import language_of
from foundation.storage.people.memories import MemoriesRepository, Said
from supervisor.deps import SupervisorDeps
from supervisor.memory.personal.merging import forgotten, merged
from supervisor.memory.personal.reading import Statement, statements_of
from supervisor.memory.personal.recall import recalled, relevant
from supervisor.memory.personal.requests import Request, request_of
from supervisor.memory.personal.vetoes import asks
from supervisor.planning.following.topic import fitted
from supervisor.words import said

SHOWN = 120
"""Characters of a memory that are quoted in an answer."""


ANSWERED = 0.45
"""Nearness to a line, by how people ask for it, from which a statement seeks help. What strangers said of themselves
(evaluations/strangers/memory.jsonl) lies below it over the shipped packs, a lost laptop at 0.71."""


@dataclass(frozen=True)
class Heard:
    """The message's request about memories, and the rest of the message."""

    sentence: str
    """The reply to the person; "": the message asked nothing of the memories."""
    rest: str
    """The rest of the message; "": there is none."""


async def memories_of(deps: SupervisorDeps) -> tuple[Memory, ...]:
    """The turn's memories, most relevant first; none if nothing is stored or this run does not use them."""
    if deps.memory.memories is None:
        repository = _repository(deps)
        uses = repository is not None and deps.run.options.use_memories
        held = await repository.current(deps.principal) if repository is not None and uses else ()
        deps.memory.memories = await deps.compute(partial(recalled, held, deps.run.question)) if held else ()
    return deps.memory.memories


async def heard(deps: SupervisorDeps, *, begins: bool) -> Heard:
    """Carries out the message's request about memories at once. `begins`: it is the conversation's first message; then
    a message that only makes statements about the person is one to remember."""
    question, language = deps.run.question, language_of(deps.run.question)
    if deps.run.options.history or deps.run.options.override_of is not None:
        return Heard("", question)
    request = await deps.compute(partial(request_of, question))
    if request is None:
        statements = await deps.compute(partial(statements_of, question)) if begins else ()
        if not statements or not _nothing_else(question, statements) or _repository(deps) is None:
            return Heard("", question)
        if await deps.compute(partial(is_answered, question, deps.pack)):
            return Heard("", question)
        return Heard(await _remember(deps, statements, language), "")
    if _repository(deps) is None:
        return Heard(said("memory_off", language), request.rest)
    return Heard(await _obeyed(deps, request, language), request.rest)


async def acknowledged(deps: SupervisorDeps, plan: Plan) -> str:
    """For a message that would be rejected as off topic, the reply to the statement it makes; "" if it makes none."""
    if plan.ends_early not in ("irrelevant", "unclear") or _repository(deps) is None or deps.run.options.history:
        return ""
    statements = await deps.compute(partial(statements_of, deps.run.question))
    if not statements or not _nothing_else(deps.run.question, statements):
        return ""
    return await _remember(deps, statements, plan.understanding.language)


def notices(understanding: Understanding, memories: tuple[Memory, ...], deps: SupervisorDeps) -> tuple[str, ...]:
    """Notices that name the conditions taken from memories."""
    topics = {one.memory_id: one.topic for one in memories}
    values = [value for value in understanding.slots if value.origin == "remembered"]
    return tuple(
        _found_for(value.name, value.value, topics.get(memory_id, ""), understanding.language, deps)
        for value, memory_id in zip(values, understanding.remembered, strict=False)
    )


def used_by(understanding: Understanding, memories: tuple[Memory, ...], *, by_model: bool) -> tuple[str, ...]:
    """Ids of the memories this answer uses: those that gave a condition, and those its writer was shown."""
    shown = [one.memory_id for one in shown_to_writer(understanding, memories)] if by_model else []
    return tuple(dict.fromkeys((*understanding.remembered, *shown)))


def shown_to_writer(understanding: Understanding, memories: tuple[Memory, ...]) -> tuple[Memory, ...]:
    """The memories that the writer of the answer is shown."""
    return relevant(memories, understanding.question)


def _repository(deps: SupervisorDeps) -> MemoriesRepository | None:
    return deps.repositories.memories if deps.remembers else None


def is_answered(statement: str, pack: Pack) -> bool:
    """True if a line of the documents answers the statement (I lost my laptop): it seeks help."""
    near = line_index(pack).nearest(statement, "", 1)
    return bool(near) and near[0].nearness >= ANSWERED


def _nothing_else(question: str, statements: tuple[Statement, ...]) -> bool:
    """True if the statements are the whole message."""
    stated = sum(len(statement.text) for statement in statements)
    return stated * 10 >= len(question.strip()) * 8 and "?" not in question and not asks(question)


async def _obeyed(deps: SupervisorDeps, request: Request, language: str) -> str:
    if request.action == "remember":
        if request.statement is None:
            return said("memory_refused", language)
        return await _remember(deps, (request.statement,), language)
    repository = deps.repositories.memories
    assert repository is not None
    if request.action == "forget_all":
        return said("memory_forgot_all", language, n=await repository.forget_all(deps.principal))
    gone: list[str] = []

    def decide(held: Sequence[Memory]) -> MemoryChanges:
        meant = set(forgotten(held, request.what))
        gone.extend(_short(one.text) for one in held if one.memory_id in meant and one.kind != "summary")
        return MemoryChanges(dropped=tuple(meant))

    await repository.change(deps.principal, decide, _said_in(deps))
    deps.memory.memories = None
    return said("memory_forgot", language, what="”, “".join(gone)) if gone else said("memory_unknown", language)


async def _remember(deps: SupervisorDeps, statements: tuple[Statement, ...], language: str) -> str:
    repository = deps.repositories.memories
    assert repository is not None
    old: list[str] = []

    def decide(held: Sequence[Memory]) -> MemoryChanges:
        changes = merged([one for one in held if one.tier == "longterm"], statements, "person")
        replaced = {memory_id for memory_id, _ in changes.replaced}
        old.extend(one.text for one in held if one.memory_id in replaced)
        return changes

    added = await repository.change(deps.principal, decide, _said_in(deps))
    deps.memory.memories = None
    if not added:
        return said("memory_known", language, what=_short(statements[0].text))
    words = said("memory_kept", language, what="”, “".join(_short(one.text) for one in added))
    return f"{words} {said('memory_replaced', language, what=_short(old[0]))}" if old else words


def _said_in(deps: SupervisorDeps) -> Said:
    return Said(deps.run.run_id, deps.run.session_id)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _found_for(name: str, value: str, topic: str, language: str, deps: SupervisorDeps) -> str:
    words = display_value(deps.pack.slot(name), value, language)
    key = f"memory_used_{topic}" if topic in ("interest", "home") else "memory_used"
    if language == "ko":
        return said(key, language, value=words, particle=fitted(words, "으로 ").strip())
    return said(key, language, value=words)
