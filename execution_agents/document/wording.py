"""What a person is shown of a document, a clause or a review, in Korean and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.document.checklist import words_in
from execution_agents.document.fields import shown
from foundation.contracts.drafting import DocumentVersion, FilledField, Paragraph, ReviewFinding
from foundation.domains.schema.documents import Template
from foundation.domains.schema.pack import Pack
from foundation.language.particles import with_particle

WORDS: Mapping[str, Mapping[str, str]] = {
    "drafted": {
        "ko": "{title} 초안을 만들었습니다(버전 {version}). 승인하기 전에는 초안일 뿐이며, 서명하기 "
        "전에 당사자가 확인해야 합니다.",
        "en": "I drafted the {title} (version {version}). It stays a draft until you approve it, "
        "and the parties must check it before signing.",
    },
    "changed": {
        "ko": "{title_object} 고쳤습니다(버전 {version}). 바뀐 곳:",
        "en": "I changed the {title}: this is version {version}. What changed:",
    },
    "unchanged": {
        "ko": "{title}에서 바뀐 곳이 없습니다. 무엇을 어떤 값으로 바꿀지 적어 주세요.",
        "en": "Nothing of the {title} changed. Say what is to be changed, and to what.",
    },
    "added": {"ko": "더한 조항: {clause}", "en": "added: {clause}"},
    "removed": {"ko": "뺀 조항: {clause}", "en": "removed: {clause}"},
    "from": {"ko": "채운 값:", "en": "Filled in:"},
    "origin_message": {"ko": "말씀하신 것", "en": "as you said"},
    "origin_conversation": {"ko": "앞선 대화에서", "en": "from the conversation"},
    "origin_form": {"ko": "양식에 적으신 것", "en": "from the form"},
    "origin_kept": {"ko": "앞 버전 그대로", "en": "as before"},
    "origin_default": {"ko": "기본값, 바꿀 수 있습니다", "en": "the default, which you may change"},
    "missing": {"ko": "아직 비어 있는 항목: {labels}.", "en": "Still blank: {labels}."},
    "form": {
        "ko": "{title_object} 쓰려면 아래 항목이 더 필요합니다.",
        "en": "To write the {title} I still need the following.",
    },
    "clause": {"ko": "{label}은 이렇게 쓸 수 있습니다.", "en": "{label}: it may be written like this."},
    "rests": {"ko": "근거: {articles}", "en": "Rests on: {articles}"},
    "whole_rests": {"ko": "이 초안은 {articles}에 맞추어 썼습니다.", "en": "The draft follows {articles}."},
    "term_against": {
        "ko": "주의: “{quote}” 조항은 {article}에 어긋나 효력이 없을 수 있습니다. {why}",
        "en": "Mind: “{quote}” goes against {article} and may be void. {why}",
    },
    "term_unusual": {"ko": "주의: “{quote}”. {why}", "en": "Mind: “{quote}”. {why}"},
    "listed": {
        "ko": "그 문서의 서식은 없습니다. 쓸 수 있는 문서: {titles}. 특약 하나만 쓸 수도 있습니다: {clauses}.",
        "en": "There is no template for that. Documents I can draft: {titles}. Single clauses: {clauses}.",
    },
    "listed_alone": {
        "ko": "그 문서의 서식은 없습니다. 쓸 수 있는 문서: {titles}.",
        "en": "There is no template for that. Documents I can draft: {titles}.",
    },
    "nothing": {
        "ko": "이 분야에는 쓸 수 있는 문서 서식이 없습니다.",
        "en": "There are no document templates in this field.",
    },
    "paste": {
        "ko": "계약서를 대화창에 붙여 넣거나 첨부하시면 조항마다 법령과 견주어 봐 드립니다.",
        "en": "Paste the contract into the chat or attach it, and each clause is held against the law.",
    },
    "reviewed": {
        "ko": "{kind} 계약서의 문장 {count}개를 살펴보았습니다: 법에 어긋나는 것 {against}, 불리하거나 이례적인 것 "
        "{unusual}, 빠진 것 {missing}, 문제가 보이지 않는 것 {fine}.",
        "en": "I looked at {count} sentences of this contract ({kind}): {against} against the law, {unusual} "
        "unusual, {missing} missing, {fine} without a problem seen.",
    },
    "against": {"ko": "법에 어긋남", "en": "Against the law"},
    "unusual": {"ko": "불리하거나 이례적", "en": "Unusual"},
    "lacking": {"ko": "빠진 조항", "en": "Missing"},
    "no_finding": {"ko": "점검 목록에 걸리는 조항은 없습니다.", "en": "No clause fails the checklist."},
    "advice": {
        "ko": "점검 목록과 찾은 법령에 비추어 본 것이며 법률 자문은 아닙니다. 목록에 없는 문제는 "
        "보이지 않을 수 있습니다.",
        "en": "This holds the text against a checklist and the law found; it is no legal "
        "advice, and may miss what is not on the list.",
    },
    "by_model": {"ko": "모델이 찾은 것", "en": "found by the model"},
}


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language."""
    if "title" in values:
        values["title_object"] = with_particle(str(values["title"]), "을", "를")
    return WORDS[name].get(language, WORDS[name]["en"]).format_map(values)


