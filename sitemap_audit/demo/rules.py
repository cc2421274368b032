"""A site as a folder: its files, and ``site.toml`` with rules for responses.

The table ``[set]`` has the values for templates; the items of a list are ``{{name.1}}`` and so on.
Other ``.toml`` files in the folder hold more rules, read in the order of their names.

The ``path`` of a rule is the path in the request line, percent escapes included; ``*`` matches any
characters. If it contains a ``?``, the query is compared too. ``for`` expands a rule into many:
``path = "/{{lang}}/tea-{{n}}.html"`` with ``for = {lang = "en de", n = "1..9"}``. A later rule for
the same path overrides only the keys it has. The keys are the fields of :class:`Rule`.

The folder may be a :class:`~pathlib.Path` or a package's resource.
"""

from __future__ import annotations

import itertools
import re
import tomllib
import zlib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import unquote

from sitemap_audit.demo.template import choices, fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from importlib.resources.abc import Traversable

RULES = "site.toml"
_MEGABYTE = b" " * 1_000_000
_GZIP = 31
_TIMES = {None: 0, "gzip": 1, "gzip-twice": 2}
_NEVER_SERVED = ("hosts", "origins", "templates")
_TYPES = {
    "html": "text/html; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "gz": "application/gzip",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}


class SiteError(Exception):
    """Rules of a site that cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The response for one path."""

    status: int = 200
    headers: Mapping[str, str | list[str]] = field(default_factory=dict)
    "A list repeats the header."
    location: str | None = None
    type: str | None = None
    "Content-Type; default: by the extension."
    body: str | None = None
    file: str | None = None
    "File in the folder; default, without a body: the file at the path, if any."
    charset: str = "utf-8"
    "Encoding of body and file as sent."
    pack: str | None = None
    "gzip | gzip-twice: compression of the file."
    encoding: str | None = None
    "gzip: its Content-Encoding."
    fill: int = 0
    "Megabytes of spaces after the body."
    set: Mapping[str, str] = field(default_factory=dict)
    "Values for the template."
    fails: int = 0
    "Number of first requests that get a 503."
    cut: int = 0
    "Bytes removed from the end of the body, also in Content-Length: a damaged file."
    reset: bool = False
    "Whether the connection is reset (RST) instead of a response."


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A rule for one path, with the values of its ``for`` and its site."""

    rule: Rule
    values: Mapping[str, str]
    folder: Traversable

    def text(self, written: str, values: Mapping[str, str]) -> str:
        """Fill in a text of the rule: its values override the site's; both override ``others``."""
        return fill(written, {**values, **self.values, **self.rule.set})

    def body(self, path: str, values: Mapping[str, str]) -> bytes:
        """Return the body before compression."""
        rule = self.rule
        if rule.body is not None:
            return self.text(rule.body, values).encode(rule.charset)
        written = self._file(path)
        if b"{{" not in written and rule.charset == "utf-8":
            return written
        text = self.text(written.decode("utf-8", "surrogateescape"), values)
        return text.encode(rule.charset, "surrogateescape" if rule.charset == "utf-8" else "strict")

    def _file(self, path: str) -> bytes:
        if self.rule.file is None and not _lies_in(self.folder, path):
            return b""
        return _at(self.folder, self.rule.file or path).read_bytes()

    def pieces(self, path: str, values: Mapping[str, str]) -> Iterator[bytes]:
        """Yield the body as sent: padded and compressed."""
        rule = self.rule
        if not self.has_body:
            return
        padding = itertools.repeat(_MEGABYTE, rule.fill)
        sent: Iterable[bytes] = itertools.chain([self.body(path, values)], padding)
        for _ in range(_TIMES[rule.pack] + (rule.encoding == "gzip")):
            sent = _gzip(sent)
        yield from (piece for piece in sent if piece)

    @property
    def has_body(self) -> bool:
        """Whether a response with this status may have a body."""
        return self.rule.status not in (204, 304)

    def headers(self, path: str, values: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return the headers, but for those of the connection and the date."""
        rule = self.rule
        written: dict[str, str | list[str]] = {
            "Content-Type": self.media_type(path) or "",
            "Content-Encoding": rule.encoding or "",
            "Location": rule.location or "",
            **rule.headers,
        }
        return [
            (name, self.text(text, values))
            for name, value in written.items()
            for text in (value if isinstance(value, list) else [value])
            if text
        ]

    def media_type(self, path: str) -> str | None:
        """Return the Content-Type, or None if it is not known."""
        if self.rule.type is not None:
            return self.rule.type
        name = (self.rule.file or path).partition("?")[0]
        return _TYPES["html"] if name.endswith("/") else _TYPES.get(name.rpartition(".")[2])


class Site:
    """The rules of a folder."""

    rule_type: ClassVar[type[Rule]] = Rule

    def __init__(self, folder: Traversable) -> None:
        """Read ``site.toml`` in ``folder``, if there is one.

        Raises:
            SiteError: a rule has a key that does not exist.
        """
        self._folder = folder
        self._exact: dict[str, dict[str, Any]] = {}
        self._globs: dict[str, dict[str, Any]] = {}
        self._set: dict[str, str] = {}
        for name, text in _rules(folder):
            try:
                written = tomllib.loads(text)
                self._set |= {key: str(value) for key, value in _flat(written.get("set", {}))}
                for rule in written.get("rule", []):
                    self._add(rule)
            except (SiteError, tomllib.TOMLDecodeError) as error:
                raise SiteError(f"{name}: {error}") from None

    def _add(self, rule: dict[str, Any]) -> None:
        keys = {field.name for field in fields(self.rule_type)}
        if unknown := rule.keys() - keys - {"path", "for"}:
            raise SiteError(f"no rule has {sorted(unknown)}; there are {sorted(keys)}.")
        for path, values in _each(rule["path"], rule.get("for", {})):
            rules = self._globs if "*" in path else self._exact
            change = {name: value for name, value in rule.items() if name not in ("path", "for")}
            earlier = rules.get(path, {"values": {}, "set": {}})
            rules[path] = {
                **earlier,
                **change,
                "values": {**earlier["values"], **values},
                "set": {**earlier["set"], **change.get("set", {})},
            }

    def find(self, target: str) -> Page | None:
        """Return the page for a request target, or None if there is neither rule nor file."""
        path = target.partition("?")[0]
        for wanted in dict.fromkeys((target, path)):
            if wanted in self._exact:
                return self._page(self._exact[wanted])
        for pattern, rule in self._globs.items():
            if match := _matches(pattern, target if "?" in pattern else path):
                return self._page(rule, star=match[1])
        if _lies_in(self._folder, path):
            return self._page({"values": {}, "set": {}})
        return None

    def _page(self, rule: dict[str, Any], **values: str) -> Page:
        named = {name: value for name, value in rule.items() if name != "values"}
        return self.page(self.rule_type(**named), **{**rule["values"], **values})

    def page(self, rule: Rule, **values: str) -> Page:
        """Make a page of a rule with the values of its path."""
        return Page(rule=rule, values={**self._set, **values}, folder=self._folder)


def _gzip(plain: Iterable[bytes]) -> Iterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    yield from (compressor.compress(piece) for piece in plain)
    yield compressor.flush()


def _rules(folder: Traversable) -> Iterator[tuple[str, str]]:
    """Yield name and text of each rules file, ``site.toml`` first."""
    named = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    for name in sorted(named, key=lambda name: (name != RULES, name)):
        yield name, named[name].read_text("utf-8")


def _at(folder: Traversable, path: str) -> Traversable:
    """Return the file at a path; a folder's file is its ``index.html``."""
    name = unquote(path.partition("?")[0]).lstrip("/")
    return folder.joinpath(
        *(name + "index.html" if name.endswith("/") or not name else name).split("/")
    )


def _lies_in(folder: Traversable, path: str) -> bool:
    steps = unquote(path.partition("?")[0]).lstrip("/").split("/")
    if steps[0] in _NEVER_SERVED or steps[-1].endswith(".toml") or ".." in steps or "\0" in path:
        return False
    return _at(folder, path).is_file()


def _each(path: str, loops: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    for chosen in itertools.product(*(choices(written) for written in loops.values())):
        values = dict(zip(loops, chosen, strict=True))
        yield fill(path, values), values


def _matches(pattern: str, target: str) -> re.Match[str] | None:
    before, _, after = pattern.partition("*")
    rest = ".*".join(re.escape(part) for part in after.split("*"))
    return re.fullmatch(f"{re.escape(before)}(.*){rest}", target)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Return a table's values by dotted name; items of a list by number, from 1."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from ((f"{prefix}{name}.{n}", item) for n, item in enumerate(value, 1))
        else:
            yield f"{prefix}{name}", value
