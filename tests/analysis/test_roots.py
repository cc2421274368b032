"""Findings that are a consequence of others are folded under them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rows import RUN, record_of

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import row_of, view_queries
from sitemap_audit.report.figures import key_figures
from sitemap_audit.report.issue_groups import read_causes
from sitemap_audit.report.overview import read_overview
from sitemap_audit.run_record import Figures

if TYPE_CHECKING:
    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
CHECKS = {check.name: check for check in load_checks()}


def audited(names: tuple[str, ...], **tables: list[Row]) -> DuckDBStore:
    return analysed([CHECKS[name] for name in names], tables)


def analysed(checks: list[Check], tables: dict[str, list[Row]]) -> DuckDBStore:
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, checks, also=views_of_causes())
    run_checks(store, checks)
    find_causes(store, checks)
    return store


FOUND = """
SELECT
    found."check", found.url, found.sitemap_url, found.related_url,
    root."check", root.url, root.sitemap_url, root.related_url
FROM findings AS found
INNER JOIN findings AS root ON found.root_id = root.finding_id
ORDER BY 1, 2, 3, 4
"""


def roots(store: DuckDBStore) -> dict[tuple[str, str | None, str | None], tuple[str, str]]:
    """The root of each folded finding on pages, with its URL, by check, URL and related URL."""
    return {
        (check, url, related): (cause, at)
        for check, url, _, related, cause, at, *_ in store.rows(FOUND)
    }


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
        store.create_view("reported_findings", view_queries()["reported_findings"])
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
    figures = dict.fromkeys((each.name for each in fields(Figures)), 0)
    run: dict[str, Any] = {
        "figures": figures | {"checked": 4, "indexable": 3},
        "previous": before and {"folder": "-", "started_at": RUN["started_at"], "figures": before},
    }
    (share,) = (each for each in key_figures(record_of(run)) if each.name == "indexable")
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
        told = f"The robots.txt of {SITE} blocks all its URLs (3 URLs)."
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


def hreflang(*names: str) -> list[Row]:
    """Pages that all have the annotations of all others."""
    return [
        {"url": f"{SITE}/{name}", "hreflang": other, "href": f"{SITE}/{other}"}
        for name in names
        for other in names
    ]


A, B, DE, FR, IT = (f"{SITE}/{name}" for name in ("a", "b", "de", "fr", "it"))
LISTS = "redirect/listed-url-redirects"
CASES: dict[str, tuple[dict[str, list[Row]], dict[tuple[str, str | None, str | None], Any]]] = {
    "a third page of the cluster": (
        {
            **pages(de="200", fr="200", it="200", x="200"),
            "page_canonicals": [{"url": FR, "href": f"{SITE}/x"}],
            "page_alternates": [
                row for row in hreflang("de", "fr", "it") if (row["url"], row["href"]) != (IT, DE)
            ],
        },
        {
            ("hreflang/missing-return-link", DE, IT): None,
            ("hreflang/target-canonicalized", DE, FR): ("canonical/canonicalized", FR),
            ("hreflang/target-canonicalized", IT, FR): ("canonical/canonicalized", FR),
        },
    ),
    "an alternate that redirects to itself": (
        {
            "entries": [{"loc": A}, {"loc": DE}],
            "pages": [{"url": A}, {"url": DE, "status": "301", "redirect_url": DE}],
            "page_alternates": [{"url": A, "hreflang": "de", "href": DE}],
        },
        {("hreflang/target-redirects", A, DE): ("redirect/to-itself", DE)},
    ),
    "a redirect to a canonicalized page": (
        {
            "entries": [{"loc": A}],
            "pages": [{"url": A, "status": "301", "redirect_url": B}, {"url": B}, {"url": DE}],
            "page_canonicals": [{"url": B, "href": DE}],
        },
        {("redirect/then-canonical", A, B): (LISTS, A)},
    ),
    "a canonical that redirects back to its page": (
        {
            "entries": [{"loc": A}],
            "pages": [{"url": A, "status": "301", "redirect_url": B}, {"url": B}],
            "page_canonicals": [{"url": B, "href": A}],
        },
        {(LISTS, A, B): None, ("redirect/then-canonical", A, B): None},
    ),
    "a stub with a meta refresh, noindex and another canonical": (
        {
            "entries": [{"loc": A}],
            "pages": [
                {
                    "url": A,
                    "noindex": "true",
                    "noindex_source": "meta",
                    "meta_robots": "noindex",
                    "refresh": "0; url=/b",
                    "refresh_url": B,
                    "refresh_source": "meta",
                },
                {"url": B},
                {"url": DE},
            ],
            "page_canonicals": [{"url": A, "href": DE}],
        },
        {
            ("redirect/meta-refresh", A, B): None,
            ("indexability/conflicting-signals", A, DE): ("redirect/meta-refresh", A),
        },
    ),
    "a lastmod of a file with the same one everywhere": (
        {
            "entries": [
                {"loc": f"{SITE}/{number}", "lastmod": "2026-01-01"} for number in range(60)
            ],
            "pages": [
                {
                    "url": f"{SITE}/{number}",
                    "last_modified": "2025-01-01",
                    "last_modified_at": f"2025-01-{1 + number % 28:02} 00:00:00",
                }
                for number in range(60)
            ],
        },
        {
            ("entry/lastmod-vs-http-header", f"{SITE}/1", None): (
                "entry/lastmod-all-identical",
                None,
            )
        },
    ),
    "a sum over the entries of a file": (
        {
            "entries": [{"loc": f"{SITE}/{number}"} for number in range(30)],
            "pages": [
                {"url": f"{SITE}/{number}", "status": "404" if number < 5 else "200"}
                for number in range(30)
            ],
        },
        {
            ("sitemap/many-not-indexable", None, None): ("status/not-found", f"{SITE}/2"),
            ("status/not-found", f"{SITE}/0", None): None,
        },
    ),
    "a root of a root that is at no end of the finding": (
        {
            **pages(a="200", gone="404"),
            "page_canonicals": [{"url": A, "href": f"{SITE}/gone"}],
            "imported_files": [{"file": "Pages.csv", "kind": "performance"}],
            "imported_urls": [{"file": "Pages.csv", "url": A, "clicks": "50"}],
        },
        {
            ("search/clicks-not-indexable", A, None): ("canonical/target-client-error", A),
            ("canonical/target-client-error", A, f"{SITE}/gone"): (
                "status/not-found",
                f"{SITE}/gone",
            ),
        },
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_root_is_at_an_end_of_its_finding(name: str) -> None:
    tables, expected = CASES[name]
    names = {check for check, *_ in expected} | {root[0] for root in expected.values() if root}
    with audited(tuple(sorted(names)), **tables) as store:
        found = {
            (check, url, related)
            for check, url, related in store.rows('SELECT "check", url, related_url FROM findings')
        }
        assert expected.keys() <= found
        told = roots(store)
        assert {key: told.get(key) for key in expected} == expected


FOLLOWING = tuple(
    name
    for name, check in CHECKS.items()
    if not {"previous", "imported_urls", "imported_hits"} & set(check.needs)
    and (check.follows or any(name in other.follows for other in CHECKS.values()))
)
NAMES = [f"{SITE}/{name}" for name in ("de", "en", "fr", "it", "nl")]
PAGE = st.one_of(
    st.just({"status": "200"}),
    st.just({"status": "404"}),
    st.just({"status": "200", "noindex": "true"}),
    st.builds(
        lambda target, key: {"status": "301" if key == "redirect_url" else "200", key: target},
        st.sampled_from(NAMES),
        st.sampled_from(["redirect_url", "refresh_url"]),
    ),
)


@st.composite
def sites(draw: st.DrawFn) -> dict[str, list[Row]]:
    """Clusters of three to five pages, with faults and without some annotations."""
    tables: dict[str, list[Row]] = {
        name: [] for name in ("entries", "pages", "page_canonicals", "page_alternates")
    }
    for cluster in range(4):
        urls = [f"{url}/{cluster}" for url in NAMES[: draw(st.integers(3, 5))]]
        for url in urls:
            page = {
                key: f"{value}/{cluster}" if "url" in key else value
                for key, value in draw(PAGE).items()
            }
            tables["pages"].append({"url": url, **page})
            if draw(st.integers(0, 4)):
                tables["entries"].append({"loc": url})
            if page == {"status": "200"}:
                if not draw(st.integers(0, 3)):
                    tables["page_canonicals"].append(
                        {"url": url, "href": draw(st.sampled_from(urls))}
                    )
                tables["page_alternates"] += [
                    {"url": url, "hreflang": other.split("/")[3], "href": other}
                    for other in urls
                    if draw(st.integers(0, 3))
                ]
    return tables


def is_at_an_end(finding: tuple[Any, ...]) -> bool:
    """Whether a finding and its root share a page, target, file or origin."""
    _, url, sitemap, related, cause, at, in_sitemap, to = finding
    about, fault = url or sitemap, at or in_sitemap
    if related is not None and {about, related} == {fault, to}:
        return True
    if CHECKS[cause].keeps_out == "host":
        return bool(about.split("/")[:3] == fault.split("/")[:3])
    if row_of(CHECKS[cause].over) == "pair":
        return related is None and about == fault
    if row_of(CHECKS[finding[0]].over) == "sum" and sitemap == in_sitemap:
        return True
    return fault in (about, related) or (at is None and fault == sitemap)


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(sites())
def test_no_root_is_at_a_third_page_or_less_severe(tables: dict[str, list[Row]]) -> None:
    """Whatever the headers say: here each check follows all those before it."""
    severities = ("error", "warning", "notice")
    checks = [
        replace(CHECKS[name], follows=FOLLOWING[:number]) for number, name in enumerate(FOLLOWING)
    ]
    with analysed(checks, tables) as store:
        found = store.rows(FOUND)
        assert [finding for finding in found if not is_at_an_end(finding)] == []
        for finding in found:
            check, root = CHECKS[finding[0]], CHECKS[finding[4]]
            assert severities.index(root.severity) <= severities.index(check.severity)
        assert len(found) == (store.value("SELECT SUM(folded) FROM causes") or 0)
