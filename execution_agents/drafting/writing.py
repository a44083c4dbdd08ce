"""Drafts, single clauses and changes: pure functions of the pack's templates and the known values."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date

from execution_agents.document.asking import clauses_named, own_terms, removes
from execution_agents.document.checklist import reviewed, words_in
from execution_agents.document.composing import composed, language_for, version_of
from execution_agents.document.fields import read_fields
from execution_agents.document.wording import blank_labels, changed_lines, drafted_words, said, term_words
from foundation.contracts.drafting import (
    DocumentAsked,
    DocumentDone,
    DocumentVersion,
    FilledField,
    Paragraph,
    ReviewFinding,
)
from foundation.contracts.work import Brief
from foundation.domains.schema.documents import ArticleRef, Template
from foundation.domains.schema.pack import Pack


def drafted(
    asked: DocumentAsked, template: Template, fields: Sequence[FilledField], brief: Brief, pack: Pack
) -> DocumentDone:
    """A first version. Its id is derived from the run, so that a restarted run creates it once."""
    language = language_for(template, pack, brief.language)
    clauses = tuple(dict.fromkeys((*template.clauses, *asked.clauses)))
    terms = own_terms(brief.original_question)
    values = {one.name: one.value for one in fields}
    made = DocumentVersion(
        document_id=str(uuid.uuid5(uuid.NAMESPACE_URL, f"{brief.run_id}:{brief.original_question}")),
        template=template.name,
        title=words_in(template.title, brief.language),
        language=language,
        fields=values,
        clauses=clauses,
        terms=terms,
        markdown=composed(template, pack, language, values, clauses, terms),
    )
    defaults = [
        FilledField(name=one.name, value=one.default, origin="default")
        for one in template.fields
        if one.default and one.name not in values
    ]
    body = drafted_words(made, template, [*fields, *defaults], brief.language)
    articles = articles_of((*template.articles, *(each for name in clauses for each in pack.clause(name).articles)))
    if articles:
        words = said("whole_rests", brief.language, articles=", ".join(articles))
        body.append(Paragraph(text=words, cites=tuple(articles)))
    findings = findings_of(terms, template, pack, brief.language)
    return DocumentDone(
        kind="draft",
        paragraphs=(*body, *term_words(findings, brief.language)),
        drafted=made,
        findings=tuple(findings),
        missing=tuple(blank_labels(made, template, brief.language)),
    )


def findings_of(terms: Sequence[str], template: Template, pack: Pack, language: str) -> list[ReviewFinding]:
    """The checklist's findings on clauses in the person's own words."""
    if not terms or template.kind is None:
        return []
    found = reviewed("\n".join(terms), pack, language, template.kind)
    return [one for one in found if one.verdict != "missing"]


def articles_of(refs: Sequence[ArticleRef]) -> list[str]:
    """Articles as they are shown to people, each once."""
    return list(dict.fromkeys(f"{one.law} {one.article}".strip() for one in refs))


def clause_done(names: Sequence[str], brief: Brief, pack: Pack) -> DocumentDone:
    """Single clauses, ready to be copied."""
    body: list[Paragraph] = []
    for name in names:
        clause = pack.clause(name)
        label, text = (words_in(words, brief.language) for words in (clause.label, clause.text))
        body.append(Paragraph(text=f"{said('clause', brief.language, label=label)}\n\n> {text}"))
        if articles := articles_of(clause.articles):
            words = said("rests", brief.language, articles=", ".join(articles))
            body.append(Paragraph(text=words, cites=tuple(articles)))
        if clause.note:
            body.append(Paragraph(text=words_in(clause.note, brief.language)))
    return DocumentDone(kind="clause", paragraphs=tuple(body))


def changed(brief: Brief, pack: Pack, today: date) -> DocumentDone:
    """The next version of the conversation's document, with its differences from the version before."""
    held = brief.held
    if held is None:
        return DocumentDone(kind="change")
    template, question = pack.template(held.template), brief.original_question
    named, terms = clauses_named(question, pack), own_terms(question)
    given = read_fields(question, template, today, brief.language, "message")
    if removes(question):
        clauses = tuple(name for name in held.clauses if name not in named)
        kept = tuple(term for term in held.terms if term not in terms)
    else:
        clauses, kept = tuple(dict.fromkeys((*held.clauses, *_asked_for(question, named)))), (*held.terms, *terms)
    fields = {**held.fields, **{one.name: one.value for one in given}}
    made = held.model_copy(update={"fields": fields, "clauses": clauses, "terms": kept, "version": held.version + 1})
    made = version_of(made, pack)
    lines = changed_lines(held, made, template, pack, brief.language)
    if not lines:
        return DocumentDone(
            kind="change", paragraphs=(Paragraph(text=said("unchanged", brief.language, title=held.title)),)
        )
    body = [
        Paragraph(text=said("changed", brief.language, title=made.title, version=made.version)),
        Paragraph(text="\n".join(lines)),
    ]
    findings = findings_of(terms, template, pack, brief.language)
    return DocumentDone(
        kind="change",
        paragraphs=(*body, *term_words(findings, brief.language)),
        drafted=made,
        findings=tuple(findings),
        missing=tuple(blank_labels(made, template, brief.language)),
    )


def _asked_for(question: str, named: Sequence[str]) -> Sequence[str]:
    """Clauses are added if the message mentions clauses, not if a word of theirs is part of a value."""
    return named if "특약" in question or "조항" in question or "clause" in question.lower() else ()
