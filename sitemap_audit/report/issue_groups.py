"""Read the causes of the findings: findings with the same cause are one line in a report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.parsing.urls import origin
from sitemap_audit.plural import counted
from sitemap_audit.report.escaping import first_sentence
from sitemap_audit.report.words import affected, ended
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.report.overview import Overview
    from sitemap_audit.storage import Store


_MOST = 10


class Cause(NamedTuple):
    """The cause that findings of one check share, with the first finding."""

    check: str
    title: str
    fault: str
    "The fault as a clause; see :attr:`sitemap_audit.analysis.catalogue.checkfile.Check.cause`."
    first_step: str | None
    """The change that all its findings need, or the first sentence of How to fix it; None where the
    check no longer exists."""
    severity: str
    kind: str | None
    "Which kind of the check's fault."
    cause_by: str
    "diagnosis | sitemap | pattern | rule | host | urls | locales | site."
    cause: str
    urls: int
    "What is affected, each once."
    unit: str
    "What that is: URL | host | sitemap | robots.txt file."
    host_urls: int | None
    "URLs of the hosts that are kept out of the index; None of other causes."
    clicks: int | None
    "Clicks of it in search results by imported lists; None if they are not known."
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
    "Where the change is to be made; see :data:`sitemap_audit.analysis.catalogue.findings.PLACES`."
    file_place: str | None
    "File and line of the first finding, such as public/de/index.html:12; None if not of a file."
    diagnosis: str | None
    "The diagnosis that explains its findings."
    statement: str | None
    "What the diagnosis says."
    certainty: str | None
    "certain | likely: that the diagnosis is right."
    where_to_act: str | None
    "What the diagnosis says has to be corrected: template | sitemap generator | server | CMS | …"
    likely: int | None
    "Pages of the pattern that are likely to have the fault, as all that were sampled have it."

    @property
    def clause(self) -> str:
        """What is wrong, and where: 'Pages (/p/{slug}) have no return link from fr to de'."""
        if self.statement:
            return self.statement.removesuffix(".").removesuffix(self._stated)
        who, are_many = self._who
        if self.unit == "host":
            are_many = self.urls > 1
        host = counted(self.urls, "host") if are_many else self._host
        return self._clause(who, host, self.cause, are_many=are_many)

    @property
    def clause_of_many(self) -> str:
        """What is wrong with this and other causes: 'Pages have no return link'."""
        is_entry = self.cause_by == "sitemap" and (self.url or self.entries is not None)
        noun = "entries" if is_entry and self._subject != "index" else self._noun
        are_many = self.unit != "host" or self.urls > 1
        host = counted(self.urls, "host") if are_many else self._host
        return self._clause(_capital(noun), host, "", are_many=are_many)

    @property
    def number(self) -> str | None:
        """How many URLs it affects: '49,812 of 50,000 URLs'; None if the clause says it."""
        if self.unit == "host":
            return None
        if self.statement:
            return self._stated[2:] if self.statement.endswith(self._stated) else None
        if self.cause_by == "sitemap":
            if self.findings == 1 or (self.url is None and self.entries is None):
                return None
            noun = "URLs" if self.url else "sitemaps" if self._subject == "index" else "entries"
            number = self.urls if self.url else self.findings
            whole = f" of {self.entries:,}" if self.entries and self.entries >= number else ""
            return f"{number:,}{whole} {noun}"
        return self.affected if self.urls > 1 else None

    @property
    def affected(self) -> str:
        """What it affects: '1,204 URLs', '7 sitemaps', '1 host (12 URLs)'."""
        return affected({self.unit: self.urls}, self.host_urls)

    @property
    def sentence(self) -> str:
        """All of it: 'Pages (/p/{slug}) have no return link from fr to de: 1,204 URLs.'"""
        return f"{self.counted}. {self.estimate}" if self.estimate else f"{self.counted}."

    @property
    def counted(self) -> str:
        """What is wrong, and how many URLs it affects, without a full stop."""
        return _counted(self.clause, self.number, _urls(self.host_urls))

    @property
    def estimate(self) -> str:
        """What a sample says of the others: '29 pages of /news/{n} are likely to be affected.'"""
        return _estimate(self.likely, f"of {self.pattern}")

    @property
    def where(self) -> str:
        """The place of its findings among those of other causes: 'from fr to de'; may be empty."""
        if self.cause_by == "locales":
            start, _, end = self.cause.partition(_TO)
            return f"from {end} to {start}" if "{back}" in self.fault else f"from {start} to {end}"
        return {"sitemap": f"in {self.cause}", "urls": "", "site": "", "diagnosis": ""}.get(
            self.cause_by, f"at {self.cause}"
        )

    @property
    def example(self) -> str | None:
        """The first finding's subject."""
        return self.url or self.sitemap_url or self.related_url or self.observed

    @property
    def who(self) -> str:
        """What has to be corrected: template | sitemap generator | robots.txt | server | CMS."""
        return (
            self.where_to_act
            or _WHO_BY_PLACE.get(self.place or "")
            or _WHO_BY_SUBJECT.get(self._subject, "template")
        )

    @property
    def _stated(self) -> str:
        """The end of a statement that counts its URLs."""
        return f": {counted(self.urls, 'URL')}"

    @property
    def _subject(self) -> str:
        return self.check.partition("/")[0]

    @property
    def _noun(self) -> str:
        is_of_files = self.url is None and self.entries is None and self.sitemap_url is not None
        return "sitemaps" if is_of_files else _NOUNS.get(self._subject, "pages")

    @property
    def _host(self) -> str:
        return origin(self.example or "") or self.cause

    @property
    def _who(self) -> tuple[str, bool]:
        """What has the fault, and whether it is several."""
        if self.cause_by == "sitemap":
            if self.url is None and self.entries is None:
                return self.cause, False
            names = ("sitemap", "Sitemaps"), ("entry", "Entries")
            one, many = names[self._subject != "index"]
            is_one = self.findings == 1
            return f"{'One ' + one if is_one else many} in {self.cause}", not is_one
        if self.cause_by == "site":
            return "The site", False
        if self.urls == 1:
            return self.example or self.cause, False
        if self.cause_by == "host":
            return f"Most {self._noun} of {self.cause}", True
        if self.patterns == 1:
            return f"{_capital(self._noun)} ({self.pattern})", True
        return f"Several {self._noun}" if self.cause_by == "urls" else _capital(self._noun), True

    def _clause(self, who: str, host: str, locales: str, *, are_many: bool) -> str:
        is_known = self.cause_by == "locales" and "?" not in locales
        start, _, end = locales.partition(_TO) if is_known else ("", "", "")
        fault = self.fault.replace("{locales}", f"from {start} to {end}" if end else "")
        fault = fault.replace("{back}", f"from {end} to {start}" if end else "")
        if "{host}" in fault:
            if are_many:
                fault = _VERB_OF_HOST.sub(lambda found: _plural(found[0]), fault)
            told = fault.replace("{host}", host)
        elif fault:
            verb, _, rest = fault.partition(" ")
            if are_many:
                verb, rest = _plural(verb), _WITH_VERB.sub(lambda found: _PLURALS[found[0]], rest)
            told = f"{who} {verb} {rest}"
        else:
            told = f"{self.title}: {who}"
        told = " ".join(told.split()).replace(" ,", ",")
        return f"{told} ({self.kind})" if self.kind else told


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plural(verb: str) -> str:
    return _PLURALS.get(verb) or verb.removesuffix("s")


