"""User names and passwords in texts, of whatever form and however many."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from growth import LINEAR, growth

from sitemap_audit.masking import MASK, USERINFO, Secrets, quoted, safe_json, without_userinfo

if TYPE_CHECKING:
    from collections.abc import Callable

URLS = {
    "ftp://u:p@h/": "ftp://***@h/",
    "git+ssh://git@h/x": "git+ssh://***@h/x",
    "http://us er:p@h/": "http://***@h/",
    "http://u:p w@h/": "http://***@h/",
    "http://us.er x:p@h/": "http://***@h/",
    "http://u:p@[::1]:80/": "http://***@[::1]:80/",
    "ht\ntp://u\ts:p@h": "ht\ntp://***@h",
    "http:\n//u:p@h": "http:\n//***@h",
    "http:/u:p@h": "http:/***@h",
    "http:u:p@h": "http:***@h",
    "  //u:p@h": "  //***@h",
    "http:/\\u:p@h": "http:/\\***@h",
    "HTTPS://U:P@H": "HTTPS://***@H",
    "https://a.example/to/http://u:p@h/": "https://a.example/to/http://***@h/",
    'http://u"<:p@h/': "http://***@h/",
}
PROSE = {
    "See http://u:p@h now": "See http://***@h now",
    "See http://us er:p@h now": "See http://***@h now",
    "See http://us.er x:p@h now": "See http://***@h now",
    "<loc>ftp://us er:p@h</loc>": "<loc>ftp://***@h</loc>",
    "Sitemap: https://a.example https://u:p@h/": "Sitemap: https://a.example https://***@h/",
}
HARMLESS = [
    "me@h.example",
    "mailto:me@h.example",
    "https://a.example/@me",
    "https://a.example/x@y",
    "https://a.example//x@y",
    "https://a.example/?mail=me@h.example",
    "https://@a.example/",
    "See http://a.example or write to me@h.example",
    "See http://a.example, mailto:me@h.example",
    '<a href="http://a.example">me@h.example</a>',
    "javascript:alert('a@b')",
    "http://***0123456789ab@h/",
]


def test_what_a_url_says_before_its_host_is_masked() -> None:
    forms = URLS | PROSE
    assert {written: without_userinfo(written) for written in forms} == forms
    assert [shown for shown in forms.values() if without_userinfo(shown) != shown] == []
    assert [*map(quoted, forms)] == [*map(repr, forms.values())]
    assert quoted(b"http://u:p@h") == "b'http://***@h'"


def test_so_it_is_in_a_sentence() -> None:
    for written, shown in PROSE.items():
        assert without_userinfo(f"It says: {written}", is_prose=True) == f"It says: {shown}"


def test_what_is_no_password_stays() -> None:
    assert [without_userinfo(text, is_prose=True) for text in HARMLESS] == HARMLESS


def test_the_pattern_for_databases_masks_the_same() -> None:
    for written in ("ftp://u:p@h/", "http://us er:p@h/", "//u:p@h", "HTTP://u@h"):
        assert re.sub(USERINFO, rf"\1\2{MASK}@", written) == without_userinfo(written)


@pytest.mark.parametrize(
    "piece", ["a", "/", "@", "//a@", " http://a@", "http:,", "http:", ":", "a.", "a ", "\t", '"<']
)
def test_a_longer_text_takes_longer_in_proportion(piece: str) -> None:
    def masking(times: int) -> Callable[[], object]:
        texts = [f"http:{piece * times}{end}" for end in ("", "//x@y", "x@y")]
        return lambda: list(map(without_userinfo, texts))

    assert growth(masking, 5_000) < LINEAR


def test_json_is_masked_text_by_text() -> None:
    value = {"a": ["http://us er:p@h", {"http://u:p@h": ("ftp://u@h", 1, None)}], "b": "x@y"}
    masked = {"a": ["http://***@h", {"http://***@h": ["ftp://***@h", 1, None]}], "b": "x@y"}
    assert json.loads(safe_json(value)) == masked


def test_a_secret_is_hidden_in_every_form_that_a_url_has_it_in() -> None:
    secrets = Secrets(["me:p w/ä", "me:p"])
    text = "me:p w/ä me%3Ap%20w%2F%C3%A4 me%3Ap+w%2F%C3%A4 me:p mep"
    assert secrets.hide(text) == f"{MASK} {MASK} {MASK} {MASK} mep"
    assert not Secrets()
