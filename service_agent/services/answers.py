"""How answers came about, for their owners; those that did not answer, for operators."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.contracts.identity import Principal
from foundation.storage.experiments.answers import AnswersRepository
from foundation.storage.experiments.decision_filters import Demo
from foundation.storage.experiments.prompt_figures import PromptFigures, PromptFiguresRepository
from foundation.storage.records import StoredAnswer
from prompts.catalog import shipped_prompts


@dataclass(frozen=True)
class PromptCost:
    """One version of one prompt, and what it cost."""

    name: str
    room: str
    version: str
    current: bool
    answers: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    repaired: int = 0

    @property
    def repaired_share(self) -> float | None:
        """Of the replies that were asked for first."""
        first = self.calls - self.repaired
        return self.repaired / first if first > 0 else None


class Answers:
    """Records of answers. Whose they are, the repository decides."""

    def __init__(self, repository: AnswersRepository, prompt_figures: PromptFiguresRepository) -> None:
        self._repository = repository
        self._prompt_figures = prompt_figures

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

    async def prompts(self, principal: Principal, days: int, demo: Demo) -> list[PromptCost]:
        """Every prompt as it is sent now, sent or not, and the earlier versions that were; the dearest first."""
        shipped = shipped_prompts().prompts
        found = [_cost(one) for one in await self._prompt_figures.sums(principal, days, demo)]
        sent = {one.name for one in found if one.current}
        unsent = [PromptCost(name, one.room, one.version, True) for name, one in shipped.items() if name not in sent]
        return [*found, *unsent]


def _cost(one: PromptFigures) -> PromptCost:
    shipped = shipped_prompts().prompts.get(one.name)
    room, current = (shipped.room, shipped.version == one.version) if shipped is not None else ("", False)
    return PromptCost(one.name, room, one.version, current, one.answers, one.calls, one.tokens, one.cost, one.repaired)
