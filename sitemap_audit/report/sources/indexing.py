"""Read what the audit and Google say of the listed URLs: indexable or not, indexed or not."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.plural import counted
from sitemap_audit.report.figures import wilson
from sitemap_audit.report.sources.indexing_advice import CANONICALS, CRAWLS, advice
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from sitemap_audit.storage import Store

_RELATIONS = {
    "indexable-indexed": ("indexable", "indexed"),
    "indexable-not-indexed": ("indexable", "not indexed"),
    "not-indexable-indexed": ("not indexable", "indexed"),
    "neither": ("not indexable", "not indexed"),
    "not-checked-indexed": ("not checked", "indexed"),
    "not-checked-not-indexed": ("not checked", "not indexed"),
    "unknown-state": ("", "state not known"),
}
"What the audit and Google say, by relation, in the order of the table."
_ALWAYS = ("indexable-indexed", "indexable-not-indexed", "not-indexable-indexed", "neither")
"Relations that have a row without URLs, too."


def said(code: str) -> tuple[str, str]:
    """Return what the audit and Google say: 'indexable', 'not indexed'."""
    return _RELATIONS[code]


def labels(code: str, reason: str | None) -> list[str]:
    """Return names of a relation: 'indexable, not indexed: Soft 404', and it without its reason."""
    name = ", ".join(filter(None, _RELATIONS[code]))
    return [f"{name}: {reason}", name] if reason else [name]


class Example(NamedTuple):
    """A URL of a row."""

    url: str
    note: str
    "What is to be seen of it: the fault that the audit found, Google's canonical; may be empty."


class Relation(NamedTuple):
    """Listed URLs of which the audit and Google say the same two things."""

    code: str
    we_say: str
    google_says: str
    reason: str
    "Why it is not indexed, as Google writes it; empty where the row has several reasons."
    urls: int
    examples: Sequence[Example]
    what_to_do: str

    @property
    def label(self) -> str:
        """Both in one: 'indexable, not indexed: Soft 404'."""
        return labels(self.code, self.reason)[0]


class Detail(NamedTuple):
    """URLs by their canonical, or by when Google crawled them."""

    label: str
    urls: int
    examples: Sequence[Example]
    what_to_do: str


class Share(NamedTuple):
    """The share of listed URLs that Google has indexed, of the site, a sitemap or a pattern."""

    name: str
    urls: int
    "Listed ones."
    inspected: int
    indexed: int
    "Of the inspected ones."
    represented: int
    "Of the listed ones, those of which inspected ones tell: of the same verdict of the audit."
    share: float
    "From 0 to 1; estimated, unless all are inspected."
    size: float | None
    "Effective size of the sample; None if all are inspected."

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval (95 %) of an estimated share; None if all are inspected."""
        return wilson(self.share, self.size) if self.size else None

    @property
    def percent(self) -> str:
        """'62 % (48 to 74 %)'; '62 %' if all are inspected."""
        if self.interval is None:
            return f"{100 * self.share:.0f} %"
        low, high = (f"{100 * bound:.0f}" for bound in self.interval)
        return f"{100 * self.share:.0f} % ({low} to {high} %)"

    @property
    def basis(self) -> str:
        """'50 of 1,200 inspected', and how many the share says nothing of."""
        told = f"{self.inspected:,} of {self.urls:,} inspected"
        left = self.urls - self.represented
        return f"{told}; nothing is known of {left:,}" if left else told


