"""The data types a question needs beside those of its intent: those of the line it asks, of the things it names, of
both sides of a limit; and not those whose rows it does not ask for.

An intent is read from words that a pack lists; what a question names, and what people ask of a line, says more."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import PurePosixPath

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.retrieval.asked_lines import line_index
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.domains.slots.slots import find_mentions
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.dates.periods import is_days
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.conditions import conditions_in
from foundation.language.wanted.kept import asks_of_a_value, asks_of_norm, without_asking
from supervisor.planning.bounds import as_read
from supervisor.planning.understanding import SLOTS_ONLY_CONFIDENCE

TIMES = ("day", "month")
"""What "when" asks among: rows only where it puts them in order (the day with the muddiest water)."""
OWN_WORDS = 2
"""Words besides those for rows that a question must have for a line of the documents to be meant."""


def with_named_types(understanding: Understanding, pack: Pack, index: EntityIndex | None) -> Understanding:
    """The question with the data type of the table that has a thing it names in one of its columns (Easter Monday, the
    dental plan), before its own: words alone read another intent."""
    own, slots = understanding.data_types, {slot.name for slot in pack.slots}
    if index is None or not own or understanding.computation is not None:
        return understanding
    question = as_read(understanding.question)
    meant = [question, *added_words(question, pack.dictionary.synonyms)]
    mentions = (one for text in meant for one in link(text, index) if one.status == "known" and not one.negated)
    named = {index.entities[each].type for one in mentions for each in one.entities} - slots
    of_things = {kind: {one.type for one in _tables_of(kind, pack) for one in one.entities} for kind in _types(pack)}
    if any(named & of_things[kind] for kind in own):
        return understanding
    added = [kind for kind, held in of_things.items() if named & held]
    return understanding.model_copy(update={"data_types": (*added[:1], *own)}) if added else understanding


def _types(pack: Pack) -> tuple[str, ...]:
    return tuple(one.name for one in pack.data_types)


def _tables_of(name: str, pack: Pack) -> tuple[TableSource, ...]:
    sources = (pack.source(one) for one in pack.data_type(name).sources)
    return tuple(one for one in sources if isinstance(one, TableSource))


def with_line_types(understanding: Understanding, pack: Pack) -> Understanding:
    """The question with the data type of its nearest line beside its own, if it follows none and all of its own are of
    documents.

    An intent is read from words that a pack lists. A question in other words may be read as another one's, and then the
    documents that answer it are not searched at all."""
    own = understanding.data_types
    follows = understanding.standalone != understanding.question
    if not own or follows or understanding.computation is not None:
        return understanding
    if not all(is_of_documents(name, pack) for name in own):
        return understanding
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    if not near or near[0].nearness * 1000 < pack.readings.asked_least:
        return understanding
    types = types_of(near[0].document, pack)
    if not types or types & set(own):
        return understanding
    return understanding.model_copy(update={"data_types": (*own, *sorted(types))})


def without_rows_unasked(understanding: Understanding, pack: Pack, now: datetime) -> Understanding:
    """The question without the data types whose rows nothing in it chooses, if its own words are those of a line of the
    documents: rows of places where it names none (월세 좀 밀렸는데 얼마나 밀리면 쫓겨나나요), rows of a time where it
    names nothing else (지난주 화요일에 들어온 차아염소산나트륨, 며칠까지 다 써야 해요?) or asks for a rule.

    Words of a slot (월세, a day), or what any question needs, brought them in; they would be rows of everything."""
    asked, own = comparing(understanding.question), understanding.data_types
    if understanding.computation is not None or asked.superlative or asked.ordered:
        return understanding
    of_rules = _asked_for_a_rule(understanding, pack)
    unasked = of_rules or _of_no_place(understanding, pack) | _of_time_alone(understanding, pack)
    among = asked.among not in (None, *TIMES)
    if not unasked or (not of_rules and (asked.asks or among)):
        return understanding
    rest = _besides_rows(as_read(understanding.question), understanding.intent, pack, now)
    words = len(content_words(without_asking(rest) if of_rules else rest))
    near = line_index(pack).nearest(rest, "", 1) if words >= (1 if of_rules else OWN_WORDS) else []
    if not near or near[0].nearness * 1000 < pack.readings.asked_least:
        return understanding
    others = [name for name in own if name not in unasked]
    types = dict.fromkeys([*others, *sorted(types_of(near[0].document, pack) - unasked)])
    return understanding.model_copy(update={"data_types": tuple(types)}) if types else understanding


def _asked_for_a_rule(understanding: Understanding, pack: Pack) -> set[str]:
    """Data types of rows of a time, where it is asked who, what to do or whether one may, and no figure (마포
    월세방인데 보일러 고장나면 누가 고쳐요): no reading and no price says that, wherever it happens."""
    asked = wanted(understanding.question).asked
    if not asked & {"somebody", "steps", "whether"} or "figure" in asked:
        return set()
    if "difference" in asked and "whether" not in asked:
        return set()
    if understanding.standalone != understanding.question and asked <= {"steps"}:
        return set()  # 그럼 거기 전세로 들어가면? goes on with the prices shown
    own = understanding.data_types
    return {name for name in own if not is_of_documents(name, pack) and _is_timed(name, pack)}


def _of_no_place(understanding: Understanding, pack: Pack) -> set[str]:
    """Data types whose rows are of places, where none is named."""
    places = {slot.name for slot in pack.slots if slot.parser == "region"}
    if places & set(understanding.slot_values()):
        return set()
    return {name for name in understanding.data_types if places & set(pack.data_type(name).matching_slots)}


def _of_time_alone(understanding: Understanding, pack: Pack) -> set[str]:
    """The data types of tables that are asked by more than a time (a point, a place), where slots alone brought them in
    and a time is all that is named. Public holidays are asked by nothing else."""
    times = {slot.name for slot in pack.slots if slot.parser == "period"}
    named = set(understanding.slot_values())
    if understanding.confidence != SLOTS_ONLY_CONFIDENCE or not named or not named <= times:
        return set()
    return {name for name in understanding.data_types if set(pack.data_type(name).matching_slots) - times}


def _besides_rows(question: str, intent: str, pack: Pack, now: datetime) -> str:
    """The question without the words that ask for rows: values of slots, and the intent's own words."""
    for mention in reversed(find_mentions(question, pack, now)):
        question = f"{question[: mention.start]} {question[mention.end :]}"
    for word in pack.intent(intent).keywords:
        question = question.replace(word, " ")
    return question


