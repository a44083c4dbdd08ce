"""What an answer from passages says, in order: the sentence that answers, then its support, cut where more stops
helping."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from execution_agents.answer.evidence.answering import codes_in, has_code
from execution_agents.answer.evidence.leading import leading
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.computed_line import deadline_said, product_said, with_result
from execution_agents.answer.quoting.extreme_rows import extreme_row
from execution_agents.answer.quoting.lists import Room, is_ended, list_around, step_number
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.cues import topic_words
from foundation.language.grams import grams_of
from foundation.language.particles import with_particle
from foundation.language.polite import polite
from foundation.language.rules.modality import share_said, yes_or_no
from foundation.language.sentences import HANGUL, is_row
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.comparisons import comparing

ALIKE = 0.01
"""Rows whose scores differ by less than this answer equally well."""
YES_OR_NO = {True: {"ko": "네.", "en": "Yes."}, False: {"ko": "아니요.", "en": "No."}}
FRAME = len("“” — **** [1]")
_LEANS_BACK = re.compile(
    r"(?:이(?:것|를|는|때|날|권리|경우|기간|금액|규정)?|그(?:것|때|날|러나|런데|리고|동안|럴|렇)?|다만|또|또한|둘째|셋째|넷째|하나는)(?=[\s,을를은는이가도에]|\S{0,2}\s)"
    r"|(?:this|that|it|they|these|those|he|she|however|then|but|otherwise|also)\b",
    re.IGNORECASE,
)
"""A sentence with such a beginning refers to the one before it."""
_LEADS_ON = re.compile(r"다음|차례|아래|:$|\b(?:following|below)\b", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"[\d.]*")


@dataclass(frozen=True)
class Found:
    """The lines of the passages, and the passages' titles."""

    lines: Sequence[Sentence]
    """Best first."""
    titles: Mapping[int, str]

    def of(self, marker: int) -> list[Sentence]:
        """One passage's, in reading order."""
        return sorted((one for one in self.lines if one.marker == marker), key=lambda one: one.position)


def planned(found: Found, request: AnswerRequest, room: int) -> list[str]:
    """The parts of the answer: the sentence that answers, its support, at most one more passage."""
    best = found.lines[0]
    computed = _computed(best, request)
    whole = [] if computed else whole_list(best, found, request, room)
    if whole:
        return whole
    items = [] if computed else items_around(best, found, room)
    if items:
        return [marked("; ".join(one.text for one in items), best.marker), quoted(found, best.marker, [])]
    said = lead_of(best, request)
    if computed:
        said = f"{computed} {said}"
    else:
        said = with_result(said, found.titles[best.marker], request.question, request.language)
    lead = marked(said, best.marker)
    behind = list_behind(best, found, request)
    if behind:
        return [lead, behind]
    picked = picked_beside(best, found, room - len(lead), request.pack.answering.quoting)
    return [lead, *(quoted(found, marker, lines) for marker, lines in picked.items())]


def _computed(best: Sentence, request: AnswerRequest) -> str:
    """What is computed with the line, where it is known to lead the whole question; of one part of it nothing is."""
    leads = leading(request).leads(request)
    if leads is None or leads[0] != best:
        return ""
    return deadline_said(best, request) or product_said(*leads, request)


def most_of_rows(found: Found, request: AnswerRequest, room: int) -> list[str]:
    """The row of the best line's table that is the most of what is asked for, and the table; empty for no such
    question."""
    best = found.lines[0]
    mine = found.of(best.marker)
    most = extreme_row(best, mine, request.question, request.language)
    rows = list_around(mine, mine.index(best), Room(request.pack.answering.quoting, room)) if most else None
    title = found.titles[best.marker]
    return [most, quote(title, "; ".join(one.text for one in rows or ()), best.marker)] if most else []


def whole_list(best: Sentence, found: Found, request: AnswerRequest, room: int) -> list[str]:
    """A text's own steps from the first, or a table in which no row answers better than the others; empty for any other
    line."""
    mine, title, figures = found.of(best.marker), found.titles[best.marker], request.pack.answering.quoting
    steps = step_number(best) is not None and "steps" in wanted(request.question).asked
    row = is_row(best.text)
    if not steps and not (row and (_alike(best, mine) or not _said_of(best, request))):
        return []
    listed = list_around(mine, mine.index(best), Room(figures, request.pack.answering.longest if steps else room))
    if not listed or len(listed) < 2:
        return []
    if steps:
        return ["\n".join([f"**{title}** [{best.marker}]", "", *(one.text for one in listed)])]
    return [quote(title, "; ".join(one.text for one in listed), best.marker)]


