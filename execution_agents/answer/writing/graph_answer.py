"""An answer from a graph: the first sentence states what the work requires, then labour, machines, materials, notes and
standards, each with its figure and its source. No model writes it, so no figure changes on its way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.computed import markers_of
from execution_agents.answer.writing.over_graph.naming import field_of, named_in
from execution_agents.answer.writing.over_graph.sums import combined
from execution_agents.answer.writing.over_graph.surcharges import Rates, factor_for, rates_of
from execution_agents.clarification.quantities import PLACES, shown, times
from execution_agents.clarification.questions import field_words
from execution_agents.clarification.wording import label_of
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import bare_words
from foundation.contracts.formulas import Analysis
from foundation.contracts.graph import PAGE, GraphAsked, GraphFacts, GraphSectionFact, GraphSourceFact
from foundation.domains.schema.graph import GraphSource
from foundation.language.content import content_words
from foundation.language.particles import with_particle
from foundation.language.wanted.extra import asks_extra

_TOKEN = re.compile(r"[^\W\d_]+")
NAMED, ASSUMED = 950, 600
MOST_MEMBERS = 60
"""Most members of a section that are listed by name."""
_WORDS = {
    "takes": {
        "ko": "{topic} {amount}에 {what} 듭니다 {markers}.",
        "en": "{name} takes {what} for {amount} {markers}.",
    },
    "is": {"ko": "{topic} {path}에 있습니다 {markers}.", "en": "{name} stands in {path} {markers}."},
    "is_top": {"ko": "{name} 항목입니다 {markers}.", "en": "This is {name} {markers}."},
    "holds": {
        "ko": "{name}에는 {count}가지가 있습니다 {markers}.",
        "en": "{name} holds {count} things {markers}.",
    },
    "worked": {"ko": "기준 {per} {base} × {factor}", "en": "{base} for {per} × {factor}"},
    "per": {"ko": "기준 {base}{unit}", "en": "per {base} {unit}"},
    "list": {
        "ko": "'{asked}' 전체 목록: {count}가지 가운데 {first}~{last}번째입니다.",
        "en": "Whole list of “{asked}”: {first} to {last} of {count}.",
    },
    "listed": {
        "ko": "'{asked}' 전체 목록: 모두 {count}가지입니다.",
        "en": "Whole list of “{asked}”: {count} in all.",
    },
    "next": {
        "ko": "다음 쪽은 “{asked} 전체 목록 {page}쪽”으로 물어보세요.",
        "en": "Ask “{asked} whole list page {page}” for the next page.",
    },
    "rest": {
        "ko": "{count}가지 가운데 {shown}가지입니다. 규격을 덧붙이거나 “{name} 전체 목록”으로 물어보세요.",
        "en": "These are {shown} of {count}. Add a spec, or ask “{name} whole list”.",
    },
    "place": {"ko": "위치", "en": "Where"},
    "members": {"ko": "들어 있는 항목", "en": "What lies in it"},
    "assumed": {
        "ko": "여러 항목이 해당해 “{label}”로 보고 답했습니다.",
        "en": "Several things fit; this takes “{label}” for granted.",
    },
    "no_spec": {
        "ko": "이 항목에는 규격이 나뉘어 있지 않아 {spec}은 쓰지 않았습니다.",
        "en": "This comes in no specs, so {spec} was not used.",
    },
    "other_unit": {
        "ko": "이 항목의 수량은 {own} 기준이라 {unit}로는 셈할 수 없습니다.",
        "en": "Its quantities are per {own}, so an amount in {unit} cannot be computed.",
    },
    "added": {"ko": "{kinds}에 {rates}를 더한 수량입니다 {markers}.", "en": "{rates} is added to {kinds} {markers}."},
    "note": {"ko": "{name}: {text} {markers}", "en": "{name}: {text} {markers}"},
    "ngrams": {
        "ko": "같은 이름은 없어 비슷한 이름(글자 유사도)을 보였습니다.",
        "en": "Nothing bears that name; these are like it by their letters.",
    },
    "embeddings": {
        "ko": "같은 이름은 없어 뜻이 가까운 이름(임베딩)을 보였습니다.",
        "en": "Nothing bears that name; these are near it in meaning (embeddings).",
    },
}


def is_of_graph(request: AnswerRequest) -> bool:
    """True if the question asks for a thing of the pack's graph, and it was found."""
    return request.graph is not None and any(one.kind == "graph" and one.items for one in request.evidence)


