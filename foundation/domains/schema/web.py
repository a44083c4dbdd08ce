"""The web as a pack may set it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from foundation.contracts.work import WEB
from foundation.domains.schema.declared import Declared, Text


class WebSource(Declared):
    """The web, searched where the other sources of a data type find little. Which endpoint is asked, whoever runs the
    service says (WEB_SEARCH_URL); without one it is not there. With one, a pack that declares none gets this."""

    kind: Literal["web"] = "web"
    name: Literal["web"] = WEB
    label: Text = {"ko": "웹", "en": "the web"}
    few: Annotated[int, Field(ge=1, le=20)] = 3
    """It is asked where the other sources of a type find fewer."""
    results: Annotated[int, Field(ge=1, le=20)] = 5
    pages: Annotated[int, Field(ge=0, le=10)] = 3
    """Of how many results the page is read; of the others the endpoint's own words stand."""
    page_s: Annotated[float, Field(gt=0, le=30)] = 5
    page_bytes: Annotated[int, Field(ge=1_000, le=5_000_000)] = 1_000_000
    page_text: Annotated[int, Field(ge=200, le=4_000)] = 1_500
    """Characters of a page that are kept: those nearest to the question."""
    limit: int = Field(default=5, ge=1, le=20)
    timeout_s: float = Field(default=12, gt=0, le=60)
