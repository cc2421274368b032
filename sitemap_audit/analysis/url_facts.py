"""Look up one URL in a stored audit: its entries, response, hreflang, robots.txt and findings.

Only the rows that concern the URL are read, so that it takes a second however big the audit is.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.computed.bot_access import bots
from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.robots import RobotsText
from sitemap_audit.parsing.urls import origin

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sitemap_audit.parsing.urls import Link
    from sitemap_audit.storage import Store

    Row = dict[str, Any]

_HOPS = 20
"Redirects that are followed, as in redirect_chains."
_NEAREST = 5
_CANDIDATES = 2_000
"URLs that a URL which is not in the audit is compared with."

MOST_FINDINGS = 10_000
"Findings that are read; findings.csv has all."

_STATE = """
url, url_key, page_id IS NOT NULL AS is_fetched, outcome, status, error, state, redirect_url,
is_indexable, reasons, unknown_reason, canonical, annotations_known, entry_known
"""
_OF_MACHINES = frozenset({"url_key", "annotations_known", "entry_known"})
_SITEMAP = "SELECT status, error, kind, entries, children FROM sitemaps"
_LISTED = """
SELECT sitemap_url, line, position, loc, lastmod
FROM entries WHERE kind = 'url' AND sitemap_id IN (SELECT id FROM sitemaps)
ORDER BY sitemap_url, position
"""
# Annotations that count, as in hreflang_links.
_ANNOTATIONS = """
SELECT url, url_key, code, alternate, alternate_key, 'sitemap' AS source
FROM entry_alternates
WHERE
    url_key IS NOT NULL AND alternate_key IS NOT NULL AND code IS NOT NULL
    AND code_problem IS NULL AND LOWER(COALESCE(rel, 'alternate')) LIKE '%alternate%'
    AND sitemap_id IN (SELECT id FROM sitemaps)
UNION
SELECT url, url_key, code, alternate, alternate_key, source
FROM page_alternates
WHERE
    alternate_key IS NOT NULL AND code IS NOT NULL AND code_problem IS NULL AND in_head
    AND source IN ('html', 'header')
ORDER BY code, url, alternate, source
"""
_FINDINGS = f"""
SELECT
    found.finding_id AS id, found.root_id, run.severity, found."check", found.url,
    found.sitemap_url, found.related_url, found.line, found.observed, found.expected, found.fix,
    found."change"
FROM findings AS found
INNER JOIN check_runs AS run ON found."check" = run."check"
ORDER BY
    run.rank, found."check", found.url, found.related_url, found.finding_id
