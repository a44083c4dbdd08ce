"""What an opening question names and a pack has no word of: a motorbike, 노조."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.asked_lines import line_index
from execution_agents.retrieval.question_words import ASKING_ENGLISH
from foundation.domains.schema.pack import Pack, TableSource
from foundation.domains.slots.slots import find_mentions
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.courtesies import without_courtesies
from foundation.language.cues import language_of
from foundation.language.grams import grams_of, is_said
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.verb_stems import verbs_in

LONGEST = 120
"""Characters of a question; a longer one tells more than it asks about."""
_NO_NOUN = re.compile(
    r"till|until|unless|while|still|yet|already|again|ever|never|soon|later|ago"
    r"|maybe|else|even|rather|quite|almost|together|apart|away|back|ahead|along"
    r"|across|around|behind|beside|beyond|near|outside|inside|came|went|gone|got"
    r"|gotten|took|taken|gave|given|made|said|told|saw|seen|knew|known|left|lost"
    r"|kept|paid|put|ran|sat|sent|spent|stood|thought|wrote|written|bought"
    r"|brought|broke|broken|began|begun|became|drove|driven|ate|eaten|fell|fallen"
    r"|found|flew|forgot|forgotten|heard|held|hit|hurt|led|let|lent|met|rode"
    r"|risen|rose|sold|shut|slept|spoke|spoken|stole|stolen|taught|wore|worn|won"
    r"|woke|felt|built|caught|chose|chosen|drew|grew|hung|laid|lit|rang|sang|swam"
    r"|threw",
    re.IGNORECASE,
)
"""Prepositions, adverbs and irregular forms of verbs: English words that name no thing."""
_STOP = ENGLISH_STOP | ASKING_ENGLISH
_NO_NAME = re.compile(r"\d|몇|^[A-Za-z']{1,3}$")
"""A count, and what is too short to be distinguished from slang (ur, yrs)."""
_JOINS = re.compile(
    r"(?:[아어여해려져쳐워와돼]서|면서|니까|지만|[은는인한된할될던]?[거건걸데때]|[가-힣][은는던인한된할될]|으?면)$"
)
"""How a Korean verb joins its clause to the next one: 합쳐서, 큰데."""


def unknown_words(request: AnswerRequest, texts: Sequence[str]) -> tuple[str, ...]:
    """The words of an opening question that stand in none of the texts, no line of the pack, no question that people
    ask for one, no row in hand and nothing that the pack declares, under any name. Empty where something was asked
    before, since follow-ups lean on it, where the texts are in another language, and for a pack of which nobody wrote
    how people ask. A word that may be a known one misspelt is none, nor is a verb: what is done may be said in other
    words."""
    index, question = line_index(request.pack), without_courtesies(request.question) or request.question
    if request.history or len(question) > LONGEST:
        return ()
    verbs, pack = verbs_in(question), request.pack
    names = [
        word
        for word in content_words(question)
        if not (
            word.lower() in _STOP
            or word in verbs
            or _NO_NOUN.fullmatch(word)
            or _NO_NAME.search(word)
            or _JOINS.search(word)
            or is_said(word)
        )
    ]
    forms = {word: (word, *added_words(word, pack.dictionary.synonyms)) for word in names}
    unheard = {word: said for word, said in forms.items() if not any(map(index.knows, said))}
    if not unheard or language_of(" ".join(texts)) != language_of(question):
        return ()
    known = " ".join([*texts, *request.named_things, *_declared(pack), *_rows(request)]).casefold()
    held = grams_of(known)
    spoken = [mention.text for mention in find_mentions(question, pack, request.now)]
    found = [
        word
        for word, said in unheard.items()
        if not any(grams_of(form) <= held or form.casefold() in known for form in said)
        and not any(word in text for text in spoken)
    ]
    return tuple(f"{word}의" if f"{word}의" in question else word for word in found if not index.resembles(word))


def _declared(pack: Pack) -> Iterator[str]:
    """What a pack says besides its documents: its dictionary, and the labels of its tables."""
    for word, others in pack.dictionary.synonyms.items():
        yield from (word, *others)
    yield from pack.dictionary.domain_words
    for source in pack.sources:
        if isinstance(source, TableSource):
            yield from (text for column in source.columns for text in (*column.label.values(), *column.words))


def _rows(request: AnswerRequest) -> Iterator[str]:
    for batch in request.evidence:
        for item in batch.items:
            yield from (item.title, *map(str, item.fields.values()))
