"""URLs that nobody means as they are read: without scheme, or with what a template left over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.sites import is_public_name, site
from sitemap_audit.parsing.urls import Link, UrlProblem, host, read_link

if TYPE_CHECKING:
    from collections.abc import Callable

_PLACEHOLDER = re.compile(
    r"\{\{|\{%|<%|[$#]\{|%%\w+%%|\[\[\w|\[object |//[^/]*undefined(?:[:/]|$)", re.IGNORECASE
)
"What templates and scripts put for a missing value."
_LEFT_OVER = re.compile(r"(?:undefined|null|nan|none|\{[\w.]+\})(?:[/?#]|$)", re.IGNORECASE)
"The same, where the whole URL is to stand."
_HOST = re.compile(r"([A-Za-z0-9.-]+)(?::\d+)?(?:[/?#]|$)")


def read_meant(
    written: str | None, base: str, read: Callable[[str | None, str], Link] = read_link
) -> Link:
    """Parse a URL; one that nobody means as it is read is none."""
    link = read(written, base)
    problem = misread(written, link, base)
    return link if problem is None else Link(None, None, None, problem)


def misread(written: str | None, link: Link, base: str) -> UrlProblem | None:
    """Return why a URL is not meant as it is read, if it is not.

    A host without scheme is one that begins with ``www.`` or is of the site of ``base``, the URL
    of the page or file: another one may be the name of a page.
    """
    text = (written or "").strip()
    if _PLACEHOLDER.search(text):
        return UrlProblem.PLACEHOLDER
    if link.problem not in (UrlProblem.RELATIVE, UrlProblem.SCHEME):
        return None
    if _LEFT_OVER.match(text):
        return UrlProblem.PLACEHOLDER
    named = _HOST.match(text)
    if named is None:
        return None
    name = named[1].lower()
    if name.startswith("www.") or name == host(base):
        return UrlProblem.NO_SCHEME
    is_of_site = is_public_name(name) and site(f"http://{name}/") == site(base)
    return UrlProblem.NO_SCHEME if is_of_site else None
