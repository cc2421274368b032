"""Element names of a sitemap: the role of each, and whether its namespace is right."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import quote

from sitemap_audit.near_names import nearest
from sitemap_audit.parsing.sitemap.tokens import clean

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.sink import Sink

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
ATOM = "http://www.w3.org/2005/Atom"
ATOM_03 = "http://purl.org/atom/ns#"
EXTENSIONS = {
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "xhtml": "http://www.w3.org/1999/xhtml",
}
"By the prefix that everybody uses."
_DEPRECATED = {
    "google.com/schemas/sitemap-mobile/": "mobile",
    "google.com/schemas/sitemap-pagemap/": "PageMap",
    "google.com/schemas/sitemap-geo/": "geo",
    "google.com/geo/schemas/sitemap/": "geo",
    "google.com/codesearch/schemas/sitemap/": "code search",
}
"Extensions that no search engine reads any more, by what their namespaces have in them."
PAGEMAP = "http://www.google.com/schemas/sitemap-pagemap/1.0"
_USUAL = {
    **EXTENSIONS,
    "atom": ATOM,
    "pagemap": PAGEMAP,
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "dc": "http://purl.org/dc/elements/1.1/",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "media": "http://search.yahoo.com/mrss/",
}
_PREFIXES = {uri: prefix for prefix, uri in EXTENSIONS.items()}
# How a wrong namespace still shows what it is meant to be.
_MARKS = {
    "sitemap-image": "image",
    "sitemap-video": "video",
    "sitemap-news": "news",
    "w3.org/1999/xhtml": "xhtml",
    "w3.org/tr/xhtml": "xhtml",
}


class Role(StrEnum):
    """The role of an element in an entry."""

    LOC = "loc"
    LASTMOD = "lastmod"
    CHANGEFREQ = "changefreq"
    PRIORITY = "priority"
    LINK = "link"
    IMAGE = "image"
    VIDEO = "video"
    NEWS = "news"
    URL = "url"
    SITEMAP = "sitemap"
    UNKNOWN = "unknown"
    "In the sitemap's namespace, and not defined there."
    FOREIGN = "foreign"
    "In a namespace of its own: allowed, and not read."


_CORE = {
    name: Role(name) for name in ("loc", "lastmod", "changefreq", "priority", "url", "sitemap")
}
_EXTENSION_ROLES = {
    ("xhtml", "link"): Role.LINK,
    ("image", "image"): Role.IMAGE,
    ("video", "video"): Role.VIDEO,
    ("news", "news"): Role.NEWS,
}


def _declaration(name: str, value: str) -> str | None:
    """Return the attribute that declares a namespace, also of one that is misspelled."""
    if name == "xmlns" or name.startswith("xmlns:"):
        return name
    if not value.startswith(("http://", "https://")) or name.startswith(("xml:", "xsi:")):
        return None
    known = next((prefix for prefix, uri in _USUAL.items() if uri == value), None)
    start, _, prefix = name.replace(".", ":").partition(":")
    if not prefix and known and start.lower().endswith(known):
        start, prefix = start[: -len(known)], known
    if (known or value == SITEMAP) and nearest(start.lower(), ["xmlns"], 0.7):
        return f"xmlns:{prefix}" if prefix else "xmlns"
    return None


_ENTRIES = ("url", "sitemap")


def split(tag: str) -> tuple[str, str]:
    """Split lxml's ``{namespace}local`` into namespace and local name."""
    namespace, _, local = tag.rpartition("}")
    return namespace[1:], local


def line_of(element: _Element, base: int) -> int:
    """Return the line on which an element's start tag ends, plus ``base``."""
    return base + (element.sourceline or 1)  # type: ignore[operator]  # lxml's stubs give no type


def local_name(tag: str) -> str:
    """Return the tag without its namespace."""
    return tag.rpartition("}")[2]


def written_name(element: _Element) -> str:
    """Return the name of an element as the file has it, with its prefix."""
    local = local_name(element.tag)
    return f"{element.prefix}:{local}" if element.prefix else local


