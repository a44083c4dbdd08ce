"""Finds what a broken service lost, duplicated, mixed up or left behind, from client logs and tables alone.

It knows the protocol but not the engine: it can check any service that writes the same tables and frames. The service
must be idle: every question answered, every client settled.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.soak.evidence import Frame, Line, Row, Tables

ENDS = {"run_completed": "completed", "run_failed": "failed", "run_cancelled": "cancelled"}
ANSWERS = ("answer", "clarify", "form")
STARTS = ("run_started", "run_restarted")
QUESTIONS = ("user_confirmation_required", "clarification_required", "form_required")


class Fault(StrEnum):
    """What can be wrong."""

    LOST = "lost"
    """Sent and never stored, or stored and never seen."""
    DOUBLED = "doubled"
    """Twice where once was right."""
    OUT_OF_ORDER = "out of order"
    GAP = "gap"
    """A missing `seq`, or a hole in an answer's streamed text."""
    ALTERED = "altered"
    """Seen otherwise than stored."""
    TWO_WINNERS = "two winners"
    """A question to the person that was decided twice, or acted upon otherwise than decided."""
    ZOMBIE = "zombie write"
    """Written by an attempt after a later one had begun, or after the run's end."""
    ORPHANED = "orphaned prompt"
    """A prompt that can no longer be answered, or a waiting run without a prompt."""
    NEVER_ENDED = "never ended"


@dataclass(frozen=True)
class Finding:
    """One fault, and where."""

    fault: Fault
    where: str
    """The session, run, prompt or client."""
    what: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.where}: {self.what}"


def check(lines: Sequence[Line], tables: Tables) -> list[Finding]:
    """Everything that is wrong; nothing when all is well."""
    stored = {(row["session_id"], row["seq"]): row for row in tables.events}
    runs = {(row["session_id"], row["message_id"]): row for row in tables.runs}
    return [
        *_numbers(tables),
        *_runs(tables),
        *_turns(tables),
        *_prompts(tables),
        *_questions_asked(lines, runs),
        *(finding for log in _by_client(lines).values() for finding in _client(log, stored)),
    ]


# --- tables -------------------------------------------------------------------------------------------


def _numbers(tables: Tables) -> Iterator[Finding]:
    """`seq` of a session: 1, 2, … to its last."""
    seqs: defaultdict[str, list[int]] = defaultdict(list)
    for event in tables.events:
        seqs[event["session_id"]].append(event["seq"])
    for session in tables.sessions:
        found, last = seqs[session["session_id"]], session["last_seq"]
        missing = sorted(set(range(1, last + 1)) - set(found))
        if missing:
            yield Finding(Fault.GAP, session["session_id"], f"no event {missing[:5]} of {last}")
        if any(seq > last for seq in found):
            yield Finding(Fault.GAP, session["session_id"], f"events beyond the session's last, {last}")


def _runs(tables: Tables) -> Iterator[Finding]:
    """Each run ended once, with one answer, and no process wrote for it after losing its lease."""
    events = _of_run(tables.events)
    said = _of_run(tables.messages)
    for run in tables.runs:
        run_id, own = run["run_id"], events.get(run["run_id"], [])
        yield from _end(run, own)
        yield from _zombies(run_id, own)
        answers = [event for event in own if event["type"] in ANSWERS]
        roles = [message["role"] for message in said.get(run_id, [])]
        for name, count in (
            ("answers", len(answers)),
            *((f"{role} messages", roles.count(role)) for role in ROLES),
        ):
            if count > 1:
                yield Finding(Fault.DOUBLED, run_id, f"{count} {name}")
        if run["status"] == "completed" and not (answers and "assistant" in roles):
            yield Finding(Fault.LOST, run_id, "completed without its answer")
        if "user" not in roles:
            yield Finding(Fault.LOST, run_id, "a run without its question")


ROLES = ("user", "assistant")


def _end(run: Row, own: Sequence[Row]) -> Iterator[Finding]:
    ends = [event["type"] for event in own if event["type"] in ENDS]
    if len(ends) > 1:
        yield Finding(Fault.DOUBLED, run["run_id"], f"ended {len(ends)} times: {', '.join(ends)}")
    if run["status"] not in ENDS.values():
        yield Finding(Fault.NEVER_ENDED, run["run_id"], f"is {run['status']}")
    elif not ends:
        yield Finding(Fault.LOST, run["run_id"], f"is {run['status']} and no event says so")
    elif ENDS[ends[-1]] != run["status"]:
        yield Finding(Fault.ALTERED, run["run_id"], f"is {run['status']}, its last event is {ends[-1]}")


