"""`/api/admin`: people, keys, figures and the audit log. Every route takes the role admin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, status
from fastapi.responses import StreamingResponse

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.people.audit_log import Result, Wanted
from service_agent.api.admin.acts import act_now
from service_agent.api.admin.exports import TYPES, FileFormat, lines
from service_agent.api.admin.models import (
    AdminOverview,
    AuditPage,
    CheckOut,
    JobOut,
    KeyBody,
    KeyList,
    KeyMade,
    KeyOut,
    PackStanding,
    PeopleList,
    PersonBody,
    PersonOut,
    ProcessSetting,
    ProcessSettings,
    ReplacementBody,
    RoomOut,
    SettingBody,
    SettingOut,
    SignedOut,
    TableOut,
    TenantTotals,
    entry_out,
    key_out,
)
from service_agent.api.requests.access import PROBLEMS, Asking, Service, Signed, address_of
from service_agent.api.requests.bodies import BodyRoute
from service_agent.protocol.wire import InCalendar
from service_agent.services.administration import KeyAsked, Overview
from service_agent.services.services import Services

router = APIRouter(route_class=BodyRoute, tags=["admin"], responses=PROBLEMS)

MILLION = 1_000_000
LARGEST_ID = 2**63 - 1
"""Of a row: PostgreSQL's bigint."""
MOST_EXPORTED = 1_000_000
"""Rows of one file."""


@dataclass(frozen=True)
class AuditQuery:
    """Which rows of the audit log; `since` and `until` are moments with their zone."""

    action: Annotated[str | None, Query(max_length=100)] = None
    person: Annotated[str | None, Query(max_length=300)] = None
    result: Result | None = None
    since: Annotated[datetime, InCalendar] | None = None
    until: Annotated[datetime, InCalendar] | None = None

    def wanted(self, before: int | None = None, limit: int = 50) -> Wanted:
        """As the repository takes it. Raises WrongUse for a time without its zone."""
        for name, moment in (("since", self.since), ("until", self.until)):
            if moment is not None and moment.tzinfo is None:
                raise WrongUse(f"{name}: write a time with its zone, as 2026-12-01T00:00:00Z.", field=name)
        return Wanted(self.action, self.person, self.result, self.since, self.until, before, limit)


Chosen = Annotated[AuditQuery, Depends(AuditQuery)]


@router.get("/api/admin/overview")
async def overview(asking: Asking, services: Service) -> AdminOverview:
    """How many people, conversations and keys there are, what everything takes, and what is set."""
    found = await services.administration.overview(asking)
    checks = [CheckOut(name=name, sentence=sentence) for name, sentence in (await services.readiness()).items()]
    checks += [CheckOut(name=name, sentence=away.sentence) for name, away in services.degraded().items()]
    return AdminOverview(
        tenant_id=asking.tenant_id,
        now=await services.now(),
        totals=_totals(found),
        runs=dict(found.queue.states),
        jobs=[JobOut(**vars(job)) for job in found.jobs],
        checks=checks,
        packs=await _packs(asking, services),
        room=_room(found),
        settings=[SettingOut(**vars(one)) for one in await services.administration.settings(asking)],
        everybody=not services.access.gate.signs_in,
    )


@router.get("/api/admin/settings")
async def process_settings(services: Service) -> ProcessSettings:
    """What decides of answers, as the process that is asked has it set; nothing secret."""
    offices = services.administration.offices
    found = [ProcessSetting(name=a, meaning=b, is_set=c, value=d) for a, b, c, d in offices.process]
    return ProcessSettings(data_dir=str(offices.data_dir.resolve()), database=offices.database, settings=found)


@router.put("/api/admin/settings/{name}")
async def choose_setting(
    name: str, body: SettingBody, request: Request, signed: Signed, services: Service
) -> SettingOut:
    """Another limit or time of retention for this tenant: within seconds every process goes by it."""
    act = act_now(request, "setting_chosen", signed, address_of(request))
    return SettingOut(**vars(await services.administration.choose(signed.principal, name, body.value, act)))


@router.delete("/api/admin/settings/{name}")
async def give_setting_back(name: str, request: Request, signed: Signed, services: Service) -> SettingOut:
    """The environment's value again."""
    act = act_now(request, "setting_given_back", signed, address_of(request))
    return SettingOut(**vars(await services.administration.give_back(signed.principal, name, act)))


