import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.items import PageAlternate, PageCanonical, PageDirective, Row
from sitemap_audit.parsing.page.html import MAX_ANNOTATIONS
from sitemap_audit.parsing.page.page_reader import MAX_HTML, TOO_MANY, PageReading, read_page
from sitemap_audit.parsing.urls import key, near_key

E = "https://example.com"
URL = f"{E}/d/page"
HTML = ("Content-Type", "text/html; charset=utf-8")


def read(
    body: str | bytes = "",
    *headers: tuple[str, str],
    status: int | None = 200,
    kind: tuple[str, str] | None = HTML,
    is_probe: bool = False,
) -> PageReading:
    return read_page(
        body if isinstance(body, bytes) else body.encode(),
        page_id=7,
        url=URL,
        headers=[*([kind] if kind else []), *headers],
        token="Googlebot",  # noqa: S106
        status=status,
        is_probe=is_probe,
    )


def test_the_headers_that_matter_are_kept_whatever_their_case() -> None:
    page = read(
        "",
        ("SERVER", "nginx"),
        ("last-modified", "Wed, 01 May 2024 10:00:00 GMT"),
        ("Date", "Thu, 02 May 2024 10:00:00 GMT"),
        ("ETag", 'W/"a"'),
        ("Retry-After", " 120 "),
        ("X-Robots-Tag", "noarchive"),
        ("x-robots-tag", "otherbot: noindex"),
        ("Content-Signal", " search=yes"),
        ("content-usage", "train-ai=n"),
        ("content-signal", "ai-train=no"),
        kind=("content-type", "Text/HTML; Charset=ISO-8859-1"),
    )
    assert page.content_type == "text/html"
    assert page.charset == "iso-8859-1"
    assert page.server == "nginx"
    assert page.last_modified == "Wed, 01 May 2024 10:00:00 GMT"
    assert page.last_modified_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert page.sent_at == datetime(2024, 5, 2, 10, tzinfo=UTC)
    assert page.etag == 'W/"a"'
    assert page.retry_after == "120"
    assert page.x_robots_tag == "noarchive\notherbot: noindex"
    assert page.usage_preferences == (
        "Content-Usage: train-ai=n\nContent-Signal: search=yes\nContent-Signal: ai-train=no"
    )


def test_the_page_says_what_it_is() -> None:
    page = read(
        '<html lang=en_US><head><title> A &amp;\n B </title><base href="/base/"></head>'
        "<body><h1>One<br>two</h1><h1>x</h1><svg><title>y</title></svg><p>three"
    )
    assert page.parsed
    assert (page.title, page.h1) == ("A & B", "One two")
    assert (page.lang, page.lang_problem, page.base) == ("en_US", "underscore", "/base/")
    assert page.words == 5  # the drawing's title is text of the page
    assert page.head_ended_by is None


def test_the_modified_date_is_parsed() -> None:
    meta = "<meta property=article:modified_time content={}>"
    local = read(meta.format("2024-05-01T10:00:00"))
    assert local.modified_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert (local.modified_precision, local.modified_problem) == ("second", "no-time-zone")
    unknown, none = read(meta.format("May")), read("<p>May")
    assert (unknown.modified_at, unknown.modified_problem) == (None, "unreadable")
    assert (none.modified_at, none.modified_problem) == (None, None)


def test_the_text_of_a_url_that_cannot_exist_is_read_whatever_its_status() -> None:
    body = "<title>Lost</title><link rel=canonical href=/><h1>Oh</h1><p>Nothing is here."
    missing, found = read(body, status=404, is_probe=True), read(body)
    assert (missing.title, missing.h1, missing.words) == ("Lost", "Oh", 4)
    assert (missing.text_hash, missing.simhash) == (found.text_hash, found.simhash)
    assert (missing.parsed, missing.canonicals, missing.noindex) == (False, [], None)
    gone, failed = read(body, status=404), read(body, status=500)
    assert (gone.text_hash, gone.parsed, gone.canonicals) == (found.text_hash, False, [])
    assert (failed.title, failed.words, failed.text_hash) == (None, None, None)


