from collections.abc import Callable
from functools import partial

import pytest
from growth import LINEAR, growth

from sitemap_audit.parsing.page.guard import is_too_costly
from sitemap_audit.parsing.page.page_reader import read_page
from sitemap_audit.parsing.page.tree_size import FORMATTING

MANY = " ".join(f"a{n}" for n in range(300))
COSTLY = {
    "nested lists": "<ul><li>" * 50_000,
    "nested and closed": "<div>" * 50_000 + "</div>" * 50_000,
    "end tags of others": "<div></b>" * 50_000,
    "unclosed and remade": "<p>" + "".join(f"<b a={n}>" for n in range(2000)) + "<p>x" * 2000,
    "closed in an attribute": "<div title='</div>'>" * 50_000,
    "closed in a comment": "<div><!--</div>-->" * 50_000,
    "closed in a script": "<div><script>'</div>'</script>" * 50_000,
    "no tag of its own": "<div/>" * 50_000,
    "groups of options": "<optgroup>" * 50_000,
    "options": "<select>" + "<OPTION>x" * 21_000,
    "ruby without ruby": "<rt>" * 50_000,
    "attributes": "<div " + " ".join(f"a{n}" for n in range(50_000)) + ">",
    "attributes, no end": "<div " + "a " * 50_000,
    "attributes with '<'": "<div " + " ".join(f"<{n}" for n in range(50_000)) + ">",
    "some attributes of each": "<p a b c>" * 180_000,
    "attributes, remade": f"<p><b {MANY}>" + "<p>x" * 10_000,
    "attributes of a link, remade": f"<p><a {MANY}>" + "<p>x" * 10_000,
    "attributes of links, cloned": f"<a {MANY}>{'<div>' * 8}</a>{'</div>' * 8}" * 500,
    "attributes behind a comment": "<!-- ' --" + ">" + "<p a b c>" * 180_000,
    "attributes behind a title": "<title><!--</title>" + "<p a b c>" * 180_000,
    "attributes of an end tag": "<script>1</script " + "a " * 50_000 + ">",
}


def test_a_page_that_would_cost_minutes_is_left_unparsed() -> None:
    assert [name for name, text in COSTLY.items() if not is_too_costly(text)] == []


PIECES = (
    *("<ul><li>", "<div></b>", "<b a=1>", "<div a ", "<", "<!-- ", "x" * 20_001 + ">"),
    *("<svg>", "<svg><desc>", "<b>", "<p><b>x", "<select><title>", "<a b='"),
    *("<script><!--", "</p>", "<a b ", "<a b='", "<i b c>", "<a b c>"),
)


