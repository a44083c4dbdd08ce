"""Rows of trades, machines and materials: letters set apart, crews with what they get done, labels of several rows."""

from __future__ import annotations

from execution_agents.ingest.estimates.found import Known
from tests.execution_agents.ingest.estimates.made_tables import described, works


def test_letters_set_apart_are_one_name_and_the_same_unit_goes_on() -> None:
    [work] = works("구 분|규 격|단 위|수 량", "숙 련 공||인|1.5", "보 조 인 부||〃|0.5", "굴 착 기|0.6㎥|hr|2")
    assert described(work) == ("", "", {"숙련공": "1.5인", "보조인부": "0.5인", "굴착기 0.6㎥": "2hr"})


def test_a_column_that_holds_name_and_unit_is_taken_apart() -> None:
    [work] = works("구 분 단 위|수 량", "미 장 공 인|0.2", "모 래 ㎥|0.1")
    assert described(work)[2] == {"미장공": "0.2인", "모래": "0.1㎥"}


def test_each_column_of_quantities_is_a_variant() -> None:
    first, second = works("|||수|량", "구 분|규 격|단 위|설치|해체", "철 공||인|0.4|0.2", "크레인|10ton|hr|1.5|-")
    assert described(first) == ("설치", "", {"철공": "0.4인", "크레인 10ton": "1.5hr"})
    assert described(second) == ("해체", "", {"철공": "0.2인"})


def test_a_crew_is_for_what_it_gets_done_in_a_day() -> None:
    [work] = works("구 분|단 위|수 량|시공량(㎡)", "타 일 공|인|2|", "|||40", "보 통 인 부|인|1|")
    assert described(work) == ("", "40㎡", {"타일공": "2인", "보통인부": "1인"})


def test_what_is_done_has_its_own_rows_of_specs() -> None:
    found = works(
        "구 분|단 위|수 량|관규격(㎜)|시공량(m)", "|||ø20|90", "배 관 공|인|3|25|70", "보 통 인 부|인|1|32|50"
    )
    assert [described(work)[:2] for work in found] == [("ø20", "90m"), ("25㎜", "70m"), ("32㎜", "50m")]
    assert all(described(work)[2] == {"배관공": "3인", "보통인부": "1인"} for work in found)


def test_heads_of_three_rows_tell_columns_of_work_done_apart() -> None:
    found = works(
        "|||시공량(m)||||",
        "구 분|단 위|수 량|얕은 곳||깊은 곳|",
        "|||흙|돌|흙|돌",
        "특 별 인 부|인|2|60|30|50|20",
    )
    assert [described(work)[:2] for work in found] == [
        ("얕은 곳, 흙", "60m"),
        ("얕은 곳, 돌", "30m"),
        ("깊은 곳, 흙", "50m"),
        ("깊은 곳, 돌", "20m"),
    ]


def test_pairs_of_quantity_and_work_done_stay_together() -> None:
    first, second = works(
        "||A-T|ype|B-T|ype",
        "구 분|단 위|수량|시공량(㎡)|수량|시공량(㎡)",
        "포 장 공|인|3||2|",
        "|||400||150",
        "굴 착 기|대|1||-|",
    )
    assert described(first) == ("A-Type", "400㎡", {"포장공": "3인", "굴착기": "1대"})
    assert described(second) == ("B-Type", "150㎡", {"포장공": "2인"})


def test_a_label_in_the_middle_of_its_rows_speaks_for_all_of_them() -> None:
    hand, machine = works(
        "|구 분|규 격|단 위|수 량|시공량(㎡)",
        "|특 별 인 부||인|2|",
        "손 으 로|||||10",
        "|보 통 인 부||인|3|",
        "|특 별 인 부||인|1|",
        "기 계 로|크 레 인|5ton|대|1|80",
        "|보 통 인 부||인|1|",
    )
    assert described(hand) == ("손으로", "10㎡", {"특별인부": "2인", "보통인부": "3인"})
    assert described(machine)[:2] == ("기계로", "80㎡")
    assert len(described(machine)[2]) == 3


