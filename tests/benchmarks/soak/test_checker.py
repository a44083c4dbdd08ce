"""The checker itself: one planted case of every fault is found, and in a conversation as it should be there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmarks.soak.checker import Fault, check
from benchmarks.soak.evidence import Line, Row, Tables, read_lines

SESSION = "s1"


@dataclass
class World:
    """A conversation of two turns, the second with a question to the person; every part can be spoiled."""

    lines: list[Line] = field(default_factory=list[Line])
    sessions: list[Row] = field(default_factory=list[Row])
    runs: list[Row] = field(default_factory=list[Row])
    messages: list[Row] = field(default_factory=list[Row])
    events: list[Row] = field(default_factory=list[Row])
    prompts: list[Row] = field(default_factory=list[Row])

    def faults(self) -> list[Fault]:
        tables = Tables(self.sessions, self.runs, self.messages, self.events, self.prompts)
        return [finding.fault for finding in check(self.lines, tables)]

    def event(self, run_id: str, kind: str, attempt: int | None = 1, **rest: Any) -> None:
        seq = len(self.events) + 1
        frame = {"seq": seq, "type": kind, "session_id": SESSION, "run_id": run_id, **rest}
        row = {"session_id": SESSION, "seq": seq, "run_id": run_id, "attempt": attempt, "type": kind}
        self.events.append({**row, "text": json.dumps(frame)})
        self.sessions[0]["last_seq"] = seq

    def frame(self, seq: int) -> dict[str, Any]:
        return json.loads(self.events[seq - 1]["text"])

    def respoken(self, seq: int, **changes: Any) -> None:
        """The same event with another content, stored and seen alike."""
        frame = {**self.frame(seq), **changes}
        self.events[seq - 1]["text"] = json.dumps(frame)
        for place, line in enumerate(self.lines):
            if line.frame.get("seq") == seq:
                self.lines[place] = said("got", **frame)

    def place(self, seq: int) -> int:
        return next(place for place, line in enumerate(self.lines) if line.frame.get("seq") == seq)


def said(what: Any, cursor: int | None = None, **frame: Any) -> Line:
    return Line("c1", SESSION, what, frame, cursor)


def turn(world: World, number: int, *, asks: bool = False) -> None:
    run_id, message_id = f"r{number}", f"m{number}"
    common = {"session_id": SESSION, "run_id": run_id}
    world.runs.append({**common, "message_id": message_id, "question": "시세", "queue_no": number, "attempt": 1,
                       "status": "completed"})  # fmt: skip
    for role, name in (("user", message_id), ("assistant", f"a{number}")):
        world.messages.append({**common, "message_id": name, "role": role})
    world.event(run_id, "run_started", message_id=message_id, attempt=1)
    attempt = 1
    if asks:
        world.event(run_id, "user_confirmation_required", confirmation_id="p1")
        world.event(run_id, "prompt_resolved", None, id="p1", value="use_previous", by="person")
        world.prompts.append({**common, "prompt_id": "p1", "status": "decided", "value": "use_previous",
                              "decided_by": "person"})  # fmt: skip
        attempt = 2
    person = "use_previous" if asks else None
    world.event(run_id, "answer", attempt, content="답", reuse={"person": person})
    world.event(run_id, "run_completed", attempt)


def make_world() -> World:
    """The client loses its line after the first turn and comes back."""
    world = World(sessions=[{"session_id": SESSION, "last_seq": 0}])
    turn(world, 1)
    turn(world, 2, asks=True)
    world.lines = [
        said("opened", 0),
        said("got", type="session_ready", last_seq=0),
        said("sent", type="user_message", message_id="m1", content="시세"),
        said("got", **world.frame(1)),
        said("got", type="answer_delta", run_id="r1", offset=0, text="답 🏠"),
        said("got", type="answer_delta", run_id="r1", offset=4, text="은"),
        said("got", **world.frame(2)),
        said("closed"),
        said("opened", 2),
        said("got", type="session_ready", last_seq=3),
        said("got", **world.frame(3)),
        said("sent", type="user_message", message_id="m2", content="시세"),
        *(said("got", **world.frame(seq)) for seq in range(4, len(world.events) + 1)),
        said("settled"),
    ]
    return world


def test_in_a_conversation_that_is_as_it_should_be_nothing_is_found() -> None:
    assert make_world().faults() == []


def test_a_question_sent_again_after_a_lost_line_is_no_fault() -> None:
    world = make_world()
    world.lines.insert(9, said("sent", type="user_message", message_id="m1", content="시세"))
    assert world.faults() == []


def _drop_question(world: World) -> None:
    world.lines.insert(-1, said("sent", type="user_message", message_id="m3", content="그리고?"))


def _never_seen(world: World) -> None:
    world.lines[-2:-1] = []


def _answer_lost(world: World) -> None:
    del world.messages[1]


def _end_unsent(world: World) -> None:
    world.events[2]["type"] = "team_started"
    world.respoken(3, type="team_started")


def _decision_unsent(world: World) -> None:
    world.respoken(6, id="another")


def _seen_twice(world: World) -> None:
    world.lines.insert(4, said("got", **world.frame(1)))


def _answered_twice(world: World) -> None:
    world.messages.append({**world.messages[1], "message_id": "a1-again"})


def _ended_twice(world: World) -> None:
    world.events[0]["type"] = "run_cancelled"


def _seen_late(world: World) -> None:
    place = world.place(6)
    world.lines[place], world.lines[place + 1] = world.lines[place + 1], world.lines[place]


def _taken_in_another_order(world: World) -> None:
    world.runs[0]["queue_no"] = 3


def _two_runs_at_once(world: World) -> None:
    world.runs.reverse()


def _number_missing(world: World) -> None:
    del world.events[4]


def _number_beyond(world: World) -> None:
    world.sessions[0]["last_seq"] -= 1


def _number_skipped(world: World) -> None:
    del world.lines[world.place(5)]


def _hole_in_the_text(world: World) -> None:
    world.lines[5] = said("got", type="answer_delta", run_id="r1", offset=5, text="은")


def _seen_otherwise(world: World) -> None:
    place = world.place(2)
    world.lines[place] = Line("c1", SESSION, "got", {**world.frame(2), "content": "다른 답"})


def _status_otherwise(world: World) -> None:
    world.runs[0]["status"] = "failed"


def _closed_twice(world: World) -> None:
    world.respoken(7, type="prompt_resolved", id="p1", value="search_new", by="person")


def _acted_otherwise(world: World) -> None:
    world.respoken(7, reuse={"person": "search_new"})


def _written_by_a_zombie(world: World) -> None:
    world.events[7]["attempt"] = 1


def _written_after_the_end(world: World) -> None:
    world.event("r2", "team_completed", 2)


def _prompt_left_open(world: World) -> None:
    world.prompts[0]["status"] = "open"


def _waits_for_nothing(world: World) -> None:
    world.runs[1]["status"] = "waiting"


def _question_without_its_row(world: World) -> None:
    world.prompts.clear()


def _still_running(world: World) -> None:
    world.runs[1]["status"] = "running"


PLANTED: list[tuple[Fault, Callable[[World], None]]] = [
    (Fault.LOST, _drop_question),
    (Fault.LOST, _never_seen),
    (Fault.LOST, _answer_lost),
    (Fault.LOST, _end_unsent),
    (Fault.LOST, _decision_unsent),
    (Fault.DOUBLED, _seen_twice),
    (Fault.DOUBLED, _answered_twice),
    (Fault.DOUBLED, _ended_twice),
    (Fault.OUT_OF_ORDER, _seen_late),
    (Fault.OUT_OF_ORDER, _taken_in_another_order),
    (Fault.OUT_OF_ORDER, _two_runs_at_once),
    (Fault.GAP, _number_missing),
    (Fault.GAP, _number_beyond),
    (Fault.GAP, _number_skipped),
    (Fault.GAP, _hole_in_the_text),
    (Fault.ALTERED, _seen_otherwise),
    (Fault.ALTERED, _status_otherwise),
    (Fault.TWO_WINNERS, _closed_twice),
    (Fault.TWO_WINNERS, _acted_otherwise),
    (Fault.ZOMBIE, _written_by_a_zombie),
    (Fault.ZOMBIE, _written_after_the_end),
    (Fault.ORPHANED, _prompt_left_open),
    (Fault.ORPHANED, _waits_for_nothing),
    (Fault.ORPHANED, _question_without_its_row),
    (Fault.NEVER_ENDED, _still_running),
]


@pytest.mark.parametrize(("fault", "plant"), PLANTED, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_planted_fault_is_found_and_named(fault: Fault, plant: Callable[[World], None]) -> None:
    world = make_world()
    untouched = deepcopy(world)
    plant(world)
    assert world != untouched
    assert fault in world.faults()


def test_every_fault_there_is_was_planted() -> None:
    assert {fault for fault, _ in PLANTED} == set(Fault)


def test_a_log_is_read_as_it_was_written_without_a_line_that_was_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "c1.jsonl"
    lines = make_world().lines
    file.write_text("".join(line.text() + "\n" for line in lines) + '{"client": "c1", "ses', "utf-8")
    assert read_lines(file) == lines
