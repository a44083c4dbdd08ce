"""What a question names of what a thing takes: a trade, a machine, or all of a kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.clarification.questions import field_words
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.knowledge_graph.word_edges import bare_words
from foundation.contracts.work import FieldValue
from foundation.domains.schema.pack import Pack
from foundation.language.cues import negated

_TOKEN = re.compile(r"[^\W\d_]+")


def named_in(question: str, taken: Sequence[Numbered], pack: Pack, title: str) -> list[Numbered]:
    """Of what a thing of this title takes, what the question names and does not exclude (용접공: 플랜트용접공), or
    all of a kind that it names (자재). A word of the field (인부) means any trade."""
    tokens = [one for one in _TOKEN.finditer(question) if not negated(question, one.span())]
    words = [key_of(one) for token in tokens for one in bare_words(token[0].lower())]
    said = " ".join(token[0].lower() for token in tokens)
    declared = pack.graph.relations if pack.graph else ()
    labels = {one.name: {key_of(label) for label in one.label.values()} for one in declared}
    own, field = key_of(title), field_words(pack).asides
    is_titled = own in key_of(question)  # Else 시멘트 is what is taken, and no part of 시멘트모르타르바름.

    def is_named(one: Numbered) -> bool:
        of_kind = labels.get(field_of(one, "relation"), set[str]())
        name = [key_of(part) for part in field_of(one, "name").split()]  # 굴착기 0.7m3 is called by its first word.
        if any(_is_called(alias, said) for alias in field_of(one, "called").split(", ") if alias):
            return True
        return any(
            len(word) > 1
            and (word not in own or (word in name and not is_titled))
            and (word in of_kind or (word not in field and any(part.endswith(word) for part in name)))
            for word in words
        )

    return [one for one in taken if is_named(one)]


def _is_called(alias: str, said: str) -> bool:
    """True if the words say the other name, in the plural or with a particle as well."""
    ends = r"(?:e?s)?\b" if alias.isascii() else ""
    return re.search(rf"(?<!\w){re.escape(alias.lower())}{ends}", said) is not None


def field_of(one: Numbered, name: str) -> str:
    """A field of an item as text; "" where it has none."""
    value: FieldValue = one.item.fields.get(name)
    return "" if value is None else str(value)
