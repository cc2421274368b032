"""Document the columns of the CSV files: meaning, unit, and when a cell is empty.

Columns of stored tables have their text in :mod:`sitemap_audit.items`; columns that are computed
for a report have theirs here. The command ``explain --columns``, ``docs/columns.md`` and the
comments in the workbook show the same texts.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sitemap_audit.analysis.findings import ACTIONS, PLACES
from sitemap_audit.errors import UsageError
from sitemap_audit.items import TABLES, column_texts, column_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_COMPARED = {"pages": frozenset({"content_hash", "modified"})}
"Columns by table that are stored to compare audits; no CSV has them."


class Column(NamedTuple):
    """A column of a CSV, as its readers need it."""

    name: str
    meaning: str
    unit: str
    empty: str
    "When a cell is empty: 'if no response came', 'never'."

    @property
    def text(self) -> str:
        """All of it as text, for a comment."""
        unit = "" if self.unit == "text" else f"\nUnit: {self.unit}."
        return f"{self.meaning}{unit}\nEmpty: {self.empty}."


def csv_names(table: str) -> dict[str, str]:
    """The columns of a stored table that its CSV has, each with its name there.

    IDs and keys are left out; the name of a date and time ends with ``_utc``.
    """
    left_out = _COMPARED.get(table, frozenset())
    return {
        name: f"{name}_utc" if kind is datetime else name
        for name, (kind, _) in column_types(table).items()
        if name not in left_out and not _is_machine(name)
    }


def _is_machine(name: str) -> bool:
    return name == "id" or name.endswith(("_id", "_key"))


def csv_tables() -> list[str]:
    """The names of all CSV tables, in the order of the reports."""
    return list(_FILES)


def find_table(written: str) -> str:
    """The CSV table of this name: 'findings', 'findings.csv'.

    Raises:
        UsageError: there is none.
    """
    name = Path(written).name.removesuffix(".csv").lower().replace("-", "_")
    if name not in _FILES:
        raise UsageError(f"There is no CSV file '{written}'. There are {', '.join(_FILES)}.")
    return name


@cache
def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a CSV table, in their order.

    Raises:
        KeyError: there is no such CSV.
    """
    file = _FILES[table]
    stored = list(_stored(file.table)) if file.table else []
    own = [_read(name, unit, text) for name, (unit, text) in file.own.items()]
    place = len(stored) if file.own_from is None else file.own_from
    return (*stored[:place], *own, *stored[place:])


def comments(table: str, names: Mapping[str, str]) -> dict[str, str]:
    """What columns of a CSV mean, by the heads that a sheet of the workbook gives them.

    Args:
        names: the columns by head.
    """
    texts = {each.name: each.text for each in columns_of(table)}
    return {head: texts[name] for head, name in names.items()}


def _stored(table: str) -> Iterator[Column]:
    texts, kinds = column_texts(TABLES[table]), column_types(table)
    for name, shown in csv_names(table).items():
        kind, may_be_null = kinds[name]
        unit = _unit(kind, texts[name])
        yield _read(shown, unit, texts[name], may_be_null=may_be_null)


def _unit(kind: type, text: str) -> str:
    if kind is datetime:
        return "date and time, UTC"
    if kind is bool:
        return "True or False"
    if kind not in (int, float):
        return "text"
    if "econds" in text.split(";")[0]:
        return "seconds"
    return "bytes" if re.search(r"\b[Bb]ytes\b", text.split(";")[0]) else "number"


def _read(name: str, unit: str, text: str, *, may_be_null: bool = False) -> Column:
    """Take a text apart: its meaning, and after '; NULL' when the cell is empty."""
    text = " ".join(text.split()).removesuffix(".")
    text = re.sub(r"; else NULL$", "; NULL otherwise", text)
    meaning, *rest = re.split(r"[;.] NULL ", text, maxsplit=1)
    empty = rest[0] if rest else ""
    default = "if it is not known" if may_be_null else "never"
    empty = _EMPTY.get(empty, empty).replace("NULL", "empty") or default
    return Column(name, f"{meaning}.", unit, empty)


_EMPTY = {"if none": "if there is none", "elsewhere": "otherwise"}

Texts: TypeAlias = dict[str, tuple[str, str]]
"Unit and text by column."


class File(NamedTuple):
    """What a CSV is made of: a stored table, and columns of its own."""

    table: str | None = None
    own: Mapping[str, tuple[str, str]] = MappingProxyType({})
    own_from: int | None = None
    "Place of the first column of its own; they are the last where it is None."


