"""Which links of a page are internal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.linked_pages import LinkLimits
from sitemap_audit.frontier.targets import OutlinkUrl, PageTarget
from sitemap_audit.items import Role
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
