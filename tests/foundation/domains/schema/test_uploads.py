"""Attached files beside a pack's own sources."""

from __future__ import annotations

from foundation.contracts.work import UPLOAD
from foundation.domains.schema.uploads import with_uploads
from tests.execution_agents.search.world import pack


def test_a_pack_knows_them_once_and_stays_the_same_object() -> None:
    own = pack()
    known = with_uploads(own)
    assert known.data_type(UPLOAD).sources == (UPLOAD,) and known.source(UPLOAD).kind == "documents"
    assert known.intent(UPLOAD).teams == ("search",)
    assert not known.data_type(UPLOAD).freshness.limited
    assert with_uploads(own) is known and with_uploads(known) == known
    assert all(one.name != UPLOAD for one in (*own.sources, *own.data_types, *own.intents))
