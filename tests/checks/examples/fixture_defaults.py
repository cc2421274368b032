"""Default values of rows in examples: derived from the row, or those of a site without faults."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from checks.examples.imported_rows import (
    fill_count,
    fill_file,
    fill_hits,
    fill_inspection,
    fill_sitemap,
    fill_url,
)
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.dates import read_any_date, read_http_date, read_w3c
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.parsing.sitemap.values import (
    changefreq_problem,
    decimal,
    duration_correction,
    integer,
    news_language_problem,
    priority_problem,
    read_date,
    unknown_country,
)
from sitemap_audit.parsing.sites import site
from sitemap_audit.parsing.unmeant import misread

if TYPE_CHECKING:
    from collections.abc import Callable

Values: TypeAlias = dict[str, Any]
"""A row, by column; given values are never changed."""

Rows: TypeAlias = dict[str, list[Values]]
"""The rows of an example, by table."""

SITE = "https://example.com"
SITEMAP = f"{SITE}/sitemap.xml"
SITEMAP_PARTS = ("entry_alternates", "entry_images", "entry_videos", "entry_news")
PAGE_PARTS = (
    *("page_canonicals", "page_alternates", "page_directives"),
    *("page_forms", "page_images", "page_dates", "page_tags", "outlinks"),
)
RENDER_PARTS = ("render_canonicals", "render_alternates")

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XML = ("urlset", "sitemapindex")


def _fill(row: Values, **values: Any) -> None:
    for column, value in values.items():
        row.setdefault(column, value)


def _robots(row: Values, number: int, rows: Rows) -> None:
    origin = row.setdefault("origin", SITE)
    lines = [line for line in rows.get("robots_lines", []) if line["origin"] == origin]
    _fill(row, id=number, url=f"{origin}/robots.txt", status=None if row.get("error") else 200)
    status = row["status"]
    _fill(
        row,
        final_url=row["url"],
        policy=policy(status),
        content_type="text/plain" if status == 200 else None,
        is_utf8=True,
        rules_hash=_rules(lines) if policy(status) == "rules" else None,
        sitemaps=sum(line.get("field") == "sitemap" for line in lines),
    )


def _rules(lines: list[Values]) -> str:
    """Return the rules as text, a stand-in for their hash."""
    rules = [line for line in lines if line.get("field") != "sitemap"]
    return " ".join(f"{line.get('field')}:{line.get('value')}" for line in rules)


def policy(status: int | None) -> str:
    """Return the crawl policy for the status of robots.txt (RFC 9309, 2.3.1)."""
    if status is None or status >= 500 or status == 429:
        return "disallow-all"
    return "rules" if 200 <= status < 300 else "allow-all"


def _robots_line(row: Values, number: int, rows: Rows) -> None:
    del rows
    _fill(row, number=number)
    if row.get("field") == "sitemap":
        link = _meant(row.get("value"), row["origin"], f"{row['origin']}/robots.txt")
        _fill(row, url=link.url, problem=link.problem)


def _sitemap(row: Values, number: int, rows: Rows) -> None:
    url = row.setdefault("url", SITEMAP)
    _fill(row, id=number, requested=url, found_by="robots", attempts=1, robots="allowed")
    _fill(row, status=None if row.get("error") else 200, depth=int(row["found_by"] == "index"))
    if row.get("location"):
        _fill(row, redirect_url=urls.read_link(row["location"], url).url)
    is_read = row["status"] == 200 and not row.get("error")
    kind = "sitemapindex" if _count(rows, url, "sitemap") else "urlset"
    _fill(row, kind=kind if is_read else None, complete=is_read)
    _fill(row, seconds=0.1 if row["status"] else None)
    _fill(row, last_modified_at=read_http_date(row.get("last_modified")).at)
    is_xml = row["kind"] in _XML
    _fill(
        row,
        content_type="application/xml" if is_xml else None,
        root=row["kind"] if is_xml else None,
        namespace=_NAMESPACE if is_xml else None,
        encoding="utf-8" if is_read else None,
        entries=_count(rows, url, "url"),
        children=_count(rows, url, "sitemap"),
    )


def _count(rows: Rows, sitemap_url: str, kind: str) -> int:
    entries = [row for row in rows.get("entries", []) if row["sitemap_url"] == sitemap_url]
    return sum(row.get("kind", "url") == kind for row in entries)


def _sitemap_part(row: Values, rows: Rows) -> None:
    owner = next(s for s in rows["sitemaps"] if s["url"] == row["sitemap_url"])
    _fill(row, sitemap_id=owner["id"])


def _problem(row: Values, number: int, rows: Rows) -> None:
    del number
    _sitemap_part(row, rows)


def _meant(written: str | None, place: str, base: str | None = None) -> urls.Link:
    link = urls.read_link(written, base)
    problem = misread(written, link, place)
    return urls.Link(None, None, None, problem) if problem else link


def _entry(row: Values, number: int, rows: Rows) -> None:
    _sitemap_part(row, rows)
    _fill(row, kind="url")
    _fill(row, loc=row.get("url"))
    link = _meant(row["loc"], row["sitemap_url"])
    _fill(row, url=link.url, loc_problem=link.problem)
    _fill(row, repeated_parameter=urls.repeated_parameter(row["url"]))
    _fill(row, position=_position(rows["entries"][: number - 1], row))
    _fill(row, changefreq_problem=changefreq_problem(row.get("changefreq")))
    _fill(row, priority_value=_number_of(row.get("priority")))
    _fill(row, priority_problem=priority_problem(row.get("priority"), row["priority_value"]))
    if row.get("lastmod") is not None:
        lastmod = read_w3c(row["lastmod"])
        _fill(row, lastmod_at=lastmod.at, lastmod_precision=lastmod.precision)
        _fill(row, lastmod_problem=lastmod.problem, lastmod_correction=lastmod.correction)
    for table, column in zip(
        SITEMAP_PARTS, ("alternates", "images", "videos", "news"), strict=True
    ):
        _fill(row, **{column: sum(_is_same_entry(row, part) for part in rows.get(table, []))})


def _number_of(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _position(before: list[Values], row: Values) -> int:
    same = [(r["sitemap_url"], r["kind"]) for r in before]
    return same.count((row["sitemap_url"], row["kind"])) + 1


def _is_same_entry(entry: Values, part: Values) -> bool:
    return (entry["sitemap_url"], entry["url"]) == (part["sitemap_url"], part["url"])


def _entry_part(row: Values, number: int, rows: Rows) -> None:
    del number
    _sitemap_part(row, rows)
    entry = next(entry for entry in rows["entries"] if _is_same_entry(entry, row))
    _fill(row, position=entry["position"], line=entry.get("line"), number=_number(row, rows))


def _number(row: Values, rows: Rows) -> int:
    """Return the position of a part among those of its page or entry, from 1."""
    table = next(rows[name] for name in rows if any(row is other for other in rows[name]))
    owner = (row.get("sitemap_url"), row["url"])
    same = [r for r in table if (r.get("sitemap_url"), r["url"]) == owner]
    return next(place for place, other in enumerate(same, start=1) if other is row)


def _entry_alternate(row: Values, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    _fill(row, rel="alternate", hreflang=None, href=None)
    _fill_alternate(row, row["sitemap_url"])


def _fill_alternate(row: Values, base: str) -> None:
    code = read_code(row["hreflang"] or "")
    _fill(row, code=code.code, code_problem=code.problem, code_suggestion=code.suggestion)
    link = _meant(row["href"], base, base)
    _fill(row, alternate=link.url, href_problem=link.problem)


def _entry_image(row: Values, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    _fill(row, loc=row.get("image_url"))
    link = urls.read_link(row["loc"])
    _fill(row, image_url=link.url, loc_problem=link.problem)


def _entry_video(row: Values, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    for name in ("content", "player"):
        _fill(row, **{f"{name}_url": urls.read_link(row.get(f"{name}_loc")).url})
    for name in ("expiration", "publication"):
        _fill_date(row, name)
    _fill(row, duration_value=integer(row.get("duration")))
    _fill(row, duration_correction=duration_correction(row.get("duration")))
    _fill(row, rating_value=decimal(row.get("rating")))
    _fill(row, restriction_unknown=unknown_country(row.get("restriction")))


def _entry_news(row: Values, number: int, rows: Rows) -> None:
    _entry_part(row, number, rows)
    _fill_date(row, "publication")
    _fill(row, language_problem=news_language_problem(row.get("publication_language")))


def _fill_date(row: Values, name: str) -> None:
    date = read_date(row.get(f"{name}_date"))
    _fill(row, **{f"{name}_{column}": value for column, value in date._asdict().items()})


def _page(row: Values, number: int, rows: Rows) -> None:
    url = row.setdefault("url", f"{SITE}/")
    _fill(row, id=number, site=site(url), requested=url, role="listed", attempts=1)
    _fill(row, status=None if row.get("error") else 200)
    is_read = row["status"] is not None and 200 <= row["status"] < 300 and not row.get("error")
    _fill(row, content_type="text/html" if is_read else None, robots="allowed")
    _fill(row, parsed=is_read and row["content_type"] == "text/html")
    _fill(row, noindex=False if is_read else None, nofollow=False if is_read else None)
    _fill(row, phrases_key=row.get("simhash"))
    _fill(row, last_modified_at=read_http_date(row.get("last_modified")).at)
    if row.get("modified"):
        modified = read_any_date(row["modified"])
        _fill(row, modified_at=modified.at, modified_precision=modified.precision)
        _fill(row, modified_problem=modified.problem)
    if row.get("location"):
        link = urls.read_link(row["location"], url)
        _fill(row, redirect_url=link.url)
        if link.url is None:
            _fill(row, redirect_problem=link.problem)
    for table, column in (("page_canonicals", "canonicals"), ("page_alternates", "alternates")):
        _fill(row, **{column: Counter(part["url"] for part in rows.get(table, []))[url]})


def _page_part(row: Values, number: int, rows: Rows) -> None:
    del number
    page = next(page for page in rows["pages"] if page["url"] == row["url"])
    _fill(row, page_id=page["id"], number=_number(row, rows), source="html", in_head=True)


def _page_canonical(row: Values, number: int, rows: Rows) -> None:
    _page_part(row, number, rows)
    _fill(row, href=row.get("canonical"))
    link = urls.read_link(row["href"], row["url"])
    _fill(row, canonical=link.url, href_problem=link.problem)
    if row["canonical"] is not None:
        _fill(row, difference=urls.difference(row["url"], row["canonical"]))


def _page_alternate(row: Values, number: int, rows: Rows) -> None:
    _page_part(row, number, rows)
    _fill(row, hreflang=row.get("code"), href=row.get("alternate"))
    _fill_alternate(row, row["url"])


def _page_form(row: Values, number: int, rows: Rows) -> None:
    _page_part(row, number, rows)
    _fill(row, kind="amphtml", href=row.get("form"))
    link = urls.read_link(row["href"], row["url"])
    _fill(row, form=link.url, href_problem=link.problem)


def _page_directive(row: Values, number: int, rows: Rows) -> None:
    _fill(row, source="meta")
    _fill(row, agent="robots" if row["source"] == "meta" else "*")
    _page_part(row, number, rows)


def _page_image(row: Values, number: int, rows: Rows) -> None:
    del number
    _fill(row, page_id=_page_of(row, rows)["id"], is_named=True)


def _page_tag(row: Values, number: int, rows: Rows) -> None:
    del number
    _fill(row, page_id=_page_of(row, rows)["id"])


def _page_date(row: Values, number: int, rows: Rows) -> None:
    del number
    _fill(row, page_id=_page_of(row, rows)["id"], source="meta")
    date = read_any_date(row.get("published"))
    _fill(row, published_at=date.at, published_precision=date.precision)
    _fill(row, published_problem=date.problem)


def _outlink(row: Values, number: int, rows: Rows) -> None:
    """Fill a link given by the URLs of its page and its target, and the row of an internal one."""
    del number
    page, target = _page_of(row, rows), row.pop("target")
    del row["url"]
    _fill(row, page_id=page["id"], target_key=urls.key(target), place="content", links=1)
    known = rows.setdefault("link_targets", [])
    if site(target) == site(page["url"]) and not any(each["url"] == target for each in known):
        known.append({"url": target, "depth": 1, "first_key": urls.key(page["url"])})


_AS_SENT = ("noindex", "nofollow", "title", "h1", "lang", "words", "text_hash", "simhash")
"What scripts leave alone, unless an example says otherwise."


def _render(row: Values, number: int, rows: Rows) -> None:
    page = _page_of(row, rows)
    is_read = not row.get("problem") and not row.get("redirect_url")
    _fill(row, id=number, page_id=page["id"], pattern=pattern(row["url"]), is_settled=is_read)
    _fill(row, status=None if row.get("problem") else 200, address=row["url"] if is_read else None)
    _fill(row, **{name: page.get(name) if is_read else None for name in _AS_SENT})
    _fill(row, disallowed=0 if is_read else None)
    for table, column in (("render_canonicals", "canonicals"), ("render_alternates", "alternates")):
        _fill(row, **{column: Counter(part["url"] for part in rows.get(table, []))[row["url"]]})


def _page_of(row: Values, rows: Rows) -> Values:
    return next(page for page in rows["pages"] if page["url"] == row["url"])


def _render_part(row: Values, rows: Rows) -> None:
    render = next(render for render in rows["renders"] if render["url"] == row["url"])
    _fill(row, render_id=render["id"], number=_number(row, rows), source="html", in_head=True)


def _render_canonical(row: Values, number: int, rows: Rows) -> None:
    del number
    _render_part(row, rows)
    _fill(row, href=row.get("canonical"))
    link = urls.read_link(row["href"], row["url"])
    _fill(row, canonical=link.url, href_problem=link.problem)


def _render_alternate(row: Values, number: int, rows: Rows) -> None:
    del number
    _render_part(row, rows)
    _fill(row, hreflang=row.get("code"), href=row.get("alternate"))
    link = urls.read_link(row["href"], row["url"])
    _fill(row, code=read_code(row["hreflang"] or "").code)
    _fill(row, alternate=link.url, href_problem=link.problem)


def _medium(row: Values, number: int, rows: Rows) -> None:
    del rows
    kind = row.setdefault("kind", "image")
    _fill(row, id=number, status=None if row.get("error") else 200, robots="allowed")
    _fill(row, sitemap_url=SITEMAP, page_url=f"{SITE}/", attempts=1)
    if row["status"] == 200:
        _fill(row, content_type="video/mp4" if kind == "video" else "image/png")


def _bot_answer(row: Values, number: int, rows: Rows) -> None:
    del rows
    _fill(row, id=number, attempts=1, status=None if row.get("error") else 200)
    _fill(row, bot="Googlebot", is_own=False, is_loop=False, robots="allowed")
    is_read = row["status"] == 200 and not row.get("error")
    _fill(row, canonicals=int(bool(row.get("canonical"))), noindex=False if is_read else None)


def _redirect_loop(row: Values, number: int, rows: Rows) -> None:
    del number, rows
    status = row.setdefault("status", None if row.get("error") else 200)
    _fill(row, cookies=0 if status in (301, 302) else 1, hops=1, final_url=row["url"])


def _base_probe(row: Values, number: int, rows: Rows) -> None:
    del number, rows
    _fill(row, sitemap_url=SITEMAP, origin=SITE, fault="lacks", part="/en/", rank=0)
    _fill(row, base=f"{SITE}{row['part']}" if row["fault"] == "lacks" else f"{SITE}/")
    status = row.setdefault("status", 200)
    _fill(row, is_indexable=status == 200, title=row["url"], text_hash=row["url"])


def _previous_run(row: Values, number: int, rows: Rows) -> None:
    del number
    _fill(row, started_at=datetime(2026, 1, 8, 12, tzinfo=UTC), has_between="between_urls" in rows)


def _url_state(row: Values, number: int, rows: Rows) -> None:
    """Fill the state of a page that was fetched; it is not listed if ``outcome`` is ''."""
    del rows
    status = None if row.get("error") or row.get("unknown_reason") else 200
    _fill(row, outcome="fetched", status=status, page_id=number, robots="allowed", reasons="")
    row["outcome"] = row["outcome"] or None
    is_fetched = row["outcome"] in (None, "fetched")
    if not is_fetched:
        row |= {"page_id": None, "status": None, "robots": None, "reasons": None}
    status = row["status"] or 0
    states = {2: "ok", 3: "redirect", 4: "client-error", 5: "server-error"}
    state = "unknown" if row.get("unknown_reason") else states.get(status // 100, "no-response")
    _fill(row, state=state if is_fetched else None)
    _fill(row, sitemap_url=SITEMAP if row["outcome"] else None)
    is_ok = row["state"] == "ok"
    is_checked = is_fetched and row["state"] != "unknown"
    _fill(row, is_indexable=is_ok and not row["reasons"] if is_checked else None)
    _fill(row, annotations_known=is_ok, entry_known=True, is_cached=False, is_html=is_ok)
    _fill(row, hreflang_links=0, hreflang_sum=0)
    _fill(row, fetched_at=datetime(2026, 1, 8, 12, tzinfo=UTC) if is_fetched else None)
    lastmod = read_date(row.get("lastmod"))
    _fill(row, lastmod_at=lastmod.at, lastmod_precision=lastmod.precision)


def _finding_change(row: Values, number: int, rows: Rows) -> None:
    del rows
    _fill(row, severity="error", is_known=True, finding_id=f"{number:016x}")


def _of_previous(fill: Callable[[Values, int, Rows], None]) -> Callable[[Values, int, Rows], None]:
    """Return the function that fills a table of the previous audit as one of this audit."""

    def filled(row: Values, number: int, rows: Rows) -> None:
        fill(row, number, {name.removeprefix("previous_"): rows[name] for name in rows})

    return filled


def _previous_alternate(row: Values, number: int, rows: Rows) -> None:
    del rows
    _fill(row, hreflang=None, href=None, number=number)
    _fill_alternate(row, row.get("sitemap_url") or row["url"])


def _previous_page_alternate(row: Values, number: int, rows: Rows) -> None:
    _fill(row, source="html", in_head=True)
    _previous_alternate(row, number, rows)


FILL: dict[str, Callable[[Values, int, Rows], None]] = {
    "robots": _robots,
    "robots_lines": _robots_line,
    "sitemaps": _sitemap,
    "pages": _page,
    "sitemap_problems": _problem,
    "entries": _entry,
    "entry_alternates": _entry_alternate,
    "entry_images": _entry_image,
    "entry_videos": _entry_video,
    "entry_news": _entry_news,
    "page_canonicals": _page_canonical,
    "page_alternates": _page_alternate,
    "page_forms": _page_form,
    "page_directives": _page_directive,
    "page_images": _page_image,
    "page_dates": _page_date,
    "page_tags": _page_tag,
    "outlinks": _outlink,
    "link_targets": lambda *_: None,
    "renders": _render,
    "render_canonicals": _render_canonical,
    "render_alternates": _render_alternate,
    "media": _medium,
    "bot_answers": _bot_answer,
    "redirect_loops": _redirect_loop,
    "base_probes": _base_probe,
    "imported_files": fill_file,
    "imported_urls": fill_url,
    "log_hits": fill_hits,
    "submitted_sitemaps": fill_sitemap,
    "submitted_counts": fill_count,
    "inspected_urls": fill_inspection,
    "previous_run": _previous_run,
    "mapped_origins": lambda *_: None,
    "finding_changes": _finding_change,
    "url_states": _url_state,
    "previous_urls": _url_state,
    "earlier_urls": _url_state,
    "between_urls": _url_state,
    "previous_robots": _of_previous(_robots),
    "between_robots": _of_previous(_robots),
    "previous_robots_lines": _of_previous(_robots_line),
    "previous_sitemaps": _of_previous(_sitemap),
    "between_sitemaps": _of_previous(_sitemap),
    "previous_entry_alternates": _previous_alternate,
    "previous_page_alternates": _previous_page_alternate,
}
"""By table, fetches before their parts, entries before theirs."""
