"""`/api/me/memories`: what is remembered of a person from one conversation to the next."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, status

from foundation.contracts.memories import Memory
from service_agent.api.people.models import MemoryBody, MemoryList, MemoryOut
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute

router = APIRouter(route_class=BodyRoute, tags=["me"], responses=PROBLEMS)


@router.get("/api/me/memories")
async def listing(asking: Asking, services: Service, history: Annotated[bool, Query()] = False) -> MemoryList:
    """What is remembered of you, newest first; `history`: with what newer memories took the place of."""
    found = await services.memories.all_of(asking, history=history)
    return MemoryList(on=await services.memories.is_on(asking), memories=[_out(one) for one in found])


@router.post("/api/me/memories", status_code=status.HTTP_201_CREATED)
async def add(body: MemoryBody, asking: Asking, services: Service) -> MemoryOut:
    """Have something remembered. What contradicts it becomes history; said twice, it is kept once."""
    return _out(await services.memories.add(asking, body.text, body.kind))


@router.delete("/api/me/memories", status_code=status.HTTP_204_NO_CONTENT)
async def erase_all(asking: Asking, services: Service) -> None:
    """Erase all that is remembered of you."""
    await services.memories.forget_all(asking)


@router.put("/api/me/memories/{memory_id}")
async def correct(memory_id: str, body: MemoryBody, asking: Asking, services: Service) -> MemoryOut:
    """Correct one: your words take its place, and what stood there becomes history."""
    return _out(await services.memories.correct(asking, memory_id, body.text, body.kind))


@router.delete("/api/me/memories/{memory_id}", status_code=status.HTTP_204_NO_CONTENT)
async def erase(memory_id: str, asking: Asking, services: Service) -> None:
    """Erase one, with what it had replaced."""
    await services.memories.forget(asking, memory_id)


def _out(memory: Memory) -> MemoryOut:
    return MemoryOut(
        memory_id=memory.memory_id,
        tier=memory.tier,
        kind=memory.kind,
        text=memory.text,
        written_by=memory.written_by,
        session_id=memory.session_id,
        message_id=memory.message_id,
        confidence=memory.confidence / 1000,
        valid_from=memory.valid_from,
        replaced_by=memory.replaced_by,
    )
