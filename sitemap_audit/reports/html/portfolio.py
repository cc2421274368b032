"""Write index.html: an overview of all audits in the output folder, a line for each site."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from filelock import FileLock
from markupsafe import Markup

from sitemap_audit.machine.files import unfinished
from sitemap_audit.report import history
from sitemap_audit.reports import html
from sitemap_audit.reports.html.trend import chart
from sitemap_audit.storage.csv_parts import HTML

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.report.history import Line
    from sitemap_audit.reports.html.trend import Chart

INDEX = "index.html"
LOCK = ".history.lock"
_PATIENCE = 60
"Seconds to wait for another audit that writes the overview."
_SHOWN = 30
"Audits of a site that are listed and drawn."


class Site(NamedTuple):
    """The audits of a site, the last one first."""

    name: str
    audits: Sequence[Line]

    @property
    def last(self) -> Line:
        """The last audit."""
        return self.audits[0]

    @property
    def trend(self) -> Chart | None:
        """The indexable share over time; None below two audits."""
        return chart("", [audit.indexable_share for audit in reversed(self._drawn)], 1)

    @property
    def trend_text(self) -> str:
        """The same in words: 'Indexable share of 4 audits: from 84.8 % to 90.1 %'."""
        known = [audit for audit in self._drawn if audit.indexable_share is not None]
        return f"Indexable share of {len(known)} audits: {known[-1].share} to {known[0].share}"

    @property
    def _drawn(self) -> list[Line]:
        return [audit for audit in self.audits[:_SHOWN] if audit.is_whole]


def write_index(output: Path) -> Path:
    """Write index.html anew; only one process at a time does.

    Raises:
        OSError: the folder cannot be written.
        filelock.Timeout: other processes write it all the time.
    """
    with FileLock(output / LOCK, timeout=_PATIENCE):
        lines = history.read_lines(output, HTML)
        by_host: dict[str, list[Line]] = {}
        for line in reversed(lines):
            by_host.setdefault(line.host, []).append(line)
        sites = [Site(audits[0].sites or host, audits) for host, audits in by_host.items()]
        path = output / INDEX
        page = html.environment().get_template("index.html.jinja")
        style = html.static("report.css")
        pieces = page.generate(
            audits=len(lines),
            policy=html.policy(style),
            shown=_SHOWN,
            sites=sorted(sites, key=_rank),
            style=Markup(style),  # noqa: S704 - of this package
        )
        with unfinished(path) as file, file.open("w", encoding="utf-8", errors="replace") as out:
            out.writelines(pieces)
    return path


def _rank(site: Site) -> tuple[bool, float, str]:
    """Rank the worst first: not complete, then by the share of URLs with errors."""
    figures = site.last.figures
    errors = figures.get("urls_with_error", 0) / max(1, figures.get("urls_in_sitemaps", 0))
    return site.last.complete, -errors, site.name
