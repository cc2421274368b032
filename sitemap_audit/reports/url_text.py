"""Print what an audit knows of one URL (:mod:`sitemap_audit.analysis.url_facts`), 80 columns wide.

A URL is never broken: one that is longer than the line goes over its end.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Any

from sitemap_audit.plural import counted
from sitemap_audit.report.escaping import first_sentence, for_screen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check

    Row = Mapping[str, Any]

_WIDTH = 80
_LABEL = 14
"Columns of the label in front of a fact."
_BOTS = 4
"Bots of a line that are all named."
_MOST = 20
"Lines of a list; --json has all."


def url_lines(facts: Row, checks: Sequence[Check]) -> list[str]:
    """Return everything about a URL as lines."""
    hreflang = facts["hreflang"]
    sections = {
        "": _summary(facts),
        "We say / Google says": _google(facts["google"]),
        "Listed in": _listed(facts["listed"]),
        "Redirects to": (f"{each['url']}  {_response(each)}" for each in facts["redirects"]),
        "hreflang of this URL": map(_link, hreflang["from"]),
        "hreflang of other URLs for this one": map(_back_link, hreflang["to"]),
    }
    lines = [facts["url"]]
    for head, rows in sections.items():
        if some := list(rows):
            lines += ["", head] if head else []
            lines += [line for row in some[:_MOST] for line in _wrapped(row)]
            lines += [f"  … {len(some) - _MOST:,} more: see --json"] if len(some) > _MOST else []
    return [for_screen(line) for line in [*lines, *_findings(facts["findings"], checks)]]


def _wrapped(text: str, indent: int = 2, hanging: int = 4) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def _fact(label: str, text: str) -> str:
    return f"{label:<{_LABEL}}{text}"


def _summary(facts: Row) -> Iterator[str]:
    state, sitemap = facts["state"], facts["sitemap"]
    if sitemap:
        entries = f"{counted(sitemap['entries'], 'URL')}, {counted(sitemap['children'], 'sitemap')}"
        yield _fact("Sitemap", f"{_response(sitemap)}: {sitemap['kind'] or 'not read'}, {entries}")
    if state and state["is_fetched"]:
        yield _fact("Status", _response(state))
        yield _fact("Indexable", _indexable(state))
        if state["state"] == "ok":
            canonical = state["canonical"]
            yield _fact("Canonical", "itself" if canonical == facts["url"] else canonical or "none")
    elif state or not (sitemap or facts["url"] == facts["robots"]["url"]):
        yield _fact("Status", f"not checked ({state['outcome'] if state else 'not fetched'})")
    yield from _robots(facts["robots"])
    yield from _responses(facts["responses"])


def _response(state: Row) -> str:
    if state["status"] is None:
        return f"none ({state['error'] or 'not checked'})"
    return f"{state['status']} ({state['error']})" if state["error"] else str(state["status"])


def _indexable(state: Row) -> str:
    if state["is_indexable"] is None:
        return f"not checked ({state['unknown_reason'] or 'unknown'})"
    return "yes" if state["is_indexable"] else f"no: {state['reasons']}"


def _robots(robots: Row) -> Iterator[str]:
    """Yield the bots by their access and the rule; the audited bot is the first of its line."""
    groups: dict[str, list[str]] = {}
    for token, verdict in robots["bots"].items():
        rule = f" by line {verdict['line']}, {verdict['rule']}" if verdict["rule"] else ""
        groups.setdefault(f"{verdict['access']}{rule}", []).append(token)
    for told, tokens in groups.items():
        others = f" and {len(tokens) - 1} other bots" if len(tokens) > _BOTS else ""
        yield _fact("robots.txt", f"{told}: {tokens[0] if others else ', '.join(tokens)}{others}")


def _responses(responses: Sequence[Row]) -> Iterator[str]:
    """Yield what came back to the user agent of each bot."""
    for row in responses:
        told = "not checked (blocked by robots.txt)"
        if row["error"] != "disallowed":
            told = f"{row['challenge']} challenge" if row["challenge"] else _response(row)
            told += ", noindex" if row["noindex"] else ""
            told += f", canonical {row['canonical']}" if row["canonical"] else ""
        yield _fact("As a bot", f"{row['bot']}: {told}")


def _google(told: Row | None) -> Iterator[str]:
    """Yield what Google says of the URL, beside what the audit says."""
    if not told:
        return
    we_say = {True: "indexable", False: "not indexable", None: "not checked"}[told["is_indexable"]]
    google_says = {True: "indexed", False: "not indexed", None: "state not known"}
    says = f"{google_says[told['is_indexed']]}: {told['state']} ({told['state_source']})"
    yield _fact("Index", f"we: {we_say}; Google: {says if told['state'] else 'not inspected'}")
    if other := told["google_canonical"]:
        ours = told["canonical"] or "not known"
        same = "the same for both" if told["agrees"] else f"we: {ours}; Google: {other}"
        yield _fact("Canonical", same)
    if told["last_crawled_at"] or told["crawl"]:
        crawled = told["last_crawled_at"]
        day = f"{crawled:%Y-%m-%d}" if crawled else "never"
        lastmod = f"; lastmod {told['lastmod']}" if told["lastmod"] else ""
        yield _fact("Last crawl", day + lastmod + _CRAWLS.get(told["crawl"], ""))
    for label, name, good in _GOOGLE_STATES:
        if told[name] not in (None, good):
            yield _fact(label, told[name])
    if told["clicks"] is not None:
        shown = f", {counted(told['impressions'], 'impression')}" if told["impressions"] else ""
        yield _fact("Clicks", f"{counted(told['clicks'], 'click')}{shown}")
    if told["sitemaps"]:
        yield _fact("Found in", ", ".join(told["sitemaps"].split("\n")))
    if told["result_link"]:
        yield _fact("Inspection", told["result_link"])


_CRAWLS = {
    "after-change": ": crawled after the change",
    "before-change": ": not crawled since the change",
}
_GOOGLE_STATES = (
    ("robots.txt", "robots_state", "ALLOWED"),
    ("Indexing", "indexing_state", "INDEXING_ALLOWED"),
    ("Fetch", "fetch_state", "SUCCESSFUL"),
)
"States of an inspection that are told unless they have this value."


def _listed(entries: Iterable[Row]) -> Iterator[str]:
    for entry in entries:
        line = f", line {entry['line']:,}" if entry["line"] else ""
        lastmod = f", lastmod {entry['lastmod']}" if entry["lastmod"] else ""
        yield f"{entry['sitemap_url']}{line}{lastmod}"


def _link(link: Row) -> str:
    target = {True: "", False: ", not indexable", None: ", not checked"}[link["is_indexable"]]
    told = "this URL" if link["is_own"] else f"{_returned(link)}{target}"
    return f"{link['code']:<10} {told} ({link['source']}): {link['alternate']}"


def _back_link(link: Row) -> str:
    return f"{link['code']:<10} {_returned(link)} ({link['source']}): {link['url']}"


def _returned(link: Row) -> str:
    words = {True: "return link", False: "no return link", None: "return link not checked"}
    return words[link["returned"]]


def _findings(findings: Sequence[Row], checks: Sequence[Check]) -> Iterator[str]:
    known = {check.name: check for check in checks}
    yield ""
    yield f"{counted(len(findings), 'finding')}" + (":" if findings else "")
    for finding in findings[:_MOST]:
        check = known.get(finding["check"])
        title = check.title if check else finding["check"]
        yield from _wrapped(f"{finding['severity']:<9}{title} ({finding['check']})", 2, 11)
        for label, text in _details(finding, check):
            yield from _wrapped(f"{label + ':':<10}{text}", 11, 13)
    if len(findings) > _MOST:
        yield f"  … {len(findings) - _MOST:,} more: see --json"


def _details(finding: Row, check: Check | None) -> Iterator[tuple[str, str]]:
    urls = [finding[name] for name in ("url", "related_url") if finding[name]]
    yield "URL", " → ".join(urls or [finding["sitemap_url"] or "the site"])
    if finding["observed"]:
        yield "Found", finding["observed"]
    if finding["expected"]:
        yield "Expected", finding["expected"]
    step = first_sentence(check.how_to_fix_it) if check else None
    if change := finding["change"] or finding["fix"] or step:
        yield "Change", change
    if finding["file"]:
        line = f":{finding['file_line']}" if finding["file_line"] else ""
        yield "File", f"{finding['file']}{line}"
    if consequences := Counter(each["check"] for each in finding["consequences"]):
        told = [f"{name} ({number:,})" for name, number in consequences.items()]
        yield "Causes", ", ".join(told)