@router.get("/api/admin/people")
async def people(
    asking: Asking,
    services: Service,
    q: Annotated[str, Query(max_length=200)] = "",
    after: Annotated[str, Query(max_length=300)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> PeopleList:
    """People of the tenant by name, with what they have and used; nothing of what they said."""
    found = await services.administration.people(asking, q, after, limit)
    out = [
        PersonOut(
            **{name: value for name, value in vars(one).items() if name != "micros_month"},
            cost_month=one.micros_month / MILLION,
        )
        for one in found
    ]
    return PeopleList(people=out, next=found[-1].owner_id if len(found) == limit else None)


@router.post("/api/admin/people/sign-out")
async def sign_out(body: PersonBody, request: Request, signed: Signed, services: Service) -> SignedOut:
    """Sign a person's pages out, everywhere; keys and a provider's tokens stand."""
    act = act_now(request, "sign_ins_ended", signed, address_of(request))
    return SignedOut(sign_ins=await services.administration.end_sign_ins(signed.principal, body.person, act))


@router.post("/api/admin/people/erase", status_code=status.HTTP_204_NO_CONTENT)
async def erase(body: PersonBody, request: Request, signed: Signed, services: Service) -> None:
    """Erase everything of a person, everywhere. This cannot be undone."""
    act = act_now(request, "person_erased", signed, address_of(request))
    await services.administration.erase(signed.principal, body.person, act)


@router.get("/api/admin/keys")
async def keys(asking: Asking, services: Service) -> KeyList:
    """Every key of the tenant, newest first; never the keys themselves."""
    now = await services.now()
    return KeyList(keys=[key_out(key, now) for key in await services.administration.keys(asking)])


@router.post("/api/admin/keys", status_code=status.HTTP_201_CREATED)
async def make_key(body: KeyBody, request: Request, signed: Signed, services: Service) -> KeyMade:
    """Make a key. It is given once; only its hash is kept."""
    act = act_now(request, "key_made", signed, address_of(request))
    asked = KeyAsked(body.name, body.owner or body.name, body.role, body.days)
    key, made = await services.administration.make_key(signed.principal, asked, act)
    return KeyMade(**key_out(made, await services.now()).model_dump(), key=key)


@router.post("/api/admin/keys/{key_id}/replacement", status_code=status.HTTP_201_CREATED)
async def replace_key(
    key_id: str, body: ReplacementBody, request: Request, signed: Signed, services: Service
) -> KeyMade:
    """A new key of the same name and person in the place of one, which signs nobody in any more: with another role, or
    because it was seen. It is given once."""
    act = act_now(request, "key_replaced", signed, address_of(request))
    made = await services.administration.replace_key(signed.principal, key_id, body.role, body.days, act)
    return KeyMade(**key_out(made.kept, await services.now()).model_dump(), key=made.key)


@router.delete("/api/admin/keys/{key_id}")
async def revoke_key(key_id: str, request: Request, signed: Signed, services: Service) -> KeyOut:
    """End a key: within seconds no process lets it in, and what it has open is closed."""
    act = act_now(request, "key_revoked", signed, address_of(request))
    gone = await services.administration.revoke_key(signed.principal, key_id, act)
    return key_out(gone, await services.now())


@router.get("/api/admin/audit")
async def audit(
    chosen: Chosen,
    asking: Asking,
    services: Service,
    before: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> AuditPage:
    """Who did what, newest first."""
    found = await services.audit_log.page(asking, chosen.wanted(before, limit))
    return AuditPage(
        entries=[entry_out(entry) for entry in found],
        next=found[-1].entry_id if len(found) == limit else None,
        actions=await services.audit_log.actions(asking),
    )


@router.get("/api/admin/audit/file")
async def audit_file(
    chosen: Chosen, asking: Asking, services: Service, format: Annotated[FileFormat, Query()] = "csv"
) -> StreamingResponse:
    """The same as a file, streamed; that it was taken is a row itself."""
    entries = services.audit_log.all(asking, chosen.wanted(), MOST_EXPORTED)
    headers = {"Content-Disposition": f'attachment; filename="audit-log.{format}"', "Cache-Control": "no-store"}
    return StreamingResponse(lines(entries, format), media_type=TYPES[format], headers=headers)


def _totals(found: Overview) -> TenantTotals:
    values = {name: value for name, value in vars(found.totals).items() if not name.startswith("micros")}
    return TenantTotals(
        **values,
        cost_today=found.totals.micros_today / MILLION,
        cost_month=found.totals.micros_month / MILLION,
    )


def _room(found: Overview) -> RoomOut:
    server = found.room.server
    return RoomOut(
        database=server.size_bytes,
        connections=server.connections,
        max_connections=server.max_connections,
        version=server.version,
        folder=found.room.folder_bytes,
        free=found.room.free_bytes,
        tables=[TableOut(**vars(table)) for table in found.room.tables],
    )


async def _packs(asking: Principal, services: Services) -> list[PackStanding]:
    standing: list[PackStanding] = []
    for name, pack in sorted(services.packs.items()):
        counts = await services.source_counts(asking, pack)
        standing.append(
            PackStanding(
                name=name,
                title=dict(pack.title),
                documents=sum(documents for documents, _ in counts.values()),
                passages=sum(passages for _, passages in counts.values()),
            )
        )
    return standing
