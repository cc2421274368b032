"""Return codes and figures of run.json in words, the same in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.delivery.notices import shortened
from sitemap_audit.plural import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sitemap_audit.run_record import EarlierAudit, HostRequests, RunRecord

_HOSTS = 3
"Maximum number of hosts with a sentence on their requests."
_RESULTS = {
    "fetched": "Crawled",
    "refused": "Not checked: refused by the host",
    "duplicate": "Duplicate, crawled once",
    "disallowed": "Blocked by robots.txt",
    "not-asked": "Not requested",
    "over-limit": "Not crawled: over --max-urls",
    "out-of-scope": "Not crawled: left out",
    "interrupted": "Not crawled: the audit ended first",
    "failed": "No usable response",
    "not-a-url": "Not a valid URL",
}
_REASONS = {
    "api-not-read": "API of the search engine not read",
    "bot-protection": "blocked by bot protection",
    "challenge": "blocked by a CAPTCHA or bot challenge",
    "changes-often": "changed in each audit",
    "crawl-depth": "link crawl limited by --crawl-depth",
    "crawl-max": "link crawl limited by --crawl-max",
    "date-of-most-pages": "date of most pages of the host",
    "disallowed": "blocked by robots.txt",
    "disallowed-here": "blocked by robots.txt for the user agent of the audit",
    "directory-not-read": "index page of the directory not read",
    "dns": "DNS lookup failed",
    "excluded": "by --exclude",
    "filtered": "by sitemap_filter()",
    "forbidden-scheme": "unsupported scheme",
    "gzip": "invalid gzip",
    "header-unreliable": "Last-Modified differs from lastmod on most pages",
    "headers-too-large": "headers too large",
    "home-not-read": "homepage not read",
    "home-without-links": "no links in the HTML of the homepage",
    "host-gone": "host stopped responding",
    "hub-not-read": "a page with many links (navigation, list, language root) not read whole",
    "hosting": "not known what the host serves",
    "ignored": "dropped by a middleware",
    "javascript": "content or links added by JavaScript",
    "lastmod-unclear": "lastmod differs by hours, or was in the future",
    "max-urls": "crawl limited by --max-urls",
    "minor-change": "only title, description, canonical or hreflang changed",
    "login": "behind a login",
    "long-entry": "an entry over the limit",
    "network": "returned by a proxy or the network of this machine (407, 511)",
    "no-address": "no IP address",
    "no-browser": "no browser",
    "no-main-content": "too little main text",
    "no-status": "no status code",
    "not-allowed": "blocked by robots.txt",
    "not-fetched": "not crawled",
    "not-html": "no HTML page with status 200",
    "not-in-sitemap": "by --sitemap",
    "not-included": "by --include",
    "not-listed": "of URLs that no sitemap lists any more",
    "not-modified": "by --since",
    "not-sampled": "by --sample",
    "page-gone": "of pages that return an error or redirect now",
    "offline": "by --offline",
    "other-site": "status code of another site that may be meant for the audit only",
    "pages-not-read": "more than 5% of the pages of the host not read",
    "pagination-not-read": "pages of a paginated list left out",
    "private-address": "private IP address",
    "proxy": "proxy failed",
    "ratio": "decompresses to far more than its size",
    "refused": "connection refused",
    "request-refused": "returned a status code that is about the audit only, such as 402 or 430",
    "reset": "connection reset",
    "resolver": "DNS server failed",
    "robots-unknown": "robots.txt not read",
    "robots-unreachable": "robots.txt unreachable",
    "server-error": "returned 5xx",
    "size": "too large",
    "same-day": "lastmod covers the time of the previous audit",
    "sample": "pages left out by --sample, --since, --sitemap or sitemap_filter()",
    "sitemaps-not-read": "not all sitemaps read",
    "stopped": "crawl stopped",
    "template-change": "most pages changed",
    "throttled": "returned 429 or 503",
    "time": "timed out",
    "timeout": "timed out",
    "tls": "TLS failed",
    "too-large": "response too large",
    "traps-not-read": "pages of a URL trap left out, which may have links",
    "truncated": "incomplete response",
    "unavailable": "returned 503",
    "unknown-status": "invalid status code",
    "unreachable": "host unreachable",
    "url-trap": "in a possible URL trap",
    "xml": "not well-formed XML",
}
_NOT_INDEXABLE = {
    "canonicalised": "canonicalized",
    "client-error": "returns 4xx",
    "empty": "empty page",
    "no-response": "no response",
    "redirect": "redirects",
    "refresh": "meta refresh or HTTP refresh",
    "server-error": "returns 5xx",
}


def result(outcome: str) -> str:
    """Return an outcome of the ledger in words: 'failed:dns' is '… (DNS lookup failed)'."""
    word, _, detail = outcome.partition(":")
    known = _RESULTS.get(word, word.replace("-", " ").capitalize())
    return f"{known} ({reason(detail)})" if detail else known


def reason(code: str) -> str:
    """Why a URL was not crawled, in words: 'timeout' is 'timed out'."""
    if code not in _REASONS and code.endswith("-before"):
        return f"{reason(code.removesuffix('-before'))} before"
    return _REASONS.get(code, code.replace("-", " "))


def not_indexable(codes: str) -> str:
    """Why a page is not indexable or not checked: 'canonicalised, noindex' in words."""
    return ", ".join(_NOT_INDEXABLE.get(code) or reason(code) for code in codes.split(", "))


def not_checked(counts: str | None) -> str | None:
    """Why rows were not checked: 'timeout 12, tls 2' is 'timed out: 12, TLS failed: 2'."""
    if not counts:
        return None
    pairs = [each.rpartition(" ") for each in counts.split(", ")]
    return ", ".join(f"{reason(code)}: {int(number):,}" for code, _, number in pairs)


def listed_in(run: RunRecord) -> str:
    """Where the URLs of an audit are listed: 'in sitemaps', or 'in the list' of URLs."""
    return "in the list" if run.is_of_list else IN_SITEMAPS


IN_SITEMAPS = "in sitemaps"


def unread(
    kind: str, code: str, number: int, *, is_known: bool | None, options: Sequence[str]
) -> str:
    """Say how many URLs were not read, why, and what is not known: '5 URLs timed out: their …'.

    Args:
        kind: of the view ``not_checked``, as ``code``, its reason, and ``is_known``.
        options: those that leave out pages that only other pages name.
    """
    noun, unknown = _UNREAD[kind]
    is_one = number == 1
    happened = _what_happened(kind, code, options, is_one=is_one)
    unknown = unknown.format(
        whose="its" if is_one else "their",
        noindex="" if is_known else "noindex, ",
        canonical="canonical" if is_one else "canonicals",
    )
    if kind == "robots":  # of these the pages may have been read
        return f"{counted(number, noun)}: {unknown} are not known ({reason(code)})."
    return f"{counted(number, noun)} {happened}: {unknown} are not known."


def _what_happened(kind: str, code: str, options: Sequence[str], *, is_one: bool) -> str:
    """The reason as a predicate: 'timed out', 'are blocked by robots.txt'."""
    text = f"returned {code[7:]}" if code.startswith("status ") else reason(code)
    if kind == "render":
        return f"could not be rendered ({text})"
    first = text.partition(" ")[0]
    if first in ("timed", "returned"):
        return text
    if first in ("blocked", "behind"):
        return f"{'is' if is_one else 'are'} {text}"
    if code == "not-fetched":
        by = f" ({', '.join(options)})" if options and kind != "sitemap" else ""
        return f"{'was' if is_one else 'were'} {text}{by}"
    return f"could not be read ({text})"


_PAGE = "{whose} {noindex}{canonical} and hreflang"
_UNREAD = {
    "page": ("URL", _PAGE),
    "unlisted": ("unlisted page", _PAGE),
    "alternate": ("alternate", "{whose} return links"),
    "canonical": ("canonical URL", "{whose} status and noindex"),
    "redirect": ("redirect target", "{whose} status and noindex"),
    "robots": ("URL", "{whose} rules in robots.txt"),
    "sitemap": ("sitemap", "some of {whose} URLs"),
    "render": ("page", "{whose} changes by JavaScript"),
    "file": ("media file", "{whose} status and type"),
}
"By kind of not_checked: the noun, and what is not known of it."


def ended(text: str) -> str:
    """Return a sentence with its full stop; a URL without one: it would be copied, too."""
    return text if " " not in text or text.endswith((".", "!", "?")) else f"{text}."


def ending(outcome: str) -> str:
    """Return the outcome of a check in words; 'error' would suggest an error of the site."""
    return "could not run" if outcome == "error" else outcome


def moment(at: datetime | None) -> str:
    """Return a time as '2026-07-01 12:00 UTC'; '-' if there is none."""
    return f"{at:%Y-%m-%d %H:%M} UTC" if at else "-"


def duration(run: RunRecord) -> str:
    """Return the duration of the audit in two units: '3 min 12 s'; '-' if it is not stored.

    The time between a stop and the resume does not count.
    """
    if run.finished_at is None:
        return "-"
    minutes, seconds = divmod(max(0, round(run.seconds_worked)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def named_sites(run: RunRecord | EarlierAudit) -> str:
    """Name the sites of the audit: the sitemaps of a folder may be thousands."""
    return shortened(run.sites)


def traffic(run: RunRecord) -> list[str]:
    """Return sentences on the requests to each host, their rate and pauses."""
    return [*map(_requests, run.traffic.by_host[:_HOSTS]), *run.traffic.remarks]


def _requests(host: HostRequests) -> str:
    """Return '1,200 requests to www.example.com (average 4/s); paused 3 times (429).'"""
    text = f"{counted(host.requests, 'request')} to {host.host}"
    if host.requests > 1:
        mean = host.mean_per_second
        average = f"{mean:,.0f}" if mean >= 10 else f"{mean:.1f}"
        text += f" (average {average}/s, peak {host.peak_per_second:,}/s)"
    if pauses := sum(host.pauses.values()):
        why = ", ".join(each.removeprefix("status ") for each in host.pauses)
        text += f"; paused {counted(pauses, 'time')} ({why}), {host.paused_seconds:,.0f} s"
    return f"{text}."


def lastmod_trust(confirmed: int | None, pages: int | None) -> str:
    """Return on how many pages lastmod and content moved together: '87 % of 120 pages'."""
    if not pages or confirmed is None:
        return "not checked"
    return f"{whole_per_cent(confirmed, pages)} of {counted(pages, 'page')}"


def per_cent(share: float) -> str:
    """Return a share from 0 to 1 as '84.8 %'."""
    return f"{100 * share:.1f} %"


def whole_per_cent(part: int, whole: int) -> str:
    """Return a share as '84 %', rounded down: 100 % are all."""
    return f"{100 * part // whole} %"


UNITS = ("URL", "host", "robots.txt file", "sitemap")
"What findings affect, as in the view ``reported_findings``."


def affected(units: Mapping[str, int], host_urls: int | None = None) -> str:
    """Say what findings affect: '1,204 URLs', '1 URL and 7 sitemaps', '1 host (12 URLs)'.

    '' if nothing.

    Args:
        host_urls: those of hosts that are kept out of the index, if they are known.
    """
    told = [counted(number, unit) for unit, number in sorted(units.items()) if number]
    text = " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
    return f"{text} ({counted(host_urls, 'URL')})" if text and host_urls else text
