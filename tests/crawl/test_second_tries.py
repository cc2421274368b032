"""What is fetched once more at the end: pages that failed, and pages that were slow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from rows import make

from sitemap_audit.crawl.second_tries import MAX_SLOW_PAGES, SLOW, SecondTries, is_final
from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.url_records import PageTarget, page_target
from sitemap_audit.items import Role

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://example.com/a"


def again(tmp_path: Path, *noted: tuple[PageTarget, dict[str, Any]]) -> list[PageTarget]:
    """What is fetched again of pages that responded so."""
    frontier = Frontier(tmp_path / "frontier.sqlite")
    run = cast("Any", SimpleNamespace(targets=[]))
    retries = SecondTries(run, frontier)
    for target, page in noted:
        retries.add_result(target, make("pages", url=target.url, **page))
    frontier.requeue_failed()
    taken = frontier.take_pages(1_000)
    frontier.close()
    return taken


@pytest.mark.parametrize(
    ("target", "page", "first"),
    [
        (page_target(URL, Role.LISTED), {"status": 500}, [(500, None)]),
        (page_target(URL, Role.LISTED), {"error": "timeout"}, [(None, "timeout")]),
        (page_target(URL, Role.LISTED), {"status": 200, "latency": SLOW + 0.1}, [(200, None)]),
        (page_target(URL, Role.LISTED), {"status": 200, "latency": SLOW}, []),
        (page_target(URL, Role.LISTED), {"status": 200, "latency": None}, []),
        (page_target(URL, Role.LISTED), {"status": 404, "latency": 9.0}, []),
        (page_target(URL, Role.ALTERNATE), {"status": 200, "latency": 9.0}, []),
        (
            page_target(URL, Role.LISTED)._replace(first_status=200),
            {"status": 200, "latency": 9.0},
            [],
        ),
    ],
    ids=[
        *("an error", "no response", "slow", "at the limit", "from the cache", "slow, and gone"),
        *("slow, and not listed", "slow again"),
    ],
)
def test_what_failed_or_was_slow_is_fetched_again(
    target: PageTarget,
    page: dict[str, Any],
    first: list[tuple[int | None, str | None]],
    tmp_path: Path,
) -> None:
    taken = again(tmp_path, (target, {"attempts": 3, **page}))
    assert [(each.first_status, each.first_error) for each in taken] == first
    assert {each.tries for each in taken} <= {3}


@pytest.mark.parametrize(
    ("first", "second"),
    [({"status": 200}, {"status": 503}), ({"status": 503}, {"status": 503})],
)
@pytest.mark.parametrize("error", [None, "truncated"])
def test_one_response_of_a_page_is_final(
    first: dict[str, Any], second: dict[str, Any], error: str | None
) -> None:
    target = page_target(URL, Role.LISTED)
    page = make("pages", url=URL, error=error, **first)
    again = target._replace(first_status=page.status, first_error=error)
    is_second = is_final(again, make("pages", url=URL, **second))
    assert [is_final(target, page), is_second].count(True) == 1


def test_of_many_slow_pages_some_are_fetched_again(tmp_path: Path) -> None:
    slow = {"status": 200, "latency": 9.0}
    targets = [page_target(f"{URL}{number}", Role.LISTED) for number in range(MAX_SLOW_PAGES + 5)]
    assert len(again(tmp_path, *((target, slow) for target in targets))) == MAX_SLOW_PAGES
