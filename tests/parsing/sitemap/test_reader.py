"""Sitemaps: what is written stands beside what it means, and nothing is lost or made up."""

from __future__ import annotations

import gzip
import html
import time
from dataclasses import asdict
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sitemap_reading import EXTENSIONS, read, urlset

from sitemap_audit.items import EntryAlternate, EntryImage, EntryNews, EntryVideo
from sitemap_audit.parsing.sitemap import Limits
from sitemap_audit.parsing.sitemap.values import duration_correction


def entry(loc: str, *more: str) -> str:
    return f"<url><loc>{html.escape(loc)}</loc>{''.join(more)}</url>\n"


def test_an_entry_keeps_what_was_written_beside_what_it_means() -> None:
    (found,) = read(
        urlset(
            "<url>\n<loc>\n HTTP://Example.com:80/a?b=1&amp;c=%7e </loc>"
            "<lastmod>2024-05-01 10:00</lastmod>"
            "<changefreq>Weekly</changefreq><priority>0,5</priority></url>"
        )
    ).entries
    assert (found.sitemap_id, found.sitemap_url) == (7, "https://example.com/sitemap.xml")
    assert (found.kind, found.position, found.line) == ("url", 1, 2)
    assert found.loc == "\n HTTP://Example.com:80/a?b=1&c=%7e "
    assert found.url == "http://example.com/a?b=1&c=~"
    assert found.lastmod == "2024-05-01 10:00"
    assert found.lastmod_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert (found.lastmod_precision, found.lastmod_problem) == ("minute", "no-time-zone")
    assert (found.changefreq, found.changefreq_problem) == ("Weekly", "not-lower-case")
    assert (found.priority, found.priority_value) == ("0,5", None)
    assert found.priority_problem == "not-a-number"


@pytest.mark.parametrize(
    ("written", "value", "problem"),
    [
        ("0.5", 0.5, None),
        (" 1 ", 1.0, None),
        ("0", 0.0, None),
        (".5", 0.5, None),
        ("1.1", 1.1, "out-of-range"),
        ("-0.1", -0.1, "out-of-range"),
        ("high", None, "not-a-number"),
        ("1e-1", None, "not-a-number"),
        ("", None, "empty"),
    ],
)
def test_a_priority_is_a_decimal_from_0_to_1(
    written: str, value: float | None, problem: str | None
) -> None:
    (found,) = read(urlset(entry("https://e.com/", f"<priority>{written}</priority>"))).entries
    assert (found.priority_value, found.priority_problem) == (value, problem)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("daily", None),
        (" never ", None),
        ("Daily", "not-lower-case"),
        ("", "empty"),
        ("2d", "unknown"),
    ],
)
def test_a_changefreq_is_one_of_seven_words(written: str, problem: str | None) -> None:
    (found,) = read(urlset(entry("https://e.com/", f"<changefreq>{written}</changefreq>"))).entries
    assert found.changefreq_problem == problem


def test_hreflang_links_are_numbered_and_carry_the_url_of_their_entry() -> None:
    links = (
        '<xhtml:link rel="alternate" hreflang="de-at" href="https://example.com/de"/>\n'
        '<xhtml:link rel="alternate" hreflang="en-UK" href="/en"/>'
    )
    reading = read(urlset(entry("https://example.com/1", links)))
    first, second = reading.of(EntryAlternate)
    assert (first.position, first.number, first.line) == (1, 1, 2)
    assert (first.url, first.url_key) == (reading.entries[0].url, reading.entries[0].url_key)
    assert (first.hreflang, first.code, first.code_problem) == ("de-at", "de-AT", None)
    assert (first.alternate, first.href_problem) == ("https://example.com/de", None)
    assert (second.number, second.line, second.code) == (2, 3, None)
    assert (second.code_suggestion, second.href_problem) == ("en-GB", "relative")
    assert reading.entries[0].alternates == 2
    assert reading.codes == []


