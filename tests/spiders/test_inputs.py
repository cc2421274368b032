"""Addresses as people write them."""

from __future__ import annotations

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.spiders.inputs import TargetKind, read_targets


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
        ("https://exämple.com", "https://xn--exmple-cua.com/", TargetKind.SITE),
    ],
)
def test_an_address_is_a_site_or_a_sitemap(written: str, url: str, kind: TargetKind) -> None:
    (target,) = read_targets([written])
    assert (target.url, target.kind) == (url, kind)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("htps://example.com", "only http and https can be audited"),
        ("example", "it has no scheme and no host"),
        ("https://", "no browser would take it for an address"),
        ("https://user:secret@example.com/", "it carries a user name or password"),
        ("", "it is empty"),
    ],
)
def test_what_is_no_address_gets_a_sentence(written: str, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_targets([written])
    assert why in str(caught.value)


def test_without_a_site_there_is_nothing_to_audit() -> None:
    with pytest.raises(UsageError, match=r"^Which site\?"):
        read_targets([])
