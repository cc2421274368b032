"""Of a damaged file we read every entry that lxml's recovering parser finds in it."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from lxml import etree
from sitemap_reading import EXTENSIONS, NAMESPACE, Reading, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARKS = (
    *("<", ">", "&", '"', "'", "/", "<!--", "-->", "]]>", "<![CDATA[", "</url>", "<url>", "</loc>"),
    *("<loc>", "&nbsp;", "&foo;", "&#0;", "&#x1;", "<b>", "</b>", "<br>", "</urlset>", "<urlset>"),
    *("<?", "?>", "</", "=", "<!DOCTYPE", "<!", "x", "<p:x>", "<url", "<loc", "<LOC>", "</Url>"),
    *("\0", "\x0b", "\ufffe", "\xe9"),
)
TAGS = ("<url", "</url", "<loc", "</loc", "<Loc", "<x", "</x", "<urlset", "</urlset", "<sitemap")
HEADS = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<?xml version='1.0'?>",
    '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="/s.xsl"?>\n',
    "<!-- by a plugin -->\n",
    "",
)
PATHS = ("p", "a/b", "q?x=1&amp;y=", "%C3%BC/")


def sitemap(chance: random.Random) -> str:
    """A sitemap or an index of one to eight entries, in one of the usual layouts."""
    gap = chance.choice(("\n", "\n", "", " ", "\r\n"))
    prefix = chance.choice(("", "", "s:"))
    root, entry = chance.choice((("urlset", "url"), ("urlset", "url"), ("sitemapindex", "sitemap")))
    declared = f"xmlns{':s' if prefix else ''}='{NAMESPACE}'".replace("'", '"') + EXTENSIONS
    inner = (f"{child(number, prefix, gap, chance)}" for number in range(chance.randint(1, 8)))
    entries = gap.join(f"<{prefix}{entry}>{gap}{each}{gap}</{prefix}{entry}>" for each in inner)
    head = chance.choice(HEADS)
    return f"{head}{gap}<{prefix}{root} {declared}>{gap}{entries}{gap}</{prefix}{root}>{gap}"


def child(number: int, prefix: str, gap: str, chance: random.Random) -> str:
    """What stands in an entry."""
    url = f"https://example.com/{chance.choice(PATHS)}{number}"
    more = (
        f"<{prefix}lastmod>2026-01-0{number + 1}</{prefix}lastmod>",
        f'<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/{number}"/>',
        f"<image:image><image:loc>https://example.com/{number}.png</image:loc></image:image>",
        "<!-- a comment -->",
        f"<{prefix}priority>0.5</{prefix}priority>",
    )
    return gap.join(
        [f"<{prefix}loc>{url}</{prefix}loc>", *[each for each in more if chance.random() < 0.3]]
    )


def damaged(text: str, chance: random.Random) -> str:
    """A file with one to three faults."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        start, end = _place(text, chance)
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:start]
        elif kind == 1:
            text = text[:start] + text[end:]
        elif kind == 2:
            text = text[:start] + chance.choice(MARKS) + text[start:]
        else:
            text = text[:start] + chance.choice(TAGS) + text[end:]
    return text


def _place(text: str, chance: random.Random) -> tuple[int, int]:
    """Some characters anywhere or near the start, a quotation mark, a bracket, a tag or a name."""
    patterns = (r"[\"']", r"[<>/]", r"<[^<>]*>", r"</?[\w:]+")
    found = list(re.finditer(chance.choice(patterns), text))
    if found and chance.random() < 0.5:
        return chance.choice(found).span()
    start = chance.randint(0, min(len(text), chance.choice((200, len(text)))))
    return start, start + chance.choice((1, 1, 2, 5, 20))


