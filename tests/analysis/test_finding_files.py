"""The file and the line of findings in built pages, and in local sitemaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row
from checks.examples.responses import Response

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import tables_in
from sitemap_audit.items import TagKind

if TYPE_CHECKING:
    from collections.abc import Mapping

SITE = "https://example.com"
SITEMAP = f"{SITE}/sitemap.xml"
CHECKS = {check.name: check for check in load_checks()}

Found = dict[tuple[str, str | None], tuple[str | None, int | None]]


def found(
    names: tuple[str, ...],
    pages: Mapping[str, str],
    *,
    built: bool = True,
    local: str | None = None,
    listed: tuple[str, ...] = (),
    more: Mapping[str, list[Row]] | None = None,
    headers: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
) -> Found:
    """Return the file and line of each finding, by its check and its own or related path.

    Args:
        pages: HTML by path, all listed.
        built: whether the pages were read from files.
        local: path of the sitemap's file; None if it was requested.
        listed: further paths in the sitemap, which return 404.
        more: further rows, by table.
        headers: response headers, by path.
    """
    responses = [
        Response(
            kind="page",
            url=f"{SITE}{path}",
            headers=(headers or {}).get(path, ()),
            columns={"file": f"public{path}.html"} if built else {},
            sent_as=("utf-8",),
            body=html,
        )
        for path, html in pages.items()
    ]
    entries: list[Row] = [
        {"loc": f"{SITE}{path}", "line": str(line)}
        for line, path in enumerate((*pages, *listed), start=3)
    ]
    gone: list[Row] = [{"url": f"{SITE}{path}", "status": "404"} for path in listed]
    given = {"entries": entries, "pages": gone}
    for table, rows in (more or {}).items():
        given[table] = [*given.get(table, []), *rows]
    store = make_store(
        Example(title="", given=given, responses=tuple(responses), parameters={}, finds=[])
    )
    checks = [CHECKS[name] for name in names]
    with store:
        prepare(store, checks, also=views_of_causes())
        if local:
            store.insert("local_files", [{"url": SITEMAP, "file": local}])
        run_checks(store, checks)
        find_causes(store, checks)
        told = store.rows('SELECT "check", url, related_url, file, file_line FROM findings')
    return {(check, (other or url).removeprefix(SITE)): (*at,) for check, url, other, *at in told}


HEAD = "<!doctype html>\n<html>\n<head>\n<title>Tea</title>\n"


def test_a_finding_has_the_line_of_its_tag() -> None:
    pages = {
        "/a": f"{HEAD}<link rel=canonical href='https://example.com/a#b'>\n</head><p>Tea",
        "/b": f"{HEAD}<meta name=googlebot content=index>\n<meta name=robots content='noindex'>",
        "/c": f"{HEAD}<meta charset=utf-8>\n</head><p>Tea",
        "/d": f"{HEAD}<img src=/a.gif>\n<link rel=canonical href=/d></head>",
    }
    names = ("canonical/fragment", "indexability/noindex", "canonical/missing")
    assert found(
        (*names, "hreflang/html-lang-missing", "indexability/head-ended-early"), pages
    ) == {
        ("canonical/fragment", "/a"): ("public/a.html", 5),
        ("indexability/noindex", "/b"): ("public/b.html", 6),
        ("canonical/missing", "/c"): ("public/c.html", 3),
        ("hreflang/html-lang-missing", "/a"): ("public/a.html", 2),
        ("hreflang/html-lang-missing", "/c"): ("public/c.html", 2),
        ("hreflang/html-lang-missing", "/d"): ("public/d.html", 2),
        ("indexability/head-ended-early", "/d"): ("public/d.html", 5),
    }


def test_a_noindex_header_of_a_file_of_rules_is_in_that_file() -> None:
    pages = {
        "/a": f"{HEAD}<meta name=robots content='index, nofollow'>\n</head><p>Tea",
        "/b": f"{HEAD}<meta name=robots content=noindex>\n</head><p>Tea",
        "/c": f"{HEAD}</head><p>Tea<meta name=robots content=nofollow>",
    }
    header: Row = {"tag": "robots", "number": "90", "line": "2", "file": "public/_headers"}
    rows: list[Row] = [
        {**header, "url": f"{SITE}{path}", "written": "all, noindex", "element": "X-Robots-Tag: x"}
        for path in pages
    ]
    names = ("indexability/noindex", "indexability/directive-outside-head")
    more = {"page_tags": rows, "pages": []}
    headers = dict.fromkeys(("/a", "/c"), (("X-Robots-Tag", "all, noindex"),))
    assert found(names, pages, local="public/sitemap.xml", more=more, headers=headers) == {
        ("indexability/noindex", "/a"): ("public/_headers", 2),
        ("indexability/noindex", "/b"): ("public/b.html", 5),
        ("indexability/noindex", "/c"): ("public/_headers", 2),
        ("indexability/directive-outside-head", "/c"): ("public/c.html", 5),
    }


def test_of_several_links_it_is_that_of_the_url_and_the_language() -> None:
    links = "".join(
        f"<link rel=alternate hreflang={code} href='https://example.com/{path}'>\n"
        for code, path in (("en", "en"), ("x-default", "en"), ("de", "gone"), ("fr", "none"))
    )
    pages = {"/en": f"{HEAD}{links}</head><p>Tea"}
    names = ("hreflang/target-client-error", "hreflang/one-url-several-codes")
    of_links = found(names, pages, listed=("/gone", "/none"))
    assert of_links[("hreflang/target-client-error", "/gone")] == ("public/en.html", 7)
    assert of_links[("hreflang/target-client-error", "/none")] == ("public/en.html", 8)


def test_a_return_link_is_missing_in_the_other_page() -> None:
    own = "<link rel=alternate hreflang={0} href='https://example.com/{0}'>\n"
    pages = {
        "/en": f"{HEAD}{own.format('en')}{own.format('de')}</head><p>Tea",
        "/de": f"{HEAD}\n\n{own.format('de')}{own.format('fr')}</head><p>Tee",
        "/fr": f"{HEAD}{own.format('fr')}{own.format('de')}</head><p>Thé",
    }
    of_pairs = found(("hreflang/missing-return-link",), pages)
    assert of_pairs == {("hreflang/missing-return-link", "/de"): ("public/de.html", 7)}


def test_a_link_has_the_line_of_the_page_that_links() -> None:
    pages = {"/": f"{HEAD}</head>\n<a href=/tea>Tea</a>\n<a href=/old>Old</a>", "/tea": HEAD}
    links: list[Row] = [
        {"url": f"{SITE}/", "target": f"{SITE}/old", "text": "Old", "place": "content"}
    ]
    moved: Row = {
        "url": f"{SITE}/old",
        "role": "linked",
        "status": "301",
        "location": f"{SITE}/tea",
    }
    of_links = found(("links/to-redirect",), pages, more={"outlinks": links, "pages": [moved]})
    assert of_links == {("links/to-redirect", "/tea"): ("public/.html", 7)}


def test_other_faults_are_in_the_local_sitemap() -> None:
    pages = {"/a": f"{HEAD}<link rel=canonical href=/a></head>"}
    names = ("status/not-found", "canonical/relative")
    both = found(names, pages, local="public/sitemap.xml", listed=("/gone",))
    assert both == {
        ("status/not-found", "/gone"): ("public/sitemap.xml", 4),
        ("canonical/relative", "/a"): ("public/a.html", 5),
    }
    requested = found(names, pages, built=False, local="public/sitemap.xml", listed=("/gone",))
    assert requested[("canonical/relative", "/a")] == ("public/sitemap.xml", 3)
    assert set(found(names, pages, built=False, listed=("/gone",)).values()) == {(None, None)}


def test_a_tag_in_a_header_of_a_check_is_of_a_page() -> None:
    for check in CHECKS.values():
        if check.tag:
            assert {"pages", "page_canonicals", "page_alternates"} & {*check.needs}, check.name
    told = {check.tag for check in CHECKS.values()}
    by_place = {TagKind.LINK, TagKind.H1, TagKind.DESCRIPTION, None}
    assert told | by_place >= {*TagKind}
    assert "page_tags" not in {table for check in CHECKS.values() for table in tables_in(check.sql)}