def test_what_a_page_does_not_say_is_null() -> None:
    page = read("<p>x")
    assert page.parsed
    assert (page.title, page.h1, page.lang, page.lang_problem, page.base) == (None,) * 5
    assert (page.refresh, page.refresh_url, page.meta_robots, page.x_robots_tag) == (None,) * 4
    assert (page.noindex, page.nofollow, page.noindex_source) == (False, False, None)
    assert (page.canonicals, page.alternates, page.directives, page.sitemap_links) == ([],) * 4


def test_a_title_is_cut_at_a_thousand_characters() -> None:
    assert read(f"<title>{'a' * 2000}").title == "a" * 1000


def test_the_title_of_a_drawing_is_not_that_of_the_page() -> None:
    assert read("<body><svg><title>y</title></svg>").title is None


def _canonical(body: str, *headers: tuple[str, str]) -> list[PageCanonical]:
    found: list[PageCanonical] = read(body, *headers).canonicals
    return found


def test_a_canonical_is_kept_as_written_and_as_meant() -> None:
    assert _canonical('<link rel="Canonical" href="/d/Page#top">') == [
        PageCanonical(
            page_id=7,
            url=URL,
            url_key=key(URL),
            number=1,
            source="html",
            href="/d/Page#top",
            canonical=f"{E}/d/Page",
            canonical_key=key(f"{E}/d/Page"),
            canonical_near_key=near_key(f"{E}/d/Page"),
            href_problem="relative",
            difference="case",
            in_head=True,
            attributes=None,
        )
    ]


CANONICALS = [
    ("itself", f'<link rel=canonical href="{URL}">', (URL, None, None, True, None)),
    ("several types", f'<link rel="x canonical" href="{URL}">', (URL, None, None, True, None)),
    (
        "slash",
        f'<link rel=canonical href="{URL}/">',
        (f"{URL}/", None, "trailing-slash", True, None),
    ),
    ("sibling", "<link rel=canonical href=x>", (f"{E}/d/x", "relative", "page", True, None)),
    (
        "with a base",
        "<base href=/b/><link rel=canonical href=x>",
        (f"{E}/b/x", "relative", "page", True, None),
    ),
    (
        "with a base that comes later",
        "<link rel=canonical href=x><base href=//a.b/c/>",
        ("https://a.b/c/x", "relative", "host", True, None),
    ),
    (
        "with a base that is no URL",
        "<base href=mailto:x><link rel=canonical href=x>",
        (f"{E}/d/x", "relative", "page", True, None),
    ),
    ("empty", '<link rel=canonical href="">', (None, "empty", None, True, None)),
    ("without href", "<link rel=canonical>", (None, "empty", None, True, None)),
    ("scheme", "<link rel=canonical href=ftp://a/b>", (None, "scheme", None, True, None)),
    ("body", f"<p><link rel=canonical href={URL}>", (URL, None, None, False, None)),
    (
        "voided",
        f"<link rel=canonical href={URL} type=text/html media hreflang=en lang>",
        (URL, None, None, True, "hreflang,lang,media,type"),
    ),
]


@pytest.mark.parametrize(
    ("body", "expected"), [c[1:] for c in CANONICALS], ids=[c[0] for c in CANONICALS]
)
def test_a_canonical_of_the_html(
    body: str, expected: tuple[str | None, str | None, str | None, bool, str | None]
) -> None:
    (link,) = _canonical(body)
    assert expected == (
        link.canonical,
        link.href_problem,
        link.difference,
        link.in_head,
        link.attributes,
    )


def test_canonicals_of_the_headers_follow_those_of_the_html_and_know_no_base() -> None:
    found = _canonical(
        "<base href=/b/><link rel=canonical href=x><link rel=canonical href=y>",
        ("Link", '<z>; rel="canonical", </s.css>; rel=preload'),
        ("Link", "/bare; rel=canonical"),
    )
    assert [(c.number, c.source, c.href, c.canonical, c.href_problem) for c in found] == [
        (1, "html", "x", f"{E}/b/x", "relative"),
        (2, "html", "y", f"{E}/b/y", "relative"),
        (3, "header", "z", f"{E}/d/z", "relative"),
        (4, "header", "/bare", None, "malformed"),
    ]


