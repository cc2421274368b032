"""The schema, and what Scrapy makes of items."""

from __future__ import annotations

import pickle
from dataclasses import asdict
from typing import Any

import pytest
from itemadapter import ItemAdapter
from rows import NOW, make

from sitemap_audit.items import (
    TABLES,
    Columns,
    Entry,
    EntryAlternate,
    EntryBatch,
    Item,
    column_names,
    column_texts,
    nested_names,
)
from sitemap_audit.storage.stored_tables import FETCH_TABLES

SITEMAP = "https://example.com/sitemap.xml"


def alternates(*codes: str) -> Columns:
    """Rows of entry_alternates as columns."""
    rows = [
        [getattr(row, name) for name in column_names(EntryAlternate)]
        for row in (make("entry_alternates", sitemap_url=SITEMAP, hreflang=code) for code in codes)
    ]
    return Columns(EntryAlternate, [list(column) for column in zip(*rows, strict=True)])


def batch() -> EntryBatch:
    entry = make("entries", sitemap_url=SITEMAP, lastmod_at=NOW)
    return EntryBatch(1, SITEMAP, entries=[entry], entry_alternates=alternates("de", "fr"))


def page() -> Any:
    return make(
        "pages", url="https://example.com/", page_alternates=[make("page_alternates", code="de")]
    )


@pytest.mark.parametrize("name", TABLES)
def test_every_column_says_what_it_means(name: str) -> None:
    texts = column_texts(TABLES[name])
    columns = column_names(TABLES[name])
    assert list(texts) == [column for column in columns if not column.endswith("_key")]
    assert all(text.rstrip(")").endswith(".") for text in texts.values())


def test_the_rows_of_a_fetch_are_written_before_it() -> None:
    """A crawl killed between two tables fetches again what has no row of its own yet."""
    tables = list(TABLES)
    for name, item in TABLES.items():
        parts = [each for each in nested_names(item) if each in TABLES]
        assert all(tables.index(part) < tables.index(name) for part in parts), name
    for column, fetches in FETCH_TABLES.items():
        owned = [name for name, item in TABLES.items() if column in column_names(item)]
        assert owned, column
        assert all(tables.index(name) < tables.index(fetches) for name in owned), column


def test_nested_fields_are_named_as_the_tables_of_their_rows() -> None:
    for item in (*TABLES.values(), EntryBatch):
        assert set(nested_names(item)) <= set(TABLES)
        assert not set(nested_names(item)) & set(column_names(item))


def test_parts_are_written_before_the_fetch_they_belong_to() -> None:
    order = list(TABLES)
    for name in ("pages", "renders"):
        assert all(order.index(part) < order.index(name) for part in nested_names(TABLES[name]))


def test_columns_are_rows_to_who_iterates() -> None:
    columns = alternates("de", "fr")
    assert len(columns) == 2
    assert [row.hreflang for row in columns] == columns.column("hreflang") == ["de", "fr"]
    assert all(isinstance(row, EntryAlternate) for row in columns)
    columns.extend(alternates("it").values)
    assert columns.column("hreflang") == ["de", "fr", "it"]


@pytest.mark.parametrize("item", [page(), batch()], ids=["a page", "a batch"])
def test_an_item_reaches_another_process_as_it_is(item: Item) -> None:
    sent = pickle.loads(pickle.dumps(item))  # noqa: S301 - our own
    assert sent == item
    assert type(sent) is type(item)
    if isinstance(sent, EntryBatch):
        assert isinstance(sent.entry_alternates, Columns)


def test_a_batch_takes_rows_and_columns_in_any_order() -> None:
    taken = EntryBatch(1, SITEMAP)
    taken.add(alternates("de"))
    assert isinstance(taken.entry_alternates, Columns)
    taken.add([make("entry_alternates", hreflang="fr"), make("entries")])
    taken.add(alternates("it"))
    assert [row.hreflang for row in taken.entry_alternates] == ["de", "fr", "it"]
    assert len(taken.entries) == 1


def test_an_adapter_gives_all_rows_of_an_item_as_dicts() -> None:
    told = ItemAdapter(batch()).asdict()
    assert [row["hreflang"] for row in told["entry_alternates"]] == ["de", "fr"]
    assert told["entries"][0]["lastmod_at"] == NOW
    assert told == asdict(batch())
    assert ItemAdapter(page()).asdict()["page_alternates"][0]["code"] == "de"


def test_a_row_is_made_of_a_stored_row() -> None:
    entry = make("entries", loc="https://example.com/")
    values = [getattr(entry, name) for name in column_names(Entry)]
    assert Entry(*values) == entry
