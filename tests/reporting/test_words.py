"""Figures in words."""

import pytest

from sitemap_audit.reporting import words
from sitemap_audit.reporting.overview import Ledger


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        ({"fetched": 4}, "4 fetched + 0 refused + 0 not checked"),
        (
            {"refused:bot-protection": 40},
            "0 fetched + 40 refused (bot protection) + 0 not checked",
        ),
        (
            {"fetched": 1_000, "refused:throttled": 5, "duplicate": 3, "refused:challenge": 2},
            "1,000 fetched + 7 refused (5 throttled, 2 challenge) + 3 not checked",
        ),
    ],
)
def test_the_ledger_is_three_numbers(outcomes: dict[str, int], told: str) -> None:
    refused = sum(number for name, number in outcomes.items() if name.startswith("refused:"))
    ledger = Ledger(sum(outcomes.values()), outcomes.get("fetched", 0), refused, outcomes)
    assert words.ledger_sum(ledger) == told


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("fetched", "Fetched"),
        ("refused:bot-protection", "Refused by the host, not checked (bot protection)"),
        ("failed:dns", "No usable answer (dns)"),
        ("new-word", "New word"),
    ],
)
def test_an_outcome_of_the_ledger_in_words(outcome: str, told: str) -> None:
    assert words.fate(outcome) == told
