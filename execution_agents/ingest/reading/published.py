"""When a web page says it was published: in its head, in its structured data, or in the one time it marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from lxml import etree

from foundation.contracts import untrusted_json

_META = etree.XPath(
    "//meta[@property='article:published_time' or @name='article:published_time' or @itemprop='datePublished']/@content"
)
_MARKED = etree.XPath("//time[@itemprop='datePublished' or @pubdate]/@datetime")
_DATA = etree.XPath("//script[@type='application/ld+json']/text()")
_TIMES = etree.XPath("//time/@datetime")
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:$|[T ])")
LONGEST, MOST_DATA = 40, 20
"""Characters of a time that is looked at; scripts of structured data that are."""
LARGEST_DATA = 200_000


def published(root: Any) -> str:
    """The time as the page writes it; "" where it says none. Several unmarked times are of what it speaks of, and no
    day of the page."""
    for said in (*_texts(_META, root), *_texts(_MARKED, root), *_of_data(root)):
        if day := _day(said):
            return day
    times = list(dict.fromkeys(_day(one) for one in _texts(_TIMES, root)))
    return times[0] if len(times) == 1 else ""


def _texts(query: etree.XPath, root: Any) -> list[str]:
    return [str(one) for one in cast("list[object]", query(root))]


def _day(said: object) -> str:
    text = str(said).strip()
    return text[:LONGEST] if _DAY.match(text) else ""


def _of_data(root: Any) -> Iterator[object]:
    """`datePublished` of JSON-LD, of the page itself or of what its graph lists."""
    for script in _texts(_DATA, root)[:MOST_DATA]:
        found: object = None
        with suppress(ValueError):  # A page is a stranger's: what cannot be read says nothing.
            found = untrusted_json.loads(script[:LARGEST_DATA])
        for one in _things(found):
            yield one.get("datePublished", "")


def _things(found: object) -> Iterator[dict[str, Any]]:
    if isinstance(found, list):
        yield from (cast("dict[str, Any]", one) for one in cast("list[object]", found) if isinstance(one, dict))
    elif isinstance(found, dict):
        thing = cast("dict[str, Any]", found)
        yield thing
        graph = thing.get("@graph")
        yield from (one for one in _things(graph) if isinstance(graph, list))
