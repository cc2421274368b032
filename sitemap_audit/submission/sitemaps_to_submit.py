"""Which sitemaps are submitted to an engine: those that it does not find, or that changed since.

An engine finds a sitemap that robots.txt or an index lists, and reads it again by itself. So what
is left is a sitemap that robots.txt does not list, and one that was submitted and has changed:

* after a submission of ours, its content differs, and the engine has not downloaded it since the
  audit fetched it;
* after any other, the site says a change (the latest lastmod in it, else Last-Modified) later than
  the engine's last submission or download.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.views import tables_in, view_queries
from sitemap_audit.parsing.dates import read_http_date
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.storage import Store
    from sitemap_audit.submission.records import Request, Submission


class FoundSitemap(NamedTuple):
    """A sitemap of the audit that was read well, and that no index contains."""

    url: str
    key: int
    origin: str
    is_declared: bool | None
    "Whether a robots.txt lists it; None if that could not be read."
    content_hash: str | None
    changed_at: datetime | None
    "Latest lastmod in it."
    last_modified: str | None
    "The header as sent."
    fetched_at: datetime

    @property
    def last_change(self) -> datetime | None:
        """When it changed last, as far as the site says it."""
        return self.changed_at or read_http_date(self.last_modified).at


class Judged(NamedTuple):
    """Whether a sitemap is submitted, and why."""

    is_proposed: bool
    why: str
    is_open: bool = False
    "Whether it was sent, and no response came."


class Sent(NamedTuple):
    """What our own submissions of a sitemap say."""

    accepted: Request | None = None
    "The last one that the engine received."
    unanswered: Request | None = None
    "A later one to which no response came."


def make_found_sitemaps(store: Store) -> None:
    """Make the table ``found_sitemaps`` of an audit."""
    needed = tables_in(step("submit/found_sitemaps"))
    runner.prepare(store, (), also={*view_queries()} & needed)
    store.create("found_sitemaps", step("submit/found_sitemaps"))


def usable_sitemaps(store: Store) -> list[FoundSitemap]:
    """Return the sitemaps that can be submitted; one that was fetched twice, once."""
    found = [FoundSitemap(*row) for row in store.rows(step("submit/usable_sitemaps"))]
    return [*{each.key: each for each in found}.values()]


def sent_before(submissions: Iterable[Submission]) -> dict[str, Sent]:
    """Return what was sent to an engine before, by the URL of the sitemap.

    Args:
        submissions: all to this engine, the first one first.
    """
    sent: dict[str, Sent] = {}
    for submission in submissions:
        for request in submission.requests:
            for url in submission.read_urls(request):
                if request.is_accepted:
                    sent[url] = Sent(request)
                elif request.is_unanswered:
                    sent[url] = sent.get(url, Sent())._replace(unanswered=request)
    return sent


def judge(
    found: FoundSitemap, known: Sitemap | None, sent: Sent, *, takes_again: bool, resends: bool
) -> Judged:
    """Tell whether a sitemap is submitted to an engine, and why.

    Args:
        known: what the engine has of it; None if it does not have it.
        takes_again: whether the engine takes what it has.
        resends: also what was sent without a response.
    """
    accepted, unanswered = sent
    if unanswered is not None and not resends and not _has_arrived(unanswered, known):
        return Judged(
            is_proposed=False,
            why=f"sent on {unanswered.sent_at}, and no response came. It is not sent again without"
            " --resend",
            is_open=True,
        )
    dates = [known.submitted_at, known.downloaded_at] if known else []
    dates.append(_moment(accepted))
    since = max((each for each in dates if each is not None), default=None)
    if known is None and accepted is None:
        return _judge_unknown(found)
    if not takes_again:
        return Judged(is_proposed=False, why="the engine has it, and reads it again by itself")
    got = f"the engine got it on {since:%Y-%m-%d}" if since else "the engine has it"
    has_changed = _has_changed(found, known, accepted, since)
    if has_changed:
        return Judged(is_proposed=True, why=f"it has changed since {got}")
    if has_changed is None:
        return Judged(is_proposed=False, why=f"{got}; whether it changed since is not known")
    return Judged(is_proposed=False, why=f"{got}, and it has not changed since")


def _judge_unknown(found: FoundSitemap) -> Judged:
    """Judge a sitemap that the engine does not have, as far as we know."""
    if found.is_declared is None:
        why = f"{found.origin}/robots.txt could not be read, and may list it"
        return Judged(is_proposed=False, why=why)
    if found.is_declared:
        return Judged(is_proposed=False, why="robots.txt lists it, so that the engine finds it")
    return Judged(is_proposed=True, why="not in robots.txt, and not submitted yet")


def _has_changed(
    found: FoundSitemap, known: Sitemap | None, accepted: Request | None, since: datetime | None
) -> bool | None:
    """Whether it changed since the engine got it; None if that is not known."""
    if known and known.downloaded_at and known.downloaded_at >= found.fetched_at:
        return False
    if accepted and accepted.content_hash and found.content_hash:
        return accepted.content_hash != found.content_hash
    if since is None or found.last_change is None:
        return None
    return found.last_change > since


def _has_arrived(unanswered: Request, known: Sitemap | None) -> bool:
    """Whether the engine tells that a request without a response has arrived."""
    sent_at = _moment(unanswered)
    submitted_at = known.submitted_at if known else None
    return bool(sent_at and submitted_at and submitted_at >= sent_at)


def _moment(request: Request | None) -> datetime | None:
    return datetime.fromisoformat(request.sent_at) if request and request.sent_at else None
