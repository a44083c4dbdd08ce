"""A fresh install, no setting changed: the person is asked by itself, and one conversation in ten never reuses."""

from __future__ import annotations

import json
import re
import subprocess
import uuid
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import websockets

from service_agent.settings.settings import CHECKOUT
from tests.service_agent.cli.processes import SUFFICE, Environment, serving

pytestmark = pytest.mark.slow
CHANGED = ("SUFFICE_HOLD_OUT", "SUFFICE_EXAMPLE_LATENCY_S")
"""What the other tests' environment switches off."""
CONVERSATIONS = {
    "ko": ("전세자금대출 금리 비교해줘", "그 금액으로 받을 수 있는 대출 중 제일 유리한 건?"),
    "en": ("Compare jeonse loan rates", "Which of these is best for that amount?"),
}
"""Those of docs/first-steps.md."""
MANY = 400
ENDS = ("run_completed", "run_failed", "run_cancelled")


def untouched(environment: Environment) -> Environment:
    """Settings as shipped: only the database, the data folder and the port are the test's."""
    found = {name: value for name, value in environment.items() if name not in CHANGED}
    left = {name for name in found if name.startswith("SUFFICE_")}
    assert left == {"SUFFICE_DATABASE_URL", "SUFFICE_DATA_DIR", "SUFFICE_PORT"}
    return found


@contextmanager
def as_shipped(environment: Environment) -> Generator[str]:
    """`suffice serve` as it ships."""
    with serving(untouched(environment)):
        yield f"127.0.0.1:{environment['SUFFICE_PORT']}"


@pytest.mark.long  # every day: tests/service_agent/experiments/test_demo.py
@pytest.mark.timeout(900)
async def test_a_fresh_install_asks_the_person_by_itself_and_takes_the_answer(environment: Environment) -> None:
    docs = (CHECKOUT / "docs" / "first-steps.md").read_text(encoding="utf-8")
    with as_shipped(environment) as address:
        for first, second in CONVERSATIONS.values():
            assert first in docs and second in docs, "the docs promise this very conversation"
            cards, answers = await held(address, first, second, "use_previous")
            assert [one["reuse"]["decision"] for one in answers] == ["search", "reuse"], answers
            (card,) = cards
            assert card["context"]["measured_saving_s"] >= 1.5, "asked because a search costs, as it was measured"
            assert card["context"]["in_hand"][0]["data_type"] == "loan"
            assert answers[1]["reuse"]["person"] == "use_previous"
            assert answers[1]["citations"]
        _, answers = await held(address, *CONVERSATIONS["en"], "search_new")
        assert [one["reuse"]["decision"] for one in answers] == ["search", "search"]
        assert answers[1]["reuse"]["person"] == "search_new"


@pytest.mark.long  # every day: tests/service_agent/experiments/test_decisions.py
@pytest.mark.timeout(900)
def test_a_tenth_of_the_conversations_never_reuses(environment: Environment) -> None:
    with as_shipped(environment) as address, httpx.Client(base_url=f"http://{address}", trust_env=False) as http:
        made = [http.post("/api/sessions", json={}) for _ in range(MANY)]
        assert all(one.status_code == 201 for one in made), made[-1].text
        drawn = Counter(one.json()["variant"] for one in made)
    assert set(drawn) == {"hybrid_confirm", "no_reuse"}
    # Four standard deviations around a tenth: outside of them once in sixteen thousand runs.
    assert abs(drawn["no_reuse"] - MANY / 10) <= 24, drawn


@pytest.mark.nightly  # every day: tests/service_agent/experiments/test_demo.py
@pytest.mark.timeout(1800)
def test_the_demo_ends_with_a_threshold_to_try(environment: Environment) -> None:
    done = subprocess.run(
        [SUFFICE, "demo", "traffic"],
        env={**untouched(environment), "COLUMNS": "400"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=1700,
    )
    assert done.returncode == 0, done.stderr
    proposed = re.search(r"a threshold of (0\.\d\d) \(now 0\.90\) keeps wrong reuse of hybrid_confirm", done.stdout)
    assert proposed is not None and float(proposed[1]) < 0.9, done.stdout
    assert "Try it there, on demo conversations alone: /dashboard?experiment=demo-real_estate" in done.stdout


async def held(address: str, first: str, second: str, choice: str) -> tuple[list[Any], list[Any]]:
    """The cards that came and the answers, of a conversation that was not drawn into the hold-out."""
    async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False) as http:
        session = {"variant": "", "session_id": ""}
        while session["variant"] != "hybrid_confirm":
            session = (await http.post("/api/sessions", json={})).json()
    where = f"ws://{address}/ws/chat/{session['session_id']}"
    socket = websockets.connect(where, subprotocols=[websockets.Subprotocol("suffice.v1")], proxy=None)
    cards: list[Any] = []
    answers: list[Any] = []
    async with socket as chat:
        for question in (first, second):
            said = {"type": "user_message", "message_id": uuid.uuid4().hex, "content": question}
            await chat.send(json.dumps(said))
            async for text in chat:
                frame = json.loads(text)
                if frame["type"] == "user_confirmation_required":
                    cards.append(frame)
                    answer = {"confirmation_id": frame["confirmation_id"], "value": choice}
                    await chat.send(json.dumps({"type": "confirmation_response", **answer}))
                elif frame["type"] == "answer":
                    answers.append(frame)
                elif frame["type"] in ENDS:
                    break
    return cards, answers
