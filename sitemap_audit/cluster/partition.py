"""Divide the pages of a round into slices, by host."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.options import HOSTS_AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MIN_SHARE = 500
"Minimum number of pages in a slice of a divided host: its process takes a second to start."
SLICES_PER_CORE = 2
"""Slices for each core of the cluster, so that a slow one does not keep the others waiting; one if
there are few hosts: those of a slice that waits could be crawled at the same time."""


class Shape(NamedTuple):
    """The hosts of a slice, and its share of them."""

    hosts: tuple[str, ...]
    pages: int
    share: int = 1
    "Number of slices that fetch from its host at once."
    place: int = 0
    "Its place among them."


def partition(
    pages: Mapping[str, int],
    cores: int,
    most: int,
    is_divisible: Callable[[str], bool],
    *,
    slices_per_core: int = SLICES_PER_CORE,
) -> list[Shape]:
    """Return the slices, the largest first.

    Args:
        pages: number of pages by host.
        cores: tasks that the cluster runs at once.
        most: maximum number of slices of one host, which is its concurrency.
        is_divisible: whether several slices may fetch from a host.
    """
    total = sum(pages.values())
    shapes, whole = [], dict[str, int]()
    for host, count in pages.items():
        share = min(count * cores // max(1, total), most, count // MIN_SHARE)
        if share > 1 and is_divisible(host):
            shapes += _divided(host, count, share)
        else:
            whole[host] = count
    free = max(1, cores - len(shapes))
    many = min(free * slices_per_core, len(whole) // HOSTS_AT_ONCE)
    return sorted([*shapes, *_packed(whole, max(free, many))], key=lambda each: -each.pages)


def _divided(host: str, count: int, share: int) -> list[Shape]:
    sizes = (count // share + (place < count % share) for place in range(share))
    return [Shape((host,), size, share, place) for place, size in enumerate(sizes)]


def _packed(pages: Mapping[str, int], most: int) -> list[Shape]:
    """Put each host into the slice that has fewest pages, the largest host first."""
    slices: list[tuple[int, int, list[str]]] = [
        (0, number, []) for number in range(min(most, len(pages)))
    ]
    for host, count in sorted(pages.items(), key=lambda each: (-each[1], each[0])):
        size, number, hosts = slices[0]
        heapq.heapreplace(slices, (size + count, number, [*hosts, host]))
    return [Shape(tuple(hosts), size) for size, _, hosts in slices]