def _zombies(run_id: str, own: Sequence[Row]) -> Iterator[Finding]:
    newest, ended = 0, False
    for event in own:
        attempt = event["attempt"]
        if ended:
            yield Finding(Fault.ZOMBIE, run_id, f"{event['type']} after the run's end")
        elif attempt is not None and attempt < newest:
            yield Finding(Fault.ZOMBIE, run_id, f"{event['type']} of attempt {attempt} after one of attempt {newest}")
        newest = max(newest, attempt or 0)
        ended = ended or event["type"] in ENDS


def _turns(tables: Tables) -> Iterator[Finding]:
    """One run at a time per session, in the order the questions were taken."""
    events = _of_run(tables.events)
    before: dict[str, Row] = {}
    for run in tables.runs:
        own = events.get(run["run_id"], [])
        started = next((event["seq"] for event in own if event["type"] in STARTS), None)
        if started is None:
            continue
        earlier = before.get(run["session_id"])
        if earlier is not None and earlier["until"] > started:
            what = f"began (event {started}) before {earlier['run_id']} had ended (event {earlier['until']})"
            yield Finding(Fault.OUT_OF_ORDER, run["run_id"], what)
        before[run["session_id"]] = {"run_id": run["run_id"], "until": own[-1]["seq"]}


def _prompts(tables: Tables) -> Iterator[Finding]:
    """Every question is decided once, acted upon as decided, and none is left behind."""
    events, waiting = _of_run(tables.events), {run["run_id"]: run["status"] for run in tables.runs}
    asked = {prompt["run_id"] for prompt in tables.prompts if prompt["status"] == "open"}
    for prompt in tables.prompts:
        own = events.get(prompt["run_id"], [])
        if prompt["status"] == "open":
            yield Finding(Fault.ORPHANED, prompt["prompt_id"], f"open; its run is {waiting.get(prompt['run_id'])}")
        else:
            yield from _decided(prompt, own)
    for run_id, status in waiting.items():
        if status == "waiting" and run_id not in asked:
            yield Finding(Fault.ORPHANED, run_id, "waits, and no question is open")
    known = {prompt["prompt_id"] for prompt in tables.prompts}
    for event in tables.events:
        if event["type"] in QUESTIONS and prompt_of(json.loads(event["text"])) not in known:
            yield Finding(Fault.ORPHANED, event["run_id"], "a question was sent and is not there")


def prompt_of(frame: Frame) -> str | None:
    """The id of the question a frame opens or closes."""
    names = ("confirmation_id", "clarification_id", "form_id", "id")
    return next((frame[name] for name in names if name in frame), None)


def _decided(prompt: Row, own: Sequence[Row]) -> Iterator[Finding]:
    frames = [json.loads(event["text"]) for event in own]
    closed = [frame for frame in frames if frame["type"] == "prompt_resolved" and frame["id"] == prompt["prompt_id"]]
    values = sorted({frame["value"] for frame in closed} | {prompt["value"]})
    if len(closed) > 1 or len(values) > 1:
        yield Finding(Fault.TWO_WINNERS, prompt["prompt_id"], f"closed {len(closed)} times: {', '.join(values)}")
    elif not closed:
        yield Finding(Fault.LOST, prompt["prompt_id"], "decided, and no event says so")
    acted = next((frame["reuse"].get("person") for frame in frames if frame["type"] == "answer"), None)
    alone = sum(frame["type"] in QUESTIONS for frame in frames) == 1
    if alone and prompt["decided_by"] == "person" and acted not in (None, prompt["value"]):
        yield Finding(Fault.TWO_WINNERS, prompt["prompt_id"], f"decided {prompt['value']}, the answer says {acted}")


# --- clients ------------------------------------------------------------------------------------------


