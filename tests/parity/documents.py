"""The usual page, robots.txt and sitemap of a small site, and what a section changes in them.

Parts of a page: ``lang``, ``title``, ``canonical`` (an address), ``hreflang`` (``en=/ de=/de``),
``head``, ``text`` and ``foot`` (HTML; several lines go together). Parts of a sitemap: ``urls`` or
``sitemaps`` (addresses), ``entry`` (XML; several lines go together), ``attributes`` (of the root).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from parity.sitefile import SmallSite

PARTS = (
    *("lang", "title", "canonical", "hreflang", "head", "text", "foot"),
    *("urls", "sitemaps", "entry", "attributes"),
)
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_WORDS = """
apple april arrive autumn bag bamboo barley basket bee before bell bitter black blend blue boil book
bottle bowl box bread breeze bridge bright brown brush bud butter calm candle card carry cart cedar
cellar chair chalk change cherry chest child cinnamon clay clean clear climb clock cloth cloud clove
coast coat cold colour cook cool copper corner cotton country cream cup curtain daily dark dawn deep
dish dog door dragon dream dry dust early earth east edge egg evening family farm feather fennel
fern field fig fine fire first fish flat floor flower fog fold forest fresh friend fruit full garden
gate gentle ginger glass goat gold good grain grass gravel green grey ground guest hand harbour hard
harvest hat hazel heart heat heavy herb hill hold home honey horn horse hot hour house ice island
ivory jar jasmine journey juice kettle kind king kitchen knife ladder lake lamp lantern late leaf
lemon letter light lime linen lip listen little long low maker malt map maple market meadow melon
merchant merry mild milk mill mint mist monk month moon morning moss mountain mouth music narrow
neighbour new night noon north oak oat ocean old olive onion open orange orchard order paper parcel
path peach pear pebble pepper picture pine plain plate plum pocket pond porch post pot pour powder
quiet rain rare raw red rest rice ripe river road roast roll roof room root rope rose round saddle
sail salt sand season seed shade sharp sheep shelf ship shop short silk silver simple sister slow
small smoke smooth snow soft soup south spice spoon spring star steam steep stem stone storm straw
stream street strong sugar summer sun sweet table tall taste thick thin thread tide timber tin touch
tower town trade travel tree valley velvet village vine visit wagon warm wash water wave weight west
wheat whisk white wild willow wind window wine winter wood wool year yellow young
"""
_INDEX_DAY = "2025-03-31T08:00:00Z"
_LENGTH = 220
"Words of a page: more than a page is thin with."


def page(site: SmallSite, path: str, parts: Mapping[str, str]) -> str:
    """The usual HTML page, in the words of its site and path alone."""
    codes = {target: code for code, target in reversed(site.versions) if code != "x-default"}
    lang = parts.get("lang", codes.get(path, "en"))
    title = parts.get("title", f"Tea of {site.name}, {path}")
    is_version = any(target == path for _, target in site.versions)
    versions = " ".join(f"{code}={target}" for code, target in site.versions if is_version)
    text = parts.get("text", f"<p>{_words(site.variant + title)}</p>")
    return f"""<!doctype html>
<html{f' lang="{lang}"' if lang else ""}>
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
{_canonical(parts.get("canonical", path))}
{_alternates(parts.get("hreflang", versions).split())}
{parts.get("head", "")}
</head>
<body>
<h1>{escape(title)}</h1>
{text}
{parts.get("foot", "")}
</body>
</html>
"""


def _words(title: str) -> str:
    """A text of its own for every page: alike in no two of them."""
    return " ".join(random.Random(title).choices(_WORDS.split(), k=_LENGTH))


def _canonical(address: str) -> str:
    return f'<link rel="canonical" href="{escape(full(address))}">' if address else ""


def _alternates(links: Iterable[str]) -> str:
    pairs = (link.partition("=") for link in links)
    return "\n".join(
        f'<link rel="alternate" hreflang="{code}" href="{escape(full(address))}">'
        for code, _, address in pairs
    )


def full(address: str) -> str:
    """An address with its host: that of the site, unless it says otherwise."""
    return f"{{base}}{address}" if address.startswith("/") else address


def robots(*, has_sitemap: bool) -> str:
    """A robots.txt that allows everything."""
    rules = "User-agent: *\nDisallow:\n"
    return f"{rules}\nSitemap: {{base}}/sitemap.xml\n" if has_sitemap else rules


def sitemap(site: SmallSite, parts: Mapping[str, str]) -> str:
    """The usual sitemap, or the usual index where there are sitemaps to list."""
    is_index = "sitemaps" in parts
    root, element = ("sitemapindex", "sitemap") if is_index else ("urlset", "url")
    listed = parts.get("sitemaps" if is_index else "urls", " ".join(site.pages)).split()
    entries = "".join(
        f"  <{element}><loc>{escape(full(address))}</loc>"
        f"<lastmod>{_INDEX_DAY if is_index else _changed(address)}</lastmod></{element}>\n"
        for address in listed
    )
    attributes = f" {parts['attributes']}" if "attributes" in parts else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<{root} xmlns="{_NAMESPACE}"{attributes}>\n{entries}{parts.get("entry", "")}</{root}>\n'
    )


def _changed(address: str) -> str:
    """When it changed: another moment for most addresses, in the week before the index's."""
    hours = sum(address.encode()) % 144
    return f"2025-03-{25 + hours // 24}T{hours % 24:02}:30:00Z"
