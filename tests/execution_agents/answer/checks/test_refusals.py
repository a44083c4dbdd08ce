"""What says that the documents do not tell is a refusal; what they tell, that something is not so, is an answer."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.answer.checks.refusals import reads_as_refusal
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.writing.writer import Writer
from foundation.contracts.ports import Usage
from foundation.domains.loading.loader import shipped_packs
from tests.execution_agents.answer.turns import PACK, asked, law, passage
from tests.execution_agents.answer.writing.test_recovery import outcomes, written

_NO_MODEL: Any = None
"""`check` asks none."""
REFUSALS = """
The documents do not say this.
The documents don't mention the deadline.
The provided documents do not contain any information about parental leave.
The sources do not directly answer the question.
The context does not seem to specify who pays.
The passage doesn't tell us when she was born.
The documents do not have this information.
The text does not make it clear who won.
The documents cannot tell.
The documents can't answer this.
This information is not available in the documents.
The information provided is not sufficient to answer this.
The evidence is insufficient to say.
The materials aren't clear about that.
The documents contain nothing about that.
The documents make no mention of it.
The text gives no figure for this.
In the documents there is no rule on this.
Nothing in the documents says who pays.
None of the passages mention it.
There is no mention of this in the data.
There is nothing about parking in the sources.
There is no information about dental insurance in the documents.
There is not enough information to answer.
No information was found on that.
No relevant information.
Insufficient evidence.
I cannot answer this from the documents.
I could not find this in the documents.
Based on the provided information, it is not possible to answer.
I am unable to find this.
Unable to determine the answer.
This cannot be answered from the sources.
The price cannot be found in the text.
The limit is not specified.
The date is not mentioned in the passages.
The answer is not provided.
It is not in the documents.
제공된 자료에는 이 내용이 나와 있지 않습니다.
자료에 나와 있지 않습니다.
본문에 적혀 있지 않습니다.
자료 어디에도 나와 있지 않습니다.
자료에는 관련 내용이 담겨 있지 않습니다.
제공된 자료만으로는 답할 수 없습니다.
제공된 자료로는 판단하기 어렵습니다.
자료만으로는 알 수 없습니다.
정보가 부족하여 답변드리기 어렵습니다.
제공된 자료로는 답변해 드릴 수 없습니다.
제공된 문서에서 해당 내용을 찾을 수 없습니다.
자료에서 관련된 답을 찾지 못했습니다.
문서에는 연차에 대한 언급이 없습니다.
자료에 언급된 바가 없습니다.
규정집에는 그에 관한 규정이 없습니다.
자료에는 이 질문과 관련된 것이 없습니다.
자료에 해당하는 조항이 없습니다.
해당 정보가 없습니다.
근거가 부족합니다.
그 단지의 거래는 자료에 없습니다.
자료에서 확인되지 않습니다.
정보를 확인할 수 없습니다.
관련 내용은 자료에 포함되어 있지 않습니다.
자료에는 그 금액이 명시되어 있지 않습니다.
매뉴얼에는 순서가 설명되어 있지 않습니다.
문헌에는 이 주제가 다루어지지 않습니다.
자료는 그 이유를 언급하지 않았습니다.
자료는 이 점을 설명하지 않습니다.
"""
ANSWERS = """
Codes by text message are not allowed.
Restricted information may not be opened abroad.
Company documents may not be stored on it.
Data may not be shared with the police.
Lunch is not provided.
No data may be stored on it.
No personal data is shared with partners.
No data is kept after 30 days.
There is no data protection officer in Leeds.
Information cannot be given by phone.
Customer data is not provided to third parties.
Confidential material is not sent by post.
Passwords are not kept in documents.
Text messages do not replace the report.
The documents are not to be copied.
Evidence may not be destroyed.
Source code does not leave the company.
If you are unable to find a room, ask the front desk.
You cannot find out who reported it.
Lost keys cannot be found in the cabinet.
Leave cannot be sold.
이 자료는 외부에 반출할 수 없습니다.
이 자료는 관련 부서 밖으로 내보낼 수 없습니다.
규정에 해당하지 않습니다.
이 조항은 상가에 해당하지 않습니다.
정보는 공개하지 않습니다.
개인정보는 본인의 확인 없이 공개하지 않습니다.
개인정보는 제삼자에게 제공하지 않습니다.
계약 내용을 제삼자에게 알릴 수 없습니다.
비밀 정보는 해외에서 열람할 수 없습니다.
문서는 개인 기기에 저장할 수 없습니다.
임대인은 이 조항을 설명할 의무가 없습니다.
정당한 근거 없이 해지할 수 없습니다.
서류 내용을 확인하지 않고 서명하면 안 됩니다.
자료에 나와 있지 않은 비용은 임대인이 부담합니다.
문자 메시지 코드는 허용되지 않습니다.
"""
HANDBOOK = {
    "Are codes by text message allowed?": ("07-security", "Codes by text message are not allowed."),
    "May restricted information be opened abroad?": ("09-remote", "Restricted information may not be opened abroad."),
    "May company documents be stored on my own phone?": (
        "08-equipment",
        "Company documents may not be stored on it, your own phone.",
    ),
}
"""Question -> the chapter that answers it, and its sentence."""
SPOKEN = {
    "No data is given to the press.": "Questions go to the office. No data is given to the press.",
    "The data is not mentioned in contracts.": "The data is not mentioned in contracts. Lunch is at noon.",
    "개인정보는 계약서에 포함되지 않습니다.": "개인정보는 계약서에 포함되지 않는다. 점심은 정오에 먹는다.",
    "이 문서는 보관 기간을 설명하지 않습니다.": "이 문서는 보관 기간을 설명하지 않는다. 점심은 정오에 먹는다.",
}
"""A draft that reads like a refusal -> evidence that says it itself."""
FALSE = {
    "Data may not be shared with the police.": "Data may be shared with the police. Lunch is at noon.",
    "Information is not shown to visitors.": "Information is shown to visitors. Lunch is at noon.",
    "The data is not mentioned in contracts.": "The data is mentioned in contracts. Lunch is at noon.",
    "직원의 개인 정보는 회사 밖의 사람에게 공개하지 않습니다.": (
        "직원의 개인 정보는 회사 밖의 사람에게 공개한다. 점심은 정오에 먹는다."
    ),
    "이 자료는 외부에 반출할 수 없습니다.": "이 자료는 외부에 반출할 수 있다. 점심은 정오에 먹는다.",
    "개인정보는 계약서에 포함되지 않습니다.": "개인정보는 계약서에 포함된다. 점심은 정오에 먹는다.",
}
"""A draft that denies what its evidence says."""


def measured(draft: str, text: str, question: str = "") -> Verdict:
    """The verdict on a draft over one passage, in the draft's own language."""
    language = "en" if draft.isascii() else "ko"
    request = asked(question or draft, law(passage("p", "", text)), language=language)
    items = numbered(request.evidence)
    contexts = chosen(items, request, "general", PACK.answering.shape_of("general"))
    return Writer(request, "general", items, _NO_MODEL, Usage()).check(draft, contexts)


