"""Words declared once stand where a checklist names them."""

from __future__ import annotations

from foundation.domains.schema.documents import Checklist
from foundation.domains.schema.vocabulary import with_vocabulary

ITEM = {"name": "one", "label": {"en": "One"}, "why": {"en": "Why."}, "expected": True}


def test_a_name_in_a_topic_stands_for_its_words() -> None:
    read = Checklist.model_validate(
        {"vocabulary": {"deposit": ["보증금", "전세금"]}, "items": [{**ITEM, "topic": [["$deposit", "돈"]]}]}
    )
    assert read.items[0].topic == (("보증금", "전세금", "돈"),)


def test_a_verb_stands_for_its_forms() -> None:
    read = Checklist.model_validate({"vocabulary": {"raises": ["올리다"]}, "items": [{**ITEM, "topic": [["$raises"]]}]})
    assert "올려" in read.items[0].topic[0]


def test_a_name_nobody_declared_stays_and_can_be_named() -> None:
    read = Checklist.model_validate({"vocabulary": {"deposit": ["보증금"]}, "items": [{**ITEM, "topic": [["$rent"]]}]})
    assert read.items[0].topic == (("$rent",),)


def test_names_that_lead_in_a_circle_end() -> None:
    read = with_vocabulary({"vocabulary": {"a": ["$b"], "b": ["$a"]}, "items": [{"topic": [["$a"]]}]})
    assert isinstance(read, dict)


def test_what_is_no_mapping_is_left_to_validation() -> None:
    assert with_vocabulary(["x"]) == ["x"]
