"""What is longer, deeper or more than is read is no fault of the site: not checked, or read."""

from __future__ import annotations

import pytest
from sitemap_reading import EXTENSIONS, NAMESPACE, read, urlset

from sitemap_audit.parsing.sitemap.tokens import LONGEST

LONG = "x" * (2 * LONGEST)
FIRST, LAST = (f"<url><loc>https://e.com/{name}</loc></url>\n" for name in ("first", "last"))
DEEP = "<x:a>" * 5_000 + "</x:a>" * 5_000
ENTITIES = "".join(f'<!ENTITY e{number} "x">' for number in range(5_000))
X = ' xmlns:x="urn:x"'


def entry(inner: str) -> str:
    return f"<url><loc>https://e.com/between</loc>{inner}</url>"


@pytest.mark.parametrize("chunk", [4_096, 65_536])
@pytest.mark.parametrize(
    ("body", "stopped_by", "listed", "codes"),
    [
        (f"<!--{LONG}-->{urlset(FIRST, LAST)}", None, 2, []),
        (urlset(FIRST, f"<!--{LONG}{FIRST}-->", LAST), None, 2, []),
        (f"{urlset(FIRST, LAST)}<!--{LONG}-->", None, 2, []),
        (f"<?x {LONG}?>{urlset(FIRST, f'<?x {LONG}?>', LAST)}", None, 2, []),
        (urlset(FIRST, f"<![CDATA[{LONG}]]>", LAST), None, 2, ["stray-text"]),
        (
            f'<!DOCTYPE urlset [<!ENTITY a "{LONG}">]>{urlset(FIRST, LAST)}',
            "long-entry",
            2,
            ["dtd"],
        ),
        (
            f'<!DOCTYPE urlset [<!ENTITY a "{LONG}"><!ENTITY b "x">]>'
            + urlset(FIRST, entry("<lastmod>&b;</lastmod>"), LAST),
            "long-entry",
            2,
            ["dtd"],
        ),
        (urlset(FIRST, LAST, attributes=f' a="{LONG}"'), "long-entry", 2, []),
        (urlset(FIRST, f'<x:a{X} b="{LONG}"/>', LAST), "long-entry", 2, []),
        (urlset(FIRST, f"<x:a{X}>{LONG}</x:a>", LAST), None, 2, []),
        (urlset(FIRST, f"<x:a{X}>{DEEP}</x:a>", LAST), None, 2, []),
        (urlset(FIRST, entry(f"<!--{LONG}-->"), LAST), "long-entry", 2, []),
        (urlset(FIRST, entry(f"<x:a{X}>{DEEP}</x:a>"), LAST), "long-entry", 2, []),
        (urlset(FIRST, entry(f"<x:{'a' * 60_000}{X}/>"), LAST), "long-entry", 2, []),
        (
            f"<!DOCTYPE urlset [{ENTITIES}]>"
            + urlset(FIRST, entry("<lastmod>&e4999;</lastmod>"), LAST),
            None,
            3,
            ["dtd"],
        ),
    ],
    ids=[
        *("comment before", "comment between", "comment behind", "instructions", "CDATA section"),
        *("DOCTYPE", "entity behind a limit", "root's tag", "tag between", "text between"),
        *("depth between", "comment in an entry", "depth in an entry", "name in an entry"),
        "entities",
    ],
)
def test_what_is_too_long_in_a_sitemap_is_no_fault_of_it(
    body: str, stopped_by: str | None, listed: int, codes: list[str], chunk: int
) -> None:
    reading = read(body, chunk=chunk)
    assert (reading.codes, reading.facts.stopped_by) == (codes, stopped_by)
    assert reading.facts.complete == (stopped_by is None)
    locs = [found.loc for found in reading.entries]
    assert (locs[0], locs[-1], len(locs)) == ("https://e.com/first", "https://e.com/last", listed)


@pytest.mark.parametrize("before", ["", f'<urlset xmlns="{NAMESPACE}"{EXTENSIONS}>{FIRST}'])
def test_what_stands_in_a_comment_without_end_is_not_checked(before: str) -> None:
    reading = read(f"{before}<!--{LONG}{LAST}")
    assert [problem.detail for problem in reading.problems] == ["<!-- without closing -->"]
    assert (reading.facts.complete, reading.facts.stopped_by) == (False, "long-entry")
    assert len(reading.entries) == before.count("<url>")
