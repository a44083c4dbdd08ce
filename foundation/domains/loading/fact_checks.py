"""The checks of the kinds of facts: question words, and a safe pattern whose one group is the value."""

from __future__ import annotations

import re

from foundation.domains.loading.patterns import pattern_fault
from foundation.domains.loading.schema_mistakes import Parts
from foundation.domains.loading.yaml_places import Marks

LEAST_WORD = 2
"""Letters of a word that asks: one alone stands in most questions."""


def check_facts(parts: Parts, marks: Marks) -> None:
    """Notes every mistake inside the kinds of facts."""
    owners: dict[str, str] = {}
    for path, fact in parts.facts:
        fault = pattern_fault(fact.held)
        if fault:
            marks.add((*path, "held"), *fault)
        elif (groups := re.compile(fact.held).groups) != 1:
            remedy = "put the value alone in ( ), and others in (?: )"
            marks.add((*path, "held"), f"the pattern has {groups} groups, and one is the value", remedy)
        for index, word in enumerate(fact.asked):
            plain = "".join(word.split()).casefold()
            if len(plain) < LEAST_WORD:
                marks.add((*path, "asked", index), f"`{word}` stands in too many questions", "write a longer word")
            elif owners.setdefault(plain, fact.name) != fact.name:
                marks.add(
                    (*path, "asked", index), f"`{word}` also asks for `{owners[plain]}`", "leave it to one of them"
                )
