"""Plants a wrong reuse in a turn: the turn seems to have put the first question's topic before the second's words and
its conditions beside them, and to have answered from what the first had found. Only the decision's row is changed; the
audit that the service then makes reads nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from evaluations.audits.reading import Planted
from evaluations.harness.client import Client
from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import Understanding
from foundation.language.beside import set_beside
from foundation.language.cues import reuse_cue
from foundation.language.wanted.forms import asks_for_a_form
from foundation.storage.database.json_text import dump
from foundation.storage.records import DecisionRow

DecisionOf = Callable[[str], Awaitable[DecisionRow | None]]
"""The kept decision of a run."""
PLANT = """
    UPDATE decisions SET decision = 'reuse', question = %s, standalone = %s, judge2 = CAST(%s AS jsonb),
        inputs = CAST(%s AS jsonb) WHERE run_id = %s
"""


@dataclass(frozen=True)
class Found:
    """One planted reuse and what its audit found."""

    line: Planted
    wrong: bool
    """The audit calls it wrong."""
    rules: Mapping[str, str]
    """Data type -> the rule that rejected the reuse."""
    failure: str = ""

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            **self.line.model_dump(),
            "called_wrong": self.wrong,
            "rules": dict(self.rules),
            "failure": self.failure,
        }


@dataclass(frozen=True)
class Planter:
    """Plants in one service's database."""

    client: Client
    database_url: str
    decision_of: DecisionOf

    async def found(self, line: Planted) -> Found:
        """Ask the first question, plant the second, audit."""
        answer = await self.client.ask(await self.client.session(line.pack), line.first)
        row = await self.decision_of(str(answer.final.get("run_id", "")))
        if row is None or not row.data_types:
            return Found(line, wrong=False, rules={}, failure=answer.failure or "the first question needed no data")
        reused = answer.final["reuse"]["data_types"]
        self._plant(row, line, {name: str(entry["evidence_id"]) for name, entry in reused.items()})
        audit = await self.client.audit(row.run_id)
        if audit["status"] != "done":
            return Found(line, wrong=False, rules={}, failure=str(audit["why"]))
        against = {str(one["data_type"]): str(one["rule"]) for one in audit["types"] if not one["agrees"]}
        return Found(line, wrong=bool(against), rules=against)

    def _plant(self, row: DecisionRow, line: Planted, evidence: Mapping[str, str]) -> None:
        before = Understanding.model_validate(row.inputs["understanding"])
        read = planted_reading(before, line.second, tuple(evidence.values()))
        reused = reusing(row.judge2, evidence)
        inputs = {**row.inputs, "understanding": read.model_dump(mode="json")}
        values = (line.second, read.standalone, dump(reused), dump(inputs), row.run_id)
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            connection.execute(PLANT, values)


def reusing(judged: Mapping[str, Any], evidence: Mapping[str, str]) -> dict[str, Any]:
    """What judge 2 said, as if it had reused that evidence (data type -> id)."""
    return {name: {**entry, "decision": "reused", "evidence_id": evidence[name]} for name, entry in judged.items()}


def planted_reading(before: Understanding, second: str, evidence: Sequence[str]) -> Understanding:
    """The first question's reading with the second's words and its own topic and conditions beside them. A second
    message that only asks for another form points at the evidence shown, as planning reads it."""
    return before.model_copy(
        update={
            "question": second,
            "standalone": set_beside(before.standalone, second),
            "route": "history_required",
            "slots": tuple(one.model_copy(update={"origin": "inherited"}) for one in before.slots),
            "shown": tuple(evidence) if asks_for_a_form(second, before.question) else (),
            "reuse_cue": reuse_cue(second),
        }
    )


async def decision_of(decisions: Any, run_id: str) -> DecisionRow | None:
    """The local person's decision."""
    row: DecisionRow | None = await decisions.get(LOCAL, run_id) if run_id else None
    return row
