"""The first sentence of an answer from rows: the computed result in the person's language, with its date and
citations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from execution_agents.analysis.cells import cells_of, date_words, english_place
from execution_agents.analysis.material import Material
from execution_agents.analysis.planned import Planned, Wanted
from execution_agents.analysis.wording import conditions, english, korean
from execution_agents.analysis.wording.words import Words
from foundation.contracts.operations import Outcome, Refused

LONGEST = 120
"""Characters of a first sentence (system 7, section 5)."""
LONGEST_LIST = 240
"""The same of a sentence that names the rows which meet a condition."""
_BY_KIND: Mapping[Wanted, str] = {
    "value": "value",
    "thing": "value",
    "count": "value",
    "compare": "comparison",
    "change": "change",
    "moved": "moved",
    "extreme": "extreme",
    "rank": "rank",
}
_REFUSALS = {
    "nothing_to_compare": {
        "ko": "견줄 다른 쪽의 자료가 없습니다: {what} 자료만 있습니다.",
        "en": "There is nothing to compare with: the data found has {what} only.",
    },
    "incomplete": {
        "ko": "찾은 행이 많아 일부만 가져왔으므로 전체에서의 순서나 합계는 말할 수 없습니다.",
        "en": "Only a part of the rows was fetched, so no order or total over all of them can be given.",
    },
    "several_columns": {
        "ko": "무엇으로 견줄지 알려 주세요: {what}.",
        "en": "Please say what to compare by: {what}.",
    },
    "mixed_units": {
        "ko": "단위가 다른 값은 서로 견줄 수 없습니다: {what}.",
        "en": "Values of different units cannot be compared: {what}.",
    },
    "no_counts": {
        "ko": "건수가 없는 평균들은 다시 평균 낼 수 없습니다.",
        "en": "Means cannot be averaged again: over how many things each speaks is not in the data.",
    },
}


def lead_sentence(material: Material, plan: Planned, outcome: Outcome) -> str:
    """One sentence; "" if it would not fit, or would present several times as one."""
    if plan.wanted == "value" and len({row.time for row in outcome.rows}) > 1:
        return ""
    if plan.sought:
        return conditions.worded(Words(material, plan, outcome), LONGEST_LIST)
    speaking: ModuleType = korean if material.language == "ko" else english
    tell: Callable[[Words], tuple[str, ...]] = getattr(speaking, _BY_KIND[plan.wanted])
    return next((text for text in tell(Words(material, plan, outcome)) if len(text) <= LONGEST), "")


def refusal(material: Material, refused: Refused) -> str:
    """One sentence that says why nothing was computed; "" if the rows answer by themselves."""
    sentences = _REFUSALS.get(refused.reason)
    if sentences is None:
        return ""
    names = [shown for name in refused.detail for shown in detail_words(material, name)]
    return sentences["ko" if material.language == "ko" else "en"].format(what=", ".join(dict.fromkeys(names)))


def detail_words(material: Material, name: str) -> list[str]:
    """A column's label, a place, a month; anything else unchanged."""
    items = [cells_of(item, material.pack, material.language) for item in material.items.values()]
    labels = [cell.label for cells in items for cell in cells if cell.name == name]
    if labels:
        return labels[:1]
    shown = [cell.shown for cells in items for cell in cells if cell.value == name]
    if shown:
        return shown[:1]
    slot = next((slot for slot in material.pack.slots if slot.parser == "region"), None)
    if slot is not None and material.language != "ko":
        return [english_place(slot, name)]
    return [date_words(name, material.language)]
