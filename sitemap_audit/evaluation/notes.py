"""Note in the run record what was not read or checked, and what came from a cache."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemap_audit.analysis import runner
from sitemap_audit.evaluation import incomplete
from sitemap_audit.parsing import urls as links
from sitemap_audit.parsing.scope import UrlScope
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.run_record import CachedPages
from sitemap_audit.targets import TargetKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

VIEWS = ("hosts", "link_crawls", "listed", "sitemap_states")
"The views that the notes read, with what these read."
_TRUNCATED = {
    "time": "timed out before its end",
    "long-entry": "has an entry, a tag or a DOCTYPE over the limit (1 MiB, 50,000 tags); it was"
    " left out",
}
"What to say, after its URL, of a sitemap that was not read whole, by ``stopped_by``."
_INVALID_LINES = """
SELECT sitemap_url, COUNT(*), MIN(line), MIN(CASE WHEN place = 1 THEN excerpt END)
FROM (
    SELECT
        sitemap_url, line, excerpt,
        ROW_NUMBER() OVER (
            PARTITION BY sitemap_url ORDER BY CASE WHEN excerpt IS NULL THEN 1 ELSE 0 END, line
        ) AS place
    FROM sitemap_problems
    WHERE code = 'text-line' AND COALESCE(excerpt, '') NOT LIKE '#%'
) AS placed
GROUP BY sitemap_url
ORDER BY sitemap_url
"""


_SITEMAPS = """
SELECT DISTINCT sitemap_url FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
ORDER BY sitemap_url
"""
_SHOWN = 3
"Sitemaps that a sentence names."
_LISTED_BY_ORIGIN = """
SELECT origin, COUNT(*)
FROM (
    SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin FROM listed
) AS urls
GROUP BY origin
"""
_INCLUDED = """
SELECT COUNT(*) FROM listed
WHERE url_key NOT IN (SELECT url_key FROM left_out WHERE reason = 'not-included')
"""
_LINKED = """
SELECT
    COUNT(*),
    COUNT(*) FILTER (WHERE NOT is_listed),
    COUNT(*) FILTER (WHERE NOT is_listed AND is_fetched)
FROM (
    SELECT
        target.url_key IN (SELECT url_key FROM listed) AS is_listed,
        target.url_key IN (SELECT url_key FROM pages WHERE status IS NOT NULL) AS is_fetched
    FROM link_targets AS target
) AS targets
"""
_ORPHANS_NOT_KNOWN = """
SELECT unlinked_reason, COUNT(*), MIN(host), SUM(unread_pages), SUM(pages)
FROM link_crawls
WHERE
    unlinked_reason IS NOT NULL
    AND host IN (SELECT SPLIT_PART(listed.url, '/', 3) FROM listed)
GROUP BY unlinked_reason
ORDER BY COUNT(*) DESC, unlinked_reason
"""
_FIRST_URL = "SELECT MIN(url) FROM listed"
# Origins of which at least half of the responses come from a proxy or the network of this machine.
_NETWORK_RESPONSES = """
SELECT
    page.origin, COUNT(CASE WHEN code.meaning = 'network' THEN 1 END), COUNT(*),
    MIN(CASE WHEN code.meaning = 'network' THEN page.status END)
FROM (
    SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin, status
    FROM pages
) AS page
INNER JOIN status_codes AS code ON page.status = code.status
GROUP BY page.origin
HAVING 2 * COUNT(CASE WHEN code.meaning = 'network' THEN 1 END) >= COUNT(*)
ORDER BY page.origin
"""
_LOGIN_WALLS = "SELECT origin FROM hosts WHERE has_login_wall ORDER BY origin"
# Directories of which all listed pages are behind a login, at least three.
_SECTIONS_BEHIND_LOGIN = """
WITH depths (pattern) AS (
    VALUES ('^https?://[^/?]+/[^/?]+/'), ('^https?://[^/?]+/[^/?]+/[^/?]+/')
),

walled AS (
    SELECT
        page.url, page.origin, depths.pattern,
        REGEXP_EXTRACT(page.url, depths.pattern) AS section
    FROM behind_login AS page
    INNER JOIN listed ON page.url = listed.url
    CROSS JOIN depths
    WHERE page.kind = 'page'
),

