"""The text of entries that are written plainly, taken apart without a tree.

Most sitemaps are written by programs, each entry like the one before. A piece of such a file is
split at its quotes, and what is left of it is one regular expression's; together they account for
every character. What is written in any other way is not plain: a comment, a video, an attribute
that is missing, a repeated element, a character that XML does not allow.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sitemap_audit.parsing.sitemap.schema import disorder
from sitemap_audit.parsing.sitemap.tokens import unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Text = TypeVar("Text", str, str | None)

_S = r"[ \t\n]"
_VALUE = r"[^<\"]*+"
_ATTRIBUTE = re.compile(rf"{_S}+(rel|hreflang|href)=")
_CLOSE = r"[ \t]*+(?:/>|></xhtml:link>)"
_OTHER_REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)")
_FIELDS = ("loc", "lastmod", "changefreq", "priority")
_ELEMENTS = (1, 2, 3, 4)
_LINKS, _IMAGES, _STRAY = 5, 6, 7
"Groups of the pattern of an entry."
_QUOTES = 6
"Quotes in a link, and so the parts of the text from one link to the next."


def _image(value: str) -> str:
    """An image, as most generators write it; ``value`` is the pattern of an element's text."""
    loc, title, caption = (
        rf"<image:{name}>{value}</image:{name}>{_S}*+" for name in ("loc", "title", "caption")
    )
    return rf"<image:image>{_S}*+{loc}(?:{title})?+(?:{caption})?+</image:image>"


_IMAGE = re.compile(_image(f"({_VALUE})"))


class _Patterns(NamedTuple):
    """How links and entries are written, by the name of a link's first attribute."""

    between: re.Pattern[str]
    "What stands between two links: from the last quote of the one to the first of the other."
    entry: re.Pattern[str]
    "An entry, its links as one without values, its images as one; or a character of none."


def _patterns(first: str) -> _Patterns:
    start = rf"<xhtml:link{_S}+{first}="
    elements = [f"<{name}>({_VALUE})</{name}>" for name in _FIELDS]
    elements.append(rf"({start}\"{_CLOSE})")
    elements.append(rf"((?:{_image(_VALUE)}{_S}*+)++)")
    once = "|".join(rf"(?({n})(?!)|{element}{_S}*+)" for n, element in enumerate(elements, 1))
    entry = rf"<url>{_S}*+(?:{once})*</url>{_S}*+|(.)"
    return _Patterns(re.compile(rf"{_CLOSE}{_S}*+{start}"), re.compile(entry, re.DOTALL))


_PATTERNS = {name: _patterns(name) for name in ("rel", "hreflang", "href")}


class PlainImages(NamedTuple):
    """The images of entries, as columns of what is written."""

    counts: list[int]
    "How many images each entry has."
    lines: list[int]
    locs: Sequence[str]
    titles: Sequence[str | None]
    captions: Sequence[str | None]


class PlainEntries(NamedTuple):
    """The entries of a piece and all their links, as columns of what is written."""

    lines: list[int]
    counts: list[int]
    "How many links each entry has."
    link_lines: list[int]
    locs: Sequence[str]
    lastmods: Sequence[str | None]
    changefreqs: Sequence[str | None]
    priorities: Sequence[str | None]
    hreflangs: Sequence[str]
    hrefs: Sequence[str]
    images: PlainImages
    disordered: int | None = None
    "Line of the first entry whose elements stand in another order than the schema's."


class _Split(NamedTuple):
    """A piece whose links are taken out."""

    text: str
    "With the first of the links that follow each other, nothing in its quotes, for all of them."
    entry: re.Pattern[str]
    hreflangs: list[str]
    hrefs: list[str]
    runs: list[int]
    "How many links follow each other, for each entry that has any."
    step: int
    "Lines from one of them to the next."
    inside: int
    "Line feeds between the first quote of a link and its last."


def read_plain(piece: str, line: int) -> PlainEntries | None:
    """The entries of a piece that begins on ``line`` with one; None if they are not all plain.

    The values of ``hreflang`` and ``href`` are still to be looked at: see :func:`is_plain_value`.
    """
    if "&" in piece and _OTHER_REFERENCE.search(piece):
        return None
    split = _split(piece)
    if split is None or not _is_plain_text(split.text):
        return None
    entries = _entries(split, line)
    place = disorder(split.text) if entries else None
    if entries is None or place is None:
        return entries
    number = split.text.count("<url>", 0, place) - 1
    return entries._replace(disordered=entries.lines[number])


def is_plain_value(text: str) -> bool:
    """Whether XML takes the value of an attribute as it is written."""
    return text.isprintable() and "<" not in text


def _is_plain_text(text: str) -> bool:
    return text.replace("\n", "").replace("\t", "").isprintable() and "]]>" not in text


