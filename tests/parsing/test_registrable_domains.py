"""The site of a URL: what the public suffix list says, without the network."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.sites import site


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.example.com/a", "example.com"),
        ("https://example.com:8443/", "example.com"),
        ("https://www.example.com./a", "example.com"),
        ("https://shop.example.co.uk/", "example.co.uk"),
        ("https://a.b.example.com.au/", "example.com.au"),
        ("https://one.github.io/", "one.github.io"),
        ("https://co.uk/", "co.uk"),
        ("https://www.xn--fsqu00a.xn--55qx5d.cn/", "xn--fsqu00a.xn--55qx5d.cn"),
        ("https://www.xn--bcher-kva.de/", "xn--bcher-kva.de"),
        ("https://www.host.internal/", "host.internal"),
        ("http://127.0.0.1:8000/a", "127.0.0.1:8000"),
        ("http://[::1]:8000/a", "[::1]:8000"),
        ("http://localhost:8000/a", "localhost:8000"),
    ],
)
def test_the_site_of_a_url(url: str, expected: str) -> None:
    assert site(url) == expected
