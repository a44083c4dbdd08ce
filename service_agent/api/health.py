"""`/healthz`, `/readyz`, `/metrics`, and what was found of model endpoints: for whoever watches the process."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from service_agent.api.access import Service
from service_agent.api.models import Check, Readiness


class Health(BaseModel):
    """The process is there."""

    service: Literal["suffice"] = "suffice"
    status: Literal["ok"] = "ok"


class EndpointReportOut(BaseModel):
    """What `suffice eval endpoint` found of one endpoint with one model."""

    base_url: str
    model: str
    verdict: str
    """plans and writes, writes only, thinking mode advised or not advised."""
    judged_at: str
    in_use: bool
    """It is the endpoint the service asks now."""
    figures: dict[str, str]
    """Name -> figure, as the command prints them, in its order."""


class EndpointReportsOut(BaseModel):
    """Every report of this machine, the newest first."""

    reports: list[EndpointReportOut]
    model: str | None
    """The model the service asks now; null: none, the rules engine answers."""


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


@router.get("/api/endpoint-reports")
async def endpoint_reports(services: Service) -> EndpointReportsOut:
    """What was found of model endpoints (`suffice eval endpoint`)."""
    found = [] if services.reports is None else await services.reports.found()
    return EndpointReportsOut(
        reports=[
            EndpointReportOut(
                base_url=without_password(one.base_url),
                model=one.model,
                verdict=one.verdict,
                judged_at=one.judged_at,
                in_use=in_use,
                figures=one.figures,
            )
            for one, in_use in found
        ],
        model=(services.reports.model or None) if services.reports is not None else None,
    )


def without_password(address: str) -> str:
    """The address without a name and a password in it."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(services: Service) -> PlainTextResponse:
    """Figures for Prometheus."""
    return PlainTextResponse(await services.metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")
