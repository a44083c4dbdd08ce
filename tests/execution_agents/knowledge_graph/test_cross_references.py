"""What passages refer to: articles of their own law, of the act a decree carries out, of laws they name."""

from __future__ import annotations

import pytest

from execution_agents.knowledge_graph.cross_references import numbered_thing, referred
from tests.execution_agents.knowledge_graph import little_town

INDEX = little_town.index()
ACT, DECREE = "주택임대차보호법 제7조(증감청구권)", "주택임대차보호법 시행령 제8조(증액청구의 기준)"
GUIDE = "계약서를 쓸 때"


@pytest.mark.parametrize(
    ("title", "text", "found"),
    [
        (ACT, "갱신은 제6조의3에 따른다.", ["주택임대차보호법/제6조의3"]),
        (ACT, "이 법 제3조를 갖추면 된다.", ["주택임대차보호법/제3조"]),
        (
            ACT,
            "대항력(제3조)과 갱신(제6조의3)을 본다. 제3조는 또 나온다.",
            ["주택임대차보호법/제3조", "주택임대차보호법/제6조의3"],
        ),
        (ACT, "수선은 민법 제623조가 정한다.", ["민법/제623조"]),
        (ACT, "민법 제623조를 본다. 제3조도 본다.", ["민법/제623조", "주택임대차보호법/제3조"]),
        (ACT, "시행령 제8조가 기준을 정한다.", ["주택임대차보호법 시행령/제8조"]),
        (DECREE, "법 제7조와 같은 내용이다.", ["주택임대차보호법/제7조"]),
        (DECREE, "법 제3조의 대항력을 갖춘 때.", ["주택임대차보호법/제3조"]),
        (DECREE, "제3조에 따른 신청.", ["주택임대차보호법 시행령/제3조"]),
        (GUIDE, "임대인의 의무는 민법 제623조에 있다.", ["민법/제623조"]),
    ],
)
def test_a_passage_refers_to_the_articles_that_it_names(title: str, text: str, found: list[str]) -> None:
    assert [one.entity_id for one in referred(title, text, INDEX)] == [f"article:{each}" for each in found]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (ACT, "제7조는 이 조문이다."),
        (ACT, "농어촌특별세법 제3조를 따른다."),
        (ACT, "「부동산등기법」 제3조를 따른다."),
        (ACT, "같은 법 제3조를 따른다."),
        (ACT, "제99조는 없다."),
        (GUIDE, "제3조를 본다."),
        (GUIDE, "조문이 없다."),
    ],
)
def test_what_is_not_surely_an_article_at_hand_is_left_out(title: str, text: str) -> None:
    assert referred(title, text, INDEX) == ()


def test_a_title_names_one_article_or_none() -> None:
    named = numbered_thing(DECREE, INDEX)
    assert named is not None
    assert named.entity_id == "article:주택임대차보호법 시행령/제8조"
    assert numbered_thing(GUIDE, INDEX) is None
    assert numbered_thing("민법 제3조와 민법 제618조", INDEX) is None
