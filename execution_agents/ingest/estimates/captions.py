"""What stands over a table: the unit its quantities are for, and the part of the item it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from execution_agents.ingest.estimates.cells import figure, joined, unit_of

_PER = re.compile(r"\(([^()]*)당(?:\s*[:：,][^()]*)?\)\s*$")
_FIGURE = re.compile(r"(\d[\d,.]*)?\s*([^\d\s/.,]{1,12})$")
_OF = re.compile(r"\(([^()]*)\)$")
_HEADING = re.compile(r"(?:^|\s)(\d{1,2}|[가-하])\s?\.\s(?=\S)")
_REFERENCE = re.compile(r"^(?:\[참고 ?자?료?\]|[◦∘○•<])\s*(\S.*)$")
_REMARK = re.compile(r"^\s*(?:\[주\]|비\s*고|[①-⑳]|[㉮-㉻]|※|-\s)")
_FOLIO = re.compile(r"^(?:→|\d*\s*제\s*\d+\s*장\s.*|.*\s제\s*\d+\s*장)$")
_SENTENCE = re.compile(r"(?:다|임|음|함)\s?\.\)?(?:\s|$)")
_EXAMPLE = re.compile(r"[\[<][^\[\]<>]{0,8}예\s?[\]>]")
"""[계산예], [설계 예]: what follows is an example, and no standard."""
_MARK = re.compile(r"^\s*(?:\[주\]|비\s*고|[①-⑳]|[㉮-㉻]|※|-)\s*")
_ASIDE = re.compile(r"(?<=\S)\s*비\s?고$")
_CASE = re.compile(r"^(.{2,40}?) ?경우")
LONGEST = 40
"""Characters of a part's name."""
LONGEST_UNIT = 200
"""Characters at the end of a text that may say what its quantities are for."""


@dataclass
class Caption:
    """Carried from paragraph to paragraph of one item."""

    division: str = ""
    base: str = ""
    unit: str = ""
    part: str = ""
    """1. 지주 설치"""
    side: str = ""
    """가. 인력편성"""
    case: str = ""
    """What the remark right above brings a table of its own for."""
    example: bool = False
    """Within an example, which goes on to the part after the one it stands in."""
    _number: int = 0
    _pages: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        name = re.escape(self.division)
        self._pages = re.compile(rf"(?:^|(?<=\s))\d+\s{name}(?=\s|$)|(?<=\s){name}$" if name else r"(?!)")

    @property
    def parts(self) -> tuple[str, ...]:
        """The item's part and what is inside it."""
        return tuple(one for one in (self.part, self.side, self.case) if one)

    def take(self, text: str) -> bool:
        """Hears one paragraph. True: it is a caption or a page's number, and nothing else."""
        before = _EXAMPLE.split(text)[0]
        if before != text:
            self.example = False
            self.take(before)
            self.example = True
            return False
        plain = _ASIDE.sub("", " ".join(self._pages.sub(" ", text).split()))
        if not plain or _FOLIO.match(plain):
            return True
        tail = plain[max((match.end() for match in _SENTENCE.finditer(plain)), default=0) :].strip()
        self.case = self._case_of(plain, tail)
        heard = bool(tail) and self._hear(tail)
        return heard and tail == plain and not _REMARK.match(plain)

    def _hear(self, tail: str) -> bool:
        per = per_of(tail)
        bare = _OF.sub("", tail).strip() if per else tail
        marks = list(_HEADING.finditer(bare))
        reference = _REFERENCE.match(bare)
        if reference:
            self.side = _cut(reference[1])
        elif marks and (marks[0].start() == 0 or not _REMARK.match(bare)):
            for at, mark in enumerate(marks):
                end = marks[at + 1].start() if at + 1 < len(marks) else len(bare)
                self._head(mark[1], bare[mark.end() : end])
        if per and not self.example:
            self.base, self.unit = per
        return bool(per or reference or marks)

    def _head(self, mark: str, text: str) -> None:
        name = _cut(re.split(r"[①-⑳(]\s*(?=['‘’]\d\d)|[①-⑳]", text)[0])
        if self.example and not (mark.isdigit() and 0 < self._number == int(mark) - 1):
            return
        self.example = False
        if mark.isdigit():
            self._number = int(mark)
            self.part, self.side, self.base, self.unit = name, "", "", ""
        else:
            self.side = name

    def _case_of(self, plain: str, tail: str) -> str:
        """`좌대 설치가 필요한 경우` of a remark that ends with what follows."""
        if tail and not _OF.fullmatch(tail):
            return ""
        *_, last = [
            one
            for one in re.split(r"(?<=다\.)\s|(?=[①-⑳])|(?<=\s)(?=- )", plain[: len(plain) - len(tail)])
            if one.strip()
        ] or [""]
        match = _CASE.match(_MARK.sub("", last.strip()))
        return f"{match[1]} 경우" if match and re.search(r"다음|아래", last) else ""


def per_of(tail: str) -> tuple[str, str] | None:
    """(base, unit) at the end of a text: (10㎡당), (용접길이 1m당), (연면적 ㎡)."""
    end = tail[-LONGEST_UNIT:]
    per = _PER.search(end)
    of = None if per else _OF.search(end)
    said = per[1] if per else of[1] if of else ""
    match = _FIGURE.search(said.strip())
    if not match or (not per and (not unit_of(match[2]) or not tail.startswith("(") or match[2] == "인")):
        return None
    base = (match[1] or "").replace(",", "")
    return base if figure(base) is not None else "", match[2]


def _cut(text: str) -> str:
    plain = joined(" ".join(text.split())).strip(" :.(<>")
    return plain if len(plain) <= LONGEST else plain[:LONGEST].rsplit(" ", 1)[0]
