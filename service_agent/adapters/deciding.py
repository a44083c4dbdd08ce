"""A person's answer to an open question, or that they gave none."""

from __future__ import annotations

from execution_agents.pausing.answers import Chosen, Given, Picked
from foundation.contracts.identity import Principal
from foundation.storage.records import Prompt
from service_agent.services.services import Services


async def decide(services: Services, principal: Principal, prompt: Prompt, given: Given | None) -> None:
    """Passes the answer on. Declined: the safe default applies at once; a form has none, so its run ends. Raises
    LateAnswer, AlreadyDecided, InvalidAnswer."""
    if given is not None:
        await services.turns.decide(principal, prompt.prompt_id, given)
    elif prompt.kind == "form":
        await services.turns.stop(principal, prompt.run_id)
    else:
        default = Chosen(prompt.default) if prompt.kind == "confirmation" else Picked(prompt.default)
        await services.turns.decide(principal, prompt.prompt_id, default)
