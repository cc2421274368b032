"""Feed exports of items: nested rows in JSON, columns alone in CSV."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

import pytest
from rows import NOW
from scrapy.crawler import Crawler
from scrapy.exporters import JsonLinesItemExporter
from test_items import batch, page

from sitemap_audit.exporters import ColumnsCsvExporter
from sitemap_audit.items import TABLES, Item, column_names
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.exporters import BaseItemExporter


def exported(exporter: Callable[..., BaseItemExporter], *items: Item, **options: Any) -> str:
    """What a feed exporter writes."""
    file = BytesIO()
    feed = exporter(file, **options)
    feed.start_exporting()
    for item in items:
        feed.export_item(item)
    feed.finish_exporting()
    return file.getvalue().decode()


def test_json_has_the_nested_rows() -> None:
    lines = exported(JsonLinesItemExporter, page(), batch()).splitlines()
    page_told, batch_told = map(json.loads, lines)
    assert page_told["url"] == "https://example.com/"
    assert [row["code"] for row in page_told["page_alternates"]] == ["de"]
    assert [row["hreflang"] for row in batch_told["entry_alternates"]] == ["de", "fr"]
    assert batch_told["entries"][0]["lastmod_at"] == NOW.isoformat()


def test_csv_has_the_columns_alone() -> None:
    rows = list(csv.DictReader(StringIO(exported(ColumnsCsvExporter, page(), page()))))
    assert len(rows) == 2
    assert list(rows[0]) == list(column_names(TABLES["pages"]))
    assert rows[0]["url"] == "https://example.com/"


def test_csv_has_the_fields_that_the_user_names() -> None:
    named = exported(ColumnsCsvExporter, page(), fields_to_export=["url", "page_alternates"])
    assert named.splitlines()[0] == "url,page_alternates"


def test_csv_of_two_classes_says_what_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    exported(ColumnsCsvExporter, batch(), page(), page())
    (warning,) = caplog.messages
    assert warning.startswith("A CSV feed has the columns of EntryBatch; those of Page are left")


@pytest.mark.parametrize("users", [None, "project.OwnCsv"])
def test_the_exporter_is_a_default_of_the_add_on(users: str | None) -> None:
    crawler = Crawler(AuditSpider, {"FEED_EXPORTERS": {"csv": users} if users else {}})
    crawler.addons.load_settings(crawler.settings)
    ours = "sitemap_audit.exporters.ColumnsCsvExporter"
    assert crawler.settings["FEED_EXPORTERS"]["csv"] == (users or ours)
