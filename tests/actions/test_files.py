"""Sitemaps changed in place, and split at the limits of the protocol."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
import xxhash
from lxml import etree

from sitemap_audit.actions.plan import Edit
from sitemap_audit.actions.rewriting import Children, form_of, rewrite
from sitemap_audit.actions.sitemap_files import (
    LONGEST_NAME,
    Folder,
    Limits,
    SitemapWriter,
    Source,
    part_url,
    place_of,
)
from sitemap_audit.actions.written_entries import EntryScanner, changed, with_escaped_ampersands

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NAMESPACES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"'
)
URL = "https://example.com/sitemap.xml"


def edit(action: str, new: str | None = None, old: str | None = None, position: int = 1) -> Edit:
    loc = f"https://example.com/{position}"
    return Edit(position, position, action, old, new, "some/check", loc)


def entries_of(text: bytes, size: int) -> tuple[list[bytes], bytes]:
    """The entries of a file that comes in chunks, and the whole file again."""
    chunks = (text[at : at + size] for at in range(0, len(text), size))
    pieces = [*EntryScanner().pieces(chunks)]
    whole = b"".join(piece.before + piece.entry for piece in pieces)
    return [piece.entry for piece in pieces if piece.kind == "url"], whole


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_entries_are_found_whatever_the_chunks(size: int) -> None:
    text = f"""<?xml version="1.0"?><!-- <url> --><urlset {NAMESPACES}>