def meant_extension(namespace: str, prefix: str | None) -> str | None:
    """Return the extension of an element, also with a wrong namespace; None for core elements."""
    if namespace in _PREFIXES:
        return _PREFIXES[namespace]
    if namespace == SITEMAP:
        return None
    folded = namespace.lower()
    meant = next((name for mark, name in _MARKS.items() if mark in folded), None)
    return meant or (prefix if prefix in EXTENSIONS else None)


class Names:
    """Roles by tag for one file; a wrong namespace is reported at its first use."""

    def __init__(self, sink: Sink) -> None:
        """Report to ``sink``."""
        self._sink = sink
        self._wrong: set[str] = set()
        self.root_namespace = ""
        self.root_prefix = ""
        self.root_line: int | None = None
        self._declared: dict[str, tuple[str, int]] = {}
        "Namespace and line of the declaration of each prefix, in the elements around the entries."
        self.is_root_damaged = False
        "Whether what the root element declares is not known: nothing is said of namespaces then."
        self.written: dict[str, str] = {}
        "Namespaces that no parser takes, by what stands for them."
        self.roles: dict[str, Role] = {}
        "By lxml's tag: what has been seen."

    def classify(self, element: _Element, base: int) -> Role:
        """Return the role of an element with a new tag."""
        line = line_of(element, base)
        namespace, local = split(element.tag)
        extension = meant_extension(namespace, element.prefix)
        if namespace == self.root_namespace and (local in _CORE or namespace not in _PREFIXES):
            extension = None
        if self._is_in_entry(element, namespace, local):
            role = Role.FOREIGN
        elif deprecated := self._deprecated(namespace):
            role = Role.FOREIGN
            self._report_deprecated(deprecated, line)
        elif extension is None:
            role = self._core_role(element, namespace, local, base)
        else:
            role = _EXTENSION_ROLES.get((extension, local), Role.FOREIGN)
            self.check(extension, element, base)
        self.roles[element.tag] = role
        return role

    def is_known(self, namespace: str) -> bool:
        """Return whether a namespace is the sitemap's, an extension's or none."""
        return self.is_own(namespace) or namespace in _PREFIXES

    def is_own(self, namespace: str) -> bool:
        """Return whether a namespace is the sitemap's, or none."""
        return namespace in ("", SITEMAP, self.root_namespace)

    def _is_in_entry(self, element: _Element, namespace: str, local: str) -> bool:
        """Return whether an element is another's, though its name is one of the protocol's."""
        parent = element.getparent()
        if parent is None or local_name(parent.tag) not in _ENTRIES or local not in _CORE:
            return False
        is_other = split(parent.tag)[0] == SITEMAP != namespace and element.prefix is not None
        return is_other and (local in _ENTRIES or "sitemap" not in namespace.lower())

    def declare(self, attributes: dict[str, str], written: str, line: int) -> dict[str, str]:
        """Note the namespaces that a start tag declares; return its attributes, corrected."""
        corrected = {}
        for name, value in attributes.items():
            place = re.search(rf"(?<![\w:.-]){re.escape(name)}\s*=", written)
            at = line + written.count("\n", 0, place.start() if place else 0)
            right = _declaration(name, value)
            if right is not None and right != name and right not in attributes:
                code = "namespace" if value == SITEMAP else "extension-namespace"
                detail, expected = f'{name}="{value}"', f'{right}="{value}"'
                self._sink.problem(code, clean(detail), clean(expected), at)
                name = right
            if name == "xmlns" or name.startswith("xmlns:"):
                self._declared[name[6:]] = (value, at)
            corrected[name] = value
        return corrected

    def check_attributes(self, attributes: dict[str, str], line: int) -> None:
        """Report the attributes of the root element whose prefix is not declared."""
        for prefix in {name.partition(":")[0]: 0 for name in attributes if ":" in name}:
            if prefix not in ("xmlns", "xml") and prefix not in self._declared:
                self.undeclared(prefix, line)

    def line_of_prefix(self, prefix: str) -> int | None:
        """Return the line on which a prefix is declared around the entries; None if it is not."""
        return self._declared[prefix][1] if prefix in self._declared else None

    def _line_of_declaration(self, element: _Element, namespace: str, base: int) -> int:
        """Return the line on which the namespace of an element is declared."""
        prefix = element.prefix
        written, line = self._declared.get(prefix or "", ("", 0))
        if line and written == self.written.get(namespace, namespace):
            return line
        while (parent := element.getparent()) is not None:
            if parent.nsmap.get(prefix) != (namespace or None):
                break
            element = parent
        return line_of(element, base)

    def check(self, extension: str, element: _Element, base: int) -> None:
        """Report an extension's namespace if it is not the defined one."""
        namespace, _ = split(element.tag)
        is_right = namespace == EXTENSIONS[extension] or self.is_root_damaged
        if is_right or namespace in self._wrong:
            return
        self._wrong.add(namespace)
        self._sink.problem(
            "extension-namespace",
            f"Namespace of {extension} elements: {self.as_written(namespace)}",
            EXTENSIONS[extension],
            self._line_of_declaration(element, namespace, base),
        )

    def _deprecated(self, namespace: str) -> str | None:
        if namespace in (self.root_namespace, SITEMAP):
            return None
        folded = namespace.lower()
        return next((name for mark, name in _DEPRECATED.items() if mark in folded), None)

    def _report_deprecated(self, name: str, line: int) -> None:
        if name not in self._wrong:
            self._wrong.add(name)
            detail = f"the {name} extension"
            self._sink.problem("deprecated-extension", detail, "Nothing", line)

    def undeclared(self, prefix: str, line: int | None) -> str:
        """Report an undeclared prefix and return the namespace to assume for it."""
        near = prefix
        if prefix not in _USUAL:
            near = nearest(prefix, EXTENSIONS, 0.75) or ""
        namespace = _USUAL.get(near, f"urn:undeclared:{quote(prefix)}")
        if self.root_prefix == prefix:
            return SITEMAP if self.root_namespace in ("", SITEMAP) else namespace
        if self.is_root_damaged or prefix in self._wrong:
            return namespace
        self._wrong.add(prefix)
        is_elsewhere = line is not None and self.root_line not in (None, line)
        self._sink.problem(
            "extension-namespace",
            f"Prefix {prefix} not declared" + (f" (used on line {line})" if is_elsewhere else ""),
            f'xmlns:{prefix}="{_USUAL.get(near, "…")}"',
            self.root_line or line,
        )
        return namespace

    def as_written(self, namespace: str) -> str:
        """Return a namespace as written in the file."""
        return clean(self.written.get(namespace, namespace)) or "(none)"

    def _core_role(self, element: _Element, namespace: str, local: str, base: int) -> Role:
        role, line = _CORE.get(local), line_of(element, base)
        if role is None:
            is_own = self.is_own(namespace)
            is_url = local == "link" and not element.attrib  # as in a feed
            if is_own and local.lower() in _UNPREFIXED and not is_url:
                return self._without_namespace(local, line)
            return Role.UNKNOWN if is_own else Role.FOREIGN
        is_right = namespace == self.root_namespace or self.is_root_damaged
        if not is_right and namespace not in self._wrong:
            self._wrong.add(namespace)
            is_bare = not namespace and bool(self.root_prefix)
            self._sink.problem(
                "namespace",
                f"<{local}> in the namespace {self.as_written(namespace)}",
                SITEMAP,
                self.root_line if is_bare else self._line_of_declaration(element, namespace, base),
                excerpt=None if namespace or is_bare else 'xmlns=""',
            )
        return role

    def _without_namespace(self, local: str, line: int | None) -> Role:
        """Report an element of an extension that is written without the extension's namespace."""
        folded = local.lower()
        name, uri = _UNPREFIXED[folded]
        where = "the sitemap namespace" if folded == "link" else "an entry"
        expected = f"<{name}> in the namespace {uri}"
        self._sink.problem("unknown-element", f"<{local}> in {where}", expected, line)
        return Role.LINK if local == "link" else Role.FOREIGN


_UNPREFIXED = {
    "link": ("xhtml:link", EXTENSIONS["xhtml"]),
    "pagemap": ("PageMap", PAGEMAP),
    **{name: (f"{name}:{name}", EXTENSIONS[name]) for name in ("image", "video", "news")},
}
"Elements in an entry, with their prefix and namespace."
