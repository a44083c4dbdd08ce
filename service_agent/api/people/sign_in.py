"""`/api/sign-in`, `/api/sign-out`: the page's cookie, from a key or token or from the provider.

Only our own page may begin or end a sign-in: another site could otherwise sign somebody in as itself and read what
they go on to write.
"""

from __future__ import annotations

import contextlib
from typing import Annotated

import structlog
from fastapi import APIRouter, Request, Response, status
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.errors import SignInEnded, SufficeError, Unauthenticated, UnknownAddress
from foundation.contracts.identity import Principal, Role
from service_agent.api.admin.acts import note_of
from service_agent.api.requests.access import CALLBACK, PROBLEMS, Asking, Service, address_of
from service_agent.api.requests.bodies import BodyRoute
from service_agent.auth.cookies import FLOW, FLOW_S, SIGN_IN, cookie_of, give, is_encrypted, take_back
from service_agent.auth.oidc import CodeFlow
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.services.services import Services
from service_agent.settings.keys import LONGEST_TOKEN
from service_agent.settings.origins import own_address, require_own_page

log = structlog.get_logger(__name__)
router = APIRouter(route_class=BodyRoute, tags=["sign-in"], responses=PROBLEMS)


class Ways(BaseModel):
    """How one may sign in here."""

    required: bool
    """False: sign-in is off, whoever reaches the service is one local person."""
    provider: bool
    """True: `GET /api/sign-in/oidc` sends the browser to the provider."""


class SignInBody(BaseModel):
    """A key or token."""

    model_config = ConfigDict(extra="forbid")

    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


class Person(BaseModel):
    """Who is asking."""

    tenant_id: str
    owner_id: str
    roles: list[Role]


@router.get("/api/sign-in")
async def ways(services: Service) -> Ways:
    """How one may sign in here."""
    return Ways(required=services.access.gate.signs_in, provider=services.access.sign_in.flow is not None)


@router.post("/api/sign-in")
async def sign_in(body: SignInBody, request: Request, response: Response, services: Service) -> Person:
    """Sign the page in with a key or token: it gets a cookie that ends with it."""
    require_own_page(request.method, request.headers)
    signed_in = await services.audit_log.admit(Offered(f"Bearer {body.token}"), address_of(request))
    note_of(request).who = signed_in
    await _remember(request, response, services, signed_in)
    return _person(signed_in.principal)


@router.post("/api/sign-out", status_code=status.HTTP_204_NO_CONTENT)
async def sign_out(request: Request, response: Response, services: Service) -> None:
    """End the page's sign-in in every process, and its open connections."""
    require_own_page(request.method, request.headers)
    cookie, credentials = _cookie(request, services, SIGN_IN), services.access.gate.credentials
    if cookie is not None and credentials is not None:
        with contextlib.suppress(SufficeError):  # it ended already
            note_of(request).who = await credentials.of_cookie(cookie)
        await credentials.forget(cookie)
    take_back(response, SIGN_IN)


@router.get("/api/me")
async def me(asking: Asking) -> Person:
    """Who you are here."""
    return _person(asking)


@router.get("/api/sign-in/oidc", status_code=status.HTTP_303_SEE_OTHER, response_class=RedirectResponse)
async def to_provider(request: Request, services: Service) -> RedirectResponse:
    """Send the browser to the provider."""
    begun = await _flow(services).begin(_callback(request, services))
    response = RedirectResponse(begun.address, status.HTTP_303_SEE_OTHER)
    give(response, FLOW, begun.cookie, FLOW_S, encrypted=_encrypted(request, services), site="lax")
    return response


@router.get(CALLBACK, status_code=status.HTTP_303_SEE_OTHER, response_class=RedirectResponse)
async def from_provider(request: Request, services: Service) -> RedirectResponse:
    """The provider's answer: the page is signed in, or its address says why not (`/?sign_in=CODE`)."""
    flow, cookie = _flow(services), _cookie(request, services, FLOW)
    callback, sent = _callback(request, services), dict(request.query_params)
    try:
        if cookie is None:  # nothing is tried, and any page may send a browser here
            signed_in = await flow.finish(callback, cookie, sent)
        else:
            paces = services.access.paces
            signed_in = await paces.flow(address_of(request), lambda: flow.finish(callback, cookie, sent))
    except SufficeError as error:
        log.info("sign_in_refused", code=str(error.code), reason=error.message)
        if cookie is not None and isinstance(error, Unauthenticated) and not isinstance(error, SignInEnded):
            note_of(request).result, note_of(request).code = "refused", str(error.code)
        response = RedirectResponse(f"/?sign_in={error.code}", status.HTTP_303_SEE_OTHER)
    else:
        response = RedirectResponse("/", status.HTTP_303_SEE_OTHER)
        note_of(request).who = signed_in
        await _remember(request, response, services, signed_in)
    take_back(response, FLOW)
    return response


async def _remember(request: Request, response: Response, services: Services, signed_in: SignedIn) -> None:
    credentials = services.access.gate.credentials
    if credentials is None:
        return
    cookie = await credentials.remember(signed_in)
    give(response, SIGN_IN, cookie.value, cookie.lasts_s, encrypted=_encrypted(request, services))


def _cookie(request: Request, services: Services, name: str) -> str | None:
    return cookie_of(request, name, services.access.sign_in.public_url)


def _encrypted(request: Request, services: Services) -> bool:
    return is_encrypted(request, services.access.sign_in.public_url)


def _flow(services: Services) -> CodeFlow:
    flow = services.access.sign_in.flow
    if flow is None:
        raise UnknownAddress("No sign-in provider is configured here; sign in with a key (docs/sign-in.md).")
    return flow


def _callback(request: Request, services: Services) -> str:
    signing = services.access.sign_in
    base = signing.public_url or own_address(request.url.scheme, request.headers.get("host"), signing.hosts)
    return base.rstrip("/") + CALLBACK


def _person(principal: Principal) -> Person:
    return Person(tenant_id=principal.tenant_id, owner_id=principal.owner_id, roles=sorted(principal.roles))