def drafted_words(
    made: DocumentVersion, template: Template, filled: Sequence[FilledField], language: str
) -> list[Paragraph]:
    """That it was drafted, the source of each filled value, and what is blank."""
    lines = [Paragraph(text=said("drafted", language, title=made.title, version=made.version))]
    if rows := filled_lines(template, filled, language):
        lines.append(Paragraph(text="\n".join([said("from", language), *rows])))
    if blank := blank_labels(made, template, language):
        lines.append(Paragraph(text=said("missing", language, labels=", ".join(blank))))
    return lines


def filled_lines(template: Template, filled: Sequence[FilledField], language: str) -> list[str]:
    """One line for each value with its source."""
    lines: list[str] = []
    for each in filled:
        if (one := template.field(each.name)) is not None:
            origin = said(f"origin_{each.origin}", language)
            lines.append(f"- {words_in(one.label, language)}: {shown(one, each.value, language)} ({origin})")
    return lines


def blank_labels(made: DocumentVersion, template: Template, language: str) -> list[str]:
    """Labels of the fields without a value."""
    return [
        words_in(one.label, language) for one in template.fields if not made.fields.get(one.name) and not one.default
    ]


def changed_lines(
    before: DocumentVersion, after: DocumentVersion, template: Template, pack: Pack, language: str
) -> list[str]:
    """The differences between two versions: fields with both values, clauses removed and added."""
    lines: list[str] = []
    for one in template.fields:
        was, now = (each.fields.get(one.name, one.default) for each in (before, after))
        if was != now:
            label = words_in(one.label, language)
            lines.append(f"- {label}: {shown(one, was, language)} → {shown(one, now, language)}")
    labels = {one.name: words_in(one.label, language) for one in pack.clauses}
    for name, old, new in (
        ("added", before.clauses, after.clauses),
        ("added", before.terms, after.terms),
        ("removed", after.clauses, before.clauses),
        ("removed", after.terms, before.terms),
    ):
        lines += [f"- {said(name, language, clause=labels.get(each, each))}" for each in new if each not in old]
    return lines


def term_words(findings: Sequence[ReviewFinding], language: str) -> list[Paragraph]:
    """The remarks on the person's own clauses."""
    return [
        Paragraph(
            text=said(f"term_{one.verdict}", language, quote=one.quote, article=one.article, why=one.why),
            cites=(one.article,) if one.article else (),
        )
        for one in findings
        if one.verdict in ("against", "unusual")
    ]


def review_words(findings: Sequence[ReviewFinding], count: int, kind: str, language: str) -> list[Paragraph]:
    """The review, worst first."""
    number = {verdict: sum(one.verdict == verdict for one in findings) for verdict in ("against", "unusual", "missing")}
    marked = {(one.start, one.end) for one in findings if one.verdict != "missing"}
    lines = [Paragraph(text=said("reviewed", language, kind=kind, count=count, fine=count - len(marked), **number))]
    for at, one in enumerate(findings, 1):
        lines.append(Paragraph(text=finding_words(at, one, language), cites=(one.article,) if one.article else ()))
    if not findings:
        lines.append(Paragraph(text=said("no_finding", language)))
    return [*lines, Paragraph(text=said("advice", language))]


def finding_words(at: int, one: ReviewFinding, language: str) -> str:
    """One finding: its gravity, its subject, the quote, the reason."""
    verdict = said("lacking" if one.verdict == "missing" else one.verdict, language)
    by_model = f" ({said('by_model', language)})" if one.item == "model" else ""
    head = f"**{at}. {verdict} · {one.label}**{by_model}"
    quote = f"\n> {one.quote}\n\n" if one.quote else "\n"
    article = f" ({one.article})" if one.article else ""
    return f"{head}\n{quote}{one.why}{article}"


def listed_words(pack: Pack, language: str) -> str:
    """Which documents and clauses there are."""
    titles = ", ".join(words_in(one.title, language) for one in pack.templates)
    if not titles:
        return said("nothing", language)
    clauses = ", ".join(words_in(one.label, language) for one in pack.clauses)
    return (
        said("listed", language, titles=titles, clauses=clauses)
        if clauses
        else said("listed_alone", language, titles=titles)
    )
