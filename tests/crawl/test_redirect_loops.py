"""Redirects that come back to themselves, told from chains that end."""

from __future__ import annotations

import pytest

from sitemap_audit.crawl.redirect_loops import keys_in_loops

CASES = [
    ("nothing redirects", {}, []),
    ("a chain that ends", {1: 2, 2: 3}, []),
    ("to itself", {1: 1}, [1]),
    ("a circle of three", {1: 2, 2: 3, 3: 1}, [1, 2, 3]),
    ("a way into a circle is not on it", {1: 2, 2: 3, 3: 2, 4: 1}, [2, 3]),
    ("two circles", {1: 2, 2: 1, 3: 3, 4: 3}, [1, 2, 3]),
]


@pytest.mark.parametrize(("leads", "found"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_what_is_on_a_circle(leads: dict[int, int], found: list[int]) -> None:
    assert list(keys_in_loops(leads)) == found
