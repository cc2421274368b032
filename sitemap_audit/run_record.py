"""The record of an audit, which run.json holds: its crawl, its results, what became of it.

The crawl makes it, the evaluation and the reports add to it. Nobody changes one: an addition is a
new record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence  # noqa: TC003 - read to decode run.json
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime  # noqa: TC003
from typing import Any

from sitemap_audit import __version__
from sitemap_audit.audit_targets import Target, TargetKind

FINISHED = "finished"
"Scrapy's close reason of a complete crawl."


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRequests:
    """The requests to one host."""

    host: str
    requests: int = 0
    seconds: float = 0.0
    "From the first request to the last."
    mean_per_second: float = 0.0
    peak_per_second: int = 0
    pauses: Mapping[str, int] = field(default_factory=dict)
    "Number of pauses by reason."
    paused_seconds: float = 0.0
    waited_seconds: float = 0.0
    "Of the budget of pauses, and time lost by other 503s."
    is_usable: bool = True
    "It has returned a page or file, not only errors of the server or a robots.txt."


@dataclass(frozen=True, slots=True, kw_only=True)
class Requests:
    """The requests of an audit."""

    requests: int = 0
    hosts: int = 0
    by_host: Sequence[HostRequests] = field(default_factory=list)
    "The busiest hosts, and all that paused."
    remarks: Sequence[str] = field(default_factory=list)
    "Sentences for people."


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    """A file that an audit imported, or a property of a search engine that it read by an API."""

    file: str
    "Path; of a property search-console:PROPERTY."
    told: Sequence[str]
    "Sentences on what was read of it."
    not_read: Sequence[str] = field(default_factory=list)
    "Sentences on what an API did not return, each with what to do."
    is_of_api: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """The findings that --ignore-file leaves out."""

    findings: int
    urls: int
    "Distinct."
    rules: Sequence[Mapping[str, Any]]
    "Each with its number of findings."
    expired: Sequence[Mapping[str, Any]]
    "Entries that no longer apply."
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPages:
    """The pages that come from Scrapy's HTTP cache."""

    pages: int
    first: datetime
    last: datetime
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Key figures: URLs are distinct URLs in normal form that the sitemaps list.

    ``urls_in_sitemaps == checked + not_checked``. What is a finding (blocked by robots.txt, no
    response) is checked.
    """

    urls_in_sitemaps: int
    "URLs in sitemaps; what is no URL is none."
    checked: int
    "URLs with a verdict: indexable, or with a fault that keeps them out of the index."
    indexable: int
    "Of those checked: status 200, not noindex, not disallowed, its own canonical."
    urls_with_error: int
    "URLs that at least one finding of severity error names as the URL at fault."
    not_checked: int
    "URLs without a verdict: refused, over the limit, out of scope, not read, …"
    refused: int
    "Of those not checked: the host refused the request."
    clusters: int
    "Hreflang clusters that were checked: pages that are alternates of one another."
    clusters_complete: int
    "Clusters in which each page annotates all others."


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """The listed URLs that ``--sample`` or ``--since`` chose."""

    urls: int
    "URLs chosen."
    of: int
    "URLs to choose from: in scope of the other options."
    since: str | None
    "The date, if URLs with a later lastmod were chosen; the others are a sample of the rest."
    sampled: int
    "URLs of the sample."
    size: float
    """Effective size of the sample: URLs that were checked, fewer if some stand for more others
    than the rest of the sample do (Kish)."""
    indexable: float | None
    "Estimated share of all URLs that are indexable, from 0 to 1; None if none was checked."
    urls_with_error: float | None
    "Estimated share of all URLs with an error."

    @property
    def title(self) -> str:
        """'sample of 1,000 of 48,212 URLs', '80 of 99 URLs: modified since 2026-11-20'."""
        urls = f"{self.urls:,} of {self.of:,} URLs"
        if self.since is None:
            return f"sample of {urls}"
        return f"{urls}: modified since {self.since[:10]}, and a sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousAudit:
    """The audit that one is compared with."""

    folder: str
    "Name of its folder."
    started_at: datetime
    figures: Mapping[str, int] | None
    "Those of its key figures that are comparable; None if none is."
    checks: int = 0
    "That ran in both audits in the same way."
    differences: Sequence[str] = field(default_factory=list)
    "Why others are not, and what else is not compared: sentences."


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What has changed since the audit before."""

    compared_with: datetime | None
    "When that one began; None where there is none, and nothing is compared."
    new: Mapping[str, int]
    "Findings that it did not have where it looked, by severity."
    not_compared: Mapping[str, int]
    "Findings that it does not have, of which it is not known whether they are new, by severity."
    gone: int | None
    "Its findings that were not found where this one looked; None where this one is not complete."
    gone_not_compared: int | None
    "Its findings that this one does not have, of which it is not known whether they are gone."
    sentence: str
    worst: Sequence[Mapping[str, Any]] = field(default_factory=list)
    "The worst causes of changes."


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAudit:
    """An audit of the history."""

    sites: Sequence[str]
    started_at: datetime
    finished_at: datetime | None
    complete: bool
    figures: Figures
    selected: Selected | None = None
    limit_reached: bool | None = None
    "As in the record, and ``checks_known``."
    checks_known: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFigure:
    """A key figure as the reports tell it."""

    name: str
    label: str
    value: str
    change: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerTotals:
    """What became of the locs: ``listed == fetched + refused + not_fetched``."""

    listed: int
    fetched: int
    refused: int | None = None
    not_fetched: int | None = None
    outcomes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingCounts:
    """The findings in numbers."""

    total: int
    folded: int | None = None
    "Those that are a consequence of another."
    by_severity: Mapping[str, int]
    affected: Mapping[str, int] = field(default_factory=dict)
    "URLs, sitemaps and robots.txt files by severity, each once."
    by_check: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of a check."""

    check: str
    severity: str
    outcome: str
    found: int
    looked_at: int
    unknown: int
    error: str | None = None
    unknown_reasons: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResults:
    """The results of the checks."""

    outcomes: Mapping[str, int]
    "Checks by outcome."
    results: Sequence[CheckResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCauses:
    """The causes of the findings."""

    total: int
    worst: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """Where the reports were published."""

    to: str
    error: str | None
    "Why they were not."
    link: str | None = None
    "URL of the Google Sheet."


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltFolder:
    """The folder of ``--pages``, as it was when the audit began."""

    base: str
    "Its URL."
    folder: str
    "Its path, in its repository."
    host: str
    "Who serves it, in words."
    state: str
    "A hash of the names, sizes and times of its files."

    @property
    def title(self) -> str:
        """What it adds to the title of a report: 'folder public'."""
        return f"folder {self.folder}"

    @property
    def served(self) -> str:
        """Who serves it: 'as Netlify serves the folder public'."""
        return f"as {self.host} serves the folder {self.folder}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """The record of an audit. Times are in UTC; what has not happened yet is None."""

    version: str = __version__
    "Of sitemap-audit."
    job: str | None = None
    "In a scheduler such as Scrapyd."
    id: str | None = None
    "Identifies the parts of the tables of this audit."
    sites: Sequence[str]
    targets: Sequence[Target] = field(default_factory=list)
    local_files: Mapping[str, str] = field(default_factory=dict)
    "By URL: the path of a local sitemap or robots.txt, in its repository."
    built: BuiltFolder | None = None
    "The folder that pages are read from; None if they are those of the live site."
    pages_given: Sequence[str] = field(default_factory=list)
    "Pages that stand for their sites."
    notes: Sequence[str] = field(default_factory=list)
    "Sentences on how inputs were read, and on what was left out."
    told: Sequence[str] = field(default_factory=list)
    "Those of ``notes`` that the crawl logged."
    token: str | None = None
    "The user agent that robots.txt and meta robots are evaluated for."
    started_at: datetime
    finished_at: datetime | None = None
    running_since: datetime | None = None
    "Start of the run that has not ended."
    seconds_worked: float = 0.0
    "Over all runs."
    reason: str | None = None
    "Scrapy's close reason."
    complete: bool
    incomplete_because: Sequence[str]
    notified: str | None = None
    "When notices were sent."
    imports: Sequence[ImportedFile] = field(default_factory=list)
    limit_reached: bool | None = None
    "Whether ``max_urls`` left listed pages out."
    crawl_max_reached: bool | None = None
    "Whether ``crawl_max`` left pages of the link crawl out."
    asks_pages: bool | None = None
    "Whether pages were to be fetched."
    traffic: Requests = field(default_factory=Requests)
    since: str | None = None
    "Date of the option of this name, ISO 8601."
    options: Mapping[str, Any]

    not_judged: str | None = None
    "Why the checks have not finished; stands in ``incomplete_because`` as well."
    checks_known: int | None = None
    "If some were selected: how many checks there are."
    part_of: str | None = None
    "Of the reports of some checks: the folder of the audit."
    is_comparison: bool = False
    "Of the reports of ``compare``."
    not_compared: str | None = None
    "Why there is no comparison."
    ignored: Ignored | None = None
    previous: PreviousAudit | None = None
    changes: Changes | None = None
    history: Sequence[EarlierAudit] = field(default_factory=list)
    "Earlier audits of the same scope, the earliest first."
    cached: CachedPages | None = None
    over_budget: Sequence[str] = field(default_factory=list)
    "A sentence for each limit of the budget that is exceeded."

    figures: Figures | None = None
    "None if the checks have not run."
    selected: Selected | None = None
    "None if all URLs were chosen."
    key_figures: Sequence[ToldFigure] = field(default_factory=list)
    ledger: LedgerTotals | None = None
    counts: Mapping[str, int] | None = None
    "Rows by table."
    rendered: Mapping[str, Any] | None = None
    findings: FindingCounts | None = None
    causes: WorstCauses | None = None
    clicks: Mapping[str, Any] | None = None
    google: Mapping[str, Any] | None = None
    "What Google says of the listed URLs, beside what the audit says; None if it has told of none."
    not_checked: Sequence[Mapping[str, Any]] = field(default_factory=list)
    checks: CheckResults | None = None
    files: Sequence[str] = field(default_factory=list)
    "The reports, relative to the folder."
    published: Published | None = None

    @property
    def qualifier(self) -> str:
        """What titles add: ' (sample of 9 of 99 URLs)'; empty for the whole of a live site."""
        parts = [each.title for each in (self.built, self.selected) if each is not None]
        return f" ({', '.join(parts)})" if parts else ""

    @property
    def is_of_list(self) -> bool:
        """Whether only lists of URLs are audited, no sitemaps."""
        return bool(self.targets) and all(each.kind is TargetKind.LIST for each in self.targets)

    @property
    def is_compared(self) -> bool:
        """Whether it is known which findings are new; those of a first audit all are."""
        return self.changes is not None and self.changes.compared_with is not None

    def found(self, least: str) -> Mapping[str, int]:
        """Return the findings by severity; the new ones for 'new-error' and its like."""
        if least.startswith("new-") and self.changes and self.is_compared:
            return self.changes.new
        return self.findings.by_severity if self.findings else {}

    def incomplete(self, sentences: Iterable[str]) -> RunRecord:
        """Return the record as one that is incomplete for these reasons, too, if there are any."""
        because = list(dict.fromkeys([*self.incomplete_because, *sentences]))
        return replace(self, complete=self.complete and not because, incomplete_because=because)

    def without_reasons(self, gone: Iterable[str]) -> RunRecord:
        """Return the record without these reasons; it is complete if there are no others."""
        left = [why for why in self.incomplete_because if why not in set(gone)]
        is_complete = self.reason == FINISHED and not left
        return replace(self, complete=is_complete, incomplete_because=left)

    def noted(self, sentences: Iterable[str]) -> RunRecord:
        """Return the record with more notes."""
        return replace(self, notes=list(dict.fromkeys([*self.notes, *sentences])))


def counts_of(figures: Figures | None) -> dict[str, int]:
    """Return key figures by name; none if there are none."""
    return asdict(figures) if figures is not None else {}
