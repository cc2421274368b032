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