def _urls(number: int | None) -> str:
    return counted(number, "URL") if number else ""


def _counted(clause: str, number: str | None, *notes: str) -> str:
    """Return '…: 20,000 URLs (6 clicks)', without the parts that are empty."""
    told = f"{clause}: {number}" if number else clause
    noted = ", ".join(filter(None, notes))
    return f"{told} ({noted})" if noted else told


_TO = " → "
_WITH_VERB = re.compile(r"(?<=\band )(?:is|has)\b|(?<=\b(?:to|of) )itself\b")
_VERB_OF_HOST = re.compile(r"(?<=^\{host\} )\w+")
_PLURALS = {"is": "are", "has": "have", "does": "do", "itself": "themselves"}
_NOUNS = {
    **dict.fromkeys(("entry", "logs", "redirect", "search", "status"), "URLs"),
    **dict.fromkeys(("index", "sitemap"), "sitemaps"),
}
"Words for what a check of a subject looks at, where that is no page."

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
    **dict.fromkeys(("logs", "redirect", "site", "status"), "server"),
    "robots": "robots.txt",
}


class IssueGroup(NamedTuple):
    """The findings of one check and kind, over all their causes."""

    cause: Cause
    "The first one."
    total: int
    "What its check affects, of the same unit: more than the line where that is a part of it."
    issues: int
    "Checks that its findings are of: several if a diagnosis explains them."
    urls: int
    "What all causes affect, each once."
    host_urls: int | None
    "URLs of the hosts that are kept out of the index; None of other causes."
    clicks: int | None
    "Clicks of it in search results by imported lists; None if they are not known."
    causes: int
    folded: int
    "Findings of other checks that are a consequence of these."
    likely: int | None
    "Pages of the patterns that are likely to have the fault; None without a sample."
    sampled: int
    "Patterns of these pages."
    findings: int
    "Findings of all causes."
    number: int
    "Of the first cause."

    @property
    def title(self) -> str:
        """The name of the issue: the title of its check."""
        return self.cause.title

    @property
    def clause(self) -> str:
        """What explains the title: with several causes 'Pages have no return link'."""
        of_all = self.cause._replace(urls=self.urls)
        clause = self.cause.clause if self.causes == 1 else of_all.clause_of_many
        return clause.removeprefix(f"{self.title}: ")

    @property
    def sentence(self) -> str:
        """The clause, and how much it affects: '…: 20,000 URLs, 1,204 from fr to de (6 clicks).'

        Clicks are those of imported lists.
        """
        told = f"{_counted(self.clause, self._number, _urls(self.host_urls), self.lost)}."
        return f"{told} {self.estimate}" if self.estimate else told

    @property
    def _number(self) -> str | None:
        """How much it affects, if the clause does not say it."""
        cause = self.cause
        if cause.unit == "host":
            return None
        if self.causes > 1:
            most = cause.where if cause.urls > 1 else ""
            return f"{self.affected}, {cause.urls:,} {most}" if most else self.affected
        if self._is_part or self.issues > 1:
            return self.affected
        return cause.number

    @property
    def _is_part(self) -> bool:
        return self.issues == 1 and self.urls < self.total

    @property
    def affected(self) -> str:
        """What all causes affect: '7 sitemaps', '1 host (12 URLs)'.

        '40 of 150 URLs' if that is a part of what its issue affects, '7 URLs in 2 issues' if it is
        of several ones.
        """
        unit = self.cause.unit
        if self._is_part:
            return f"{self.urls:,} of {affected({unit: self.total}, self.host_urls)}"
        told = affected({unit: self.urls}, self.host_urls)
        return f"{told} in {self.issues:,} issues" if self.issues > 1 else told

    @property
    def step(self) -> str:
        """The first step as a sentence; empty where the check no longer exists."""
        return ended(self.cause.first_step or "")

    @property
    def lost(self) -> str:
        """The clicks of its URLs: '1,204 clicks'; empty if they are not known."""
        return "" if self.clicks is None else counted(self.clicks, "click")

    @property
    def estimate(self) -> str:
        """What samples say of the other pages of the patterns; empty where nothing."""
        if self.causes == 1:
            return self.cause.estimate
        return _estimate(self.likely, f"of {counted(self.sampled, 'URL pattern')}")

    @property
    def example(self) -> str:
        """The first finding's URL, if the clause does not name it, and its line.

        That is 'public/de/index.html:12' where a file was read, else 'line 12' of the sitemap.
        """
        cause = self.cause
        url = cause.example if cause.example and cause.example not in self.clause else None
        line = f"line {cause.line:,}" if cause.cause_by == "sitemap" and cause.line else None
        return ", ".join(filter(None, (url, cause.file_place or line)))