def test_persons_and_machines_are_no_variants_of_one_another() -> None:
    [work] = works("|구 분|단 위|수 량", "인 력|용 접 공|인|2", "인 력|보 통 인 부|인|1", "장 비|크 레 인|대|1")
    assert described(work) == ("", "", {"용접공": "2인", "보통인부": "1인", "크레인": "1대"})


def test_labels_that_nobody_can_place_give_no_work() -> None:
    rows = ["구|분|단 위|수 량", "|궤 도 공|인|1", "앞 일|||", "|석 공|인|9", "뒷 일|철 공|인|1", "|궤 도 공|인|7"]
    assert works(*rows, "|석 공|인|3", "|철 공|인|3", "끝 일|||", "|목 공|인|3") == []


def test_a_name_and_its_figure_on_different_rows_are_matched_in_order() -> None:
    low, high = works(
        "구 분|단 위|수 량|시공량(㎡)",
        "조 적 공|인|3|25",
        "높 이|인|1|25",
        "보 통 인 부|||25",
        "높 이 조 적 공|인|3|20",
        "여 기 까 지|인|2|20",
        "보 통 인 부|||20",
        known=Known(frozenset(("조적공", "보통인부"))),
    )
    assert described(low) == ("높이", "25㎡", {"조적공": "3인", "보통인부": "1인"})
    assert described(high) == ("높이 여기까지", "20㎡", {"조적공": "3인", "보통인부": "2인"})


def test_a_trade_without_a_column_of_units_is_counted_in_persons() -> None:
    first, second = works("공 정 별|직 종|수 량", "자 르 기|절 단 공|0.5", "붙 이 기|용 접 공|2.5", "|보 통 인 부|1.0")
    assert described(first) == ("자르기", "", {"절단공": "0.5인"})
    assert described(second) == ("붙이기", "", {"용접공": "2.5인", "보통인부": "1.0인"})


def test_a_unit_for_each_piece_and_a_range() -> None:
    [work] = works("구 분|단 위|수 량", "철 근 공|인/ton|1.2", "특 별 인 부|〃|2∼4")
    assert described(work) == ("", "ton", {"철근공": "1.2인"})
    assert work.more == ("특별인부 2∼4인",)


def test_hours_of_machines_that_a_head_alone_counts() -> None:
    [work] = works("장 비 명|규 격|사용시간(hr)", "크 레 인|5톤|1.3", "용 접 기|15KVA|7.6")
    assert described(work)[2] == {"크레인 5톤": "1.3hr", "용접기 15KVA": "7.6hr"}


def test_each_crew_stands_in_the_middle_of_the_rows_it_does() -> None:
    found = works(
        "구 분|단 위|수 량|관경(㎜)|시공량(개소)", "|||350|5.0", "용 접 공|인|1|400|4.5", "|||450|4.0", "|||500|9.5",
        "용 접 공|인|2|||".rstrip("|") + "||", "|||600|8.0",
    )  # fmt: skip
    assert [described(work) for work in found] == [
        ("350㎜", "5.0개소", {"용접공": "1인"}), ("400㎜", "4.5개소", {"용접공": "1인"}),
        ("450㎜", "4.0개소", {"용접공": "1인"}), ("500㎜", "9.5개소", {"용접공": "2인"}),
        ("600㎜", "8.0개소", {"용접공": "2인"}),
    ]  # fmt: skip


def test_crews_that_cannot_be_placed_give_no_work() -> None:
    assert not works(
        "구 분|단 위|수 량|관경(㎜)|시공량(개소)", "용 접 공|인|1||", "|||350|5.0", "|||400|4.5", "|||450|4.0",
        "용 접 공|인|2||", "|||600|8.0",
    )  # fmt: skip