def without_graph_unasked(understanding: Understanding, pack: Pack) -> Understanding:
    """The question with documents instead of a graph's things, where it names none of them: what all of them share
    (밤에 하면 더 쳐주나) stands in documents. A question that goes on with a thing shown must be near to a line,
    by words besides those for a kind of what it takes (장비는 뭘 써요); any other has nothing to search there."""
    graph, own = pack.graph, understanding.data_types
    if graph is None or understanding.graph is not None or understanding.computation is not None:
        return understanding
    of_graph = {one.name for one in pack.data_types if graph.name in one.sources}
    if not of_graph & set(own):
        return understanding
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    labels = {word for one in graph.relations for word in one.label.values()}
    words = [one for one in content_words(understanding.question) if one not in labels]
    goes_on = graph.slot in understanding.slot_values()
    types = set[str]()
    if near and near[0].nearness * 1000 >= pack.readings.asked_least and not (goes_on and len(words) < OWN_WORDS):
        types = types_of(near[0].document, pack)
    elif not goes_on:
        types = {name for name in pack.default_data_types if is_of_documents(name, pack)}
    others = [name for name in own if name not in of_graph]
    found = tuple(dict.fromkeys([*others, *sorted(types)]))
    return understanding.model_copy(update={"data_types": found}) if types else understanding


def is_asked_of_a_line(understanding: Understanding, pack: Pack) -> bool:
    """True if people ask so for a line of the documents: people's words are not the documents' words."""
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    return bool(near) and near[0].nearness * 1000 >= pack.readings.asked_least


def with_rows_of_days(understanding: Understanding, pack: Pack, now: datetime) -> Understanding:
    """For a question that says what is measured and a day and nothing else (지금 정수 잔류염소 얼마야), or a time over
    which it ranks, counts or asks for a change (how many days in July was it above 50): the data types of such rows.
    Documents know no days, whatever words led to them."""
    own, slots = understanding.data_types, understanding.slots
    times = {slot.name for slot in pack.slots if slot.parser == "period"}
    named_times = [one.value for one in slots if one.name in times and one.origin == "named"]
    if not own or not named_times or understanding.computation is not None:
        return understanding
    if not all(is_of_documents(name, pack) for name in own):
        return understanding
    question = as_read(understanding.question)
    rest = _besides_rows(question, understanding.intent, pack, now)
    days_alone = any(map(is_days, named_times)) and not content_words(rest)
    if not (days_alone or comparing(question).asks or conditions_in(question)):
        return understanding
    named = {slot.name for slot in slots}
    rows = tuple(
        one.name
        for one in pack.data_types
        if is_of_rows(one.name, pack) and _measures(one.name, named, pack) and named <= set(one.matching_slots)
    )
    return understanding.model_copy(update={"data_types": rows}) if rows else understanding


