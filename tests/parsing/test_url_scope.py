"""Globs on URLs: what --include and --exclude leave in an audit."""

from __future__ import annotations

import pickle

import pytest

from sitemap_audit.parsing.scope import UrlScope

SITE = "https://www.example.com"


@pytest.mark.parametrize(
    ("glob", "url", "fits"),
    [
        (f"{SITE}/de/*", f"{SITE}/de/a/b?c=d", True),
        (f"{SITE}/de/*", f"{SITE}/de/", True),
        (f"{SITE}/de/*", f"{SITE}/de", False),
        (f"{SITE}/de/*", f"{SITE}/DE/a", False),
        (f"{SITE}/de/*", "http://www.example.com/de/a", False),
        (f"{SITE}/de/", f"{SITE}/de/a", False),
        ("HTTPS://WWW.Example.com/De/*", f"{SITE}/De/a", True),
        ("http*://*.example.com/*", f"{SITE}/", True),
        ("*/de/*", f"{SITE}/shop/de/a", True),
        ("*/de/*", f"{SITE}/shop/fr/a", False),
        ("*?page=*", f"{SITE}/a?page=2", True),
        ("*.pdf", f"{SITE}/a.pdf", True),
        ("*.pdf", f"{SITE}/a.pdf?b", False),
        ("*.pdf", f"{SITE}/apdf", False),
        ("*/[0-9]*", f"{SITE}/2024", True),
        (f"{SITE}/Größe/*", f"{SITE}/Gr%C3%B6%C3%9Fe/1", True),
        (f"{SITE}/%c3%a4*", f"{SITE}/%C3%A4b", True),
        ("https://exämple.com/*", "https://xn--exmple-cua.com/a", True),
        ("*/a+b(c)|d*", f"{SITE}/a+b(c)|d", True),
        ("*/a+b(c)|d*", f"{SITE}/d", False),
    ],
)
def test_a_glob_is_of_the_whole_url(glob: str, url: str, fits: bool) -> None:
    assert (url in UrlScope([glob])) is fits
    assert (url in UrlScope(exclude=[glob])) is not fits


def test_what_is_excluded_is_left_out_though_it_is_included() -> None:
    scope = UrlScope([f"{SITE}/de/*", f"{SITE}/fr/*"], ["*.pdf", "*?sort=*"])
    left_out = {
        path: scope.why_left_out(SITE + path)
        for path in ("/de/a", "/fr/a", "/en/a", "/de/a.pdf", "/fr/a?sort=b", "/en/a.pdf")
    }
    assert left_out == {
        "/de/a": "",
        "/fr/a": "",
        "/en/a": "not-included",
        "/de/a.pdf": "excluded",
        "/fr/a?sort=b": "excluded",
        "/en/a.pdf": "excluded",
    }


def test_it_is_handed_to_worker_processes() -> None:
    scope = pickle.loads(pickle.dumps(UrlScope(["*/a"])))  # noqa: S301 - our own
    assert (f"{SITE}/a" in scope, f"{SITE}/b" in scope) == (True, False)
