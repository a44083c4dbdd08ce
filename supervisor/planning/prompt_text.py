"""The parts of planning's prompts about the pack and the conversation, as plain lines."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from foundation.domains.schema.pack import Pack, Slot
from supervisor.planning.context import TurnContext

_FORMATS = {
    "region": "지역 이름",
    "period": "질문에 쓰인 말 그대로, 예: 2026년 1월, 최근 3개월",
    "amount": "질문에 쓰인 말 그대로, 예: 3억 이하",
    "area": "질문에 쓰인 말 그대로, 예: 30평대, 84㎡",
}
NOTHING = "(없음)"
BRIEF_CHARACTERS = 400
"""Of memories in a prompt for a single task: two thirds of its other words."""
_KINDS = {"fact": "사실", "preference": "바라는 것", "style": "답하는 방식", "summary": "지난 대화"}


def intents_text(pack: Pack) -> str:
    """Every intent with its description and two examples."""
    return "\n".join(
        f"- {intent.name}: {intent.description}"
        + (f" 예: {' / '.join(intent.examples[:2])}" if intent.examples else "")
        for intent in pack.intents
    )


def data_types_text(pack: Pack) -> str:
    """Every data type with its label."""
    return "\n".join(f"- {data_type.name}: {next(iter(data_type.label.values()))}" for data_type in pack.data_types)


def slots_text(pack: Pack) -> str:
    """Every slot with the form of its values, except those that only the graph fills."""
    return "\n".join(f"- {slot.name}: {_values_of(slot)}" for slot in pack.slots if slot.parser != "graph")


def things_text(pack: Pack) -> str:
    """The types of what a question may name in the pack's graph."""
    return NOTHING if pack.graph is None else ", ".join(sorted(pack.graph.targets))


def history_text(context: TurnContext) -> str:
    """The last exchanges, oldest first."""
    shown = [f"사람: {exchange.question}\n답: {exchange.answer}" for exchange in context.exchanges]
    return "\n\n".join(shown) or NOTHING


def memories_text(context: TurnContext) -> str:
    """The memories of the person, a line each: no memory's text can look like another line."""
    return "\n".join(f"- {_KINDS[one.kind]}: {' '.join(one.text.split())}" for one in context.memories) or NOTHING


def memories_in_brief(context: TurnContext) -> str:
    """For the single tasks of a small model: facts and wishes alone, the most relevant first, as many whole lines as
    fit. How somebody wants to be answered, and what else was talked of, says nothing of what a question means."""
    kept: list[str] = []
    for one in context.memories:
        line = f"- {_KINDS[one.kind]}: {' '.join(one.text.split())}"
        if one.kind in ("fact", "preference") and sum(map(len, kept)) + len(line) <= BRIEF_CHARACTERS:
            kept.append(line)
    return "\n".join(kept) or NOTHING


def now_text(context: TurnContext) -> str:
    """The time in the pack's time zone."""
    return context.now.astimezone(ZoneInfo(context.pack.time_zone)).strftime("%Y-%m-%d %H:%M (%Z)")


def _values_of(slot: Slot) -> str:
    if slot.parser == "choice":
        return " | ".join(f"{choice.value}({next(iter(choice.label.values()))})" for choice in slot.choices)
    return _FORMATS[slot.parser]
