"""The document team's nodes: finding what is known and what is missing, and writing."""

from __future__ import annotations

from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

import structlog
from langgraph.runtime import Runtime

from execution_agents.document.checklist import kind_of, reviewed, words_in
from execution_agents.document.fields import checked, from_slots, read_fields, schema_of, shown
from execution_agents.document.wording import listed_words, said
from execution_agents.drafting.model_fields import fields_by_model
from execution_agents.drafting.model_review import reviewed_by_model
from execution_agents.drafting.review import review_done
from execution_agents.drafting.state import DocumentState
from execution_agents.drafting.writing import changed, clause_done, drafted
from execution_agents.team import TeamDeps
from foundation.contracts.drafting import DocumentAsked, DocumentDone, FilledField, Paragraph
from foundation.contracts.errors import ModelFailed
from foundation.contracts.events import TeamProgressed
from foundation.contracts.pauses import FormRequest, KnownValue
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief
from foundation.domains.schema.documents import Template
from foundation.domains.schema.pack import Pack

log = structlog.get_logger()
LABELS = {
    "read": {"ko": "아는 값 모으는 중", "en": "gathering what is known"},
    "draft": {"ko": "초안 작성", "en": "draft"},
    "clause": {"ko": "조항 작성", "en": "clause"},
    "change": {"ko": "문서 수정", "en": "change"},
    "review": {"ko": "조항 검토", "en": "review"},
}


async def plan_document(state: DocumentState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """What the conversation gives of a draft's fields, and a form for the rest."""
    deps, brief = runtime.context, Brief.model_validate(state["brief"])
    asked = asked_of(brief)
    if asked.kind != "draft" or not asked.template:
        return {}
    await deps.emit(progress("read", "running", brief))
    template = deps.pack.template(asked.template)
    fields = known_fields(brief, template, deps.pack)
    if deps.model is not None and lacking(template, fields):
        try:
            fields += await fields_by_model(brief, template, fields, deps.model, deps.usage)
        except ModelFailed as failure:
            log.warning("fields_by_rules", run_id=brief.run_id, reason=str(failure.data.get("reason", failure.code)))
    form = form_for(template, fields, brief)
    return {
        "fields": [one.model_dump(mode="json") for one in fields],
        "form": None if form is None else form.model_dump(mode="json"),
    }


def asked_of(brief: Brief) -> DocumentAsked:
    """The brief's document request. Raises ValueError if there is none."""
    if brief.document is None:
        raise ValueError("a brief without a document came to the document team")
    return brief.document


def known_fields(brief: Brief, template: Template, pack: Pack) -> list[FilledField]:
    """Values from this message, then from earlier messages, then from the slots of the conversation."""
    today = today_of(brief, pack)
    found = {one.name: one for one in read_fields(brief.original_question, template, today, brief.language, "message")}
    for text in brief.said_before:
        for one in read_fields(text, template, today, brief.language, "conversation"):
            found.setdefault(one.name, one)
    for one in from_slots(brief.slots, template):
        found.setdefault(one.name, one)
    return [found[one.name] for one in template.fields if one.name in found]


def today_of(brief: Brief, pack: Pack) -> date:
    """The day of the question, in the pack's time zone."""
    return brief.now.astimezone(ZoneInfo(pack.time_zone)).date() if brief.now else date.today()


def lacking(template: Template, fields: list[FilledField]) -> list[str]:
    """Required fields without a value."""
    given = {one.name for one in fields}
    return [one.name for one in template.fields if one.required and one.name not in given]


def form_for(template: Template, fields: list[FilledField], brief: Brief) -> FormRequest | None:
    """A form for everything that is missing, with the known values beside it; None if all is known."""
    if not lacking(template, fields):
        return None
    given, language = {one.name for one in fields}, brief.language
    known: list[KnownValue] = []
    for one in fields:
        declared = template.field(one.name)
        if declared is not None:
            label = words_in(declared.label, language)
            known.append(KnownValue(name=one.name, label=label, value=shown(declared, one.value, language)))
    return FormRequest(
        message=said("form", language, title=words_in(template.title, language)),
        fields=schema_of([one for one in template.fields if one.name not in given], language),
        known=tuple(known),
        query=brief.original_question,
    )


async def write_document(state: DocumentState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """The draft, the clause, the new version or the review."""
    deps, brief = runtime.context, Brief.model_validate(state["brief"])
    asked = asked_of(brief)
    await deps.emit(progress(asked.kind, "running", brief))
    done = await _written(asked, brief, state, deps)
    await deps.emit(progress(asked.kind, "done" if done.paragraphs else "skipped", brief, len(done.findings)))
    return {"done": done.model_dump(mode="json")}


async def _written(asked: DocumentAsked, brief: Brief, state: DocumentState, deps: TeamDeps) -> DocumentDone:
    match asked.kind:
        case "draft":
            if not asked.template:
                listed = listed_words(deps.pack, brief.language)
                return DocumentDone(kind="draft", paragraphs=(Paragraph(text=listed),))
            template = deps.pack.template(asked.template)
            return await deps.compute(partial(drafted, asked, template, all_fields(state, template), brief, deps.pack))
        case "clause":
            return clause_done(asked.clauses, brief, deps.pack)
        case "change":
            return await deps.compute(partial(changed, brief, deps.pack, today_of(brief, deps.pack)))
        case "review":
            return await _reviewed(brief, deps)


def all_fields(state: DocumentState, template: Template) -> list[FilledField]:
    """The values from the conversation and the form."""
    known = [FilledField.model_validate(each) for each in state["fields"]]
    brought = [
        FilledField(name=name, value=kept, origin="form", text=str(value))
        for name, value in (state["filled"] or {}).items()
        if (one := template.field(name)) is not None and (kept := checked(one, value)) is not None
    ]
    found = {one.name: one for one in (*known, *brought)}
    return [found[one.name] for one in template.fields if one.name in found]


async def _reviewed(brief: Brief, deps: TeamDeps) -> DocumentDone:
    text = brief.contract or (brief.held.markdown if brief.held else "")
    if not text.strip():
        return DocumentDone(kind="review")
    kind = kind_of(text, deps.pack.checklist)
    if brief.held is not None and not brief.contract:
        kind = deps.pack.template(brief.held.template).kind or kind
    findings = await deps.compute(partial(reviewed, text, deps.pack, brief.language, kind))
    if deps.model is not None:
        try:
            findings = await reviewed_by_model(text, findings, brief, deps)
        except ModelFailed as failure:
            log.warning("review_by_rules", run_id=brief.run_id, reason=str(failure.data.get("reason", failure.code)))
    return review_done(text, findings, kind, deps.pack, brief.language)


def progress(step: str, status: str, brief: Brief, findings: int = 0) -> TeamProgressed:
    """Reports one step to those who watch the run."""
    label = LABELS[step].get(brief.language, LABELS[step]["en"])
    return TeamProgressed.model_validate(
        {"team": "document", "step": step, "label": label, "status": status, "counts": {"findings": findings}}
    )
