"""What the command prints about a submission."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

from sitemap_audit.plural import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.submission.urls_to_submit import Changes

SHOWN = 20
"URLs of each kind that are shown without --list."
_REASONS = {
    "not_compared": "not compared: not fetched or not checked in one of the two audits",
    "listing_unknown": "added or removed is not known: a sitemap was not read",
    "unconfirmed": "removed, but not confirmed by a second complete audit",
    "not_indexable": "added, but not indexable",
    "failing": "return an error now",
}


def describe(
    changes: Changes, base: str, title: str, *, is_complete: bool, lists_all: bool
) -> Iterator[str]:
    """Yield the lines about what is submitted and what is not.

    Args:
        title: name of the engine.
        base: what the audit is compared with, in words; "" if there is nothing.
        is_complete: whether the audit is.
        lists_all: all URLs, not the first ones of each kind.
    """
    counts = changes.counts()
    if not is_complete:
        yield "The audit is not complete: what it fetched is submitted, the rest later."
    if base:
        yield f"Compared with {base}: {counted(sum(counts.values()), 'URL')} to submit."
    else:
        yield (
            f"There is no earlier audit to compare with. {title} is for URLs that change from now"
            " on: nothing is submitted, and --yes keeps this audit to compare the next one with."
        )
    for kind, number in counts.items():
        yield from list_urls(kind, number, changes.of_kind(kind), lists_all=lists_all)
    for reason, text in _REASONS.items():
        if urls := changes.not_submitted[reason]:
            yield f"Not submitted: {counted(urls, 'URL')}, {text}."


def list_robots_lines(changes: Changes) -> Iterator[str]:
    """Yield the Sitemap lines that robots.txt lacks."""
    for origin, lines in groupby(changes.robots_lines, lambda line: line[0]):
        yield f"Add to {origin}/robots.txt:"
        for _, url in lines:
            yield f"  Sitemap: {url}"


def list_urls(kind: str, number: int, urls: Iterable[str], *, lists_all: bool) -> Iterator[str]:
    """Yield a line for the kind and one for each URL, all or the first ones."""
    yield f"{kind}: {number:,}"
    for url in urls if lists_all else islice(urls, SHOWN):
        yield f"  {url}"
    if number > SHOWN and not lists_all:
        yield f"  … and {number - SHOWN:,} more; --list prints all"
