"""What a question asks for of a graph: one thing, one of several, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.listening import Before
from foundation.contracts.graph import GraphEntity
from foundation.storage.corpus.graph import Popularity
from tests.execution_agents.clarification.graphs import INDEX, NO_WORDS, labels, reached, read, shop

W_0788 = Before(
    "강관용접 200mm SCH 40",
    ("W-0788",),
    "강관용접 200mm SCH 40은 1m에 플랜트용접공 0.312인, 특별인부 0.116인이 듭니다. 자재: 용접봉 0.25kg",
)


def test_a_name_with_its_spec_is_one_thing() -> None:
    reading = read("강관용접 200mm SCH 40 품 알려줘")
    assert reached(reading) == ["W-0788"]
    assert reading.choices is None


def test_a_name_of_many_specs_is_offered_by_the_field_that_splits_best() -> None:
    offered = labels(read("강관용접"))
    assert len(offered) == 7
    assert offered[0] == "강관용접 200mm (9종)"
    assert offered[-1] == "전체 목록 (113)"


def test_every_choice_names_itself_alone() -> None:
    for question in ("강관용접", "용접", "PE관 접합", "tig", "강관용접 200mm", "방수"):
        choices = read(question).choices
        assert choices is not None
        for option in choices.options[:6]:
            again = read(option.query)
            narrower = again.choices is not None and again.choices.count < choices.count
            assert again.choices is None or narrower, (question, option)
            assert option.entity_id in INDEX.targets


def test_the_message_tells_the_range_and_the_count() -> None:
    choices = read("강관용접").choices
    assert choices is not None
    assert choices.message == "강관용접 규격이 113가지입니다 (15~600mm, SCH 20~160). 어느 규격을 찾으시나요?"


def test_a_spec_that_is_not_there_offers_near_ones() -> None:
    reading = read("강관용접 205mm SCH 40")
    assert reading.choices is not None
    assert reading.choices.reason == "no_such_spec"
    assert "강관용접 200mm SCH 40" in labels(reading)


def test_half_a_spec_leaves_the_other_field_to_choose() -> None:
    offered = labels(read("강관용접 200mm"))
    assert "강관용접 200mm SCH 40" in offered
    assert all("200mm" in one for one in offered[:-1])


def test_an_abbreviation_leads_from_a_note_to_its_section() -> None:
    reading = read("tig")
    assert reading.choices is not None
    by_entity = {one.entity_id: one.label for one in reading.choices.options}
    assert by_entity["W-0631"] == "TIG(Tungsten Inert Gas)용접"
    assert any("10 % 가산" in label and entity.startswith("S-") for entity, label in by_entity.items())


def test_the_choice_of_a_note_leads_to_its_section() -> None:
    reading = read("tig")
    assert reading.choices is not None
    note = next(one for one in reading.choices.options if "10 % 가산" in one.label)
    assert reached(read(note.query)) == [note.entity_id]


@pytest.mark.parametrize(
    ("question", "target"),
    [("SCH 80은?", "W-0806"), ("sch 60이면?", "W-0805"), ("100mm는 어때?", "W-0764"), ("노무는?", "W-0788")],
)
def test_a_follow_up_changes_what_it_says(question: str, target: str) -> None:
    assert reached(read(question, W_0788)) == [target]


def test_a_spec_completes_a_name_that_was_asked_before() -> None:
    assert reached(read("200mm SCH 40", Before("강관용접"))) == ["W-0788"]
    assert reached(read("SCH 40", Before("강관용접 200mm"))) == ["W-0788"]


def test_an_amount_is_of_what_was_spoken_of() -> None:
    asked = read("30m면?", W_0788).asked
    assert asked is not None
    assert (asked.quantity, asked.quantity_unit) == ("30", "m")


def test_an_amount_in_another_unit_is_not_computed() -> None:
    asked = read("30m2", W_0788).asked
    assert asked is not None
    assert (asked.quantity, asked.quantity_unit) == ("", "m2")


def test_an_amount_goes_on_with_every_choice() -> None:
    choices = read("강관용접 30m").choices
    assert choices is not None
    assert all(one.query.endswith("30m") for one in choices.options[:-1])


@pytest.mark.parametrize("question", ["오늘 날씨 어때?", "전세 대출 금리 알려줘", "고마워", "", "???", "12345"])
def test_what_the_graph_has_nothing_of_is_left_alone(question: str) -> None:
    reading = read(question)
    assert reading.asked is None
    assert reading.choices is None


def test_a_misspelt_name_is_taken_for_the_one_like_it() -> None:
    asked = read("우레탄도막방슈").asked
    assert asked is not None
    assert asked.likeness == "ngrams"
    assert asked.targets[0].name == "우레탄도막방수"


def test_the_whole_list_comes_in_pages() -> None:
    third = read("강관용접 전체 목록 3쪽").asked
    assert third is not None
    assert third.listing == 3
    assert len(third.targets) == 13


@pytest.mark.parametrize(
    ("question", "listed", "count"),
    [("비파괴검사 공종 몇개에요", "비파괴 검사", 5), ("강관용접 공종은 모두 몇 개야", "강관용접", 113)],
)
def test_how_many_works_there_are_is_their_list(question: str, listed: str, count: int) -> None:
    asked = read(question).asked
    assert asked is not None
    assert (asked.listing, asked.list_query, asked.seen) == (1, listed, count)


@pytest.mark.parametrize("question", ["타일붙임 타일공 몇 명", "강관용접 몇 개"])
def test_how_many_of_another_thing_asks_for_no_list(question: str) -> None:
    asked = read(question).asked
    assert asked is None or not asked.listing


def test_a_long_list_is_sent_whole_what_was_asked_for_last_first() -> None:
    index = shop(
        GraphEntity("C-1", "Category", "Desk", section="1"),
        *(GraphEntity(f"P-{n}", "Product", f"Lamp {n}", parent="C-1") for n in range(300)),
    )
    popular = Popularity({}, ("P-299",))
    choices = read("lamp", index=index, language="en", words=NO_WORDS, popular=popular).choices
    assert choices is not None
    assert (choices.count, len(choices.whole), choices.whole[0].entity_id) == (300, 300, "P-299")


def test_what_is_asked_for_most_comes_first_and_own_before_all() -> None:
    popular = Popularity({"W-0861": 2, "W-0764": 9}, ("W-0861",))
    offered = labels(read("강관용접", popular=popular))
    assert offered[0].startswith("강관용접 600mm")
    assert offered[1].startswith("강관용접 100mm")


def test_one_name_in_two_places_is_offered_by_place() -> None:
    index = shop(
        GraphEntity("C-1", "Category", "Desk", section="1"),
        GraphEntity("C-2", "Category", "Wall", section="2"),
        GraphEntity("P-1", "Product", "Lamp", parent="C-1"),
        GraphEntity("P-2", "Product", "Lamp", parent="C-2"),
    )
    reading = read("lamp", index=index, language="en", words=NO_WORDS)
    assert labels(reading) == ["Lamp (Desk)", "Lamp (Wall)"]
    assert reading.choices is not None
    assert [reached(read(one.query, index=index, words=NO_WORDS)) for one in reading.choices.options] == [
        ["P-1"],
        ["P-2"],
    ]


def test_colours_and_watts_are_specs_of_a_shop() -> None:
    index = shop(
        *(
            GraphEntity(f"P-{colour}{watts}", "Product", "Lamp", spec=f"{colour}, {watts} W")
            for colour in ("red", "blue")
            for watts in (20, 40)
        )
    )
    assert reached(read("red lamp 40 W", index=index, words=NO_WORDS)) == ["P-red40"]
    assert len(labels(read("lamp 40W", index=index, language="en", words=NO_WORDS))) == 2


def test_a_small_section_is_shown_whole() -> None:
    assert reached(read("유리 끼우기 품셈")) == [
        next(one.entity_id for one in INDEX.targets.values() if one.name == "유리 끼우기")
    ]


def lamps(*specs: str) -> GraphIndex:
    """A category of lamps that are called as it is."""
    things = (
        GraphEntity(f"P-{at}", "Product", "Lamp", spec=one, unit="pieces", parent="C-1") for at, one in enumerate(specs)
    )
    return shop(GraphEntity("C-1", "Category", "Lamp", section="1"), *things)


LIKE = [f"{watts} W, glass {kind}" for watts in (20, 40) for kind in "abcdefghij"]


def test_a_title_is_answered_where_no_spec_leads_to_one_thing() -> None:
    reading = read("lamp", index=lamps(*LIKE), language="en", words=NO_WORDS)
    assert reached(reading) == ["C-1"]
    assert reading.asked is not None
    assert reading.asked.holds == 20


def test_a_title_is_asked_about_where_each_spec_is_one_things() -> None:
    apart = lamps(*(f"{watts} W" for watts in range(20, 40)))
    assert labels(read("lamp", index=apart, language="en", words=NO_WORDS))[-1] == "Whole list (20)"


@pytest.mark.parametrize("question", ["lamp sockets", "lamp 3 pieces"])
def test_more_than_a_title_is_asked_of_one_thing(question: str) -> None:
    index = lamps(*LIKE)
    assert labels(read(question, index=index, language="en", words=NO_WORDS))[-1] == "Whole list (20)"


def test_the_whole_list_of_a_title_is_what_lies_in_it() -> None:
    listed = read("lamp whole list", index=lamps(*LIKE), language="en", words=NO_WORDS).asked
    assert listed is not None
    assert listed.seen == 20
    assert [one.entity_id for one in listed.targets] == [f"P-{at}" for at in range(20)], "by spec, without C-1"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("터파기 1m3에 보통인부 얼마나", "인력터파기 (토공사 3-1-1)"),
        ("거푸집 m2당 형틀목공", "합판거푸집 (철근콘크리트공사 5-1-1)"),
        ("비계 m2당 비계공 몇 인", "강관비계매기 (가설공사 20-1-1)"),
    ],
)
def test_what_is_asked_of_a_section_is_asked_of_one_thing_in_it(question: str, first: str) -> None:
    reading = read(question)
    assert labels(reading)[0] == first
    assert reading.asked is None


@pytest.mark.parametrize("question", ["터파기", "거푸집 적용 기준 알려줘"])
def test_a_section_by_itself_and_its_standards_are_answered(question: str) -> None:
    assert read(question).choices is None


def test_words_that_each_name_a_thing_are_answered_together() -> None:
    reading = read("벽타일이나 바닥타일이나 붙이는데 얼마")
    assert reading.choices is None
    assert len(reached(reading)) == 2


def test_a_bare_number_beside_other_words_is_a_spec() -> None:
    assert reached(read("스테인리스관용접 80 용접기 몇시간")) == ["W-0213"]
    assert labels(read("HDPE관 100 융착 배관공")) == [
        "HDPE관 버트융착 100mm (상하수도공사 6-4-1)",
        "HDPE관 전기융착 100mm (상하수도공사 6-4-2)",
    ]


def test_a_word_of_names_is_read_though_it_looks_like_a_verb() -> None:
    assert [one[:6] for one in labels(read("되메우기 보통인부 m3당"))] == ["인력되메우기", "기계되메우기"]


def test_names_alike_by_a_word_of_the_question_are_asked_about() -> None:
    assert [one.split()[0] for one in labels(read("말뚝박기 항타기 시간"))] == ["콘크리트말뚝박기", "강관말뚝박기"]


def test_a_thing_called_as_its_section_is_the_thing() -> None:
    assert labels(read("강관 용접 하려는데요"))[0] == "강관용접 200mm (9종)"


@pytest.mark.parametrize(
    ("question", "reaches"),
    [
        ("아 죄송 200말고 250 sch40이에요", "W-0813"),
        ("아 200이 아니라 300이네", "W-0822"),
        ("300은요", "W-0822"),
        ("용접공은 몇 명", "W-0788"),
        ("그걸로 하면 용접봉은 얼마나 들어", "W-0788"),
    ],
)
def test_a_correction_a_number_or_a_trade_goes_on_with_the_work(question: str, reaches: str) -> None:
    reading = read(question, W_0788)
    assert reached(reading) == [reaches]
    assert reading.asked is not None
    assert reading.asked.stage == "history"


@pytest.mark.parametrize(
    "question",
    [
        "용접",
        "접합",
        "코끼리 30m",
        "그거 특별인부 하루 일당은?",
        "8시간은요",
        "999는요",
        "타일공은?",
        "용접공이 필요한 공종 알려줘",
        "도장공 필요한 작업",
    ],
)
def test_what_the_work_does_not_take_or_nothing_bears_does_not_go_on(question: str) -> None:
    assert reached(read(question, W_0788)) != ["W-0788"]


def test_a_trade_is_asked_for_in_the_amount_of_the_question_before() -> None:
    reading = read("그럼 용접공만 알려줘", replace(W_0788, question="강관용접 200mm SCH 40 30m"))
    assert reading.asked is not None
    assert (reading.asked.quantity, reading.asked.quantity_unit) == ("30", "m")


@pytest.mark.parametrize(
    ("text", "amount"), [("잔디깎기 30제곱", "30"), ("잔디깎기 30제곱킬로미터", ""), ("잔디깎기 2제곱센티", "")]
)
def test_a_short_square_is_of_metres_alone(text: str, amount: str) -> None:
    reading = read(text)
    assert (reading.asked.quantity if reading.asked else "") == amount


def test_a_word_of_the_field_narrows_what_is_meant() -> None:
    assert reached(read("레미콘 말고 인력으로 타설")) == reached(read("콘크리트인력타설"))
