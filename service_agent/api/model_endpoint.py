"""`/api/model/endpoint`, `/api/model/agreement`: administrators enter, change and remove their tenant's model endpoint,
and see how often a model judges as the labels of a pack say."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from foundation.llm.dialect import ReplyFormat
from foundation.llm.public_line import host_of
from foundation.storage.people.audit_log import Act
from service_agent.api.admin.acts import act_now
from service_agent.api.model import KEY, ModelOut, TryBody, model, noted
from service_agent.api.requests.access import PROBLEMS, Asking, Service, Signed, address_of
from service_agent.api.requests.bodies import BodyRoute, Taken
from service_agent.auth.signed_in import SignedIn
from service_agent.services.endpoints.agreement import MOST_JUDGED
from service_agent.services.endpoints.trying import LONGEST_KEY, EnteredEndpoint

router = APIRouter(route_class=BodyRoute, tags=["model"], responses=PROBLEMS)


class EndpointBody(Taken):
    """The endpoint that answers from the next turn on. Its key is stored encrypted and never given out."""

    base_url: Annotated[str, Field(pattern=r"^https?://[^\s@?#]+$", max_length=500)]
    """Without user, query and fragment: a key has a field of its own."""
    model: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\s\x00-\x1f\x7f]+$")]
    api_key: Annotated[str, Field(pattern=KEY, max_length=LONGEST_KEY)] = ""
    keep_key: bool = False
    """The stored key stays; only where the address stays, too."""
    reply_format: ReplyFormat | None = None
    """How structured replies are asked for first; null: found out."""


class AgreementRequest(Taken):
    """Which of a pack's labelled turns are asked about; without `entered` the endpoint that answers now is asked."""

    pack: Annotated[str, Field(max_length=40)]
    begin: Annotated[int, Field(ge=0, le=MOST_JUDGED)] = 0
    """From this one on, a few at once: go on with `begin + asked` until it is `of`."""
    entered: TryBody | None = None


class AgreementOut(BaseModel):
    """How a few labelled turns were judged."""

    of: int
    """Turns there are to ask about; 0: the pack has no labels."""
    asked: int
    agreed: int
    failed: int
    """Without a usable reply: no agreement."""
    calls: int
    prompt_tokens: int
    completion_tokens: int


@router.put("/api/model/endpoint")
async def enter_endpoint(
    body: EndpointBody, request: Request, asking: Asking, signed_in: Signed, services: Service
) -> ModelOut:
    """Another model answers from the next turn on, in every process. Admins only; private addresses are refused unless
    SUFFICE_TRY_PRIVATE_ENDPOINTS allows them."""
    entered = EnteredEndpoint(body.base_url, body.model, body.api_key, body.reply_format, body.keep_key)
    key = "kept" if body.keep_key else "given" if body.api_key else "none"
    detail = {"host": host_of(body.base_url), "model": body.model, "key": key}
    act = replace(_act("endpoint_entered", request, signed_in), detail=detail)
    await services.kept_endpoints.save(asking, entered, act)
    return await model(asking, services)


@router.delete("/api/model/endpoint")
async def remove_endpoint(request: Request, asking: Asking, signed_in: Signed, services: Service) -> ModelOut:
    """What the environment says answers from the next turn on, or the rules. Admins only; nothing stored: no error."""
    await services.kept_endpoints.remove(asking, _act("endpoint_removed", request, signed_in))
    return await model(asking, services)


@router.post("/api/model/agreement")
async def agreement(body: AgreementRequest, request: Request, asking: Asking, services: Service) -> AgreementOut:
    """How often judge 1's prompt is answered as a pack's labels say: one call a turn. Roles as for a try."""
    pack = services.pack(body.pack)
    found = await services.endpoints.agreed(asking, noted(request, body.entered), pack, body.begin)
    return AgreementOut(
        of=found.of,
        asked=found.asked,
        agreed=found.agreed,
        failed=found.failed,
        calls=found.usage.model_calls,
        prompt_tokens=found.usage.prompt_tokens,
        completion_tokens=found.usage.completion_tokens,
    )


def _act(action: str, request: Request, signed_in: SignedIn) -> Act:
    return act_now(request, action, signed_in, address_of(request))
