"""Apply a finding's structured change to the rows of an example."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checks.examples.changing_files import DONE_TO_FILES
from checks.examples.changing_responses import with_change_in_response
from checks.examples.changing_robots import change_rule, change_sitemap_line, remove_sitemaps
from checks.examples.fixture_defaults import SITEMAP, SITEMAP_PARTS
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.manual import Example, Row

_ENTRY_FACTS = {
    "loc": ("url", "loc_problem", "repeated_parameter"),
    "lastmod": ("lastmod_at", "lastmod_precision", "lastmod_problem"),
    "changefreq": ("changefreq_problem",),
    "priority": ("priority_value", "priority_problem"),
}
"By column of an entry: those that follow from it."
_LINK_FACTS = ("canonical", "difference", "href_problem", "alternate", "code", "code_problem")
"Columns of an annotation that follow from its href and hreflang."


def with_change(example: Example, finding: Row) -> Example | None:
    """Return the example with the change applied; None if its rows lack the target."""
    if changed := with_change_in_response(example, finding):
        return changed
    tables = {name: [dict(row) for row in rows] for name, rows in example.given.items()}
    is_done = _DO[finding["place"] or ""](tables, finding)
    return replace(example, given=tables) if is_done else None


def _is_place(row: Row, finding: Row) -> bool:
    return row.get("sitemap_url", SITEMAP) == finding["change_url"]


def _written(row: Row, column: str, *others: str) -> str | None:
    return next((row[name] for name in (column, *others) if row.get(name) is not None), None)


def _change_entry(tables: dict[str, list[Row]], finding: Row) -> bool:
    """Change the entry in the finding's line, or else the last with that URL."""
    column = finding["place"] or ""
    entries = tables.setdefault("entries", [])
    if finding["action"] == "add" and column == "loc":
        entries.append({"loc": finding["to"], "sitemap_url": finding["change_url"]})
        return True
    if finding["action"] == "add":
        child = [row for row in entries if finding["related_url"] == _url_of(row)]
        child[0][column] = finding["to"]
        return True
    if (finding["from"] is None and finding["line"] is None) or column == "hints":
        return _remove_every(entries, finding)
    found = [
        row
        for row in entries
        if _is_place(row, finding)
        and (
            _written(row, column, *(["url"] if column == "loc" else [])) == finding["from"]
            or (finding["from"] is None and row.get("line") == finding["line"])
        )
    ]
    in_line = [row for row in found if finding["line"] and row.get("line") == finding["line"]]
    if not found:
        return False
    row = (in_line or found)[-1]
    before = _url_of(row)
    for name in (column, *_ENTRY_FACTS[column]):
        row.pop(name, None)
    if finding["action"] == "replace":
        row[column] = finding["to"]
    elif column == "loc":
        tables["entries"] = [other for other in entries if other is not row]
        if row.get("kind") == "sitemap" and before not in map(_url_of, tables["entries"]):
            rows = tables.get("sitemaps", [])
            of_entry = [each for each in rows if each.get("found_by") == "index"]
            remove_sitemaps(tables, [each for each in of_entry if each.get("url") == before])
    if column == "loc":
        _move_parts(tables, row, before, finding["to"])
    return True


def _remove_every(entries: list[Row], finding: Row) -> bool:
    place = finding["place"] or ""
    columns = ("changefreq", "priority") if place == "hints" else (place,)
    rows = [row for row in entries if _is_place(row, finding)]
    for row in rows:
        for name in (each for column in columns for each in (column, *_ENTRY_FACTS[column])):
            row.pop(name, None)
    return bool(rows)


def _url_of(row: Row) -> str | None:
    return row.get("url") or urls.read_link(row.get("loc")).url


def _move_parts(tables: dict[str, list[Row]], row: Row, before: str | None, to: str | None) -> None:
    """Move the parts of an entry, unless another entry with its URL remains."""
    place = row.get("sitemap_url", SITEMAP)
    for other in tables["entries"]:
        if other.get("sitemap_url", SITEMAP) == place and _url_of(other) == before:
            return
    for name in SITEMAP_PARTS:
        parts = [p for p in tables.get(name, []) if p.get("url") == before]
        for part in parts:
            part["url"] = to
        if to is None and name in tables:
            tables[name] = [p for p in tables[name] if p.get("url") is not None]


def _change_canonical(tables: dict[str, list[Row]], finding: Row) -> bool:
    rows = tables.setdefault("page_canonicals", [])
    if finding["action"] == "add":
        rows.append({"url": finding["change_url"], "href": finding["to"]})
        return True
    found = [
        row
        for row in rows
        if row["url"] == finding["change_url"]
        and finding["from"] in (_written(row, "href", "canonical"), _target(row))
    ]
    return _change_links(tables, "page_canonicals", found, finding, "href")


