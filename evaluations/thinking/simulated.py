"""A simulated small model: a seeded OpenAI-compatible endpoint over real HTTP that follows `rules.py`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from evaluations.thinking.blocks import Shown, blocks_of, documents_in
from evaluations.thinking.drafts import State, state_of, unmarked
from evaluations.thinking.reading import Part, Question, holds, squeezed
from evaluations.thinking.rules import BAD_SCORES, CONFIDENCES, FAULTS, GOOD_SCORE, ONE_CALL, Fault, Rules, tasks_of
from foundation.language.grams import grams_of
from foundation.language.sentences import sentences_of
from foundation.llm.scripted import ANY, Call, Reply, ScriptedEndpoint

REFUSES = {"ko": "제공된 자료에는 이 내용이 나와 있지 않습니다.", "en": "The documents do not say this."}
NAME = "simulated"
"""The model it is."""
STRAY = {"ko": "주차장은 어디에 있나요?", "en": "Where is the car park?"}
_DIGITS = re.compile(r"\d+")


@dataclass
class SimulatedModel:
    """What the endpoint answers. The same seed, prompt and question give the same reply, in whatever order."""

    rules: Rules
    questions: Sequence[Question]
    _times: dict[str, int] = field(default_factory=dict[str, int])

    def endpoint(self, port: int = 0) -> ScriptedEndpoint:
        """Its endpoint on the loopback."""
        return ScriptedEndpoint({ANY: self.reply}, port=port, model=NAME)

    def reply(self, call: Call) -> Reply:
        """One reply."""
        text = self.text(call)
        return Reply(text, delay_s=self.rules.delay_s, piece=64)

    def text(self, call: Call) -> str:
        """What it says to one prompt."""
        blocks = blocks_of(call.text)
        asked = blocks.get("question", "")
        random = self._random(call.prompt, asked)
        question, part = self._asked(asked, blocks)
        task = Task(self.rules, random, blocks, question, part, documents_in(blocks))
        written = WRITERS.get(call.prompt)
        if written is not None:
            return written(task, call.prompt)
        judged = JUDGES.get(call.prompt)
        if judged is None or question is None and call.prompt != "fact_verify":
            return unknown(call)
        return broken(json.dumps(judged(task), ensure_ascii=False), task)

    def _random(self, prompt: str, asked: str) -> Random:
        key = f"{prompt}|{asked}"
        self._times[key] = self._times.get(key, 0) + 1
        return Random(f"{self.rules.seed}|{self.rules.p}|{key}|{self._times[key]}")

    def _asked(self, asked: str, blocks: Mapping[str, str]) -> tuple[Question | None, Part | None]:
        """The labelled question a prompt is about, and the part where it asks for one alone."""
        wanted = squeezed(asked)
        for one in self.questions:
            if squeezed(one.q) == wanted:
                return one, None
        for one in self.questions:
            for part in one.parts:
                if squeezed(part.q) == wanted:
                    return one, part
        draft = blocks.get("draft", "")
        if not asked and draft:
            return max(self.questions, key=lambda one: sum(holds(draft, part) for part in one.parts)), None
        return None, None


@dataclass(frozen=True)
class Task:
    """One prompt as the rules see it."""

    rules: Rules
    random: Random
    blocks: Mapping[str, str]
    question: Question | None
    part: Part | None
    documents: Sequence[Shown]

    def succeeds(self, tasks: int = 1) -> bool:
        """Whether so many tasks are done right."""
        return self.random.random() < self.rules.p**tasks

    @property
    def language(self) -> str:
        """The question's."""
        if self.question is not None:
            return self.question.language
        return "ko" if re.search(r"[가-힣]", self.blocks.get("question", "")) else "en"

    def said(self, part: Part) -> str | None:
        """A part as it is written right; None: no document shown says it."""
        one = self.holder(part)
        return None if one is None else sentence(part.sentence, part.fact, self.language, one.marker)

    def holder(self, part: Part) -> Shown | None:
        """The document shown that says a part."""
        wanted = squeezed(part.sentence)
        return next((each for each in self.documents if wanted in squeezed(each.text)), None)

    def wrong(self, part: Part, fault: Fault) -> str:
        """A part written wrong."""
        changed = self.mistaken(part) if fault == "figure" else None
        if changed is not None:
            said = part.sentence.replace(part.fact, changed)
            cited = self.holder(part) or next(iter(self.documents), None)
            return sentence(said, changed, self.language, 1 if cited is None else cited.marker)
        if fault == "omitted" or not self.documents:
            return ""
        return self.beside(part)

    def mistaken(self, part: Part) -> str | None:
        """Other words for a part's: another figure; where it has none, another answer of the passage, or None."""
        if _DIGITS.search(part.fact):
            return _DIGITS.sub(lambda found: str(int(found[0]) + self.random.choice((1, 2, 7))), part.fact, count=1)
        return self.random.choice(part.mistaken) if part.mistaken else None

    def beside(self, part: Part | None) -> str:
        """Another sentence of the documents, which answers nothing that was asked."""
        asked = self.question.parts if self.question else ()
        found = [
            (text, one.marker)
            for one in self.documents
            for text in sentences_of(one.text)
            if not any(holds(text, each) for each in asked) and (part is None or text != part.sentence)
        ]
        if not found:
            return ""
        text, marker = self.random.choice(found)
        return sentence(text, text, self.language, marker)

    def nearest(self, said: str) -> str:
        """The sentence of the documents with most words of this one: a quote that is there, whether it bears it out."""
        wanted = grams_of(said)
        sentences = [text for one in self.documents for text in sentences_of(one.text)]
        return max(sentences, key=lambda text: len(wanted & grams_of(text)), default="")

    def fault(self) -> Fault:
        """Drawn from the table."""
        return self.random.choices(list(FAULTS), list(FAULTS.values()))[0]


