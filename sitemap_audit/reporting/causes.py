"""The causes of the findings as the reports tell them: one line for what is one fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.reporting.tables import CAUSE_ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.catalogue import Check
    from sitemap_audit.store import Store


_MOST = 10


class Cause(NamedTuple):
    """What findings of one check have in common, with the first of them."""

    check: str
    title: str
    severity: str
    kind: str | None
    "Which kind of the check's fault."
    cause_by: str
    "sitemap | pattern | urls | locales | site."
    cause: str
    findings: int
    entries: int | None
    "In the sitemap, where that is the cause and the findings are of its entries."
    patterns: int
    "Different patterns of URL among the findings."
    pattern: str | None
    "One of them."
    url: str | None
    sitemap_url: str | None
    line: int | None
    related_url: str | None
    observed: str | None
    expected: str | None
    fix: str | None

    @property
    def what(self) -> str:
        """The fault: 'Lastmod that is not a W3C date: no-time-zone'."""
        return f"{self.title}: {self.kind}" if self.kind else self.title

    @property
    def where(self) -> str:
        """The cause in words: '49,812 of 50,000 in …/sitemap-3.xml, first in line 7'."""
        if self.cause_by == "locales":
            return self.cause + (f", all {self.pattern}" if self.patterns == 1 else "")
        if self.cause_by == "urls":
            return "1 URL" if self.findings == 1 else f"{self.findings:,} URLs of no one pattern"
        first = f", first in line {self.line:,}" if self.line is not None else ""
        if self.cause_by == "sitemap" and self.entries and self.entries >= self.findings:
            return f"{self.findings:,} of {self.entries:,} in {self.cause}{first}"
        return self.cause + (first if self.cause_by == "sitemap" else "")

    @property
    def where_first(self) -> str:
        """The same with the first finding's subject: '1 URL: https://www.example.com/a'."""
        return self.where if self.cause_by == "sitemap" else f"{self.where}: {self.example}"

    @property
    def example(self) -> str | None:
        """The first finding's subject."""
        return self.url or self.sitemap_url or self.related_url or self.observed


def count_causes(store: Store) -> int:
    """How many causes there are."""
    return int(store.value("SELECT COUNT(*) FROM causes"))


def what_matters_most(store: Store, checks: Sequence[Check]) -> list[Cause]:
    """The causes that the terminal and the summary begin with."""
    return read_causes(store, checks, rows=_MOST)


def read_causes(store: Store, checks: Sequence[Check], *, rows: int) -> list[Cause]:
    """The first ``rows`` causes, the worst first: by severity, what is kept out, number."""
    titles = {check.name: check.title for check in checks}
    return [
        Cause(name, titles.get(name, name), *rest)
        for name, *rest in store.rows(_CAUSES, {"rows": rows})
    ]


_CAUSES = f"""
SELECT
    "check", severity, kind, cause_by, cause, findings, entries, patterns, pattern,
    url, sitemap_url, line, related_url, observed, expected, fix
FROM causes
ORDER BY {CAUSE_ORDER}
LIMIT $rows
"""
