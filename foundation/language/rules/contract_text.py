"""Telling a contract's text from the message around it, and its sentences with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

_START = re.compile(
    r"^[^\S\n]*(?:[#>*•○●◦▪-][^\S\n]*)*(?:제\s?\d+\s?조(?:의\s?\d+)?|\(?\d{1,2}[.)](?=\s|[가-힣A-Za-z])|[①-⑳]|[가-하][.)]\s|(?:특약|조항)\s?\d+|(?:Article|Section|Clause)\s+\d+)",
    re.MULTILINE | re.IGNORECASE,
)
"""The beginning of a clause."""
_HEADING = re.compile(
    r"^[^\S\n]*(?:[#>*•-][^\S\n]*)*(?P<number>제\s?\d+\s?조(?:의\s?\d+)?)[^\S\n]*(?:[(\[【](?P<title>[^)\]】\n]{1,40})[)\]】])?"
)
_PREFIX = re.compile(
    r"^[^\S\n]*(?:[#>*•○●◦▪-][^\S\n]*)*(?:제\s?\d+\s?조(?:의\s?\d+)?[^\S\n]*(?:[(\[【][^)\]】\n]{1,40}[)\]】])?[.:]?|\(?\d{1,2}[.)](?=\s|[가-힣A-Za-z])|[①-⑳]|[가-하][.)](?=\s)|(?:특약|조항)\s?\d+\s?[.:)]?)\s*"
)
_STOP = re.compile(r"(?<=[다음함됨임요짐])[.。]\s*|(?<=[.!?])\s+(?=[A-Z\"“①-⑳])|(?<=[다음함됨임])\s*(?=[①-⑳])|\n+")
CLAUSES = 3
"""Clauses from which a text is a contract."""
LONG = 350
"""Characters from which a text of several lines is one, if it speaks as contracts do."""
_CONTRACT = re.compile(
    r"임대인|임차인|매도인|매수인|계약|특약|\b(?:landlord|tenant|lessor|lessee|agreement|party|parties)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:검토|봐\s?줘|봐\s?주|확인|괜찮|문제|불리|살펴|점검|어때|있나|있어|있는지|될까|되나|해\s?줘|해\s?주세요|부탁|\?|review|check|look|please|fair|ok)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ContractSentence:
    """One sentence of a contract."""

    text: str
    start: int
    end: int
    title: str = ""
    """Title of its clause."""


@dataclass(frozen=True)
class Pasted:
    """A message that carries a contract."""

    asked: str
    """The person's own text beside it; "" if there is none."""
    contract: str


def pasted_contract(message: str) -> Pasted | None:
    """The contract a message carries; None where it carries none."""
    starts = [match.start() for match in _START.finditer(message)]
    lines = [line for line in message.split("\n") if line.strip()]
    long = len(message) >= LONG and len(lines) > 3
    if not _CONTRACT.search(message) or (len(starts) < CLAUSES and not long):
        return None
    before, body = _asked_before(message)
    body, behind = _asked_behind(body)
    if len(body) < 40:
        return None
    return Pasted(" ".join(part for part in (before, behind) if part), body)


def _asked_before(message: str) -> tuple[str, str]:
    head, rest = _line_of(message.strip("\n"))
    plain = head.strip(" \t\"'“”:")
    if len(plain) <= 120 and _ASKS.search(plain) and not _START.match(head):
        return plain, rest.strip("\n")
    return "", message.strip("\n")


def _line_of(text: str) -> tuple[str, str]:
    head, _, rest = text.partition("\n")
    return head, rest


def _asked_behind(body: str) -> tuple[str, str]:
    rest, _, tail = body.rstrip().rpartition("\n")
    plain = tail.strip(" \t\"'“”")
    if (
        rest
        and len(plain) <= 120
        and _ASKS.search(plain)
        and not _START.match(tail)
        and not plain.endswith(("다.", "다", "함.", "함"))
    ):
        return rest, plain
    return body, ""


def contract_sentences(text: str) -> list[ContractSentence]:
    """Every sentence of a contract with its place, and the title of its clause."""
    found: list[ContractSentence] = []
    title = ""
    for start, end in _spans(text):
        piece = text[start:end]
        if heading := _HEADING.match(piece):
            title = (heading["title"] or "").strip()
        prefix = _PREFIX.match(piece)
        at = start + (prefix.end() if prefix else 0)
        words = text[at:end].strip()
        if len(words) < 4:
            continue
        at = text.index(words, at)
        found.append(ContractSentence(words, at, at + len(words), title))
    return found


def _spans(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for match in _STOP.finditer(text):
        end = match.end() if text[match.start() : match.start() + 1] in ".。" else match.start()
        if text[start:end].strip():
            found.append((start, end))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    return found
