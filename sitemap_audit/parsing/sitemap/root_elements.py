"""Root elements: which are read, and which is assumed if damaged, unknown or missing."""

from __future__ import annotations

import re

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.sitemap.names import ATOM, ATOM_03, SITEMAP
from sitemap_audit.parsing.sitemap.tokens import Token

KINDS = {
    "urlset": SitemapKind.URLSET,
    "sitemapindex": SitemapKind.INDEX,
    "rss": SitemapKind.RSS2,
    "RDF": SitemapKind.RSS1,
    "feed": SitemapKind.ATOM1,
    "html": SitemapKind.HTML,
}
OWN = (SitemapKind.URLSET, SitemapKind.INDEX)
"Kinds of the sitemap protocol itself."
_ROOTS = {"url": "urlset", "sitemap": "sitemapindex"}
"By the name of an entry."
ROOT = re.compile(r"<((?:[\w.-]+:)?(?:urlset|sitemapindex|rss|RDF|feed))(?![\w.:-])")
ENTRY = re.compile(r"<(?:[\w.-]{1,50}:)?(?:url|sitemap)(?=[\s/>])")
_FIRST_CHILD = "loc|lastmod|changefreq|priority"
FIRST_ENTRY = re.compile(
    r"<((?:[\w.-]{1,50}:)?)(url|sitemap)(?:\s[^<>]{0,200})?>?\s{0,200}"
    rf"(?:<!--[^<>]{{0,200}}-->\s{{0,200}})?<\1(?:{_FIRST_CHILD})(?=[\s/>])"
)
"The start of an entry of the sitemap protocol, at any position; no other XML begins so."
ENTRIES_AS_TEXT = re.compile(
    r"\s*(?:<!\[CDATA\[\s*)?(?:https?://|(?:<|&lt;|&#60;|&#x3c;)(?:url|sitemap)\b)", re.IGNORECASE
)
"The start of text that was meant to be entries: URLs, or markup that is escaped or in CDATA."
LONGEST_FIRST = 1000
"Maximum length of that start, in characters."


def entry_of(kind: SitemapKind | None) -> str:
    """Return the tag of the entries of a sitemap or sitemap index."""
    return "<sitemap>" if kind is SitemapKind.INDEX else "<url>"


def root_around(name: str) -> str:
    """Return the name of the root element in which entries of a name belong."""
    prefix, _, local = name.rpartition(":")
    return f"{prefix}:{_ROOTS[local]}" if prefix else _ROOTS[local]


def root_of(entry: re.Match[str]) -> str:
    """Return the tag of the root element for an entry of :data:`FIRST_ENTRY`."""
    return root_around(entry[1] + entry[2])


def damaged_root(written: str) -> Token | None:
    """Return the start tag for a root element that is not well-formed; None if it is not a root.

    Its declarations cannot be read reliably, so the usual ones are assumed.
    """
    match = ROOT.match(written)
    return None if match is None else assumed_root(match[1], written)


def assumed_root(name: str, written: str = "") -> Token:
    """Return a root element with the usual declarations."""
    prefix, _, local = name.rpartition(":")
    namespace = SITEMAP
    if local in ("rss", "RDF"):
        namespace = "urn:written:" if prefix else ""
    elif local == "feed":
        namespace = ATOM_03 if ATOM_03 in written else ATOM
    attributes = {f"xmlns:{prefix}" if prefix else "xmlns": namespace} if namespace else {}
    return Token("open", len(written), name, attributes, None)