def test_images_videos_and_news_are_read_with_all_their_elements() -> None:
    reading = read(
        urlset(
            entry(
                "https://example.com/1",
                "<image:image><image:loc>https://cdn.example.com/1.png</image:loc></image:image>",
                "<image:image><image:loc>/2.png</image:loc></image:image>",
                "<video:video><video:duration>600</video:duration><video:rating>4.5</video:rating>",
                "<video:publication_date>2024-05-01</video:publication_date>",
                "<video:tag>a</video:tag><video:tag>b</video:tag>",
                '<video:restriction relationship="deny">IE</video:restriction>',
                '<video:uploader info="https://example.com/u">U</video:uploader>',
                '<video:platform relationship="allow">web tv</video:platform></video:video>',
                "<news:news><news:publication><news:name>N</news:name>",
                "<news:language>en</news:language></news:publication>",
                "<news:publication_date>2024-05-01T08:00:00Z</news:publication_date>",
                "<news:title>T &amp; T</news:title></news:news>",
            )
        )
    )
    assert [(i.number, i.image_url, i.loc_problem) for i in reading.of(EntryImage)] == [
        (1, "https://cdn.example.com/1.png", None),
        (2, None, "relative"),
    ]
    (video,) = reading.of(EntryVideo)
    assert (video.duration, video.duration_value, video.rating_value) == ("600", 600, 4.5)
    assert video.publication_at == datetime(2024, 5, 1, tzinfo=UTC)
    assert (video.restriction, video.restriction_relationship) == ("IE", "deny")
    assert (video.platform, video.platform_relationship) == ("web tv", "allow")
    assert (video.uploader, video.uploader_info, video.tags) == ("U", "https://example.com/u", 2)
    (news,) = reading.of(EntryNews)
    assert (news.publication_name, news.publication_language) == ("N", "en")
    assert (news.title, news.publication_at) == ("T & T", datetime(2024, 5, 1, 8, tzinfo=UTC))
    found = reading.entries[0]
    assert (found.images, found.videos, found.news) == (2, 1, 1)
    assert reading.codes == []


def test_a_fault_says_where_it_is_what_was_found_and_what_was_expected() -> None:
    (problem,) = read(
        urlset(entry("https://e.com/1"), "<url><loc>https://e.com/?a=1&b=2</loc></url>")
    ).problems
    assert asdict(problem) == {
        "sitemap_id": 7,
        "sitemap_url": "https://example.com/sitemap.xml",
        "code": "not-well-formed",
        "position": 2,
        "line": 3,
        "column": 31,
        "detail": "Unescaped &",
        "expected": "&amp;",
        "excerpt": "<url><loc>https://e.com/?a=1&b=2</loc></url>",
    }


def test_a_second_file_behind_the_first_is_read_and_said() -> None:
    first, second = (
        f"<urlset>{entry(loc)}</urlset>\n" for loc in ("https://a.b/1", "https://a.b/2")
    )
    reading = read(first + second)
    assert [found.loc for found in reading.entries] == ["https://a.b/1", "https://a.b/2"]
    assert "trailing-content" in reading.codes


def test_an_entry_that_stands_in_another_is_read_as_well() -> None:
    inner = "<url><loc>https://example.com/2</loc></url>"
    reading = read(urlset(f"<url><loc>https://example.com/1</loc>{inner}</url>"))
    assert [entry.loc for entry in reading.entries] == [
        "https://example.com/1",
        "https://example.com/2",
    ]
    assert reading.codes == ["misplaced-entry"]


@pytest.mark.parametrize("unclosed", [1, 3, 30])
def test_entries_that_are_not_closed_are_told_with_their_places_and_no_others(
    unclosed: int,
) -> None:
    urls = [f"https://e.com/{number}" for number in range(unclosed + 5)]
    starts = [f"<url><loc>{url}</loc>\n" for url in urls[:unclosed]]
    reading = read(urlset(*starts, *map(entry, urls[unclosed:])))
    assert [found.url for found in reading.entries] == urls
    assert sorted((each.detail, each.line or 0) for each in reading.problems) == [
        ("<url> is not closed", line) for line in range(2, unclosed + 2)
    ]