def chapter(name: str) -> str:
    """The handbook's chapter, without its front matter."""
    file = shipped_packs() / "handbook" / "documents" / f"{name}.md"
    return file.read_text(encoding="utf-8").split("---", 2)[2]


@pytest.mark.parametrize("sentence", REFUSALS.strip().splitlines())
def test_what_denies_that_something_is_stated_is_a_refusal(sentence: str) -> None:
    over = "Lunch is at noon." if sentence.isascii() else "점심은 정오에 먹는다."
    found = measured(sentence, over, "Who pays?" if sentence.isascii() else "누가 내나요?")
    assert (found.refuses, found.reason) == (True, None)


@pytest.mark.parametrize("sentence", ANSWERS.strip().splitlines())
def test_what_denies_anything_else_is_an_answer(sentence: str) -> None:
    assert not reads_as_refusal(sentence)
    assert not measured(sentence, sentence).refuses


@pytest.mark.parametrize("question", HANDBOOK)
async def test_the_handbooks_own_denials_are_believed_in_one_call(question: str) -> None:
    name, sentence = HANDBOOK[question]
    request = asked(question, law(passage("p", "Handbook", chapter(name))), language="en")
    answer, calls, _ = await written({"answer": f"{sentence} [1]"}, request)
    assert (answer.content, calls, outcomes(answer)) == (f"{sentence} [1]", 1, ["accepted"])
    assert answer.record["failure"] is None
    assert not answer.record["verdict"]["refuses"]


@pytest.mark.parametrize("draft", SPOKEN)
def test_what_the_evidence_says_itself_is_no_refusal(draft: str) -> None:
    found = measured(draft, SPOKEN[draft])
    assert reads_as_refusal(draft)
    assert (found.refuses, found.reason, found.marked) == (False, None, ())


@pytest.mark.parametrize("draft", FALSE)
def test_a_no_for_a_yes_is_contradicted_and_no_refusal(draft: str) -> None:
    found = measured(draft, FALSE[draft])
    assert (found.refuses, found.reason, [one.why for one in found.marked]) == (False, "contradicted", ["negated"])


async def test_a_no_for_a_yes_repeated_is_never_shown() -> None:
    wrong = "Data may not be shared with the police. [1]"
    evidence = law(passage("p", "Data", "Data may be shared with the police. Lunch is at noon."))
    request = asked("May data be shared with the police?", evidence, language="en")
    answer, _, _ = await written({"answer": wrong, "answer_strict": wrong}, request)
    assert (set(outcomes(answer)), answer.record["fallback"]) == ({"contradicted"}, "extractive")
    assert "may not" not in answer.content


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (
            "The documents do not mention when the Norman conquest of Sicily began.",
            "The Norman conquest of Sicily ended in 1091.",
        ),
        ("자료에는 보증금의 증액 한도가 나와 있지 않습니다.", "보증금의 증액 한도는 계약으로 정한다."),
        ("The documents do not say who keeps the documents.", "The documents are kept by the clerk of the court."),
    ],
)
def test_a_refusal_in_the_words_of_the_evidence_stays_one(draft: str, text: str) -> None:
    found = measured(draft, text)
    assert (found.refuses, found.reason) == (True, None)


def test_what_a_refusal_adds_is_checked() -> None:
    text = "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없다."
    no, right = "자료에는 그 날이 나와 있지 않습니다.", "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다."
    assert (measured(f"{no} {right}", text).refuses, measured(f"{no} {right}", text).reason) == (True, None)
    wrong = right.replace("수 없", "수 있")
    assert (measured(f"{no} {wrong}", text).refuses, measured(f"{no} {wrong}", text).reason) == (True, "contradicted")
