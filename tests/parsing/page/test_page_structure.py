"""Elements that a page has more than once."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.page.html import read_html

URL = "https://example.com/"
HEAD, BODY = "<head><title>a</title></head>", "<body><p>b</p></body>"

CASES = [
    ("a sound page", f"<html>{HEAD}{BODY}</html>", None),
    ("all tags left out", "<title>a</title><p>b", None),
    ("a second head", f"<html>{HEAD}<head></head>{BODY}", "head"),
    ("a page in a page", f"<html>{HEAD}<body><html>{HEAD}{BODY}</html></body>", "head, body"),
    ("a second title", f"<head><title>a</title><title>b</title></head>{BODY}", "title"),
    ("a drawing's title", f"{HEAD}<body><svg><title>c</title></svg></body>", None),
    ("a second base", f'<head><base href="/a/"><base href="/b/"></head>{BODY}', "base"),
    ("a base without an address", f'<head><base target="x"><base href="/b/"></head>{BODY}', None),
    ("a header is no head", f"{HEAD}<body><header>c</header></body>", None),
    ("in a comment", f"{HEAD}<!-- <head><body> -->{BODY}", None),
    ("in a script", f"{HEAD}<body><script>'<body>'</script>b</body>", None),
    ("in a template", f"{HEAD}<body><template><body></template></body>", None),
    ("in a comment that has no end", f"{HEAD}{BODY}<!-- <body>", None),
    ("in an attribute", f'{HEAD}<body><p data-tpl="<head><body>">b</p>', None),
    ("in an attribute in single quotes", f"{HEAD}<body><p title='<body >'>b</p>", None),
    ("in an attribute without quotes", f"{HEAD}<body><a href=x<body >b</a>", None),
    ("in an attribute of the head", '<head><meta content="<head><body >"></head><body>b', None),
    (
        "a page in a srcdoc",
        f"{HEAD}<body><iframe srcdoc='<html>{HEAD}<body>b</body></html>'></iframe>",
        None,
    ),
    ("the text of an iframe", f"{HEAD}<body><iframe>{HEAD}<body></iframe>b", None),
    ("in a field", f"{HEAD}<body><textarea>{HEAD}<body></textarea>b", None),
    ("in a title", "<head><title><head><body></title></head><body>b", None),
    ("in a style", f"{HEAD}<body><style>a::before {{ content: '<body>' }}</style>b", None),
    (
        "in a script in a comment",
        f"{HEAD}<body><script><!--<script></script><body>--></script>",
        None,
    ),
    ("in a template of the head", "<head><template><head><body></template></head><body>b", None),
    ("for those without scripts", f"{HEAD}<body><noscript><body></noscript>b", None),
    (
        "for those without scripts, in the head",
        "<head><noscript><body></noscript></head><body>b",
        None,
    ),
    ("in a drawing", f"{HEAD}<body><svg><head></head><![CDATA[<body>]]></svg>b", None),
    ("in a drawing's title", f"{HEAD}<body><svg><title><![CDATA[<body>]]></title></svg>b", None),
    ("in a drawing's title, as a tag", f"{HEAD}<body><svg><title><body></title></svg>b", None),
    ("behind a drawing", f"{HEAD}<body><svg><title>x</title></svg><body>b", "body"),
    ("CDATA of HTML is a comment", f"{HEAD}<body><![CDATA[<body>]]>b", None),
    ("plain text", f"{HEAD}<body><plaintext><head><body>", None),
    ("for Internet Explorer", f"<!--[if IE]>{HEAD}<body><![endif]-->{HEAD}{BODY}", None),
    (
        "for all but Internet Explorer",
        f"{HEAD}<!--[if IE]><body class=a><![endif]--><!--[if !IE]><!--><body><!--<![endif]-->b",
        None,
    ),
    ("shown by a condition", f"{HEAD}<![if !IE]><body><![endif]>b", None),
    ("a second body with attributes", f"{HEAD}<body class=a>b<BODY\nclass=b>c", "body"),
    ("a second body in a table", f"{HEAD}<body><table><body><tr><td>b</table>", "body"),
    ("behind what looks like a comment", f'{HEAD}<body><p title="<!--">b<body>c', "body"),
    ("behind what looks like a script", f'{HEAD}<body><p title="<script>">b<body>c', "body"),
    ("a second head in the body", f"{HEAD}<body>b{HEAD}", "head"),
]


@pytest.mark.parametrize(("text", "names"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_elements_that_are_there_more_than_once(text: str, names: str | None) -> None:
    assert read_html(text, URL).repeated_elements == names


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("<main><form><input type=password></form></main>", True),
        ('<form><input type="Password"></form>', True),
        ("<header><form><input type=password></form></header><p>a", False),
        ("<form><input type=text></form>", False),
    ],
)
def test_a_field_for_a_password_in_the_main_text(text: str, asks: bool) -> None:
    assert read_html(text, URL).main.asks_password == asks


def test_og_url_is_read_as_it_is_written() -> None:
    html = read_html('<meta property="og:url" content=" /a "><meta property="og:url">', URL)
    assert html.og_url == " /a "