def graph_answer(request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """Its whole text."""
    asked, declared = request.graph, request.pack.graph
    if asked is None or declared is None:
        return ""
    nodes = [one for one in items if one.evidence.kind == "graph"]
    language = "ko" if request.language == "ko" else "en"
    if asked.listing:
        return _listed(asked, nodes, language)
    parts: list[str] = []
    rates = rates_of(request, items)
    together = combined(request, nodes, rates)
    if together is not None:
        parts.append(f"{together.lead} {markers_of(together, items)}")
    for place, target in enumerate(asked.targets):
        mine = [one for one in nodes if one.item.fields.get("target") == target.entity_id]
        if mine:
            parts += _Description(asked.of(place), declared, language, mine, request, rates).parts()
    return "\n\n".join([*parts, *_remarks(asked, language)])


def graph_analysis(request: AnswerRequest, items: Sequence[Numbered]) -> Analysis | None:
    """What was computed over several things, as other analyses are told."""
    nodes = [one for one in items if one.evidence.kind == "graph"]
    return combined(request, nodes, rates_of(request, items))


def graph_confidence(request: AnswerRequest) -> int | None:
    """Per mille: what is named is read from the graph itself; None if nothing of it is."""
    if request.graph is None or not is_of_graph(request):
        return None
    return ASSUMED if request.graph.assumed or request.graph.likeness else NAMED


def graph_facts(request: AnswerRequest, items: Sequence[Numbered]) -> GraphFacts | None:
    """The graph facts that clients are shown beside the text."""
    asked, declared = request.graph, request.pack.graph
    if asked is None or declared is None or not is_of_graph(request):
        return None
    wanted = {one.entity_id for one in asked.targets}
    nodes = [one for one in items if one.item.fields.get("entity_id") in wanted and not one.item.fields.get("relation")]
    related = [one for one in items if one.item.fields.get("relation")]
    return GraphFacts(
        sources=tuple(
            GraphSourceFact(
                entity_id=field_of(one, "entity_id"), type=field_of(one, "type"), name=field_of(one, "name"),
                section=field_of(one, "section"), marker=one.marker,
            )
            for one in (*nodes, *related)
        ),
        stage=asked.stage,
        seen=asked.seen,
        likeness=asked.likeness,
        assumed=asked.assumed,
        quantity=asked.quantity,
        sections=tuple(
            GraphSectionFact(
                entity_id=field_of(one, "entity_id"),
                path=tuple(filter(None, field_of(one, "path").split(" > "))),
                section=field_of(one, "section"),
                unit=field_of(one, "unit"),
                base=field_of(one, "base") or "1",
            )
            for one in nodes
        ),
    )  # fmt: skip


def _said(key: str, language: str, **values: object) -> str:
    if "name" in values:
        values["topic"] = with_particle(str(values["name"]), "은", "는")
    return _WORDS[key][language].format(**values)


def _remarks(asked: GraphAsked, language: str) -> Iterator[str]:
    first = asked.targets[0]
    if asked.assumed:
        yield _said("assumed", language, label=first.label)
    if asked.spec_ignored:
        yield _said("no_spec", language, spec=asked.spec_ignored)
    if asked.quantity_unit and not asked.quantity and first.unit:
        yield _said("other_unit", language, own=first.unit, unit=asked.quantity_unit)
    if asked.likeness:
        yield _said(asked.likeness, language)


def _listed(asked: GraphAsked, nodes: Sequence[Numbered], language: str) -> str:
    # A short list comes with the relations of what stands in it.
    things = [one for one in nodes if not one.item.fields.get("relation")]
    first = (asked.listing - 1) * PAGE + 1
    last = first + len(things) - 1
    kind = "listed" if len(things) == asked.seen else "list"
    head = _said(kind, language, asked=asked.list_query, count=asked.seen, first=first, last=last)
    lines = [
        f"- {one.item.title} ({field_of(one, 'section') or field_of(one, 'path')}) [{one.marker}]" for one in things
    ]
    parts = [head, "\n".join(lines)]
    if last < asked.seen:
        parts.append(_said("next", language, asked=asked.list_query, page=asked.listing + 1))
    return "\n\n".join(parts)


class _Description:
    """One thing of the graph in words."""

    def __init__(
        self,
        asked: GraphAsked,
        declared: GraphSource,
        language: str,
        nodes: Sequence[Numbered],
        request: AnswerRequest,
        rates: Rates,
    ) -> None:
        self._asked, self._declared, self._language = asked, declared, language
        self._question, self._field = request.question, field_words(request.pack).asides
        self._request, self._rates = request, rates
        self._node, *self._related = nodes
        self._amount = Decimal(asked.quantity) if asked.quantity else None
        self._base = Decimal(field_of(self._node, "base") or "1")
        self._unit = field_of(self._node, "unit")

    def parts(self) -> list[str]:
        return [part for part in (self._first(), self._listed(), self._place()) if part]

    def _first(self) -> str:
        lead = {one.name for one in self._declared.relations if one.lead}
        taken = [one for one in self._related if self._figure(one)]
        named = self._named(taken)
        if not named and (note := self._note_named()) is not None:
            said = {"name": field_of(note, "name"), "text": field_of(note, "text")}
            return _said("note", self._language, **said, markers=f"[{note.marker}]")
        leading = named or [one for one in taken if one.item.fields.get("relation") in lead]
        name, marker = self._node.item.title, f"[{self._node.marker}]"
        if leading:
            what = ", ".join(f"{field_of(one, 'name')} {self._figure(one)}" for one in leading)
            if self._language == "ko":
                what = with_particle(what, "이", "가")
            markers = "".join(f"[{one.marker}]" for one in leading[:3])
            takes = _said("takes", self._language, name=name, what=what, markers=markers, amount=self._amount_words())
            return " ".join([takes, *self._added(leading)])
        members = self._members()
        if members:
            return _said("holds", self._language, name=name, count=self._count(members), markers=marker)
        path = field_of(self._node, "path")
        return _said("is" if path else "is_top", self._language, name=name, path=path, markers=marker)

    def _added(self, leading: Sequence[Numbered]) -> Iterator[str]:
        """What conditions added to what is said first, with the line that says so."""
        more = [one for one in leading if self._factor(one) != 1]
        if not more or not self._rates:
            return
        of_kinds = {field_of(one, "relation") for one in more}
        kinds = ", ".join(
            label_of(one.label, self._language) for one in self._declared.relations if one.name in of_kinds
        )
        rates = ", ".join(f"{label_of(one.label, self._language)} {shown(one.percent)}%" for one, _ in self._rates)
        markers = "".join(dict.fromkeys(f"[{where.marker}]" for _, where in self._rates))
        yield _said("added", self._language, kinds=kinds, rates=rates, markers=markers)

    def _note_named(self) -> Numbered | None:
        """The one note that says what the question names beside the thing (수압시험까지 하면 얼마나 더 붙어요)."""
        conditions = self._request.surcharges is not None and bool(self._request.surcharges.names)
        if conditions or (self._asked.quantity and not asks_extra(self._question)):
            return None
        own = key_of(self._node.item.title)
        words = [key_of(one) for word in content_words(self._question) for one in bare_words(word.lower())]
        words = [
            one for one in words if len(one) > 1 and not one.isdigit() and one not in own and one not in self._field
        ]
        notes = [one for one in self._related if field_of(one, "text") and not self._figure(one)]
        said = [
            one
            for one in notes
            if any(word in key_of(f"{field_of(one, 'name')} {field_of(one, 'text')}") for word in words)
        ]
        return said[0] if len(said) == 1 else None

    def _named(self, taken: Sequence[Numbered]) -> list[Numbered]:
        return named_in(self._question, taken, self._request.pack, self._node.item.title)

    def _asked_amount(self) -> Decimal:
        return self._base if self._amount is None else self._amount

    def _amount_words(self) -> str:
        return self._counted(self._asked_amount(), self._unit)

    def _counted(self, value: Decimal, unit: str) -> str:
        """An amount with its unit: 9개, 9 pieces."""
        return f"{shown(value)}{unit}" if self._language == "ko" else f"{shown(value)} {unit}".strip()

    def _figure(self, one: Numbered) -> str:
        said, unit = field_of(one, "quantity"), field_of(one, "quantity_unit")
        if not said:
            return ""
        value = Decimal(said) if self._amount is None else times(Decimal(said), self._amount, self._base)
        return self._counted((value * self._factor(one)).quantize(PLACES), unit)

    def _factor(self, one: Numbered) -> Decimal:
        return factor_for(field_of(one, "relation"), self._rates, self._declared.surcharges)

    def _listed(self) -> str:
        lines: list[str] = []
        for relation in self._declared.relations:
            mine = [one for one in self._related if one.item.fields.get("relation") == relation.name]
            if mine:
                label = label_of(relation.label, self._language)
                lines += [f"- {label}: {self._line(one)} [{one.marker}]" for one in mine]
        members = self._members()
        if members:
            lines.append(f"- {_said('members', self._language)}:")
            lines += [f"  - {field_of(one, 'name')} {field_of(one, 'spec')}".rstrip() + f" [{one.marker}]"
                      for one in members[:MOST_MEMBERS]]  # fmt: skip
            if (count := self._count(members)) > MOST_MEMBERS:
                rest = {"count": count, "shown": len(members[:MOST_MEMBERS])}
                lines.append(_said("rest", self._language, name=self._node.item.title, **rest))
        return "\n".join(lines)

    def _line(self, one: Numbered) -> str:
        name, text = field_of(one, "name"), field_of(one, "text")
        figure = self._figure(one)
        if not figure:
            return f"{name} — {text}" if text else name
        more = self._factor(one)
        if self._amount is None and more == 1:
            return f"{name} {figure}"
        base, amount = (
            self._counted(Decimal(field_of(one, "quantity")), field_of(one, "quantity_unit")),
            self._asked_amount(),
        )
        factor = shown(amount) if self._base == 1 else f"{shown(amount)}/{shown(self._base)}"
        factor += f" × {shown(more)}" if more != 1 else ""
        worked = _said("worked", self._language, per=self._counted(self._base, self._unit), base=base, factor=factor)
        return f"{name} {figure} ({worked})"

    def _members(self) -> list[Numbered]:
        return [one for one in self._related if one.item.fields.get("relation") == f"-{self._declared.parent}"]

    def _count(self, members: Sequence[Numbered]) -> int:
        """Of what lies in it, also where a search expands the first of many only."""
        alone = len(self._asked.targets) == 1
        return max(len(members), self._asked.holds if alone else 0)

    def _place(self) -> str:
        path, section = field_of(self._node, "path"), field_of(self._node, "section")
        if not path and not section:
            return ""
        where = " ".join(filter(None, (path, f"({section})" if section else "")))
        per = _said("per", self._language, base=shown(self._base), unit=self._unit) if self._unit else ""
        return f"{_said('place', self._language)}: {where}{' · ' if per else ''}{per} [{self._node.marker}]"