def list_behind(best: Sentence, found: Found, request: AnswerRequest) -> str:
    """The list or table that the sentence introduces (in this order: …), if the question asks what to do."""
    mine, title = found.of(best.marker), found.titles[best.marker]
    at = mine.index(best) + 1
    if at == len(mine) or not (_LEADS_ON.search(best.text) or "steps" in wanted(request.question).asked):
        return ""
    if not is_row(mine[at].text) and step_number(mine[at]) != 1:
        return ""
    listed = list_around(mine, at, Room(request.pack.answering.quoting, request.pack.answering.longest)) or []
    if is_row(mine[at].text):
        return quote(title, "; ".join(one.text for one in listed), best.marker)
    return "\n".join([f"**{title}** [{best.marker}]", "", *(one.text for one in listed)])


def _alike(best: Sentence, mine: Sequence[Sentence]) -> bool:
    """Rows that answer as well as the best one: the whole table is asked for."""
    return sum(bool(one.heads) and one.score >= best.score - ALIKE for one in mine) > 2


def _said_of(row: Sentence, request: AnswerRequest) -> bool:
    """True if a row holds any word of the person's own message, or the code of what the conversation is about; another
    word that was only taken over (Paris after London) selects none."""
    others = comparing(request.question).superlative
    if not others and any(has_code(f"{row.heads} {row.text}", code) for code in codes_in(request.standalone)):
        return True
    return request.standalone == request.question or share_said(request.question, f"{row.heads} {row.text}") > 0


def quote(title: str, text: str, marker: int) -> str:
    """Quoted words of one passage, and their position."""
    return f"“{text}” — **{title}** [{marker}]"


def quoted(found: Found, marker: int, lines: Sequence[Sentence]) -> str:
    """The lines of one passage that support the answer, in reading order; its title alone if there are none."""
    if not lines:
        return f"— **{found.titles[marker]}** [{marker}]"
    text, last = "", None
    for one in lines:
        row = f"{one.heads}; {one.text}" if one.heads and last is None else one.text
        between = "" if last is None else joint(text) if one.position == last + 1 else " … "
        text, last = f"{text}{between}{row}", one.position
    return quote(found.titles[marker], text, marker)


def joint(before: str) -> str:
    """Joins two lines: rows, list items and headings end without a full stop."""
    return " " if is_ended(before) and not is_row(before) else "; "


def items_around(best: Sentence, found: Found, room: int) -> list[Sentence]:
    """The items of a list without full stops (towel; soap; clothes) around the line: they answer together."""
    mine = found.of(best.marker)
    first = last = mine.index(best)
    if any(is_ended(one.text) or is_row(one.text) or step_number(one) for one in mine[first : first + 1]):
        return []
    while first and not is_ended(mine[first - 1].text) and not is_row(mine[first - 1].text):
        first -= 1
    while last + 1 < len(mine) and not is_ended(mine[last + 1].text) and not is_row(mine[last + 1].text):
        last += 1
    run = mine[first : last + 1]
    return run if len(run) > 1 and sum(len(one.text) + 2 for one in run) <= room else []


def marked(sentence: str, marker: int) -> str:
    """A sentence with its marker before the stop."""
    plain = sentence.rstrip()
    stop = plain[-1:] if plain[-1:] in ".。" else ""
    return f"{plain.removesuffix(stop) if stop else plain} [{marker}]{stop}"


