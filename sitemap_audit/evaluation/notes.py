"""Note in the run record what was not read or checked, and what came from a cache."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.views import tables_in, view_queries
from sitemap_audit.audit_targets import TargetKind
from sitemap_audit.crawl.inputs import input_hosts
from sitemap_audit.evaluation import incomplete
from sitemap_audit.parsing import urls as links
from sitemap_audit.parsing.scope import UrlScope
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.overview import left_out_sitemaps
from sitemap_audit.run_record import CachedPages
from sitemap_audit.steps import step, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

_TRUNCATED = {
    "time": "timed out before its end",
    "long-entry": "has an entry, a tag or a DOCTYPE over the limit (1 MiB, 50,000 tags); it was"
    " left out",
}
"What to say, after its URL, of a sitemap that was not read whole, by ``stopped_by``."
_SHOWN = 3
"Sitemaps or hosts that a sentence names."


class Note(NamedTuple):
    """A note: the rows of a step, each as a sentence."""

    name: str
    "Of the step."
    sentence: Callable[..., str]
    "Called with the values of a row."
    is_of_site: bool = True
    "Whether rows begin with an origin, and those of origins that are not audited are left out."

    def __call__(self, store: Store, run: RunRecord) -> list[str]:
        """Return the sentences."""
        rows = store.rows(step(f"notes/{self.name}"))
        told = (row for row in rows if not self.is_of_site or _is_audited(run, row[0]))
        return [self.sentence(*row) for row in told]


_REASONS = (
    Note(
        "bot_protection",
        lambda origin, blocked, pages: (
            f"{origin} refused {blocked:,} of {pages:,} pages (bot protection): they are not"
            " checked."
        ),
    ),
    Note(
        "network_responses",
        lambda origin, responses, pages, status: (
            f"A proxy or the network of this machine, not the site, returned {status} for"
            f" {responses:,} of {pages:,} pages of {origin}: not checked. Log in to the network or"
            " the proxy."
        ),
    ),
    Note(
        "unavailable_hosts",
        lambda origin, listed: (
            f"{origin} returned 503 to all of {listed:,} listed URLs: they are not checked."
        ),
    ),
    Note(
        "login_walls",
        lambda origin, has_walled_sitemaps: _login_needed(
            f"all pages{' and sitemaps' if has_walled_sitemaps else ''} of {origin}"
        ),
    ),
    Note(
        "sections_behind_login",
        lambda _origin, urls, section: _login_needed(
            f"the content of {counted(urls, 'listed URL')} ({section})"
        ),
    ),
    Note(
        "sitemaps_behind_login",
        lambda origin, sitemaps, first: _login_needed(
            f"{counted(sitemaps, 'sitemap')} of {origin} ({first})"
        ),
    ),
    Note(
        "refused_sitemaps",
        lambda origin, url, status: (
            f"No sitemap of {origin} could be read: {url} returned {status}."
        ),
    ),
    Note(
        "truncated_sitemaps",
        lambda url, stopped_by: f"{url} {_TRUNCATED[stopped_by]}.",
        is_of_site=False,
    ),
)
"What makes an audit incomplete."


def views_of_notes() -> set[str]:
    """Return the views that the notes read."""
    return {*view_queries()} & tables_in(steps("notes"))


def note_crawl(store: Store, run: RunRecord) -> RunRecord:
    """Note what was not read or not fetched, before the checks run; they read the record."""
    store.create("closed_origins", step("notes/closed_origins"))
    because = [sentence for reason in _REASONS for sentence in reason(store, run)]
    store.drop("closed_origins")
    if because:
        run = run.incomplete(because)
        runner.make_run(store, run)
    return run.noted(sentence for notes in _NOTES for sentence in notes(store, run))


def note_failed_checks(store: Store, run: RunRecord, place: AuditPlace) -> RunRecord:
    """Say if a check ended with an error."""
    names = [name for (name,) in store.rows(step("notes/failed_checks"))]
    if names:
        checks = counted(len(names), "check")
        sentence = f"{checks} could not run: {', '.join(names)}. {incomplete.remedy(place)}"
        return incomplete.unjudged(run, sentence)
    return run


def note_cached_pages(store: Store, run: RunRecord) -> RunRecord:
    """Note how many pages come from Scrapy's HTTP cache, and their dates."""
    ((pages, first, last),) = store.rows(step("notes/cached_pages"))
    if not pages:
        return run
    days = list(dict.fromkeys(f"{moment.astimezone(UTC):%Y-%m-%d}" for moment in (first, last)))
    sentence = f"{counted(pages, 'page')} from the cache of {' to '.join(days)}."
    return replace(run, cached=CachedPages(pages=pages, first=first, last=last, sentence=sentence))


