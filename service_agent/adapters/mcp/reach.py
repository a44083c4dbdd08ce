"""The person who calls over MCP, and the transport."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.contracts.identity import Principal
from service_agent.services.services import Services


@dataclass(frozen=True)
class Reach:
    """One person's way to the service."""

    services: Services
    principal: Principal
    base: str = ""
    """The service's address, for links to passages."""
