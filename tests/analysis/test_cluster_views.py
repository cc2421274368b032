"""The tables of hreflang clusters: members, state, completeness, and what is not known."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import ReusedStore
from checks.examples.manual import Example

from sitemap_audit.analysis.views import tables_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checks.examples.manual import Row

SITE = "https://example.com"


def tables(links: str, pages: str = "") -> dict[str, list[Row]]:
    """``"a en:a de:b"``: page a names itself for en and b for de; ``"b 404"``: b's status.

    Pages that are only named have not been fetched; all that name others are listed.
    """
    named = [line.split() for line in links.splitlines()]
    statuses = {url: "200" for url, *_ in named} | {
        line.split()[0]: line.split()[1] for line in pages.splitlines()
    }
    return {
        "entries": [{"loc": f"{SITE}/{url}"} for url, *_ in named],
        "pages": [{"url": f"{SITE}/{url}", "status": code} for url, code in statuses.items()],
        "page_alternates": list(_alternates(named)),
    }


def _alternates(named: Iterable[list[str]]) -> Iterable[Row]:
    for url, *links in named:
        for link in links:
            code, href = link.split(":")
            yield {"url": f"{SITE}/{url}", "hreflang": code, "href": f"{SITE}/{href}"}


def rows(query: str, links: str, pages: str = "") -> list[tuple[Any, ...]]:
    example = Example(title="", given=tables(links, pages), parameters={}, finds=[])
    store = used_store().take(example)
    used_store().prepare(tables_in(query))
    found = store.rows(query)
    return [tuple(v.replace(f"{SITE}/", "") if isinstance(v, str) else v for v in r) for r in found]


used_store = cache(ReusedStore)


MUTUAL = "a en:a de:b fr:c\nb en:a de:b fr:c\nc en:a de:b fr:c"


@pytest.mark.parametrize(
    ("links", "pages", "expected"),
    [
        pytest.param(MUTUAL, "", ("ok", True), id="all name all"),
        pytest.param("a en:a de:b\nb en:a de:b", "", ("ok", True), id="two"),
        pytest.param("a en:a", "", ("ok", True), id="alone"),
        pytest.param(
            "a en:a de:b fr:x\nb en:a de:b fr:x", "", ("uncertain", None), id="not fetched"
        ),
        pytest.param(
            "a en:a de:b fr:x\nb en:a de:b fr:x",
            "x 403",
            ("error", False),
            id="an error of a member",
        ),
        pytest.param("a en:a de:b\nb de:b fr:c\nc fr:c de:b", "", ("error", False), id="no return"),
        pytest.param(
            "a en:a de:b fr:c\nb en:a de:b\nc en:a fr:c", "", ("problem", False), id="a gap"
        ),
        pytest.param(
            "a en:a de:b x-default:a\nb en:a de:b x-default:b", "", ("problem", True), id="defaults"
        ),
        pytest.param(
            "a en:a fr:c de:b\nc en:a fr:c de:d\nb de:b en:a\nd de:d fr:c",
            "",
            ("error", False),
            id="two pages for one code",
        ),
    ],
)
def test_the_state_of_a_cluster(links: str, pages: str, expected: tuple[str, bool | None]) -> None:
    assert rows("SELECT state, is_complete FROM clusters", links, pages) == [expected]


def test_a_chooser_that_is_x_default_of_all_joins_nothing() -> None:
    links = "a en:a de:b x-default:z\nb en:a de:b x-default:z\nc en:c fr:d x-default:z\nd en:c fr:d"
    query = "SELECT cluster, codes, members FROM clusters ORDER BY cluster"
    assert rows(query, links) == [("a", "de, en", 2), ("c", "en, fr", 2)]


def test_a_wrong_link_is_a_bridge_and_leaves_two_clusters_of_one_component() -> None:
    links = (
        "a en:a fr:c de:y\nb en:a fr:c de:b\nc en:a fr:c de:b\n"
        "x en:x fr:z de:y\ny en:x fr:z de:y\nz en:x fr:z de:y"
    )
    query = "SELECT cluster, component, members, bridges FROM clusters ORDER BY cluster"
    assert rows(query, links) == [("a", "a", 3, 1), ("x", "a", 3, 0)]
    assert rows("SELECT url, alternate, code, wanted FROM cluster_bridges", links) == [
        ("a", "y", "de", "b")
    ]


def test_a_member_has_the_code_it_gives_itself_else_the_first_that_others_give_it() -> None:
    links = "a en:a de:b fr-CA:c fr:c\nb de-AT:b en:a\nc en:a"
    query = "SELECT url, code, partners FROM cluster_members ORDER BY url"
    assert rows(query, links) == [("a", "en", 2), ("b", "de-AT", 1), ("c", "fr", 1)]


def test_what_is_not_known_is_neither_returned_nor_missing() -> None:
    query = """
        SELECT source_code, target_code, returned, missing, broken, "unknown", returned_share
        FROM reported_locales ORDER BY source_code, target_code
    """
    links = "a en:a de:b fr:c es:d it:later\nb de:b en:a\nc fr:c de:b"
    assert rows(query, links, "d 500") == [
        ("de", "en", 1, 0, 0, 0, 1.0),
        ("en", "de", 1, 0, 0, 0, 1.0),
        ("en", "es", 0, 0, 1, 0, None),
        ("en", "fr", 0, 1, 0, 0, 0.0),
        ("en", "it", 0, 0, 0, 1, None),
        ("fr", "de", 0, 1, 0, 0, 0.0),
    ]