class Indexing(NamedTuple):
    """What Google says of the listed URLs, beside what the audit says."""

    urls: int
    "Listed ones."
    stated: int
    "Of them, those of which Google has told the state, by an inspection or an imported list."
    inspected: int
    indexed: int
    not_indexed: int
    days: tuple[date, date] | None
    "First and last inspection; None without one."
    relations: Sequence[Relation]
    canonicals: Sequence[Detail]
    crawls: Sequence[Detail]
    share: Share | None
    "Of all listed URLs; None without an inspected one."
    sitemaps: Sequence[Share]
    patterns: Sequence[Share]

    @property
    def sentence(self) -> str:
        """'Google: 50 of 1,200 listed URLs inspected (2026-01-11 to …): 31 indexed, 19 not.'"""
        told = [f"{self.inspected:,} of {counted(self.urls, 'listed URL')} inspected{self._when}"]
        if self.stated > self.inspected:
            told.append(f"{self.stated - self.inspected:,} more in imported lists")
        return (
            f"Google: {', '.join(told)}: {self.indexed:,} indexed, {self.not_indexed:,} not;"
            f" {self.urls - self.stated:,} not checked."
        )

    @property
    def short(self) -> str:
        """The relations in one line, for a screen without room for the table."""
        told = [f"{each.label} {each.urls:,}" for each in self.relations if each.urls]
        return f"{self.sentence} Audit, Google: {' · '.join(told)}"

    @property
    def _when(self) -> str:
        if self.days is None:
            return ""
        first, last = self.days
        return f" ({first})" if first == last else f" ({first} to {last})"

    def number(self, code: str) -> int:
        """Return the number of URLs of a relation."""
        return sum(each.urls for each in self.relations if each.code == code)

    def record(self) -> dict[str, Any]:
        """Return it for run.json."""
        return {
            "urls": self.urls,
            "inspected": self.inspected,
            "indexed": self.indexed,
            "not_indexed": self.not_indexed,
            "relations": {code: self.number(code) for code in _RELATIONS},
            "share": self.share and self.share.share,
            "interval": self.share and self.share.interval,
        }


def read_indexing(store: Store) -> Indexing | None:
    """Read it; None if Google has told of no listed URL.

    Args:
        store: with the views ``google_comparison`` and ``indexed_shares``.
    """
    ((urls, stated, inspected, first, last, indexed, not_indexed),) = store.rows(
        step("report/indexing_urls")
    )
    if not stated:
        return None
    shares: dict[str, list[Share]] = {"site": [], "sitemap": [], "pattern": []}
    for of, *row in store.rows(step("report/indexed_shares")):
        shares[of].append(Share(*row))
    return Indexing(
        *(urls, stated, inspected, indexed, not_indexed),
        (first, last) if first else None,
        list(_relations(store)),
        list(_details(store, "canonicals", _AGREES, CANONICALS)),
        list(_details(store, "crawls", _CRAWLED, CRAWLS)),
        next(iter(shares["site"]), None),
        shares["sitemap"],
        shares["pattern"],
    )


def _relations(store: Store) -> Iterator[Relation]:
    rows = store.rows(step("report/indexing_relations"))
    for code, said in _RELATIONS.items():
        own = [row for row in rows if row[0] == code]
        if not own and code in _ALWAYS:
            yield Relation(code, *said, "", 0, (), "")
        for (state_code, state, urls, has_sitemap), told in groupby(own, itemgetter(1, 2, 3, 4)):
            examples = [Example(url, observed or "") for *_, url, observed in told]
            what_to_do = advice(code, state_code, has_sitemap)
            yield Relation(code, *said, state or "", urls, examples, what_to_do)


_AGREES = {
    True: "Google chose the same canonical",
    False: "Google chose another canonical",
    None: "Canonical not known",
}
_CRAWLED = {
    "after-change": "Indexable page, crawled since its last change (lastmod)",
    "before-change": "Indexable page, not crawled since its last change",
    "never-crawled": "Indexable page, never crawled",
    None: "Indexable page, not known whether crawled since",
}
_SHOWN: Mapping[Any, str] = {
    False: "Google's: {2}",
    "before-change": "changed {1}, crawled {2}",
    "never-crawled": "",
}
"What the examples of a row show; other rows have none."


def _details(
    store: Store, of: str, labels: Mapping[Any, str], what_to_do: Mapping[Any, str]
) -> Iterator[Detail]:
    rows = store.rows(step(f"report/indexing_{of}"))
    for key, label in labels.items():
        if own := [row for row in rows if row[0] == key]:
            examples = [Example(row[2], _SHOWN.get(key, "").format(*row[2:])) for row in own]
            yield Detail(label, own[0][1], examples if key in _SHOWN else (), what_to_do[key])
