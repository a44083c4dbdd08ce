"""`/api/model`, `/api/endpoint-reports`: which model answers, how it was chosen, and one real try of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from foundation.contracts.identity import Role
from foundation.llm.dialect import REPLY_FORMATS, ReplyFormat
from foundation.llm.public_line import host_of
from service_agent.api.admin.acts import note_of
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.api.requests.bodies import BodyRoute, Taken
from service_agent.services.endpoints.chosen import ChosenBy, chosen_of
from service_agent.services.endpoints.kept import KeptEndpoint
from service_agent.services.endpoints.tasks import TaskName, Tried
from service_agent.services.endpoints.trying import LONGEST_KEY, EnteredEndpoint, Step, TriedVerdict

router = APIRouter(route_class=BodyRoute, tags=["model"], responses=PROBLEMS)

KEY = r"^[!-~]*$"
"""A key goes into a header: printable ASCII without blanks."""


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
    chosen_by: ChosenBy
    """Where what answers was entered."""
    model: str | None
    base_url: str
    """Without credentials and query."""
    has_key: bool
    stored: StoredEndpointOut | None
    """Of the tenant; it stands above the environment's."""
    environment_model: str | None
    """What answers when nothing is stored; null: the rules."""
    is_small: bool
    thinking: str
    planning: str
    settings: list[ModelSetting]
    may_enter: bool
    """Whether whoever asks may try another endpoint, and enter one."""
    may_enter_private: bool


class StoredEndpointOut(BaseModel):
    """What administrators entered on the page; its key is never given out."""

    base_url: str
    model: str
    reply_format: ReplyFormat | None
    """How structured replies are asked for first; null: found out."""
    has_key: bool
    key_end: str
    """The key's last four characters; "" where it has none, or it is short."""
    changed_at: datetime | None
    trouble: str | None
    """Why this process cannot use it; null: it does."""


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
    """Another endpoint than the one that answers. The key is used for this try and kept nowhere."""

    base_url: Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=500)]
    model: Annotated[str, Field(min_length=1, max_length=200)]
    api_key: Annotated[str, Field(pattern=KEY, max_length=LONGEST_KEY)] = ""
    reply_format: ReplyFormat | None = None
    """How structured replies are asked for first; null: found out."""
    keep_key: bool = False
    """The stored key is used instead, where the address is the stored one."""

    def entered(self) -> EnteredEndpoint:
        """As the services take it."""
        return EnteredEndpoint(self.base_url, self.model, self.api_key, self.reply_format, self.keep_key)


class TryRequest(Taken):
    """What is tried; without `entered` the endpoint that answers now."""

    entered: TryBody | None = None
    pack: Annotated[str, Field(max_length=40)] | None = None
    """The pack whose turns are tried; null: the default one."""


class TriedStep(BaseModel):
    """One call of a kind."""

    works: bool
    seconds: float
    reason: str | None
    told: str | None


class TriedTask(BaseModel):
    """One task of a turn, tried through the validation of a turn."""

    task: TaskName
    works: bool
    seconds: float
    question: str
    """What was asked."""
    reason: str | None
    """Why it does not work: a stable word (unknown_intent, wrong_shape, no_such_column, timeout …)."""
    field: str
    """The reply's field that was wrong; "": none in particular."""
    said: str
    """What stood in it, or what was written instead."""
    told: str | None
    labelled: str
    """It works, but not as the label says: what the label says; "": as labelled, or there is no label."""
    got: str
    """What was said instead."""


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
    pack: str
    """Whose turns were tried."""
    tasks: list[TriedTask]
    """What a turn asks of a model, each once; empty where neither kind of call worked."""
    prompt_tokens: int
    completion_tokens: int


@router.get("/api/model")
async def model(asking: Asking, services: Service) -> ModelOut:
    """Which model answers, what was entered and what the environment says; no key. Operators only."""
    configured = services.endpoints.configured
    kept = await services.kept_endpoints.shown(asking)
    now = chosen_of(configured, kept)
    return ModelOut(
        mode="model" if now.model else "rules",
        chosen_by=now.by,
        model=now.model,
        base_url=now.base_url,
        has_key=now.has_key,
        stored=None if kept is None else stored_of(kept),
        environment_model=configured.model,
        is_small=now.model in configured.small_models,
        thinking=configured.thinking,
        planning=configured.planning,
        settings=[
            ModelSetting(name=name, meaning=meaning, is_set=is_set, value=value)
            for name, meaning, is_set, value in configured.settings
        ],
        may_enter=Role.ADMIN in asking.roles,
        may_enter_private=configured.may_enter_private,
    )


def stored_of(kept: KeptEndpoint) -> StoredEndpointOut:
    """As the API shows it."""
    known: ReplyFormat | None = next((each for each in REPLY_FORMATS if each == kept.reply_format), None)
    return StoredEndpointOut(
        base_url=kept.base_url,
        model=kept.model,
        reply_format=known,
        has_key=kept.has_key,
        key_end=kept.key_end,
        changed_at=kept.changed_at,
        trouble=kept.trouble,
    )


@router.post("/api/model/try")
async def try_model(body: TryRequest, request: Request, asking: Asking, services: Service) -> TriedOut:
    """One structured and one streamed call, and each task of a turn once, now. Operators try the endpoint that answers,
    admins any other of the public network."""
    pack = services.pack(body.pack or services.default_pack)
    found = await services.endpoints.tried(asking, noted(request, body.entered), pack)
    return TriedOut(
        verdict=found.verdict,
        structured=_step(found.structured),
        reply_format=found.reply_format,
        streamed=_step(found.streamed),
        first_s=round(found.first_s, 3),
        pieces=found.pieces,
        characters=found.characters,
        wrote=found.wrote,
        pack=pack.name,
        tasks=[_task(one) for one in found.tasks],
        prompt_tokens=found.prompt_tokens,
        completion_tokens=found.completion_tokens,
    )


def noted(request: Request, given: TryBody | None) -> EnteredEndpoint | None:
    """What was entered; the audit log gets the host it leads to: not the path, which may hold a key."""
    if given is None:
        return None
    note_of(request).detail["host"] = host_of(given.base_url)
    return given.entered()


def _step(step: Step) -> TriedStep:
    return TriedStep(works=step.works, seconds=round(step.seconds, 3), reason=step.reason, told=step.sentence)


def _task(one: Tried) -> TriedTask:
    return TriedTask(
        task=one.task,
        works=one.works,
        seconds=round(one.seconds, 3),
        question=one.question,
        reason=one.reason,
        field=one.field,
        said=one.said,
        told=one.sentence,
        labelled=one.labelled,
        got=one.got,
    )


@router.get("/api/endpoint-reports")
async def endpoint_reports(asking: Asking, services: Service) -> EndpointReportsOut:
    """What was found of model endpoints (`suffice eval endpoint`)."""
    reports = services.reports
    if reports is not None and (kept := await services.kept_endpoints.shown(asking)) and not kept.trouble:
        reports = replace(reports, base_url=kept.base_url, model=kept.model)
    found = [] if reports is None else await reports.found()
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
        model=(reports.model or None) if reports is not None else None,
    )


def without_password(address: str) -> str:
    """The address without a name and a password in it."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
