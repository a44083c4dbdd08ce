"""Every command of `suffice`: its name, where it is, and its line in the list."""

from __future__ import annotations

from collections.abc import Mapping

from service_agent.cli.lazy import Command, Group

CLI, MEASURES = "service_agent.cli", "evaluations.commands"
COMMANDS: Mapping[str, Command | Group] = {
    "serve": Command(
        f"{CLI}.serving.serve:serve",
        "Start the service; Ctrl-C or SIGTERM stops it and all it started.",
        sets_up_logs=True,
    ),
    "worker": Command(f"{CLI}.serving.serve:worker", "Work on queued questions without listening.", sets_up_logs=True),
    "chat": Command(f"{CLI}.talk:chat", "Talk in the terminal: live steps, streamed answers.", sets_up_logs=True),
    "ask": Command(f"{CLI}.talk:ask", "Ask one question and leave.", sets_up_logs=True),
    "mcp": Command(f"{CLI}.mcp:mcp", "Serve MCP over standard input and output.", sets_up_logs=True),
    "ingest": Command(f"{CLI}.data:ingest", "Take documents and tables into a pack."),
    "init": Command(f"{CLI}.init:init", "Make a pack from a folder of files: proposed, filled, tried."),
    "packs": Group(
        "The domains this service knows.",
        {
            "list": Command(f"{CLI}.packs:show", "Packs, their sources and how much each source holds."),
            "check": Command(f"{CLI}.pack_check:check", "Every mistake of a pack, with file and line."),
            "questions": Command(
                f"{CLI}.pack_questions:questions", "How people ask for a pack's lines, written by the model."
            ),
            "why": Command(f"{CLI}.pack_why:why", "How a question is understood, and why it went where it went."),
        },
    ),
    "experiments": Group(
        "What is tried on a pack: declared, listed, ended.",
        {
            "list": Command(
                f"{CLI}.experiments:show",
                "Every experiment: arms, times, decisions.",
            ),
            "declare": Command(f"{CLI}.experiments:declare", "Declare an experiment."),
            "end": Command(f"{CLI}.experiments:end", "End an experiment now."),
            "audit": Command(f"{CLI}.experiments:audit", "Audit decisions that were chosen for it and wait."),
        },
    ),
    "demo": Group(
        "Demo traffic for the dashboard.",
        {
            "traffic": Command(f"{MEASURES}.demo:traffic", "Hold labelled conversations as live sessions."),
            "erase": Command(f"{MEASURES}.demo:erase", "Remove all demo traffic."),
        },
    ),
    "eval": Group(
        "Measure on labelled data.",
        {
            "reuse": Command(
                f"{MEASURES}.measure:reuse", "Reuse and wrong reuse, on a pack's labels and the public sets."
            ),
            "pack": Command(f"{MEASURES}.measure:pack", "Reuse and wrong reuse, on one pack's own labels."),
            "retrieval": Command(f"{MEASURES}.measure:retrieval", "What is found, beside other search libraries."),
            "faithfulness": Command(f"{MEASURES}.measure:faithfulness", "What the checks of an answer see."),
            "answers": Command(f"{MEASURES}.measure:answers", "What is written, and what is refused."),
            "thinking": Command(f"{MEASURES}.thinking:thinking", "70 questions in one call and thought through."),
            "small-model": Command(
                f"{MEASURES}.small_model:small_model",
                "MTRAG and KorQuAD answered by a small model, before and after thinking and grading.",
            ),
            "endpoint": Command(f"{MEASURES}.thinking:endpoint", "What a model can be trusted with."),
            "subtasks": Command(f"{MEASURES}.service:subtasks", "Questions of two parts and dependent ones."),
            "linking": Command(
                f"{MEASURES}.linking:linking", "Names in labelled questions: known, ambiguous, unknown."
            ),
            "clarification": Command(
                f"{MEASURES}.clarification:clarification", "Asked where it must be, and nowhere else."
            ),
            "memory": Command(f"{MEASURES}.memory:memory", "What is kept of what people say of themselves."),
            "review": Command(
                f"{MEASURES}.reviewing:review", "What the review of a contract finds, and what it calls for nothing."
            ),
            "replay": Command(f"{MEASURES}.measure:replay", "Kept decisions under other thresholds."),
            "conversations": Command(
                f"{MEASURES}.service:conversations",
                "Conversations typed as people type, held with the whole service and graded.",
            ),
            "audit": Command(f"{MEASURES}.service:audit", "Reuses whose truth is known, audited."),
            "pairs": Command(f"{MEASURES}.service:pairs", "Unrelated short questions in every order."),
            "analysis": Command(
                f"{MEASURES}.service:analysis", "Labelled computations: exact to the unit, nothing made up."
            ),
            "drafts": Command(f"{MEASURES}.service:drafts", "A scripted model's drafts with known truth."),
            "init": Command(f"{MEASURES}.service:folders", "`suffice init` on three folders of public files."),
            "live-reuse": Command(f"{MEASURES}.service:live_reuse", "MTRAG's conversations through the whole service."),
        },
    ),
    "sim-model": Command(f"{MEASURES}.thinking:sim_model", "A simulated small model on the loopback."),
    "bench": Command(f"{CLI}.bench:bench", "Measure speed and size.", sets_up_logs=True),
    "db": Group(
        "The database: bring it up to date, thin it, keep it.",
        {
            "upgrade": Command(f"{CLI}.database:upgrade", "Bring the database's tables up to date."),
            "prune": Command(f"{CLI}.database:prune", "Remove what is older than it is to be kept."),
            "erase": Command(f"{CLI}.database:erase", "Erase one conversation, or everything of a person."),
            "backup": Command(f"{CLI}.database:backup", "Write everything into one file."),
            "restore": Command(f"{CLI}.database:restore", "Fill an empty database from a backup."),
        },
    ),
    "keys": Group(
        "API keys: who may sign in with one.",
        {
            "create": Command(f"{CLI}.keys:create", "Make a key."),
            "list": Command(f"{CLI}.keys:show", "Every key."),
            "revoke": Command(f"{CLI}.keys:revoke", "End a key."),
        },
    ),
    "audit": Command(f"{CLI}.audit:audit", "Who did what, newest first."),
    "doctor": Command(f"{CLI}.doctor.health:doctor", "What is configured, what works, what is missing."),
}