def with_rows_of_places(understanding: Understanding, pack: Pack) -> Understanding:
    """For a question that ranks places or puts a condition on them, and says what is measured there (전세 두번째로 비싼
    구 어디야, 전세 5억 이하인 구): the data types of such rows. Documents rank no places."""
    own, asked = understanding.data_types, comparing(understanding.question)
    sought = asked.superlative or asked.ordered or conditions_in(understanding.question)
    if not own or understanding.computation is not None or asked.among != "place" or not sought:
        return understanding
    named, places = {slot.name for slot in understanding.slots}, {s.name for s in pack.slots if s.parser == "region"}
    rows = [
        one.name
        for one in pack.data_types
        if places & set(one.matching_slots) and not is_of_documents(one.name, pack) and _measures(one.name, named, pack)
    ]
    return understanding.model_copy(update={"data_types": tuple(rows)}) if rows else understanding


def with_both_sides(understanding: Understanding, pack: Pack) -> Understanding:
    """For a question whether measured rows keep a limit: the data types of the rows and of the documents that state it;
    whether a value keeps it that the person states (탁도 120 NTU면 괜찮아?): the documents alone.

    An intent reads one of the two: 탁도는 목표 지켰어 the readings, TOC도 괜찮았나 목표랑 비교해서 the manual."""
    own, question = understanding.data_types, understanding.question
    supposed = asks_of_a_value(question)
    if understanding.computation is not None or not own or not (supposed or asks_of_norm(question)):
        return understanding
    rows = [name for name in own if is_of_rows(name, pack) and not (supposed and not _is_timed(name, pack))]
    documents = [name for name in own if is_of_documents(name, pack)]
    named = {slot.name for slot in understanding.slots}
    if rows and not documents:
        added = [name for name in pack.default_data_types if is_of_documents(name, pack)]
        own = tuple(name for name in own if not (supposed and added and name in rows))
    elif documents and not rows and not supposed:
        added = [one.name for one in pack.data_types if is_of_rows(one.name, pack) and _measures(one.name, named, pack)]
    else:
        return understanding
    return understanding.model_copy(update={"data_types": (*own, *added)}) if added else understanding


def is_of_rows(name: str, pack: Pack) -> bool:
    """True if only tables of single dated rows serve this data type."""
    sources = [pack.source(source) for source in pack.data_type(name).sources]
    return bool(sources) and all(
        isinstance(one, TableSource) and not one.is_aggregate and any(column.type == "date" for column in one.columns)
        for one in sources
    )


def _is_timed(name: str, pack: Pack) -> bool:
    """True if its tables are asked by a time: their rows say what was, not what is allowed (a loan's conditions)."""
    sources = (pack.source(one) for one in pack.data_type(name).sources)
    tables = [one for one in sources if isinstance(one, TableSource)]
    return all(any(slot.match == "month_range" for slot in table.slots) for table in tables)


def _measures(name: str, named: Collection[str], pack: Pack) -> bool:
    """True if its tables are asked by a time and by all that the question names of their other slots, and it names
    one."""
    for each in pack.data_type(name).sources:
        source = pack.source(each)
        if not isinstance(source, TableSource):
            return False
        equal = {one.slot for one in source.slots if one.match == "equals"}
        timed = any(one.match == "month_range" for one in source.slots)
        if not timed or not equal & set(named):
            return False
    return True


def is_of_documents(name: str, pack: Pack) -> bool:
    """True if only documents serve this data type."""
    return all(isinstance(pack.source(source), DocumentsSource) for source in pack.data_type(name).sources)


def types_of(document: str, pack: Pack) -> set[str]:
    """The data types that a file of the pack serves."""
    sources = {
        source.name
        for source in pack.sources
        if isinstance(source, DocumentsSource) and source.path and PurePosixPath(document).is_relative_to(source.path)
    }
    return {one.name for one in pack.data_types if sources & set(one.sources)}