sections AS (
    SELECT pattern, section, COUNT(*) AS urls
    FROM walled
    WHERE section <> ''
    GROUP BY pattern, section
    HAVING COUNT(*) >= 3
),

placed AS (
    SELECT depths.pattern, REGEXP_EXTRACT(listed.url, depths.pattern) AS section
    FROM listed
    CROSS JOIN depths
),

whole AS (
    SELECT sections.pattern, sections.section
    FROM sections
    INNER JOIN placed
        ON sections.pattern = placed.pattern AND sections.section = placed.section
    GROUP BY sections.pattern, sections.section, sections.urls
    HAVING COUNT(*) = sections.urls
)

SELECT walled.origin, COUNT(DISTINCT walled.url), MIN(walled.section)
FROM walled
INNER JOIN whole ON walled.pattern = whole.pattern AND walled.section = whole.section
GROUP BY walled.origin
ORDER BY walled.origin
"""
# Origins of which no sitemap with URLs was read, or of which as many declared ones as were read, or
# three, are behind a login.
_UNREAD_SITEMAPS = """
SELECT
    origin,
    COUNT(walled_url),
    MIN(walled_url),
    MIN(CASE WHEN is_refused THEN url END),
    MIN(CASE WHEN is_refused THEN status END)
FROM (
    SELECT
        CONCAT(SPLIT_PART(states.url, '/', 1), '//', SPLIT_PART(states.url, '/', 3)) AS origin,
        states.url,
        states.status,
        walled.url AS walled_url,
        states.state IN ('refused', 'server-error') AS is_refused,
        states.is_promised,
        COALESCE(states.entries > 0, FALSE) AS is_read
    FROM sitemap_states AS states
    LEFT JOIN behind_login AS walled ON states.url = walled.url AND walled.kind = 'sitemap'
) AS fetched
GROUP BY origin
HAVING
    COUNT(CASE WHEN is_promised THEN walled_url END) >= 3
    OR COUNT(CASE WHEN is_promised THEN walled_url END)
    >= GREATEST(COUNT(CASE WHEN is_read THEN 1 END), 1)
    OR (
        NOT BOOL_OR(is_read)
        AND (
            COUNT(walled_url) > 0
            OR BOOL_OR(is_refused AND is_promised)
            OR BOOL_AND(is_refused)
        )
    )
ORDER BY origin
"""
_HTTPS_HOSTS = """
SELECT
    SPLIT_PART(url, '/', 3) AS host,
    COUNT(CASE WHEN tls_problem = 'untrusted-root' THEN 1 END) > 0 AS is_untrusted
FROM (
    SELECT url, status, cached_at, tls_problem FROM pages
    UNION ALL
    SELECT url, status, NULL AS cached_at, tls_problem FROM sitemaps
) AS fetched
WHERE url LIKE 'https:%' AND status IS NOT NULL AND cached_at IS NULL
GROUP BY SPLIT_PART(url, '/', 3)
ORDER BY host
"""


def note_crawl(store: Store, run: RunRecord) -> RunRecord:
    """Note what was not read or not fetched, before the checks run; they read the record."""
    because = [sentence for reasons in _REASONS for sentence in reasons(store, run)]
    if because:
        run = run.incomplete(because)
        runner.make_run(store, run)
    return run.noted(sentence for notes in _NOTES for sentence in notes(store, run))


def note_failed_checks(store: Store, run: RunRecord, folder: Path) -> RunRecord:
    """Say if a check ended with an error."""
    failed = 'SELECT "check" FROM check_runs WHERE outcome = $outcome ORDER BY "check"'
    names = [name for (name,) in store.rows(failed, {"outcome": runner.Outcome.ERROR})]
    if names:
        checks = counted(len(names), "check")
        sentence = f"{checks} could not run: {', '.join(names)}. {incomplete.remedy(folder)}"
        return incomplete.unjudged(run, sentence)
    return run


def note_cached_pages(store: Store, run: RunRecord) -> RunRecord:
    """Note how many pages come from Scrapy's HTTP cache, and their dates."""
    ((pages, first, last),) = store.rows(
        "SELECT COUNT(*), MIN(cached_at), MAX(cached_at) FROM pages WHERE cached_at IS NOT NULL"
    )
    if not pages:
        return run
    days = list(dict.fromkeys(f"{moment.astimezone(UTC):%Y-%m-%d}" for moment in (first, last)))
    sentence = f"{counted(pages, 'page')} from the cache of {' to '.join(days)}."
    return replace(run, cached=CachedPages(pages=pages, first=first, last=last, sentence=sentence))


