"""`/api/model`, `/api/endpoint-reports`: which model answers, how it is configured, and one real try of it."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from foundation.contracts.identity import Role
from service_agent.api.admin.acts import note_of
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute, Taken
from service_agent.services.endpoints import EnteredEndpoint, Step, TriedVerdict

router = APIRouter(route_class=BodyRoute, tags=["model"], responses=PROBLEMS)


class ModelSetting(BaseModel):
    """One setting as the environment gave it."""

    name: str
    meaning: str
    is_set: bool
    value: str | None
    """Null for keys, which are never shown, and for what is unset."""


class ModelOut(BaseModel):
    """Which model answers."""

    mode: Literal["rules", "model"]
    model: str | None
    base_url: str
    """Without credentials and query."""
    has_key: bool
    is_small: bool
    thinking: str
    planning: str
    settings: list[ModelSetting]
    may_enter: bool
    """Whether whoever asks may try another endpoint."""
    may_enter_private: bool


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


class TryBody(Taken):
    """Another endpoint than the configured one. The key is used for this try and kept nowhere."""

    base_url: Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=500)]
    model: Annotated[str, Field(min_length=1, max_length=200)]
    api_key: Annotated[str, Field(max_length=500)] = ""


class TryRequest(Taken):
    """What is tried; without `entered` the configured endpoint."""

    entered: TryBody | None = None


class TriedStep(BaseModel):
    """One of the two calls."""

    works: bool
    seconds: float
    reason: str | None
    told: str | None


class TriedOut(BaseModel):
    """What one try found."""

    verdict: TriedVerdict
    structured: TriedStep
    reply_format: str
    """How a structured reply could be had: json_schema, json_object or text."""
    streamed: TriedStep
    first_s: float
    """From the request to the first piece."""
    pieces: int
    """More than one: it streams."""
    characters: int
    wrote: str
    prompt_tokens: int
    completion_tokens: int


@router.get("/api/model")
async def model(asking: Asking, services: Service) -> ModelOut:
    """Which model answers and what the environment says of it; no key. Operators only."""
    found = services.endpoints.configured
    return ModelOut(
        mode="rules" if found.model is None else "model",
        model=found.model,
        base_url=found.base_url,
        has_key=found.has_key,
        is_small=found.is_small,
        thinking=found.thinking,
        planning=found.planning,
        settings=[
            ModelSetting(name=name, meaning=meaning, is_set=is_set, value=value)
            for name, meaning, is_set, value in found.settings
        ],
        may_enter=Role.ADMIN in asking.roles,
        may_enter_private=found.may_enter_private,
    )


@router.post("/api/model/try")
async def try_model(body: TryRequest, request: Request, asking: Asking, services: Service) -> TriedOut:
    """One structured and one streamed call, now. Operators try the configured endpoint, admins any other of the public
    network."""
    given = body.entered
    if given is not None:  # where it led: not the path, which may hold a key
        note_of(request).detail["host"] = urlsplit(given.base_url).netloc
    entered = None if given is None else EnteredEndpoint(given.base_url, given.model, given.api_key)
    found = await services.endpoints.tried(asking, entered)
    return TriedOut(
        verdict=found.verdict,
        structured=_step(found.structured),
        reply_format=found.reply_format,
        streamed=_step(found.streamed),
        first_s=round(found.first_s, 3),
        pieces=found.pieces,
        characters=found.characters,
        wrote=found.wrote,
        prompt_tokens=found.prompt_tokens,
        completion_tokens=found.completion_tokens,
    )


def _step(step: Step) -> TriedStep:
    return TriedStep(works=step.works, seconds=round(step.seconds, 3), reason=step.reason, told=step.told)


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
