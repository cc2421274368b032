"""Read the causes of the findings: findings with the same cause are one line in a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.reporting.tables import CAUSE_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.storage import Store


_MOST = 10


class Cause(NamedTuple):
    """The cause that findings of one check share, with the first finding."""

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
            return "1 URL" if self.findings == 1 else f"{self.findings:,} URLs (no common pattern)"
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


class Matter(NamedTuple):
    """The findings of one check and kind, over all their causes."""

    cause: Cause
    "The one with most findings."
    findings: int
    "Of all causes."
    causes: int

    @property
    def where(self) -> str:
        """Where it is, in words: '8 causes, for example de → fr: https://www.example.com/de/a'."""
        if self.causes == 1:
            return self.cause.where_first
        return f"{self.causes:,} causes, for example {self.cause.where_first}"


def count_causes(store: Store) -> int:
    """How many causes there are."""
    return int(store.value("SELECT COUNT(*) FROM causes"))


def what_matters_most(store: Store, checks: Sequence[Check]) -> list[Matter]:
    """Read the most important findings, one line for each check and kind."""
    rows = store.rows(_MATTERS, {"rows": _MOST})
    return [
        Matter(cause, findings, causes)
        for cause, (findings, causes, *_) in zip(
            _causes((rest for _, _, *rest in rows), checks), rows, strict=True
        )
    ]


def read_causes(store: Store, checks: Sequence[Check], *, rows: int) -> list[Cause]:
    """The first ``rows`` causes, the worst first: by severity, what is kept out, number."""
    return list(_causes(store.rows(_CAUSES, {"rows": rows}), checks))


def _causes(rows: Iterable[Iterable[Any]], checks: Sequence[Check]) -> Iterator[Cause]:
    titles = {check.name: check.title for check in checks}
    for name, *rest in rows:
        yield Cause(name, titles.get(name, name), *rest)


_COLUMNS = """
    "check", severity, kind, cause_by, cause, findings, entries, patterns, pattern,
    url, sitemap_url, line, related_url, observed, expected, fix
"""
_CAUSES = f"SELECT {_COLUMNS} FROM causes ORDER BY {CAUSE_ORDER} LIMIT $rows"
_MATTERS = f"""
WITH alike AS (
    SELECT
        *,
        SUM(findings) OVER (PARTITION BY "check", kind) AS all_findings,
        COUNT(*) OVER (PARTITION BY "check", kind) AS all_causes,
        ROW_NUMBER() OVER (PARTITION BY "check", kind ORDER BY {CAUSE_ORDER}) AS place
    FROM causes
)

SELECT all_findings, all_causes, {_COLUMNS}
FROM alike
WHERE place = 1
ORDER BY {CAUSE_ORDER.replace("findings", "all_findings")}
LIMIT $rows
"""