LIMIT {MOST_FINDINGS}
"""


def look_up(store: Store, link: Link, token: str) -> Row | None:
    """Return what an audit knows of a URL; None if it is nowhere in the audit.

    Keys: ``url``, ``state`` (of ``url_states``; None if it was neither listed nor fetched as a
    page), ``sitemap`` (None if it is none), ``listed``, ``redirects``, ``hreflang`` (``from`` and
    ``to`` the URL), ``robots`` and ``findings``, each with its ``consequences``.

    Args:
        store: of the audit, with no rows loaded.
        token: product token of the audited bot.

    Raises:
        UsageError: the checks have not run.
    """
    assert link.url is not None
    assert link.key is not None
    state = _states(store, [link.key]).get(link.key)
    store.load("sitemaps")
    sitemap = _rows(store, f"{_SITEMAP} WHERE url_key = {link.key}")
    store.load("entries", f"url_key = {link.key}")
    for table in ("entry_alternates", "page_alternates"):
        store.load(table, f"url_key = {link.key} OR alternate_key = {link.key}")
    hreflang = _hreflang(store, link.key)
    findings = list(_findings(store, link.url))
    if not (state or sitemap or findings or any(hreflang.values())):
        return None
    return {
        "url": link.url,
        "state": state and {key: state[key] for key in state if key not in _OF_MACHINES},
        "sitemap": next(iter(sitemap), None),
        "listed": _rows(store, _LISTED),
        "redirects": list(_redirects(store, state)),
        "hreflang": hreflang,
        "robots": _robots(store, link.url, token),
        "findings": findings,
    }


def nearest(store: Store, link: Link) -> list[str]:
    """Return the listed URLs nearest to a URL: variants of it, then similar ones of its folder."""
    assert link.url is not None
    same = f"url_near_key = {link.near_key}"
    folder = link.url.rstrip("/")
    while (folder := folder.rpartition("/")[0]).count("/") >= 2:
        quoted = f"{folder}/".replace("'", "''")
        store.load(STATES, f"outcome IS NOT NULL AND ({same} OR STARTS_WITH(url, '{quoted}'))")
        alike = [url for (url,) in store.rows(f"SELECT url FROM {STATES} WHERE {same} ORDER BY 1")]
        near = "SELECT url FROM url_states ORDER BY ABS(LENGTH(url) - $length), url LIMIT $most"
        rows = store.rows(near, {"length": len(link.url), "most": _CANDIDATES})
        similar = difflib.get_close_matches(link.url, [url for (url,) in rows], _NEAREST)
        if found := list(dict.fromkeys([*alike, *similar])):
            return found[:_NEAREST]
    return []


def _rows(store: Store, sql: str) -> list[Row]:
    names = [name.strip('"') for name, _ in store.describe(sql)]
    return [dict(zip(names, row, strict=True)) for row in store.rows(sql)]


def _states(store: Store, keys: Collection[int]) -> dict[int, Row]:
    """Return rows of ``url_states`` by key."""
    store.load(STATES, f"url_key IN ({', '.join(map(str, keys)) or 'NULL'})")
    return {row["url_key"]: row for row in _rows(store, f"SELECT {_STATE} FROM {STATES}")}


def _redirects(store: Store, state: Row | None) -> Iterator[Row]:
    """Yield the URLs that a URL redirects to, each with its status; the last is the final URL."""
    seen: set[str] = set()
    while state and (target := state["redirect_url"]) and len(seen) < _HOPS:
        seen.add(state["url"])
        store.load(STATES, "url = '{}'".format(target.replace("'", "''")))
        state = next(iter(_rows(store, f"SELECT {_STATE} FROM {STATES}")), None)
        keys = ("status", "error", "state")
        yield {"url": target, **{key: state[key] if state else None for key in keys}}
        if target in seen:
            return


def _hreflang(store: Store, key: int) -> dict[str, list[Row]]:
    """Return the annotations of a URL, and those of other URLs for it."""
    rows = _rows(store, _ANNOTATIONS)
    others = {row[name] for row in rows for name in ("url_key", "alternate_key")}
    states = _states(store, others)
    sources = {row["url_key"] for row in rows if row["alternate_key"] == key}
    targets = {row["alternate_key"] for row in rows if row["url_key"] == key}
    forth = [
        {
            **{name: row[name] for name in ("code", "alternate", "source")},
            "is_own": row["alternate_key"] == key,
            "state": states.get(row["alternate_key"], {}).get("state"),
            "is_indexable": states.get(row["alternate_key"], {}).get("is_indexable"),
            "returned": _is_returned(row["alternate_key"], sources, states),
        }
        for row in rows
        if row["url_key"] == key
    ]
    back = [
        {
            **{name: row[name] for name in ("code", "url", "source")},
            "returned": _is_returned(row["url_key"], targets, states, by=key),
        }
        for row in rows
        if row["alternate_key"] == key and row["url_key"] != key
    ]
    return {"from": forth, "to": back}


def _is_returned(
    other: int, ends: Collection[int], states: dict[int, Row], *, by: int | None = None
) -> bool | None:
    """Return whether there is a link the other way; None if the page that has it was not read."""
    if other in ends:
        return True
    state = states.get(other if by is None else by)
    is_known = state and state["state"] == "ok" and state["annotations_known"]
    return False if is_known and state and state["entry_known"] else None


def _robots(store: Store, url: str, token: str) -> Row:
    """Return what robots.txt says of a URL: for the audited bot, and for each bot of bots.csv."""
    site = origin(url)
    quoted = site.replace("'", "''")
    for table in ("robots", "robots_lines"):
        store.load(table, f"origin = '{quoted}'")
    policy = next((row["policy"] for row in _rows(store, "SELECT policy FROM robots")), None)
    lines = _rows(store, 'SELECT number, "offset", field, value FROM robots_lines ORDER BY number')
    text = RobotsText(
        RobotsLine(site, line["number"], line["offset"], line["field"], line["value"], *[None] * 3)
        for line in lines
    )
    access = {}
    for each in dict.fromkeys([token, *(bot.token for bot in bots())]):
        verdict = text.verdict(url, each)
        known = {"allow-all": "allowed", "rules": "allowed" if verdict.allowed else "blocked"}
        told = known.get(policy or "", "not checked")
        rule, line = (verdict.rule, verdict.line) if policy == "rules" else (None, None)
        access[each] = {"access": told, "rule": rule, "line": line}
    return {"url": f"{site}/robots.txt", "bots": access}


def _findings(store: Store, url: str) -> Iterator[Row]:
    """Yield the findings that name a URL or are the root of one, each with its consequences."""
    quoted = url.replace("'", "''")
    store.load("check_runs")
    is_of_file = f"url IS NULL AND sitemap_url = '{quoted}'"
    store.load("findings", f"'{quoted}' IN (url, related_url, change_url) OR ({is_of_file})")
    found = _rows(store, _FINDINGS)
    ids = {row["id"] for row in found}
    roots = {row["root_id"] for row in found if row["root_id"]} - ids
    store.load("findings", "finding_id IN ({})".format(", ".join(f"'{i}'" for i in roots) or "''"))
    for row in [*found, *_rows(store, _FINDINGS)]:
        if row["root_id"] is None:
            yield row | {"consequences": [each for each in found if each["root_id"] == row["id"]]}
