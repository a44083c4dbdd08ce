"""Columns of trades, machines and materials: units a row down, blocks side by side, variants over the names."""

from __future__ import annotations

from execution_agents.ingest.estimates.found import Known
from tests.execution_agents.ingest.estimates.made_tables import described, works

WELDERS = Known(frozenset(("플랜트배관공", "특별인부", "용접공")))


def test_units_stand_a_row_below_the_names() -> None:
    first, _ = works("관경|배관공|보통인부|크레인", "(㎜)|(인)|(인)|(hr)", "80|0.2|0.1|-", "100|0.3|0.1|0.5")
    assert described(first) == ("80㎜", "", {"배관공": "0.2인", "보통인부": "0.1인"})


def test_blocks_stand_side_by_side() -> None:
    found = works("규 격|수|량|규 격|수|량", "(㎜)|철공(인)|석공(인)|(㎜)|철공(인)|석공(인)", "15|0.1|-|80|0.4|0.2")
    assert [described(work) for work in found] == [
        ("15㎜", "", {"철공": "0.1인"}),
        ("80㎜", "", {"철공": "0.4인", "석공": "0.2인"}),
    ]


def test_what_stands_over_names_that_come_again_tells_them_apart() -> None:
    found = works("규격(㎜)|한쪽||양쪽|", "|철공(인)|석공(인)|철공(인)|석공(인)", "15|0.1|0.2|0.3|0.4")
    assert [described(work)[0] for work in found] == ["15㎜, 한쪽", "15㎜, 양쪽"]
    assert described(found[1])[2] == {"철공": "0.3인", "석공": "0.4인"}


def test_a_name_over_its_variants() -> None:
    found = works("관경|배관공(인)||크레인(hr)|", "(㎜)|낮은 압|높은 압|낮은 압|높은 압", "80|0.2|0.3|1.0|1.5")
    assert [described(work) for work in found] == [
        ("80㎜, 낮은 압", "", {"배관공": "0.2인", "크레인": "1.0hr"}),
        ("80㎜, 높은 압", "", {"배관공": "0.3인", "크레인": "1.5hr"}),
    ]


def test_a_name_in_two_cells_one_over_the_other() -> None:
    [work] = works("구 경|플랜트|특별", "(㎜)|배관공|인부", "50|0.3|0.1", known=WELDERS)
    assert described(work) == ("50㎜", "", {"플랜트배관공": "0.3인", "특별인부": "0.1인"})


def test_sizes_and_schedules_make_a_matrix() -> None:
    found = works("SCH No.|20|40", "(㎜)|용접공(인)|용접공(인)", "ø50|0.2|0.3")
    assert [described(work)[0] for work in found] == ["ø50, SCH 20", "ø50, SCH 40"]


def test_rows_are_named_by_words_and_as_many_figures_as_it_takes() -> None:
    found = works("구분|규격(㎜)|외경(㎜)|무게(㎏)|철공(인)", "가는 관|15|21.7|1.31|0.4", "가는 관|20|27.2|1.74|0.5")
    assert [described(work)[0] for work in found] == ["가는 관, 15㎜", "가는 관, 20㎜"]


def test_a_unit_column_says_what_each_row_is_for() -> None:
    wall, total = works(
        "구 분|단 위|석공(인)|보통인부(인)", "돌 담|㎡당|-|0.2", "다듬은 돌|㎥당|0.1|1.1", "계||0.1|1.3"
    )
    assert described(wall) == ("돌담", "㎡", {"보통인부": "0.2인"})
    assert described(total) == ("다듬은 돌", "㎥", {"석공": "0.1인", "보통인부": "1.1인"})


def test_a_crew_of_one_row_without_any_label() -> None:
    [work] = works("비계공|보 통 인 부|용접공", "3|2|1(2)")
    assert described(work)[2] == {"비계공": "3인", "보통인부": "2인", "용접공": "1인"}


def test_names_of_one_line_and_of_three_are_centred_on_one_another() -> None:
    found = works(
        "|||초급|", "구분|고급|중급||인", "|||기능사|", "|기술자|기술자||부", "|||(측량)|", "답사|1|2|3|4",
        known=Known(frozenset(("고급기술자", "중급기술자"))),
    )  # fmt: skip
    assert [described(work)[2] for work in found] == [
        {"고급기술자": "1인", "중급기술자": "2인", "초급기능사(측량)": "3인", "인부": "4인"}
    ]


