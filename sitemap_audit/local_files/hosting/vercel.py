"""How Vercel serves a folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import msgspec

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.serving import INDEX, Hosting, Served, encoded
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_SETTINGS = "vercel.json"
_CODE = ("vercel.ts", "vercel.js", "vercel.mjs", "vercel.cjs", "vercel.mts")
_MIDDLEWARE = ("middleware.ts", "middleware.js")
_OWN = "/_vercel/"
"""Below it Vercel itself responds: ``/_vercel/insights/``, ``/_vercel/speed-insights/``.

https://vercel.com/docs/analytics/quickstart, https://vercel.com/docs/speed-insights/quickstart
"""
_RESERVED = "/.well-known"
"Not redirected and not rewritten: https://vercel.com/docs/rewrites"
_PATTERN = re.compile(r"[:(*+?{\\]")
"What makes a source more than a path (path-to-regexp)."
_ANY = "/(.*)"
_REST = re.compile(r"\$1(?!\d)")
"What ``(.*)`` stands for, in a destination."
_STATUSES = frozenset({301, 302, 303, 307, 308})


class _Rule(msgspec.Struct):
    source: str
    destination: str = ""
    permanent: bool | None = None
    statusCode: int | None = None  # noqa: N815 - as it is written there
    headers: list[dict[str, str]] = []
    has: list[Any] = []
    missing: list[Any] = []

    @property
    def is_plain(self) -> bool:
        """Whether it applies to one path, or to all.

        No documentation says whether an encoded path is compared with the decoded one.
        """
        is_path = not _PATTERN.search(self.source) and self.source.isascii()
        is_certain = self.source == _ANY or (is_path and "%" not in self.source)
        return is_certain and not (self.has or self.missing)

    @property
    def leads_to(self) -> str | None:
        """Its destination; None if what a sign in it stands for, or whether it has one, is unclear.

        ``$1`` stands for all if it applies to all, and may be in the destination still.
        """
        signs = "$"
        rest = self.destination
        if self.source == _ANY:
            signs = "$:"
            rest = _REST.sub("", re.sub(r"^https?:", "", rest))
        return self.destination if self.destination and not {*signs} & {*rest} else None

    @property
    def status(self) -> int | None:
        """The status of its redirect; None if it is none of a redirect."""
        if self.permanent is not None:
            return 308 if self.permanent else 307
        status = 308 if self.statusCode is None else self.statusCode
        return status if status in _STATUSES else None

    def may_match(self, path: str) -> bool:
        """Whether it may apply to a path: exact if it has no pattern, else by how it begins."""
        if self.source == _ANY:
            return True
        if not _PATTERN.search(self.source):
            return path in {self.source, unquote(self.source)}
        return path.startswith(unquote(_PATTERN.split(self.source)[0]).rstrip("/"))


class _Settings(msgspec.Struct):
    cleanUrls: bool = False  # noqa: N815
    trailingSlash: bool | None = None  # noqa: N815
    redirects: list[_Rule] = []
    rewrites: list[_Rule] = []
    headers: list[_Rule] = []
    routes: list[Any] = []


class Vercel(Hosting):
    """Vercel, without a framework of its own.

    ===================== ======================================================================
    ``/x/`` and ``/x``    ``x/index.html`` for both; ``x.html`` with ``cleanUrls`` alone
    ``cleanUrls``         redirects (308) from ``/x.html`` and ``/x/index.html`` to ``/x``
    ``trailingSlash``     ``false``: redirect (308) from ``/x/`` to ``/x``; ``true``: from ``/x``
                          to ``/x/`` if there is no dot in the last segment
    ``redirects``         behind these and before the files; 308 by default. ``$1`` stands for
                          what ``/(.*)`` matches; the query is passed on
    ``headers``           of every rule that matches
    ``rewrites``          if there is no file
    ``/.well-known``      without ``redirects`` and ``rewrites``
    ``/_vercel/``         unclear: Vercel itself responds
    a missing file        404, with ``404.html`` if there is one
    ===================== ======================================================================

    ``vercel.json`` is read in the folder or beside it. A rule whose source is another pattern or
    has encoded characters, or that depends on the visitor, is not applied, nor is one whose
    destination or status is not understood: what may match it is unclear.

    Documentation: https://vercel.com/docs/project-configuration/vercel-json; the patterns of
    ``cleanUrls`` and ``trailingSlash`` in the host's own code:
    https://github.com/vercel/vercel/blob/main/packages/routing-utils/src/superstatic.ts. Which
    file is served for ``/x`` is as measured by
    https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md: not said
    for ``/x`` with both files and ``cleanUrls``, which is unclear. Sites have names below
    ``vercel.app`` (https://vercel.com/docs/deployments/generated-urls).
    """

    title = "Vercel"
    domain = "vercel.app"
    own_files = (_SETTINGS, *_CODE)
    not_published = frozenset({_SETTINGS})
    reads_beside = (_SETTINGS, *_CODE, *_MIDDLEWARE)

    def __init__(self, folder: Path, base: str) -> None:
        super().__init__(folder, base)
        places = (folder, self.beside)
        self._settings = _read(places)
        found = [
            name
            for name in (*_CODE, *_MIDDLEWARE)
            if any((place / name).is_file() for place in places)
        ]
        if self._settings.routes:
            found.append(f"routes of {_SETTINGS}")
        self._code = f"what {found[0]} does is not known" if found else None
        told = [
            f"{_place(kind, number)}: {why}. URLs that it may apply to are not checked."
            for kind, rules in self._rules().items()
            for number, rule in enumerate(rules, 1)
            if (why := _not_understood(kind, rule))
        ]
        if found:
            told.append(
                f"{found[0]} may change every response. No page is checked: write redirects and"
                f" headers into {_SETTINGS}, or choose another --hosting."
            )
        self.not_understood = tuple(told)

    def _rules(self) -> dict[str, list[_Rule]]:
        settings = self._settings
        return {
            "redirects": settings.redirects,
            "headers": settings.headers,
            "rewrites": settings.rewrites,
        }

    def respond(self, path: str, query: str) -> Served:
        """Return what settings, rules and files say."""
        if self._code or self.above:
            why = self._code or f"{_SETTINGS} is for a whole host, the base URL has a path"
            return Served(0, unclear=why)
        if path.startswith(_OWN):
            return Served(0, unclear=f"Vercel itself responds to URLs below {_OWN}")
        clean = self._clean(path)
        if clean is not None:
            return Served(308, location=encoded(clean) + query)
        if path == _RESERVED or path.startswith(f"{_RESERVED}/"):
            return self._of_files(path, self._by_files(path))
        for number, rule in enumerate(self._settings.redirects, 1):
            if rule.may_match(path):
                written = _with_rest(rule.leads_to or "", encoded(path))
                target, mark, fragment = written.partition("#")
                if _not_understood("redirects", rule) or (query and "?" in target):
                    return _unclear("redirects", number)
                return Served(rule.status or 0, location=target + query + mark + fragment)
        return self._of_files(path, self._by_files(path) or self._by_rewrites(path))

    def _of_files(self, path: str, served: Served | None) -> Served:
        """Return a response with its headers; 404 if there is none."""
        served = served or self.not_found()
        return self._with_headers(served, path) if served.file else served

    def _clean(self, path: str) -> str | None:
        """Return where ``cleanUrls`` and ``trailingSlash`` redirect a path to."""
        slash = self._settings.trailingSlash
        if self._settings.cleanUrls:
            end = "/" if slash else ""
            if index := re.fullmatch(r"/(?:(.+)/)?index(?:\.html)?/?", path):
                return f"/{index[1]}{end}" if index[1] else "/"
            if page := re.fullmatch(r"/(.*)\.html/?", path):
                return f"/{page[1]}{end}"
        if slash is False and len(path) > 1 and path.endswith("/"):
            return path[:-1]
        if slash and not path.startswith(_RESERVED):
            if re.fullmatch(r"/(?:[^/]+/)*[^/.]+", path):
                return f"{path}/"
            if re.fullmatch(r"/(?:[^/]+/)*[^/]+\.\w+/", path):
                return path[:-1]
        return None

    def _by_files(self, path: str) -> Served | None:
        name = path.strip("/")
        index = f"{name}/{INDEX}".lstrip("/")
        page = f"{name}.html"
        if not path.endswith("/") and self.has(name):
            return self.found(name)
        has_page = self._settings.cleanUrls and bool(name) and self.has(page)
        if has_page and self.has(index):
            return Served(
                0, unclear=f"Vercel does not say which one of {page} and {index} it serves"
            )
        if self.has(index):
            return self.found(index)
        return self.found(page) if has_page else None

    def _by_rewrites(self, path: str) -> Served | None:
        for number, rule in enumerate(self._settings.rewrites, 1):
            if rule.may_match(path):
                target = (rule.leads_to or "").partition("?")[0]
                is_known = rule.is_plain and target.startswith("/")
                served = self._by_files(_with_rest(target, path)) if is_known else None
                return served or _unclear("rewrites", number)
        return None

    def _with_headers(self, served: Served, path: str) -> Served:
        headers = list(served.headers)
        for number, rule in enumerate(self._settings.headers, 1):
            if not rule.may_match(path):
                continue
            if _not_understood("headers", rule):
                return _unclear("headers", number)
            own = [(each.get("key", ""), each.get("value", "")) for each in rule.headers]
            names = {name.lower() for name, _ in own}
            headers = [each for each in headers if each[0].lower() not in names] + own
        return Served(served.status, served.file, headers=tuple(headers))


def _read(places: Iterable[Path]) -> _Settings:
    """Return the settings of the first ``vercel.json``.

    Raises:
        UsageError: it cannot be read.
    """
    for place in places:
        file = place / _SETTINGS
        try:
            return msgspec.json.decode(file.read_bytes(), type=_Settings)
        except FileNotFoundError:
            continue
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
        except RecursionError:
            reason = "it is nested too deeply"
        except msgspec.MsgspecError as error:
            reason = str(error).replace("\n", " ")
        raise UsageError(
            f"Cannot read {quoted(str(file))}: {reason}. Correct it, or choose another --hosting."
        )
    return _Settings()


def _place(kind: str, number: int) -> str:
    return f"{_SETTINGS}, {kind}, rule {number}"


def _not_understood(kind: str, rule: _Rule) -> str | None:
    """Return why a rule cannot be applied, as a clause; None if it can."""
    if not rule.is_plain:
        return "it has a pattern or encoded characters, or depends on the visitor"
    if kind == "headers":
        has_sign = any("$" in each.get("value", "") for each in rule.headers)
        return "a value with $ is not understood" if has_sign else None
    if rule.leads_to is None:
        return "its destination is not understood"
    return "its status is not understood" if kind == "redirects" and rule.status is None else None


def _with_rest(destination: str, path: str) -> str:
    """Return a destination with a path, without its slash, for what stands for all."""
    return _REST.sub(lambda _: path[1:], destination)


def _unclear(kind: str, number: int) -> Served:
    return Served(0, unclear=f"{_place(kind, number)}: what it does with this URL is not known")
