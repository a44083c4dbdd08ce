"""The questions of the timing benchmarks, all answerable without a model and from the shipped pack."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.harness.house import House, Turn

DISTRICTS = (
    "대구 달서구",
    "대구 수성구",
    "대구 북구",
    "대구 동구",
    "대구 남구",
    "대구 중구",
    "대구 달성군",
    "대구 서구",
)
"""Districts with a few rows of figures each, so that a turn's own work is timed and not the length of a table."""
SEARCHED_EVERY = 10


@dataclass
class Talk:
    """One conversation that asks for another district every tenth turn and comes back to it in between."""

    house: House
    session_id: str
    turns: int = 0
    """Turns asked so far."""

    async def next(self) -> Turn:
        """The next turn."""
        place, again = divmod(self.turns, SEARCHED_EVERY)
        district = DISTRICTS[place % len(DISTRICTS)]
        # A district that was asked before is in the ledger: only these words make it a search again.
        question = "그 지역 평균 시세를 다시 요약해줘" if again else f"{district} 아파트 매매 최신 시세 알려줘"
        self.turns += 1
        return await self.house.ask(self.session_id, question)

    async def until(self, turns: int) -> None:
        """Ask until there were so many turns."""
        while self.turns < turns:
            await self.next()


async def begun(house: House) -> Talk:
    """A new conversation."""
    return Talk(house, await house.session())
