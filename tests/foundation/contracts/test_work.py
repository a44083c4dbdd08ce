"""Until when evidence goes: as its own items say, whatever a page of the web beside them says."""

from __future__ import annotations

from datetime import UTC, date, datetime

from foundation.contracts.work import Evidence, EvidenceItem

OWN, WEB = date(2026, 1, 1), date(2026, 9, 1)


def as_of(*items: tuple[str, date | None]) -> date | None:
    """Of evidence with items of these sources and dates."""
    found = [
        EvidenceItem(item_id=str(at), content_hash="", title="", text="", source=source, as_of=day)
        for at, (source, day) in enumerate(items)
    ]
    kept = Evidence(
        evidence_id="e", session_id="s", run_id="r", data_type="d", sources=("guide",), kind="documents", query="q",
        slots={}, items=tuple(found), fetched_at=datetime(2026, 11, 30, tzinfo=UTC), source_version="1",
    )  # fmt: skip
    return kept.as_of


def test_a_web_page_dates_no_document_of_the_packs() -> None:
    assert as_of(("guide", None), ("web", WEB)) is None
    assert as_of(("guide", OWN), ("web", WEB)) == OWN


def test_what_is_of_the_web_alone_has_its_pages_date() -> None:
    assert as_of(("web", None), ("web", WEB)) == WEB
