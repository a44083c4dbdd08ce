"""Erasing demo traffic (`evaluations/demo_traffic.py` makes it)."""

from __future__ import annotations

from foundation.contracts.identity import Principal
from foundation.storage.repositories import Repositories


async def erase_demo(repositories: Repositories, principal: Principal) -> int:
    """Erases every demo conversation of the tenant with all that belongs to it, its sums and its own
    experiments too; how many."""
    erased = 0
    await repositories.demo.forget_experiments(principal)
    for owner in await repositories.demo.owners(principal):
        erased += await repositories.demo.conversations(owner)
        await repositories.people.erase(owner)
    await repositories.demo.forget_sums(principal)
    return erased