_FINDINGS: Texts = {
    "severity": ("text", "Severity of the check: error | warning | notice."),
    "check": ("text", "Name of the check; 'sitemap-audit explain NAME' prints its manual."),
    "url": ("text", "URL that the finding is about; NULL if it is about a file or the site."),
    "sitemap_url": ("text", "Sitemap that lists the URL or has the fault; NULL if none does."),
    "related_url": (
        "text",
        "Other URL of the finding: redirect target, canonical, alternate; NULL if it has none.",
    ),
    "line": ("number", "Line in the sitemap or robots.txt, from 1; NULL if it is not known."),
    "observed": ("text", "Value found; NULL if the check's title says it."),
    "expected": ("text", "Value or rule that applies; NULL if the check's title says it."),
    "fix": ("text", "What to write or do; NULL if it cannot be computed."),
    "kind": ("text", "Kind of the fault; NULL if the check has only one."),
    "pattern": (
        "text",
        "Pattern of the URL, {n} for a number and {slug} for a page name; NULL if url is NULL.",
    ),
    "cause": ("text", "What findings with the same cause share, as in causes.csv."),
    "change_url": (
        "text",
        "URL of the page, sitemap or robots.txt to change; NULL if it cannot be computed.",
    ),
    "action": ("text", f"Change to make: {' | '.join(ACTIONS)}; NULL if change_url is NULL."),
    "place": (
        "text",
        f"What to change in that file: {', '.join(PLACES)}; NULL if change_url is NULL.",
    ),
    "from": ("text", "Value to replace, move or remove, as written; NULL if there is none."),
    "to": ("text", "New value; NULL if nothing is added or replaced."),
    "change": ("text", "The change as a sentence; NULL if change_url is NULL."),
    "id": ("text", "Finding, as 16 hexadecimal digits of its check and what it is about."),
    "root_id": (
        "text",
        "The id of the finding of which this one is a consequence; NULL if it is of none.",
    ),
}
_CAUSES: Texts = {
    "severity": ("text", "Severity of the check: error | warning | notice."),
    "keeps_out": (
        "text",
        "What the fault keeps out of the index: host | pages; NULL if it keeps out none.",
    ),
    "check": ("text", "Name of the check; 'sitemap-audit explain NAME' prints its manual."),
    "kind": ("text", "Kind of the fault; NULL if the check has only one."),
    "cause_by": (
        "text",
        "What the findings share: sitemap | pattern (of URLs) | locales (hreflang pair) | urls"
        " (no shared pattern) | site.",
    ),
    "cause": ("text", "The sitemap, URL pattern or pair of locales that the findings share."),
    "urls": ("number", "Affected URLs, each counted once."),
    "findings": ("number", "Findings with this cause, without folded ones."),
    "folded": ("number", "Findings of other checks that are a consequence of these."),
    "entries": (
        "number",
        "Entries of the sitemap; NULL if the cause is not a sitemap or its entries.",
    ),
    "patterns": ("number", "Different URL patterns among the findings."),
    "url": ("text", "URL of the first finding; NULL if it has none."),
    "sitemap_url": ("text", "Sitemap of the first finding; NULL if it has none."),
    "line": ("number", "Line of the first finding, from 1; NULL if it is not known."),
    "related_url": ("text", "Other URL of the first finding; NULL if it has none."),
    "observed": ("text", "Value found in the first finding; NULL if the title says it."),
    "expected": ("text", "Value or rule that applies to it; NULL if the title says it."),
    "fix": ("text", "Fix of the first finding; NULL if it cannot be computed."),
}
_PAGES: Texts = {
    "listed": (
        "True or False",
        "Whether a sitemap lists the URL; NULL if not checked.",
    ),
    "sitemaps": ("number", "Sitemaps that list the URL; NULL if none does."),
    "sitemap_url": ("text", "First sitemap that lists the URL; NULL if none does."),
    "state": (
        "text",
        "Meaning of the response: ok | redirect | client-error | server-error | no-response |"
        " unknown (not checked); NULL if not checked.",
    ),
    "is_indexable": (
        "True or False",
        "Whether a search engine can index the page under this URL; NULL if not checked.",
    ),
    "reasons": (
        "text",
        "Why it is not indexable, separated by commas: disallowed, redirect, client-error,"
        " server-error, no-response, empty, refresh, noindex, canonicalised; NULL if no reason"
        " was found.",
    ),
    "unknown_reason": ("text", "Why it could not be checked; NULL if it was checked."),
    "canonical": ("text", "Canonical URL that has an effect; NULL if there is none."),
}
_OUTCOME = (
    "fetched | duplicate | disallowed (by robots.txt) | not-a-url:PROBLEM | failed:ERROR |"
    " refused:REASON | not-asked (not requested) | out-of-scope (--include, --exclude) |"
    " over-limit (--max-urls) | interrupted"
)
_ENTRIES: Texts = {
    "outcome": ("text", f"Result of the crawl for the URL: {_OUTCOME}; NULL if it is a sitemap.")
}
_LEDGER: Texts = {
    "sitemap_url": ("text", "URL of the sitemap file."),
    "position": ("number", "Position of the entry in the file, from 1."),
    "loc": ("text", "<loc> as written; NULL if there is none."),
    "url": ("text", "URL that loc means, normal form; NULL if it is no http(s) URL."),
    "outcome": ("text", f"Result of the crawl: {_OUTCOME}."),
}
_ALTERNATES: Texts = {
    "source": ("text", "sitemap | html | header | anchor (an <a hreflang>, which has no effect)."),
    "url": ("text", "URL that has the annotation; NULL if an entry's loc is no http(s) URL."),
    "hreflang": ("text", "hreflang attribute as written; NULL if there is none."),
    "code": ("text", "Normal form of hreflang (en-GB, x-default); NULL if it cannot be read."),
    "code_problem": ("text", "Why hreflang is not a valid code; NULL if it is valid."),
    "code_suggestion": ("text", "The code that was probably meant; NULL if none is likely."),
    "href": ("text", "href attribute as written; NULL if there is none."),
    "alternate": ("text", "URL that href means, normal form; NULL if it is no http(s) URL."),
    "href_problem": ("text", "Why href is not a valid URL; NULL if it is valid."),
    "sitemap_url": ("text", "URL of the sitemap file; NULL if it is in no sitemap."),
    "position": ("number", "Position of the entry, from 1; NULL if it is in no sitemap."),
    "number": ("number", "Number within the entry or page, from 1."),
    "line": ("number", "Line in the sitemap, from 1; NULL if it is in no sitemap."),
    "rel": ("text", "rel attribute as written; NULL if there is none or it is in no sitemap."),
    "in_head": ("True or False", "Whether it is in <head>; NULL if it is in a sitemap."),
    "attributes": (
        "text",
        "What it should not have (media, type, rel=canonical), separated by commas; NULL if it"
        " has none or is in a sitemap.",
    ),
}
_CLUSTERS: Texts = {
    "cluster": ("text", "First URL of the hreflang cluster, in URL order: its name."),
    "state": (
        "text",
        "error (code conflict, bridge, missing return link or non-indexable member) | problem (gap,"
        " or different x-defaults) | uncertain (something was not checked) | ok.",
    ),
    "is_complete": (
        "True or False",
        "Whether each member annotates all others; NULL if not checked.",
    ),
    "members": ("number", "URLs in the cluster."),
    "listed": ("number", "Members that a sitemap lists."),
    "locales": ("number", "Different hreflang codes, without x-default."),
    "codes": ("text", "The hreflang codes in alphabetical order."),
    "faulty": ("number", "Members that are not indexable."),
    "unknown": ("number", "Members that were not checked."),
    "missing_returns": ("number", "Links between indexable members without a return link."),
    "unknown_returns": ("number", "Links whose return link was not checked."),
    "conflicts": ("number", "Codes that several members have."),
    "bridges": ("number", "Hreflang links into other clusters."),
    "gaps": ("number", "Codes of the cluster that members do not annotate."),
    "defaults_differ": ("True or False", "Whether members have different x-default URLs."),
    "component": ("text", "First URL of all that hreflang links connect, bridges included."),
}
_MEMBERS: Texts = {
    "cluster": ("text", "First URL of the hreflang cluster, in URL order: its name."),
    "url": ("text", "URL of the member."),
    "code": ("text", "Its hreflang code; NULL if it has only x-default."),
    "partners": ("number", "Members with which it has mutual hreflang links."),
    "listed": ("True or False", "Whether a sitemap lists the URL."),
    "stands": ("True or False", "Whether it is indexable; NULL if not checked."),
    "fault": ("text", "Why it is not indexable, the first reason; NULL if none was found."),
}
_PAIRS: Texts = {
    "source_code": ("text", "Hreflang code of the page that has the links."),
    "target_code": ("text", "Hreflang code of the pages that it links to."),
    "links": ("number", "Hreflang links of listed, indexable pages, without x-default."),
    "returned": ("number", "Links that have a return link."),
    "missing": ("number", "Links whose return link is missing."),
    "broken": ("number", "Links to a page that is not indexable."),
    "unknown": ("number", "Links whose return link was not checked."),
    "returned_per_cent": (
        "per cent",
        "Share of links with a return link, of those checked; NULL if none was checked.",
    ),
}
_RENDERED: Texts = {
    "canonical": ("text", "Canonical URL of the rendered page; NULL if there is none."),
}
_BOT_ACCESS: Texts = {
    "token": ("text", "Product token of the bot in robots.txt."),
    "product": ("text", "Product that the bot works for."),
    "owner": ("text", "Company or organization that runs the bot."),
    "purpose": (
        "text",
        "What it is for: search, AI search, AI training… A control token has no crawler of its own:"
        " it says what may be done with what another one fetches.",
    ),
    "host": ("text", "Host of the listed URLs, with its port if that is not the default."),
    "robots_url": ("text", "URL of the robots.txt that applies to them."),
    "allowed": ("number", "Listed URLs that the bot may fetch, by this rule or without one."),
    "blocked": ("number", "Listed URLs that this rule blocks for the bot."),
    "not_checked": (
        "number",
        "Listed URLs for which it is not known, because robots.txt was not fetched or returned an"
        " error of the server.",
    ),
    "rule": ("text", "Rule that applies, as written; NULL if none does."),
    "line": ("number", "Line of the rule in robots.txt, from 1; NULL if no rule applies."),
    "example": ("text", "First of these URLs, in URL order."),
    "documentation": (
        "text",
        "URL of the owner's documentation of the bot; NULL if the owner has none.",
    ),
}
_CHECKS: Texts = {
    "check": ("text", "Name of the check; 'sitemap-audit explain NAME' prints its manual."),
    "severity": ("text", "error | warning | notice."),
    "title": ("text", "Title of the check."),
    "outcome": ("text", "passed | failed | not applicable | not checked | error (could not run)."),
    "found": ("number", "Findings."),
    "looked_at": ("number", "Rows that the check applies to."),
    "unknown": ("number", "Rows that could not be checked."),
    "error": ("text", "Why the check could not run; NULL if it ran."),
    "confidence": (
        "text",
        "How certain its findings are: high | medium | pedantic; NULL if the check was removed.",
    ),
    "engines": (
        "text",
        "Whose rule it is: google, bing, yandex, protocol; NULL if the check was removed.",
    ),
    "how_to_fix_it": ("text", "How to fix it, from the manual; NULL if the check was removed."),
    "unknown_reasons": ("text", "Why rows could not be checked; NULL if all were checked."),
}

