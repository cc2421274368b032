"""Rules of what findings advise: no faulty URL, no page that is only misdescribed, no dispute."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUTES = ("loc", "hreflang", "hreflang-url", "canonical", "amphtml", "alternate", "redirect")
"Places at which ``to`` is a URL to list or to link to."
ADVISED = re.compile(
    r"(?:Replace with|Point \S+(?: \S+)? to|Set the canonical to|Set hreflang on|directly to|List"
    r"|Add hreflang=\S+) (https?://[^\s<>\"',;]+)"
)
URL = re.compile(r"https?://\S+")
REMOVED = re.compile(r"(?i)remove (\w+ )*from the sitemap(?!; \S+ is listed$| only if )")


def normal(url: str) -> str:
    return url.partition("#")[0]


class Change(NamedTuple):
    """A finding, and what it recommends."""

    check: str
    url: str | None
    line: int | None
    fix: str | None
    change_url: str | None
    action: str | None
    place: str | None
    old: str | None
    new: str | None


def advised(change: Change) -> Iterator[str]:
    """The URLs that a finding says to list or to link to."""
    yield from (match[1] for match in ADVISED.finditer(change.fix or ""))
    if change.change_url and change.new and change.place in ROUTES:
        yield from URL.findall(change.new)


def unsafe(found: Sequence[Change], faults: dict[str, str]) -> list[tuple[Any, ...]]:
    """What recommends a URL with a fault, other than a page's own URL as its canonical."""
    canonicals = {
        (change, url)
        for change in found
        for url in advised(change)
        if "canonical" in (change.fix or "")
        if (change.change_url or change.url) == url or (change.fix or "").endswith(" to itself")
    }
    mended = {url for _, url in canonicals}
    return [
        (change, url, fault)
        for change in found
        for url in map(normal, advised(change))
        if (fault := faults.get(url)) and (change, url) not in canonicals
        if fault != "canonicalised" or url not in mended
    ]


def removed(found: Sequence[Change], faults: dict[str, str]) -> list[Change]:
    """What removes a page whose only fault is its canonical, though no other entry is named."""
    return [
        change
        for change in found
        if faults.get(change.url or "") == "canonicalised" and REMOVED.search(change.fix or "")
    ]


def disputed(found: Sequence[Change]) -> list[list[Change]]:
    """Changes of one tag that differ; of two alike one may be removed, and one replaced."""
    tags: dict[tuple[Any, ...], list[Change]] = defaultdict(list)
    for change in found:
        is_one_of_several = change.action == "remove" and change.place in ("canonical", "hreflang")
        if change.change_url and change.old and not is_one_of_several:
            line = change.line if change.place == "loc" else None
            tags[change.change_url, change.place, change.old, line].append(change)
    return [each for each in tags.values() if len({(c.action, c.new) for c in each}) > 1]