@pytest.mark.parametrize("piece", PIECES)
def test_the_guard_takes_time_in_proportion_to_the_page(piece: str) -> None:
    def prepare(size: int) -> Callable[[], bool]:
        return partial(is_too_costly, piece * (size // len(piece)))

    assert growth(prepare, 50_000) < LINEAR


WORDS = "word " * 6_000
HARMLESS = {
    "words in double quotes": f'<p title="{WORDS}">x</p>',
    "words in single quotes": f"<p data-text='{WORDS}'>x</p>",
    "words in quotes, no end": f'<p title="{WORDS}',
    "words behind other attributes": f'<p id=a class = "b" hidden title = "{WORDS}" lang=en>x</p>',
    "words in two attributes": f"<p title='{WORDS}' data-text=\"{WORDS}\">x</p>",
    "words in a void element": f'<meta name="description" content="{WORDS}"/>',
    "words on lines": f'<p title="{WORDS}">x</p>'.replace(" word", "\n\tword"),
    "words with the other quotes": '<p title="' + "it's " * 6_000 + '">x</p>',
    "words and tags in quotes": f'<p title="a > b <i {WORDS}">x</p>',
    "words and less-than in quotes": f"<p title='1 < 2 <b {WORDS}'>x</p>",
    "a list of sources": f'<img srcset="{", ".join(f"/a.jpg {n}w" for n in range(6_000))}">',
    "a page's data": "<div data-page='{" + '"a": [1, 2], ' * 6_000 + "}'>",
    "words without quotes": f"<p title={WORDS.replace(' ', '_')}>x</p>",
    "words in a noscript": f"<noscript><i title='{WORDS}'></noscript>",
    "options in quotes": "<select data-all='" + "<option>x</option>" * 21_000 + "'>",
    "options in a script": "<script>'" + "<option>x</option>" * 21_000 + "'</script>",
    "a script in an attribute": f'<a onclick="f(a<b, {WORDS})">x</a>',
    "empty": "",
    "long list": "<ul>" + "<li>x" * 20_000 + "</ul>",
    "long table": "<table>" + "<tr><td><b>x</b><br>" * 10_000 + "</table>",
    "paragraphs": "<p>x <img src=a>" * 20_000,
    "blocks": "<div><div>x</div></div>" * 10_000,
    "drawing": "<svg>" + '<path d="M0 0"/>' * 20_000 + "</svg>",
    "long script": "<script>var a = '" + "a " * 50_000 + "'</script>",
    "long text": "<p>" + "word " * 50_000 + "</p>",
    "long comment": "<p><!-- " + "a " * 50_000 + "--></p>",
    "long image": f'<img src="data:image/png;base64,{"A" * 500_000}">',
    "unclosed bold": "<b>" + "<p>x" * 10_000,
    "bold unclosed in each paragraph": "<p><b>x" * 3_000,
    "bold unclosed in each item": "<ul>" + "<li><b>x" * 6_000,
    "unclosed and all the same": "<b>" * 2_000 + "<p>x" * 2_000,
    "three kinds unclosed": "<p><font color=a><font color=b><font color=c>x" * 6_000,
    "spans closed by what is around": "<div><span>x</div>" * 6_000,
    "tags in a script": "<script>" + "a = '<div><b>';" * 6_000 + "</script>",
    "tags in a comment": "<!--" + "<div><b>" * 6_000 + "-->",
    "tags in attributes": "<p title='<div>'>x</p>" * 6_000,
    "a long list to choose from": "<select>" + "<option>x</option>" * 4_000 + "</select>",
    "cells": "<table>" + "<tr><td>1<td>2<td class=a>3</tr>" * 15_000 + "</table>",
    "links": '<li><a href="/a/b" class="c">d e</a></li>' * 20_000,
    "cards": '<a href="/a" class=b id=c><div><p>x</p><b>y</b></div></a>' * 10_000,
    "anchors without an end": "".join(f"<p><a name={n}>x" for n in range(3_000)),
    "anchors in cells": "".join(f"<table><td><a name={n}>x</table>" for n in range(3_000)),
    "prose": "<p>" + "it's a 'word' of \"two\" / three\n" * 60_000,
    "icons": "<div><svg><title>x</title><g><path d='M0'/></g></svg></div>" * 6_000,
}


def test_a_big_page_is_parsed() -> None:
    assert [name for name, text in HARMLESS.items() if is_too_costly(text)] == []


def test_what_a_page_left_unparsed_says_is_unknown() -> None:
    page = read_page(
        COSTLY["nested lists"].encode(),
        page_id=1,
        url="https://example.com/",
        headers=[("Content-Type", "text/html")],
        token="Googlebot",  # noqa: S106
    )
    assert (page.parsed, page.noindex, page.nofollow, page.words) == (False, None, None, None)
    assert page.unread_reason == "too-complex"
    assert page.body_hash is not None


def test_every_formatting_element_is_counted_in_any_case() -> None:
    names = [name for each in FORMATTING for name in (each, each.upper())]
    tags = {name: "".join(f"<{name} a={n}>" for n in range(1_001)) for name in names}
    assert [name for name in names if not is_too_costly(tags[name] + "<p>x" * 1_001)] == []
