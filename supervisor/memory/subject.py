"""What an answer is about, if that is one thing of a table or two (a product, a benefit): later questions mean it
without naming it (who can take that one, 한도는?)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.analysis.cells import is_of_things, title_of
from foundation.contracts.events import Citation
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack

MOST = 2
"""Of more things than this none is meant alone."""
_MARKER = re.compile(r"\[(\d{1,3})\]")


def subject_of(content: str, citations: Sequence[Citation], pack: Pack, language: str) -> str:
    """The names of the things that the first line with a source cites, in the answer's language; "" if it cites
    anything else, or if it is one line of a list of several things."""
    lines = [line for line in content.splitlines() if _MARKER.search(line)]
    if not lines:
        return ""
    by_marker = {one.marker: one for one in citations}
    listed = [line for line in lines if line.startswith("- ")]
    said = listed if lines[0] in listed else lines[:1]
    cited = [by_marker.get(int(number)) for line in said for number in _MARKER.findall(line)]
    names = dict.fromkeys(_name(one, pack, language) if one is not None else "" for one in cited)
    return ", ".join(names) if names and "" not in names and len(names) <= MOST else ""


def _name(citation: Citation, pack: Pack, language: str) -> str:
    """The name of the row's thing; "" for a passage, and for a row of a place and a month."""
    source = next((one for one in pack.sources if one.name == citation.source), None)
    if not citation.fields or not is_of_things(source):
        return ""
    item = EvidenceItem(
        item_id=citation.chunk_id, content_hash="", title=citation.title, text=citation.quote,
        source=citation.source, fields=citation.fields,
    )  # fmt: skip
    return title_of(item, pack, language)