def test_an_alternate_is_kept_as_written_and_as_meant() -> None:
    assert read(f'<link rel=alternate hreflang=en-uk href="{E}/en">').alternates == [
        PageAlternate(
            page_id=7,
            url=URL,
            url_key=key(URL),
            number=1,
            source="html",
            hreflang="en-uk",
            code=None,
            code_problem="reserved-region",
            code_suggestion="en-GB",
            href=f"{E}/en",
            alternate=f"{E}/en",
            alternate_key=key(f"{E}/en"),
            alternate_near_key=near_key(f"{E}/en"),
            href_problem=None,
            in_head=True,
            attributes=None,
        )
    ]


ALTERNATES = [
    ("plain", "<link rel=alternate hreflang=de href=/de>", [("html", "de", "/de", True, None)]),
    ("empty code", "<link rel=alternate hreflang href=/de>", [("html", "", "/de", True, None)]),
    ("empty href", "<link rel=alternate hreflang=de>", [("html", "de", None, True, None)]),
    ("feed", "<link rel=alternate type=application/rss+xml href=/feed>", []),
    ("mobile", "<link rel=alternate media=handheld href=//m.a.b>", []),
    ("style", "<link rel='alternate stylesheet' hreflang=de href=/a.css>", []),
    ("no alternate", "<link rel=next hreflang=de href=/de>", []),
    ("body", "<p><link rel=alternate hreflang=de href=/de>", [("html", "de", "/de", False, None)]),
    ("anchor", "<p><a hreflang=de type=x href=/de>", [("anchor", "de", "/de", False, None)]),
    (
        "combined",
        "<link rel='alternate canonical' hreflang=de media=print type=text/html href=/de>",
        [("html", "de", "/de", True, "media,type,rel=canonical")],
    ),
]


@pytest.mark.parametrize(
    ("body", "expected"), [c[1:] for c in ALTERNATES], ids=[c[0] for c in ALTERNATES]
)
def test_alternates_of_the_html(
    body: str, expected: list[tuple[str, str, str | None, bool, str | None]]
) -> None:
    found = read(body).alternates
    assert expected == [(a.source, a.hreflang, a.href, a.in_head, a.attributes) for a in found]


def test_alternates_of_the_headers_count_for_any_kind_of_file() -> None:
    page = read(
        b"%PDF-1.7",
        (
            "Link",
            f'<{E}/a.pdf>; rel="alternate"; hreflang="en", <b.pdf>; rel=alternate; hreflang=de',
        ),
        ("Link", f'<{E}/c.pdf>; rel="canonical"'),
        kind=("Content-Type", "application/pdf"),
    )
    assert not page.parsed
    assert [(a.source, a.code, a.alternate, a.in_head) for a in page.alternates] == [
        ("header", "en", f"{E}/a.pdf", True),
        ("header", "de", f"{E}/d/b.pdf", True),
    ]
    assert [c.canonical for c in page.canonicals] == [f"{E}/c.pdf"]


def test_links_to_sitemaps_are_resolved() -> None:
    assert read("<link rel=sitemap type=application/xml href=/s.xml>").sitemap_links == [
        f"{E}/s.xml"
    ]


def test_directives_of_meta_and_header_are_numbered_and_judged_together() -> None:
    page = read(
        "<meta name=robots content='nofollow, noidex'><meta name=GoogleBot content=noindex>"
        "<meta name=description content=noindex>",
        ("X-Robots-Tag", "bingbot: none, googlebot: noindex"),
    )
    assert [(d.number, d.source, d.agent, d.directive, d.problem) for d in page.directives] == [
        (1, "meta", "robots", "nofollow", None),
        (2, "meta", "robots", "noidex", "unknown"),
        (3, "meta", "googlebot", "noindex", None),
        (4, "header", "bingbot", "none", None),
        (5, "header", "googlebot", "noindex", None),
    ]
    assert page.directives[0] == PageDirective(
        7, URL, key(URL), 1, "meta", "robots", "nofollow", None, True, None
    )
    assert page.meta_robots == "robots: nofollow, noidex\ngooglebot: noindex"
    assert (page.noindex, page.nofollow, page.noindex_source) == (True, True, "both")