def _estimate(pages: int | None, whose: str) -> str:
    return f"{pages:,} pages {whose} are likely to be affected." if pages else ""


def read_first(store: Store, checks: Sequence[Check], overview: Overview) -> list[IssueGroup]:
    """Read what to mend first, one line for each check and kind, at most ten.

    Args:
        overview: with what each check affects.
    """
    units = {result.name: result.affected for result in overview.results}
    rows = store.rows(step("report/first_issues"), {"rows": _MOST})
    causes = _causes((row[10:] for row in rows), checks)
    return [
        IssueGroup(cause, units[cause.check].get(cause.unit, 0), *row[:10])
        for cause, row in zip(causes, rows, strict=True)
    ]


def read_examples(store: Store) -> list[list[str]]:
    """Read up to three affected URLs or files of each line of :func:`do_first`, in its order."""
    examples: dict[str, list[str]] = {}
    for number, url in store.rows(step("report/examples"), {"rows": _MOST}):
        examples.setdefault(number, []).append(url)
    return list(examples.values())


def read_causes(store: Store, checks: Sequence[Check], *, rows: int) -> list[Cause]:
    """The first ``rows`` causes, the worst first."""
    return list(_causes(store.rows(step("report/causes"), {"rows": rows}), checks))


def _causes(rows: Iterable[Iterable[Any]], checks: Sequence[Check]) -> Iterator[Cause]:
    known = {check.name: check for check in checks}
    for name, title, first_step, *rest in rows:
        check = known.get(name)
        if check:
            first_step = first_step or first_sentence(check.how_to_fix_it)
        yield Cause(name, title, check.cause if check else "", first_step, *rest)
