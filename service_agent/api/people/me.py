"""`/api/me`: what a person set for themselves, and erasing them."""

from __future__ import annotations

from fastapi import APIRouter, Request, status

from foundation.storage.records import PersonSettings
from service_agent.api.admin.acts import act_now
from service_agent.api.people.models import SettingsBody
from service_agent.api.requests.access import PROBLEMS, Asking, Service, Signed, address_of
from service_agent.api.requests.bodies import BodyRoute

router = APIRouter(route_class=BodyRoute, tags=["me"], responses=PROBLEMS)


@router.get("/api/me/settings")
async def settings(asking: Asking, services: Service) -> SettingsBody:
    """Your settings."""
    return _body(await services.settings(asking))


@router.put("/api/me/settings")
async def save(body: SettingsBody, asking: Asking, services: Service) -> SettingsBody:
    """Replace your settings."""
    await services.save_settings(
        asking,
        PersonSettings(
            confirm_timeout_s=body.confirm_timeout_s, language=body.language, ask=body.ask, remembers=body.remembers
        ),
    )
    return _body(await services.settings(asking))


@router.delete("/api/me", status_code=status.HTTP_204_NO_CONTENT)
async def erase(request: Request, signed: Signed, services: Service) -> None:
    """Erase everything of yours, everywhere."""
    await services.erase(signed.principal, act_now(request, "person_erased", signed, address_of(request)))


def _body(settings: PersonSettings) -> SettingsBody:
    return SettingsBody.model_validate(
        {
            "confirm_timeout_s": settings.confirm_timeout_s,
            "language": settings.language,
            "ask": settings.ask,
            "remembers": settings.remembers,
        }
    )
