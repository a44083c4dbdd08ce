"""What a person sees of one turn, reduced from frames: pure, so that any order of frames can be tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from foundation.contracts.pauses import WHOLE

Frame = dict[str, Any]


@dataclass
class Step:
    """One line of the work: a team's step, its state and how long it took."""

    label: str
    status: str = "running"
    elapsed_ms: int = 0
    counts: dict[str, int] = field(default_factory=dict[str, int])
    progress: str = ""


@dataclass
class OpenPrompt:
    """A question the service asks the person."""

    prompt_id: str
    message: str
    summary: str
    reason: str
    options: list[dict[str, str]]
    expires_in_s: float | None
    kind: Literal["confirmation", "clarification", "form"] = "confirmation"
    more: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    """Of a clarification: the whole list, where the options were condensed."""
    fields: dict[str, Frame] = field(default_factory=dict[str, Frame])
    """Of a form: name -> JSON Schema."""
    required: list[str] = field(default_factory=list[str])
    known: list[dict[str, str]] = field(default_factory=list[dict[str, str]])


@dataclass
class TurnView:
    """The turn that is on screen. While it has no run, it waits for one to start."""

    message_id: str | None = None
    """The message whose run is awaited; None: the next run of the session is it."""
    run_id: str | None = None
    question: str = ""
    standalone: str | None = None
    taken_over: tuple[str, ...] = ()
    """Conditions taken over from the conversation."""
    otherwise: tuple[str, ...] = ()
    """What else the question may have meant."""
    intent: str | None = None
    teams: list[str] = field(default_factory=list[str])
    steps: dict[str, Step] = field(default_factory=dict[str, Step])
    reuse: Frame | None = None
    streamed: str = ""
    prompt: OpenPrompt | None = None
    answer: Frame | None = None
    failure: str | None = None
    failure_code: str = ""
    """Its code, for words in the person's language; empty: the failure is in them already."""
    finished: bool = False
    restarted: bool = False
    stopping: bool = False
    """The person wants it stopped."""
    queued: tuple[int, int | None] | None = None
    """Its place in the queue when it was taken, and after how many ms it should begin (None: not known)."""
    others: frozenset[str] = frozenset()
    """Runs of other messages that began meanwhile."""
    lost_events: bool = False
    """Some of its events are no longer kept; the messages have to be read again."""


ENDED_BADLY = ("run_failed", "run_cancelled")


def apply(view: TurnView, frame: Frame) -> TurnView:
    """The view after one more frame. The run's first frame begins it anew; other runs' frames change nothing."""
    kind = frame["type"]
    if kind in ("run_started", "run_restarted"):
        return _begun(view, frame)
    if kind == "run_queued":
        return _queued(view, frame)
    if view.run_id is None and kind in ENDED_BADLY and frame["run_id"] not in view.others:
        # A run that fails before it does anything has no start.
        view.run_id = frame["run_id"]
    if frame.get("run_id", view.run_id) != view.run_id:
        return view
    handler = HANDLERS.get(kind)
    if handler is not None:
        handler(view, frame)
    return view


def _is_awaited(view: TurnView, frame: Frame) -> bool:
    return frame["run_id"] == view.run_id or (view.run_id is None and view.message_id in (None, frame["message_id"]))


def _queued(view: TurnView, frame: Frame) -> TurnView:
    if not _is_awaited(view, frame):
        return replace(view, others=view.others | {frame["run_id"]})
    return replace(view, run_id=frame["run_id"], queued=(frame["position"], frame["estimate_ms"]))


def _begun(view: TurnView, frame: Frame) -> TurnView:
    if not _is_awaited(view, frame):
        return replace(view, others=view.others | {frame["run_id"]})
    return TurnView(
        message_id=frame["message_id"],
        run_id=frame["run_id"],
        question=frame["question"],
        restarted=frame["type"] == "run_restarted",
        stopping=view.stopping,
    )


def seconds_left(frame: Frame) -> float | None:
    """How long a question stays open; None without a limit."""
    return None if frame["expires_in_ms"] is None else frame["expires_in_ms"] / 1000


def _ready(view: TurnView, frame: Frame) -> None:
    if view.run_id is None and view.message_id is None and frame["active_run"]:
        view.run_id = frame["active_run"]
    if view.run_id is None or view.run_id != frame["active_run"]:
        return
    view.streamed = frame["partial"] or ""
    prompt = frame["pending_prompt"]
    if prompt:
        _asked(view, prompt)
    else:
        view.prompt = None


