"""The columns every table is made of, and the one MetaData they all belong to."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, DateTime, ForeignKey, Integer, MetaData, Text, text
from sqlalchemy.dialects.postgresql import JSONB

CHECKPOINT_SCHEMA = "checkpoints"
JOBS_SCHEMA = "jobs"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def identity() -> tuple[Column[str], Column[str]]:
    return Column("tenant_id", Text, nullable=False), Column("owner_id", Text, nullable=False)


def moment(name: str) -> Column[Any]:
    return Column(name, DateTime(timezone=True), nullable=False, server_default=text("now()"))


def of_session() -> Column[str]:
    return Column("session_id", Text, ForeignKey("sessions.session_id", ondelete="CASCADE"), nullable=False)


def words(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def document(name: str, *, nullable: bool = False) -> Column[Any]:
    return Column(name, JSONB(none_as_null=True), nullable=nullable)


def count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=text("0"))


def flag(name: str, default: str = "false") -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=text(default))
