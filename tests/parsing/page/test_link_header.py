from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.page.link_header import HeaderLink, read_links, write_links
from sitemap_audit.parsing.urls import UrlProblem

if TYPE_CHECKING:
    from collections.abc import Callable

A = "https://example.com/a"

CASES = {
    "one link": ([f'<{A}>; rel="canonical"'], [(A, {"rel": "canonical"})]),
    "a token for a value": ([f"<{A}>;rel=canonical"], [(A, {"rel": "canonical"})]),
    "two links in one header": (
        [f'<{A}>; rel="alternate"; hreflang="de", </b>; rel=canonical'],
        [(A, {"rel": "alternate", "hreflang": "de"}), ("/b", {"rel": "canonical"})],
    ),
    "two headers": (
        [f"<{A}>; rel=next", "</b>; rel=prev"],
        [(A, {"rel": "next"}), ("/b", {"rel": "prev"})],
    ),
    "a comma in the URL": (["</a,b>; rel=canonical"], [("/a,b", {"rel": "canonical"})]),
    "a comma and a semicolon in quotes": (
        ['</a>; title="x, y; z"; rel=canonical'],
        [("/a", {"title": "x, y; z", "rel": "canonical"})],
    ),
    "an escaped quote": ([r'</a>; title="say \"hi\", you"'], [("/a", {"title": 'say "hi", you'})]),
    "a parameter without a value": (
        ["</a>; crossorigin; rel=preload"],
        [("/a", {"crossorigin": "", "rel": "preload"})],
    ),
    "upper case": (['</a>; REL="Canonical"'], [("/a", {"rel": "Canonical"})]),
    "the first of a repeated rel": (
        ["</a>; rel=canonical; rel=next"],
        [("/a", {"rel": "canonical"})],
    ),
    "space everywhere": (['  < /a > ; rel = "canonical" , '], [("/a", {"rel": "canonical"})]),
    "empty elements": ([",, </a>;rel=x,,"], [("/a", {"rel": "x"})]),
    "an empty target": (["<>; rel=canonical"], [("", {"rel": "canonical"})]),
    "an unclosed quote": (
        ['</a>; rel="canonical, </b>; rel=next'],
        [("/a", {"rel": "canonical"}), ("/b", {"rel": "next"})],
    ),
    "rubbish behind a quoted value": (
        ['</a>; rel="canonical" junk, </b>'],
        [("/a", {"rel": "canonical"}), ("/b", {})],
    ),
    "parameters without a target": (["; rel=canonical, </b>"], [("/b", {})]),
    "nothing": (["", " "], []),
}


@pytest.mark.parametrize(("values", "links"), CASES.values(), ids=CASES)
def test_links_are_read(values: list[str], links: list[tuple[str, dict[str, str]]]) -> None:
    assert read_links(values) == [HeaderLink(target, params) for target, params in links]


def test_a_link_without_angle_brackets_is_kept_and_marked() -> None:
    assert read_links([f"{A}; rel=canonical, </b>; rel=next"]) == [
        HeaderLink(A, {"rel": "canonical"}, UrlProblem.MALFORMED),
        HeaderLink("/b", {"rel": "next"}),
    ]


def test_relations_are_a_set_in_lower_case() -> None:
    assert read_links(['<a>; rel="Alternate  CANONICAL"'])[0].rels == {"alternate", "canonical"}


@given(st.lists(st.one_of(st.text(), st.text('<>;,="\\ a\n\0\ud800')), max_size=3))
def test_any_text_gives_storable_links(values: list[str]) -> None:
    for link in read_links(values):
        for text in (link.target, *link.params, *link.params.values()):
            assert "\0" not in text
            text.encode()


_URLS = st.from_regex(r"/[a-z,;=/?&-]{0,20}", fullmatch=True)
_NAMES = st.from_regex(r"[a-z][a-z-]{0,8}", fullmatch=True)
_VALUES = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S", "Zs"]), max_size=20)
_LINKS = st.lists(st.tuples(_URLS, st.dictionaries(_NAMES, _VALUES, max_size=4)), max_size=4)


@given(_LINKS)
def test_what_is_written_is_read_back(links: list[tuple[str, dict[str, str]]]) -> None:
    written = [HeaderLink(*link) for link in links]
    assert read_links([write_links(written)]) == written


@pytest.mark.parametrize(
    "params",
    [
        "rel='canonical'",
        "rel = 'canonical' ; title=x",
        "rel=\u201dcanonical\u201d",
        "rel=\u2018canonical\u2019",
        "rel=`canonical`",
        "title='a b'; rel='canonical'",
        "rel=\"canonical\"; hreflang='de'",
        "rel=\"'canonical'\"",
    ],
)
def test_only_double_quotes_are_quotes(params: str) -> None:
    links = read_links([f"<{A}>; {params}, </b>; rel=next"])
    assert [link.problem for link in links] == [UrlProblem.QUOTES, None]
    assert links[0].rels == {"canonical"}


@pytest.mark.parametrize("piece", ["<,", "<a>;", '<a>;a=";a=', '<a>;a="\\', ", ", ";", "<a>  "])
def test_a_header_of_any_form_is_read_in_time(piece: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        value = piece * (size // len(piece))
        return lambda: read_links([value, f'{value}"'])

    assert growth(prepare, 8_000) < LINEAR
