"""The frontier gives every URL out once, listed ones first, and what they point to at the end."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.pending_links import BATCH
from sitemap_audit.frontier.url_records import (
    DATE,
    MAX_HOPS,
    DiscoveredUrls,
    ListedPage,
    PageAssertion,
    PageLink,
    PageTarget,
    respell,
    sitemap_target,
)
from sitemap_audit.frontier.waiting_sitemaps import MAX_DEPTH, MOST_NESTED
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import UrlScope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Frontier]]:
    """Makes a frontier with the given options, and closes it when the test has ended."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(
            closing(Frontier(tmp_path / "frontier.sqlite", **options))
        )


@pytest.fixture
def frontier(make: Callable[..., Frontier]) -> Frontier:
    return make()


def listed(*names: str) -> list[ListedPage]:
    return [ListedPage(url(name), urls.key(url(name)), url(name)) for name in names]


def url(name: str) -> str:
    return f"https://example.com/{name}"


def pointer(source: str, target: str, role: Role = Role.ALTERNATE) -> PageLink:
    return PageLink(urls.key(url(source)), url(target), urls.key(url(target)), role)


def at_most(most: int, *, least: int = 1) -> Callable[[str, int], int]:
    """Room for so many pages of each host; none where it is for fewer than ``least``."""
    return lambda _, in_flight: most - in_flight if most - in_flight >= least else 0


def release(frontier: Frontier) -> None:
    for _ in range(3):  # what is held, what was listed late, what that holds
        frontier.add_pending()


def taken(frontier: Frontier) -> list[tuple[str, str]]:
    return [(page.url.rpartition("/")[2], page.role) for page in frontier.take_pages(100)]


def test_a_url_listed_twice_is_given_out_once(frontier: Frontier) -> None:
    frontier.add_listed(listed("a", "b", "a"))
    frontier.add_listed(listed("b", "c"))
    assert taken(frontier) == [("a", "listed"), ("b", "listed"), ("c", "listed")]
    assert taken(frontier) == []


def test_a_limit_counts_listed_pages_alone(make: Callable[..., Frontier]) -> None:
    frontier = make(max_urls=2)
    frontier.add_page(url(""), Role.HOME)
    frontier.add_listed(listed("a", "a", "b"))
    assert not frontier.limit_reached
    frontier.add_listed(listed("c"))
    assert frontier.limit_reached
    assert taken(frontier) == [("", "home"), ("a", "listed"), ("b", "listed")]


def test_a_limit_counts_what_is_in_scope(make: Callable[..., Frontier]) -> None:
    frontier = make(max_urls=1, scope=UrlScope([], [url("de/*")]))
    frontier.add_listed(listed("de/a", "de/b", "en/a", "en/b"))
    assert frontier.limit_reached
    assert taken(frontier) == [("a", "listed")]
    assert frontier.counts.listed == 1


@pytest.fixture
def german(make: Callable[..., Frontier]) -> Frontier:
    """A frontier of one folder, without the URLs that end in x."""
    return make(scope=UrlScope([url("de/*")], ["*x"]))


def test_nothing_out_of_scope_is_given_out(german: Frontier) -> None:
    german.add_page(url(""), Role.HOME)
    german.add_listed(listed("de/a", "en/a", "de/x"))
    german.add_links([pointer("de/a", "de/b"), pointer("de/a", "en/b"), pointer("de/a", "de/bx")])
    release(german)
    (first, *_) = pages = german.take_pages(100)
    for path in ("de/d", "en/d"):
        german.redirect(first, url(path), urls.key(url(path)))
    pages += german.take_pages(100)
    assert sorted(page.url for page in pages) == [url(f"de/{name}") for name in "abd"]
    assert german.counts.listed == 1


def test_a_probe_is_requested_outside_of_what_is_included(german: Frontier) -> None:
    for name in ("no-such-page", "no-such-page-x"):
        german.add_page(url(name), Role.PROBE)
    assert taken(german) == [("no-such-page", "probe")]


