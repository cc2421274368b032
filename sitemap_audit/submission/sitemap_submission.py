"""Submit sitemaps to an engine: read what it has, tell what it lacks, send that."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.plural import counted
from sitemap_audit.submission import records
from sitemap_audit.submission.refusals import host_fault
from sitemap_audit.submission.sending import Sender
from sitemap_audit.submission.sitemap_engines import SitemapService, site_of
from sitemap_audit.submission.sitemaps_to_submit import Sent, judge, sent_before
from sitemap_audit.submission.summary import SHOWN
from sitemap_audit.web_apis.json_api import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.submission.sitemap_engines import Client, SitemapEngine
    from sitemap_audit.submission.sitemaps_to_submit import FoundSitemap
    from sitemap_audit.submission.submit_task import Task


class _Proposed(NamedTuple):
    """A sitemap to submit."""

    found: FoundSitemap
    site: str
    why: str


class SitemapSubmission:
    """Submits the sitemaps of an audit to one engine."""

    def __init__(self, task: Task, engine: SitemapEngine, found: Sequence[FoundSitemap]) -> None:
        self._task, self._engine, self._found = task, engine, found
        self._place = task.place / engine.name
        self.title = engine.title
        self._refused: list[str] = []
        "Sentences on what is not submitted."
        self._is_open = False
        "Whether a request of an earlier submission has no response."
        self.has_plan = False
        "Whether there is anything that could be sent."

    def submit(self) -> bool:
        """Print what would be sent, or send it; return whether nothing is left to send.

        Raises:
            UsageError: there are no credentials, or a record cannot be read.
            AuditError: the engine cannot be asked what it has.
        """
        task = self._task
        with task.stoppable() as stop, self._errors_told():
            proposed = self._proposed(self._engine.connect(stop, False))
        self._describe(proposed)
        self.has_plan = bool(proposed)
        if proposed and not task.wanted.is_sent:
            self._tell_missing_right()
        if not (proposed and task.wanted.is_sent):
            return not self._is_open
        client = self._engine.connect(None, True)
        with self._errors_told():
            client.sites()  # signs in before anything is noted as planned
        submission = records.write_submission(
            self._place,
            task.run,
            task.folder.name,
            [
                records.Planned(
                    each.found.origin, [each.found.url], each.site, each.found.content_hash
                )
                for each in proposed
            ],
        )
        service = SitemapService(self._engine, client)
        with task.stoppable() as stop:
            Sender(submission, service, task.options.max_wait, stop, task.tell).send(resends=False)
        if submission.left:
            task.tell(
                f"{counted(submission.left, 'sitemap')} left to send. To go on:"
                f" {task.command_to_go_on}"
            )
        return not (submission.left or self._is_open)

    def _tell_missing_right(self) -> None:
        """Say what the credentials lack to submit, as far as that is known without a request."""
        try:
            self._engine.connect(None, True)
        except UsageError as error:
            self._task.tell(f"To send it, more is needed. {error}")

    @contextmanager
    def _errors_told(self) -> Iterator[None]:
        """Say that nothing is sent, and what to do, where the engine fails."""
        try:
            yield
        except ApiError as error:
            raise AuditError(
                f"Nothing is sent to {self.title}: {error}. {error.advice}".rstrip()
            ) from None

    def _proposed(self, client: Client) -> list[_Proposed]:
        """Return the sitemaps to submit, and note why the others are not."""
        sites = client.sites()
        covered = [(each, site_of(each.url, sites)) for each in self._found]
        known: dict[int, Sitemap] = {}
        for name in {site for _, site in covered if site is not None}:
            for each in client.sitemaps(name):
                if (key := read_link(each.path).key) is not None:
                    known[key] = each
        sent = sent_before(records.submissions(self._place))
        proposed = []
        for found, covering in covered:
            if fault := self._fault_of(found, covering):
                self._refused.append(f"{found.url}: {fault}")
                continue
            site = str(covering)
            judged = judge(
                found,
                known.get(found.key),
                sent.get(found.url, Sent()),
                takes_again=self._engine.takes_again,
                resends=self._task.wanted.resends,
            )
            if judged.is_proposed:
                proposed.append(_Proposed(found, site, judged.why))
            else:
                self._refused.append(f"{found.url}: {judged.why}")
                self._is_open = self._is_open or judged.is_open
        return proposed

    def _fault_of(self, found: FoundSitemap, site: str | None) -> str | None:
        """Return why a sitemap cannot be submitted, or None."""
        host = urlsplit(found.url).netloc
        if fault := host_fault(host, is_forced=self._task.wanted.is_forced):
            return f"{host} {fault}"
        if site is None:
            title, where = self.title, self._engine.verify_at
            return f"no site that you have verified at {title} has it. Verify {host} at {where}"
        return None

    def _describe(self, proposed: Sequence[_Proposed]) -> None:
        tell = self._task.tell
        tell(f"{self.title}: {counted(len(proposed), 'sitemap')} to submit.")
        self._list(f"  {each.found.url} to {each.site}: {each.why}." for each in proposed)
        self._list(f"Not submitted: {sentence}." for sentence in self._refused)
        if not self._found:
            tell("Not submitted: the audit has no sitemap that was read to its end.")
        if self._engine.note:
            tell(self._engine.note)

    def _list(self, lines: Iterable[str]) -> None:
        """Print lines: all, or the first ones."""
        every = [*lines]
        shown = len(every) if self._task.wanted.lists_all else SHOWN
        for line in every[:shown]:
            self._task.tell(line)
        if len(every) > shown:
            self._task.tell(f"  … and {len(every) - shown:,} more; --list prints all")
