"""Read the causes of the findings: findings with the same cause are one line in a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.findings import AFFECTED
from sitemap_audit.reporting.tables import CAUSE_ORDER
from sitemap_audit.reporting.text import first_sentence
from sitemap_audit.reporting.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.storage import Store


_MOST = 10


class Cause(NamedTuple):
    """The cause that findings of one check share, with the first finding."""

    check: str
    title: str
    first_step: str | None
    "How to fix it: the first sentence of the manual; None where the check no longer exists."
    severity: str
    kind: str | None
    "Which kind of the check's fault."
    cause_by: str
    "sitemap | pattern | rule | host | urls | locales | site."
    cause: str
    urls: int
    "Affected URLs, each once."
    findings: int
    folded: int
    "Findings of other checks that are a consequence of these."
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
    place: str | None
    "Where the change is to be made; see :data:`sitemap_audit.analysis.findings.PLACES`."

    @property
    def what(self) -> str:
        """The fault: 'Lastmod that is not a W3C date: no-time-zone'."""
        return f"{self.title}: {self.kind}" if self.kind else self.title

    @property
    def where(self) -> str:
        """The cause in words: '49,812 of 50,000 in …/sitemap-3.xml, first in line 7'."""
        if self.cause_by == "locales":
            return self.cause + (f", all {self.pattern}" if self.patterns == 1 else "")
        if self.cause_by == "rule":
            return "one redirect rule" + (f", all {self.pattern}" if self.patterns == 1 else "")
        if self.cause_by == "host":
            return f"most URLs of {self.cause}"
        if self.cause_by == "urls":
            return self.example or "" if self.urls == 1 else "URLs without a common pattern"
        first = f", first in line {self.line:,}" if self.line is not None else ""
        if self.cause_by == "sitemap" and self.entries and self.entries >= self.findings:
            return f"{self.findings:,} of {self.entries:,} in {self.cause}{first}"
        return self.cause + (first if self.cause_by == "sitemap" else "")

    @property
    def sentence(self) -> str:
        """All of it: 'Noindex URL in sitemap: 4 URLs, /teas/{slug}.'."""
        return f"{self.what}: {count(self.urls, 'URL')}, {self.where}."

    @property
    def where_first(self) -> str:
        """The same with the first finding's subject: 'de → fr, such as https://…/de/a'."""
        is_told = self.cause_by == "sitemap" or self.where == self.example
        return self.where if is_told else f"{self.where}, such as {self.example}"

    @property
    def example(self) -> str | None:
        """The first finding's subject."""
        return self.url or self.sitemap_url or self.related_url or self.observed

    @property
    def who(self) -> str:
        """Who has to act: template | sitemap generator | robots.txt | server."""
        subject = self.check.partition("/")[0]
        return _WHO_BY_PLACE.get(self.place or "") or _WHO_BY_SUBJECT.get(subject, "template")


_WHO_BY_PLACE = {
    **dict.fromkeys(
        ("loc", "lastmod", "changefreq", "priority", "hints", "image", "video", "news"),
        "sitemap generator",
    ),
    **dict.fromkeys(("namespace", "xml", "encoding"), "sitemap generator"),
    **dict.fromkeys(("header", "redirect", "status"), "server"),
    **dict.fromkeys(("sitemap", "rule"), "robots.txt"),
    **dict.fromkeys(
        ("canonical", "amphtml", "alternate", "lang", "robots", "meta", "head", "body"), "template"
    ),
}
_WHO_BY_SUBJECT = {
    **dict.fromkeys(("entry", "image", "index", "news", "sitemap", "video"), "sitemap generator"),
    **dict.fromkeys(("redirect", "site", "status"), "server"),
    "robots": "robots.txt",
}


class Matter(NamedTuple):
    """The findings of one check and kind, over all their causes."""

    cause: Cause
    "The one with most affected URLs."
    urls: int
    "Affected URLs of all causes, each once."
    causes: int
    folded: int
    "Findings of other checks that are a consequence of these."

    @property
    def where(self) -> str:
        """Where it is, in words: '8 causes: de → fr, such as https://…/de/a'."""
        if self.causes == 1:
            return self.cause.where_first
        return f"{self.causes:,} causes: {self.cause.where_first}"


def count_causes(store: Store) -> int:
    """How many causes there are."""
    return int(store.value("SELECT COUNT(*) FROM causes"))


def do_first(store: Store, checks: Sequence[Check]) -> list[Matter]:
    """Read what to mend first, one line for each check and kind, at most ten."""
    rows = store.rows(_MATTERS, {"rows": _MOST})
    causes = _causes((rest for _, _, _, *rest in rows), checks)
    return [
        Matter(cause, int(urls), causes_of_it, int(folded))
        for cause, (urls, causes_of_it, folded, *_) in zip(causes, rows, strict=True)
    ]


def read_causes(store: Store, checks: Sequence[Check], *, rows: int) -> list[Cause]:
    """The first ``rows`` causes, the worst first: by severity, what is kept out, affected URLs."""
    return list(_causes(store.rows(_CAUSES, {"rows": rows}), checks))


def _causes(rows: Iterable[Iterable[Any]], checks: Sequence[Check]) -> Iterator[Cause]:
    known = {check.name: check for check in checks}
    for name, *rest in rows:
        check = known.get(name)
        title = check.title if check else name
        step = first_sentence(check.how_to_fix_it) if check else None
        yield Cause(name, title, step, *rest)


_COLUMNS = """
    "check", severity, kind, cause_by, cause, urls, findings, folded, entries, patterns, pattern,
    url, sitemap_url, line, related_url, observed, expected, fix, place
"""
_OF_ALIKE = _COLUMNS.replace('"check"', 'alike."check"')
_CAUSES = f"SELECT {_COLUMNS} FROM causes ORDER BY {CAUSE_ORDER} LIMIT $rows"
_MATTERS = f"""
WITH alike AS (
    SELECT
        *,
        SUM(folded) OVER (PARTITION BY "check", kind) AS all_folded,
        COUNT(*) OVER (PARTITION BY "check", kind) AS all_causes,
        ROW_NUMBER() OVER (PARTITION BY "check", kind ORDER BY {CAUSE_ORDER}) AS place_of_cause
    FROM causes
),

affected AS (
    SELECT "check", COALESCE(kind, '') AS kind_or_none, COUNT(DISTINCT {AFFECTED}) AS all_urls
    FROM findings
    WHERE root_id IS NULL
    GROUP BY "check", COALESCE(kind, '')
)

SELECT COALESCE(all_urls, urls) AS affected_urls, all_causes, all_folded, {_OF_ALIKE}
FROM alike
LEFT JOIN affected
    ON alike."check" = affected."check" AND COALESCE(alike.kind, '') = affected.kind_or_none
WHERE place_of_cause = 1
ORDER BY {CAUSE_ORDER.replace("urls", "affected_urls").replace('"check"', 'alike."check"')}
LIMIT $rows
"""
