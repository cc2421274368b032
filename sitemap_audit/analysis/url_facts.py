"""Look up one URL in a stored audit: entries, response, hreflang, robots.txt, Google, findings.

Only the rows that concern the URL are read, so that it takes a second however big the audit is.
"""

from __future__ import annotations

import difflib
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.bots import TRAIN_AI, TRAINING_GROUP, evaluated_bots
from sitemap_audit.items import RobotsLine, column_types
from sitemap_audit.parsing.robots_txt import RobotsText
from sitemap_audit.parsing.urls import key, origin
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

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

_OF_MACHINES = frozenset({"url_key", "annotations_known", "entry_known"})
_FINDINGS: Mapping[str, type] = {
    "finding_id": str,
    "root_id": str,
    "file": str,
    "file_line": int,
    "check": str,
    "url": str,
    "sitemap_url": str,
    "related_url": str,
    "line": int,
    "observed": str,
    "expected": str,
    "fix": str,
    "change": str,
    "change_url": str,
}
COMPARISON = "google_comparison"
"View that is stored with the findings: what Google says of each URL, beside what the audit says."
_COMPARISON: Mapping[str, type] = {
    "url_key": int,
    "relation": str,
    "is_indexable": bool,
    "unknown_reason": str,
    "is_inspected": bool,
    "is_indexed": bool,
    "state": str,
    "state_source": str,
    "google_canonical": str,
    "user_canonical": str,
    "canonical": str,
    "agrees": bool,
    "last_crawled_at": datetime,
    "crawled_as": str,
    "lastmod": str,
    "crawl": str,
    "clicks": int,
    "impressions": int,
    "inspected_at": datetime,
    "verdict": str,
    "robots_state": str,
    "indexing_state": str,
    "fetch_state": str,
    "sitemaps": str,
    "referring_urls": str,
    "result_link": str,
}
_WHOLE = ("entries", "entry_alternates", "page_alternates", "robots_lines", "bot_answers")
_STORED: Mapping[str, Mapping[str, type]] = {
    **{table: {name: kind for name, (kind, _) in column_types(table).items()} for table in _WHOLE},
    STATES: URL_STATES,
    COMPARISON: _COMPARISON,
    "findings": _FINDINGS,
}
"The columns of the tables of which only some rows are read, as ``stored_NAME``."


def look_up(store: Store, link: Link, token: str) -> Row | None:
    """Return what an audit knows of a URL; None if it is nowhere in the audit.

    Keys: ``url``, ``state`` (of ``url_states``; None if it was neither listed nor fetched as a
    page), ``sitemap`` (None if it is none), ``listed``, ``redirects``, ``hreflang`` (``from`` and
    ``to`` the URL), ``robots``, ``responses`` (to the user agents of bots), ``google`` (of
    ``google_comparison``; None if Google has told of no URL) and ``findings``, each with its
    ``consequences``.

    Args:
        store: of the audit, with no rows loaded.
        token: product token of the audited bot.

    Raises:
        UsageError: the checks have not run.
    """
    assert link.url is not None
    assert link.key is not None
    for table in ("check_runs", "sitemaps", "robots"):
        store.load(table)
    for table, columns in _STORED.items():
        store.attach(f"stored_{table}", table, store.folder, columns)
    of_url = {"key": link.key}
    state = _states(store, [link.key]).get(link.key)
    sitemap = _rows(store, step("lookup/sitemap"), of_url)
    hreflang = _hreflang(store, link.key)
    google = _rows(store, step("lookup/google"), of_url)
    findings = list(_findings(store, link.url))
    if not (state or sitemap or google or findings or any(hreflang.values())):
        return None
    return {
        "url": link.url,
        "state": state and {key: state[key] for key in state if key not in _OF_MACHINES},
        "sitemap": next(iter(sitemap), None),
        "listed": _rows(store, step("lookup/listed"), of_url),
        "redirects": list(_redirects(store, state)),
        "hreflang": hreflang,
        "robots": _robots(store, link.url, token),
        "responses": _rows(store, step("lookup/bot_answers"), of_url),
        "google": next(iter(google), None),
        "findings": findings,
    }


def nearest(store: Store, link: Link) -> list[str]:
    """Return the listed URLs nearest to a URL: variants of it, then similar ones of its folder."""
    assert link.url is not None
    folder = link.url.rstrip("/")
    while (folder := folder.rpartition("/")[0]).count("/") >= 2:
        near = {"near": link.near_key, "folder": f"{folder}/"}
        store.create("near_urls", step("lookup/near_urls"), near)
        alike = [url for (url,) in store.rows(step("lookup/alike"))]
        likeliest = {"length": len(link.url), "most": _CANDIDATES}
        rows = store.rows(step("lookup/candidates"), likeliest)
        similar = difflib.get_close_matches(link.url, [url for (url,) in rows], _NEAREST)
        if found := list(dict.fromkeys([*alike, *similar])):
            return found[:_NEAREST]
    return []


