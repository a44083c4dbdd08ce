"""What people could ask of a folder: its typical words, nouns its headings end with, questions to begin with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest

from execution_agents.ingest.proposal.folder import DocumentSeen, FolderSeen
from execution_agents.ingest.proposal.tables import TableSeen, figures_of, said_of
from foundation.language.content import content_words
from foundation.language.particles import with_particle
from foundation.language.script import language_of

MOST_WORDS = 60
"""Of documents or of a table. With 400 words of 150 web pages more questions of other fields were taken for theirs: 14
right and 15 wrong of 30, against 16 and 7."""
MOST_NOUNS = 12
MOST_QUESTIONS = 12
_NUMBERING = re.compile(
    r"^(?:제\s?\d+\s?[편장절관조](?:의\s?\d+)?|[\dIVX]+(?:[.\-]\d+)*[.)]?|[가-하][.)]|[①-⑳(]\S*)\s+|^\W+"
)
_ASKS = re.compile(r"\?$|(?:까|나요|가요)\s*\??$")
_ARTICLE = re.compile(r"제\s?\d+조(?:의\s?\d+)*\s*[(\[【]([^()\[\]]+)[)\]】]")
_CODE = re.compile(r"[`*_<>|{}\[\]()]|://|\d\.\d|[@#$]")
_ENOUGH_WORDS = 3
_SHARED_BY = 3
"""Headings that must end with one noun, after different words, for it to be the noun of a kind."""


def words_of_documents(seen: FolderSeen) -> list[str]:
    """Words of titles and headings, those of most documents first."""
    counted: Counter[str] = Counter()
    for document in seen.documents:
        counted.update({word for line in (document.title, *document.headings) for word in _words(line)})
    return [word for word, _ in counted.most_common(MOST_WORDS)]


def words_of_table(table: TableSeen) -> list[str]:
    """The table's own name, its columns' labels, the values of its closed lists."""
    labels = [word for column in table.columns for word in (said_of(column.label), *_words(column.label))]
    values = [value for column in table.columns if column.is_choice for value in column.values]
    found = [*_words(table.label), *labels, *_heads(labels), *values]
    return [word for word in dict.fromkeys(found) if 1 < len(word) <= 40][:MOST_WORDS]


def patterns_of_table(table: TableSeen) -> list[str]:
    """Labels of one syllable (층, 구) are part of many words; in a question they are only matched after a question
    word."""
    short = dict.fromkeys(said_of(column.label) for column in table.columns)
    asked = [re.escape(label) for label in short if len(label) == 1 and "가" <= label <= "힣"]
    return [rf"(?:몇|어느|무슨|어떤|각|가장 \w{{1,8}})\s?(?:{'|'.join(asked)})"] if asked else []


def _heads(labels: Sequence[str]) -> Iterator[str]:
    """What several labels begin with (거래금액, 거래유형 -> 거래), and labels without a suffix that only marks a name
    (단지명 -> 단지)."""
    beginnings = Counter(label[:2] for label in dict.fromkeys(labels) if len(label) > 2 and _is_hangul(label[:2]))
    yield from (beginning for beginning, count in beginnings.items() if count > 1)
    yield from (label[:-1] for label in labels if len(label) > 2 and label[-1] == "명" and _is_hangul(label))


def _is_hangul(text: str) -> bool:
    return all("가" <= letter <= "힣" for letter in text)


def head_nouns(seen: FolderSeen) -> list[str]:
    """Nouns that several headings end with after different words: 여과 설비 점검, 염소 설비 점검 -> 점검."""
    before: dict[str, set[str]] = {}
    for document in seen.documents:
        for heading in document.headings:
            words = _plain(heading).split()
            if 2 <= len(words) <= 4 and len(words[-1]) > 1 and not words[-1].isdigit():
                before.setdefault(words[-1], set()).add(" ".join(words[:-1]))
    shared = sorted(
        (noun for noun, said in before.items() if len(said) >= _SHARED_BY), key=lambda one: -len(before[one])
    )
    return shared[:MOST_NOUNS]


def questions_to_try(seen: FolderSeen) -> list[str]:
    """Questions the files should answer: a few of each document and table in turn, in its own language. The caller
    finds out whether they do."""
    each = [_of_document(one, one.language) for one in seen.documents]
    each += [_of_table(one, one.language) for one in seen.tables]
    in_turn = chain.from_iterable(zip_longest(*each))
    return list(islice(dict.fromkeys(question for question in in_turn if question), MOST_QUESTIONS))


def _of_document(document: DocumentSeen, language: str) -> Iterator[str]:
    headings = [heading for heading in (*document.headings, document.title) if _tells(heading)]
    for heading in sorted(headings, key=lambda one: -min(len(_words(one)), _ENOUGH_WORDS))[:6]:
        words = _plain(heading)
        if _ASKS.search(words):
            yield words
        elif language == "ko":
            yield f"{with_particle(words, '을', '를')} 알려줘" if language_of(words[-1]) == "ko" else f"{words} 알려줘"
        else:
            yield f"What does it say about {words}?"


def _of_table(table: TableSeen, language: str) -> Iterator[str]:
    title, figure = table.title, next(figures_of(table), None)
    if title is None or figure is None:
        return
    label, row = said_of(figure.label), table.first_of(title)
    if language == "ko":
        yield f"{row}의 {with_particle(label, '은', '는')}?"
        yield f"{with_particle(label, '이', '가')} 가장 높은 {with_particle(said_of(title.label), '은', '는')}?"
    else:
        yield f"What is the {label} of {row}?"
        yield f"Which {said_of(title.label)} has the highest {label}?"


def _tells(heading: str) -> bool:
    words = _plain(heading)
    return (
        3 < len(words) <= 40
        and not _CODE.search(words)
        and len(_words(heading)) > (0 if language_of(words) == "ko" else 1)
    )


def _plain(heading: str) -> str:
    """Without its number; of 제6조(계약의 갱신) what the brackets say."""
    article = _ARTICLE.match(heading.strip())
    if article:
        return article[1].strip()
    return " ".join(_NUMBERING.sub("", heading).split()).strip(" .:·-")


def _words(text: str) -> Sequence[str]:
    return [word for word in content_words(_plain(text).replace("_", " ")) if len(word) > 1 and not word.isdigit()]
