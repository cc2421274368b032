"""URLs that look like those of a trap, and plain ones that do not."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.url_traps import find_trap

SITE = "https://example.com"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/a;jsessionid=0A1B", "session-id"),
        ("/a?PHPSESSID=1f", "session-id"),
        ("/a?x=1&sid=77", "session-id"),
        ("/a/b/a/b/a/b/", "repeated-path"),
        ("/" + "/".join(map(str, range(13))), "deep-path"),
        ("/events/2026/05/", "calendar"),
        ("/events/2026-05-17", "calendar"),
        ("/events?month=5", "calendar"),
        ("/events?date=2026-05-17", "calendar"),
        ("/shop?color=red&size=m", "facets"),
        ("/shop?sort=price", "facets"),
        ("/shop?page=2", "facets"),
    ],
)
def test_traps(path: str, kind: str) -> None:
    trap = find_trap(SITE + path)
    assert trap is not None
    assert trap.kind == kind


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a/b/a/c/",
        "/product?id=17",
        "/2026/05/17/what-happened",
        "/2026/",
        "/events?month=may",
        "/aside=1",
        "/fr/fr/shoes",
    ],
)
def test_plain_urls(path: str) -> None:
    assert find_trap(SITE + path) is None


def test_urls_of_one_trap_share_its_pattern() -> None:
    patterns = {find_trap(f"{SITE}/shop?color={color}&size=m") for color in ("red", "blue")}
    assert len(patterns) == 1
    months = {find_trap(f"{SITE}/events/2026/{month:02}/") for month in range(1, 13)}
    assert len(months) == 1
    assert find_trap(f"{SITE}/shop?page=2") != find_trap(f"{SITE}/other?page=2")
