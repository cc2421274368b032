"""A round is divided by host: each page is in one slice, and the rates of a host add up."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.cluster.partition import MIN_SHARE, SLICES_PER_CORE, Shape, partition
from sitemap_audit.cluster.planning import distribute, share_options
from sitemap_audit.cluster.task import IDS, MAX_ATTEMPTS
from sitemap_audit.crawl.slice import read_targets, write_targets
from sitemap_audit.frontier.url_records import PageTarget
from sitemap_audit.items import Role
from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.options import HOSTS_AT_ONCE, Options
from sitemap_audit.parsing import urls
from sitemap_audit.storage.writer import SPAN

if TYPE_CHECKING:
    from pathlib import Path

BIG = {"big.example": 10 * MIN_SHARE, "small.example": 30, "other.example": 20}


def by_host(shapes: list[Shape]) -> dict[str, list[Shape]]:
    """Return the slices of each host."""
    found = defaultdict(list)
    for shape in shapes:
        for host in shape.hosts:
            found[host].append(shape)
    return found


def sites(seed: int) -> tuple[dict[str, int], int, int]:
    """Return the pages of some hosts, the cores of a cluster, and the concurrency of a host."""
    chance = random.Random(seed)
    sizes = (1, 20, MIN_SHARE, 7 * MIN_SHARE, 50 * MIN_SHARE)
    pages = {
        f"{number}.example": chance.randint(1, chance.choice(sizes))
        for number in range(chance.randint(1, 40))
    }
    return pages, chance.randint(1, 16), chance.randint(1, 16)


@pytest.mark.parametrize("seed", range(30))
def test_a_host_is_in_one_slice_or_in_as_many_as_share_it(seed: int) -> None:
    pages, cores, most = sites(seed)
    shapes = partition(pages, cores, most, lambda _: True)
    assert sum(shape.pages for shape in shapes) == sum(pages.values())
    found = by_host(shapes)
    assert found.keys() == pages.keys()
    for host, slices in found.items():
        assert {shape.share for shape in slices} == {len(slices)}
        assert sorted(shape.place for shape in slices) == list(range(len(slices)))
        assert len(slices) <= most
        if len(slices) > 1:
            assert sum(shape.pages for shape in slices) == pages[host]
            assert all(shape.hosts == (host,) for shape in slices)
            assert min(shape.pages for shape in slices) >= MIN_SHARE
    assert len([shape for shape in shapes if shape.share == 1]) <= cores * SLICES_PER_CORE


def test_a_big_host_is_divided_among_the_cores() -> None:
    slices = by_host(partition(BIG, 4, 16, lambda _: True))
    assert [shape.pages for shape in slices["big.example"]] == [10 * MIN_SHARE // 3 + 1] * 2 + [
        10 * MIN_SHARE // 3
    ]
    assert len(slices["small.example"]) == len(slices["other.example"]) == 1


@pytest.mark.parametrize("most", [1, 16])
def test_a_host_is_not_divided_without_its_robots_txt(most: int) -> None:
    shapes = partition(BIG, 8, most, lambda _: most == 1)
    assert {len(slices) for slices in by_host(shapes).values()} == {1}


def test_few_hosts_are_all_crawled_at_once() -> None:
    pages = dict.fromkeys(("a.example", "b.example", "c.example"), 400)
    assert len(partition(pages, 2, 8, lambda _: True)) == 2
    assert len(partition(pages, 1, 8, lambda _: True)) == 1
    pages["big.example"] = 3_600
    assert sorted(shape.share for shape in partition(pages, 4, 8, lambda _: True)) == [1, 3, 3, 3]


def test_many_hosts_make_more_slices_than_cores() -> None:
    pages = {f"{number}.example": 100 for number in range(SLICES_PER_CORE * HOSTS_AT_ONCE * 3)}
    shapes = partition(pages, 3, 8, lambda _: True)
    assert len(shapes) == 3 * SLICES_PER_CORE
    assert min(len(shape.hosts) for shape in shapes) == HOSTS_AT_ONCE


def test_no_pages_make_no_slices() -> None:
    assert partition({}, 4, 16, lambda _: True) == []


@pytest.mark.parametrize("seed", range(5))
def test_each_page_is_written_to_one_slice_of_its_host(seed: int, tmp_path: Path) -> None:
    pages, cores, most = sites(seed)
    pages = {host: min(count, 1_500) for host, count in pages.items()}
    pages["0.example"] = 4_321
    listed = [
        f"https://{host}/{number}" for host, count in pages.items() for number in range(count)
    ]
    random.Random(seed).shuffle(listed)
    every = tmp_path / "every.gz"
    write_targets(every, [PageTarget(url, urls.key(url), url, Role.LISTED, 0) for url in listed])
    shapes = partition(pages, cores, most, lambda _: True)
    files = [tmp_path / f"{number}.gz" for number in range(len(shapes))]
    distribute(every, shapes, files)
    written = Counter[str]()
    for shape, file in zip(shapes, files, strict=True):
        targets = [target.url for target in read_targets(file)]
        assert len(targets) == shape.pages
        assert {urls.host(url) for url in targets} == set(shape.hosts)
        written.update(targets)
    assert written == Counter(listed)


@pytest.mark.parametrize("seed", range(10))
def test_the_rates_of_the_slices_add_up_to_those_of_the_audit(seed: int) -> None:
    pages, cores, most = sites(seed)
    options = Options(concurrency=most, delay=0.5, max_rate=8.0)
    shapes = partition(pages, cores, most, lambda _: True, slices_per_core=1)
    shared = {shape: share_options(options, shape, len(shapes)) for shape in shapes}
    assert sum(each.max_rate or 0 for each in shared.values()) == pytest.approx(8)
    for slices in by_host(shapes).values():
        assert sum(shared[shape].concurrency for shape in slices) == most
        assert min(shared[shape].concurrency for shape in slices) >= 1
        assert sum(1 / shared[shape].delay for shape in slices) == pytest.approx(1 / 0.5)


@pytest.mark.parametrize("share", [1, 3])
def test_the_crawl_delay_of_a_divided_host_is_multiplied(share: int) -> None:
    throttle = HostThrottle(Options(), clock=lambda: 100.0, share=share)
    throttle.set_crawl_delay("https://big.example", 2.0)
    assert throttle.start("https://big.example") == 0
    assert throttle.may_start("https://big.example") == 2.0 * share


def test_the_ids_of_all_attempts_are_within_those_of_the_slice() -> None:
    assert MAX_ATTEMPTS * IDS <= SPAN
