"""How answers came about, for their owners; those that did not answer, for operators."""

from __future__ import annotations

from foundation.contracts.identity import Principal
from foundation.storage.experiments.answers import AnswersRepository
from foundation.storage.experiments.decision_filters import Demo
from foundation.storage.records import StoredAnswer


class Answers:
    """Records of answers. Whose they are, the repository decides."""

    def __init__(self, repository: AnswersRepository) -> None:
        self._repository = repository

    async def record(self, principal: Principal, run_id: str) -> StoredAnswer:
        """One answer's record. Raises UnknownRun."""
        return await self._repository.get(principal, run_id)

    async def failed(
        self, principal: Principal, limit: int, before: str | None, *, reviewed: bool, demo: Demo
    ) -> list[StoredAnswer]:
        """The answers of the tenant to review, newest first."""
        return await self._repository.failed(principal, limit, before, reviewed=reviewed, demo=demo)

    async def review(self, principal: Principal, run_id: str, note: str) -> StoredAnswer:
        """Takes one off the list. Raises UnknownRun."""
        await self._repository.review(principal, run_id, note)
        return await self._repository.get(principal, run_id)
