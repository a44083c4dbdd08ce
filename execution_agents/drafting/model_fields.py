"""Fields filled by a model: it only points at words of the conversation; their value is read by our own code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from execution_agents.document.checklist import words_in
from execution_agents.document.fields import checked, read_fields
from foundation.contracts.drafting import FilledField
from foundation.contracts.ports import LanguageModel, Usage
from foundation.contracts.work import Brief
from foundation.domains.schema.documents import Template, TemplateField
from prompts.catalog import shipped_prompts
from prompts.replies import DocumentFieldsReply

PROMPT = "document_fields"


async def fields_by_model(
    brief: Brief, template: Template, known: Sequence[FilledField], model: LanguageModel, usage: Usage
) -> list[FilledField]:
    """Fields beyond the known ones, each with the words of the conversation that give it. Raises ModelFailed."""
    given = {one.name for one in known}
    open_fields = [one for one in template.fields if one.name not in given]
    listed = "\n".join(f"- {one.name}: {words_in(one.label, brief.language)}, {one.type}" for one in open_fields)
    conversation = "\n".join([*reversed(brief.said_before), brief.original_question])
    messages = shipped_prompts().render(PROMPT, fields=listed, conversation=conversation)
    reply = await model.structured(PROMPT, messages, DocumentFieldsReply, usage)
    today = brief.now.date() if brief.now else date.min
    found: dict[str, FilledField] = {}
    for one in reply.fields:
        declared = template.field(one.name)
        if declared is None or one.name in given or one.quote not in conversation:
            continue
        value = value_of(one.quote, declared, template, today, brief.language)
        origin = "message" if one.quote in brief.original_question else "conversation"
        if value is not None:
            found.setdefault(one.name, FilledField(name=one.name, value=value, origin=origin, text=one.quote))
    return list(found.values())


def value_of(quote: str, one: TemplateField, template: Template, today: date, language: str) -> str | None:
    """The value of the words for this field; None if they give none."""
    if one.type == "text":
        return checked(one, quote)
    alone = template.model_copy(update={"fields": (one,)})
    return next((each.value for each in read_fields(quote, alone, today, language, "message")), None)