def test_a_date_of_unavailability_is_kept_and_makes_no_noindex() -> None:
    page = read("", ("X-Robots-Tag", "unavailable_after: 2020-05-01"))
    assert page.unavailable_after == "2020-05-01"
    assert page.unavailable_after_at == datetime(2020, 5, 2, 12, tzinfo=UTC)
    assert page.noindex is False


def _refresh(meta: str) -> str:
    return f'<meta http-equiv="Refresh" content="{meta}">'


REFRESHES = [
    ("meta", _refresh("0;url=/a"), [], ("0;url=/a", "meta", f"{E}/a")),
    ("with a base", "<base href=/b/>" + _refresh("0;a"), [], ("0;a", "meta", f"{E}/b/a")),
    ("itself", _refresh("30"), [], ("30", "meta", None)),
    ("header first", _refresh("0;/a"), ["0;url=/b"], ("0;url=/b", "header", f"{E}/b")),
    ("header that is none", _refresh("0;/a"), ["x"], ("0;/a", "meta", f"{E}/a")),
    ("second meta", _refresh("x") + _refresh("1;/a"), [], ("1;/a", "meta", f"{E}/a")),
    ("for those without scripts", f"<noscript>{_refresh('0;/a')}</noscript>", [], (None,) * 3),
    ("scheme", _refresh("0;url=javascript:x"), [], ("0;url=javascript:x", "meta", None)),
]


@pytest.mark.parametrize(
    ("body", "headers", "expected"), [c[1:] for c in REFRESHES], ids=[c[0] for c in REFRESHES]
)
def test_the_refresh_that_a_browser_obeys(
    body: str, headers: list[str], expected: tuple[str | None, str | None, str | None]
) -> None:
    page = read(body, *(("Refresh", value) for value in headers))
    assert (page.refresh, page.refresh_source, page.refresh_url) == expected
    assert page.refresh_key == (key(page.refresh_url) if page.refresh_url else None)


NOINDEX = "<title>a</title><meta name=robots content=noindex><link rel=canonical href=/a>"


@pytest.mark.parametrize("status", [301, 403, 503, None])
def test_an_answer_that_is_no_page_says_nothing_of_itself(status: int | None) -> None:
    page = read(
        NOINDEX,
        ("X-Robots-Tag", "noindex"),
        ("Link", "</a>; rel=canonical"),
        ("Refresh", "0;/a"),
        status=status,
    )
    assert not page.parsed
    assert (page.title, page.noindex, page.refresh, page.words) == (None,) * 4
    assert (page.canonicals, page.alternates, page.directives) == ([], [], [])
    assert page.x_robots_tag == "noindex"
    assert (page.body_hash is None) == (status is None)


def test_a_bot_wall_says_nothing_of_the_page() -> None:
    page = read(NOINDEX, ("cf-mitigated", "challenge"), ("X-Robots-Tag", "noindex"))
    assert (page.challenge, page.parsed, page.noindex) == ("cloudflare", False, None)
    assert (page.canonicals, page.directives) == ([], [])


KINDS = [
    ("HTML", HTML, NOINDEX, True, True),
    ("XHTML", ("Content-Type", "application/xhtml+xml"), NOINDEX, True, True),
    ("no type, HTML", None, f" <!-- a --> <!DOCTYPE html>{NOINDEX}", True, True),
    ("no type, no HTML", None, NOINDEX, False, False),
    ("plain text", ("Content-Type", "text/plain"), NOINDEX, False, False),
    ("binary", HTML, f"\0{NOINDEX}", False, None),
    ("a stray NUL", HTML, f"{NOINDEX}{' ' * 4096}\0", True, True),
    ("empty", HTML, "", True, False),
    ("huge", HTML, NOINDEX + " " * MAX_HTML, True, True),
    ("at the limit", HTML, " " * (MAX_HTML - len(NOINDEX)) + NOINDEX, True, True),
    ("beyond the limit", HTML, " " * MAX_HTML + NOINDEX, True, False),
]


