"""Settings of whoever runs the service: where traces go, how long what is kept, where backups lie."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode

from foundation.contracts.mcp_servers import McpServer
from service_agent.settings.field import WITH_HOST, setting

ADDRESS = "an http:// or https:// address"
ORIGIN = re.compile(r"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?")
"""A scheme, a host and a port: no path, no wildcard."""
LEAST_AUDIT_DAYS = 30
"""Of the audit log no newer row is ever removed: the database refuses it."""
DAYS = "a whole number of days from 0 to 36500; 0: for ever"

SHORTEST_KEY = 32
"""Characters of a secret that keys are encrypted under."""


def keys_in(listed: str) -> list[str]:
    """The secrets of SETTINGS_KEY, the one that encrypts first."""
    return [one.strip() for one in listed.split(",")]


def _days(default: int, meaning: str) -> Any:
    return setting(default, meaning, DAYS, ge=0, le=36_500)


class OperationSettings(BaseSettings):
    """See `service_agent/settings/settings.py`, which takes these up."""

    otlp_endpoint: str | None = Field(
        default=None,
        validation_alias=AliasChoices("SUFFICE_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT", "otlp_endpoint"),
        description="OTLP/HTTP collector that gets traces, without /v1/traces; unset: no traces",
        json_schema_extra={"takes": ADDRESS},
        pattern=WITH_HOST,
    )
    otlp_traces_endpoint: str | None = Field(
        default=None,
        validation_alias=AliasChoices(
            "SUFFICE_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "otlp_traces_endpoint"
        ),
        description="The same as a whole address, used as it stands",
        json_schema_extra={"takes": ADDRESS},
        pattern=WITH_HOST,
    )

    keep_sessions_days: int = _days(0, "Conversations nobody used for so long are erased with all that is theirs")
    keep_stateless_days: int = _days(1, "Questions with a history of their own, when their asker could not erase them")
    keep_events_days: int = _days(30, "Events of finished runs; a client whose place is older reads the messages")
    keep_evidence_days: int = _days(30, "Evidence beyond the newest eight batches of a session and data type")
    keep_decisions_days: int = _days(0, "Reuse decisions with the question they were made for")
    keep_checkpoints_days: int = _days(0, "What follow-ups are understood from, in unused conversations; messages stay")
    keep_memory_history_days: int = _days(365, "Memories that newer ones took the place of; current ones stay")
    keep_spending_days: int = _days(400, "Sums of what model calls cost a day, of people and of tenants")

    keep_audit_days: int = setting(
        730, "Who did what (the audit log)", "a whole number of days from 30 to 36500; 0: for ever", ge=0, le=36_500
    )

    sharing: bool = setting(
        True,
        "Whether people may show a conversation to others by a link; false: links made before lead nowhere",
        "true or false",
    )

    settings_key: SecretStr | None = setting(
        None,
        "Secret that keys entered on the page are encrypted under, the same in every process of a database; several, "
        "separated by commas: the first encrypts, all decrypt; unset: the file `settings.key` of the data folder",
        "32 random characters or more, such as `openssl rand -hex 32` prints",
    )

    embed_origins: Annotated[tuple[str, ...], NoDecode] = setting(
        (),
        "Origins of pages that may show the chat in themselves (`/embed.js`); unset: none",
        "origins such as https://shop.example, separated by commas",
    )

    audit_share: float = setting(0.1, "Share of turns audited", "a number from 0 to 1", ge=0, le=1)
    audit_per_minute: int = setting(
        30, "Audits a minute, at most, in the whole service", "a whole number from 0 to 1000", ge=0, le=1000
    )
    risk_bound: float = setting(0.01, "Bound on wrong reuse", "a number from 0 to 1", gt=0, lt=1)
    upload_limit_mb: int = setting(
        20, "Largest uploaded document, in MB", "a whole number from 1 to 1000", ge=1, le=1000
    )
    ask_worth_s: float = setting(
        1.5, "Nobody is asked to save less than this, in seconds", "a number from 0 to 600", ge=0, le=600
    )

    mcp_servers: Annotated[dict[str, McpServer], NoDecode] = setting(
        {},
        "MCP servers that sources of packs may name",
        'JSON: {"rates": {"url": "https://…/mcp", "token": "…"}, "files": {"command": ["program", "argument"]}}',
    )

    backup_dir: Path | None = setting(
        None, "Folder that gets a backup each day; unset: none is made", "the path of a folder"
    )
    backup_keep: int = setting(
        7, "Backups kept in that folder; older ones are removed", "a whole number from 1 to 1000", ge=1, le=1000
    )

    @field_validator("settings_key")
    @classmethod
    def _hard_to_guess(cls, key: SecretStr | None) -> SecretStr | None:
        """Whoever has a backup can guess as often as they like."""
        if key is not None and any(len(one) < SHORTEST_KEY for one in keys_in(key.get_secret_value())):
            raise ValueError("a secret is shorter than 32 characters")
        return key

    @field_validator("mcp_servers", mode="before")
    @classmethod
    def _read_servers(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("embed_origins", mode="before")
    @classmethod
    def _split_origins(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("embed_origins")
    @classmethod
    def _origins_alone(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        """A source of a policy: anything beyond an origin could say more than that."""
        if not all(ORIGIN.fullmatch(origin) for origin in origins):
            raise ValueError("an entry is not an origin")
        return origins

    @field_validator("keep_audit_days")
    @classmethod
    def _a_month_at_least(cls, days: int) -> int:
        if 0 < days < LEAST_AUDIT_DAYS:
            raise ValueError("rows of the newest thirty days always stay")
        return days

    @property
    def traces_endpoint(self) -> str | None:
        """The whole address spans are sent to; None: nowhere."""
        if self.otlp_traces_endpoint is not None or self.otlp_endpoint is None:
            return self.otlp_traces_endpoint
        return f"{self.otlp_endpoint.rstrip('/')}/v1/traces"
