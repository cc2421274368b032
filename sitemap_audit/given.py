"""The rows that an example gives, made whole and put into a store.

An example writes only what matters in it. What it leaves out is derived from what it gives (keys,
normal forms, what a value means) or takes the value that it has on a sound file or page. A part
brings the fetch it belongs to: an entry its sitemap, an annotation its page.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_origin, get_type_hints

from sitemap_audit.examples import ExampleError
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.dates import read_w3c
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap_entries import changefreq_problem, priority_problem
from sitemap_audit.records import TABLES
from sitemap_audit.runner import make_run
from sitemap_audit.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.examples import Example

Given: TypeAlias = dict[str, Any]
Rows: TypeAlias = dict[str, list[Given]]

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
"""When everything in an example was fetched, unless it says otherwise."""

SITE = "https://example.com"
SITEMAP = f"{SITE}/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

_RUN: Given = {
    "started_at": NOW,
    "finished_at": NOW,
    "reason": "finished",
    "complete": True,
    "limit_reached": False,
    "token": "Googlebot",
}
_KINDS: dict[str, dict[str, type]] = {
    "run": {
        "started_at": datetime,
        "finished_at": datetime,
        "reason": str,
        "complete": bool,
        "limit_reached": bool,
        "token": str,
    }
}
_SITEMAP_PARTS = ("entry_alternates", "entry_images", "entry_videos", "entry_news")
_PAGE_PARTS = ("page_canonicals", "page_alternates", "page_directives")


def given(example: Example) -> Store:
    """A store that holds what an example gives; its views are still to be made.

    Raises:
        ExampleError: it names a table or a column that does not exist, or a value of another kind.
    """
    rows = {
        table: [_converted(table, row) for row in rows] for table, rows in example.given.items()
    }
    run = {**_RUN, **(rows.pop("run", None) or [{}])[0]}
    _add_owners(rows)
    store = Store()
    make_run(store, run)
    for table in (name for name in _FILLED_IN_ORDER if name in rows):
        for number, row in enumerate(rows[table], start=1):
            _FILL.get(table, _nothing_more)(row, number, rows)
            _fill_keys(table, row)
        store.insert(table, [_whole(table, row) for row in rows[table]])
    return store


def _converted(table: str, row: dict[str, str | None]) -> Given:
    if table != "run" and table not in TABLES:
        known = ", ".join([*TABLES, "run"])
        raise ExampleError(
            f"An example gives rows for '{table}'; there is no such table ({known})."
        )
    kinds = _kinds(table)
    for column in row:
        if column not in kinds:
            raise ExampleError(
                f"An example gives '{table}' a column '{column}'; it has {', '.join(kinds)}."
            )
    return {column: _value(table, column, kinds[column], text) for column, text in row.items()}


def _kinds(table: str) -> dict[str, type]:
    """The type of each column of a table."""
    if table not in _KINDS:
        hints = get_type_hints(TABLES[table])
        _KINDS[table] = {name: _kind(hints[name]) for name in TABLES[table]._fields}
    return _KINDS[table]


def _kind(hint: Any) -> type:
    kinds: tuple[type, ...] = get_args(hint) or (hint,)
    return next(kind for kind in kinds if kind is not NoneType)


def _value(table: str, column: str, kind: type, text: str | None) -> Any:
    if text is None:
        return None
    try:
        return _READ[kind](text)
    except (KeyError, ValueError):
        raise ExampleError(
            f"An example gives {table}.{column} the value '{text}', expected {_NAMES[kind]}."
        ) from None


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


_READ: dict[type, Callable[[str], Any]] = {
    str: str,
    int: int,
    float: float,
    bool: {"true": True, "false": False}.__getitem__,
    datetime: _moment,
}
_NAMES = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    datetime: "a moment such as 2026-01-15T12:00:00Z",
}


def _add_owners(rows: Rows) -> None:
    """Add the entries, sitemaps and pages that parts are given for and that are not given."""
    for table in _SITEMAP_PARTS:
        for part in rows.get(table, []):
            part.setdefault("sitemap_url", _only_sitemap(rows))
            part.setdefault("url", f"{SITE}/")
            _add_owner(rows, "entries", {"sitemap_url": part["sitemap_url"], "url": part["url"]})
    for table in ("entries", "sitemap_problems"):
        for part in rows.get(table, []):
            part.setdefault("sitemap_url", _only_sitemap(rows))
            _add_owner(rows, "sitemaps", {"url": part["sitemap_url"]})
    for table in _PAGE_PARTS:
        for part in rows.get(table, []):
            part.setdefault("url", f"{SITE}/")
            _add_owner(rows, "pages", {"url": part["url"]})
    for line in rows.get("robots_lines", []):
        line.setdefault("origin", SITE)
        _add_owner(rows, "robots", {"origin": line["origin"]})


def _only_sitemap(rows: Rows) -> str:
    sitemaps = rows.get("sitemaps", [])
    return sitemaps[0].get("url", SITEMAP) if sitemaps else SITEMAP


def _add_owner(rows: Rows, table: str, owner: Given) -> None:
    if not any(_is_of(row, owner) for row in rows.setdefault(table, [])):
        rows[table].append(dict(owner))


def _is_of(row: Given, owner: Given) -> bool:
    defaults = {"url": row.get("loc", SITEMAP), "sitemap_url": SITEMAP, "origin": SITE}
    return all(row.get(column, defaults[column]) == value for column, value in owner.items())


def _nothing_more(row: Given, number: int, rows: Rows) -> None:
    """For a table of which nothing is derived."""


def _fill(row: Given, **values: Any) -> None:
    for column, value in values.items():
        row.setdefault(column, value)


def _robots(row: Given, number: int, rows: Rows) -> None:
    del number
    origin = row.setdefault("origin", SITE)
    lines = [line for line in rows.get("robots_lines", []) if line["origin"] == origin]
    _fill(row, url=f"{origin}/robots.txt", status=None if row.get("error") else 200)
    status = row["status"]
    _fill(
        row,
        final_url=row["url"],
        policy=_policy(status),
        content_type="text/plain" if status == 200 else None,
        is_utf8=True,
        sitemaps=sum(line.get("field") == "sitemap" for line in lines),
    )


def _policy(status: int | None) -> str:
    if status == 200:
        return "rules"
    return "allow-all" if status and 400 <= status < 500 and status != 429 else "disallow-all"


def _robots_line(row: Given, number: int, rows: Rows) -> None:
    del rows
    _fill(row, number=number)
    if row.get("field") == "sitemap":
        link = urls.read_link(row.get("value"), f"{row['origin']}/robots.txt")
        _fill(row, url=link.url, problem=link.problem)


def _sitemap(row: Given, number: int, rows: Rows) -> None:
    url = row.setdefault("url", SITEMAP)
    _fill(row, id=number, requested=url, found_by="robots", attempts=1, robots="allowed")
    _fill(row, status=None if row.get("error") else 200, depth=int(row["found_by"] == "index"))
    if row.get("location"):
        _fill(row, redirect_url=urls.read_link(row["location"], url).url)
    is_read = row["status"] == 200 and not row.get("error")
    _fill(row, kind="urlset" if is_read else None, complete=is_read)
    is_xml = row["kind"] in ("urlset", "sitemapindex")
    _fill(
        row,
        content_type="application/xml" if is_xml else None,
        root=row["kind"] if is_xml else None,
        namespace=NAMESPACE if is_xml else None,
        encoding="utf-8" if is_read else None,
        entries=_count(rows, url, "url"),
        children=_count(rows, url, "sitemap"),
    )


def _count(rows: Rows, sitemap_url: str, kind: str) -> int:
    entries = [row for row in rows.get("entries", []) if row["sitemap_url"] == sitemap_url]
    return sum(row.get("kind", "url") == kind for row in entries)


def _sitemap_part(row: Given, rows: Rows) -> None:
    owner = next(s for s in rows["sitemaps"] if s["url"] == row["sitemap_url"])
    _fill(row, sitemap_id=owner["id"])


def _problem(row: Given, number: int, rows: Rows) -> None:
    del number
    _sitemap_part(row, rows)


def _entry(row: Given, number: int, rows: Rows) -> None:
    _sitemap_part(row, rows)
    _fill(row, kind="url")
    _fill(row, loc=row.get("url"))
    link = urls.read_link(row["loc"])
    _fill(row, url=link.url, loc_problem=link.problem)
    _fill(row, position=_position(rows["entries"][: number - 1], row))
    _fill(row, changefreq_problem=changefreq_problem(row.get("changefreq")))
    _fill(row, priority_value=_number_of(row.get("priority")))
    _fill(row, priority_problem=priority_problem(row.get("priority"), row["priority_value"]))
    if row.get("lastmod") is not None:
        lastmod = read_w3c(row["lastmod"])
        _fill(row, lastmod_at=lastmod.at, lastmod_precision=lastmod.precision)
        _fill(row, lastmod_problem=lastmod.problem)
    for table, column in zip(
        _SITEMAP_PARTS, ("alternates", "images", "videos", "news"), strict=True
    ):
        _fill(row, **{column: sum(_is_same_entry(row, part) for part in rows.get(table, []))})


def _number_of(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _position(before: list[Given], row: Given) -> int:
    same = [(r["sitemap_url"], r["kind"]) for r in before]
    return same.count((row["sitemap_url"], row["kind"])) + 1


def _is_same_entry(entry: Given, part: Given) -> bool:
    return (entry["sitemap_url"], entry["url"]) == (part["sitemap_url"], part["url"])


def _entry_part(row: Given, number: int, rows: Rows) -> None:
    del number
    _sitemap_part(row, rows)
    entry = next(entry for entry in rows["entries"] if _is_same_entry(entry, row))
    _fill(row, position=entry["position"], line=entry.get("line"), number=_number(row, rows))


def _number(row: Given, rows: Rows) -> int:
    """Which of its page's or entry's parts of one table this is, from 1."""
    table = next(rows[name] for name in rows if any(row is other for other in rows[name]))
    owner = (row.get("sitemap_url"), row["url"])
    same = [r for r in table if (r.get("sitemap_url"), r["url"]) == owner]
    return next(place for place, other in enumerate(same, start=1) if other is row)


def _entry_alternate(row: Given, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    _fill(row, rel="alternate", hreflang=None, href=None)
    _fill_alternate(row, row["sitemap_url"])


def _fill_alternate(row: Given, base: str) -> None:
    code = read_code(row["hreflang"] or "")
    _fill(row, code=code.code, code_problem=code.problem, code_suggestion=code.suggestion)
    link = urls.read_link(row["href"], base)
    _fill(row, alternate=link.url, href_problem=link.problem)


def _entry_image(row: Given, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    _fill(row, loc=row.get("image_url"))
    link = urls.read_link(row["loc"])
    _fill(row, image_url=link.url, loc_problem=link.problem)


def _page(row: Given, number: int, rows: Rows) -> None:
    url = row.setdefault("url", f"{SITE}/")
    _fill(row, id=number, requested=url, role="listed", attempts=1)
    _fill(row, status=None if row.get("error") else 200)
    is_read = row["status"] is not None and 200 <= row["status"] < 300 and not row.get("error")
    _fill(row, content_type="text/html" if is_read else None, robots="allowed")
    _fill(row, parsed=is_read and row["content_type"] == "text/html")
    _fill(row, noindex=False if is_read else None, nofollow=False if is_read else None)
    if row.get("location"):
        link = urls.read_link(row["location"], url)
        _fill(row, redirect_url=link.url)
        if link.url is None:
            _fill(row, redirect_problem=link.problem)
    for table, column in (("page_canonicals", "canonicals"), ("page_alternates", "alternates")):
        _fill(row, **{column: Counter(part["url"] for part in rows.get(table, []))[url]})


def _page_part(row: Given, number: int, rows: Rows) -> None:
    del number
    page = next(page for page in rows["pages"] if page["url"] == row["url"])
    _fill(row, page_id=page["id"], number=_number(row, rows), source="html", in_head=True)


def _page_canonical(row: Given, number: int, rows: Rows) -> None:
    _page_part(row, number, rows)
    _fill(row, href=row.get("canonical"))
    link = urls.read_link(row["href"], row["url"])
    _fill(row, canonical=link.url, href_problem=link.problem)
    if row["canonical"] is not None:
        _fill(row, difference=urls.difference(row["url"], row["canonical"]))


def _page_alternate(row: Given, number: int, rows: Rows) -> None:
    _page_part(row, number, rows)
    _fill(row, hreflang=row.get("code"), href=row.get("alternate"))
    _fill_alternate(row, row["url"])


def _page_directive(row: Given, number: int, rows: Rows) -> None:
    _fill(row, source="meta")
    _fill(row, agent="robots" if row["source"] == "meta" else "*")
    _page_part(row, number, rows)


_FILL: dict[str, Callable[[Given, int, Rows], None]] = {
    "robots": _robots,
    "robots_lines": _robots_line,
    "sitemaps": _sitemap,
    "pages": _page,
    "sitemap_problems": _problem,
    "entries": _entry,
    "entry_alternates": _entry_alternate,
    "entry_images": _entry_image,
    "entry_videos": _entry_part,
    "entry_news": _entry_part,
    "page_canonicals": _page_canonical,
    "page_alternates": _page_alternate,
    "page_directives": _page_directive,
}
_FILLED_IN_ORDER = tuple(_FILL)
"""Fetches before their parts, entries before theirs."""


def _fill_keys(table: str, row: Given) -> None:
    """Fill ``x_key`` and ``x_near_key`` beside every URL ``x_url``, or else ``x``, that is there."""
    for column in _kinds(table):
        for ending, make in (("_near_key", urls.near_key), ("_key", urls.key)):
            if column.endswith(ending):
                name = column.removesuffix(ending)
                name = f"{name}_url" if f"{name}_url" in _kinds(table) else name
                row.setdefault(column, make(row[name]) if row.get(name) else None)


_EMPTY: dict[type, Any] = {str: "", int: 0, float: 0.0, bool: False, datetime: NOW}


def _whole(table: str, row: Given) -> Given:
    """The row with a value in every column that may not be NULL."""
    hints = get_type_hints(TABLES[table])
    missing = [
        c for c, hint in hints.items() if get_origin(hint) is not UnionType and row.get(c) is None
    ]
    return {**row, **{column: _EMPTY[hints[column]] for column in missing}}