def test_what_a_listed_page_points_to_is_given_out_after_the_sitemaps(frontier: Frontier) -> None:
    frontier.add_listed(listed("a"))
    frontier.add_links([pointer("a", "b"), pointer("a", "c", Role.CANONICAL)])
    assert taken(frontier) == [("a", "listed")]
    frontier.add_listed(listed("b"))
    release(frontier)
    assert taken(frontier) == [("b", "listed"), ("c", "canonical")]


def test_what_an_unlisted_page_points_to_is_not_followed(frontier: Frontier) -> None:
    frontier.add_page(url("home"), Role.HOME)
    frontier.add_links([pointer("home", "far")])
    release(frontier)
    assert taken(frontier) == [("home", "home")]


def test_a_page_that_is_listed_late_has_its_pointers_followed(frontier: Frontier) -> None:
    frontier.add_page(url("home"), Role.HOME)
    frontier.add_links([pointer("home", "de")])
    frontier.add_listed(listed("home"))
    release(frontier)
    assert taken(frontier) == [("home", "home"), ("de", "alternate")]


def redirect(frontier: Frontier, source: str, target: str, host: str = "example.com") -> None:
    page = PageTarget(url(source), urls.key(url(source)), url(source), Role.LISTED, 0)
    end = f"https://{host}/{target}"
    frontier.redirect(page, end, urls.key(end))


def test_what_a_page_points_to_is_followed_where_listed_ones_redirect_to_it(
    frontier: Frontier,
) -> None:
    frontier.add_listed(listed("a"))
    redirect(frontier, "a", "b")
    redirect(frontier, "b", "c")
    redirect(frontier, "c", "b")
    frontier.add_links([pointer("c", "de")])
    release(frontier)
    assert [name for name, _ in taken(frontier)] == ["a", "b", "c", "de"]


def test_a_redirect_counts_though_it_was_met_before_its_page_was_listed(
    frontier: Frontier,
) -> None:
    frontier.add_page(url("home"), Role.HOME)
    redirect(frontier, "home", "en")
    frontier.add_links([pointer("en", "de")])
    frontier.add_listed(listed("home"))
    release(frontier)
    assert [name for name, _ in taken(frontier)] == ["home", "en", "de"]


def test_pointers_are_not_followed_behind_a_redirect_of_an_unlisted_page_or_to_another_site(
    frontier: Frontier,
) -> None:
    frontier.add_page(url("home"), Role.HOME)
    redirect(frontier, "home", "en")
    frontier.add_links([pointer("en", "de")])
    frontier.add_listed(listed("away"))
    assert [name for name, _ in taken(frontier)] == ["home", "en", "away"]
    redirect(frontier, "away", "there", host="example.org")
    there = "https://example.org/there"
    frontier.add_links(
        [PageLink(urls.key(there), url("far"), urls.key(url("far")), Role.ALTERNATE)]
    )
    release(frontier)
    assert [name for name, _ in taken(frontier)] == ["there"]


def test_redirects_are_followed_so_far_and_no_further(frontier: Frontier) -> None:
    target = PageTarget(url("a"), urls.key(url("a")), url("a"), Role.LISTED, MAX_HOPS - 1)
    frontier.redirect(target, url("b"), urls.key(url("b")))
    (last,) = frontier.take_pages(10)
    frontier.redirect(last, url("c"), urls.key(url("c")))
    assert taken(frontier) == []


def test_nothing_that_is_pointed_to_is_fetched_where_it_is_not_wanted(
    make: Callable[..., Frontier],
) -> None:
    frontier = make(follow=False)
    frontier.add_listed(listed("a"))
    frontier.add_links([pointer("a", "b")])
    frontier.redirect(frontier.take_pages(1)[0], url("c"), urls.key(url("c")))
    release(frontier)
    assert taken(frontier) == []


def test_a_sitemap_is_read_once_and_not_too_deep(frontier: Frontier) -> None:
    shallow = sitemap_target(url("a.xml"), FoundBy.INDEX, url("index.xml"), 1)
    frontier.add_sitemap(shallow)
    frontier.add_sitemap(shallow._replace(depth=2, found_in=url("other.xml")))
    frontier.add_sitemap(sitemap_target(url("deep.xml"), FoundBy.INDEX, None, MAX_DEPTH + 1))
    assert frontier.take_sitemaps(10) == [shallow]
    assert frontier.too_deep == [url("deep.xml")]