def recovered(text: str) -> list[str]:
    """The URLs in url/loc and sitemap/loc that lxml finds, whatever their namespace."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError:
        return []
    return [] if root is None else [*_locs(root)]


def _locs(root: etree._Element) -> Iterator[str]:
    for element in root.iter("{*}loc"):
        entry = element.getparent()
        namespace, _, name = ("" if entry is None else entry.tag).rpartition("}")
        is_own = element.tag.rpartition("}")[0] == namespace  # and not of an image without its tag
        url = "".join(filter(str.isprintable, element.text or "")).strip()
        if is_own and name in ("url", "sitemap") and url.startswith("http"):
            yield url


def is_in(url: str, written: str) -> bool:
    """Whether nothing of a URL is missing: lxml leaves out what it cannot read of a damaged one."""
    characters = iter(written)
    return all(character in characters for character in url)


@cache
def reading_of(text: str) -> Reading:
    """What is read of a file, once for both tests."""
    return read(text)


def lost(text: str) -> list[str]:
    """What lxml finds and we do not, but for a URL that the file ends in, and a page's."""
    reading = reading_of(text)
    if reading.facts.kind == "html":
        return []
    ours = {(entry.loc or "").strip() for entry in reading.entries}
    found = recovered(text)
    if "<" not in text[text.rfind(">") :]:
        found = found[:-1]
    return [
        url for url in found if url not in ours and not any(is_in(url, written) for written in ours)
    ]


def at_random(seed: int, number: int) -> Iterator[str]:
    chance = random.Random(seed)
    return (damaged(sitemap(chance), chance) for _ in range(number))


def one_fault_each() -> Iterator[str]:
    """A sitemap with each fault at each of its tags and quotation marks."""
    url = "https://example.com/"
    whole = (
        f'<?xml version="1.0"?>\n<urlset xmlns="{NAMESPACE}"{EXTENSIONS}>\n'
        f'<url><loc>{url}a</loc><xhtml:link rel="alternate" hreflang="de" href="{url}de"/></url>\n'
        f"<url><!-- b --><loc>{url}b?c&amp;d</loc></url>\n</urlset>\n"
    )
    for place in [
        match.start() for match in re.finditer(r"</?\w|/?(?<!\?)>|(?<=<loc>)|(?<==)\"", whole)
    ]:
        yield whole[:place]
        yield whole[:place] + whole[place + 1 :]
        yield from (whole[:place] + mark + whole[place:] for mark in MARKS)
    for tag in re.finditer(r"</?[\w:]+", whole):
        yield from (whole[: tag.start()] + name + whole[tag.end() :] for name in TAGS)


def lost_in(files: Iterable[str]) -> dict[str, list[str]]:
    return {text: urls for text in files if (urls := lost(text))}


def test_every_entry_is_read_that_lxml_finds_in_a_damaged_file() -> None:
    assert lost_in(one_fault_each()) == {}


@pytest.mark.thorough
def test_every_entry_is_read_of_files_damaged_at_random() -> None:
    assert lost_in(at_random(9, 1500)) == {}


def silent_in(files: Iterable[str]) -> list[str]:
    """The files that have entries, and a fault that is not told with its place."""
    silent = []
    for text in files:
        try:
            etree.fromstring(text.encode("utf-8", "surrogatepass"))
        except etree.XMLSyntaxError:
            reading = reading_of(text)
            has_place = any(problem.line for problem in reading.problems)
            if reading.entries and not has_place and "encoding-conflict" not in reading.codes:
                silent.append(text)
    return silent


def test_a_damaged_file_that_has_entries_says_so_with_its_place() -> None:
    assert silent_in(one_fault_each()) == []


@pytest.mark.thorough
def test_files_damaged_at_random_say_so_with_its_place() -> None:
    assert silent_in(at_random(10, 1000)) == []


@pytest.mark.parametrize("piece", [1, 7, 4096])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_bracket_in_an_attribute_begins_no_comment(quote: str, piece: int) -> None:
    entries = "".join(
        f"<url><loc>https://example.com/{number}</loc><!-- a comment --></url>"
        for number in range(3)
    )
    head = f'<urlset xmlns="{NAMESPACE}" xmlns:video={quote}http://www.google.com<!--/video{quote}>'
    reading = read(f"{head}{entries}</urlset>", chunk=piece)
    assert [entry.loc for entry in reading.entries] == [
        f"https://example.com/{number}" for number in range(3)
    ]
    assert [(each.code, each.detail) for each in reading.problems][:1] == [
        ("not-well-formed", "Unescaped <")
    ]