def sentence(text: str, fact: str, language: str, marker: int) -> str:
    """A sentence in the question's language with its marker."""
    korean = re.search(r"[가-힣]", text) is not None
    said = text.strip().rstrip(".")
    if language == "ko" and not korean:
        said = f"답은 {fact}입니다"
    return f"{said} [{marker}]."


def write(task: Task, prompt: str) -> str:
    """All parts of a question, or one: right with p to the power of its tasks, else one part is written wrong."""
    if task.question is None:
        return task.beside(None) if task.succeeds() else REFUSES[task.language]
    parts = [task.part] if task.part is not None else list(task.question.parts)
    right = task.succeeds(tasks_of(prompt, len(parts)))
    nothing = "NOT FOUND" if prompt == "answer_subquestion" else REFUSES[task.language]
    if not parts:
        return nothing if right else (task.beside(None) or nothing)
    at = task.random.randrange(len(parts))
    said: list[str] = []
    for number, part in enumerate(parts):
        text = task.said(part)
        if text is None:
            text = "" if task.succeeds() else task.wrong(part, "figure")
        elif number == at and not right:
            text = task.wrong(part, task.fault())
        said.append(text)
    return " ".join(one for one in said if one) or nothing


def synthesize(task: Task, _prompt: str) -> str:
    """The part answers joined: right, or with one of them lost or altered."""
    lines = [line.split(" -> ", 1)[-1] for line in task.blocks.get("sub_answers", "").splitlines() if " -> " in line]
    found = [restored(line) for line in lines if re.search(r"\(\d{1,3}\)|\[\d{1,3}\]", line)]
    if not found:
        return REFUSES[task.language]
    if not task.succeeds():
        at = task.random.randrange(len(found))
        changed = _DIGITS.sub(lambda one: str(int(one[0]) + 3), found[at], count=1)
        found[at] = "" if task.fault() == "omitted" else changed
    return " ".join(one for one in found if one) or REFUSES[task.language]


def restored(text: str) -> str:
    """A line of a data block with its markers, which stand in round brackets there."""
    return re.sub(r"\((\d{1,3})\)", r"[\1]", text)


def refine(task: Task, _prompt: str) -> str:
    """Each fault that an issue names is one task; what no issue names stays. Keeping a right draft is one too."""
    draft, issues = restored(task.blocks.get("draft", "")), task.blocks.get("issues", "")
    if task.question is None:
        return draft
    state, said = state_of(draft, task.question), list(sentences_of(draft))
    wrong = [one for one in state.wrong if is_named(one, issues)]
    lacking = [part for part in state.missing if squeezed(part.q) in squeezed(issues)]
    lacking += [part for part in state.replaced if wrong][: len(wrong)]
    if not wrong and not lacking:
        return draft if task.succeeds() or not task.question.parts else task.wrong(task.question.parts[0], "figure")
    if not task.succeeds(max(len(wrong), len(lacking), 1)):
        return draft
    kept = [one for one in said if unmarked(one) not in {unmarked(each) for each in wrong}]
    mended = [text for part in lacking if (text := task.said(part)) is not None]
    return " ".join([*kept, *mended]) or REFUSES[task.language]


def is_named(sentence_: str, issues: str) -> bool:
    """Whether an issue speaks of this sentence, or of a figure of it."""
    plain = squeezed(unmarked(sentence_))
    for line in issues.splitlines():
        named = squeezed(unmarked(line.lstrip("- ").split(": ", 1)[-1]))
        if named and (plain in named or named in plain):
            return True
    return False


def classify(task: Task) -> dict[str, Any]:
    """Sure of itself, right or wrong."""
    question = cast("Question", task.question)
    right = "complex" if len(question.parts) > 1 else "simple"
    said = right if task.succeeds() else ("simple" if right == "complex" else "complex")
    return {"type": said, "confidence": task.random.choice(CONFIDENCES), "reason": "-"}