def test_it_is_done_when_nothing_waits_and_nothing_is_under_way(frontier: Frontier) -> None:
    assert frontier.is_done
    frontier.add_listed(listed("a"))
    frontier.add_sitemap(sitemap_target(url("a.xml"), FoundBy.GIVEN, None))
    (page,) = frontier.take_pages(5)
    (sitemap,) = frontier.take_sitemaps(5)
    frontier.finish(page)
    assert not frontier.is_done
    frontier.finish(sitemap)
    assert frontier.is_done


def test_what_an_earlier_run_has_done_is_not_given_out_again(frontier: Frontier) -> None:
    frontier.add_known(urls.key(url(name)) for name in ("a", "unlisted"))
    frontier.restore_sitemaps([(urls.key(url("a.xml")), 0)])
    frontier.add_listed(listed("a", "b", "unlisted"))
    frontier.add_sitemap(sitemap_target(url("a.xml"), FoundBy.ROBOTS, None))
    assert taken(frontier) == [("b", "listed")]
    assert frontier.take_sitemaps(5) == []
    assert frontier.counts.listed == 3


def test_what_an_earlier_run_has_read_counts_among_what_lies_deep(
    frontier: Frontier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST_NESTED, 3, 2)
    frontier.restore_sitemaps([(urls.key(url("a.xml")), 3)])
    for name in ("a.xml", "b.xml", "c.xml"):
        frontier.add_sitemap(sitemap_target(url(name), FoundBy.INDEX, url("i.xml"), 3))
    assert [each.url for each in frontier.take_sitemaps(5)] == [url("b.xml")]
    assert frontier.too_deep == [url("c.xml")]


def test_a_page_that_was_not_asked_for_is_given_out_again(frontier: Frontier) -> None:
    frontier.add_listed([ListedPage(url("a"), urls.key(url("a")), url("%61"))])
    (page,) = frontier.take_pages(1)
    frontier.put_back(page)
    assert frontier.counts.pages_in_flight == 0
    assert frontier.take_pages(5) == [page]


def test_a_host_that_keeps_its_pages_under_way_keeps_no_other_waiting(frontier: Frontier) -> None:
    for host in ("slow", "quick"):
        names = [f"https://{host}.example/{number}" for number in range(9)]
        frontier.add_listed(ListedPage(name, urls.key(name), name) for name in names)
    first = frontier.take_pages(20, at_most(4, least=2))
    assert [page.url[8:] for page in first] == [
        *(f"slow.example/{number}" for number in range(4)),
        *(f"quick.example/{number}" for number in range(4)),
    ]
    assert frontier.take_pages(20, at_most(4, least=2)) == []
    for page in first[4:]:
        frontier.finish(page)
    assert frontier.largest_hosts == [("https://slow.example", 5), ("https://quick.example", 5)]
    frontier.finish(first[0])  # room for one is not worth looking
    then = frontier.take_pages(20, at_most(4, least=2))
    assert [page.url[8:] for page in then] == [f"quick.example/{number}" for number in range(4, 8)]
    assert frontier.largest_hosts == [("https://slow.example", 5), ("https://quick.example", 1)]


def test_hosts_are_served_in_turn(frontier: Frontier) -> None:
    for host in ("a", "b", "c"):
        names = [f"https://{host}.example/{number}" for number in range(3)]
        frontier.add_listed(ListedPage(name, urls.key(name), name) for name in names)
    rounds = [frontier.take_pages(2, at_most(2)) for _ in range(5)]
    assert ["".join(page.url[8] for page in pages) for pages in rounds] == [
        "aa",
        "bb",
        "cc",
        "",
        "",
    ]
    for page in rounds[0]:
        frontier.finish(page)
    assert [page.url for page in frontier.take_pages(9, at_most(2))] == ["https://a.example/2"]


def test_a_page_that_failed_is_given_out_again_with_how_it_failed(frontier: Frontier) -> None:
    frontier.add_listed(listed("a"))
    (page,) = frontier.take_pages(1)
    frontier.finish(page)
    page = page._replace(respelled="301 https://example.com/%61\n")
    frontier.keep_failed(page, 503, None)
    assert frontier.is_done
    frontier.requeue_failed()
    assert frontier.take_pages(5) == [page._replace(first_status=503)]


