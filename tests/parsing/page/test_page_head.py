"""What is in the head, and what ended it."""

import pytest

from sitemap_audit.parsing.page.html import read_html

URL = "https://example.com/"
CANONICAL = '<link rel="canonical" href="/a">'

ENDED = [
    ("div", f"<html><head><title>a</title><div>x</div>{CANONICAL}</head><body>b", "div"),
    ("div that nothing follows", "<head><title>a</title><div>x</div></head><body>b", "div"),
    ("img", f"<head><img src=x>{CANONICAL}</head><body>b", "img"),
    ("iframe", f"<head><iframe src=x></iframe>{CANONICAL}</head><body>b", "iframe"),
    ("pixel", f"<head><noscript><img src=x></noscript>{CANONICAL}</head><body>b", "img"),
    ("text", f"<head><title>a</title> oops {CANONICAL}</head><body>b", "#text"),
    ("warning before all", f"Warning: x<!doctype html><head>{CANONICAL}</head><body>b", "#text"),
    ("unknown element", f"<head><x-seo></x-seo>{CANONICAL}</head><body>b", "x-seo"),
    ("no end of head", f"<head><p>x</p>{CANONICAL}<body>b", "p"),
    ("neither end nor body", f"<title>a</title><p>x</p>{CANONICAL}", "p"),
    ("after a script", f"<head><script>'</head>'</script><div></div>{CANONICAL}</head>b", "div"),
    ("after a comment", f"<head><!-- </head> --><div></div>{CANONICAL}</head>b", "div"),
]


@pytest.mark.parametrize(("text", "name"), [c[1:] for c in ENDED], ids=[c[0] for c in ENDED])
def test_what_does_not_belong_into_the_head_ends_it(text: str, name: str) -> None:
    html = read_html(text, URL)
    assert html.head_ended_by == name
    assert not any(element.in_head for element in html.elements)


WHOLE = [
    ("ordinary", f"<!doctype html><html><head><title>a</title>{CANONICAL}</head><body>b", True),
    ("all tags left out", f"<title>a</title>{CANONICAL}<p>b", True),
    ("only body", f"<title>a</title>{CANONICAL}<body><p>b", True),
    ("no end of head", f"<head>{CANONICAL}<body><p>b", True),
    ("comments and space", f"<!-- a --> <head> <!-- b -->\n{CANONICAL} </head>\n<body>b", True),
    (
        "scripts and styles",
        f"<head><script>1</script><style></style>{CANONICAL}</head>b",
        True,
    ),
    ("noscript", f"<head><noscript><style>p{{}}</style></noscript>{CANONICAL}</head>b", True),
    ("template", f"<head><template><div></div></template>{CANONICAL}</head>b", True),
    ("before the body", f"<head></head>{CANONICAL}<body>b", True),
    ("in a noscript", f"<head><noscript>{CANONICAL}</noscript></head>b", True),
    ("in the body", f"<head><title>a</title></head><body>{CANONICAL}b", False),
    ("at the end", f"<head><title>a</title></head><body>b{CANONICAL}</body>", False),
    ("behind the body", f"<head></head><body>b</body>{CANONICAL}</html>", False),
    ("</head> in a script", f"<head><script>'</head>'</script>{CANONICAL}</head><body>b", True),
    ("header, no head", f"{CANONICAL}<header>b</header>", True),
]


@pytest.mark.parametrize(("text", "in_head"), [c[1:] for c in WHOLE], ids=[c[0] for c in WHOLE])
def test_a_head_that_ends_where_it_is_meant_to_was_ended_by_nothing(
    text: str, in_head: bool
) -> None:
    html = read_html(text, URL)
    assert html.head_ended_by is None
    assert [element.in_head for element in html.elements] == [in_head]


def test_an_ordinary_page_without_tags_of_head_and_body_is_not_faulty() -> None:
    html = read_html("<title>a</title><p>b<link rel=stylesheet href=/a.css><img src=x>", URL)
    assert html.head_ended_by is None
    assert html.elements == []


def test_a_canonical_in_a_template_is_no_part_of_the_page() -> None:
    assert read_html(f"<head><template>{CANONICAL}</template></head>", URL).elements == []


def test_a_robots_meta_in_the_body_is_read_and_told() -> None:
    html = read_html("<head></head><body><meta name=robots content=noindex>", URL)
    assert [(d.directive, d.in_head) for d in html.directives] == [("noindex", False)]
