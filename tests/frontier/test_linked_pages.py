"""Internal links in the frontier: whose are followed, and which are left out as URL traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.linked_pages import LinkLimits
from sitemap_audit.frontier.url_records import OutlinkUrl, PageTarget
from sitemap_audit.items import Role
from sitemap_audit.parsing.url_traps import BUDGETS, TrapKind
from sitemap_audit.parsing.urls import key

if TYPE_CHECKING:
    from pathlib import Path


def test_links_of_a_page_on_another_site_are_not_followed(tmp_path: Path) -> None:
    """A link to a redirect ends there, and not in a crawl of that site."""
    frontier = Frontier(tmp_path / "frontier", links=LinkLimits(max_pages=10, max_depth=None))
    frontier.add_page("https://example.com/", Role.HOME)

    def followed(page: str, *targets: str) -> list[str]:
        target = PageTarget(page, key(page), page, Role.REDIRECT, 1)
        links = (OutlinkUrl(url, key(url), key(url), is_followed=True) for url in targets)
        return [each.url for each in frontier.add_outlinks(target, links)]

    away, back = "https://example.net/next", "https://www.example.com/a"
    assert followed("https://example.net/", away, back) == [back]
    assert followed("https://example.com/", away, "https://example.com/b") == [
        "https://example.com/b"
    ]
    frontier.close()


def test_traps_of_different_kinds_have_budgets_of_their_own(tmp_path: Path) -> None:
    site = "https://example.com/"
    frontier = Frontier(tmp_path / "frontier", links=LinkLimits(max_pages=999, max_depth=None))
    frontier.add_page(site, Role.HOME)
    deep = [f"{site}{'/'.join(map(str, range(n, n + 13)))}" for n in range(100)]
    looping = [f"{site}a/a/a/{n}" for n in range(100)]
    links = [OutlinkUrl(url, key(url), key(url), is_followed=True) for url in deep + looping]
    home = PageTarget(site, key(site), site, Role.HOME, 0)
    found = frontier.add_outlinks(home, links)
    for urls, kind in ((deep, TrapKind.DEEP_PATH), (looping, TrapKind.REPEATED_PATH)):
        left = [each for each in found if each.url in urls and each.trap == kind]
        assert len(left) == 100 - BUDGETS[kind]
    other, remark = frontier.link_remarks()
    trap = f"URL trap (repeated directories), such as {site}a/a/a/0"
    assert remark == f"{trap}: 10 URLs were crawled, 90 left out."
    assert other.startswith("URL trap (deep paths), such as https://example.com/0/1/2/3")
    frontier.close()


def test_a_url_counts_once_in_a_trap(tmp_path: Path) -> None:
    """A link with nofollow is counted when it is found; another without is followed then."""
    site = "https://example.com/"
    frontier = Frontier(tmp_path / "frontier", links=LinkLimits(max_pages=999, max_depth=None))
    frontier.add_page(site, Role.HOME)
    urls = [f"{site}?sid={n}" for n in range(BUDGETS[TrapKind.SESSION_ID] + 1)]
    home = PageTarget(site, key(site), site, Role.HOME, 0)
    for is_followed in (False, True):
        links = [OutlinkUrl(url, key(url), key(url), is_followed) for url in urls]
        frontier.add_outlinks(home, links)
    frontier.add_pending()
    taken = {page.url for page in frontier.take_pages(99)}
    assert taken == {site, *urls[:-1]}
    frontier.close()


def test_what_robots_txt_disallows_counts_in_no_limit(tmp_path: Path) -> None:
    """It is given out nevertheless: its page is stored as disallowed, without a request."""
    site = "https://example.com/"
    frontier = Frontier(tmp_path / "frontier", links=LinkLimits(max_pages=2, max_depth=None))
    frontier.obey(lambda url: "private" in url)
    frontier.add_page(site, Role.HOME)
    private = [f"{site}private?sid={n}" for n in range(BUDGETS[TrapKind.SESSION_ID] + 1)]
    urls = [*private, f"{site}a", f"{site}b", f"{site}c"]
    links = [OutlinkUrl(url, key(url), key(url), is_followed=True) for url in urls]
    found = frontier.add_outlinks(PageTarget(site, key(site), site, Role.HOME, 0), links)
    assert {each.trap_pattern for each in found} == {None}
    frontier.add_pending()
    assert {page.url for page in frontier.take_pages(99)} == {site, *urls[:-1]}
    (remark,) = frontier.link_remarks()
    assert remark.startswith("2 unlisted pages with internal links to them were crawled")
    frontier.close()
