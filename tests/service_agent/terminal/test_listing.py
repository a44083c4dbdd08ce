"""The whole list on the terminal: pages, search, and what is an answer."""

from __future__ import annotations

from service_agent.terminal import keys
from service_agent.terminal.answering import Answering, Frame
from service_agent.terminal.listing import PAGE, Listing
from service_agent.terminal.view import OpenPrompt

PIPES = [{"value": f"all-{at}", "label": f"강관용접 {at}mm", "description": "13-2-3"} for at in range(1, 41)]


def asked(more: list[dict[str, str]] = PIPES) -> Answering:
    return Answering(OpenPrompt("p", "?", "", "", PIPES[:3], None, "clarification", more=more))


def typed(answering: Answering, line: str) -> Frame | None:
    for letter in line:
        answering.press(letter)
    return answering.press(keys.ENTER)


def test_pages_are_numbered_through_and_go_round() -> None:
    listing = Listing(PIPES)
    assert (listing.pages, [number for number, _ in listing.shown]) == (3, list(range(1, PAGE + 1)))
    assert listing.command("+")
    assert listing.shown[0][0] == PAGE + 1
    assert listing.command("")
    assert len(listing.shown) == 40 - 2 * PAGE
    assert listing.command("+")
    assert listing.page == 0
    assert listing.command("-")
    assert listing.page == 2


def test_words_narrow_the_list_and_begin_it_anew() -> None:
    listing = Listing(PIPES, page=2)
    assert listing.command("/ 강관용접  12MM")
    assert [one["value"] for one in listing.found] == ["all-12"]
    assert listing.page == 0
    assert listing.command("/없는 것")
    assert (listing.found, listing.pages) == ([], 1)


def test_the_number_behind_the_choices_opens_the_list_and_nothing_is_sent() -> None:
    answering = asked()
    assert typed(answering, "4") is None
    assert answering.listing is not None
    assert typed(answering, "0") is None
    assert answering.listing is None


def test_a_number_of_the_list_is_that_choice() -> None:
    answering = asked()
    typed(answering, "/20mm")
    assert typed(answering, "1") == {
        "type": "clarification_response",
        "clarification_id": "p",
        "option_id": "all-20",
    }


def test_words_of_their_own_are_an_answer_in_the_list_too() -> None:
    answering = asked()
    typed(answering, "4")
    assert typed(answering, "20mm로 할게요") == {
        "type": "clarification_response",
        "clarification_id": "p",
        "text": "20mm로 할게요",
    }


def test_without_a_whole_list_its_number_is_words() -> None:
    answer = typed(asked([]), "4")
    assert answer is not None
    assert answer["text"] == "4"