def _unescaped(values: Sequence[Text]) -> Sequence[Text]:
    return [unescape(value) if value and "&" in value else value for value in values]


def _split(piece: str) -> _Split | None:
    """Take the links out; None where they are not plain, or not all written in the same way."""
    parts = piece.split('"')
    if len(parts) == 1:
        return _Split(piece, _PATTERNS["rel"].entry, [], [], [], 0, 0)
    gaps, *columns = (parts[at::_QUOTES] for at in range(_QUOTES))
    values = _values(gaps[0], columns) if len(parts) % _QUOTES == 1 else None
    if values is None:
        return None
    patterns = _PATTERNS[next(iter(values))]
    between = next(filter(patterns.between.fullmatch, gaps), None)
    places = [place for place, gap in enumerate(gaps) if gap != between]
    inside = columns[1][0].count("\n") + columns[3][0].count("\n")
    return _Split(
        text='"'.join([gaps[place] for place in places]),
        entry=patterns.entry,
        hreflangs=values["hreflang"],
        hrefs=values["href"],
        runs=[end - begin for begin, end in pairwise(places)],
        step=(between or "").count("\n") + inside,
        inside=inside,
    )


def _values(before: str, columns: list[list[str]]) -> dict[str, list[str]] | None:
    """The values of the links' attributes, by name and in the order in which they are written."""
    first, to_second, second, to_third, third = columns
    names = (before.rpartition("<xhtml:link")[2], to_second[0], to_third[0])
    found = [match[1] for match in map(_ATTRIBUTE.fullmatch, names) if match]
    values = dict(zip(found, (first, second, third), strict=False))
    if len(values) < len(names) or values["rel"][0] != "alternate" or "" in values["hreflang"]:
        return None
    alike = (to_second, to_third, values["rel"])
    return values if all(column.count(column[0]) == len(column) for column in alike) else None


def _entries(split: _Split, line: int) -> PlainEntries | None:
    """The entries; None where there is anything else, or one without a URL."""
    matches = _matches(split)
    if matches is None:
        return None
    locs, lastmods, changefreqs, priorities = _columns(
        split.text, (match.group(*_ELEMENTS) for match in matches)
    )
    if None in locs or not all(map(str.strip, locs)):
        return None
    lines, counts, link_lines = _places(split, matches, line)
    images = _images(split, matches, lines, counts)
    if not all(map(str.strip, images.locs)):
        return None
    return PlainEntries(
        lines,
        counts,
        link_lines,
        locs,
        lastmods,
        changefreqs,
        priorities,
        _unescaped(split.hreflangs),
        _unescaped(split.hrefs),
        images,
    )


def _columns(text: str, rows: Iterable[tuple[str | Any, ...]]) -> Iterator[Sequence[Any]]:
    """Columns of what matched in a text, without XML's references."""
    columns: Iterator[Sequence[Any]] = zip(*rows, strict=True)
    return map(_unescaped, columns) if "&" in text else columns


def _matches(split: _Split) -> list[re.Match[str]] | None:
    """A match for each entry; None where there is anything else."""
    matches = []
    for match in split.entry.finditer(split.text):
        if match[_STRAY]:
            return None
        matches.append(match)
    return matches


def _places(
    split: _Split, matches: list[re.Match[str]], line: int
) -> tuple[list[int], list[int], list[int]]:
    """The line of each entry, the number of its links, and the lines of all links."""
    text, runs, at = split.text, iter(split.runs), 0
    lines, counts = [], []
    link_lines: list[int] = []
    for match in matches:
        start, end = match.start(), match.end(_LINKS)
        line += text.count("\n", at, start)
        lines.append(line)
        at = start
        count = 0 if end < 0 else next(runs)
        counts.append(count)
        if count:
            first = line + text.count("\n", start, end) + split.inside
            more = (count - 1) * split.step
            link_lines += range(first, first + more + 1, split.step) if more else [first] * count
            line += split.inside + more
    return lines, counts, link_lines


def _images(
    split: _Split, matches: list[re.Match[str]], entry_lines: list[int], links: list[int]
) -> PlainImages:
    """The images of entries on these lines, with so many links each."""
    text = split.text
    counts, lines, rows = [], [], []
    for match, entry_line, linked in zip(matches, entry_lines, links, strict=True):
        at, line = match.start(), entry_line
        start, end = match.span(_IMAGES)
        if linked and match.end(_LINKS) <= start:
            line += split.inside + (linked - 1) * split.step
        found = list(_IMAGE.finditer(text, start, end)) if start >= 0 else []
        for image in found:
            line += text.count("\n", at, image.start())
            at = image.start()
            lines.append(line)
            rows.append(image.groups())
        counts.append(len(found))
    return PlainImages(counts, lines, *(_columns(text, rows) if rows else ([], [], [])))
