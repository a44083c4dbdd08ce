"""What every route passes and may ask for: who is asking, whether they may, and the services."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, cast

import structlog
from fastapi import Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from service_agent.auth.cookies import offered_by
from service_agent.auth.rules import Open, need_of_route, require
from service_agent.auth.signed_in import SignedIn
from service_agent.protocol.failures import Problem
from service_agent.protocol.wire import CONTROL
from service_agent.services.services import Services
from service_agent.settings.origins import require_own_page

PROBLEMS: dict[int | str, dict[str, object]] = {
    "default": {
        "model": Problem,
        "description": "RFC 9457 problem document; docs/errors.md lists the codes.",
    }
}

CALLBACK = "/api/sign-in/callback"
"""Where a provider sends people back to."""

ASKING = frozenset({"/api/chat", "/v1/chat/completions", "/v1/responses", "/agui"})
"""Where questions come in over HTTP: who has used up the day gets a refusal that says so."""


def services_of(request: Request) -> Services:
    """The services this application was made with."""
    return cast("Services", request.app.state.services)


def address_of(request: Request) -> str:
    """Where a request came from."""
    return request.client.host if request.client else ""


async def signed_in_of(request: Request) -> SignedIn:
    """Who is asking, found once a request. Raises Unauthenticated, SignInEnded, ForbiddenOrigin."""
    known = getattr(request.state, "signed_in", None)
    if isinstance(known, SignedIn):
        return known
    access = services_of(request).access
    gate = access.gate
    offered = offered_by(request, access.sign_in.public_url)
    if gate.signs_in and offered.by_cookie:
        require_own_page(request.method, request.headers)
    found = await services_of(request).audit_log.admit(offered, address_of(request))
    structlog.contextvars.bind_contextvars(tenant=found.principal.tenant_id, owner=found.principal.owner_id)
    request.state.signed_in = found
    return found


async def principal_of(request: Request) -> Principal:
    """Who is asking. Raises as `signed_in_of`."""
    return (await signed_in_of(request)).principal


async def require_role(request: Request) -> None:
    """Every route's first question: may this person use it (`auth/rules.py`)? Raises Refused, and as above."""
    need = need_of_route(request.method, request.scope["route"].path)
    if need is not Open.ANYBODY:
        require(await principal_of(request), need)


async def require_pace(request: Request) -> None:
    """Raises OverLimit for a person's one request too many within a minute; routes open to anybody are not counted."""
    found = getattr(request.state, "signed_in", None)
    if isinstance(found, SignedIn):
        services = services_of(request)
        asking = request.url.path in ASKING
        await services.turns.require_pace(found.principal, services.access.paces, asking=asking)


def require_plain(request: Request) -> None:
    """Raises WrongUse for a control character in a parameter of the path or query, or in the name of one."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        if CONTROL.search(name):
            raise WrongUse("query: control characters are not taken here; leave them out.", field="query")
        if CONTROL.search(str(value)):
            raise WrongUse(f"{name}: control characters are not taken here; leave them out.", field=name)


async def require_known(request: Request) -> None:
    """Raises WrongUse for a parameter in the query that the route does not take, or that is given twice: a filter that
    is misspelt would filter nothing and say nothing."""
    given = [name for name, _ in request.query_params.multi_items()]
    route = cast("APIRoute", request.scope["route"])
    if not given or route.path == CALLBACK:  # a provider adds parameters of its own to the way back from it
        return
    taken = sorted(_taken(route.dependant))
    for name in given:
        if name not in taken:
            field = name[:40] or "query"
            raise WrongUse(f"{field}: there is no such parameter here; {_remedy(name, taken)}", field=field)
        if given.count(name) > 1:
            raise WrongUse(f"{name}: it is given {given.count(name)} times; give it once.", field=name)


def _taken(dependant: Dependant) -> set[str]:
    own = {field.alias for field in dependant.query_params}
    return own.union(*(_taken(each) for each in dependant.dependencies))


def _remedy(name: str, taken: list[str]) -> str:
    close = get_close_matches(name, taken, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"this route takes: {', '.join(taken)}." if taken else "this route takes none."


Asking = Annotated[Principal, Depends(principal_of)]
Signed = Annotated[SignedIn, Depends(signed_in_of)]
Service = Annotated[Services, Depends(services_of)]
