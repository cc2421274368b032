"""URLs that nobody means as they are read."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.unmeant import misread
from sitemap_audit.parsing.urls import read_link

PAGE = "https://www.example.com/de/"


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("www.example.com/de", "no-scheme"),
        ("example.com", "no-scheme"),
        ("de.example.com/a", "no-scheme"),
        ("www.example.com:8080/a", "no-scheme"),
        ("www.example.org/a", "no-scheme"),
        ("example.org/a", None),
        ("example.html", None),
        ("//www.example.com/a", None),
        ("/www.example.com", None),
        ("{{ page.url }}", "placeholder"),
        ("{url}", "placeholder"),
        ("https://www.example.com/{% url %}", "placeholder"),
        ("<%= url %>", "placeholder"),
        ("${url}/a", "placeholder"),
        ("%%url%%", "placeholder"),
        ("[[url]]", "placeholder"),
        ("undefined", "placeholder"),
        ("null/a", "placeholder"),
        ("NaN", "placeholder"),
        ("/[object Object]", "placeholder"),
        ("undefined-behavior", None),
        ("/null", None),
        ("https://www.example.com/null/a", None),
        ("https://www.example.com/a?b=%7B%7D", None),
    ],
)
def test_a_url_without_scheme_or_of_a_template_is_not_meant(
    written: str, problem: str | None
) -> None:
    for base in (None, PAGE):
        assert misread(written, read_link(written, base), PAGE) == problem
