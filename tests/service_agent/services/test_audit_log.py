"""How the audit log is written to: once a day what is seen, and never in the way of anybody."""

from __future__ import annotations

import pytest
import structlog
from sqlalchemy.exc import OperationalError

from foundation.contracts.errors import Unauthenticated
from foundation.contracts.identity import LOCAL, Principal
from foundation.storage.people.audit_log import Act, Wanted
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.services.audit_log import act_of, way_of
from tests.serving import Serve

KEYS = "ann:ann-0123456789abc"


def test_how_somebody_is_known_is_decided_by_what_they_stand_on() -> None:
    person = Principal(tenant_id="local", owner_id="ann")
    assert way_of(SignedIn(person, 1.0, key_hash="k")) == "key"
    assert way_of(SignedIn(person, 1.0, key_hash="k", cookie_hash="c")) == "page"
    assert way_of(SignedIn(person, 1.0)) == "token"
    assert way_of(SignedIn(LOCAL)) == "none"
    act = act_of("key_made", SignedIn(person, key_hash="k"), "192.0.2.1", {"name": "n"})
    assert (act.owner_id, act.way, act.origin, act.detail) == ("ann", "key", "192.0.2.1", {"name": "n"})


async def test_each_address_is_a_row_a_day_and_wrong_keys_by_tens(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        log = service.services.audit_log
        before = {one.entry_id for one in await log.page(LOCAL, Wanted(limit=200))}
        right = Offered(f"Bearer {KEYS.partition(':')[2]}")
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"):
            await log.admit(right, address)
        for _ in range(12):
            with pytest.raises(Unauthenticated):
                await log.admit(Offered("Bearer wrong"), "192.0.2.3")
        for last in range(9):
            with pytest.raises(Unauthenticated):
                await log.admit(Offered("Bearer wrong"), f"2001:db8:0:1::{last}")
        with pytest.raises(Unauthenticated):
            await log.admit(Offered(), "192.0.2.4")
        rows = [one for one in await log.page(LOCAL, Wanted(limit=200)) if one.entry_id not in before]
        entries = sorted((one.action, one.origin, one.result, one.detail.get("tries", 0)) for one in rows)
        assert entries == [
            ("key_used", "192.0.2.1", "done", 0),
            ("key_used", "192.0.2.2", "done", 0),
            ("key_used", "2001:db8::/64", "done", 0),
            ("sign_in", "192.0.2.3", "refused", 1),
            ("sign_in", "192.0.2.3", "refused", 10),
            ("sign_in", "2001:db8:0:1::/64", "refused", 1),
        ]


async def test_a_row_that_cannot_be_written_is_logged_and_stops_nobody(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(auth_keys=KEYS) as service:

        async def away(*_: object, **__: object) -> None:
            raise OperationalError("INSERT", {}, Exception("away"))

        monkeypatch.setattr(service.services.audit_log._repository, "add", away)  # pyright: ignore[reportPrivateUsage]
        with structlog.testing.capture_logs() as logs:
            await service.services.audit_log.add(Act("key_made", "local", "ann", "key", subject="k1"))
        # The service's own jobs write to the same log meanwhile.
        lines = [one for one in logs if one["event"] == "audit_log_not_written"]
        assert [(one["action"], one["subject"]) for one in lines] == [("key_made", "k1")]


async def test_an_export_goes_through_every_page(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service_agent.services.audit_log.PAGE", 3)
    async with serve() as service:
        log = service.services.audit_log
        for number in range(8):
            await log.add(Act("paged", "local", "ann", "key", subject=str(number)))
        wanted = Wanted(action="paged")
        assert [one.subject async for one in log.all(LOCAL, wanted, 100)][:8] == [str(n) for n in range(7, -1, -1)]
        assert len([one async for one in log.all(LOCAL, wanted, 4)]) == 4