def _questions_asked(lines: Sequence[Line], runs: Mapping[tuple[str, str], Row]) -> Iterator[Finding]:
    """Every question a client sent became one run, and they were taken in the order they were sent."""
    newest: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    for line in lines:
        if line.what != "sent" or line.frame["type"] != "user_message":
            continue
        key = (line.session, line.frame["message_id"])
        run = runs.get(key)
        if key in seen:
            continue
        seen.add(key)
        if run is None or run["question"] != line.frame["content"]:
            yield Finding(Fault.LOST, line.client, f"question {key[1]} of session {line.session} was not taken")
            continue
        if run["queue_no"] < newest.get(line.session, 0):
            yield Finding(Fault.OUT_OF_ORDER, line.client, f"question {key[1]} was taken before one sent earlier")
        newest[line.session] = max(newest.get(line.session, 0), run["queue_no"])


def _client(log: Sequence[Line], stored: Mapping[tuple[str, int], Row]) -> Iterator[Finding]:
    """One client in one session, over all its connections."""
    seen: set[int] = set()
    first: int | None = None
    for connection in _connections(log):
        watched = _Watched(connection)
        yield from watched.findings(stored)
        seen |= watched.seen
        first = watched.start if first is None else first
    if log[-1].what == "settled" and first is not None:
        session = log[0].session
        due = {seq for of, seq in stored if of == session and seq > first}
        missed = sorted(due - seen)
        if missed:
            yield Finding(Fault.LOST, log[0].client, f"never got events {missed[:5]} of session {session}")


class _Watched:
    """One connection: the cursor it began with, and the frames it received."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        ready = next((line.frame for line in lines if line.frame.get("type") == "session_ready"), None)
        opened = lines[0].cursor
        self.start: int | None = opened if opened is not None else (ready or {}).get("last_seq")
        self.seen: set[int] = set()
        self._sent = {line.frame["message_id"] for line in lines if line.frame.get("type") == "user_message"}
        self._written = 0
        """UTF-16 code units of the present draft."""

    def findings(self, stored: Mapping[tuple[str, int], Row]) -> Iterator[Finding]:
        """What is wrong with the received frames."""
        last = self.start or 0
        for line in self._lines:
            frame = line.frame
            if line.what != "got":
                continue
            yield from self._text(line.client, frame)
            if frame["type"] == "gap":
                last = frame["to"]
            if "seq" not in frame:
                continue
            if not self._asked_for_again(frame):
                yield from self._numbered(line, last)
            row = stored.get((line.session, frame["seq"]))
            if row is None or json.loads(row["text"]) != frame:
                yield Finding(Fault.ALTERED, line.client, f"event {frame['seq']} is stored otherwise, or not at all")
            self.seen.add(frame["seq"])
            last = max(last, frame["seq"])

    def _asked_for_again(self, frame: Frame) -> bool:
        """True for a repeated final message: by the protocol, a question sent again after its answer gets it again."""
        old = frame["seq"] in self.seen or frame["seq"] <= (self.start or 0)
        return old and frame["type"] in ANSWERS and frame.get("message_id") in self._sent

    def _numbered(self, line: Line, last: int) -> Iterator[Finding]:
        seq = line.frame["seq"]
        if seq in self.seen:
            yield Finding(Fault.DOUBLED, line.client, f"event {seq} came twice")
        elif seq <= last:
            yield Finding(Fault.OUT_OF_ORDER, line.client, f"event {seq} came after {last}")
        elif seq > last + 1:
            yield Finding(Fault.GAP, line.client, f"event {seq} came after {last}")

    def _text(self, client: str, frame: Frame) -> Iterator[Finding]:
        if frame["type"] == "answer_delta":
            if frame["offset"] > self._written:
                yield Finding(Fault.GAP, client, f"text at {frame['offset']} when {self._written} was there")
            self._written = frame["offset"] + len(frame["text"].encode("utf-16-le")) // 2
        elif frame["type"] in (*STARTS, *ANSWERS, "answer_retry"):
            self._written = 0


def _connections(log: Sequence[Line]) -> Iterator[list[Line]]:
    connection: list[Line] = []
    for line in log:
        if line.what == "opened" and connection:
            yield connection
            connection = []
        connection.append(line)
    if connection and connection[0].what == "opened":
        yield connection


def _by_client(lines: Sequence[Line]) -> dict[tuple[str, str], list[Line]]:
    logs: defaultdict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        logs[line.client, line.session].append(line)
    return logs


def _of_run(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["run_id"]].append(row)
    return found
