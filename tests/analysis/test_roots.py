"""Findings that are a consequence of others are folded under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.reporting.causes import read_causes
from sitemap_audit.reporting.figures import key_figures
from sitemap_audit.reporting.overview import read_overview

if TYPE_CHECKING:
    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
CHECKS = {check.name: check for check in load_checks()}


def audited(names: tuple[str, ...], **tables: list[Row]) -> DuckDBStore:
    checks = [CHECKS[name] for name in names]
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, checks, also=["hreflang_pairs", "listed"])
    run_checks(store, checks)
    find_causes(store, checks)
    return store


def folded(store: DuckDBStore) -> list[tuple[str, str]]:
    """Each folded finding's check, with that of its root."""
    return store.rows(
        'SELECT found."check", root."check" FROM findings AS found'
        " INNER JOIN findings AS root ON found.root_id = root.finding_id ORDER BY 1"
    )


def pages(**statuses: str) -> dict[str, list[Row]]:
    urls = {f"{SITE}/{name}": status for name, status in statuses.items()}
    return {
        "entries": [{"loc": url} for url in urls],
        "pages": [{"url": url, "status": status} for url, status in urls.items()],
    }


def test_a_canonical_to_a_page_that_is_gone_is_the_fault_of_that_page() -> None:
    names = ("status/not-found", "canonical/target-client-error")
    canonicals: list[Row] = [{"url": f"{SITE}/a", "href": f"{SITE}/gone"}]
    with audited(names, **pages(a="200", gone="404"), page_canonicals=canonicals) as store:
        assert folded(store) == [("canonical/target-client-error", "status/not-found")]
        (cause,) = read_causes(store, list(CHECKS.values()), rows=10)
        assert (cause.check, cause.urls, cause.findings, cause.folded) == (
            "status/not-found",
            1,
            1,
            1,
        )
        overview = read_overview(store, list(CHECKS.values()))
        assert overview.urls_by_severity == {"error": 1, "warning": 0, "notice": 0}
        assert overview.folded == 1


def test_a_target_that_no_sitemap_lists_is_told_with_the_page_that_names_it() -> None:
    names = ("status/not-found", "canonical/target-client-error")
    tables = pages(a="200", gone="404")
    canonicals: list[Row] = [{"url": f"{SITE}/a", "href": f"{SITE}/gone"}]
    with audited(
        names, **tables | {"entries": tables["entries"][:1]}, page_canonicals=canonicals
    ) as store:
        assert folded(store) == []
        assert [cause.check for cause in read_causes(store, (), rows=10)] == [names[1]]


def test_an_error_is_not_folded_under_a_warning() -> None:
    """A redirect to the home page is a warning, the listed URL that redirects an error."""
    names = ("redirect/listed-url-redirects", "redirect/to-home")
    tables: dict[str, list[Row]] = {
        "entries": [{"loc": f"{SITE}/old"}],
        "pages": [
            {"url": f"{SITE}/old", "status": "301", "redirect_url": f"{SITE}/"},
            {"url": f"{SITE}/", "status": "200"},
        ],
    }
    with audited(names, **tables) as store:
        assert folded(store) == [("redirect/to-home", "redirect/listed-url-redirects")]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (None, None),
        ({"checked": 10, "indexable": 9}, "-15.0 points"),
        ({"checked": 4, "indexable": 3}, "±0"),
        ({"checked": 0, "indexable": 0}, None),
    ],
)
def test_a_share_changes_by_points(before: dict[str, int] | None, told: str | None) -> None:
    now = dict.fromkeys(
        ("urls_in_sitemaps", "urls_with_error", "not_checked", "clusters", "clusters_complete"), 0
    )
    figures = now | {"checked": 4, "indexable": 3}
    run = {"figures": figures, "previous": {"figures": before} if before else None}
    (share,) = (each for each in key_figures(run) if each.name == "indexable")
    assert (share.value, share.change) == ("3 of 4 (75.0 %)", told)


def test_a_page_that_a_rule_for_the_whole_host_blocks_is_no_cause_of_its_own() -> None:
    blocked: Row = {"robots": "disallowed", "robots_rule": "Disallow: /", "robots_line": "2"}
    urls = [f"{SITE}/{name}" for name in ("", "a", "b")]
    names = ("robots/blocks-everything", "indexability/disallowed")
    tables: dict[str, list[Row]] = {
        "robots": [{"origin": SITE}],
        "entries": [{"loc": url} for url in urls],
        "pages": [{"url": url, **blocked} for url in urls],
    }
    with audited(names, **tables) as store:
        assert folded(store) == [(names[1], names[0])] * 3
        (cause,) = read_causes(store, list(CHECKS.values()), rows=10)
        told = f"The robots.txt of {SITE} blocks all its URLs: 3 URLs."
        assert (cause.sentence, cause.folded) == (told, 3)


def test_what_is_said_of_a_url_that_nobody_meant_follows_from_that() -> None:
    wrong, child = f"{SITE}/a?b=1&amp;c=2", f"{SITE}/child?a=1&amp;b=2"
    other, canonical = f"{SITE}/d?b=1&amp;c=2", f"{SITE}/d?b=1&c=2"
    names = (
        "entry/escaped-twice",
        "status/not-found",
        "index/child-error",
        "canonical/canonicalized",
        "canonical/own-url-misspelled",
    )
    tables: dict[str, list[Row]] = {
        "sitemaps": [
            {"url": f"{SITE}/index.xml", "kind": "sitemapindex"},
            {"url": f"{SITE}/sitemap.xml"},
            {"url": child, "status": "404", "found_by": "index"},
        ],
        "entries": [
            {"loc": wrong},
            {"loc": other},
            {"loc": f"{SITE}/gone"},
            {"sitemap_url": f"{SITE}/index.xml", "kind": "sitemap", "loc": child},
        ],
        "pages": [
            {"url": wrong, "status": "404"},
            {"url": other, "status": "200"},
            {"url": f"{SITE}/gone", "status": "404"},
        ],
        "page_canonicals": [{"url": other, "href": canonical}],
    }
    with audited(names, **tables) as store:
        assert folded(store) == [
            ("canonical/canonicalized", "entry/escaped-twice"),
            ("index/child-error", "entry/escaped-twice"),
            ("status/not-found", "entry/escaped-twice"),
        ]
        changes = store.rows('SELECT url, "from" FROM findings WHERE change IS NOT NULL')
        assert changes == [(f"{SITE}/gone", f"{SITE}/gone")]
