"""Apply changes to responses, robots.txt, headers and the head of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from checks.examples.fixture_defaults import SITE, SITEMAP

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.manual import Row

Tables: TypeAlias = "dict[str, list[Row]]"

_PARTS = {"image": "entry_images", "news": "entry_news", "video": "entry_videos"}
_COLUMNS = {
    "name": "publication_name",
    "language": "publication_language",
    "uploader info": "uploader_info",
}
"By name of an element: the column that holds its text, where it has another name."
_FACTS = ("at", "precision", "problem", "value", "unknown")
"Endings of columns that follow from such a text."
_OF_ONE_ENTRY = {"<news:news>": "entry_news", "<video:video>": "entry_videos"}


def change_part(tables: Tables, finding: Row) -> bool:
    """Change an element of an image, a video or news: ``element: text``, or element names."""
    rows = [
        row
        for row in tables.get(_PARTS[finding["place"] or ""], [])
        if row.get("sitemap_url", SITEMAP) == finding["change_url"]
        and row.get("url") == finding["url"]
    ]
    name, _, text = (finding["from"] or "").partition(": ")
    if name == "loc" or finding["from"] is None or not (rows and _has(rows, name, text)):
        return _remove_image(tables, rows, finding) or _remove_elements(rows, finding["from"])
    row = next(row for row in rows if row.get(_COLUMNS.get(name, name)) == text)
    column = _COLUMNS.get(name, name)
    row[column] = None if finding["to"] is None else finding["to"].partition(": ")[2]
    for fact in _FACTS:
        row.pop(f"{column.removesuffix('_date')}_{fact}", None)
        row.pop(f"{column.removeprefix('publication_')}_{fact}", None)
        row.pop(f"{column}_{fact}", None)
    row.pop(f"{column.removesuffix('_loc')}_url", None)
    return True


def _has(rows: list[Row], name: str, text: str) -> bool:
    return any(row.get(_COLUMNS.get(name, name)) == text for row in rows)


def _remove_image(tables: Tables, rows: list[Row], finding: Row) -> bool:
    loc = (finding["from"] or "").removeprefix("loc: ")
    media = [row for row in tables.get("media", []) if row["url"] == loc]
    if media:
        tables["media"] = [row for row in tables["media"] if row not in media]
    found = [row for row in rows if (row.get("loc", row.get("image_url")) or "") == loc]
    if found:
        tables["entry_images"] = [r for r in tables["entry_images"] if r is not found[-1]]
    return bool(media or found)


def _remove_elements(rows: list[Row], names: str | None) -> bool:
    for row in rows:
        for name in (names or "").split(", "):
            for column in [key for key in row if key == name or key.startswith(f"{name}_")]:
                row[column] = None
            if name in (row.get("player_attributes") or ""):
                row["player_attributes"] = None
            if row.get("elements"):
                row["elements"] = (row["elements"] or "").replace(f" {name} ", " ")
    return bool(rows)


def change_xml(tables: Tables, finding: Row) -> bool:
    """Remove an element of an entry, order its children, or correct a fault."""
    if table := _OF_ONE_ENTRY.get(finding["from"] or ""):
        rows = [row for row in tables.get(table, []) if row["url"] == finding["url"]]
        tables[table] = [row for row in tables.get(table, []) if row not in rows]
        return bool(rows)
    if (finding["from"] or "").startswith("<image:"):
        images = [
            row
            for row in tables.get("entry_images", [])
            if f" {re.sub('<image:|>', '', finding['from'] or '')} " == row.get("elements")
        ]
        for row in images:
            row["elements"] = f" {re.sub('<image:|>', '', finding['to'] or '')} "
        return bool(images)
    return mend(tables, finding)


def mend(tables: Tables, finding: Row) -> bool:
    problems = tables.get("sitemap_problems", [])
    mended = [
        row
        for row in problems
        if row.get("sitemap_url", SITEMAP) == finding["change_url"]
        and row.get("line") == finding["line"]
    ]
    tables["sitemap_problems"] = [row for row in problems if row not in mended]
    return bool(mended)


def change_encoding(tables: Tables, finding: Row) -> bool:
    """Set the encoding of a sitemap or a robots.txt."""
    for row in of_url(tables, finding):
        row.update({"is_utf8": "true"} if "is_utf8" in row else {"encoding": finding["to"]})
    return mend(tables, finding) or bool(of_url(tables, finding))


def of_url(tables: Tables, finding: Row) -> list[Row]:
    rows = [
        row
        for name in ("pages", "sitemaps")
        for row in tables.get(name, [])
        if row.get("url", SITEMAP) == finding["change_url"]
    ]
    return rows + [
        row
        for row in tables.get("robots", [])
        if f"{row.get('origin', SITE)}/robots.txt" == finding["change_url"]
    ]


def change_response(tables: Tables, finding: Row) -> bool:
    """Set a status code, or where a URL redirects to."""
    rows = of_url(tables, finding)
    if not rows and (finding["change_url"] or "").endswith("/robots.txt"):
        rows = [{"origin": (finding["change_url"] or "").removesuffix("/robots.txt")}]
        tables.setdefault("robots", []).extend(rows)
    for row in rows:
        if finding["place"] == "status":
            row["status"] = finding["to"]
        elif "origin" in row:
            row.update(redirects="1", final_url=finding["to"])
        else:
            row["location"] = finding["to"]
            row.pop("redirect_url", None)
    return bool(rows)


def change_header(tables: Tables, finding: Row) -> bool:
    """Set or remove a header that a column holds, or that an annotation or directive stands in."""
    name, _, value = (finding["from"] or finding["to"] or "").partition(": ")
    if at_fault := [
        row
        for row in of_url(tables, finding)
        if row.get("header") and row["header"] == finding["from"]
    ]:
        for row in at_fault:
            row.update(dict.fromkeys(("header_problem", "header", "header_to_send")))
        return True
    if name == "Link":
        return _remove_last(
            tables,
            "page_canonicals",
            lambda row: row.get("source") == "header" and f"<{_target(row)}>" in value,
        )
    if name == "X-Robots-Tag":
        return _remove_last(
            tables,
            "page_directives",
            lambda row: row.get("source") == "header" and row["directive"] == value,
        )
    rows = of_url(tables, finding)
    for row in rows:
        row[name.lower().replace("-", "_")] = (
            None if finding["to"] is None else finding["to"].partition(": ")[2]
        )
        row.pop("looks_like_html", None)
    return bool(rows)


def _target(row: Row) -> str | None:
    return row.get("href") or row.get("canonical")


def _remove_last(tables: Tables, table: str, is_it: Callable[[Row], bool]) -> bool:
    found = [row for row in tables.get(table, []) if is_it(row)]
    if found:
        tables[table] = [row for row in tables[table] if row is not found[-1]]
    return bool(found)


def change_directive(tables: Tables, finding: Row) -> bool:
    """Remove the last robots directive of that name, and its value in the page's row."""
    name = (finding["from"] or "").partition(":")[0]
    rows = [row for row in of_url(tables, finding) if row.get(name) == "true"]
    for row in rows:
        row.update({name: "false", "noindex_source": None, "meta_robots": None})
    is_removed = _remove_last(
        tables,
        "page_directives",
        lambda row: row["url"] == finding["change_url"] and row["directive"] == name,
    )
    return is_removed or bool(rows)