_FILES: dict[str, File] = {
    "findings": File(own=_FINDINGS),
    "causes": File(own=_CAUSES),
    "checks": File(own=_CHECKS),
    "pages": File("pages", own=_PAGES, own_from=1),
    "sitemaps": File("sitemaps"),
    "sitemap_problems": File("sitemap_problems"),
    "entries": File("entries", own=_ENTRIES),
    "ledger": File(own=_LEDGER),
    "alternates": File(own=_ALTERNATES),
    "hreflang_clusters": File(own=_CLUSTERS),
    "hreflang_cluster_members": File(own=_MEMBERS),
    "locale_pairs": File(own=_PAIRS),
    "canonicals": File("page_canonicals"),
    "device_forms": File("page_forms"),
    "directives": File("page_directives"),
    "renders": File("renders", own=_RENDERED),
    "googlebot_pages": File("googlebot_pages"),
    "robots": File("robots"),
    "robots_lines": File("robots_lines"),
    "bot_access": File(own=_BOT_ACCESS),
    "images": File("entry_images"),
    "videos": File("entry_videos"),
    "news": File("entry_news"),
}


def markdown() -> str:
    """The page docs/columns.md."""
    return _PAGE.format(sections="\n".join(_section(table) for table in csv_tables()))


def _section(table: str) -> str:
    rows = (
        f"| `{each.name}` | {_escaped(each.meaning)} | {each.unit} | {_escaped(each.empty)} |"
        for each in columns_of(table)
    )
    head = "| column | meaning | unit | empty |\n|---|---|---|---|"
    return "\n".join((f"## {table}.csv\n", head, *rows, ""))


def _escaped(text: str) -> str:
    return re.sub(r"<[^>]+>", r"`\g<0>`", text).replace("|", "\\|")


_PAGE = """\
# The columns of the CSV files

`sitemap-audit explain --columns findings` prints the same for one file, and the header cells of the
workbook have the texts as comments. A URL in normal form has a lower-case scheme and host, no
default port and no fragment. This page is written by `python -m sitemap_audit.analysis.readmes`.

{sections}"""
