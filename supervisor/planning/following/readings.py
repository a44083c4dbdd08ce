"""All readings of a question in its conversation, as texts to search for.

A follow-up has few words and many possible meanings. No score selects the right one on both follow-ups and new topics;
searching for all of them and fusing the rankings finds the passage that answers more often than any single reading
(system 7, section 2). The readings are the bare question, the previous question with it, the heading of the passage
shown with it, the topic that is asked about as a whole, each of several facts that it asks for, the lines whose own
questions are near to it, and the timetable of what days are asked of. The person sees how the question was read, and
may choose another reading.
"""

from __future__ import annotations

from collections.abc import Iterator

from execution_agents.answer.quoting.joint_questions import facts_named
from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.plan import Understanding
from foundation.contracts.work import Reading
from foundation.language.cues import composed, topic_words
from foundation.language.script import language_of
from foundation.language.sentences import letters_of
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.days import days_of_follow_up
from foundation.language.wanted.topical import topic_of
from supervisor.planning.bounds import as_read
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import topics
from supervisor.planning.following.topic import earlier_question, with_topic

TIMETABLE = {"ko": "일정", "en": "calendar"}
"""What a timetable is called by its heading."""
MOST_OTHERS = 3
"""Other readings offered: nobody compares more."""


def readings_of(context: TurnContext, stands_alone: bool) -> tuple[Reading, ...]:
    """The bare question first. Only that one if the conversation has no topic yet, or if the person starts another
    one."""
    weights, question = context.pack.readings, as_read(context.question)
    spoken = topics(context)
    if not spoken or context.alone:
        bare = Reading(text=question, weight=weights.bare)
        named = (*topic_read(context), *term_read(context))
        return (bare, *named, *facts_read(context), *lines_read(context), *timetable_read(context))
    before = spoken[0]
    found = [Reading(text=question, weight=weights.alone if stands_alone else weights.bare)]
    found.append(Reading(text=as_read(f"{before.question} {question}"), weight=weights.previous))
    if before.shown:
        found.append(Reading(text=as_read(f"{before.shown} {question}"), weight=weights.shown))
    found += [*topic_read(context), *term_read(context), *facts_read(context)]
    return (*found, *lines_read(context, before.question), *timetable_read(context, before.question))


def topic_read(context: TurnContext) -> tuple[Reading, ...]:
    """The topic that a question wants the whole of, without the words that want it (what are the rules on …)."""
    topic = " ".join(topic_of(as_read(context.question)))
    return (Reading(text=topic, weight=context.pack.readings.asked),) if topic else ()


def term_read(context: TurnContext) -> tuple[Reading, ...]:
    """The line of a glossary for the term whose meaning is asked for: every line that uses the term is as near."""
    asked = wanted(as_read(context.question))
    line = line_index(context.pack).defining(asked.named) if asked.named else None
    if line is None:
        return ()
    return (Reading(text=as_read(f"{line.heading} {line.line}"), weight=context.pack.readings.asked),)


def facts_read(context: TurnContext) -> tuple[Reading, ...]:
    """Each of several facts asked for, by its own words: in one ranking the words of one outweigh another's."""
    facts = facts_named(as_read(context.question), context.pack.answering.quoting)
    return tuple(Reading(text=one, weight=context.pack.readings.fact) for one in facts)


def lines_read(context: TurnContext, before: str = "") -> tuple[Reading, ...]:
    """The lines that are near to the question by how people ask for them, each as a text to search for. `before`: the
    question it may go on from."""
    weights = context.pack.readings
    near = line_index(context.pack).nearest(as_read(context.question), as_read(before), weights.asked_lines)
    return tuple(
        Reading(text=as_read(f"{one.heading} {one.line}"), weight=weights.asked)
        for one in near
        if one.nearness * 1000 >= weights.asked_least
    )


def timetable_read(context: TurnContext, before: str = "") -> tuple[Reading, ...]:
    """The timetable that has the days a question asks for as seen from today (다음 정비 언제야: 정비 일정): its rows
    share none of the question's words. `before`: the question it may go on from."""
    today = context.today
    wanted = days_of_follow_up(context.question, [before] if before else [], today)
    if wanted is None or not wanted.named:
        return ()
    named = " ".join(wanted.named)
    return (Reading(text=as_read(f"{named} {TIMETABLE[language_of(named)]}"), weight=context.pack.readings.asked),)


def other_readings(understanding: Understanding, context: TurnContext) -> tuple[str, ...]:
    """Other readings of a rewritten question, each a question that is complete by itself: unchanged, about the heading
    shown, about an earlier topic. None if it was not rewritten, or only points at what was shown."""
    rewritten = understanding.standalone != understanding.question
    if not rewritten or understanding.shown or understanding.computation is not None:
        return ()
    found = dict.fromkeys(as_read(text) for text in _meant_otherwise(understanding, context))
    own = letters_of(understanding.standalone)
    return tuple(text for text in found if letters_of(text) != own)[:MOST_OTHERS]


def _meant_otherwise(understanding: Understanding, context: TurnContext) -> Iterator[str]:
    question = composed(understanding.question).strip()
    spoken = topics(context)
    if topic_words(question):  # 그건? alone means nothing.
        yield question
    headings = dict.fromkeys(one.shown for one in spoken if one.shown)
    for heading in headings:
        yield with_topic(heading, question)
    for earlier in spoken[1:]:
        yield with_topic(earlier_question(earlier), question)