@pytest.mark.parametrize("opening", ["<!--", "<![CDATA["])
def test_a_section_that_never_ends_costs_no_other_entry(opening: str) -> None:
    link = '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"/>'
    body = urlset(entry("https://e.com/1", link, opening), entry("https://e.com/2"))
    reading = read(body)
    assert [found.url for found in reading.entries] == ["https://e.com/1", "https://e.com/2"]
    assert len(reading.of(EntryAlternate)) == 1
    assert [(each.code, each.line) for each in reading.problems] == [("not-well-formed", 2)]
    assert reading.facts.complete


def test_more_problems_than_the_limit_are_counted_in_one_row() -> None:
    reading = read(urlset("<url/>" * 25), limits=Limits(problems=10))
    assert len(reading.entries) == 25
    assert reading.codes == ["missing-element"] * 11
    assert reading.problems[-1].detail == "15 more of this kind, not listed"


def test_a_prefix_that_is_not_declared_is_reported_once() -> None:
    link = '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/>'
    reading = read(urlset(*[entry(f"https://e.com/{i}", link) for i in range(50)], attributes=""))
    assert reading.codes == ["extension-namespace"]
    assert len(reading.of(EntryAlternate)) == 50


def test_a_namespace_that_is_no_uri_is_reported_as_written() -> None:
    attributes = ' xmlns:image="google images"'
    image = "<image:image><image:loc>https://e.com/1.png</image:loc></image:image>"
    reading = read(urlset(entry("https://e.com/1", image), attributes=attributes))
    (problem,) = reading.problems
    assert problem.detail == "Namespace of image elements: google images"
    assert problem.expected == "http://www.google.com/schemas/sitemap-image/1.1"
    assert reading.of(EntryImage)[0].image_url == "https://e.com/1.png"


@pytest.mark.parametrize("attributes", ["", *(f' xmlns:ф="{ns}"' for ns in ("", "a:b:1/%z", "ф"))])
def test_a_namespace_that_no_parser_takes_is_no_fault_of_each_entry(attributes: str) -> None:
    reading = read(
        urlset(*[entry(f"https://e.com/{i}", "<ф:a/>") for i in range(3)], attributes=attributes)
    )
    assert reading.codes == ([] if attributes else ["extension-namespace"])


@pytest.mark.parametrize(
    ("content_type", "declared", "problems"),
    [
        (None, "UTF-8", []),
        ("application/xml; charset=utf-8", "utf-8", []),
        ('text/xml;Charset="UTF-8"', "us-ascii", []),
        ("text/xml; charset=iso-8859-1", "utf-8", ["encoding-conflict"]),
        ("text/xml; charset=utf-8", "iso-8859-1", ["encoding-conflict", "encoding-not-utf8"]),
    ],
)
def test_an_encoding_is_told_by_the_declaration_before_the_header(
    content_type: str | None, declared: str, problems: list[str]
) -> None:
    body = f'<?xml version="1.0" encoding="{declared}"?>' + urlset(entry("https://e.com/1"))
    reading = read(body, content_type=content_type)
    assert reading.codes == problems
    assert reading.facts.encoding_declared == declared


def test_a_header_tells_the_encoding_where_nothing_else_does() -> None:
    body = urlset(entry("https://e.com/é")).encode("cp1252")
    reading = read(body, content_type="text/xml; charset=Windows-1252")
    assert reading.entries[0].loc == "https://e.com/é"
    assert (reading.facts.encoding, reading.facts.encoding_header) == (
        "windows-1252",
        "Windows-1252",
    )


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize(
    ("declared", "written", "encoding", "expected"),
    [
        ("windows-1252", "utf-8", "utf-8", "café"),
        ("windows-1251", "utf-8", "utf-8", "тула"),
        ("us-ascii", "utf-8", "utf-8", "café"),
        ("Shift_JIS", "utf-8", "utf-8", "日本"),
        ("GB2312", "utf-8", "utf-8", "中文网"),
        ("windows-1252", "windows-1252", "windows-1252", "café"),
        ("windows-1251", "windows-1251", "windows-1251", "Пётр"),
        ("Shift_JIS", "shift_jis", "shift_jis", "日本"),
        ("GB2312", "gb2312", "gb2312", "中文网"),
        ("GBK", "gbk", "gbk", "联通"),
    ],
)
def test_text_that_is_utf_8_is_read_so_whatever_is_declared(
    declared: str, written: str, encoding: str, expected: str, size: int
) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>\r\n' + urlset(
        *[entry(f"https://e.com/{i}") for i in range(20)], entry(f"https://e.com/{expected}")
    )
    reading = read(text.encode(written), chunk=size)
    assert reading.facts.encoding == encoding
    assert reading.entries[-1].loc == f"https://e.com/{expected}"


