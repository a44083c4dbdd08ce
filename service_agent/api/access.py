"""What every route may ask for: the services, and who is asking."""

from __future__ import annotations

from typing import Annotated, cast

import structlog
from fastapi import Depends, Request

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from service_agent.failures import CONTROL, Problem
from service_agent.services import Services

PROBLEMS: dict[int | str, dict[str, object]] = {
    "default": {
        "model": Problem,
        "description": "RFC 9457 problem document; docs/errors.md lists the codes.",
    }
}


def services_of(request: Request) -> Services:
    """The services this application was made with."""
    return cast("Services", request.app.state.services)


def principal_of(request: Request, services: Annotated[Services, Depends(services_of)]) -> Principal:
    """Who is asking. Raises Unauthenticated."""
    principal = services.access.gate.principal(request.headers.get("authorization"))
    structlog.contextvars.bind_contextvars(tenant=principal.tenant_id, owner=principal.owner_id)
    return principal


def require_plain(request: Request) -> None:
    """Raises WrongUse for a control character in a parameter of the path or query."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        if CONTROL.search(str(value)):
            raise WrongUse(f"{name}: control characters are not taken here.", field=name)


Asking = Annotated[Principal, Depends(principal_of)]
Service = Annotated[Services, Depends(services_of)]
