"""`/api/sessions/{id}/evidence`: what a conversation has in hand, and the items of one record."""

from __future__ import annotations

from fastapi import APIRouter

from service_agent.api.conversation.models import EvidenceOut, HoldingOut, ItemOut, LedgerOut
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.services.ledger import Holding

router = APIRouter(tags=["sessions"], responses=PROBLEMS)


@router.get("/api/sessions/{session_id}/evidence")
async def holdings(session_id: str, asking: Asking, services: Service) -> LedgerOut:
    """What the conversation found so far, newest first within its data type."""
    found = await services.ledger.holdings(asking, session_id)
    return LedgerOut(now=await services.now(), records=[_out(holding) for holding in found])


@router.get("/api/sessions/{session_id}/evidence/{evidence_id}")
async def items(session_id: str, evidence_id: str, asking: Asking, services: Service) -> EvidenceOut:
    """One record with every passage or row of it."""
    found = await services.ledger.evidence(asking, session_id, evidence_id)
    return EvidenceOut(
        evidence_id=found.evidence_id,
        data_type=found.data_type,
        query=found.query,
        fetched_at=found.fetched_at,
        complete=found.complete,
        items=[
            ItemOut(
                item_id=item.item_id,
                source=item.source,
                title=item.title,
                text=item.text,
                uri=item.uri,
                fields=item.fields,
                example=item.example,
                web=item.is_web,
                derived=item.derived,
            )
            for item in found.items
        ],
    )


def _out(holding: Holding) -> HoldingOut:
    record = holding.entry.record
    return HoldingOut(
        evidence_id=record.evidence_id,
        run_id=record.run_id,
        data_type=record.data_type,
        sources=list(record.sources),
        query=record.query,
        name=dict(holding.name),
        also=list(holding.also),
        slots={name: list(values) for name, values in record.slots.items()},
        items=holding.entry.item_count,
        fetched_at=record.fetched_at,
        usable=holding.usable,
        source_changed=holding.source_changed,
        warn_at=holding.warn_at,
        stale_at=holding.stale_at,
    )
