"""A small site with a fault, and its healthy twin, in one file that a person can read.

::

    A listed page says nothing of its canonical.

    pages: / /tea

    finds:
      canonical/missing /tea

    == faulty /tea
    canonical:

The first paragraph says what is wrong. ``pages`` are served and listed (``/ /tea`` unless it says
otherwise); ``versions`` (``en=/en de=/de x-default=/``) are pages that name each other by hreflang;
``scheme``, ``host`` and ``certificate`` (expired, wrong_host) say how it is reached, and
``options`` are those of the command that it needs. A key may hold for one of the two alone
(``faulty certificate: expired``). ``finds`` holds every finding that the site must give: its check,
its subject (the URL, else the sitemap) and its related URL; ``healthy finds`` what is left of them
in the twin, mostly nothing.

A section says how a path answers. ``== faulty /tea`` holds for the site alone, ``== healthy /tea``
for its twin alone, ``== /tea`` for both. What no section changes is sound: robots.txt, sitemap.xml,
the pages. A section begins with settings, a line each, until the first empty line: a header
(``X-Robots-Tag: noindex``), a field of :class:`mockserver.rules.Rule` (``status: 404``), or
a part of the usual page or sitemap (see :mod:`parity.documents`). The rest, if any, is the body.

``{base}`` stands for the site's address, ``{other}`` for that of another host, ``{http}`` and
``{https}`` for the site's own host by either scheme; sections of those are written with them
(``== {other}/robots.txt``). ``{closed}`` is a port where nothing listens, ``{dead}`` a host that
nobody knows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAULTY = "faulty"
HEALTHY = "healthy"
_SECTION = re.compile(r"^== (?:(faulty|healthy) )?(\S+)\n", re.MULTILINE)
_KEYS = ("pages", "versions", "scheme", "host", "certificate", "options", "finds")


class SiteFileError(Exception):
    """A site's file that cannot be read."""


class Section(NamedTuple):
    """How one path answers."""

    path: str
    settings: list[tuple[str, str]]
    body: str | None


class Finding(NamedTuple):
    """A finding: its check, the URL or else the sitemap, the related URL."""

    check: str
    subject: str
    related: str


class SmallSite(NamedTuple):
    """A site, or its healthy twin."""

    name: str
    variant: str
    about: str
    pages: list[str]
    versions: list[tuple[str, str]]
    "Code and path."
    scheme: str
    host: str | None
    certificate: str | None
    options: tuple[str, ...]
    "Of the command; sites of the same are audited in one run."
    finds: list[Finding]
    sections: dict[str, Section]

    @property
    def key(self) -> str:
        """What tells a site from its twin and from all others."""
        return f"{self.variant} {self.name}"


def read_site(path: Path, name: str, variant: str) -> SmallSite:
    """Read a site's file, as it is with its fault or as it is without.

    Raises:
        SiteFileError: it is not written as it should be.
    """
    head, *parts = _SECTION.split(path.read_text("utf-8"))
    about, _, rest = head.partition("\n\n")
    keys = dict(_keys(rest, name, variant))
    versions = [_pair(word) for word in keys.get("versions", "").split()]
    pages = keys.get("pages", " ".join(page for _, page in versions) or "/ /tea").split()
    return SmallSite(
        name=name,
        variant=variant,
        about=" ".join(about.split()),
        pages=list(dict.fromkeys(pages)),
        versions=versions,
        scheme=keys.get("scheme", "http"),
        host=keys.get("host"),
        certificate=keys.get("certificate"),
        options=tuple(keys.get("options", "").split()),
        finds=[_finding(line) for line in keys.get("finds", "").splitlines()],
        sections=_sections(parts, variant),
    )


def _keys(text: str, name: str, variant: str) -> Iterator[tuple[str, str]]:
    """The keys of a variant; what holds for it alone last."""
    blocks = [block.partition(":") for block in re.split(r"\n(?=\S)", text.strip()) if block]
    for written, _, value in sorted(blocks, key=lambda block: " " in block[0]):
        only, _, key = written.rpartition(" ")
        if key not in _KEYS or only not in ("", FAULTY, HEALTHY):
            raise SiteFileError(f"{name}: {written!r} is none of {', '.join(_KEYS)}.")
        if only == variant or (not only and (key != "finds" or variant == FAULTY)):
            yield key, "\n".join(line.strip() for line in value.strip().splitlines())


def _finding(line: str) -> Finding:
    check, subject, related = [*line.split(), "", ""][:3]
    return Finding(check, subject, related)


def _pair(word: str) -> tuple[str, str]:
    code, _, path = word.partition("=")
    return code, path


def _sections(parts: list[str], variant: str) -> dict[str, Section]:
    """The sections of a variant by path; what holds for one wins over what holds for both."""
    triples = list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    triples.sort(key=lambda triple: triple[0] is not None)
    return {path: _section(path, text) for only, path, text in triples if only in (None, variant)}


def _section(path: str, text: str) -> Section:
    settings, blank, body = (
        text.partition("\n\n") if not text.startswith("\n") else ("", "\n", text[1:])
    )
    lines = [line.partition(":") for line in settings.splitlines() if line]
    return Section(
        path,
        [(name, value.strip()) for name, _, value in lines],
        body if blank and body.strip("\n") else None,
    )