@pytest.mark.parametrize(
    ("kind", "body", "parsed", "noindex"), [c[1:] for c in KINDS], ids=[c[0] for c in KINDS]
)
def test_html_is_parsed_and_nothing_else(
    kind: tuple[str, str] | None, body: str, parsed: bool, noindex: bool | None
) -> None:
    page = read(body, kind=kind)
    assert (page.parsed, page.noindex) == (parsed, noindex)


@pytest.mark.parametrize(
    ("body", "kind", "cut_at", "reason"),
    [
        (NOINDEX + " " * MAX_HTML, HTML, MAX_HTML, None),
        (NOINDEX, HTML, None, None),
        (" " * MAX_HTML, HTML, None, None),
        (" " * 2 * MAX_HTML, ("Content-Type", "text/plain"), None, None),
        ("\0", HTML, None, "binary"),
    ],
)
def test_what_was_not_read_of_a_page_is_told(
    body: str, kind: tuple[str, str], cut_at: int | None, reason: str | None
) -> None:
    page = read(body, kind=kind)
    assert (page.cut_at, page.unread_reason) == (cut_at, reason)


def test_a_url_that_is_longer_than_is_read_is_no_other_url() -> None:
    path = "/" + "a" * 70_000
    link = ("Link", f"<{path}>; rel=alternate; hreflang=de")
    page = read(f"<link rel=canonical href='{path}'><base href='{path}'>", link)
    problems = [page.canonicals[0].href_problem, page.alternates[0].href_problem]
    assert (problems, page.canonicals[0].canonical) == (["too-long"] * 2, None)


FACTS = (
    "<title>t</title><meta name=robots content=noindex><meta property=og:url content=/o>"
    "<meta property=article:modified_time content=2026-01-01>"
    "<link rel=canonical href=/c><link rel=alternate hreflang=de href=/d>"
    "<link rel=alternate media='only screen and (max-width: 640px)' href=/m>"
)
MORE = MAX_ANNOTATIONS + 1


@pytest.mark.parametrize(
    "others",
    [
        "<meta name=a content=b>",
        "<meta charset=utf-8>",
        "<link rel=preload href=a>",
        "<link rel=alternate type=application/rss+xml href=a>",
        "<a href=a>a</a>",
        "<svg><title>a</title></svg>",
        "<base>",
    ],
)
def test_what_matters_is_taken_behind_any_number_of_other_elements(others: str) -> None:
    page = read(others * MORE + FACTS)
    found = [page.title, page.noindex, page.og_url, page.modified]
    assert found == ["t", True, "https://example.com/o", "2026-01-01"]
    assert [len(page.canonicals), len(page.alternates), len(page.forms)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("body", "header"),
    [
        ("<meta name=robots content=a>" * MORE, None),
        ("<link rel=canonical href=a>" * MORE, None),
        ("<link rel=alternate hreflang=de href=a>" * MORE, None),
        ("<a hreflang=de href=a></a>" * MORE, None),
        ("", ("Link", "<a>;rel=alternate;hreflang=de," * MORE)),
        ("", ("X-Robots-Tag", "all," * MORE)),
    ],
)
def test_a_page_of_more_annotations_than_are_taken_is_not_checked(
    body: str, header: tuple[str, str] | None
) -> None:
    page = read(body + FACTS, *([header] if header else []))
    assert (page.parsed, page.unread_reason) == (False, TOO_MANY)
    assert [page.noindex, page.title, page.words] == [None, None, None]
    assert not [*page.canonicals, *page.alternates, *page.forms, *page.directives]


def test_a_noindex_of_the_header_is_known_though_the_body_cannot_be_read() -> None:
    page = read("\0", ("X-Robots-Tag", "noindex"))
    assert (page.parsed, page.noindex, page.nofollow) == (False, True, None)


@pytest.mark.parametrize(
    ("body", "kind", "charset"),
    [
        ("<title>café".encode("latin-1"), "text/html; charset=iso-8859-1", "iso-8859-1"),
        ("\ufeff<title>café".encode("utf-16-le"), "text/html", "utf-16le"),
        ("<meta charset=latin1><title>café".encode("latin-1"), "text/html", "latin1"),
        ("<title>café".encode(), "text/html", None),
    ],
)
def test_a_page_is_read_in_its_encoding(body: bytes, kind: str, charset: str | None) -> None:
    page = read(body, kind=("Content-Type", kind))
    assert (page.title, page.charset) == ("café", charset)


