"""The data type of the line that is nearest to a question by how people ask for it.

An intent is read from words that a pack lists. A question in other words may be read as another one's, and then the
documents that answer it are not searched at all.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import DocumentsSource, Pack
from supervisor.planning.bounds import as_read
from supervisor.planning.context import TurnContext


def with_line_types(understanding: Understanding, context: TurnContext) -> Understanding:
    """The question with the data type of its nearest line beside its own, if it follows none and all of its own are of
    documents."""
    pack, own = context.pack, understanding.data_types
    follows = understanding.standalone != understanding.question
    if not own or follows or understanding.computation is not None:
        return understanding
    if not all(is_of_documents(name, pack) for name in own):
        return understanding
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    if not near or near[0].nearness * 1000 < pack.readings.asked_least:
        return understanding
    types = types_of(near[0].document, pack)
    if not types or types & set(own):
        return understanding
    return understanding.model_copy(update={"data_types": (*own, *sorted(types))})


def is_of_documents(name: str, pack: Pack) -> bool:
    """True if only documents serve this data type."""
    return all(isinstance(pack.source(source), DocumentsSource) for source in pack.data_type(name).sources)


def types_of(document: str, pack: Pack) -> set[str]:
    """The data types that a file of the pack serves."""
    sources = {
        source.name
        for source in pack.sources
        if isinstance(source, DocumentsSource) and source.path and PurePosixPath(document).is_relative_to(source.path)
    }
    return {one.name for one in pack.data_types if sources & set(one.sources)}