def _bot_protection(store: Store, run: RunRecord) -> list[str]:
    """Say if a site's bot protection blocked its pages."""
    blocked = store.rows(
        "SELECT origin, blocked, pages FROM hosts WHERE has_bot_protection ORDER BY origin"
    )
    return [
        f"{origin} refused {refused:,} of {pages:,} pages (bot protection): they are not checked."
        for origin, refused, pages in blocked
        if _is_audited(run, origin)
    ]


def _network_responses(store: Store, run: RunRecord) -> list[str]:
    """Say if a proxy or the network of this machine responded for a site."""
    return [
        f"A proxy or the network of this machine, not the site, returned {status} for {number:,} of"
        f" {pages:,} pages of {origin}: not checked. Log in to the network or the proxy."
        for origin, number, pages, status in store.rows(_NETWORK_RESPONSES)
        if _is_audited(run, origin)
    ]


def _unavailable_hosts(store: Store, run: RunRecord) -> list[str]:
    """Say if a host returned only 503 and 429."""
    hosts = store.rows(
        "SELECT origin, listed_urls FROM hosts WHERE unavailable AND NOT given_up ORDER BY origin"
    )
    return [
        f"{origin} returned 503 to all of {listed:,} listed URLs: they are not checked."
        for origin, listed in hosts
        if _is_audited(run, origin)
    ]


def _unread(store: Store, run: RunRecord) -> list[str]:
    """Say if a site, its sitemaps or a section could not be read."""
    walls = {origin for (origin,) in store.rows(_LOGIN_WALLS)}
    unread = store.rows(_UNREAD_SITEMAPS)
    without_sitemaps = {origin for origin, walled, *_ in unread if walled}
    told = [
        (origin, f"all pages{' and sitemaps' if origin in without_sitemaps else ''} of {origin}")
        for origin in sorted(walls)
    ]
    told += [
        (origin, f"the content of {counted(urls, 'listed URL')} ({section})")
        for origin, urls, section in store.rows(_SECTIONS_BEHIND_LOGIN)
        if origin not in walls
    ]
    refused = []
    for origin, walled, first, url, status in unread:
        if walled and origin not in walls:
            told.append((origin, f"{counted(walled, 'sitemap')} of {origin} ({first})"))
        elif not walled:
            sentence = f"No sitemap of {origin} could be read: {url} returned {status}."
            refused.append((origin, sentence))
    needed = [
        (origin, f"Not checked, since a login is required: {what}. Audit again with --auth FILE.")
        for origin, what in told
    ]
    return [sentence for origin, sentence in needed + refused if _is_audited(run, origin)]


def _untrusted_roots(store: Store, _run: RunRecord) -> list[str]:
    """Say which hosts have a certificate of a CA that this machine does not trust."""
    hosts = store.rows(_HTTPS_HOSTS)
    untrusted = [host for host, is_untrusted in hosts if is_untrusted]
    if not untrusted:
        return []
    named = f"{', '.join(untrusted[:_SHOWN])}{' and others' if len(untrusted) > _SHOWN else ''}"
    is_one = len(untrusted) == 1
    sentence = (
        f"This machine does not trust the issuer of the certificate{'' if is_one else 's'} of"
        f" {named}. If the site or your network uses a private CA (an intercepting proxy), set"
        " SSL_CERT_FILE to a file with its root certificate."
    )
    if len(untrusted) == len(hosts) > 1:
        sentence += (
            f" It is so for all {len(hosts)} https hosts: the cause is this machine or its network,"
            " not the site."
        )
    return [sentence]


def _truncated_sitemaps(store: Store, _run: RunRecord) -> list[str]:
    """Say if a sitemap was too slow or too large to read whole."""
    left_out = store.rows(
        "SELECT url, stopped_by FROM sitemaps WHERE stopped_by IN ('time', 'long-entry')"
        " ORDER BY url"
    )
    return [f"{url} {_TRUNCATED[stopped_by]}." for url, stopped_by in left_out]


