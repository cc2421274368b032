import re
import unicodedata
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

import ada_url
import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.urls import (
    MAX_LENGTH,
    Difference,
    UrlProblem,
    difference,
    host,
    key,
    near_form,
    near_key,
    normalise,
    origin,
    read_columns,
    read_link,
    split_origin,
    target,
    wire,
)

P = UrlProblem
D = Difference
E = "https://example.com"

NORMAL = [
    ("HTTPS://EXAMPLE.com:443", f"{E}/"),
    (f"\x1f {E}/a\x00", f"{E}/a"),
    (f"{E}/a#part", f"{E}/a"),
    (f"{E}?q", f"{E}/?q"),
    (f"{E}/?", f"{E}/"),
    (f"{E}:8443/", f"{E}:8443/"),
    (f"{E}:65535/", f"{E}:65535/"),
    (f"{E}:080/", f"{E}:80/"),
    ("http://example.com:443/", "http://example.com:443/"),
    (f"{E}/a/../b/./c", f"{E}/b/c"),
    (f"{E}/%2e%2e/a", f"{E}/a"),
    (f"{E}/.well-known/x", f"{E}/.well-known/x"),
    (f"{E}//a", f"{E}//a"),
    (f"{E}/a\\b", f"{E}/a/b"),
    (f"{E}/%7ejoe%2fx", f"{E}/~joe%2Fx"),
    (f"{E}/caf\u00e9?q=\u00e4", f"{E}/caf%C3%A9?q=%C3%A4"),
    (f"{E}/a b", f"{E}/a%20b"),
    (f"{E}/100%", f"{E}/100%25"),
    (f"{E}/%%341", f"{E}/%2541"),
    (f"{E}/?q=%20+c", f"{E}/?q=%20+c"),
    (f"{E}/?a=[1]|", f"{E}/?a=%5B1%5D%7C"),
    ("https://b\u00fccher.example/", "https://xn--bcher-kva.example/"),
    ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    ("http://2130706433/", "http://127.0.0.1/"),
    ("http://1/", "http://0.0.0.1/"),
    ("http://0x7f/", "http://0.0.0.127/"),
    ("http://192.168.0.1:8080/a?b", "http://192.168.0.1:8080/a?b"),
    ("http://192.168.010.1/", "http://192.168.8.1/"),
    ("http://192.168.1/", "http://192.168.0.1/"),
    (f"{E}/A?B=C", f"{E}/A?B=C"),
]


def test_the_normal_form_keeps_what_makes_another_page_and_folds_the_rest() -> None:
    assert [(written, normalise(written)) for written, _ in NORMAL] == NORMAL
    assert [normal for _, normal in NORMAL if normalise(normal) != normal] == []


@pytest.mark.parametrize("written", ["https://", f"{E}:99999/", "https://exa mple.com/"])
def test_what_is_no_url_has_no_normal_form(written: str) -> None:
    with pytest.raises(ValueError, match="Invalid"):
        normalise(written)


def test_a_long_path_that_is_not_normal_is_seen_at_once() -> None:
    def prepare(size: int) -> Callable[[], object]:
        return partial(normalise, f"{E}/{'a' * size}!")

    assert prepare(10_000)() == f"{E}/{'a' * 10_000}!"
    assert growth(prepare, 10_000) < LINEAR


def test_a_url_of_nothing_but_marks_is_read_in_proportion_to_its_length() -> None:
    def prepare(size: int) -> Callable[[], object]:
        return partial(read_link, f"{E}/a" + "\u0315\u0300" * size)

    assert growth(prepare, 1_000) < LINEAR


def test_columns_of_urls_keep_their_order_and_their_repetitions() -> None:
    written = [f"{E}/b", f"{E}/A", "/c", f"{E}/b"]
    columns = zip(*read_columns(written), strict=True)
    assert list(columns) == list(map(read_link, written))
    assert read_columns([]) == ([], [], [], [])


