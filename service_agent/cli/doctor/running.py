"""The service of this data folder that runs, and what it says of itself: its environment may be another than this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from foundation.contracts.errors import SufficeError, Unauthenticated
from service_agent.cli.doctor.findings import Line
from service_agent.cli.serving.listening import addresses
from service_agent.settings.settings import PREFIX, Settings
from service_agent.terminal.client import ServiceClient, address_of

OWN = "this environment"
ASKED = f"asking and the model are told as that service has them, other settings as {OWN} has them"

PATIENCE_S = 15.0
"""A busy service is waited for: taken for none, its settings would be reported as this environment's."""


@dataclass(frozen=True)
class Running:
    """A running service that reported what it has set."""

    address: str
    data_dir: str
    database: str
    values: Mapping[str, str | None]
    """Name of a setting -> its value."""
    model: Mapping[str, Any]
    """As `GET /api/model` gives it."""

    @property
    def is_set(self) -> str:
        """Whose setting it is, in words."""
        return f"the service at {self.address}"

    def value(self, name: str, own: object) -> str:
        """A setting as the service has it; an older one may not tell it: this environment's."""
        found = self.values.get(PREFIX + name.upper())
        return str(own) if found is None else found


async def find_running(settings: Settings, url: str | None, token: str | None) -> tuple[Line, Running | None]:
    """Where a service of this data folder answers, and what it reported; with `url` that one, whatever its folder."""
    usual = address_of(settings.host, settings.port)
    here = str(settings.data_dir.resolve())
    message = f"no service at {url or usual}"
    for address in [url] if url else dict.fromkeys([usual, *addresses(settings.data_dir)]):
        client = ServiceClient(address, token)
        try:
            if not await client.is_suffice(PATIENCE_S):
                continue
            found = await _asked(client)
        except Unauthenticated:
            message = f"yes, at {address}; it wants sign-in: give --token, with a key of an admin"
            continue
        except SufficeError as refused:
            message = f"yes, at {address}; it does not say what it has set: {refused.message}"
            continue
        finally:
            await client.close()
        if url or found.data_dir == here:
            return Line("ok", "running", f"yes, at {address}: {ASKED}"), found
        message = f"at {address} there is a service of another data folder, {found.data_dir}"
    return Line("note", "running", f"{message}. All settings are shown as {OWN} has them"), None


async def service_of(settings: Settings, token: str | None) -> str | None:
    """Where commands find their service: at the usual address, or wherever one of this data folder says it listens;
    None: nowhere. An address that another folder's service took over meanwhile is passed over."""
    usual = address_of(settings.host, settings.port)
    for address in dict.fromkeys([usual, *addresses(settings.data_dir)]):
        client = ServiceClient(address, token)
        try:
            if await client.is_suffice() and (address == usual or await _is_of(client, settings)):
                return address
        finally:
            await client.close()
    return None


async def _is_of(client: ServiceClient, settings: Settings) -> bool:
    """Whether it has this data folder; one that does not tell, since it wants sign-in, is believed."""
    try:
        return (await _asked(client)).data_dir == str(settings.data_dir.resolve())
    except SufficeError:
        return True


async def _asked(client: ServiceClient) -> Running:
    """Raises what the service refuses with."""
    said = await client.request("GET", "/api/admin/settings")
    model = await client.request("GET", "/api/model")
    values = {one["name"]: one["value"] for one in said["settings"]}
    return Running(client.base_url, said["data_dir"], said["database"], values, model)
