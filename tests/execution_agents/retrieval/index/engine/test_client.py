"""Every way the engine may fail becomes one kind of error with a sentence that says what to do, and in time."""

from __future__ import annotations

import socket

import pytest

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.away import IndexAway, IndexGone
from execution_agents.retrieval.index.engine import client as client_room
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.client import EngineClient
from execution_agents.retrieval.index.engine.searching import EngineIndex
from tests.execution_agents.retrieval.index.engine.scripted_engine import Fault, ScriptedEngine
from tests.execution_agents.retrieval.index.engine.shelved import build, shelf_of

CHUNKS = [one_chunk("rent", "차임", "증액은 약정한 차임의 20분의 1을 넘지 못한다.")]
SEARCH = "_msearch"


@pytest.fixture
def index(client: EngineClient) -> EngineIndex:
    return build(shelf_of(client), CHUNKS)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(SEARCH, 429, '{"error": "busy"}'), "has too much to do (429)"),
        (Fault(SEARCH, 503, '{"error": "no shard"}'), "answered 503"),
        (Fault(SEARCH, 401, "{}"), "SUFFICE_SEARCH_USER"),
        (Fault(SEARCH, 403, "{}"), "SUFFICE_SEARCH_PREFIX"),
        (Fault(SEARCH, hang_s=30), "did not answer in time"),
        (Fault(SEARCH, 200, "<html>hello"), "cannot be read"),
        (Fault(SEARCH, 200, '{"hello": 1}'), "no search result"),
        (Fault(SEARCH, 200, '{"responses": []}'), "no search result"),
        (Fault(SEARCH, 200, '{"responses": [{"status": 503, "error": {"type": "late"}}]}'), "late"),
        (Fault(SEARCH, 200, '{"responses": [{"timed_out": true, "_shards": {"failed": 0}}]}'), "in time"),
        (Fault(SEARCH, 200, '{"responses": [{"timed_out": false, "_shards": {"failed": 1}}]}'), "could not search all"),
    ],
)
def test_each_failure_of_a_search_says_what_is_wrong(
    scripted: ScriptedEngine, index: EngineIndex, fault: Fault, said: str
) -> None:
    scripted.faults.append(fault)
    with pytest.raises(IndexAway) as failed:
        index.search("차임", 3)
    assert said in failed.value.message
    assert failed.value.retryable


def test_after_a_failure_nothing_is_asked_for_a_while(
    scripted: ScriptedEngine, index: EngineIndex, client: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.faults.append(Fault(SEARCH, 503, "{}"))
    for _ in range(3):
        with pytest.raises(IndexAway, match="503"):
            index.search("차임", 3)
    assert [call for call in scripted.calls if SEARCH in call] == [f"POST /{index_name(scripted)}/{SEARCH}"]
    assert "503" in client.trouble
    monkeypatch.setattr(client_room, "monotonic", lambda: float("inf"))
    assert [hit.item_id for hit in index.search("차임", 3)] == ["rent"]
    assert client.trouble == ""


def test_an_index_that_was_removed_is_known_to_be_gone(scripted: ScriptedEngine, index: EngineIndex) -> None:
    assert not index.is_gone
    scripted.indexes.clear()
    with pytest.raises(IndexGone):
        index.search("차임", 3)
    assert index.is_gone


def test_an_engine_that_is_not_there_is_said_by_its_address_without_a_password() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = EngineAddress(f"http://user:secret@127.0.0.1:{taken.getsockname()[1]}")
        client = EngineClient(address)
        with pytest.raises(IndexAway, match="cannot be reached; start it") as failed:
            shelf_of(client).open("5-a")
        client.close()
    assert "secret" not in failed.value.message
    assert "127.0.0.1" in failed.value.message


def test_passages_the_engine_has_no_room_for_are_sent_again(
    scripted: ScriptedEngine, client: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("opensearchpy.helpers.actions.time.sleep", waits.append)
    scripted.faults.append(Fault("_bulk", 429, '{"error": "busy"}', times=2))
    assert len(build(shelf_of(client), CHUNKS)) == 1
    assert waits == [1, 2]


@pytest.mark.parametrize(
    "answer",
    [
        '{"errors": true, "items": [{"index": {"status": 400, "error": {"type": "mapper_parsing_exception"}}}]}',
        "<html>",
        "{}",
    ],
)
def test_passages_the_engine_refuses_end_the_build_and_nothing_is_left(
    scripted: ScriptedEngine, client: EngineClient, answer: str
) -> None:
    scripted.faults.append(Fault("_bulk", 200, answer))
    with pytest.raises(IndexAway):
        build(shelf_of(client), CHUNKS)
    assert scripted.indexes == {}


def index_name(scripted: ScriptedEngine) -> str:
    [name] = scripted.indexes
    return name