BASE = f"{E}/d/page"
LINKS = [
    ("absolute", f" {E}/a\n", None, f"{E}/a", None),
    ("absolute beside a base", "http://a.b/", BASE, "http://a.b/", None),
    ("path", "/a", BASE, f"{E}/a", P.RELATIVE),
    ("sibling", "a", BASE, f"{E}/d/a", P.RELATIVE),
    ("query", "?q", BASE, f"{E}/d/page?q", P.RELATIVE),
    ("fragment", "#x", BASE, f"{E}/d/page", P.RELATIVE),
    ("other host", "//a.b/c", BASE, "https://a.b/c", P.PROTOCOL_RELATIVE),
    ("path without a base", "/a", None, None, P.RELATIVE),
    ("host without a base", "//a.b/c", None, None, P.PROTOCOL_RELATIVE),
    ("nothing", None, BASE, None, P.EMPTY),
    ("blank", " \t\0", BASE, None, P.EMPTY),
    ("mail", "mailto:a@b.c", BASE, None, P.SCHEME),
    ("script", "javascript:void(0)", BASE, None, P.SCHEME),
    ("file", "file:///etc/passwd", None, None, P.SCHEME),
    ("user", "https://joe:x@example.com/", None, None, P.USERINFO),
    ("no host", "https:///a", None, None, P.MALFORMED),
    ("no slashes", "https:a", BASE, None, P.MALFORMED),
    ("bad host", "https://exa mple.com/", None, None, P.MALFORMED),
    ("placeholder for a host", "http://{{host}}/a", None, None, P.MALFORMED),
    ("bad port", f"{E}:99999/", None, None, P.MALFORMED),
    ("lone surrogate", f"{E}/\ud800", None, None, P.MALFORMED),
    ("too long", f"{E}/{'a' * MAX_LENGTH}", None, None, P.TOO_LONG),
]


def test_a_link_is_read_against_its_base() -> None:
    for name, written, base, url, problem in LINKS:
        keys = (key(url), near_key(url)) if url else (None, None)
        assert read_link(written, base) == (url, *keys, problem), name


WIRE = [
    (f"{E}/a/../b?x=1#f", f"{E}/a/../b?x=1"),
    ("HTTPS://EXAMPLE.com:443", "https://EXAMPLE.com:443"),
    (f"  {E}/a b\n", f"{E}/a%20b"),
    (f"{E}/a\n/b", f"{E}/a/b"),
    (f"{E}/%7Ea%2fb%zz", f"{E}/%7Ea%2fb%zz"),
    (f"{E}/caf\u00e9?q=\u00e4", f"{E}/caf%C3%A9?q=%C3%A4"),
    (f"{E}/a\\b?c\\d", f"{E}/a/b?c%5Cd"),
    ("https://b\u00fccher.example:80/", "https://xn--bcher-kva.example:80/"),
    (f"{E}?q={{x}}", f"{E}?q=%7Bx%7D"),
]


def test_a_url_is_sent_as_written_but_for_what_cannot_be_sent() -> None:
    assert [(written, wire(written)) for written, _ in WIRE] == WIRE


LOCATIONS = [
    (f"{E}/a/b", "/%7E%c3%a4?%2f", f"{E}/%7E%c3%a4?%2f"),
    (f"{E}/a/b", "../%7Ex#part", f"{E}/%7Ex"),
    (f"{E}/%7Ea/b", "c", f"{E}/%7Ea/c"),
    (f"{E}/a", "/\u0441 x", f"{E}/%D1%81%20x"),
    (f"{E}/a", "/\xe4", f"{E}/%C3%A4"),
    (f"{E}/a", "HTTPS://EXAMPLE.com:443/%7e", f"{E}/%7e"),
    (f"{E}/a?", "", f"{E}/a?"),
    (f"{E}/a", "//b.example/%41", "https://b.example/%41"),
]


def test_a_location_is_requested_with_its_escapes_as_written() -> None:
    for base, written, requested in LOCATIONS:
        assert target(base, written) == requested, written


def test_a_host_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises(ValueError, match="Invalid"):
        wire("https://\u00fc b/")


@pytest.mark.parametrize(
    ("url", "of_origin", "of_host"),
    [
        (f"{E}/a/b?c", E, "example.com"),
        (f"{E}:8443/", f"{E}:8443", "example.com"),
        ("http://[::1]:80/", "http://[::1]:80", "::1"),
    ],
)
def test_origin_and_host_of_a_url(url: str, of_origin: str, of_host: str) -> None:
    assert (origin(url), host(url)) == (of_origin, of_host)


@pytest.mark.parametrize(
    ("url", "of_origin", "rest"),
    [
        ("HTTPS://Example.COM:443/A?b#c", "https://example.com", "/A?b#c"),
        ("http://example.com:80?q=/", "http://example.com", "?q=/"),
        ("https://example.com:80", "https://example.com:80", ""),
        ("http://[::1]:8080/a", "http://[::1]:8080", "/a"),
        ("https://example.com@evil.example/", "https://example.com@evil.example", "/"),
        ("data:text/html,a", "", "data:text/html,a"),
    ],
)
def test_a_url_is_split_behind_its_origin(url: str, of_origin: str, rest: str) -> None:
    assert split_origin(url) == (of_origin, rest)


