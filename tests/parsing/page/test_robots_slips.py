import pytest

from sitemap_audit.parsing.page.html import read_html
from sitemap_audit.parsing.page.robots_meta import read_header, read_meta
from sitemap_audit.parsing.page.robots_slips import find_void_header, meant

BOTH = '<meta name="robots" content="noindex, nofollow">'
ONE = '<meta name="robots" content="noindex">'
VOID = [
    ('<meta property="robots" content="noindex, nofollow">', BOTH),
    ('<meta http-equiv="robots" content="noindex">', ONE),
    ('<meta http-equiv="X-Robots-Tag" content="noindex">', ONE),
    ('<meta http-equiv="googlebot" content="noindex">', ONE.replace("robots", "googlebot")),
    ('<meta itemprop="robots" content="noindex">', ONE),
    ('<meta id="robots" content="noindex">', ONE),
    ('<meta rel="robots" content="noindex">', ONE),
    ('<meta name="robots" value="noindex">', ONE),
    ('<meta name="robots" value="noindex" content="">', ONE),
    ('<meta property="robots" value="noindex">', ONE),
    ('<meta name="robots" contents="noindex">', ONE),
    ('<meta name="robots" noindex nofollow>', BOTH),
    ("<meta name=\u201crobots\u201d content=\u201cnoindex, nofollow\u201d>", BOTH),
    ("<meta name=\u2018robots\u2019 content=\u2018noindex\u2019>", ONE),
    ('<meta name=\u201drobots\u201d content="noindex">', ONE),
    ("<meta name=&quot;robots&quot; content=&quot;noindex,nofollow&quot;>", BOTH),
    ('<meta name="robots, googlebot" content="noindex">', ONE),
    ('<meta name="robots googlebot bingbot" content="noindex">', ONE),
    ('<meta name="robots,googlebot" content="noindex nofollow">', BOTH),
    ('<meta name="ROBOTS/GOOGLEBOT" content="NOINDEX;NOFOLLOW">', BOTH),
    (
        '<meta name="googlebot, bingbot" content="noindex">',
        ONE.replace("robots", "googlebot") + ONE.replace("robots", "bingbot"),
    ),
    ('<meta name="robot" content="noindex">', ONE),
    ('<meta name="google-bot" content="noindex">', ONE.replace("robots", "googlebot")),
    ('<meta name="robots:" content="noindex">', ONE),
    ('<meta name="X-Robots-Tag" content="noindex">', ONE),
    ('<meta name="meta-robots" content="noindex">', ONE),
    ('<meta name="robots\u200b" content="noindex">', ONE),
    ('<meta name="\u00a0robots" content="noindex">', ONE),
    ('<meta name="noindex">', ONE),
    ('<meta name="noindex" content="true">', ONE),
    ('<meta name="noindex, nofollow" content="">', BOTH),
    ("<meta noindex>", ONE),
    ('<meta name="robtos" content="noindex">', ONE),
    ('<meta name="robots.txt" content="noindex">', ONE),
    ('<meta name="robots and googlebot" content="noindex">', ONE),
    ('<meta names="robots" content="noindex">', ONE),
    ('<meta name="robots" conent="noindex">', ONE),
    ('<meta robots="noindex, nofollow">', BOTH),
    ('<meta robots content="noindex">', ONE),
    ('<meta content="noindex, nofollow">', BOTH),
    (
        '<meta property="robots" content="index, follow, max-image-preview:large">',
        '<meta name="robots" content="index, follow, max-image-preview:large">',
    ),
    (
        '<meta property="robots" content="noindex; max-snippet: 50">',
        ONE[:-2] + ', max-snippet:50">',
    ),
]
NOT_VOID = [
    ONE,
    '<meta name=" Robots " content="noindex">',
    '<meta property="og:title" name="googlebot" content="noindex">',
    '<meta property="robots" content="index, follow">',
    '<meta property="robots" content="">',
    '<meta name="robots">',
    '<meta name="description" content="noindex, nofollow">',
    '<meta name="description" content="How robots read noindex">',
    '<meta name="keywords" content="robots, noindex">',
    '<meta name="keywords" property="robots" content="robots, noindex">',
    '<meta property="og:title" content="robots">',
    '<meta property="og:description" content="noindex">',
    '<meta name="noindex" content="false">',
    '<meta name="google" content="notranslate">',
    '<meta name="chatbot" content="open">',
    '<meta name="rating" content="none">',
    "<meta charset=utf-8>",
]


