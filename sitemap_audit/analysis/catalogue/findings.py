"""Define what checks tell of a finding, and tell it: its change in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TOLD = ("url", "sitemap_url", "related_url", "line", "observed", "expected", "fix", "kind")
"""What people are told of a finding."""

CHANGE = ("change_url", "action", "place", "from", "to")
"""What to change, for programs: in the page, sitemap or robots.txt ``change_url`` an ACTION at a
PLACE in it. ``from`` is what stands there, as written; ``to`` is what shall stand there. All are
NULL where a row does not say which file or page to change, or how."""

ACTIONS = ("add", "remove", "replace", "move")
"""``add`` and ``replace`` need ``to``. ``move`` needs ``from``: it goes to the place. ``remove``
takes one away, the last where ``from`` stands there several times; without ``from`` it takes away
what stands in the line, or, where the finding names no URL, all of the kind in the file."""

PLACES = {
    "loc": "loc",
    "lastmod": "lastmod",
    "changefreq": "changefreq",
    "priority": "priority",
    "hints": "changefreq and priority",
    "hreflang": "hreflang annotation",
    "hreflang-url": "hreflang URL",
    "hreflang-code": "hreflang code",
    "canonical": "canonical",
    "amphtml": "amphtml link",
    "alternate": "alternate link",
    "lang": "html lang",
    "robots": "robots directive",
    "meta": "meta element",
    "head": "element in the head",
    "body": "element in the body",
    "link": "link to",
    "image": "image",
    "video": "video",
    "news": "news",
    "namespace": "namespace",
    "xml": "XML",
    "encoding": "encoding",
    "header": "response header",
    "redirect": "redirect target",
    "status": "status code",
    "sitemap": "Sitemap line",
    "rule": "line",
}
"""The places, by name, each with its word in a sentence.

In a sitemap: ``loc`` (``remove`` is the whole entry), ``lastmod``, ``changefreq``, ``priority``,
both of these (``hints``), the elements ``image``, ``video`` and ``news`` of an entry (``element:
text``), a ``namespace``, any other ``xml`` (an element by its tag), the ``encoding``. In a page or
a sitemap: ``hreflang``, a whole annotation (its code, a space, its URL); ``hreflang-url``, the URL
of every annotation that names it; ``hreflang-code``, the code of every annotation that has it. In a
page: ``canonical``, ``lang`` (of <html>), ``robots`` (a directive of the meta robots or the
X-Robots-Tag), ``meta``, ``head`` and ``body`` (an element as written), ``link`` (the URL of every
``<a href>`` to it). Of a URL's response:
``header`` (``Name: value``), ``redirect`` (the Location), ``status``. In a robots.txt: ``sitemap``
(the URL of a Sitemap line) and ``rule`` (any other line, of a text sitemap too).
"""


def tell_findings(store: Store, table: str) -> None:
    """Make a table of findings from those of the table ``told``: each with its change in words."""
    store.execute(step("findings/no_change_places"))
    store.insert("change_places", [{"place": name, "word": PLACES[name]} for name in PLACES])
    store.create(table, step("findings/findings"))
    store.drop("told", "change_places")