def test_a_key_is_a_signed_integer_of_64_bits() -> None:
    keys = [key(f"{E}/{number}") for number in range(100)]
    assert len(set(keys)) == 100
    assert min(keys) < 0 < max(keys)
    assert all(-(2**63) <= number < 2**63 for number in keys)


DIFFERENCES = [
    (f"{E}/a", f"{E}/a", None),
    (f"{E}/a", "http://example.com/a", D.SCHEME),
    (f"{E}/a", "https://www.example.com/a", D.WWW),
    (f"{E}/a", f"{E}/a/", D.TRAILING_SLASH),
    (f"{E}/a/", f"{E}/a//", D.TRAILING_SLASH),
    (f"{E}/a?q", f"{E}/a/?q", D.TRAILING_SLASH),
    (f"{E}/Abc", f"{E}/abC", D.CASE),
    (f"{E}/?a=B", f"{E}/?a=b", D.CASE),
    (f"{E}/a/Index.html", f"{E}/a/index.html", D.CASE),
    (f"{E}/a/", f"{E}/a/index.html", D.INDEX_PAGE),
    (f"{E}/index.php", f"{E}/index.html", D.INDEX_PAGE),
    (f"{E}/?b=1&a=2", f"{E}/?a=2&b=1", D.QUERY_ORDER),
    (f"{E}/m%C3%BC", f"{E}/mu%CC%88", D.ENCODING),
    (f"{E}/?q=%ED%95%9C", f"{E}/?q=%E1%84%92%E1%85%A1%E1%86%AB", D.ENCODING),
    (f"{E}/%D9%8A%D9%94", f"{E}/%D8%A6", D.ENCODING),
    (f"{E}/%E0%A4%95%E0%A4%BC", f"{E}/%E0%A5%98", D.ENCODING),
    (f"{E}/%E2%84%AB", f"{E}/%C3%85", D.ENCODING),
    (f"{E}/%FFu%CC%88", f"{E}/%FF%C3%BC", D.ENCODING),
    (f"{E}/u%CC%88%FF", f"{E}/%C3%BC%FF", D.ENCODING),
    (f"{E}/a_(b)", f"{E}/a_%28b%29", D.ENCODING),
    (f"{E}/a_(b)", f"{E}/a_%28b%29/", D.SEVERAL),
    (f"{E}/a%2Fb", f"{E}/a/b", D.PAGE),
    (f"{E}/?q=(a)", f"{E}/?q=%28a%29", D.PAGE),
    (f"{E}/%CC%FF", f"{E}/%CC%FE", D.PAGE),
    (f"{E}/a", "http://www.example.com/a", D.SEVERAL),
    (f"{E}/a", f"{E}/a/index.html", D.SEVERAL),
    (f"{E}/A/index.html", f"{E}/a/", D.SEVERAL),
    (f"{E}/?b=1&a=2", f"{E}/?A=2&b=1", D.SEVERAL),
    (f"{E}/a", f"{E}/b", D.PAGE),
    (f"{E}/a", f"{E}/a?q", D.PAGE),
    (f"{E}/a", "https://www.example.com/b", D.PAGE),
    (f"{E}/a", "https://example.org/a", D.HOST),
    (f"{E}/a", f"{E}:8443/a", D.HOST),
]


def test_a_difference_has_a_name() -> None:
    assert [(one, other, difference(one, other)) for one, other, _ in DIFFERENCES] == DIFFERENCES
    assert [(one, other, difference(other, one)) for one, other, _ in DIFFERENCES] == DIFFERENCES


_PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["/", "index.html", "Index.php", "%", "%2e", "%7E", "%41", "?", "&", "=", "#"]
        ),
        st.sampled_from(
            ["\\", ".", "..", "A", "a", "b", " ", "\u00e9", "'", "|", "[", ";", ":", "@"]
        ),
        st.text(max_size=2),
    ),
    max_size=10,
).map("".join)
_STARTS = st.sampled_from(
    [
        "https://example.com/",
        "HTTP://www.Example.com:80/",
        "http://example.com:8080/",
        "https://e.x",
    ]
)
_URLS = st.builds(str.__add__, _STARTS, _PIECES)
_ESCAPED = st.lists(
    st.sampled_from(
        [*"/aZ.:@!$&'()*+,;=?#^|", "%D0%B0", "%d0%b0", "%D0%b0", "%2e", "%2F", "%7e", "%5B", "%zz"]
    ),
    max_size=8,
).map("".join)