def test_a_unit_in_one_head_is_the_same_names_further_on() -> None:
    found = works("구경|가는 것||굵은 것|", "(㎜)|산소(ℓ)|LPG(kg)|산소|LPG(kg)", "32|1.2|0.1|2.9|0.3")
    assert [described(work) for work in found] == [
        ("32㎜, 가는 것", "", {"산소": "1.2ℓ", "LPG": "0.1kg"}),
        ("32㎜, 굵은 것", "", {"산소": "2.9ℓ", "LPG": "0.3kg"}),
    ]


def test_a_group_of_names_ends_where_one_comes_again() -> None:
    found = works("규격|용접식|||나사식", "|용접공(인)|배관공(인)|특별인부(인)|배관공(인)", "15|9|4|4|9")
    assert [described(work) for work in found] == [
        ("15, 용접식", "", {"용접공": "9인", "배관공": "4인", "특별인부": "4인"}),
        ("15, 나사식", "", {"배관공": "9인"}),
    ]


def test_a_head_in_pieces_is_put_together_over_heads_that_begin_again() -> None:
    found = works(
        "|굽은 관 및||늘어난 관|", "구경(㎜)|20||100|", "|배관공(인)|특별인부(인)|배관공(인)|특별인부(인)",
        "25|1|2|3|4",
    )  # fmt: skip
    assert [described(work)[0] for work in found] == ["25㎜, 굽은 관및, 20", "25㎜, 늘어난 관, 100"]
    found = works(
        "|굽은 관 및||늘어난 관||곧은 관|", "구경(㎜)|20||100||20|",
        "|배관공(인)|특별인부(인)|배관공(인)|특별인부(인)|배관공(인)|특별인부(인)", "25|1|2|3|4|5|6",
    )  # fmt: skip
    assert [described(work)[0] for work in found] == [
        "25㎜, 굽은 관및늘어난 관, 20", "25㎜, 굽은 관및늘어난 관, 100", "25㎜, 곧은 관, 20",
    ]  # fmt: skip


def test_columns_that_nothing_tells_apart_give_no_work() -> None:
    assert not works("규격|철공(인)|철공(인)", "15|0.1|0.2")


def test_a_column_of_figures_without_a_name_leaves_the_table_unread() -> None:
    assert not works("규격|철공(인)|빠르기|석공(인)", "15|0.1|7|0.2")


def test_rates_by_the_hour_and_cells_of_several_columns_give_no_work() -> None:
    assert not works("번호|기계명|주연료(ℓ/hr)|조종원(인/일)", "0101|불도저|5.8|1", "0102|로더|7.2|1")
    assert not works("규격|철공(인)|석공(인)", "15|0.1|0.2", "20|0.0100.020|")


def test_labels_of_several_lines_and_marks_of_the_same() -> None:
    found = works(
        "본관|지관|배관공(인)", "|150|0.1", "500초과~|200|0.2", "900이하|250|0.3", "|300|0.4", "|150|0.5",
        "900초과~|200|0.6", "1200이하|250|0.7", "|300|0.8",
    )  # fmt: skip
    assert [described(work)[0] for work in found][3:5] == ["500초과~ 900이하, 300", "900초과~ 1200이하, 150"]
    found = works("명칭|규격|단위|계장공", "펌프(소형)|1/2B|대|0.1", "〃(대형)|〃|〃|0.2")
    assert [described(work)[0] for work in found] == ["펌프(소형), 1/2B", "펌프(대형), 1/2B"]


def test_labels_that_stand_nowhere_in_particular_leave_the_table_unread() -> None:
    rows = ("불도저|10|1", "(무한궤도)|12|2", "로더|19|3", "덤프|20|4", "굴착기|25|5", "|30|6", "|32|7")
    assert not works("기계명|규격|철공(인)", *rows)


def test_a_row_of_its_own_parts_the_labels_around_it() -> None:
    found = works("구분|규격|단위|계장공", "조절기|전기식|개|0.2", "|공기식|〃|0.3", "모터||조|0.4", "계기||〃|0.5")
    assert [described(work)[0] for work in found] == ["조절기, 전기식", "조절기, 공기식", "모터", "계기"]
