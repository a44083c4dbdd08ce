"""First sentences in Korean, the fullest first: the first that fits is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.analysis.cells import date_words
from execution_agents.analysis.wording.words import Scale, Words
from foundation.contracts.operations import ResultRow
from foundation.language.figures.money import plain
from foundation.language.particles import with_particle

_ADJECTIVES: Mapping[Scale, tuple[tuple[str, str, str], tuple[str, str, str]]] = {
    "money": (("비쌉니다", "비싼", "비쌌던"), ("쌉니다", "싼", "쌌던")),
    "count": (("많습니다", "많은", "많았던"), ("적습니다", "적은", "적었던")),
    "size": (("넓습니다", "넓은", "넓었던"), ("좁습니다", "좁은", "좁았던")),
    "length": (("깁니다", "긴", "길었던"), ("짧습니다", "짧은", "짧았던")),
    "level": (("높습니다", "높은", "높았던"), ("낮습니다", "낮은", "낮았던")),
}
_DAY = len("2026-01-31")


def value(words: Words) -> tuple[str, ...]:
    """수성구 매매 평균은 7억 2,009만원입니다 (2026년 1월, 86건) [4]."""
    return tuple(_values(words, rows) for rows in words.choices())


def _values(words: Words, rows: Sequence[ResultRow]) -> str:
    values: list[str] = []
    for row in rows:
        cells = words.value_cells(row)
        about = words.subject(row, label=cells[0].label)
        head = " ".join(part for part in (about, cells[0].label) if part)
        rest = "".join(f", {cell.label} {cell.shown}" for cell in cells[1:])
        values.append(f"{with_particle(head, '은', '는')} {cells[0].shown}{rest}")
    counted = f"{words.size(rows[0])}건" if len(rows) == 1 and words.size(rows[0]) else ""
    return f"{', '.join(values)}입니다{aside(words.when(rows), counted)} {words.cited(rows)}."


def aside(*parts: str) -> str:
    """The text in parentheses; "" for an empty text."""
    text = ", ".join(part for part in parts if part)
    return f" ({text})" if text else ""


def comparison(words: Words) -> tuple[str, ...]:
    """전세 보증금 평균은 마포구가 2억 8,889만원 더 비쌉니다 (2026년 2월) [4][8]."""
    top, bottom = words.outcome.rows[0], words.outcome.rows[-1]
    end = f"{aside('' if words.by_time else words.when((top, bottom)))} {words.cited((top, bottom))}."
    found, about = words.figures(), with_particle(words.about(), "은", "는")
    one, other = words.key(top), words.key(bottom)
    if not found["difference"].value:
        return (
            f"{about} {with_particle(one, '과', '와')} {with_particle(other, '이', '가')} "
            f"{with_particle(words.value(top.figure), '으로', '로')} 같습니다{end}",
        )
    if words.material.asked.ratio and "ratio" in found:
        times = plain(found["ratio"].value)
        return (f"{about} {with_particle(one, '이', '가')} {other}의 {times}배입니다{end}",)
    if words.material.asked.part and "part" in found:
        share = f"{with_particle(other, '은', '는')} {one}의 {plain(found['part'].value)}%입니다"
        return (f"{about} {share} ({words.value(bottom.figure)}, {words.value(top.figure)}){end}",)
    adjective = _ADJECTIVES[words.scale][words.low][0]
    amount = words.value(found["difference"])
    if top.figure.unit == "percent":
        amount = f"{plain(found['difference'].value)}%p"
    share = found.get("less" if words.low else "percent")
    if words.material.asked.per_cent and share is not None:
        amount = f"{plain(share.value)}%({amount})"
    said = with_particle(other if words.low else one, "이", "가")
    beside = f"{one} {words.value(top.figure)}, {other} {words.value(bottom.figure)}"
    return (
        f"{about} {said} {amount} 더 {adjective}: {beside}{end}",
        f"{about} {said} {amount} 더 {adjective}{end}",
    )


def change(words: Words) -> tuple[str, ...]:
    """수성구 매매 평균은 1억 5,910만원(22.1%) 내렸습니다 (2026년 1월 7억 … → 2026년 2월 5억 …) [1][2]."""
    first, last = words.outcome.rows[0], words.outcome.rows[-1]
    found, cited = words.figures(), words.cited((first, last))
    difference, unit = found["difference"].value, first.figure.unit
    about = with_particle(" ".join(part for part in (words.subject(last), words.metric) if part), "은", "는")
    then, now = date_words(first.time, "ko"), date_words(last.time, "ko")
    if not difference:
        same = with_particle(words.value(last.figure), "으로", "로")
        return (f"{about} {with_particle(then, '과', '와')} {now}에 {same} 같습니다 {cited}.",)
    if words.material.asked.ratio and "ratio" in found:
        times = f"{now}이 {then}의 {plain(found['ratio'].value)}배입니다"
        figures = f"{words.value(first.figure)} → {words.value(last.figure)}"
        return (f"{about} {times} ({figures}) {cited}.", f"{about} {times} {cited}.")
    moved = _moved(unit is None, difference > 0)
    share = f"({plain(abs(found['percent'].value))}%)" if "percent" in found and unit != "percent" else ""
    amount = words.number(abs(difference), unit) if unit != "percent" else f"{plain(abs(difference))}%p"
    span = f"{then} {words.value(first.figure)} → {now} {words.value(last.figure)}"
    return (
        f"{about} {amount}{share} {moved} ({span}) {cited}.",
        f"{about} {amount}{share} {moved} ({then} → {now}) {cited}.",
    )


def moved(words: Words) -> tuple[str, ...]:
    """매매 평균이 가장 많이 오른 곳은 강남구로, 8,671만원 올랐습니다 (9월 20억 … → 2월 21억 …) [20][3]."""
    rows, best = words.outcome.rows, words.outcome.rows[0]
    up, level = words.material.asked.moved_most == "high", best.figure.unit is None
    (then, before), (now, after) = words.ends(best)
    span, cited = f"{then} {before} → {now} {after}", words.cited((best,))
    about = with_particle(words.about(), "이", "가")
    verb, thing = _verb(level, up), _thing(words)
    if (best.figure.value <= 0) if up else (best.figure.value >= 0):
        other = "그대로인" if not best.figure.value else f"가장 적게 {_verb(best.figure.unit is None, not up)}"
        least = f"{other} {with_particle(thing, '은', '는')} {words.key(best)}입니다"
        none = f"{about} {verb} {with_particle(thing, '이', '가')} 없습니다"
        return (f"{none}: {least} ({span}) {cited}.", f"{none} ({span}) {cited}.")
    if (words.material.asked.first or 0) > 1 and len(rows) > 1:
        listed = ", ".join(f"{words.key(row)} {words.signed(row.figure)}" for row in rows)
        whole = f"{about} 많이 {verb} 순서: {listed} ({then} → {now}) {words.cited(rows, 6)}."
        if len(rows) < 5:
            return (whole, *_moved_most(words, span, verb))
    return _moved_most(words, span, verb)


def _moved_most(words: Words, span: str, verb: str) -> tuple[str, ...]:
    best = words.outcome.rows[0]
    (then, _), (now, _) = words.ends(best)
    head = f"{with_particle(words.about(), '이', '가')} 가장 많이 {verb} {with_particle(_thing(words), '은', '는')}"
    said = f"{with_particle(words.key(best), '으로', '로')}, {words.amount(best.figure)}"
    said = f"{said} {_moved(best.figure.unit is None, words.material.asked.moved_most == 'high')}"
    cited = words.cited((best,))
    return (f"{head} {said} ({span}) {cited}.", f"{head} {said} ({then} → {now}) {cited}.")


def _verb(level: bool, up: bool) -> str:
    if level:
        return "높아진" if up else "낮아진"
    return "오른" if up else "내린"


def _thing(words: Words) -> str:
    return "곳" if words.by_place else "것"


def _moved(level: bool, up: bool) -> str:
    """A price goes up, a level becomes higher."""
    if level:
        return "높아졌습니다" if up else "낮아졌습니다"
    return "올랐습니다" if up else "내렸습니다"


def extreme(words: Words) -> tuple[str, ...]:
    """가장 높았던 날은 2026년 7월 8일(181.9 NTU)입니다 [25]."""
    best = words.outcome.rows[0]
    _, now, then = _ADJECTIVES[words.scale][words.low]
    shown, key, cited = words.value(best.figure), words.key(best), words.cited((best,))
    about = " ".join(part for part in (words.subject(best), words.metric) if part) if words.by_time else words.about()
    head = f"{with_particle(about, '이', '가')} " if about else ""
    if words.by_time:
        thing = "날은" if len(best.time) == _DAY else "달은"
        return (
            f"{head}가장 {then} {thing} {key}({shown})입니다 {cited}.",
            f"가장 {then} {thing} {key}({shown})입니다 {cited}.",
        )
    thing = "곳은" if words.by_place else "거래는" if words.by_event and words.scale == "money" else "것은"
    end = f"{with_particle(key, '으로', '로')}, {shown}입니다{aside(words.when((best,)))} {cited}."
    return (f"{head}가장 {now} {thing} {end}", f"가장 {now} {thing} {end}")


def rank(words: Words) -> tuple[str, ...]:
    """전세 보증금 평균이 싼 순서: 송파구 7억 2,890만원, … (2026년 2월) [1][2][3]."""
    rows = words.outcome.rows
    adjective = _ADJECTIVES[words.scale][words.low][1]
    listed = ", ".join(_named(words, row) for row in rows)
    end = f"{listed}{aside(words.when(rows))} {words.cited(rows, 6)}."
    whole = f"{with_particle(words.about(), '이', '가')} {adjective} 순서: {end}"
    return (whole, *extreme(words)) if len(rows) < 5 else extreme(words)


def _named(words: Words, row: ResultRow) -> str:
    return f"{words.key(row)} {words.value(row.figure)}"