def _rows(store: Store, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
    names = [name.strip('"') for name, _ in store.describe(sql, parameters)]
    return [dict(zip(names, row, strict=True)) for row in store.rows(sql, parameters)]


def _states(store: Store, keys: Collection[int]) -> dict[int, Row]:
    """Return rows of ``url_states`` by key."""
    store.execute(step("lookup/no_wanted"))
    store.insert("wanted_urls", ({"url_key": each} for each in keys))
    return {row["url_key"]: row for row in _rows(store, step("lookup/states"))}


def _redirects(store: Store, state: Row | None) -> Iterator[Row]:
    """Yield the URLs that a URL redirects to, each with its status; the last is the final URL."""
    seen: set[str] = set()
    while state and (target := state["redirect_url"]) and len(seen) < _HOPS:
        seen.add(state["url"])
        state = next(iter(_states(store, [key(target)]).values()), None)
        names = ("status", "error", "state")
        yield {"url": target, **{name: state[name] if state else None for name in names}}
        if target in seen:
            return


def _hreflang(store: Store, own: int) -> dict[str, list[Row]]:
    """Return the annotations of a URL, and those of other URLs for it."""
    rows = _rows(store, step("lookup/annotations"), {"key": own})
    others = {row[name] for row in rows for name in ("url_key", "alternate_key")}
    states = _states(store, others)
    sources = {row["url_key"] for row in rows if row["alternate_key"] == own}
    targets = {row["alternate_key"] for row in rows if row["url_key"] == own}
    forth = [
        {
            **{name: row[name] for name in ("code", "alternate", "source")},
            "is_own": row["alternate_key"] == own,
            "state": states.get(row["alternate_key"], {}).get("state"),
            "is_indexable": states.get(row["alternate_key"], {}).get("is_indexable"),
            "returned": _is_returned(row["alternate_key"], sources, states),
        }
        for row in rows
        if row["url_key"] == own
    ]
    back = [
        {
            **{name: row[name] for name in ("code", "url", "source")},
            "returned": _is_returned(row["url_key"], targets, states, by=own),
        }
        for row in rows
        if row["alternate_key"] == own and row["url_key"] != own
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
    policies = _rows(store, step("lookup/policies"), {"origin": site})
    policy = next((row["policy"] for row in policies), None)
    lines = _rows(store, step("lookup/robots_lines"), {"origin": site})
    text = RobotsText(
        RobotsLine(
            site, line["number"], line["offset"], line["field"], line["value"], None, None, None
        )
        for line in lines
    )
    access = {}
    for each in dict.fromkeys([token, *(bot.token for bot in evaluated_bots())]):
        verdict = text.verdict(url, each)
        known = {"allow-all": "allowed", "rules": "allowed" if verdict.allowed else "blocked"}
        told = known.get(policy or "", "not checked")
        rule, line = (verdict.rule, verdict.line) if policy == "rules" else (None, None)
        access[each] = {"access": told, "rule": rule, "line": line}
    usage = text.usage(url) if policy == "rules" else None
    if usage and usage.allows is not None:
        told = "allowed" if usage.allows else "blocked"
        access[TRAIN_AI] = {"access": told, "rule": usage.written, "line": usage.line}
    if policy == "rules" and text.has_group(TRAINING_GROUP):
        verdict = text.verdict(url, TRAINING_GROUP)
        if verdict.rule is not None:
            told = "allowed" if verdict.allowed else "blocked"
            access[TRAINING_GROUP] = {"access": told, "rule": verdict.rule, "line": verdict.line}
    return {"url": f"{site}/robots.txt", "bots": access}


def _findings(store: Store, url: str) -> Iterator[Row]:
    """Yield the findings that name a URL or are the root of one, each with its consequences."""
    store.execute(step("lookup/no_roots"))
    found = _rows(store, step("lookup/findings"), {"url": url, "most": MOST_FINDINGS})
    ids = {row["id"] for row in found}
    roots = {row["root_id"] for row in found if row["root_id"]} - ids
    store.insert("wanted_findings", ({"finding_id": root} for root in roots))
    others = _rows(store, step("lookup/findings"), {"url": None, "most": MOST_FINDINGS})
    for row in [*found, *others]:
        if row["root_id"] is None:
            yield row | {"consequences": [each for each in found if each["root_id"] == row["id"]]}
