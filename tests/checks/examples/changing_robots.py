"""Apply a finding's structured change to the rows of a robots.txt and dependent rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.examples.changing_files import Tables, mend, of_url
from checks.examples.fixture_defaults import SITE, SITEMAP, SITEMAP_PARTS
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from checks.examples.manual import Row


def change_sitemap_line(tables: Tables, finding: Row) -> bool:
    """Add, remove or replace a Sitemap line; remove sitemaps that no line names any more."""
    origin = (finding["change_url"] or "").removesuffix("/robots.txt")
    lines = tables.setdefault("robots_lines", [])
    if finding["action"] == "add":
        number = str(1 + sum(line.get("origin", SITE) == origin for line in lines))
        new: Row = {"field": "sitemap", "value": finding["to"], "origin": origin, "number": number}
        lines.append(new)
        for row in of_url(tables, finding):
            row.update(status="200", sitemaps="1")
        for row in tables.get("sitemaps", []):
            if row.get("url", SITEMAP) == finding["to"]:
                row.update(found_by="robots", found_in=finding["change_url"])
        return True
    found = [
        line
        for line in lines
        if line.get("origin", SITE) == origin
        and line.get("field") == "sitemap"
        and (finding["from"] in (line.get("value"), _url(line)) or _is_line(line, finding))
    ]
    if found and finding["action"] == "replace":
        found[-1].update(value=finding["to"])
        for name in ("url", "problem"):
            found[-1].pop(name, None)
    elif found:
        lines.remove(found[-1])
    return _name_instead(tables, finding) or bool(found)


def _is_line(line: Row, finding: Row) -> bool:
    return finding["from"] is None and line.get("number") == finding["line"]


def _url(line: Row) -> str | None:
    return line.get("url") or urls.read_link(line.get("value")).url


def _name_instead(tables: Tables, finding: Row) -> bool:
    named = {_url(line) for line in tables["robots_lines"] if line.get("field") == "sitemap"}
    was = urls.read_link(finding["from"]).url
    gone = [
        row
        for row in tables.get("sitemaps", [])
        if row.get("url", SITEMAP) == was and was not in named
    ]
    gone = [row for row in gone if row.get("found_by", "robots") == "robots"]
    for row in tables.get("sitemaps", []):
        if gone and row.get("url") == finding["to"]:
            row.update(found_by="robots", found_in=finding["change_url"])
    if gone:
        remove_sitemaps(tables, gone)
        places = {row.get("url", SITEMAP) for row in gone}
        for name in ("entries", *SITEMAP_PARTS):
            rows = tables.get(name, [])
            tables[name] = [row for row in rows if row.get("sitemap_url", SITEMAP) not in places]
    return bool(gone)


def remove_sitemaps(tables: Tables, gone: list[Row]) -> None:
    """Remove sitemaps, and those that were found only by their redirects."""
    while gone:
        tables["sitemaps"] = [row for row in tables["sitemaps"] if row not in gone]
        urls = {row.get("url", SITEMAP) for row in gone}
        entries = tables.get("entries", [])
        tables["entries"] = [row for row in entries if row.get("sitemap_url", SITEMAP) not in urls]
        left = {row.get("url", SITEMAP) for row in tables["sitemaps"]}
        found = [row for row in tables["sitemaps"] if row.get("found_by") == "redirect"]
        gone = [row for row in found if row.get("found_in") and row["found_in"] not in left]


def change_rule(tables: Tables, finding: Row) -> bool:
    """Add, remove or replace another line, and update the URLs that it matches."""
    origin = (finding["change_url"] or "").removesuffix("/robots.txt")
    if finding["action"] == "add":
        return _allow(tables, f"{origin}{(finding['to'] or '').removeprefix('Allow: ')}")
    judged = [row for row in tables.get("pages", []) if row.get("robots_rule") == finding["from"]]
    for row in judged:
        row.update(robots="allowed", robots_rule=None, robots_line=None)
    lines = [
        line
        for line in tables.get("robots_lines", [])
        if line.get("origin", SITE) == origin and line.get("number") == finding["line"]
    ]
    for line in lines:
        field, _, value = (finding["to"] or "").partition(": ")
        line.update(field=field.lower(), value=value)
        line.pop("problem", None)
        line.pop("written", None)
    if finding["action"] == "remove":
        tables["robots_lines"] = [r for r in tables.get("robots_lines", []) if r not in lines]
    return bool(judged or lines) or mend(tables, finding)


def _allow(tables: Tables, url: str) -> bool:
    rows = [row for row in tables.get("sitemaps", []) if row.get("url") == url]
    for row in rows:
        row["robots"] = "allowed"
    renders = [row for row in tables.get("renders", []) if row.get("disallowed_url") == url]
    for row in renders:
        row.update(disallowed="0", disallowed_url=None, disallowed_rule=None)
    return bool(rows or renders)