SPELLINGS = [
    ("another one", "/%d1", [], "/%D1"),
    ("the one requested", "/%D1", [], "/%D1"),
    ("an empty query", "/a", [], "/a?"),
    ("the default port", "/a", [], ":443/a"),
    ("one requested before", "/%7Ea", ["/%7Ea", "/~a"], "/%7ea"),
    ("a third one", "/%7ea", ["/%7Ea"], "/~a"),
    ("many", "/%7Ea", ["/~a?"] * MAX_HOPS, "/~a"),
]
"Name, redirect target, what was requested before, what was requested."


def test_another_spelling_is_requested_once() -> None:
    followed = []
    for name, target, before, requested in SPELLINGS:
        lines = "".join(f"301 {url(each[1:])}\n" for each in before)
        page = PageTarget(
            url("a"), 1, f"https://example.com{requested}", Role.LISTED, 0, respelled=lines
        )
        if (again := respell(page, 308, url(target[1:]))) is not None:
            assert again.respelled == f"{lines}308 https://example.com{requested}\n"
            assert again == page._replace(requested=url(target[1:]), respelled=again.respelled)
            followed.append(name)
    assert followed == ["another one", "an empty query", "a third one"]


def test_a_page_carries_what_is_to_be_looked_for_in_it(frontier: Frontier) -> None:
    frontier.add_listed(listed("a", "b"))
    frontier.add_assertions(
        [PageAssertion(urls.key(url("a")), what) for what in (url("a.png"), DATE, DATE)]
    )
    one, other = frontier.take_pages(5)
    assert (one.assertions, other.assertions) == ((DATE, url("a.png")), ())
    frontier.put_back(one)
    assert frontier.take_pages(5) == [one]


def test_many_pointers_are_released_piece_by_piece(frontier: Frontier) -> None:
    frontier.add_listed(listed("a"))
    names = [f"b{n}" for n in range(BATCH + 1)]
    frontier.add_links([pointer("a", name) for name in names])
    frontier.add_pending()
    assert frontier.counts.pages_waiting == 1 + BATCH
    assert not frontier.is_done
    frontier.add_pending()
    assert frontier.counts.pages_waiting == 1 + len(names)


def test_no_page_is_given_out_where_none_is_wanted(make: Callable[..., Frontier]) -> None:
    frontier = make(pages=False)
    frontier.add_page(url(""), Role.HOME)
    frontier.add_listed(listed("a", "b"))
    frontier.add_links([pointer("a", "c")])
    assert frontier.counts.listed == 2
    assert frontier.is_done


def test_it_leaves_nothing_behind(tmp_path: Path) -> None:
    frontier = Frontier(tmp_path / "frontier.sqlite")
    frontier.add_listed(listed("a"))
    frontier.close()
    assert list(tmp_path.iterdir()) == []


def test_pages_wait_until_every_sitemap_is_read(make: Callable[..., Frontier]) -> None:
    frontier = make(waits_for_sitemaps=True)
    frontier.add_page(url("a"), Role.HOME)
    child = sitemap_target(url("b.xml"), FoundBy.INDEX, url("index.xml"), 1)
    frontier.add_discovered(DiscoveredUrls(listed("a", "b"), [child], [pointer("b", "c")], []))
    frontier.add_links([pointer("a", "d")])
    release(frontier)
    assert frontier.take_sitemaps(10) == [child]
    frontier.finish(child)
    (home,) = frontier.take_pages(10)
    frontier.finish(home)
    assert frontier.is_done, "nothing is left but to choose the pages"

    frontier.waits_for_sitemaps = False
    frontier.add_known([urls.key(url("d"))])
    frontier.add_listed(listed("a", "b"))
    assert taken(frontier) == [("b", "listed")], "the home page was requested before"
    frontier.add_links([pointer("a", "e")])
    release(frontier)
    assert taken(frontier) == [("e", "alternate")], "it counts as listed; d is left out"
