"""MCP servers that a pack's sources may name, as the operator declared them."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, SecretStr, model_validator

from foundation.contracts.frozen import Frozen


class McpServer(Frozen):
    """One server: at an address, or a program that is started for each search."""

    url: Annotated[str, Field(pattern=r"^https?://")] | None = None
    command: tuple[str, ...] = ()
    token: SecretStr | None = None
    """Sent as a bearer token to the address."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.url is None) == (not self.command):
            raise ValueError("give either url or command")
        return self