def _plan(view: TurnView, frame: Frame) -> None:
    view.standalone, view.intent, view.teams = frame["standalone_question"], frame["intent"], frame["active_teams"]
    view.taken_over = tuple(", ".join(one["values"]) for one in frame.get("conditions", ()))
    view.otherwise = tuple(frame.get("other_readings", ()))


def _reuse(view: TurnView, frame: Frame) -> None:
    view.reuse = frame


def _team(view: TurnView, frame: Frame) -> None:
    step = view.steps.setdefault(frame["team"], Step(label=frame["team"]))
    step.status = frame.get("status", "running")
    step.elapsed_ms, step.counts = frame.get("elapsed_ms", 0), frame.get("counts", {})


def _progress(view: TurnView, frame: Frame) -> None:
    step = view.steps.setdefault(f"{frame['team']}/{frame['step']}", Step(label=frame["label"]))
    step.label, step.status = frame["label"], frame["status"]
    step.elapsed_ms, step.counts = frame["elapsed_ms"], frame["counts"]
    if frame.get("total"):
        step.progress = f"{frame.get('done') or 0}/{frame['total']}"


def _delta(view: TurnView, frame: Frame) -> None:
    # Offsets count UTF-16 code units; a delta at an offset replaces whatever came after it.
    units = view.streamed.encode("utf-16-le")
    view.streamed = units[: frame["offset"] * 2].decode("utf-16-le", "ignore") + frame["text"]


def _retry(view: TurnView, _frame: Frame) -> None:
    view.streamed = ""


def _asked(view: TurnView, frame: Frame) -> None:
    asking = {
        "user_confirmation_required": _confirmation,
        "clarification_required": _clarification,
        "form_required": _form,
    }
    asking[frame["type"]](view, frame)


def _clarification(view: TurnView, frame: Frame) -> None:
    view.prompt = OpenPrompt(
        prompt_id=frame["clarification_id"],
        message=frame["message"],
        summary="",
        reason=frame["reason"],
        options=_choices(one for one in frame["options"] if one["id"] != WHOLE or not frame.get("more")),
        more=_choices(frame.get("more", ())),
        expires_in_s=seconds_left(frame),
        kind="clarification",
    )


def _choices(options: Iterable[Frame]) -> list[dict[str, str]]:
    return [
        {"value": one["id"], "label": one["label"], "description": one.get("source_section") or ""} for one in options
    ]


def _form(view: TurnView, frame: Frame) -> None:
    schema = frame["schema"]
    view.prompt = OpenPrompt(
        prompt_id=frame["form_id"],
        message=frame["message"],
        summary="",
        reason="",
        options=[],
        expires_in_s=seconds_left(frame),
        kind="form",
        fields=schema.get("properties", {}),
        required=schema.get("required", []),
        known=frame.get("known", []),
    )


def _confirmation(view: TurnView, frame: Frame) -> None:
    context = frame["context"]
    view.prompt = OpenPrompt(
        prompt_id=frame["confirmation_id"],
        message=frame["message"],
        summary=context["previous_data_summary"],
        reason=context["uncertainty_reason"],
        options=frame["options"],
        expires_in_s=seconds_left(frame),
    )


def _extended(view: TurnView, frame: Frame) -> None:
    if view.prompt and view.prompt.prompt_id == frame["id"]:
        # A new object: the screen counts from the moment it first sees one.
        view.prompt = replace(view.prompt, expires_in_s=seconds_left(frame))


def _resolved(view: TurnView, _frame: Frame) -> None:
    view.prompt = None


def _answer(view: TurnView, frame: Frame) -> None:
    view.answer = frame


def _completed(view: TurnView, _frame: Frame) -> None:
    view.finished = True


def _gap(view: TurnView, _frame: Frame) -> None:
    view.lost_events, view.finished, view.prompt = True, True, None


def _failed(view: TurnView, frame: Frame) -> None:
    view.failure, view.failure_code = frame["message"], frame.get("code", "")
    view.finished, view.prompt = True, None


HANDLERS: dict[str, Callable[[TurnView, Frame], None]] = {
    "session_ready": _ready,
    "plan_ready": _plan,
    "data_reuse_decision": _reuse,
    "team_started": _team,
    "team_progress": _progress,
    "team_completed": _team,
    "answer_delta": _delta,
    "answer_retry": _retry,
    "user_confirmation_required": _asked,
    "clarification_required": _asked,
    "form_required": _asked,
    "prompt_extended": _extended,
    "prompt_resolved": _resolved,
    "answer": _answer,
    "clarify": _answer,
    "form": _answer,
    "run_completed": _completed,
    "run_failed": _failed,
    "run_cancelled": _failed,
    "gap": _gap,
}
