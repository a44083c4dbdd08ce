"""The search team's own state: plain JSON values. Evidence items are in the `EvidenceStore`; the state holds only their
ids."""

from __future__ import annotations

from typing import TypedDict

from execution_agents.reuse.policy import Action, Choice
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief


class SearchState(TypedDict):
    """One search, from the brief to the finding."""

    brief: JsonObject
    """`Brief` without its evidence."""
    actions: dict[str, Action]
    """Need -> reuse | ask | search, as judged; settled by `settled_actions`."""
    decisions: list[JsonObject]
    """A `TypeDecision` per need, as judged (its `decision` is made final at the end)."""
    card: JsonObject | None
    """`ConfirmationAsked`, if the person is to be asked."""
    person: str | None
    unasked: list[str]
    """Needs in doubt that cost too little to ask about: judge 2's verdict decided."""
    asked: bool
    timed_out: bool
    found: dict[str, str]
    """Need -> id of the evidence that was fetched now."""
    missing: dict[str, str]
    notices: list[str]
    search_calls: int
    finding: JsonObject | None
    """`Finding` without its evidence."""
    evidence_ids: list[str]


def initial_state(brief: Brief) -> SearchState:
    """The state a search starts from."""
    return SearchState(
        brief=brief.model_copy(update={"evidence": ()}).model_dump(mode="json"),
        actions={},
        decisions=[],
        card=None,
        person=None,
        unasked=[],
        asked=False,
        timed_out=False,
        found={},
        missing={},
        notices=[],
        search_calls=0,
        finding=None,
        evidence_ids=[],
    )


def settled_actions(state: SearchState) -> dict[str, Action]:
    """The actions after the person answered, the deadline passed or the safe default applied."""
    answered: Action = "reuse" if state["person"] == Choice.USE_PREVIOUS else "search"
    return {name: answered if action == "ask" else action for name, action in state["actions"].items()}


def search_scope(state: SearchState) -> tuple[str, ...]:
    """Needs that must be fetched."""
    return tuple(name for name, action in settled_actions(state).items() if action == "search")


def brief_of(state: SearchState) -> Brief:
    """The brief this search works for."""
    return Brief.model_validate(state["brief"])
