"""The kinds of facts that are quoted word for word: those every pack has, and those a pack declares (`facts`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from foundation.domains.schema.facts import Fact
from foundation.domains.schema.pack import Pack
from foundation.language.particles import with_particle

_DATE = r"(\d{4}\s*년\s*\d{1,2}\s*월\s*\d{1,2}\s*일|\d{4}-\d{1,2}-\d{1,2}|\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?)"
_NAMED = r"\s*(?:은|는|이|가|:|：|=|\||is|\s)\s*[\"'“‘`]?"


@dataclass(frozen=True)
class FactKind:
    """One kind of fact."""

    asked: re.Pattern[str]
    """In the question."""
    held: re.Pattern[str]
    """In a context; its group is the value."""
    label: Mapping[str, str]
    declared: str = ""
    """Its name, where a pack declares it."""


def kind(asked: str, held: str, ko: str, en: str) -> FactKind:
    """One line of the table."""
    return FactKind(re.compile(asked, re.IGNORECASE), re.compile(held, re.IGNORECASE), {"ko": ko, "en": en})


KINDS: tuple[FactKind, ...] = (
    kind(
        r"(?<![A-Za-z])URL(?![A-Za-z])|홈페이지|웹\s?사이트|접속\s?주소|웹\s?주소|인터넷\s?주소|web\s?(?:site|address)",
        r"((?:https?://|www\.)[^\s<>()\[\]\"'`|,]+[^\s<>()\[\]\"'`|,.])",
        "주소는",
        "address",
    ),
    kind(
        r"포트(?:\s?번호)?|(?<![A-Za-z])port(?![A-Za-z])",
        r"(?:포트(?:\s?번호)?|\bport)(?:\s*(?:은|는|:|：|=|\||is|번호|number)\s*|\s+)(\d{2,5})(?!\d)",
        "포트는",
        "port",
    ),
    kind(
        r"이메일|메일\s?주소|e-?mail",
        r"(?<![\w.+-])([A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,64}(?:\.[A-Za-z0-9-]{1,64}){1,8})",
        "이메일 주소는",
        "e-mail address",
    ),
    kind(
        r"내선|(?<![A-Za-z])extension(?![A-Za-z])",
        r"(?:내선(?:\s?번호)?|\bext(?:ension\b|\.)?)(?:\s*(?:은|는|:|：|=|\||is|number)\s*|\s*)(\d{2,5})(?![\d-])",
        "내선 번호는",
        "extension",
    ),
    kind(
        r"전화\s?번호|연락처|대표\s?번호|(?:tele)?phone",
        r"(?<![\d-])(0\d{1,4}-\d{3,4}-\d{4}|1\d{3}-\d{4}|\d{3,4}-\d{4}"
        r"|\+\d{1,3}(?:(?:-\d{1,4}){2,4}|(?: \d{1,4}){2,3}(?!\s?[년월일시분])))(?![\d-])",
        "전화번호는",
        "telephone number",
    ),
    kind(
        r"(?<![A-Za-z])IP(?![A-Za-z])|아이피",
        r"(?<![\d.])((?:\d{1,3}\.){3}\d{1,3})(?![\d.])",
        "IP 주소는",
        "IP address",
    ),
    kind(
        r"계정|아이디|사용자\s?(?:명|이름)|(?<![A-Za-z])account(?![A-Za-z])|\buser\s?name|(?<![A-Za-z])ID(?![A-Za-z])",
        rf"(?:계정(?:명|\s?이름)?|아이디|사용자\s?(?:명|이름)|\baccount|\buser\s?name|\bID){_NAMED}"
        r"([A-Za-z][A-Za-z0-9_.@-]{1,40})(?=[\s\"'”’`,.|)은는이가으로를]|$)",
        "계정은",
        "account",
    ),
    kind(
        r"버전|(?<![A-Za-z])version(?![A-Za-z])",
        r"(?:버전|\bversion)(?:\s*(?:은|는|:|：|=|\||is)\s*|\s+)v?(\d{1,4}(?:\.\d{1,6}){1,3})(?![\d.]*\d)",
        "버전은",
        "version",
    ),
    kind(
        r"시행\s?일|개정\s?일|발행\s?일|작성\s?일|제정\s?일|준공\s?일|설치\s?일|effective\s+date|revision\s+date|issued?\s+on",
        rf"(?:시행|개정|발행|작성|제정|준공|설치|effective|revision|revised|issued|date)[^.\n\d]{{0,24}}{_DATE}",
        "날짜는",
        "date",
    ),
)
DATES = KINDS[-1]
"""If one thing has several days, the word before the date says which is meant."""


LONGEST_READ = 2_000
"""Characters of a sentence that a pack's own pattern is matched against, so that its time does not grow with the
file."""


def asked_kinds(question: str, pack: Pack) -> Sequence[FactKind]:
    """The kinds a question asks for: the pack's own, else those every pack has."""
    own = [each for each in map(declared, pack.facts) if each.asked.search(question)]
    return own or [each for each in KINDS if each.asked.search(question)]


@lru_cache(maxsize=256)
def _declared(name: str, asked: tuple[str, ...], held: str, ko: str, en: str) -> FactKind:
    words = "|".join(_word(one) for one in asked)
    label = {"ko": with_particle(ko, "은", "는"), "en": en}
    return FactKind(re.compile(words, re.IGNORECASE), re.compile(held, re.IGNORECASE), label, name)


def declared(fact: Fact) -> FactKind:
    """A kind of the pack's, ready to be looked for."""
    any_label = next(iter(fact.label.values()), fact.name)
    return _declared(fact.name, fact.asked, fact.held, fact.label.get("ko", any_label), fact.label.get("en", any_label))


def _word(asked: str) -> str:
    """Spaces may be left out; an English word must be a whole word."""
    parts = r"\s?".join(re.escape(part) for part in asked.split())
    return rf"(?<![A-Za-z]){parts}s?(?![A-Za-z])" if asked.isascii() else parts
