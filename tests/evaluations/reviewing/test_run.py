"""The labelled contracts: frozen, labelled where they say, and counted as the issue counts them."""

from __future__ import annotations

from hashlib import sha256

from evaluations.reviewing.reading import DEFAULT, Contract, Problem, read_contracts
from evaluations.reviewing.run import Count, counted, place_of, review_all
from foundation.domains.loading.loader import load_pack, shipped_packs

PACK = load_pack(shipped_packs() / "real_estate")


def test_the_contracts_are_as_they_were_frozen() -> None:
    lines = (DEFAULT.parent / "CONTRACTS.sha256").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        digest, name = line.split()
        assert sha256((DEFAULT.parent / name).read_bytes()).hexdigest() == digest


def test_twelve_contracts_hold_sixty_of_each() -> None:
    contracts = list(read_contracts(DEFAULT))
    assert len(contracts) == 12
    assert sum(len(one.problems) for one in contracts) == sum(len(one.harmless) for one in contracts) == 60
    quotes = [(one, quote) for one in contracts for quote in (*one.harmless, *(each.quote for each in one.problems))]
    assert all(place_of(quote, one.text) is not None for one, quote in quotes)


def test_nine_in_ten_are_found_and_one_in_twenty_called_at_most() -> None:
    for count in review_all(read_contracts(DEFAULT), {"real_estate": PACK}).values():
        assert 10 * count.found >= 9 * count.problems
        assert 20 * count.called <= count.harmless


def test_a_finding_counts_where_it_overlaps_the_quote() -> None:
    text = "제1조 임차인은\n갱신요구권을 포기한다.\n제2조 월세는 말일에 낸다."
    contract = Contract(
        id="x", text=text, problems=(Problem(quote="임차인은 갱신요구권을"),), harmless=("월세는 말일에 낸다.",)
    )
    count = Count()
    counted(contract, PACK, count)
    assert (count.found, count.called) == (1, 0)