def _invalid_lines(store: Store, run: RunRecord) -> list[str]:
    """Say how many lines of a URL list are not URLs; comments do not count."""
    names = {each.url: each.written for each in run.targets if each.kind is TargetKind.LIST}
    if not names:
        return []
    lines = [row for row in store.rows(_INVALID_LINES) if row[0] in names]
    return [
        f"{counted(count, 'line')} of {names[url]} {'is' if count == 1 else 'are'} not a URL,"
        f" the first is line {line}: {text}."
        for url, count, line, text in lines
    ]


def _unmatched_globs(store: Store, run: RunRecord) -> list[str]:
    """Name each --sitemap that matches no sitemap with URLs, and --include without a URL."""
    options: Mapping[str, Any] = run.options
    scopes = {glob: UrlScope([glob]) for glob in options.get("sitemap") or ()}
    globs = options.get("include")
    if not scopes and not globs:
        return []
    shown, number = [], 0
    for (url,) in store.stream(_SITEMAPS):
        shown += [url] if number < _SHOWN else []
        number += 1
        scopes = {glob: scope for glob, scope in scopes.items() if url not in scope}
    if not shown:
        return []
    more = f" and {number - _SHOWN:,} more" if number > _SHOWN else ""
    sentences = [
        f"No sitemap with URLs matches --sitemap {glob}. A pattern must match the whole"
        f" URL of one: {', '.join(shown)}{more}."
        for glob in scopes
    ]
    if globs and not store.value(_INCLUDED):
        sentences.append(
            f"No URL in the sitemaps matches --include {' '.join(globs)}. A pattern must match the"
            f" whole URL, such as {store.value(_FIRST_URL)}."
        )
    return sentences


def _unmapped(store: Store, run: RunRecord) -> list[str]:
    """Say if sitemaps list URLs of the server that --map fetches the site from."""
    pairs: Sequence[str] = run.options.get("map") or ()
    listed = dict(store.rows(_LISTED_BY_ORIGIN)) if pairs else {}
    sentences = []
    for pair in pairs:
        site, fetched = map(_origin, pair.split("=", 1))
        if fetched in listed:
            urls = counted(listed[fetched], "URL")
            sentences.append(
                f"The sitemaps list {urls} of {fetched}, which --map fetches in place of {site}."
                " They are audited as they are written, as URLs of another site. Let"
                f" {fetched} write {site} into its sitemaps, or audit it without --map."
            )
    return sentences


def _origin(written: str) -> str:
    return links.origin(links.read_link(written).url or written)


def _link_crawl(store: Store, run: RunRecord) -> list[str]:
    """Say how many URLs a link crawl has found and fetched, and why orphans are not known."""
    options: Mapping[str, Any] = run.options
    if not options.get("crawl"):
        return []
    ((linked, unlisted, fetched),) = store.rows(_LINKED)
    depth = options.get("crawl_depth")
    given = f"--crawl --crawl-depth {depth}" if depth else "--crawl"
    sentence = (
        f"Internal links ({given}) to {counted(linked, 'URL')}: {unlisted:,} in no sitemap,"
        f" {fetched:,} of these crawled."
    )
    return [sentence, *map(_orphans_not_known, store.rows(_ORPHANS_NOT_KNOWN))]


def _orphans_not_known(row: tuple[Any, ...]) -> str:
    """Say of which hosts orphans are not known, and why."""
    reason, number, host, unread, pages = row
    hosts = host if number == 1 else f"{counted(number, 'host')}, such as {host},"
    why = words.reason(reason)
    if reason == "pages-not-read":
        why = f"{unread:,} of {counted(pages, 'page')} could not be read"
    return f"Orphan URLs of {hosts} are not known: {why}."


def _is_audited(run: RunRecord, origin: str) -> bool:
    """Whether the host of an origin is that of an audited site; with a URL list, every one is."""
    has_list = any(target.kind is TargetKind.LIST for target in run.targets)
    return has_list or urlsplit(origin).netloc in {urlsplit(site).netloc for site in run.sites}


_REASONS = (
    _bot_protection,
    _network_responses,
    _unavailable_hosts,
    _unread,
    _truncated_sitemaps,
)
"What makes an audit incomplete, as sentences."
_NOTES = (_untrusted_roots, _invalid_lines, _unmapped, _unmatched_globs, _link_crawl)
"What else a reader has to know, as sentences."
