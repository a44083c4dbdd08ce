"""Plants a wrong reuse in a turn: the turn seems to have put the first question's topic before the second's words and
its conditions beside them, and to have answered from what the first had found. Only the decision's row is changed; the
audit that the service then makes reads nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import psycopg

from evaluations.audits.reading import Planted
from evaluations.harness.client import Client
from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import Understanding
from foundation.language.beside import set_beside
from foundation.language.cues import reuse_cue
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
        self._plant(row, line)
        audit = await self.client.audit(row.run_id)
        if audit["status"] != "done":
            return Found(line, wrong=False, rules={}, failure=str(audit["why"]))
        against = {str(one["data_type"]): str(one["rule"]) for one in audit["types"] if not one["agrees"]}
        return Found(line, wrong=bool(against), rules=against)

    def _plant(self, row: DecisionRow, line: Planted) -> None:
        before = Understanding.model_validate(row.inputs["understanding"])
        standalone = set_beside(before.standalone, line.second)
        read = before.model_copy(
            update={
                "question": line.second,
                "standalone": standalone,
                "route": "history_required",
                "slots": tuple(one.model_copy(update={"origin": "inherited"}) for one in before.slots),
                "reuse_cue": reuse_cue(line.second),
            }
        )
        reused = {name: {**entry, "decision": "reused"} for name, entry in row.judge2.items()}
        inputs = {**row.inputs, "understanding": read.model_dump(mode="json")}
        values = (line.second, standalone, dump(reused), dump(inputs), row.run_id)
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            connection.execute(PLANT, values)


async def decision_of(decisions: Any, run_id: str) -> DecisionRow | None:
    """The local person's decision."""
    row: DecisionRow | None = await decisions.get(LOCAL, run_id) if run_id else None
    return row