def picked_beside(best: Sentence, found: Found, room: int, figures: QuotingFigures) -> dict[int, list[Sentence]]:
    """Marker -> the lines quoted with the best one: the sentence it refers to, lines that answer nearly as well, from
    its own passage and at most one other, then those next to it; as far as there is room."""
    mine, most = found.of(best.marker), best.score
    at, left = mine.index(best), room - len(found.titles[best.marker]) - FRAME
    picked: dict[int, list[Sentence]] = {best.marker: []}

    def pick(one: Sentence) -> None:
        nonlocal left
        added = 0 if one.marker in picked else len(found.titles[one.marker]) + FRAME
        fits = len(one.text) + added <= left and (one.marker in picked or len(picked) < figures.passages)
        if fits and one is not best and one not in picked.get(one.marker, []):
            picked.setdefault(one.marker, []).append(one)
            left -= len(one.text) + added

    if at and _LEANS_BACK.match(best.text):
        pick(mine[at - 1])
    for one in found.lines[1:]:
        if one.score >= figures.near_answer / 1000 * most:
            pick(one)
    beside = sorted(mine[max(0, at - 1) : at + 3], key=lambda one: one.score, reverse=True)
    for one in beside:
        # The heading of the next part ends without a full stop.
        if one.score >= figures.support / 1000 * most and is_ended(one.text) and not is_row(one.text):
            pick(one)
    return {marker: sorted(lines, key=lambda one: one.position) for marker, lines in picked.items()}


def lead_of(line: Sentence, request: AnswerRequest) -> str:
    """The answering sentence as it is shown; with a yes or no before it if it decides one."""
    text = line.text
    if line.heads:
        return row_said(line, request)
    if len(text) > request.pack.answering.quoting.shown:
        return f"“{ended(text, request.pack.answering.quoting.shown)}”"
    korean = HANGUL.search(text) is not None
    if korean != (request.language == "ko"):
        return f"“{text}”"
    said = polite(text) if korean else text
    decided = yes_or_no(request.question, text, request.pack.answering.quoting.decides / 1000)
    if decided is None or wanted(request.question).outright:
        return said
    return f"{YES_OR_NO[decided]['ko' if korean else 'en']} {said}"


def row_said(line: Sentence, request: AnswerRequest) -> str:
    """A row in words: its label, and the requested cells under their heads."""
    cells, heads = line.text.split(" | "), line.heads.split(" | ")
    if len(cells) < 2 or len(cells) != len(heads):
        return line.text
    start = 2 if len(cells) > 2 and _BARE_NUMBER.fullmatch(cells[0]) else 1
    key, pairs = cells[start - 1], list(zip(heads[start:], cells[start:], strict=True))
    called = _called(request, key, [head for head, _ in pairs])
    asked = grams_of(request.standalone)
    shares = [len(grams_of(head) & asked) / (len(grams_of(head)) or 1) for head, _ in pairs]
    # A column named with its own value is a condition (the North warehouse), and another one is asked for.
    said = request.standalone.lower()
    kept = [pair for pair in pairs if pair[0] in called and not _is_said(pair[1].lower(), said)] or [
        pair for pair, share in zip(pairs, shares, strict=True) if share >= 0.5 and not _is_said(pair[1].lower(), said)
    ]
    if not kept:
        wants = wanted(request.question)
        kept = [pair for pair in pairs if wants.tells(pair[1])] or pairs
    if len(kept) == 1 and request.language == "ko" and HANGUL.search(line.heads):
        head, cell = kept[0]
        return f"{key}의 {with_particle(head, '은', '는')} {cell}입니다."
    if len(pairs) == 1:
        return f"{key}: {pairs[0][1]}"
    return f"{key}: {', '.join(f'{head} {cell}' for head, cell in kept)}"


def _called(request: AnswerRequest, key: str, heads: Sequence[str]) -> list[str]:
    """The columns that a follow-up's own words call and not all others (활성탄은요: 입상활성탄 흡착지), whatever
    column the question before it asked for."""
    if request.question == request.standalone:
        return []
    words = [one.lower() for one in topic_words(request.question) if one.lower() not in key.lower()]
    called = {
        word: [
            head
            for head in heads
            if (re.search(rf"\b{re.escape(word)}", head, re.I) if word.isascii() else word in head)
        ]
        for word in words
        if len(word) > (2 if word.isascii() else 1)
    }
    return [head for found in called.values() if len(found) < len(heads) for head in found]


def _is_said(cell: str, question: str) -> bool:
    # Korean endings follow a word at once; a longer number or English word is another one (10 is not said by 100).
    return len(cell) > 1 and re.search(rf"(?<!\w){re.escape(cell)}(?![0-9A-Za-z])", question) is not None


def ended(text: str, longest: int) -> str:
    """The text if it fits; a sentence that is too long by itself is cut after a word and marked as continuing."""
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    return f"{head[: head.rfind(' ')] if ' ' in head[longest // 2 :] else head}…"
