"""What a sitemap leads to, however its entries are written."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from sitemap_audit.frontier.page_assertions import IMAGES
from sitemap_audit.frontier.url_records import (
    DiscoveredUrls,
    ListedPage,
    PageAssertion,
    PageLink,
    sitemap_target,
)
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.parsing import urls
from sitemap_audit.reading.facts import Fetch
from sitemap_audit.reading.sitemaps import FetchedSitemap, SitemapReading
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

SITE = "https://example.com"
LINK = f'<xhtml:link rel="alternate" hreflang="de" href="{SITE}/de"/>'
OTHER = f'<xhtml:link rel="alternate" hreflang="fr" href="{SITE}/fr"/>'
NONE = '<xhtml:link rel="alternate" hreflang="fr" href="/fr"/>'
IMAGE = f"<image:image><image:loc>{SITE}/a.png</image:loc></image:image>"
PLAIN = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>{SITE}/de</loc><lastmod>2026-01-31</lastmod>{LINK}{OTHER}{IMAGE}</url>
<url><loc>{SITE}/fr</loc>{LINK}{OTHER}</url>
<url><loc>/it</loc><priority>0.5</priority>{LINK}{NONE}</url>
</urlset>"""
WRITTEN = {"plainly": PLAIN, "with a comment": PLAIN.replace("</url>", "<!-- --></url>")}


def reading(assertion_tables: frozenset[str] = frozenset()) -> SitemapReading:
    """The reading of a sitemap that was answered with 200."""
    values: dict[str, Any] = dict.fromkeys(Fetch._fields) | {"status": 200, "headers": []}
    fetch = Fetch(**values | {"attempts": 1, "fetched_at": datetime(2026, 1, 31, tzinfo=UTC)})
    target = sitemap_target(f"{SITE}/sitemap.xml", FoundBy.ROBOTS, None)
    return SitemapReading(FetchedSitemap(1, target, fetch, "allowed", None, assertion_tables))


@pytest.mark.parametrize("body", WRITTEN.values(), ids=WRITTEN)
def test_pages_and_versions_are_offered_once(body: str) -> None:
    offers = [piece.discovered for piece in reading().pieces([body.encode()])]
    merged = DiscoveredUrls(*(list(chain(*column)) for column in zip(*offers, strict=True)))
    de, fr = f"{SITE}/de", f"{SITE}/fr"
    assert merged == DiscoveredUrls(
        [ListedPage(de, urls.key(de), de), ListedPage(fr, urls.key(fr), fr)],
        [],
        [PageLink(urls.key(de), url, urls.key(url), Role.ALTERNATE) for url in (de, fr)],
        [],
    )


@pytest.mark.parametrize("body", WRITTEN.values(), ids=WRITTEN)
def test_assertions_about_a_page_are_known_when_the_page_is_listed(body: str) -> None:
    entry = f"<url><loc>{SITE}/fr</loc></url>"
    long = body.replace("<url>", 2_000 * entry + "<url>", 1).encode()
    known: list[PageAssertion] = []
    for piece in reading(frozenset({IMAGES})).pieces([long]):
        known += piece.discovered.assertions
        if f"{SITE}/de" in [page.url for page in piece.discovered.pages]:
            break
    assert known == [PageAssertion(urls.key(f"{SITE}/de"), f"{SITE}/a.png")]


def stored(body: str, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of the parts that are written of a sitemap."""
    writer = Writer(folder)
    for piece in reading().pieces([body.encode()]):
        writer.add(piece.batch)
    writer.flush()
    parts = sorted((folder / "data").glob("*/*.parquet"))
    return {part.parent.name: pq.read_table(part).to_pylist() for part in parts}


def test_the_same_is_stored_however_entries_are_written(tmp_path: Path) -> None:
    plain, parsed = (stored(body, tmp_path / name) for name, body in WRITTEN.items())
    assert plain == parsed
    assert [row["loc"] for row in plain["entries"]] == [f"{SITE}/de", f"{SITE}/fr", "/it"]
    assert [row["image_url"] for row in plain["entry_images"]] == [f"{SITE}/a.png"]
    assert [row["href_problem"] for row in plain["entry_alternates"]] == [None] * 5 + ["relative"]