def test_an_url_that_is_text_of_its_entry_or_of_a_misnamed_element_is_read() -> None:
    written = ("https://e.com/1", "https://e.com/2<lastmod/>", "<URL>https://e.com/3</URL>")
    reading = read(urlset(*[f"<url>{text}</url>" for text in written]))
    assert [found.url for found in reading.entries] == [f"https://e.com/{i}" for i in (1, 2, 3)]


def test_a_file_that_was_cut_on_the_way_is_not_called_malformed() -> None:
    body = urlset(*[entry(f"https://e.com/{i}") for i in range(100)])[:1500]
    reading = read(body, truncated=True)
    assert reading.codes == []
    assert (reading.facts.complete, reading.facts.stopped_by) == (False, "truncated")
    assert [found.url for found in reading.entries] == [
        f"https://e.com/{i}" for i in range(len(reading.entries))
    ]


@pytest.mark.parametrize("root", ["urlset", "sitemapindex", "rss", "feed"])
def test_wherever_a_file_was_cut_on_the_way_it_is_no_fault_of_its_own(root: str) -> None:
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    whole = f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- ours -->\n<{root} xmlns="{namespace}">'
    told = {length: read(whole[:length], truncated=True).codes for length in range(len(whole))}
    assert {length: codes for length, codes in told.items() if codes} == {}


def test_a_file_that_is_cut_in_broken_markup_keeps_its_last_entry() -> None:
    body = urlset("<url><loc>https://e.com/1</loc><a:b:c><image:></image:></url></a:b:c>")
    reading = read(body[: body.index("</url>")])
    assert [found.loc for found in reading.entries] == ["https://e.com/1"]


def test_a_limit_keeps_what_was_read() -> None:
    body = urlset(*[entry(f"https://e.com/{i}") for i in range(9000)])
    reading = read(gzip.compress(body.encode()), limits=Limits(unpacked=100_000))
    assert reading.codes == ["size"]
    assert (reading.facts.complete, reading.facts.stopped_by) == (False, "size")
    assert reading.facts.unpacked == 100_000
    assert len(reading.entries) == body[:100_000].count("</url>")


def test_a_long_comment_before_the_root_is_no_fault() -> None:
    comment = f"<!-- {'<urlset> ' * 20_000} -->"
    for start in (comment, f'<?xml version="1.0"?>{comment}'):
        reading = read(start + urlset(entry("https://e.com/1")))
        assert (reading.codes, len(reading.entries)) == ([], 1)


def test_lines_stay_true_far_into_a_file() -> None:
    reading = read(urlset(*[entry(f"https://e.com/{i}") + "\n" * 99 for i in range(700)]))
    assert reading.entries[-1].line == 699 * 100 + 2


def test_an_entry_that_never_ends_does_not_hold_the_rest() -> None:
    body = urlset("<url><loc>https://e.com/1</loc>" + " " * 5_000_000, entry("https://e.com/2"))
    reading = read(body)
    assert [found.url for found in reading.entries] == ["https://e.com/2"]
    assert (reading.codes, reading.facts.stopped_by) == ([], "long-entry")


def test_an_entry_that_is_too_long_is_left_out_and_no_fault_is_made_of_it() -> None:
    link = '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"/>\n'
    long = entry("https://e.com/long").replace("</url>", link * 70_000 + "</url>")
    reading = read(urlset(entry("https://e.com/1"), long, entry("https://e.com/2")))
    assert [found.url for found in reading.entries] == ["https://e.com/1", "https://e.com/2"]
    assert reading.codes == []
    assert (reading.facts.complete, reading.facts.stopped_by) == (False, "long-entry")
    assert (reading.entries[1].line or 0) > 70_000


