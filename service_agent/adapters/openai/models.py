"""`GET /v1/models`: every pack as a model."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from foundation.contracts.errors import UnknownPack
from service_agent.adapters.openai.chat_models import MODEL
from service_agent.api.requests.access import Asking, Service
from service_agent.services.services import Services

router = APIRouter(tags=["openai"])


@router.get("/v1/models")
async def models(asking: Asking, services: Service) -> dict[str, Any]:
    """Every pack as a model, the default one first."""
    del asking
    ordered = sorted(services.packs, key=lambda name: (name != services.default_pack, name))
    return {"object": "list", "data": [_model(services, name) for name in ordered]}


@router.get("/v1/models/{model:path}")
async def model(model: str, asking: Asking, services: Service) -> dict[str, Any]:
    """One of them."""
    del asking
    return _model(services, pack_name(services, model))


def pack_name(services: Services, model: str) -> str:
    """The pack behind a model's id. Raises UnknownPack."""
    name = model.removeprefix(MODEL)
    if name == model or name not in services.packs:
        known = ", ".join(MODEL + one for one in sorted(services.packs))
        raise UnknownPack(f"There is no model {model[:80]!r}; there are {known}.", field="model")
    return name


def _model(services: Services, name: str) -> dict[str, Any]:
    """The format requires `created`; a pack has no creation time."""
    pack = services.packs[name]
    title = pack.title[pack.languages[0]]
    return {"id": MODEL + name, "object": "model", "created": 0, "owned_by": "suffice", "name": title}