def test_the_hash_of_the_body_is_of_its_bytes() -> None:
    assert read("a").body_hash == read("a", status=404).body_hash != read("b").body_hash
    assert len(read("a").body_hash or "") == 32


_MARKUP = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(
                    "<head>",
                    "</head>",
                    "<body>",
                    "<div>",
                    "<noscript>",
                    "</noscript>",
                    "<template>",
                ),
                *("<link rel=canonical href='", "<link rel=alternate hreflang='", "' href='", "'>"),
                *("<meta name=robots content='", "<meta http-equiv=refresh content='0;url="),
                *("<base href='", "<html lang='", "<title>", "<h1>", "<a hreflang=", "<svg>", "\0"),
                *(
                    "https://example.com/",
                    "&#0;",
                    "&#xD800;",
                    "noindex,",
                    "\ud800",
                    "<!--",
                    "<script>",
                ),
            ]
        ),
        st.text(max_size=4),
    ),
    max_size=30,
).map("".join)
_BODIES = st.one_of(
    st.binary(),
    _MARKUP.map(lambda text: text.encode("utf-8", "surrogatepass")),
    _MARKUP.map(lambda text: text.encode("utf-16", "surrogatepass")),
)
_NAMES = ["Link", "X-Robots-Tag", "Refresh", "Content-Type", "Server", "ETag"]
_HEADERS = st.lists(st.tuples(st.sampled_from(_NAMES), _MARKUP), max_size=4)


@given(_BODIES, _HEADERS, st.sampled_from([200, 403, None]))
def test_any_answer_is_read_and_can_be_stored(
    body: bytes, headers: list[tuple[str, str]], status: int | None
) -> None:
    page = read(body, *headers, status=status)
    records: list[Row] = [*page.canonicals, *page.alternates, *page.directives]
    stored = chain.from_iterable(asdict(record).values() for record in records)
    for value in [*vars(page).values(), *stored, *page.sitemap_links]:
        if isinstance(value, str):
            assert "\0" not in value
            value.encode()


def test_a_plain_page_needs_no_tables_of_languages_and_suffixes() -> None:
    code = (
        "import sys\nfrom sitemap_audit.parsing.page.page_reader import read_page\n"
        "assert not {'numpy', 'langcodes', 'publicsuffixlist'} & set(sys.modules)\n"
        "read_page(b'<html lang=de-AT><p>a', page_id=1, url='https://a.de/', token='Googlebot',"
        " headers=[('Content-Type', 'text/html')])\n"
        "assert 'langcodes' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_forms_for_other_devices_are_amphtml_and_alternates_with_a_media_query() -> None:
    page = read(
        "<link rel=amphtml href=/amp><link rel=alternate media=handheld href=//m.example.com/a>"
        '<link rel="alternate stylesheet" media=print href=b><link rel=alternate href=c>'
        "<link rel=alternate media=' ' href=d><link rel=alternate media=all hreflang=de href=e>"
        "<link rel=alternate media=all type=application/rss+xml href=f><link rel=amphtml>"
        "<link rel=alternate media=print href=i.pdf>"
        "<link rel='alternate icon' media='(max-width: 9px)' href=j>"
        "<body><link rel=amphtml href=g>",
        ("Link", f'<{E}/h>; rel=alternate; media="only screen and (max-width: 640px)"'),
    )
    forms = [(form.source, form.kind, form.form, form.in_head) for form in page.forms]
    assert forms == [
        ("html", "amphtml", f"{E}/amp", True),
        ("html", "media", "https://m.example.com/a", True),
        ("html", "amphtml", None, True),
        ("html", "amphtml", f"{E}/d/g", False),
        ("header", "media", f"{E}/h", True),
    ]
    assert [form.number for form in page.forms] == [1, 2, 3, 4, 5]
    assert [alternate.hreflang for alternate in page.alternates] == ["de"]
