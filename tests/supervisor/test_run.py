"""Judge 3: asked, decided, resumed; by the person, by the clock, in another process, under another graph."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.graphs import Durability
from foundation.contracts.plan import VariantName
from foundation.storage.records import RunOptions
from supervisor.run import Supervisor
from tests.supervisor.scene import Frame, Scene, sure

PRICES = "대구 달서구 아파트 매매 시세 알려줘"


async def doubtful(scene: Scene, confidence: int = 800) -> tuple[Scene, str]:
    """A conversation with market data in hand, and a judge 1 of medium confidence from now on."""
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
    return replace(scene, pack=sure(confidence)), session


async def decided(scene: Scene, run_id: str, value: str) -> dict[str, Frame]:
    """The person answers; the run's frames."""
    prompt = await scene.asked(run_id)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, value)
    return await scene.frames_of(run_id)


async def test_at_medium_confidence_the_person_is_asked_with_what_they_need_to_choose(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
        frames = await scene.frames_of(run_id, ("user_confirmation_required",))
    card = frames["user_confirmation_required"]
    assert prompt.values == ("use_previous", "search_new")
    assert prompt.default == "search_new"
    assert [option["value"] for option in card["options"]] == ["use_previous", "search_new"]
    assert "시세 4건" in card["context"]["previous_data_summary"]
    assert "80%" in card["context"]["uncertainty_reason"]
    (held,) = card["context"]["in_hand"]
    assert (held["data_type"], held["items"], held["age_s"] >= 0, held["issues"]) == ("market", 4, True, [])
    assert held["query"] in card["context"]["previous_data_summary"]
    assert (held["as_of"], "2026년 1월 기준" in card["context"]["previous_data_summary"]) == ("2026-01-01", True)
    assert "최신" not in card["options"][1]["description"], "nobody knows that a table has anything newer"
    assert 29_000 < card["expires_in_ms"] <= 30_000
    assert "data_reuse_decision" not in frames


@pytest.mark.parametrize(("value", "decision", "searches"), [("use_previous", "reuse", 1), ("search_new", "search", 2)])
async def test_the_persons_choice_is_what_happens(scene: Scene, value: str, decision: str, searches: int) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        frames = await decided(scene, await scene.submit(session, PRICES), value)
    answer = frames["answer"]
    assert (answer["reuse"]["decision"], answer["reuse"]["person"]) == (decision, value)
    assert answer["reuse"]["undo_available"] is False
    assert frames["data_reuse_decision"]["decision"] == decision
    assert len(scene.market.asked) == searches
    row = (await scene.decisions.list(scene.principal, 1))[0]
    assert (row.asked, row.timed_out, row.person) == (True, False, value)


async def test_it_survives_a_restart_between_the_question_and_the_answer(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert frames["answer"]["reuse"]["decision"] == "reuse"
    assert frames["answer"]["citations"]
    assert "run_restarted" not in frames
    kinds = [frame["type"] for frame in await scene.frames(run_id)]
    assert kinds.count("team_started") == 1
    assert kinds.count("plan_ready") == 1


async def test_when_the_time_is_over_it_searches_and_offers_to_undo_it(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    scene.wait_s = 0.3
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        frames = await scene.frames_of(run_id)
    assert frames["prompt_resolved"]["by"] == "timeout"
    assert frames["answer"]["reuse"]["decision"] == "search"
    assert frames["answer"]["reuse"]["undo_available"] is True
    row = (await scene.decisions.list(scene.principal, 1))[0]
    assert (row.asked, row.timed_out) == (True, True)


async def test_use_the_earlier_results_instead_reuses_what_was_there_before(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    scene.wait_s = 0.3
    async with scene.process():
        late = (await scene.frames_of(await scene.submit(session, PRICES)))["answer"]
        options = RunOptions(reuse="always", override_of=late["answer_id"])
        answer = await scene.ask(session, PRICES, options)
    before = (await scene.ledger(session))[-1].record
    assert answer["reuse"]["decision"] == "reuse"
    assert answer["reuse"]["data_types"]["market"]["evidence_id"] == before.evidence_id
    assert len(scene.market.asked) == 2


async def test_an_override_never_overrides_a_veto_nor_an_empty_ledger(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, PRICES)
        options = RunOptions(reuse="always", override_of=first["answer_id"])
        nothing_before = await scene.ask(session, PRICES, options)
        scene.market.present, scene.market.changed = "v2", True
        changed = await scene.ask(session, PRICES, RunOptions(reuse="always", override_of=nothing_before["answer_id"]))
    assert nothing_before["reuse"]["decision"] == "search"
    assert changed["reuse"]["decision"] == "search"


async def test_search_again_searches_although_everything_is_in_hand(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        reused = await scene.ask(session, PRICES)
        again = await scene.ask(session, PRICES, RunOptions(reuse="never", override_of=reused["answer_id"]))
    assert reused["reuse"]["decision"] == "reuse"
    assert again["reuse"]["decision"] == "search"


@pytest.mark.parametrize(
    ("variant", "confidence", "asks"),
    [
        ("hybrid_confirm", 901, False),
        ("hybrid_confirm", 900, True),
        ("hybrid_confirm", 701, True),
        ("hybrid_confirm", 700, True),
        ("hybrid_confirm", 601, True),
        ("hybrid_confirm", 600, False),
        ("hybrid", 800, False),
    ],
)
async def test_it_is_asked_only_in_its_band_and_variant(
    scene: Scene, variant: VariantName, confidence: int, asks: bool
) -> None:
    scene, session = await doubtful(scene, confidence)
    scene.variant = variant
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        frames = await scene.frames_of(run_id, ("user_confirmation_required", "run_completed"))
    assert ("user_confirmation_required" in frames) is asks


@pytest.mark.parametrize(("cost_ms", "asks"), [(1_499, False), (1_500, True)])
async def test_nobody_is_asked_to_save_less_than_it_is_worth(scene: Scene, cost_ms: int, asks: bool) -> None:
    scene, session = await doubtful(scene)
    scene.ask_worth_s = 1.5
    await scene.sql("UPDATE source_costs SET cost_ms = :cost", cost=cost_ms)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        frames = await scene.frames_of(run_id, ("user_confirmation_required", "run_completed"))
    assert ("user_confirmation_required" in frames) is asks
    if asks:
        assert frames["user_confirmation_required"]["context"]["measured_saving_s"] == 1.5
    else:
        assert frames["answer"]["reuse"]["decision"] == "reuse"
        (why,) = frames["data_reuse_decision"]["reasons"]
        assert "확신 80%" in why
        assert "묻지 않았고" in why
        for frame in ("data_reuse_decision", "answer"):
            shown_reuse = frames[frame]["reuse"] if frame == "answer" else frames[frame]
            assert [one["unasked"] for one in shown_reuse["data_types"].values()] == [True], (
                f"{frame} says so in a code, too"
            )


async def test_who_cannot_or_will_not_be_asked_gets_the_safe_choice_at_once(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        over_http = await scene.ask(session, PRICES, RunOptions(wait_for_person=False))
        always = await scene.ask(session, PRICES, RunOptions(wait_for_person=False, reuse="always"))
        scene.may_ask = False
        unwilling = await scene.ask(session, PRICES)
    assert over_http["reuse"]["decision"] == "search"
    assert (always["reuse"]["decision"], always["reuse"]["person"]) == ("reuse", "use_previous")
    assert unwilling["reuse"]["decision"] == "search"


async def test_a_run_paused_under_another_graph_starts_again_and_takes_the_safe_choice(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
    await scene.sql("UPDATE runs SET graph_version = 'older' WHERE run_id = :id", id=run_id)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
    async with scene.process():
        frames = await scene.frames_of(run_id)
    assert "run_restarted" in frames
    assert frames["answer"]["reuse"]["decision"] == "search"


async def test_waiting_is_not_counted_in_the_turns_time(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    scene.limit_s = 3_600.0
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
        await scene.sql(
            "UPDATE pending_prompts SET created_at = created_at - interval '1 day' WHERE prompt_id = :id",
            id=prompt.prompt_id,
        )
        await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
        frames = await scene.frames_of(run_id)
    assert frames["answer"]["timings_ms"]["total"] // 3_600_000 == 0, "hours: the day of waiting is not among them"


async def test_after_a_cancelled_question_the_session_goes_on_and_nothing_of_it_is_left(scene: Scene) -> None:
    scene, session = await doubtful(scene)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        await scene.asked(run_id)
        assert await scene.runs.request_cancel(scene.principal, run_id) == "cancelled"
        again = await scene.submit(session, PRICES)
        prompt = await scene.asked(again)
        frames = await decided(scene, again, "use_previous")
    assert prompt.run_id == again
    assert frames["answer"]["reuse"]["decision"] == "reuse"


@pytest.mark.parametrize("durability", ["exit", "sync", "async"])
async def test_every_durability_pauses_and_resumes(scene: Scene, durability: Durability) -> None:
    scene, session = await doubtful(scene)
    supervisor = Supervisor(scene.teams, scene.saver, durability)
    async with scene.process(supervisor):
        run_id = await scene.submit(session, PRICES)
        prompt = await scene.asked(run_id)
    await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
    async with scene.process(Supervisor(scene.teams, scene.saver, durability)):
        frames = await scene.frames_of(run_id)
    assert frames["answer"]["reuse"]["decision"] == "reuse"
    assert "run_restarted" not in frames


@pytest.mark.parametrize(
    ("cost_ms", "saving"), [(0, "검색을 건너뜁니다"), (49, "검색을 건너뜁니다"), (2_300, "약 2.3초 절약")]
)
async def test_no_saving_is_shown_that_nobody_feels(scene: Scene, cost_ms: int, saving: str) -> None:
    scene, session = await doubtful(scene)
    await scene.sql("UPDATE source_costs SET cost_ms = :cost", cost=cost_ms)
    async with scene.process():
        run_id = await scene.submit(session, PRICES)
        frames = await scene.frames_of(run_id, ("user_confirmation_required",))
    use, _ = frames["user_confirmation_required"]["options"]
    assert use["description"] == saving


@pytest.mark.parametrize(
    ("confidence", "variant", "options", "why"),
    [
        (600, "hybrid_confirm", RunOptions(), "확신 60%"),
        (950, "hybrid_confirm", RunOptions(reuse="never"), "새로 찾기를 바라심"),
        (950, "no_reuse", RunOptions(), "견주어 보려고 늘 새로 찾는 대화"),
        (950, "supervisor_only", RunOptions(reuse="never"), "새로 찾기를 바라심"),
    ],
)
async def test_a_search_that_nothing_in_hand_asked_for_says_why_all_the_same(
    scene: Scene, confidence: int, variant: VariantName, options: RunOptions, why: str
) -> None:
    scene, session = await doubtful(scene, confidence)
    scene.variant = variant
    async with scene.process():
        frames = await scene.frames_of(await scene.submit(session, PRICES, options))
    (reason,) = frames["data_reuse_decision"]["reasons"]
    assert frames["answer"]["reuse"]["decision"] == "search"
    assert reason.startswith("시세: 새로 검색합니다 — ")
    assert why in reason