def test_a_meta_without_effect_is_found_with_what_to_write() -> None:
    void = [read_html(element, "https://example.com/").void_robots for element, _ in VOID]
    written = [each.robots_to_write if each else None for each in void]
    assert dict(zip(VOID, written, strict=True)) == {each: each[1] for each in VOID}
    found = [read_html(element, "https://example.com/").void_robots for element in NOT_VOID]
    assert [e for e, void in zip(NOT_VOID, found, strict=True) if void] == []


MEANT = [
    ("noindex nofollow", "noindex, nofollow"),
    ("noindex; nofollow", "noindex, nofollow"),
    ("noindex|nofollow", "noindex, nofollow"),
    ("noindex/nofollow", "noindex, nofollow"),
    ("noindex & nofollow", "noindex, nofollow"),
    ("noindex\uff0cnofollow", "noindex, nofollow"),
    ("noindex\u3001nofollow", "noindex, nofollow"),
    ("noindex\u00a0nofollow", "noindex, nofollow"),
    ("noindex\u200b", "noindex"),
    ("\ufeffnoindex", "noindex"),
    ("noindex.", "noindex"),
    ("\u201cnoindex\u201d", "noindex"),
    ("'noindex'", "noindex"),
    ("[noindex]", "noindex"),
    ("no-index", "noindex"),
    ("no\u2011index", "noindex"),
    ("no index", "noindex"),
    ("no_index no_follow", "noindex, nofollow"),
    ("noidex", "noindex"),
    ("noindex:true", "noindex"),
    ("noindex=1", "noindex"),
    ("robots: noindex", "noindex"),
    ("googlebot:noindex", "noindex"),
    ("max-snippet:50 max-image-preview:large", "max-snippet:50, max-image-preview:large"),
    ("noindex max-snippet: 50", "noindex, max-snippet:50"),
    ("max-snippets:50", "max-snippet:50"),
    ("max-image-preview=large", "max-image-preview:large"),
    ("googlebot noindex", "noindex"),
    ("robots noindex nofollow", "noindex, nofollow"),
    ("noindex:nofollow", "noindex, nofollow"),
    ("index: follow", "index, follow"),
    ("googlebot", None),
    ("noindex because", None),
    ("noindex: because", None),
    ("max-snippet:long", None),
    ("unavailable_after: soon", None),
    ("foo", None),
]


@pytest.mark.parametrize(("content", "directives"), MEANT)
def test_what_an_invalid_directive_was_meant_to_be(content: str, directives: str | None) -> None:
    read = read_meta("robots", content)
    assert [each.problem is None for each in read] == [False]
    assert meant(read[0]) == directives
    assert meant(read_header(["noindex"])[0]) is None


def test_a_header_without_effect_is_found_with_the_header_to_send() -> None:
    names = ["x-robots", "x-robot-tag", "robots-tag", "robots", "x_robots_tag", "x-robots-tags"]
    found = [find_void_header({"server": "noindex", name: "noindex; nofollow"}) for name in names]
    assert [each and each.robots_to_write for each in found] == [
        "X-Robots-Tag: noindex, nofollow"
    ] * len(names)
    for name, value in (("x-robots-tag", "noindex"), ("robots", "index"), ("x-robots", "")):
        assert find_void_header({name: value}) is None
