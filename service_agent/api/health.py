"""`/healthz`, `/readyz` and `/metrics`: for whoever watches the process."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from service_agent.api.requests.access import Service


class Check(BaseModel):
    """One thing the service stands on."""

    ok: bool
    message: str | None = None


class Readiness(BaseModel):
    """May traffic come here?"""

    ready: bool
    checks: dict[str, Check]


class Health(BaseModel):
    """The process is there."""

    service: Literal["suffice"] = "suffice"
    status: Literal["ok"] = "ok"


router = APIRouter(tags=["operation"])


@router.get("/healthz")
async def healthz() -> Health:
    """The process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": Readiness}})
async def readyz(services: Service, response: Response) -> Readiness:
    """Database, migrations, packs and indexes are there."""
    found = await services.readiness()
    checks = {name: Check(ok=message is None, message=message) for name, message in found.items()}
    ready = all(check.ok for check in checks.values())
    checks |= {name: Check(ok=True, message=away.sentence) for name, away in services.degraded().items()}
    if not ready:
        response.status_code = 503
    return Readiness(ready=ready, checks=checks)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(services: Service) -> PlainTextResponse:
    """Figures for Prometheus."""
    return PlainTextResponse(await services.metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")
