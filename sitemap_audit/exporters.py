"""Feed exporters for items with nested fields."""

from __future__ import annotations

import logging
from typing import Any

from itemadapter import ItemAdapter
from scrapy.exporters import CsvItemExporter

from sitemap_audit.items import NESTED

logger = logging.getLogger(__name__)


class ColumnsCsvExporter(CsvItemExporter):
    """Write items as CSV without nested fields, unless FEED_EXPORT_FIELDS names them."""

    _first: type | None = None
    "The item class whose columns the file has; None if the user named the columns."
    _has_warned = False

    def export_item(self, item: Any) -> None:
        """Write an item. The first item defines the columns."""
        if not self.fields_to_export:
            self._first = type(item)
            self.fields_to_export = _columns(ItemAdapter(item))
        elif self._first not in (None, type(item)) and not self._has_warned:
            self._has_warned = True
            logger.warning(
                "A CSV feed has the columns of %s; those of %s are left out. Write each class to a"
                " feed of its own by item_classes in FEEDS.",
                self._first.__name__,
                type(item).__name__,
            )
        super().export_item(item)


def _columns(item: ItemAdapter) -> list[str]:
    return [name for name in item.field_names() if not item.get_field_meta(name).get(NESTED)]