def concepts(task: Task) -> dict[str, Any]:
    """The question's own words, or words of another matter."""
    question = cast("Question", task.question)
    words = [word for part in question.parts for word in part.q.split() if len(word) > 3][:5]
    words = words if task.succeeds() and words else ["parking", "주차"]
    return {"concepts": words[:3], "keywords": words}


def decompose(task: Task) -> dict[str, Any]:
    """The labelled parts, or with one of them in the place of another matter."""
    question = cast("Question", task.question)
    asked = [part.q for part in question.parts] or [question.q]
    if not task.succeeds():
        asked[task.random.randrange(len(asked))] = STRAY[question.language]
    return {"sub_questions": asked}


def accuracy(task: Task) -> dict[str, Any]:
    """Whether any sentence is wrong, judged right with p."""
    state = judged(task)
    found = bool(state.wrong) or state.refuses_wrongly
    bad = found if task.succeeds() else not found
    named = [unmarked(one) for one in (state.wrong or sentences_of(task.blocks.get("draft", ""))[:1])]
    answers = not (bad and state.refuses_wrongly)
    return {"score": score(task, bad), "answers_question": answers, "unsupported": named if bad else []}


def completeness(task: Task) -> dict[str, Any]:
    """Whether any part is left out, judged right with p."""
    state = judged(task)
    bad = bool(state.missing) if task.succeeds() else not state.missing
    question = cast("Question", task.question)
    named = [part.q for part in state.missing] or [part.q for part in question.parts][:1]
    return {"complete": "partially" if bad else "yes", "missing": named if bad else [], "score": score(task, bad)}


def grade(task: Task) -> dict[str, Any]:
    """Whether any part is left out or wrongly refused, judged right with p."""
    state = judged(task)
    found = bool(state.missing) or state.refuses_wrongly
    bad = found if task.succeeds() else not found
    question = cast("Question", task.question)
    named = [part.q for part in state.missing] or [part.q for part in question.parts][:1]
    return {"grade": "retry" if bad else "accept", "missing": named if bad else []}


def facts(task: Task) -> dict[str, Any]:
    """Sentence by sentence; the verdict over them all is one task."""
    draft = task.blocks.get("draft", "")
    state = judged(task)
    wrong = {unmarked(one) for one in state.wrong}
    said = [unmarked(one) for one in sentences_of(draft)]
    if not task.succeeds():
        wrong = set[str]() if wrong else set(said[:1])
    return {
        "facts": [
            {"fact": one, "verdict": "not_found", "quote": ""}
            if one in wrong
            else {"fact": one, "verdict": "verified", "quote": task.nearest(one)}
            for one in said
        ]
    }


def judged(task: Task) -> State:
    """The draft as it truly is."""
    return state_of(restored(task.blocks.get("draft", "")), cast("Question", task.question))


def score(task: Task, bad: bool) -> int:
    """Too sure, either way."""
    return task.random.choice(BAD_SCORES) if bad else GOOD_SCORE


def broken(text: str, task: Task) -> str:
    """A share of the replies is no JSON."""
    if task.random.random() >= task.rules.broken:
        return text
    kind = task.random.choice(("cut", "quotes", "prose"))
    if kind == "cut":
        return text[: max(2, len(text) * 2 // 3)]
    return text.replace('"', "'") if kind == "quotes" else "I am not sure what you want me to write."


def unknown(call: Call) -> str:
    """Another prompt of the service: the least its shape takes, so that rules decide; a word where it has none."""
    shape = call.body.get("response_format", {}).get("json_schema", {}).get("schema")
    if shape is None:
        return "네." if re.search(r"[가-힣]", call.text) else "Yes."
    return json.dumps(least(shape, shape.get("$defs", {})), ensure_ascii=False)


def least(shape: Mapping[str, Any], defined: Mapping[str, Any]) -> Any:
    """The smallest value of a JSON Schema."""
    if "$ref" in shape:
        return least(defined[str(shape["$ref"]).rsplit("/", 1)[-1]], defined)
    if "enum" in shape:
        return shape["enum"][-1]
    kind = shape.get("type")
    if kind == "object":
        wanted = shape.get("required", [])
        return {name: least(held, defined) for name, held in shape.get("properties", {}).items() if name in wanted}
    plain: dict[Any, Any] = {"array": [], "string": "-", "boolean": False, "number": 0.5, "integer": 0}
    return plain.get(kind)


WRITERS = {
    **dict.fromkeys((*ONE_CALL, "answer_simple", "answer_subquestion"), write),
    "synthesize_answers": synthesize,
    "refine_answer": refine,
}
JUDGES = {
    "classify_question": classify,
    "extract_concepts": concepts,
    "decompose_question": decompose,
    "accuracy_check": accuracy,
    "completeness_check": completeness,
    "fact_verify": facts,
    "answer_grader": grade,
}