def _target(row: Row) -> str | None:
    return row.get("canonical") or urls.read_link(row.get("href"), row["url"]).url


def _change_links(
    tables: dict[str, list[Row]], table: str, found: list[Row], finding: Row, column: str
) -> bool:
    if finding["action"] == "remove":
        gone = found if finding["place"] == "hreflang-url" else found[-1:]
        rows = tables.get(table, [])
        tables[table] = [row for row in rows if not any(row is each for each in gone)]
        return bool(found)
    for row in found:
        href, code = _written(row, "href", "alternate"), _written(row, "hreflang", "code")
        for name in _LINK_FACTS:
            row.pop(name, None)
        if table != "page_canonicals":
            row.update(href=href, hreflang=code)
        row[column] = finding["to"]
    return bool(found)


def _change_alternate(tables: dict[str, list[Row]], finding: Row) -> bool:
    """Change the URL or code in each matching annotation of a page or an entry."""
    names = {"hreflang-url": ("href", "alternate"), "hreflang-code": ("hreflang", "code")}
    columns = names[finding["place"] or ""]
    done = False
    for table in ("page_alternates", "entry_alternates"):
        found = [
            row
            for row in tables.get(table, [])
            if _written(row, *columns) == finding["from"] and _stands_there(table, row, finding)
        ]
        done = _change_links(tables, table, found, finding, columns[0]) or done
    return done


def _stands_there(table: str, row: Row, finding: Row) -> bool:
    if table == "page_alternates":
        return row["url"] == finding["change_url"] and row.get("source") != "anchor"
    return _is_place(row, finding)


def _change_annotation(tables: dict[str, list[Row]], finding: Row) -> bool:
    """Add, remove or replace a whole annotation."""
    code, _, href = (finding["from"] or finding["to"] or "").partition(" ")
    place, page = finding["change_url"], finding["url"]
    is_page = any(row["url"] == place for row in tables.get("page_alternates", []))
    table = "page_alternates" if is_page or place in (page, finding["related_url"]) else None
    table = table or "entry_alternates"
    if finding["action"] == "add":
        row: Row = {"hreflang": code, "href": href}
        if table == "page_alternates":
            row["url"] = place
        else:
            owner = finding["related_url"] if href == page else page
            row |= {"url": owner or page, "sitemap_url": place}
        tables.setdefault(table, []).append(row)
        return True
    found = [
        row
        for row in tables.get(table, [])
        if _written(row, "hreflang", "code") == code
        and _written(row, "href", "alternate") == href
        and _stands_there(table, row, finding)
    ]
    if found and finding["action"] == "replace":
        for name in _LINK_FACTS:
            found[-1].pop(name, None)
        code, _, href = (finding["to"] or "").partition(" ")
        found[-1].update(hreflang=code, href=href)
        return True
    return _change_links(tables, table, found, finding, "href")


def _change_fact(table: str, column: str) -> Callable[[dict[str, list[Row]], Row], bool]:
    """Set a column of the page or the sitemap at ``change_url``."""

    def change(tables: dict[str, list[Row]], finding: Row) -> bool:
        found = [
            row
            for row in tables.get(table, [])
            if row.get("url") == finding["change_url"]
            and row.get(column) in (finding["from"], "" if finding["action"] == "add" else None)
        ]
        if finding["action"] == "add" and not found and table == "pages":
            found = [{"url": finding["change_url"]}]
            tables.setdefault(table, []).extend(found)
        for row in found:
            row[column] = finding["to"]
            row.pop(f"{column}_problem", None)
        return bool(found)

    return change


def _change_namespace(tables: dict[str, list[Row]], finding: Row) -> bool:
    if (finding["to"] or "").startswith("xmlns:"):
        return DONE_TO_FILES["xml"](tables, finding)
    return _change_fact("sitemaps", "namespace")(tables, finding)


_DO: dict[str, Callable[[dict[str, list[Row]], Row], bool]] = {
    **DONE_TO_FILES,
    "sitemap": change_sitemap_line,
    "rule": change_rule,
    **dict.fromkeys((*_ENTRY_FACTS, "hints"), _change_entry),
    "canonical": _change_canonical,
    "hreflang": _change_annotation,
    "hreflang-url": _change_alternate,
    "hreflang-code": _change_alternate,
    "lang": _change_fact("pages", "lang"),
    "link": _change_fact("outlinks", "target"),
    "namespace": _change_namespace,
}