def _normal(url: str) -> str | None:
    return read_link(url).url


@given(_URLS)
def test_the_normal_form_is_its_own_normal_form(written: str) -> None:
    url = _normal(written)
    if url is not None:
        assert normalise(url) == url
        assert url.isascii()


@given(_URLS)
def test_a_normal_form_names_what_a_browser_would_ask_for(written: str) -> None:
    url = _normal(written)
    if url is not None:
        browser = ada_url.URL(written)
        assert ada_url.URL(url).host == browser.host
        assert url.count("/", 8) == browser.pathname.count("/") + browser.search.count("/")


@given(_URLS, _URLS)
def test_a_difference_is_symmetric_and_none_for_the_same_alone(one: str, other: str) -> None:
    a, b = _normal(one), _normal(other)
    if a is not None and b is not None:
        assert difference(a, b) is difference(b, a)
        assert (difference(a, b) is None) == (a == b)
        assert (near_form(a) == near_form(b)) == (difference(a, b) not in (D.PAGE, D.HOST))


@given(
    st.from_regex(
        r"https?://[a-z]{1,9}\.com(:[1-9][0-9]{1,3})?(/[!$&-;=@-Z_a-z~]{0,9}){0,4}", fullmatch=True
    )
)
def test_a_url_that_can_be_sent_is_sent_as_it_is(url: str) -> None:
    assert wire(url) == url


@given(_URLS)
def test_what_is_sent_is_the_page_that_is_meant(written: str) -> None:
    url = _normal(written)
    if url is not None:
        sent = wire(written)
        assert sent.isascii()
        assert wire(sent) == sent
        assert normalise(sent) == url


@given(st.text(), st.sampled_from([None, BASE]))
def test_any_text_is_a_link_or_has_a_problem(text: str, base: str | None) -> None:
    link = read_link(text, base)
    assert link.url is not None or link.problem is not None
    assert (link.url is None) == (link.key is None) == (link.near_key is None)


@given(
    st.from_regex(
        r"https?://(www\.){0,2}[a-z]{2,5}(\.com)?/[a-z./_-]{0,9}(index\.html|/)?", fullmatch=True
    )
)
def test_a_plain_url_has_the_keys_that_its_forms_have(url: str) -> None:
    link = read_link(url)
    assert link.url == normalise(url)
    assert (link.key, link.near_key) == (key(normalise(url)), near_key(normalise(url)))


@given(st.builds(str.__add__, _STARTS, _ESCAPED))
def test_what_is_seen_to_be_normal_at_once_is_what_the_parser_makes_of_it(written: str) -> None:
    at_once = read_link(written)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sitemap_audit.parsing.urls._NORMAL", re.compile("(?!)"))
        patched.setattr("sitemap_audit.parsing.urls._NORMAL_REST", re.compile("(?!)"))
        patched.setattr("sitemap_audit.parsing.urls._PLAIN", re.compile("(?!)"))
        assert read_link(written) == at_once


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("http://example.com:65535/", None),
        ("http://example.com:65536/", "malformed"),
        ("http://example.com:808\u0665/", "malformed"),
        ("http://10.0.0.\u0661/", "malformed"),
    ],
)
def test_numbers_in_a_host_and_its_port_are_plain_digits(written: str, problem: str | None) -> None:
    assert read_link(written).problem == problem


WORDS = (
    *(
        "каталог",
        "чаи\u0306",
        "产品",
        "شاي",
        "\u0627\u0653",
        "か\u3099",
        "\u1100\u1161\u11a8",
        "u\u0308",
    ),
    *("a(b)!$'*,;:@", "a b", "A"),
)


@given(st.lists(st.sampled_from(WORDS)))
def test_the_near_form_has_one_unicode_form_and_no_needless_escapes(words: list[str]) -> None:
    path = "/".join(words)
    near = quote(unicodedata.normalize("NFC", path), safe="/!$'()*,;:@").lower()
    for written in (quote(path), quote(path).lower(), quote(path, safe="/!$'()*,;:@")):
        assert near_form(normalise(f"{E}/{written}")) == f"example.com/{near}".rstrip("/")
