"""Addresses as people write them."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from rows import record_of

from sitemap_audit.audit_targets import Target, TargetKind
from sitemap_audit.crawl.inputs import input_hosts, read_targets, site_of
from sitemap_audit.errors import UsageError
from sitemap_audit.parsing.scope import UrlScope
from sitemap_audit.storage.run_file import as_json

SITE = "https://example.com/"


@pytest.mark.parametrize(
    ("written", "url", "kind"),
    [
        ("https://www.example.com", "https://www.example.com/", TargetKind.SITE),
        ("example.com", "https://example.com/", TargetKind.SITE),
        ("HTTP://Example.com:80/", "http://example.com/", TargetKind.SITE),
        ("https://example.com/de/", "https://example.com/", TargetKind.SITE),
        ("https://example.com/robots.txt", "https://example.com/", TargetKind.SITE),
        (
            "https://example.com/maps/a.xml.gz",
            "https://example.com/maps/a.xml.gz",
            TargetKind.SITEMAP,
        ),
        ("https://example.com/export", "https://example.com/export", TargetKind.SITEMAP),
        ("https://exämple.com", "https://xn--exmple-cua.com/", TargetKind.SITE),
    ],
)
def test_an_address_is_a_site_or_a_sitemap(written: str, url: str, kind: TargetKind) -> None:
    (target,) = read_targets([written])
    assert (target.url, target.kind) == (url, kind)


@pytest.mark.parametrize(
    ("page", "folder"),
    [
        ("https://example.com/", None),
        ("https://example.com/index.html", None),
        ("https://example.com/?page=2", None),
        ("https://example.com/project/", "https://example.com/project/"),
        ("https://example.com/project/index.html?a=/b/", "https://example.com/project/"),
        ("https://example.com/de", "https://example.com/de/"),
        ("https://example.com/de/about", "https://example.com/de/about/"),
    ],
)
def test_a_page_has_the_folder_that_its_sitemap_may_be_in(page: str, folder: str | None) -> None:
    target = site_of(page, page)
    assert (target.url, target.kind) == ("https://example.com/", TargetKind.SITE)
    assert target.folder == folder


def test_how_a_page_was_understood_is_told_with_how_to_audit_its_folder() -> None:
    target = site_of("https://example.com/a[1]/", "")
    assert target.explanation(is_restricted=True).endswith(
        "is a page. Auditing its site, https://example.com/."
    )
    told = target.explanation(is_restricted=False)
    (glob,) = shlex.split(told.partition("--include ")[2].removesuffix("."))
    scope = UrlScope([glob])
    assert "https://example.com/a[1]/b?c" in scope
    assert "https://example.com/a1/b" not in scope


def test_targets_are_the_same_in_an_audit_that_is_resumed() -> None:
    targets = [*read_targets(["example.com/de/", "example.com/a.xml"]), site_of(f"{SITE}en", "en")]
    stored = json.dumps(as_json(replace(record_of(), targets=targets)))
    assert record_of(json.loads(stored)).targets == targets


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("htps://example.com", "only http and https can be audited"),
        ("example", "it has no scheme and no host"),
        ("https://", "it is not a valid URL"),
        ("https://user:secret@example.com/", "it contains a user name or password"),
        ("", "it is empty"),
    ],
)
def test_what_is_no_address_gets_a_sentence(written: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_targets([written])
    assert why in str(caught.value)


def test_without_a_site_there_is_nothing_to_audit() -> None:
    with pytest.raises(UsageError, match=r"^No site given\."):
        read_targets([])


def test_the_hosts_that_were_given_stay_so_behind_redirects() -> None:
    """A host that a redirect leads to may not become private, as one that was given may."""
    (given,) = read_targets(["https://www.example.com/page"])
    listed = Target("https://of-list.example/urls.txt", TargetKind.LIST, "urls.txt")
    led_to = site_of("https://other.example.net/page", given.written)
    assert input_hosts([led_to, listed]) == {"www.example.com", "of-list.example"}
