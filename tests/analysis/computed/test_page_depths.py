"""Clicks from the homepage, the page that links, and the number of pages that do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from checks.examples.fixtures import ReusedStore
from checks.examples.manual import Example

from sitemap_audit.analysis.computed import page_depths
from sitemap_audit.parsing.urls import key

SITE = "https://example.com"
used_store = cache(ReusedStore)


def depths(links: str, redirects: str = "") -> dict[str, tuple[Any, ...]]:
    """Depth, referrer and inlinks by path, of ``"/ a b"`` (the homepage links to a and b).

    Args:
        redirects: ``"a b"``: a redirects to b.
    """
    linking = [line.split() for line in links.splitlines()]
    moved = dict(line.split() for line in redirects.splitlines())
    paths = {path for line in linking for path in line} | {*moved, *moved.values(), "/"}
    given: dict[str, list[dict[str, str | None]]] = {
        "pages": [
            {
                "url": url(path),
                "role": "home" if path == "/" else "linked",
                "status": "301" if path in moved else "200",
                "location": url(moved[path]) if path in moved else None,
            }
            for path in sorted(paths)
        ],
        "outlinks": [
            {"url": url(page), "target": url(target)} for page, *to in linking for target in to
        ],
    }
    store = used_store().take(Example(title="", given=given, parameters={}, finds=[]))
    used_store().prepare({page_depths.TABLE})
    named = {key(url(path)): path for path in paths}
    found = store.rows(f"SELECT url_key, depth, referrer_key, inlinks FROM {page_depths.TABLE}")
    return {named[each]: (depth, named.get(by), links) for each, depth, by, links in found}


def url(path: str) -> str:
    return f"{SITE}/{path.removeprefix('/')}"


@pytest.mark.parametrize(
    ("links", "redirects", "expected"),
    [
        ("", "", {}),
        (
            "/ a\na b\nb a /",
            "",
            {"/": (0, "b", 1), "a": (1, "/", 2), "b": (2, "a", 1)},
        ),
        ("a b\nb a", "", {"/": (0, None, 0), "a": (None, "b", 1), "b": (None, "a", 1)}),
        (  # a redirect costs no click, and a page that links to both counts once
            "/ old\na b old",
            "old older\nolder a",
            {
                "/": (0, None, 0),
                "old": (1, "/", 2),
                "older": (1, "/", 2),
                "a": (1, "/", 1),
                "b": (2, "a", 1),
            },
        ),
        (  # a homepage that redirects, and a redirect loop
            "en x",
            "/ en\nx y\ny x",
            {"/": (0, None, 0), "en": (0, None, 0), "x": (1, "en", 1), "y": (1, "en", 1)},
        ),
    ],
)
def test_depths(links: str, redirects: str, expected: dict[str, tuple[Any, ...]]) -> None:
    assert depths(links, redirects) == expected


def test_an_endless_chain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_depths, "MOST_CLICKS", 3)
    found = depths("/ a\na b\nb c\nc d\nd e")
    assert [found[path][0] for path in "abcde"] == [1, 2, 3, None, None]