<url><loc>a</loc></url><url/><url a=">"/>
<url ><loc><![CDATA[<url>é]]></loc></url  >
</urlset> """.encode()
    entries, whole = entries_of(text, size)
    assert entries == [
        b"<url><loc>a</loc></url>",
        b"<url/>",
        b'<url a=">"/>',
        "<url ><loc><![CDATA[<url>é]]></loc></url  >".encode(),
    ]
    assert whole == text


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_bare_ampersand_is_escaped_and_no_other(size: int) -> None:
    text = b"<a>&amp;&#38;&#x26; & &b=1&lt;<!-- & --><![CDATA[ & ]]>&</a>"
    chunks = (text[at : at + size] for at in range(0, len(text), size))
    escaped = b"".join(with_escaped_ampersands(chunks)).decode()
    assert escaped == ("<a>&amp;&#38;&#x26; &amp; &amp;b=1&lt;<!-- & --><![CDATA[ & ]]>&amp;</a>")


ENTRY = """<url>
  <loc>
    <![CDATA[https://example.com/1]]></loc>
  <lastmod>2025-13-01</lastmod>
  <x:link rel="alternate" hreflang="de" href="https://example.com/?a&amp;b"/>
  <image:image><image:loc>https://example.com/1.png</image:loc></image:image>
</url>"""


@pytest.mark.parametrize(
    ("edits", "old", "new"),
    [
        ([edit("loc", "https://e/?a&b")], ENTRY[13 : ENTRY.index("</loc>")], "https://e/?a&amp;b"),
        ([edit("lastmod")], "\n  <lastmod>2025-13-01</lastmod>", ""),
        ([edit("lastmod", "2025-01-01")], "2025-13-01", "2025-01-01"),
        (
            [edit("link", None, "de https://example.com/?a&b")],
            ENTRY[ENTRY.index("\n  <x:link") : ENTRY.index("\n  <image")],
            "",
        ),
        (
            [edit("link", "de-AT https://example.com/?a&b", "de https://example.com/?a&b")],
            'hreflang="de"',
            'hreflang="de-AT"',
        ),
        ([edit("link-again", None, "de https://example.com/?a&b")], "", ""),
        ([edit("changefreq", "daily", "")], "</loc>", "</loc>\n  <changefreq>daily</changefreq>"),
        (
            [edit("link", "de https://e/?c&d", "de https://example.com/?a&b")],
            "xample.com/?a&amp;b",
            "/?c&amp;d",
        ),
    ],
)
def test_a_part_of_an_entry_is_changed(edits: list[Edit], old: str, new: str) -> None:
    entry = ENTRY.encode()
    made, done = changed(entry, edits, "x")
    assert done == (edits if old else [])
    assert made.decode() == ENTRY.replace(old, new)


def test_a_link_is_added_in_the_form_of_the_file() -> None:
    made, _ = changed(ENTRY.encode(), [edit("add-link", "fr https://e/?a&b")], "x")
    added = '\n  <x:link rel="alternate" hreflang="fr" href="https://e/?a&amp;b"/>\n</url>'
    assert made.decode().endswith(f"</image:image>{added}")
    made, _ = changed(ENTRY.encode(), [edit("add-link", "fr https://e/")], None)
    assert b'<xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel=' in made


def test_an_entry_with_another_loc_stays() -> None:
    made, done = changed(ENTRY.encode(), [edit("remove")._replace(loc="https://e/2")], "x")
    assert (made.decode(), done) == (ENTRY, [])


def received(folder: Path, body: bytes, count: int, kind: str = "urlset", url: str = URL) -> Source:
    (folder / "received").mkdir(parents=True, exist_ok=True)
    name = xxhash.xxh3_128_hexdigest(body)
    (folder / "received" / f"{name}.gz").write_bytes(gzip.compress(body))
    return Source(1, url, kind, count, 0, None, None, name)


def rewritten(
    folder: Path, source: Source, edits: Iterable[Edit] = (), limits: Limits | None = None
) -> dict[str, bytes]:
    """The files that a sitemap becomes, by name."""
    form = form_of(source, folder, may_escape=True)
    assert not form.why_not
    writer = SitemapWriter(Folder(folder / "new"), source, limits, "-")
    none = Children({}, set())
    rewrite(source, folder, form, iter(edits), writer, lambda *_: None, none)
    return {
        path.name: path.read_bytes() for path in (folder / "new").rglob("*.*") if path.is_file()
    }


def urlset(count: int, encoding: str = "utf-8") -> bytes:
    entries = "".join(
        f"<url><loc>https://example.com/{n}</loc></url>\n" for n in range(1, count + 1)
    )
    declared = f'<?xml version="1.0" encoding="{encoding}"?>\n'
    return f"{declared}<urlset {NAMESPACES}>\n{entries}</urlset>\n".encode(encoding)


def locs(file: bytes) -> list[str]:
    return [(loc.text or "") for loc in etree.fromstring(file).iter("{*}loc")]


def test_a_long_sitemap_is_split_by_entries_and_by_bytes(tmp_path: Path) -> None:
    source = received(tmp_path, urlset(25), 25)
    files = rewritten(tmp_path, source, [edit("remove", position=2)], Limits(entries=10))
    assert {name: len(locs(file)) for name, file in files.items()} == {
        "sitemap-1.xml": 10,
        "sitemap-2.xml": 10,
        "sitemap-3.xml": 4,
    }
    assert "https://example.com/2" not in locs(files["sitemap-1.xml"])
    source = received(tmp_path / "bytes", urlset(25), 25)
    limit = 600
    files = rewritten(tmp_path / "bytes", source, limits=Limits(bytes=limit))
    assert all(len(file) <= limit for file in files.values())
    assert sum(len(locs(file)) for file in files.values()) == 25


def test_other_encodings_become_utf8(tmp_path: Path) -> None:
    source = received(tmp_path, urlset(2, "utf-16"), 2)
    (file,) = rewritten(
        tmp_path, source, [edit("loc", "https://example.com/é", position=2)]
    ).values()
    assert file.startswith(b'<?xml version="1.0" encoding="UTF-8"?>')
    assert locs(file) == ["https://example.com/1", "https://example.com/é"]


def test_lines_of_a_text_sitemap_are_changed(tmp_path: Path) -> None:
    lines = b"https://example.com/1\r\n\r\nhttps://example.com/3\r\nhttps://example.com/4"
    source = received(tmp_path, lines, 3, "text", "https://example.com/list.txt")
    edits = [
        edit("remove")._replace(line=1),
        edit("loc", "https://example.com/new", position=3)._replace(line=3),
    ]
    (file,) = rewritten(tmp_path, source, edits).values()
    assert file == b"\r\nhttps://example.com/new\r\nhttps://example.com/4"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<urlset><url></urlset>", "its XML is not well-formed (mismatched tag"),
        (b"<!DOCTYPE urlset><urlset/>", "it has a DOCTYPE"),
        (b"<urlset><a><url/></a></urlset>", "its entries stand in unexpected places"),
    ],
)
def test_a_file_that_cannot_be_changed_says_why(tmp_path: Path, body: bytes, why: str) -> None:
    assert form_of(received(tmp_path, body, 1), tmp_path, may_escape=True).why_not.startswith(why)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://www.example.com/a/sitemap.xml.gz", "www.example.com/a/sitemap.xml.gz"),
        ("https://example.com:81/", "example.com_81/sitemap.xml"),
        ("https://example.com/map.php?page=../2&b", "example.com/map.php-page_.._2_b"),
        ("https://example.com/.git/%2e%2e/..x", "example.com/git/%2e%2e/x"),
        ("https://example.com/.htaccess/../x.", "example.com/htaccess/_/x_"),
        ("https://example.com/.well-known/sitemap.xml", "example.com/.well-known/sitemap.xml"),
        ("https://aux.example.com/Con/aux.xml", "_aux.example.com/_Con/_aux.xml"),
        ("https://example.com/console/a: b.xml", "example.com/console/a__b.xml"),
    ],
)
def test_a_url_has_a_place_in_the_folder(url: str, place: str) -> None:
    assert str(place_of(url)) == place


@pytest.mark.parametrize(
    "path",
    ["/a" * 2_500 + "/map.xml.gz", "/" + "é" * 128 + "/map.xml.gz", "/a" * 450 + "/map.xml.gz"],
)
def test_a_path_that_is_too_long_becomes_a_name_with_a_digest(path: str) -> None:
    url = f"https://example.com{path}"
    digest = xxhash.xxh3_64_hexdigest(url.encode())
    assert str(place_of(url)) == f"example.com/map-{digest}.xml.gz"


def test_the_longest_path_stays() -> None:
    path = f"{'n' * LONGEST_NAME}/{'n' * LONGEST_NAME}/{'n' * LONGEST_NAME}/map.xml"
    assert str(place_of(f"https://example.com/{path}")) == f"example.com/{path}"


def places(*urls: str) -> list[str]:
    """The places of sitemaps, which stay."""
    folder = Folder(None, {"changes.csv"})
    made = [str(folder.place(url)) for url in urls]
    assert [str(folder.place(url)) for url in urls] == made
    return made


def test_no_two_sitemaps_have_one_place() -> None:
    assert places(
        "http://e.com/map", "https://e.com/map", "https://e.com/map/a.xml", "https://e.com//map"
    ) == ["e.com/map", "e.com-2/map", "e.com-3/map/a.xml", "e.com-4/map"]
    assert places("http://e.com/a/b.xml", "http://e.com/a") == ["e.com/a/b.xml", "e.com-2/a"]
    assert places("http://changes.csv/map") == ["changes.csv-2/map"]


def test_file_systems_that_take_two_names_for_one_keep_both() -> None:
    urls = ["http://e.com/Map", "http://e.com/map", "http://e.com/MAP/x"]
    assert places(*urls) == ["e.com/Map", "e.com-2/map", "e.com-3/MAP/x"]
    composed, decomposed = (
        normalize(form, "http://e.com/\u00c9\u1e69.xml") for form in ("NFC", "NFD")
    )
    assert len({normalize("NFC", place) for place in places(composed, decomposed)}) == 2


def test_parts_of_a_sitemap_with_a_long_name_are_all_written(tmp_path: Path) -> None:
    source = received(tmp_path, urlset(9), 9, url=f"https://example.com/{'long' * 50}.xml")
    rewritten(tmp_path, source, limits=Limits(entries=2))
    assert sum(path.is_file() for path in (tmp_path / "new").rglob("*")) == 5


def test_parts_have_names_of_their_own() -> None:
    assert part_url("https://e.com/a.b/map.xml.gz", 2) == "https://e.com/a.b/map-2.xml.gz"
    assert part_url("https://e.com/map.php?x=1", 2) == "https://e.com/map-2.php?x=1"
