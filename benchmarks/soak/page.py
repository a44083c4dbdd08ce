"""docs/soak.md: what was broken, how often, and what the checker found."""

from __future__ import annotations

from collections import Counter

from benchmarks.harness.page import CHECKOUT, Table, machine_line
from benchmarks.soak.run import Report
from foundation.contracts.failpoints import Point

PAGE = CHECKOUT / "docs" / "soak.md"

HEAD = """# Soak: broken on purpose

`make soak` runs `suffice serve` processes on one database (one is spared at any moment), lets people talk to them, and
breaks them at named places (`SUFFICE_FAIL_POINTS`, `foundation/contracts/failpoints.py`): by `kill -9`, and by SIGSTOP
for longer than a run's lease followed by SIGCONT. Meanwhile PostgreSQL is killed and started again, and
Redis too where the machine has it. Every client keeps a log, over all its lost and new connections; some sessions are
open in two tabs that answer every card differently. At the end a checker that knows only the protocol
(`benchmarks/soak/checker.py`) compares logs and tables: lost, doubled, out-of-order and altered messages, gaps in
numbers and in streamed text, two winners of a question, writes of an attempt after a newer one's, questions left
behind, runs that never ended. It fails as well when a point was not struck as often as wanted, and when a process
ended that nothing had struck, or did not end on SIGTERM. `tests/benchmarks/soak` shows that it finds one planted case
of each. This page is written by the run; nothing in it is written by hand.
"""


def page_of(report: Report) -> str:
    """The page as Markdown."""
    found = [f"* {finding}" for finding in report.findings[:50]] or ["**Nothing was found.**"]
    blocks = [
        HEAD,
        machine_line("soak", report.load).replace("suffice bench soak", "make soak"),
        "",
        "## What was found",
        "",
        *found,
        "",
        *_missed(report),
        "## What was done",
        "",
        *_figures(report).lines(),
        "",
        "## Where it was broken",
        "",
        *_points(report).lines(),
        "",
    ]
    return "\n".join(blocks)


def _missed(report: Report) -> list[str]:
    crashed = [f"**A process ended by itself, or would not end:** {crash}" for crash in report.tally.crashes]
    missing = report.missing()
    short = [f"**Not as often as wanted:** {', '.join(missing)}"] if missing else []
    return [line for paragraph in (*crashed, *short) for line in (paragraph, "")]


def _figures(report: Report) -> Table:
    runs, size = report.tables.runs, report.size
    statuses = Counter(str(run["status"]) for run in runs)
    events = Counter(str(event["type"]) for event in report.tables.events)
    redis = "not on this machine" if report.redis_kills is None else str(report.redis_kills)
    rows = [
        (
            "wanted",
            f"{size.conversations} conversations of {size.turns} questions, {size.strikes} strikes a point and way",
        ),
        ("duration", f"{report.seconds:.0f} s"),
        ("conversations ended", str(report.conversations)),
        ("questions", str(len(runs))),
        ("of them completed / failed / cancelled", " / ".join(str(statuses[s]) for s in ENDINGS)),
        ("questions begun more than once", str(sum(run["attempt"] > 1 for run in runs))),
        ("most attempts of one question", str(max((run["attempt"] for run in runs), default=0))),
        ("cards shown / decided by a person", f"{events['user_confirmation_required']} / {_by_person(report)}"),
        ("events stored", str(len(report.tables.events))),
        ("lines of client logs", str(report.lines)),
        ("connections lost and made again", str(report.reconnects)),
        ("processes side by side", str(size.services)),
        ("processes killed at a point", str(sum(report.tally.struck[point, "kill"] for point in Point))),
        ("processes that ended before they were ready (PostgreSQL was away)", str(report.tally.unready)),
        ("processes drained by SIGTERM", str(report.tally.drains)),
        ("PostgreSQL killed and started again", str(report.postgres_restarts)),
        ("Redis killed and started again", redis),
        ("connections that began with an error", _listed(report.refusals)),
        ("errors in the services' logs", _listed(report.faults_logged)),
    ]
    return Table(("what", "figure"), rows)


ENDINGS = ("completed", "failed", "cancelled")


def _by_person(report: Report) -> int:
    return sum(prompt["decided_by"] == "person" for prompt in report.tables.prompts)


def _listed(errors: Counter[str]) -> str:
    return ", ".join(f"{count} × {name}" for name, count in errors.most_common()) or "none"


def _points(report: Report) -> Table:
    struck = report.tally.struck
    rows = [(str(point), str(struck[point, "kill"]), str(struck[point, "stop"])) for point in Point]
    return Table(("point", "kill -9", "SIGSTOP, SIGCONT"), rows)