def test_an_entry_of_more_tags_than_are_parsed_is_left_out() -> None:
    long = entry("https://e.com/long").replace("</url>", "<a/>" * 50_000 + "</url>")
    reading = read(urlset(entry("https://e.com/1"), long, entry("https://e.com/2")))
    assert [found.url for found in reading.entries] == ["https://e.com/1", "https://e.com/2"]
    assert (reading.codes, reading.facts.stopped_by) == ([], "long-entry")


@pytest.mark.parametrize(
    "odd",
    [
        '<url id="a"><loc>https://e.com/a</loc></url>',
        "<url><loc id='a'>https://e.com/a</loc></url>",
        "<url>a<loc>https://e.com/a</loc></url>",
        "<url><loc>https://e.com/a</loc>a</url>",
        "<url><lastmod>2026</lastmod><loc>https://e.com/a</loc></url>",
    ],
)
def test_what_the_schema_forbids_is_seen_in_one_entry_of_many(odd: str) -> None:
    entries = [entry(f"https://e.com/{number}") for number in range(1_500)]
    assert read(urlset(*entries, odd, *entries)).codes == ["schema"]


@pytest.mark.parametrize(
    "odd",
    [
        "<image:loc>https://e.com/b</image:loc>",
        "<image:image><image:loc>https://e.com/b</image:loc><image:alt>b</image:alt></image:image>",
        "<image><loc>https://e.com/b</loc></image>",
        "<video:video><video:tvshow><video:name>b</video:name></video:tvshow></video:video>",
        '<xhtml:Link rel="alternate" hreflang="de" href="https://e.com/b"/>',
    ],
)
def test_an_unknown_element_is_seen_in_one_entry_of_many_and_told_once(odd: str) -> None:
    entries = [entry(f"https://e.com/{number}") for number in range(1_500)]
    one, many = entry("https://e.com/a", odd), entry("https://e.com/c", odd)
    (problem,) = read(urlset(*entries, one, *entries, many)).problems
    assert (problem.code, problem.line) == ("unknown-element", 1_502)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("&#55356;&#57118;", "\N{SUN WITH FACE}"),
        ("&#xD83C;&#xdf1e;", "\N{SUN WITH FACE}"),
        ("&#xD83C;&#57118;", "\N{SUN WITH FACE}"),
        ("&#55356;", "\ufffd"),
        ("&#57118;&#55356;", "\ufffd\ufffd"),
        ("&#99999999999;", "\ufffd"),
    ],
)
def test_references_to_surrogates_are_a_fault_and_read_as_the_character(
    written: str, read_as: str
) -> None:
    image = (
        f"<image:image><image:loc>a</image:loc><image:title>{written}</image:title></image:image>"
    )
    reading = read(urlset(entry("https://e.com/1", image)))
    assert reading.codes == ["not-well-formed"]
    assert reading.of(EntryImage)[0].title == read_as
    (found,) = read(urlset(f"<url><loc>https://e.com/{written}</loc></url>")).entries
    assert (found.url is None) == ("\ufffd" in read_as)


HOSTILE = {
    "starts": ("", "<url>", ""),
    "ends": ("", "</url>", ""),
    "brackets": ("", "<" * 3, ""),
    "comments": ("", "<!--", ""),
    "cdata": ("", "<![CDATA[", ""),
    "quotes": ("", "<url a='", ""),
    "attributes": ("<a ", "b='c' ", ""),
    "entities": ("<!DOCTYPE x [", "<!ENTITY a 'b'>", ""),
    "a long name of a document type": ("<!DOCTYPE ", "html", ""),
    "document types": ("", "<!DOCTYPE x [", ""),
    "document types with comments": ("", "<!DOCTYPE x [<!-- ", ""),
    "comments in a document type": ("<!DOCTYPE x [", "<!--", ""),
    "depth": ("<url>", "<x>", ""),
    "comments in an entry": ("<url>", "<!--", ""),
    "cdata in an entry": ("<url>", "<![CDATA[", "</url>"),
    "ampersands": ("<url><loc>", "&a", "</loc></url>"),
    "a long name of an element": ("<url><", "loc:", ""),
    "a long name of an attribute": ("<url><a ", "loc:", "></url>"),
    "a long name in the root": ("<urlset ", "loc:", ">"),
    "nested groups": ("", "<g>", entry("https://e.com/1") * 200),
    "URLs in an entry": ("<url>", "<loc>https://e.com/1</loc>", "</url>"),
    "unknown elements in an entry": ("<url>", "<a/>", "</url>"),
}
_TIMES = 8
"From one size to the next; what grows with the square takes 64 times as long."


