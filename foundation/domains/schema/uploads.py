"""Files attached to a conversation, as its pack knows them: one source, one data type and one intent more.

A pack declares none of them. They are there in the turns of a conversation that a file is or was attached to.
"""

from __future__ import annotations

from functools import lru_cache

from foundation.contracts.work import UPLOAD
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import DataType, DocumentsSource, Intent, Pack

LABEL = {"ko": "첨부 파일", "en": "Attached files"}
SOURCE = DocumentsSource(name=UPLOAD, label=LABEL, importers=())
DATA_TYPE = DataType(name=UPLOAD, label=LABEL, sources=(UPLOAD,))
"""Without a limit of age: a file stays as it was attached."""
INTENT = Intent(
    name=UPLOAD,
    label=LABEL,
    description="Asks what a file says that is attached to this conversation.",
    teams=("search",),
    data_types=(UPLOAD,),
)


def with_uploads(pack: Pack) -> Pack:
    """The pack with them, the same object each time: caches hang on a pack. As it is where it has them already."""
    return _with_uploads(ByIdentity(pack))


@lru_cache(maxsize=64)
def _with_uploads(key: ByIdentity[Pack]) -> Pack:
    pack = key.part
    if any(source.name == UPLOAD for source in pack.sources):
        return pack
    return pack.model_copy(
        update={
            "sources": (*pack.sources, SOURCE),
            "data_types": (*pack.data_types, DATA_TYPE),
            "intents": (*pack.intents, INTENT),
        }
    )