def _login_needed(what: str) -> str:
    return f"Not checked, since a login is required: {what}. Audit again with --auth FILE."


def _untrusted_roots(store: Store, _run: RunRecord) -> list[str]:
    """Say which hosts have a certificate of a CA that this machine does not trust."""
    hosts = store.rows(step("notes/https_hosts"))
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


def _refused_signatures(store: Store, run: RunRecord) -> list[str]:
    """Say which hosts refused most of the signed requests, and what may be the cause.

    The status codes are those of the Web Bot Auth protocol
    (https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/): 400 and 403, and
    401 of Cloudflare.
    """
    if not run.options.get("sign"):
        return []
    hosts = input_hosts(run.targets)
    return [
        f"{origin} refused {refused:,} of {responses:,} signed requests (--sign; 400, 401 or 403)."
        " If it verifies signatures: the key must be in the directory of"
        f" {run.options.get('sign_agent')}, and not expired there ('sitemap-audit sign key' writes"
        " the directory again), and the host or its CDN must have accepted the key."
        for origin, refused, responses in store.rows(step("notes/refused_requests"))
        if links.host(origin) in hosts
    ]


def _invalid_lines(store: Store, run: RunRecord) -> list[str]:
    """Say how many lines of a URL list are not URLs; comments do not count."""
    names = {each.url: each.written for each in run.targets if each.kind is TargetKind.LIST}
    if not names:
        return []
    lines = [row for row in store.rows(step("notes/invalid_lines")) if row[0] in names]
    return [
        f"{counted(count, 'line')} of {names[url]} {'is' if count == 1 else 'are'} not a URL,"
        f" the first is line {line}: {text}."
        for url, count, line, text in lines
    ]


def _other_sitemaps(store: Store, run: RunRecord) -> list[str]:
    """Say how many sitemaps of indexes --sitemap has left out."""
    others = left_out_sitemaps(store, run)
    if not others:
        return []
    left_out = "is left out" if len(others) == 1 else "are left out"
    return [
        f"{counted(len(others), 'sitemap')} in indexes {left_out} by --sitemap and not read, for"
        f" example {others[0]}. If one of them is an index, pass its URL with --sitemap, too."
    ]


def _unmatched_globs(store: Store, run: RunRecord) -> list[str]:
    """Name each --sitemap that matches no sitemap, and --include without a URL."""
    options: Mapping[str, Any] = run.options
    scopes = {glob: UrlScope([glob]) for glob in options.get("sitemap") or ()}
    globs = options.get("include")
    if not scopes and not globs:
        return []
    shown, number = [], 0
    for (url,) in store.stream(step("notes/sitemaps_to_choose")):
        shown += [url] if number < _SHOWN else []
        number += 1
        scopes = {glob: scope for glob, scope in scopes.items() if url not in scope}
    if not shown:
        return []
    more = f" and {number - _SHOWN:,} more" if number > _SHOWN else ""
    sentences = [
        f"No sitemap matches --sitemap {glob}. A pattern must match the whole"
        f" URL of one: {', '.join(shown)}{more}."
        for glob in scopes
    ]
    if globs and not store.value(step("notes/included")):
        sentences.append(
            f"No URL in the sitemaps matches --include {' '.join(globs)}. A pattern must match the"
            f" whole URL, such as {store.value(step('notes/first_url'))}."
        )
    return sentences


def _unmapped(store: Store, run: RunRecord) -> list[str]:
    """Say if sitemaps list URLs of the server that --map fetches the site from."""
    pairs: Sequence[str] = run.options.get("map") or ()
    listed = dict(store.rows(step("notes/listed_by_origin"))) if pairs else {}
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
    ((linked, unlisted, fetched),) = store.rows(step("notes/linked"))
    depth = options.get("crawl_depth")
    given = f"--crawl --crawl-depth {depth}" if depth else "--crawl"
    sentence = (
        f"Internal links ({given}) to {counted(linked, 'URL')}: {unlisted:,} in no sitemap,"
        f" {fetched:,} of these crawled."
    )
    return [sentence, *map(_orphans_not_known, store.rows(step("notes/unknown_orphans")))]


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


_NOTES = (
    _untrusted_roots,
    _refused_signatures,
    _invalid_lines,
    _unmapped,
    _other_sitemaps,
    _unmatched_globs,
    _link_crawl,
)
"What else a reader has to know, as sentences."
