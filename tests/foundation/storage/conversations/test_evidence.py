"""Evidence, decisions, costs, feedback, settings: what goes in comes out, for its owner alone."""

from __future__ import annotations

import pytest

from foundation.contracts.errors import Fenced, UnknownEvidence, UnknownMessage, UnknownRun
from foundation.contracts.identity import DEMO_OWNER, Principal, Role
from foundation.contracts.work import WEB
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.conversations.feedback import FeedbackRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.experiments.decisions import DecisionsRepository
from foundation.storage.experiments.labels import LabelsRepository
from foundation.storage.people.person import PeopleRepository
from foundation.storage.records import LedgerEntry, PersonSettings
from tests.foundation.storage.batches import batch, item
from tests.foundation.storage.desk import Desk, decision_of, ending


async def test_a_batch_comes_back_exactly_as_it_was(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    given = batch(run)
    await evidence.add(run, given)
    assert await evidence.get(desk.principal, given.evidence_id) == given


async def test_a_batch_without_items_is_a_record_too(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    given = batch(run, items=())
    await evidence.add(run, given)
    assert await evidence.get(desk.principal, given.evidence_id) == given


async def test_what_a_page_sent_cannot_break_the_ledger(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    hostile = item(text="'); DROP TABLE runs; --\x00", fields={"k\x00": "v\ud800"})
    given = batch(run, items=(hostile,))
    await evidence.add(run, given)
    (found,) = (await evidence.get(desk.principal, given.evidence_id)).items
    assert (found.text, found.fields) == ("'); DROP TABLE runs; --�", {"k�": "v�"})


async def test_the_ledger_has_the_newest_of_each_type_newest_first_without_their_items(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    for minute in range(4):
        for data_type in ("market", "legal"):
            await evidence.add(run, batch(run, data_type, minute))
    ledger = await desk.ledger(run.session_id, per_type=2)
    assert sorted((entry.record.data_type, entry.record.fetched_at.minute) for entry in ledger) == [
        ("legal", 2), ("legal", 3), ("market", 2), ("market", 3),
    ]  # fmt: skip
    assert [entry.record.fetched_at.minute for entry in ledger] == [3, 3, 2, 2]
    assert [(len(entry.record.items), entry.item_count) for entry in ledger] == [(0, 2)] * 4


async def test_an_entry_with_its_items_is_the_whole_record(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    odd = item(2, score=0.1 + 0.2, fields={"whole": 84, "half": 84.5, "zero": 84.0, "large": 10**17, "none": None})
    given = batch(run, items=(item(0), odd), fetched_at=batch(run).fetched_at.replace(microsecond=123_457))
    await evidence.add(run, given)
    (entry,) = await desk.ledger(run.session_id)
    assert entry == LedgerEntry.of(given)
    found = await evidence.with_items(desk.principal, entry.record)
    assert found == given
    # 84 == 84.0: equality alone would not tell.
    kinds = {name: type(value) for name, value in found.items[1].fields.items()}
    assert kinds == {"whole": int, "half": float, "zero": float, "large": int, "none": type(None)}


async def test_a_ledger_is_read_for_the_data_types_asked_for(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    await evidence.add(run, batch(run, "loan"))
    opening = await desk.openings.read(desk.principal, run.session_id, "real_estate", ["market"])
    assert opening.ledger == ()
    assert len(await desk.ledger(run.session_id)) == 1


async def test_other_sessions_of_the_same_person_and_pack_can_be_looked_through(desk: Desk) -> None:
    first, second = await desk.working(), await desk.working()
    evidence = EvidenceRepository(desk.engine)
    older, newer = batch(first, minutes=0), batch(second, minutes=1)
    await evidence.add(first, older)
    await evidence.add(second, newer)
    entries = [LedgerEntry.of(newer), LedgerEntry.of(older)]
    assert await evidence.across_sessions(desk.principal, "real_estate", ["market"]) == entries
    assert await evidence.across_sessions(desk.principal, "handbook", ["market"]) == []


async def test_what_the_web_said_serves_no_other_session(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    documents = batch(run, minutes=0)
    of_the_web = batch(run, minutes=1).model_copy(update={"sources": (WEB,), "kind": "web"})
    beside = batch(run, minutes=2).model_copy(update={"sources": (*documents.sources, WEB)})
    for one in (documents, of_the_web, beside):
        await evidence.add(run, one)
    found = await evidence.across_sessions(desk.principal, "real_estate", ["market"], per_type=1)
    assert found == [LedgerEntry.of(documents)]
    assert len(await desk.ledger(run.session_id)) == 3, "its own session keeps it"


async def test_evidence_is_its_owners_alone(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    given = batch(run)
    await evidence.add(run, given)
    for other in (colleague, stranger):
        opening = await desk.openings.read(other, run.session_id, "real_estate", ["market"])
        assert opening.ledger == ()
        assert (await evidence.with_items(other, given.model_copy(update={"items": ()}))).items == ()
        assert await evidence.across_sessions(other, "real_estate", ["market"]) == []
        with pytest.raises(UnknownEvidence):
            await evidence.get(other, given.evidence_id)


async def test_a_zombies_evidence_is_refused(desk: Desk) -> None:
    run, evidence = await desk.working(), EvidenceRepository(desk.engine)
    await desk.lose_lease(run)
    await desk.runs.requeue_expired()
    again = await desk.claim(run.run_id)
    with pytest.raises(Fenced):
        await evidence.add(run, batch(run))
    await evidence.add(again, batch(again))
    assert len(await desk.ledger(run.session_id)) == 1


async def test_a_decision_comes_back_as_it_was_with_and_without_judge_one(desk: Desk) -> None:
    decisions = DecisionsRepository(desk.engine)
    for judge1 in ({"confidence": 860, "reasoning": "같은 지역"}, None):
        run = await desk.working()
        given = decision_of(run, judge1=judge1, asked=True, person="use_previous")
        await desk.runs.finish(run, ending(run, decision=given))
        assert await decisions.get(desk.principal, run.run_id) == given
    assert await decisions.get(desk.principal, "no-such-run") is None


async def test_decisions_are_listed_newest_first_page_by_page_and_labelled(desk: Desk) -> None:
    decisions, made = DecisionsRepository(desk.engine), list[str]()
    for _ in range(3):
        run = await desk.working()
        await desk.runs.finish(run, ending(run, decision=decision_of(run)))
        made.append(run.run_id)
    first = await decisions.list(desk.principal, 2)
    rest = await decisions.list(desk.principal, 2, first[-1].run_id)
    assert [row.run_id for row in (*first, *rest)] == made[::-1]
    await LabelsRepository(desk.engine).add(desk.principal, made[0], "person", "wrong")
    labelled = await decisions.get(desk.principal, made[0])
    assert labelled is not None
    assert (labelled.outcome, labelled.outcome_source) == ("incorrect_skip", "person")


async def test_decisions_are_seen_by_their_owner_and_by_operators_of_the_tenant(
    desk: Desk, colleague: Principal, stranger: Principal
) -> None:
    decisions, run = DecisionsRepository(desk.engine), await desk.working()
    await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    for other in (colleague, stranger, stranger.model_copy(update={"roles": frozenset(Role)})):
        assert await decisions.list(other) == []
        assert await decisions.get(other, run.run_id) is None
        with pytest.raises(UnknownRun):
            await LabelsRepository(desk.engine).add(other, run.run_id, "label", "right")
    operator = colleague.model_copy(update={"roles": frozenset({Role.OPERATOR})})
    assert [row.run_id for row in await decisions.list(operator)] == [run.run_id]


async def test_the_median_cost_is_of_the_newest_twenty_five(desk: Desk, colleague: Principal) -> None:
    costs = CostsRepository(desk.engine)
    assert await costs.median(desk.principal, "p", ["slow"]) == {}
    for cost in [9_000] * 10 + [100] * 12 + [300] * 13:
        await costs.record(desk.principal, "p", "slow", cost)
    await costs.record(colleague, "p", "fast", 3)
    assert await costs.median(desk.principal, "p", ["slow", "fast", "never"]) == {"slow": 300, "fast": 3}
    for _ in range(13):
        await costs.record(desk.principal, "p", "slow", 100)
    assert await costs.median(desk.principal, "p", ["slow"]) == {"slow": 100}


async def test_what_searching_took_demo_people_stands_apart_and_goes_with_them(desk: Desk) -> None:
    """Their process may have no example service: people would not have been asked afterwards, or only because of it."""
    costs = CostsRepository(desk.engine)
    await costs.record(desk.principal, "p", "slow", 2_000)
    demo = desk.principal.model_copy(update={"owner_id": f"{DEMO_OWNER}one"})
    assert await costs.median(demo, "p", ["slow"]) == {}
    for _ in range(30):
        await costs.record(demo, "p", "slow", 70)
    assert await costs.median(desk.principal, "p", ["slow"]) == {"slow": 2_000}
    other = demo.model_copy(update={"owner_id": f"{DEMO_OWNER}two"})
    assert await costs.median(other, "p", ["slow"]) == {"slow": 70}
    await PeopleRepository(desk.engine).erase(demo)
    assert await costs.median(other, "p", ["slow"]) == {}


async def test_costs_of_another_tenant_or_pack_do_not_count(desk: Desk, stranger: Principal) -> None:
    costs = CostsRepository(desk.engine)
    await costs.record(desk.principal, "p", "slow", 100)
    assert await costs.median(stranger, "p", ["slow"]) == {}
    assert await costs.median(desk.principal, "q", ["slow"]) == {}


async def test_feedback_belongs_to_an_answer_of_ones_own(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    feedback, run = FeedbackRepository(desk.engine), await desk.working()
    end = ending(run)
    await desk.runs.finish(run, end)
    answer_id = str(end.answer_id)
    await feedback.add(desk.principal, answer_id, -1, "서초구가 아닌데요", "thumbs")
    (found,) = await feedback.list(desk.principal)
    assert (found.answer_id, found.rating, found.reason, found.kind) == (answer_id, -1, "서초구가 아닌데요", "thumbs")
    assert await feedback.list(desk.principal, answer_id="another") == []
    for other in (colleague, stranger):
        assert await feedback.list(other) == []
        with pytest.raises(UnknownMessage):
            await feedback.add(other, answer_id, 1, "", "thumbs")
    with pytest.raises(UnknownMessage):  # a question is no answer
        await feedback.add(desk.principal, run.message_id, 1, "", "thumbs")
    operator = colleague.model_copy(update={"roles": frozenset({Role.OPERATOR})})
    assert len(await feedback.list(operator)) == 1


async def test_the_last_thumb_on_an_answer_is_shown_to_whoever_gave_it(desk: Desk, colleague: Principal) -> None:
    feedback, run = FeedbackRepository(desk.engine), await desk.working()
    end = ending(run)
    await desk.runs.finish(run, end)
    answer_id = str(end.answer_id)
    assert await feedback.ratings(desk.principal, run.session_id) == {}
    for rating in (1, -1):
        await feedback.add(desk.principal, answer_id, rating, "", "thumbs")
    await feedback.add(desk.principal, answer_id, 0, "search_again", "override")
    assert await feedback.ratings(desk.principal, run.session_id) == {answer_id: -1}
    await feedback.add(desk.principal, answer_id, 0, "", "thumbs")
    assert await feedback.ratings(desk.principal, run.session_id) == {answer_id: 0}
    operator = colleague.model_copy(update={"roles": frozenset({Role.OPERATOR})})
    assert await feedback.ratings(operator, run.session_id) == {}


async def test_settings_are_the_defaults_until_set(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    people = PeopleRepository(desk.engine)
    assert await people.settings(desk.principal) == PersonSettings()
    for settings in (PersonSettings(300.0, "en", True), PersonSettings(None, None, False)):
        await people.save(desk.principal, settings)
        assert await people.settings(desk.principal) == settings
    for other in (colleague, stranger):
        assert await people.settings(other) == PersonSettings()


async def test_a_cancelled_question_is_reported_in_its_own_language(desk: Desk) -> None:
    session = await desk.session()
    made = await desk.ask(session.session_id)
    await desk.runs.request_cancel(desk.principal, made.run_id)
    (event,) = await desk.events.after(desk.principal, session.session_id, 0)
    assert "질문을 중단했습니다" in event.text


async def test_erasing_a_person_leaves_no_row_with_their_name(desk: Desk, colleague: Principal) -> None:
    people, costs = PeopleRepository(desk.engine), CostsRepository(desk.engine)
    for _ in range(3):
        run = await desk.working()
        await EvidenceRepository(desk.engine).add(run, batch(run))
        await desk.runs.finish(run, ending(run, decision=decision_of(run)))
    await desk.waiting()
    await people.save(desk.principal, PersonSettings(language="ko"))
    await costs.record(desk.principal, "p", "slow", 100)
    theirs = await Desk(desk.engine, colleague).session()
    await people.erase(desk.principal)
    tables = await desk.sql("SELECT table_name FROM information_schema.columns WHERE column_name = 'owner_id'")
    assert len(tables) > 15
    for (table,) in tables:
        assert await desk.sql(
            f"SELECT 1 FROM {table} WHERE owner_id = :owner", owner=desk.principal.owner_id
        ) == [], table  # fmt: skip
    assert await costs.median(colleague, "p", ["slow"]) == {"slow": 100}
    assert await desk.sessions.list(colleague) == [theirs]
