"""Default values of rows of imported lists, access logs and search engines' APIs in examples."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sitemap_audit.imports.cell_values import state_code
from sitemap_audit.imports.exports import SITEMAP_LIST

if TYPE_CHECKING:
    from checks.examples.fixture_defaults import Rows, Values

PARTS = ("imported_urls", "log_hits")
OF_API = {
    "submitted_sitemaps": "sitemaps",
    "submitted_counts": "sitemaps",
    "inspected_urls": "inspection",
}
"Kinds of the files of what APIs return, by table."
MORE_COLUMNS = {
    "imported_urls": {"file": str, "product": str},
    "log_hits": {"file": str},
    "submitted_sitemaps": {"file": str},
    "submitted_counts": {"property": str},
    "inspected_urls": {"property": str},
}
"Columns that examples give instead of the ID of the file."
PROPERTY = "https://example.com/"
"Default property of the search engine."
_SOURCES = {
    "google": ("gsc", "search-console"),
    "bing": ("bing", "bing-webmaster"),
    "yandex": ("yandex", "yandex-webmaster"),
}
"Product and prefix of the file of each engine's API."
SITEMAP = f"{PROPERTY}sitemap.xml"
_IMPORTED_AT = datetime(2026, 1, 16, 12, tzinfo=UTC)
_ASKED_AT = datetime(2026, 1, 14, 12, tzinfo=UTC)


def add_files(rows: Rows) -> None:
    """Add the files that rows belong to and the example does not give."""
    for table in PARTS:
        for part in rows.get(table, []):
            is_log = table == "log_hits"
            part.setdefault("file", "access.log" if is_log else "export.zip/Table.csv")
            product = "access-log" if is_log else part.pop("product", None) or "gsc"
            files = rows.setdefault("imported_files", [])
            if not any(file.get("file") == part["file"] for file in files):
                files.append({"file": part["file"], "product": product})
    for table, kind in OF_API.items():
        for part in rows.get(table, []):
            of_api = _of_api(part, kind)
            files = rows.setdefault("imported_files", [])
            if not any(file | of_api == file for file in files):
                files.append(of_api)


def _of_api(part: Values, kind: str) -> Values:
    """Return the columns of the file of a row of an API, or of an imported list."""
    product, prefix = _SOURCES[part.setdefault("engine", "google")]
    if part.get("file"):
        return {"file": part["file"], "product": product, "kind": SITEMAP_LIST}
    name = part.setdefault("property", PROPERTY)
    return {"file": f"{prefix}:{name}", "product": product, "kind": kind}


def fill_file(row: Values, number: int, rows: Rows) -> None:
    """Fill the row of an imported file."""
    _fill(row, id=number, imported_at=_IMPORTED_AT)
    if row.setdefault("product", "access-log" if "log_hits" in rows else "gsc") == "access-log":
        days = [each["day"] for each in rows.get("log_hits", []) if each["file"] == row["file"]]
        _fill(row, kind="combined", first_day=min(days, default=None))
        _fill(row, last_day=max(days, default=None))
    _fill(row, kind="indexing")


def fill_url(row: Values, number: int, rows: Rows) -> None:
    """Fill a row of an imported list."""
    _fill(row, file_id=_file(row, rows)["id"], line=number + 1, written=row["url"])
    _fill(row, state_code=state_code(row.get("state")))


def fill_hits(row: Values, number: int, rows: Rows) -> None:
    """Fill the requests of an access log for a URL."""
    del number
    _fill(row, file_id=_file(row, rows)["id"], status=200, hits=1)
    if row.get("bot"):
        _fill(row, verified="claimed")


def fill_sitemap(row: Values, number: int, rows: Rows) -> None:
    """Fill a submitted sitemap."""
    del number
    of_api = _of_api(row, OF_API["submitted_sitemaps"])
    _fill(row, file_id=_file_of(of_api, rows), url=SITEMAP, is_pending=False)
    _fill(row, written=row["url"], submitted_at=_ASKED_AT, downloaded_at=_ASKED_AT)
    _fill(row, errors=0, warnings=0)
    row.pop("file", None)


def fill_count(row: Values, number: int, rows: Rows) -> None:
    """Fill what an engine counts in a submitted sitemap."""
    del number
    _fill(row, file_id=_file_of(_of_api(row, OF_API["submitted_counts"]), rows), url=SITEMAP)
    _fill(row, content="web")
    del row["property"]


def fill_inspection(row: Values, number: int, rows: Rows) -> None:
    """Fill an inspected URL."""
    del number
    _fill(row, file_id=_file_of(_of_api(row, OF_API["inspected_urls"]), rows))
    _fill(row, inspected_at=_ASKED_AT, state_code=state_code(row.get("coverage_state")))
    del row["engine"], row["property"]


def _file_of(of_api: Values, rows: Rows) -> int:
    return int(next(file["id"] for file in rows["imported_files"] if file | of_api == file))


def _file(row: Values, rows: Rows) -> Values:
    name = row.pop("file")
    return next(file for file in rows["imported_files"] if file["file"] == name)


def _fill(row: Values, **values: Any) -> None:
    for column, value in values.items():
        row.setdefault(column, value)
