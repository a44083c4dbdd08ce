"""The turn's context for planning."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from execution_agents.document.asking import may_speak_of_attached, may_speak_of_held
from execution_agents.search.sources.uploads import Uploads
from foundation.contracts.work import UPLOAD
from foundation.language.cues import without_opening
from foundation.language.polite import with_yo
from foundation.language.rules.contract_text import pasted_contract
from foundation.language.script import language_of
from supervisor.deps import SupervisorDeps
from supervisor.memory.ledger import ledger_of
from supervisor.memory.window import EXCHANGES, exchanges_of
from supervisor.planning.bounds import closed_up
from supervisor.planning.context import TurnContext
from supervisor.planning.documents import Documents
from supervisor.planning.drafting import ASKED
from supervisor.planning.following.lifted import lifted
from supervisor.state import SupervisorState


async def context_of(state: SupervisorState, deps: SupervisorDeps) -> TurnContext:
    """The turn's context. Made where the turn computes: a pasted contract is long, and earlier questions are many."""
    return await deps.compute(partial(turn_context, state, deps))


async def with_documents(context: TurnContext, deps: SupervisorDeps) -> TurnContext:
    """The same with the conversation's newest document, or the last attached file, if it may be meant."""
    drafts, pack = deps.repositories.drafts, context.pack
    if drafts is None or not (pack.templates or pack.checklist.items) or context.carries_contract:
        return context
    of_attached, of_held = await context.compute(partial(_may_speak_of, context.question))
    if of_attached and await drafts.attached(deps.principal, context.session_id):
        return replace(context, carries_contract=True)
    if not pack.templates or not of_held:
        return context
    return replace(context, held=await drafts.newest(deps.principal, context.session_id))


def _may_speak_of(question: str) -> tuple[bool, bool]:
    """Of an attached file, of the conversation's document."""
    return may_speak_of_attached(question), may_speak_of_held(question)


def turn_context(state: SupervisorState, deps: SupervisorDeps) -> TurnContext:
    """Everything `initialize` loaded, as one frozen object; without the conditions the person removed."""
    pasted = pasted_contract(state["question"]) if deps.pack.checklist.items else None
    question = state["question"]
    if pasted is not None:
        question = pasted.asked or ASKED.get(language_of(pasted.contract), ASKED["en"])
    question, apart = without_opening(closed_up(question))
    options, now = deps.run.options, datetime.fromisoformat(state["now"])
    exchanges = () if options.alone else exchanges_of(state["exchanges"])
    if options.without:
        exchanges = tuple(lifted(one, options.without, deps.pack, now) for one in exchanges)
    return TurnContext(
        principal=deps.principal,
        session_id=deps.run.session_id,
        run_id=deps.run.run_id,
        question=with_yo(question),
        carries_contract=pasted is not None,
        exchanges=exchanges[-EXCHANGES:],
        older=exchanges[:-EXCHANGES],
        ledger=ledger_of(state["ledger"]),
        pack=deps.pack,
        variant=deps.variant,
        thresholds=deps.thresholds,
        now=now,
        routing=deps.query_routing,
        alone=apart,
        compute=deps.compute,
        memories=deps.memory.memories or (),
        documents=Documents(deps.pack, deps.index, deps.sources),
        entities=deps.entities,
        graph=deps.graph,
        attached=files if isinstance(files := deps.sources.get(UPLOAD), Uploads) else None,
    )
