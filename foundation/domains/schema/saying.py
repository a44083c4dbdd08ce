"""Words of a pack: what people say in its field, and what is said to them without any search."""

from __future__ import annotations

from foundation.domains.schema.declared import Declared, Text
from foundation.domains.schema.retrieving import QuestionTypeName, QuestionTypeWords


class ExampleQuestion(Declared):
    """One question the start page offers."""

    text: str
    language: str = "ko"


class Dictionary(Declared):
    """Words of the domain (`dictionary.yaml`)."""

    synonyms: dict[str, tuple[str, ...]] = {}
    """Word -> words that mean the same (used to widen a search)."""
    question_types: dict[QuestionTypeName, QuestionTypeWords] = {}
    """What else speaks for a question type in this domain, beside the Korean and English defaults."""
    parties: tuple[tuple[str, ...], ...] = ()
    """Words for those who stand against each other (landlord, tenant), a list per party: a question in which another
    of them acts is another question."""
    english_names: dict[str, str] = {}
    """Name of a statute, passage or product as the data holds it -> its English name, for answers in English."""
    domain_words: tuple[str, ...] = ()
    """Words that show a question belongs to this domain at all."""
    small_talk: tuple[str, ...] = ()
    """Regular expressions of greetings, thanks, questions about the assistant."""
    off_topic: tuple[str, ...] = ()
    """Regular expressions of questions the domain surely does not answer."""
    vague: tuple[str, ...] = ()
    """Regular expressions of questions too vague to search for."""


class Replies(Declared):
    """What is said without any search."""

    greeting: Text
    about: Text
    irrelevant: Text
    unclear: Text
    thanks: Text = {
        "ko": "도움이 되었다니 다행입니다. 더 궁금한 것이 있으면 언제든지 물어봐 주세요.",
        "en": "You are welcome. Ask me whenever there is something else you want to know.",
    }
    farewell: Text = {
        "ko": "네, 안녕히 가세요. 궁금한 것이 생기면 다시 찾아 주세요.",
        "en": "Goodbye. Come back whenever you have a question.",
    }
    empty: Text = {
        "ko": "질문이 비어 있습니다. 알고 싶은 것을 글로 적어 주세요.",
        "en": "There is no question in that. Please write what you want to know in words.",
    }
    """To a message of blanks or marks alone."""