def _work(body: str) -> float:
    """Processor time, which is only compared with that of another size."""
    first, last = entry("https://e.com/1"), entry("https://e.com/2")
    began = time.process_time()
    for text in (body, urlset(body), urlset(first, body, last)):
        read(text)
    return time.process_time() - began


@pytest.mark.parametrize(("start", "repeated", "end"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_repeated_costs_the_same_each_time(start: str, repeated: str, end: str) -> None:
    few, many = (start + repeated * (500 * times) + end for times in (1, _TIMES))
    # Another process may slow down one of two readings: only growth that shows each time counts.
    assert any(_work(many) / _work(few) < 3 * _TIMES for _ in range(3))


PIECES = """
    <url> </url> <loc> </loc> <loc>https://e.com/ <urlset> </urlset> <!-- --> <![CDATA[ ]]> <?xml ?>
    <!DOCTYPE & &amp; &x; &#0; < > " ' = xmlns:x= <xhtml:link hreflang='de' <rss><channel> <item>
    <feed> <entry> https://e.com/a é <x:y/> [ ]
"""
ODD = st.sampled_from([*PIECES.split(), "\0", "\r", "\n", " ", "\ufeff", "\ud800"])


@settings(deadline=None)
@given(st.lists(ODD | st.text(max_size=5), max_size=60).map("".join), st.integers(1, 50))
def test_no_text_makes_it_fail_and_chunks_do_not_matter(text: str, chunk: int) -> None:
    body = text.encode("utf-8", "surrogatepass")
    reading = read(body, chunk=chunk)
    assert reading == read(body)
    assert reading.facts.kind is not None
    assert reading.facts.entries + reading.facts.children == len(reading.entries)


@settings(deadline=None)
@given(st.lists(ODD, max_size=40).map("".join))
def test_no_content_of_an_entry_costs_its_neighbours(text: str) -> None:
    hostile = text.replace("urlset", "").replace("<!--", "").replace("<![CDATA[", "")
    first, last = entry("https://e.com/first"), entry("https://e.com/last")
    reading = read(urlset(first, f"<url>{hostile.replace('<?', '')}</url>\n", last))
    urls = [found.url for found in reading.entries]
    assert urls[0] == "https://e.com/first"
    assert "https://e.com/last" in urls


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_no_bytes_make_it_fail(body: bytes) -> None:
    for sent in (body, gzip.compress(body), b"<urlset>" + body, b"\xff\xfe" + body):
        facts = read(sent).facts
        assert facts.bytes == len(sent)


XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=30
)


@settings(deadline=None)
@given(st.lists(XML_TEXT.map("https://e.com/".__add__), max_size=20))
def test_what_was_rendered_is_read_back(locs: list[str]) -> None:
    reading = read(urlset(*map(entry, locs)))
    assert [found.loc for found in reading.entries] == locs
    assert reading.codes == []
    assert EXTENSIONS in urlset()


def test_a_duration_of_another_form_is_read_where_it_says_the_seconds() -> None:
    forms: dict[str | None, int | None] = {
        **dict.fromkeys(("pt90s", "00:01:30", "90 seconds", "90s", "90.0", "89.6"), 90),
        **dict.fromkeys(("PT1H17M57S", "1:17:57", "01:17:57.000", "1h 17m 57s"), 4677),
        **dict.fromkeys(("PT1H30M", "90 min", "1 hour 30 minutes", "90:00"), 5400),
        "12:30": 750,
        "90": None,
        "1:30": None,
        "PT9H": None,
        "PT0S": None,
        "": None,
        **dict.fromkeys(("4677000ms", "P1D", "PT", "long", "1,234", None, "9" * 5000 + "s"), None),
    }
    assert {text: duration_correction(text) for text in forms} == forms
