"""Sentences on globs that match nothing, and on what a link crawl has found."""

from __future__ import annotations

from typing import Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from rows import make, record_of

from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.analysis.runner import make_run, prepare, separate_url_lists
from sitemap_audit.analysis.views import make_views
from sitemap_audit.evaluation.notes import note_crawl, views_of_notes
from sitemap_audit.items import column_names
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import read_selection
from sitemap_audit.storage.duckdb import DuckDBStore

HOST = "www.example.com"
SITE = f"https://{HOST}"


def entry(path: str, file: str, kind: str = "url") -> dict[str, Any]:
    """A URL in a sitemap, or a sitemap in an index."""
    url = SITE + path
    columns = {"kind": kind, "url": url, "url_key": urls.key(url), "loc": url}
    item = make("entries", **columns, sitemap_url=SITE + file)
    return {name: getattr(item, name) for name in column_names(type(item))}


ENTRIES = [entry("/a.xml", "/index.xml", "sitemap"), entry("/x", "/a.xml"), entry("/y", "/b.xml")]
_OF_SITEMAPS = "A pattern must match the whole URL of one:"


@pytest.mark.parametrize(
    ("options", "sentences"),
    [
        ({}, []),
        ({"sitemap": ["*/a.xml"], "include": ["*/x", "*/none"]}, []),
        (
            {"sitemap": ["a.xml", "*/b*"]},
            [
                f"1 sitemap in indexes is left out by --sitemap and not read, for example"
                f" {SITE}/a.xml. If one of them is an index, pass its URL with --sitemap, too.",
                f"No sitemap matches --sitemap a.xml. {_OF_SITEMAPS} {SITE}/a.xml, {SITE}/b.xml.",
            ],
        ),
        (
            {"sitemap": ["*/index.xml"]},
            [
                f"1 sitemap in indexes is left out by --sitemap and not read, for example"
                f" {SITE}/a.xml. If one of them is an index, pass its URL with --sitemap, too.",
                f"No sitemap matches --sitemap */index.xml. {_OF_SITEMAPS} {SITE}/a.xml,"
                f" {SITE}/b.xml.",
            ],
        ),
        (
            {"include": ["/x", "/y"]},
            [
                "No URL in the sitemaps matches --include /x /y. A pattern must match the whole"
                f" URL, such as {SITE}/x."
            ],
        ),
        (
            {"map": ["https://live.example=" + SITE, f"{SITE}=https://staging.example"]},
            [
                f"The sitemaps list 2 URLs of {SITE}, which --map fetches in place of"
                " https://live.example. They are audited as they are written, as URLs of another"
                f" site. Let {SITE} write https://live.example into its sitemaps, or audit it"
                " without --map."
            ],
        ),
    ],
    ids=["none", "both match", "not the whole URL", "an index", "no page", "of staging"],
)
def test_an_option_that_does_not_fit_the_sitemaps_is_said(
    options: dict[str, list[str]], sentences: list[str]
) -> None:
    run: dict[str, Any] = {"options": options, "sites": [f"{SITE}/"], "notes": []}
    with DuckDBStore() as store:
        store.insert("entries", ENTRIES)
        make_run(store, record_of(run))
        separate_url_lists(store)
        make_left_out(store, read_selection(options, None))
        make_views(store, views_of_notes())
        told = note_crawl(store, record_of(run))
    assert list(told.notes) == sentences


def test_what_a_link_crawl_found_is_said() -> None:
    run: dict[str, Any] = {"options": {"crawl": True, "crawl_depth": 3}, "sites": [SITE]}
    linked = [
        {"url": SITE + path, "url_key": urls.key(SITE + path)} for path in ("/x", "/a", "/b", "/c")
    ]
    with DuckDBStore() as store:
        store.insert("entries", ENTRIES)
        store.insert("link_targets", linked)
        store.insert("pages", [each | {"status": 200} for each in linked[:2]] + [linked[2]])
        make_run(store, record_of(run))
        separate_url_lists(store)
        make_left_out(store, read_selection({}, None))
        make_views(store, views_of_notes())
        told = note_crawl(store, record_of(run))
    assert told.notes == [
        "Internal links (--crawl --crawl-depth 3) to 4 URLs: 3 in no sitemap, 1 of these crawled.",
        f"Orphan URLs of {HOST} are not known: crawl stopped.",
    ]


@pytest.mark.parametrize(
    ("unread", "sentences"),
    [
        pytest.param((), [], id="none"),
        pytest.param(("/1",), [], id="a twentieth"),
        pytest.param(
            ("/1", "/2"),
            [f"Orphan URLs of {HOST} are not known: 2 of 20 pages could not be read."],
            id="more",
        ),
        pytest.param(
            ("/",), [f"Orphan URLs of {HOST} are not known: homepage not read."], id="homepage"
        ),
    ],
)
def test_that_orphans_are_not_known_is_said(unread: tuple[str, ...], sentences: list[str]) -> None:
    paths = ("/", *(f"/{number}" for number in range(19)))
    tables: dict[str, list[dict[str, Any]]] = {
        "entries": [{"loc": SITE + path} for path in paths],
        "outlinks": [{"url": f"{SITE}/", "target": f"{SITE}/0"}],
        "pages": [
            {"url": SITE + path, "role": "home" if path == "/" else "listed"}
            | {"status": "503" if path in unread else "200"}
            for path in paths
        ],
    }
    run: dict[str, Any] = {"options": {"crawl": True}, "sites": [f"{SITE}/"]}
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as store:
        prepare(store, (), also=views_of_notes())
        told = note_crawl(store, record_of(run))
    assert told.notes[1:] == sentences


def test_responses_of_a_proxy_or_network_are_not_of_the_site() -> None:
    run: dict[str, Any] = {"sites": [f"{SITE}/"], "incomplete_because": []}
    statuses = {f"{SITE}/a": 511, f"{SITE}/b": 200, "https://b.example/": 407}
    made = [make("pages", url=url, url_key=urls.key(url), status=statuses[url]) for url in statuses]
    columns = column_names(type(made[0]))
    with DuckDBStore() as store:
        store.insert("pages", [{name: getattr(row, name) for name in columns} for row in made])
        make_run(store, record_of(run))
        separate_url_lists(store)
        make_left_out(store, read_selection({}, None))
        make_views(store, views_of_notes())
        told = note_crawl(store, record_of(run))
    assert told.incomplete_because == [
        "A proxy or the network of this machine, not the site, returned 511 for 1 of 2 pages of"
        f" {SITE}: not checked. Log in to the network or the proxy."
    ]


def test_sitemaps_keep_their_columns_beside_a_url_list() -> None:
    with DuckDBStore() as store:
        columns = store.columns("sitemaps")
        store.insert("sitemaps", [{"id": 1, "found_by": "list", "url": "list.txt"}])
        store.insert("sitemaps", [{"id": 2, "found_by": "robots"}, {"id": 3}])
        separate_url_lists(store)
        assert store.columns("sitemaps") == columns
        assert store.rows("SELECT id FROM sitemaps ORDER BY id") == [(2,), (3,)]
        assert store.rows("SELECT id, url FROM url_lists") == [(1, "list.txt")]
