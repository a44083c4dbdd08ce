"""`suffice packs why`: how a question is understood, what it is looked for in, and why it went where it went."""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from foundation.contracts.errors import WrongUse
from foundation.language.printable import json_text
from service_agent.cli.talk import AsJson, Language, PackName, Token, Url, reach_service
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.console import Console
from service_agent.terminal.words import words_for

Lines = Iterator[tuple[str, str]]


def why(
    question: Annotated[str, typer.Argument(help="The question.")],
    after: Annotated[
        list[str] | None, typer.Option("--after", help="Asked before it in the same conversation; may be repeated.")
    ] = None,
    pack: PackName = None,
    url: Url = None,
    token: Token = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """How a question is understood, and why it went where it went. It is asked in a conversation that is gone after."""
    if not question.strip():
        raise WrongUse('The question is empty; write it in quotes: suffice packs why "…".')
    asyncio.run(_why((*(after or ()), question), pack, (url, token, language), as_json))


async def _why(
    questions: Sequence[str], pack: str | None, service: tuple[str | None, str | None, str | None], as_json: bool
) -> None:
    url, token, language = service
    words = words_for(language or "en")  # As all that this command prints.
    async with reach_service(url, token, Console(stderr=True), words) as client:
        trace = await _traced(client, questions, pack)
    if as_json:
        sys.stdout.write(json_text(trace, indent=2) + "\n")
        return
    table = Table(box=None, show_header=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, value in lines_of(trace):
        table.add_row(name, value)
    Console().print(table, markup=False, highlight=False)


async def _traced(client: ServiceClient, questions: Sequence[str], pack: str | None) -> dict[str, Any]:
    """The last question's trace. The conversation is gone afterwards: nobody lives with what was tried."""
    session = await client.request("POST", "/api/sessions", {"pack": pack} if pack else {})
    try:
        final: dict[str, Any] = {}
        for question in questions:
            body = {"content": question, "session_id": session["session_id"], "message_id": uuid.uuid4().hex}
            final = await client.request("POST", "/api/chat", body, patience_s=None)
        return await client.request("GET", f"/api/runs/{final['run_id']}/trace")
    finally:
        await client.request("DELETE", f"/api/sessions/{session['session_id']}")


def lines_of(trace: Any) -> Lines:
    """What a trace says, as (name, words) in the order of the turn."""
    events: dict[str, dict[str, Any]] = {event["type"]: event for event in trace["events"]}
    yield "question", trace["question"]
    if "plan_ready" in events:
        yield from _planned(events["plan_ready"])
    answer = events.get("answer", {})
    for request in answer.get("requests", ()):
        yield from _request(request)
    yield from _filters(trace.get("decision"), answer)
    if "data_reuse_decision" in events:
        yield from _judged(events["data_reuse_decision"])
    for event in trace["events"]:
        if event["type"] == "team_progress" and event["status"] != "running" and event.get("label"):
            yield "source", f"{event['label']} ({event['elapsed_ms']} ms)"
    yield from _answered(answer)
    failed = events.get("run_failed")
    if failed:
        yield "failed", f"{failed['code']}: {failed['message']}"


def _planned(plan: Any) -> Lines:
    if plan.get("standalone_question"):
        yield "understood as", plan["standalone_question"]
    yield "intent", f"{plan['intent']} ({plan['confidence']:.2f}, by {plan['engine']})"
    yield "route", plan["route"]
    yield "because", plan["why"]
    if plan["required_data_types"]:
        yield "needs", ", ".join(plan["required_data_types"])
    teams = [*plan["active_teams"], *(f"{team} (absent)" for team in plan["absent_teams"])]
    if teams:
        yield "teams", ", ".join(teams)


def _request(request: Any) -> Lines:
    reading = "follows the conversation" if request["reading"] == "follows" else "stands alone"
    yield "reading", f"{reading}: {request['standalone']}"
    names = [f"{one['name']} ({one['type']})" for one in request["entities"]]
    yield "names", ", ".join(names) or "nothing the pack knows"
    if not request["answered"]:
        yield "not answered", request["reason"]


def _filters(decision: Any, answer: Any) -> Lines:
    reuse: Any = answer.get("reuse") or {"data_types": {}}
    used = {one.get("evidence_id") for one in reuse["data_types"].values()}
    ledger: Any = decision["inputs"].get("ledger", ()) if decision else ()
    for entry in ledger:
        if entry["evidence_id"] in used:
            slots = "; ".join(f"{name} = {', '.join(map(str, values))}" for name, values in entry["slots"].items())
            yield f"filters of {entry['data_type']}", slots or "none"
            yield f"found for {entry['data_type']}", f"{entry['item_count']} items, by: {entry['query']}"


def _judged(reuse: Any) -> Lines:
    yield "decision", f"{reuse['decision']} ({reuse['variant']})"
    first = reuse.get("judge1")
    if first:
        verdict = "enough" if first["is_sufficient"] else "not enough"
        yield "judge 1", f"{verdict}, {first['confidence']:.2f} by {first['by']}: {first['reasoning']}"
    for data_type, second in reuse.get("judge2", {}).items():
        issues = ", ".join(second["issues"]) or "no objection"
        yield f"judge 2, {data_type}", f"{second['verdict']}, {second['confidence']:.2f}: {issues}"
    for reason in reuse.get("reasons", ()):
        yield "reason", reason


def _answered(answer: Any) -> Lines:
    if not answer:
        return
    yield "answer", answer["content"].split("\n", 1)[0]
    for citation in answer["citations"][:3]:
        yield f"[{citation['marker']}]", f"{citation['source']}: {citation['title']}"
