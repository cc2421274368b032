"""The usual page, robots.txt and sitemap of a small site, and what a section changes in them.

Parts of a page: ``lang``, ``title``, ``canonical`` (an address), ``hreflang`` (``en=/ de=/de``),
``head``, ``text`` and ``foot`` (HTML; several lines go together). Parts of a sitemap: ``urls`` or
``sitemaps`` (addresses), ``entry`` (XML; several lines go together), ``attributes`` (of the root).
"""

from __future__ import annotations

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
_TEXT = """
The leaves are picked by hand from April until the end of September, two leaves and a bud at a
time, and carried down to the village before noon. There they wither on wooden racks for a night,
are rolled, and rest in a cool room until they have turned the colour of copper. A pot of it wants
water that has only just stopped boiling, a minute more than you would think, and no milk at first.
What is left in the pot may be poured over ice in summer. We buy from four families whom we visit
every spring, and pay them before the harvest, so that nobody has to sell in a hurry. The bags hold
a hundred grams and are made of paper that you can put on the compost. Orders that reach us before
two in the afternoon leave the house on the same day, wrapped in last week's newspaper. If the tea
is not to your taste, send back what is left, and tell us what you would have liked better. Every
first Saturday of the month the door to the back room stands open, and whoever comes in is given a
cup of whatever has just arrived, a chair by the window, and as much time as the cup lasts. Children
get hot apple juice, dogs a bowl of water, and nobody is asked to buy anything at all.
"""


def page(site: SmallSite, path: str, parts: Mapping[str, str]) -> str:
    """The usual HTML page, in the words of its site and path alone."""
    codes = {target: code for code, target in reversed(site.versions) if code != "x-default"}
    lang = parts.get("lang", codes.get(path, "en"))
    title = parts.get("title", f"Tea of {site.name}, {path}")
    is_version = any(target == path for _, target in site.versions)
    versions = " ".join(f"{code}={target}" for code, target in site.versions if is_version)
    text = parts.get("text", f"<p>What {title} is about.</p>\n<p>{_TEXT}</p>")
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
        f"<lastmod>2025-03-{number:02}T08:00:00+00:00</lastmod></{element}>\n"
        for number, address in enumerate(listed, 1)
    )
    attributes = f" {parts['attributes']}" if "attributes" in parts else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<{root} xmlns="{_NAMESPACE}"{attributes}>\n{entries}{parts.get("entry", "")}</{root}>\n'
    )
