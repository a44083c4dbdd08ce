"""A question composed of an earlier one and a follow-up is made of whole, unchanged parts: no word of the earlier one
is lost, no denial, no capital of a code; a value gives way only to one of its kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.slots import find_mentions
from foundation.language import lexicon
from foundation.language.beside import BESIDE, before_it
from foundation.language.cues import language_of
from foundation.language.figures.reader import figures_of
from supervisor.planning.following.topic import LONGEST, earlier_question
from supervisor.planning.understanding import understand
from tests.foundation.domains.small_pack import NOW
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACKS = {name: load_pack(shipped_packs() / name) for name in ("real_estate", "water_treatment", "handbook")}
STRANGERS = Path(__file__).parents[4] / "evaluations" / "strangers" / "pairs-2.jsonl"
FOLLOW_UPS = {
    "ko": ("그럼 서초구는?", "비용은?", "그건 왜 그래?", "10%면?"),
    "en": ("and in Berlin?", "Why is that?", "what about August?", "And for 3 weeks?"),
}


def said(pack: str) -> Iterator[str]:
    """The messages of a pack's pairs, and of the strangers' pairs about it."""
    for path in (shipped_packs() / pack / "labels" / "pairs.jsonl", STRANGERS):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["pack"] == pack and "say" in one:
                yield one["say"]


def kinds(text: str, pack: str) -> set[str]:
    """What the values of a text are: slots, kinds of figures."""
    slots = {mention.slot for mention in find_mentions(text, PACKS[pack], NOW)}
    return slots | {figure.kind for figure in figures_of(text)}


def lost(earlier: str, composed: str, pack: str) -> list[str]:
    """The parts of an earlier question that the composed one neither holds nor exchanges for one of their kind."""
    old, new = earlier.split(), composed.split()
    found: list[str] = []
    for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, instead = " ".join(old[start:end]), " ".join(new[first:last])
        exchanged = what == "replace" and kinds(before, pack) & kinds(instead, pack)
        inserted = what == "insert" and start not in (0, len(old))
        if inserted or (what in ("replace", "delete") and not exchanged):
            found.append(f"{before!r} -> {instead!r}")
    if len(lexicon.NEGATION.findall(composed)) < len(lexicon.NEGATION.findall(earlier)):
        found.append("a denial")
    return found


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_of_an_earlier_question_is_cut_or_glued(pack: str) -> None:
    broken: list[str] = []
    composed = 0
    for earlier in said(pack):
        [first] = talk(earlier, pack=PACKS[pack])
        for follow_up in FOLLOW_UPS[language_of(earlier)]:
            last = understand(context_of(follow_up, [exchange_of(first)], pack=PACKS[pack])).standalone
            if BESIDE not in last and last.endswith(follow_up):
                continue  # It stands alone.
            composed += 1
            broken += [f"{last}: {part}" for part in lost(earlier, before_it(last, follow_up), pack)]
            assert BESIDE not in last or last.endswith(follow_up)
    assert not broken
    assert composed > len(list(said(pack)))


@pytest.mark.parametrize(
    ("pack", "earlier", "follow_up", "standalone"),
    [
        (
            "real_estate",
            "강아지 못 키우게 할 수 있어?",
            "그럼 고양이는?",
            "강아지 못 키우게 할 수 있어? → 그럼 고양이는?",
        ),
        ("real_estate", "못 자국도 원상복구해?", "비용은?", "못 자국도 원상복구해? → 비용은?"),
        ("real_estate", "권리금 회수 방해", "상가는?", "권리금 회수 방해 → 상가는?"),
        ("real_estate", "생애최초 주택구입대출 한도", "전세는?", "생애최초 주택구입대출 한도 → 전세는?"),
        ("real_estate", "마포구 아파트 전세 평균 얼마야?", "월세는?", "마포구 아파트 월세 평균 얼마야?"),
        ("handbook", "When is the fire alarm tested?", "why is that?", "When is the fire alarm tested? → why is that?"),
        ("handbook", "SEV1 reaction time", "why is that?", "SEV1 reaction time → why is that?"),
        ("water_treatment", "what does alarm WQ-302 mean", "and 301?", "what does alarm 301 mean → and 301?"),
    ],
)
def test_the_earlier_question_stays_whole(pack: str, earlier: str, follow_up: str, standalone: str) -> None:
    assert talk(earlier, follow_up, pack=PACKS[pack])[-1].standalone == standalone


def test_a_question_with_an_arrow_of_its_own_stays_whole() -> None:
    [first] = talk("강남구 → 서초구로 이사하면 전세가 얼마나 차이 나?", pack=PACKS["real_estate"])
    assert earlier_question(exchange_of(first)) == first.question


def test_of_a_long_message_the_first_sentence_is_set_before() -> None:
    pasted = "집주인이 보증금을 안 돌려줘요. " + "계약서 내용입니다. " * LONGEST
    [first] = talk(pasted, pack=PACKS["real_estate"])
    assert earlier_question(exchange_of(first)) == "집주인이 보증금을 안 돌려줘요."