def test_work_counted_in_square_metres_under_a_head_of_quantities() -> None:
    found = works("|||수량(㎡)|", "구 분|단 위|수 량|10m이하|20m이하", "비 계 공|인|3|55|45", "보 통 인 부|인|1|55|45")
    assert [described(work) for work in found] == [
        ("10m이하", "55㎡", {"비계공": "3인", "보통인부": "1인"}),
        ("20m이하", "45㎡", {"비계공": "3인", "보통인부": "1인"}),
    ]


def test_heads_in_two_cells_and_in_two_lines_around_the_others() -> None:
    found = works(
        "|||시공량(m)|시공량(m)||",
        "구 분|단 위|수 량|높이|4m이하|높이|7m이하",
        "|||설치|해체|설치|해체",
        "철 공|인|3|9|8|7|6",
    )
    assert [described(work)[0] for work in found][1:3] == ["높이 4m이하, 해체", "높이 7m이하, 설치"]
    found = works(
        "|||시공량(㎡)||", "구 분|단 위|수 량||횡단보도,|", "|||실선||파선", "||||주차장|", "철 공|인|2|900|342|450"
    )
    assert [described(work)[:2] for work in found] == [
        ("실선", "900㎡"),
        ("횡단보도,주차장", "342㎡"),
        ("파선", "450㎡"),
    ]


def test_units_for_each_say_where_a_work_of_several_lines_begins() -> None:
    rows = ("조립|철 공|인/ton|1.5", "틀을 포함|용 접 공|〃|2", "|비 계 공|〃|3", "교정|철 공|인/ton|4")
    found = works("작업구분|직 종|단 위|수 량", *rows)
    assert [described(work) for work in found] == [
        ("조립", "ton", {"철공": "1.5인", "용접공": "2인", "비계공": "3인"}),
        ("교정", "ton", {"철공": "4인"}),
    ]
    assert not works("작업구분|직 종|단 위|수 량", *rows[:3], "높은 곳||||".rstrip("|") + "||", rows[3])


def test_work_done_tells_crews_apart_whose_labels_have_two_lines() -> None:
    found = works(
        "구|분|단 위|수 량|시공량(㎡)", "하지철물|용 접 공|인|2|23", "설치|철 공|인|3|23", "패널설치|석 공|인|4|65"
    )
    assert [described(work)[:2] for work in found] == [("하지철물 설치", "23㎡"), ("패널설치", "65㎡")]


def test_per_cent_and_rates_by_the_hour_are_no_quantities() -> None:
    assert not works("직 종|비율(%)", "철 공|37.5", "석 공|62.5")
    assert not works("명칭|단위|작은 것|큰 것", "주연료|ℓ/hr|12|19", "선장|인|1|2")


def test_a_column_of_units_without_a_head_and_one_figure_for_all_columns() -> None:
    rows = ("보 링 공|인|0.1|0.2|0.3", "인 부|인|0.4|0.5|0.6", "착 정 기|시간|0.7|0.8|0.9", "비 트|개||0.04|")
    found = works("종류||100|150|200", *rows, "모 래|㎏|1|2|3")
    assert described(found[2])[2] == {
        "보링공": "0.3인", "인부": "0.6인", "착정기": "0.9시간", "비트": "0.04개", "모래": "3㎏",
    }  # fmt: skip


def test_one_list_has_one_thing_it_is_for_and_each_crew_its_work() -> None:
    assert not works("구분|단위|수량", "모래씻기|㎥/㎡|0.1", "벽돌쌓기|㎥/매|0.2")
    rows = (
        "낙엽수|조 경 공|인|2|36",
        "낙엽수|보 통 인 부|인|1|36",
        "상록수|조 경 공|인|2|56",
        "상록수|보 통 인 부|인|1|56",
    )
    assert len(works("구분|직종|단위|수량|시공량(주)", *rows)) == 2
    assert not works("구분|직종|단위|수량|시공량(주)", *rows, "기계|작업차|대|1|")
