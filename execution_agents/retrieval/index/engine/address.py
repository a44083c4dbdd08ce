"""Where the search engine is, and how it is used: known without its client, which may not be installed."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

SEARCH_LIMIT_S = 2.0


@dataclass(frozen=True)
class EngineAddress:
    """Where the engine is, and how it is used."""

    url: str
    user: str = ""
    password: str = ""
    prefix: str = "suffice"
    """Begins the names of all its indexes: an installation removes those of its prefix that it does not know."""
    shards: int = 1
    search_limit_s: float = SEARCH_LIMIT_S

    @property
    def shown(self) -> str:
        """Without user information."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