def change_meta(tables: Tables, finding: Row) -> bool:
    """Change ``og:url``."""
    rows = of_url(tables, finding)
    for row in rows:
        row["og_url"] = (finding["to"] or "").removeprefix("og:url: ")
    return bool(rows)


def change_head(tables: Tables, finding: Row) -> bool:
    """Move an element into the head, replace it there, or add one."""
    element = finding["from"] or finding["to"] or ""
    if "charset" in element:
        for row in of_url(tables, finding):
            row["charset"] = "utf-8"
        return bool(of_url(tables, finding))
    done = False
    for table in ("page_canonicals", "page_alternates", "page_directives"):
        for row in tables.get(table, []):
            is_there = row["url"] == finding["change_url"] and row.get("source") != "anchor"
            is_it = element in (row.get("element"), _tag(row, table))
            if is_there and is_it and "false" in (row.get("in_head"), not row.get("attributes")):
                row.update(in_head="true")
                done = True
            elif is_there and is_it and row.get("attributes"):
                row.update(attributes=None, element=None)
                done = True
    return done


def _tag(row: Row, table: str) -> str:
    if table == "page_directives":
        value = f":{row['value']}" if row.get("value") else ""
        return f'<meta name="{row.get("agent", "robots")}" content="{row["directive"]}{value}">'
    return f'<link rel="canonical" href="{(_target(row) or "").replace("&", "&amp;")}">'


def change_body(tables: Tables, finding: Row) -> bool:
    """Move the element that ended the head into the body."""
    for row in of_url(tables, finding):
        row.update(head_ended_by=None, head_ended_element=None)
    for table in ("page_canonicals", "page_alternates", "page_directives"):
        for row in tables.get(table, []):
            if row["url"] == finding["change_url"] and row.get("source") != "anchor":
                row["in_head"] = "true"
    return bool(of_url(tables, finding))


def change_form(tables: Tables, finding: Row) -> bool:
    """Replace or remove a link to an AMP or mobile page."""
    rows = [
        row
        for row in tables.get("page_forms", [])
        if row["url"] == finding["change_url"]
        and finding["from"] in (row.get("href"), row.get("form"))
    ]
    for row in rows:
        row["href"] = finding["to"]
        row.pop("form", None)
    if finding["action"] == "remove":
        tables["page_forms"] = [row for row in tables.get("page_forms", []) if row not in rows]
    return bool(rows)


DONE_TO_FILES: dict[str, Callable[[Tables, Row], bool]] = {
    **dict.fromkeys(_PARTS, change_part),
    **dict.fromkeys(("status", "redirect"), change_response),
    **dict.fromkeys(("amphtml", "alternate"), change_form),
    "xml": change_xml,
    "encoding": change_encoding,
    "header": change_header,
    "robots": change_directive,
    "meta": change_meta,
    "head": change_head,
    "body": change_body,
}
"""By place: what does a change there to rows, and whether it found the place."""
