"""User names and passwords in texts, of whatever form and however many."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from growth import LINEAR, growth

from sitemap_audit.masking import (
    MASK,
    Secrets,
    quoted,
    safe_json,
    without_userinfo,
)
from sitemap_audit.storage.csv_cells import in_cells
from sitemap_audit.storage.duckdb import DuckDBStore

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
WITH_PATH = {
    "joe:geheim@h.example/x": "***@h.example/x",
    " joe:geheim@h.example:8080/": " ***@h.example:8080/",
    "joe:ge:he@im@[::1]/": "***@[::1]/",
    "joe%40x:ge'heim@10.0.0.1/": "***@10.0.0.1/",
    "joe:geheim@bücher.example/x": "***@bücher.example/x",
    "See joe:geheim@h.example/x now": "See ***@h.example/x now",
    "<a href='joe:geheim@h.example/x'>": "<a href='***@h.example/x'>",
    "https://h.example/joe_1:geheim@h.example/x": "https://h.example/***@h.example/x",
    "https://h.example/?next=joe:geheim@h.example/x": "https://h.example/?next=***@h.example/x",
}
"Without a scheme, and no mail address even in a sentence."
WHERE_A_URL_IS = {
    "joe:geheim@h.example": "***@h.example",
    "\njoe:ge heim@intranet": "\n***@intranet",
    "us er:geheim@h.example": "us ***@h.example",
    "joe:geheim@h.example?a#b": "***@h.example?a#b",
    "0;url=joe:geheim@h.example": "0;url=***@h.example",
    "<loc>joe:geheim@h.example</loc>": "<loc>***@h.example</loc>",
    '<a href="joe:ge heim@intranet" rel=x>': '<a href="***@intranet" rel=x>',
    "https://h.example/joe_1:geheim@h.example": "https://h.example/***@h.example",
    "joe:geheim@a.example joe:geheim@b.example": "***@b.example",
    "- joe:geheim@a.example joe:geheim@b.example": "- ***@a.example ***@b.example",
}
"Without a scheme. In a sentence they may be a mail address with a word before it."
NO_URLS = ["Contact:info@h.example", "a:b@c", "12:30@noon: the show", "Team A:Team B @ h.example/"]
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
    "***0123456789ab@h.example/x",
    "Contact: info@h.example",
    "https://medium.example/@me",
    "https://jspm.example/npm:react@18.3.0-beta.1/index.js",
    "https://flickr.example/photos/12345:67@N00/",
    "https://matrix.example/#/@user:server.example",
    "https://maps.example/@52.5,13.4,15z/data=!3m1",
    "https://a.example/?q=from:me@h.example",
    "https://a.example/mailto:me@h.example",
    "mailto:a@h.example?subject=x/y",
    "urn:uuid:a@h.example",
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


def test_so_it_is_without_a_scheme() -> None:
    assert {written: without_userinfo(written) for written in WITH_PATH} == WITH_PATH
    assert {each: without_userinfo(each, is_prose=True) for each in WITH_PATH} == WITH_PATH
    forms = URLS | WITH_PATH | WHERE_A_URL_IS
    assert {written: without_userinfo(written, is_url=True) for written in forms} == forms
    shown = [*map(quoted, ["joe:geheim@h.example", "- joe:geheim@h.example/x"])]
    assert shown == ["'***@h.example'", "'- ***@h.example/x'"]


def test_what_is_no_password_stays() -> None:
    assert [without_userinfo(text, is_prose=True) for text in HARMLESS] == HARMLESS
    assert [without_userinfo(text, is_url=True) for text in HARMLESS] == HARMLESS
    assert [without_userinfo(text) for text in NO_URLS] == NO_URLS


def test_the_pattern_for_databases_masks_the_same() -> None:
    urls = ("ftp://u:p@h/", "http://us er:p@h/", "//u:p@h", "HTTP://u@h")
    texts = [*urls, *WITH_PATH, *WHERE_A_URL_IS, *NO_URLS, *HARMLESS]
    masked = [*map(without_userinfo, texts)]
    with DuckDBStore() as store:
        store.execute("CREATE TABLE t (place BIGINT, text VARCHAR)")
        rows = enumerate(texts)
        store.insert("t", [{"place": place, "text": text} for place, text in rows])
        query = "SELECT text FROM t ORDER BY place"
        columns = store.describe(query)
        for is_short in (False, True):
            shown = store.rows(in_cells(query, columns, is_short=is_short))
            assert [text.lstrip("'") for (text,) in shown] == masked


@pytest.mark.parametrize(
    "piece",
    [
        *("a", "/", "@", "//a@", " http://a@", "http:,", "http:", ":", "a.", "a ", "\t", '"<'),
        *(" a:b@c", "=a:", '="a:b@', "a:b@c.", "/a:b@c.d"),
    ],
)
def test_a_longer_text_takes_longer_in_proportion(piece: str) -> None:
    def masking(times: int) -> Callable[[], object]:
        texts = [f"http:{piece * times}{end}" for end in ("", "//x@y", "x@y")]
        return lambda: [
            without_userinfo(text, is_url=is_url) for text in texts for is_url in (False, True)
        ]

    assert growth(masking, 1_500) < LINEAR


def test_json_is_masked_text_by_text() -> None:
    value = {"a": ["http://us er:p@h", {"http://u:p@h": ("ftp://u@h", 1, None)}], "b": "x@y"}
    masked = {"a": ["http://***@h", {"http://***@h": ["ftp://***@h", 1, None]}], "b": "x@y"}
    assert json.loads(safe_json(value)) == masked


def test_a_secret_is_hidden_in_every_form_that_a_url_has_it_in() -> None:
    secrets = Secrets(["me:p w/ä", "me:p"])
    text = "me:p w/ä me%3Ap%20w%2F%C3%A4 me%3Ap+w%2F%C3%A4 me:p mep"
    assert secrets.hide(text) == f"{MASK} {MASK} {MASK} {MASK} mep"
    assert not Secrets()
