"""How Netlify serves a folder."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.netlify_functions import read_functions
from sitemap_audit.local_files.hosting.rule_files import (
    HEADERS,
    REDIRECTS,
    read_headers,
    read_redirects,
    with_headers,
)
from sitemap_audit.local_files.hosting.serving import INDEX, Hosting, Served, encoded
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sitemap_audit.local_files.hosting.rule_files import HeaderRule, RedirectRule

_CONFIGURATION = "netlify.toml"
_CODE = ("netlify/edge-functions", ".netlify/edge-functions", ".netlify/v1")
"""Folders of edge functions, and of what a framework's adapter writes: rules or functions.

https://docs.netlify.com/build/edge-functions/optional-configuration#edge-functions-directory,
https://docs.netlify.com/edge-functions/create-integration/ and
https://docs.netlify.com/build/frameworks/frameworks-api.
"""
_FUNCTIONS = "netlify/functions"
"""Folder of functions, without another one in the configuration.

https://docs.netlify.com/build/functions/optional-configuration
"""
_STATUSES = frozenset({200, 301, 302, 404})
"https://docs.netlify.com/manage/routing/redirects/redirect-options#http-status-codes"


class Netlify(Hosting):
    """Netlify, with the setting *Pretty URLs* as it is by default: on.

    ====================== =====================================================================
    ``/x/``                a redirect (301) to ``/x`` if there is ``x.html``; else
                           ``x/index.html``
    ``/x``                 the file, else ``x.html``, else a redirect (301) to ``/x/``
    a missing file         the first rule of ``_redirects`` that matches; else 404, with
                           ``404.html`` if there is one
    ``_redirects``         a rule with ``!`` comes before the files, another one behind them. It
                           matches with and without a slash at the end; 301 by default; the
                           query is passed on
    ``_headers``           every block that matches; values of one name are joined by a comma
    ====================== =====================================================================

    Documentation: https://docs.netlify.com/manage/routing/redirects/redirect-options (statuses,
    trailing slash, query), https://docs.netlify.com/manage/routing/redirects/rewrites-proxies
    (what comes before files), https://docs.netlify.com/manage/routing/headers. It does not say
    what is served for ``/x`` and ``/x/`` without a rule: as measured on a site of its own by
    https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md.
    Rules in ``netlify.toml`` are not read, and edge functions not run: with any, no page is
    checked. Nor are functions run: what one with a path of its own may respond to is unclear
    (:mod:`.netlify_functions`). A redirect from ``http://`` to the same path of ``https://`` is
    ignored where it leads to itself. Sites have names below ``netlify.app``
    (https://docs.netlify.com/domains/domains-fundamentals/understand-domains).
    """

    title = "Netlify"
    domain = "netlify.app"
    own_files = (_CONFIGURATION,)
    not_published = frozenset({REDIRECTS, HEADERS, _CONFIGURATION})

    def __init__(self, folder: Path, base: str) -> None:
        super().__init__(folder, base)
        self._origin = f"{urlsplit(base).scheme}://{self.host}"
        self._redirects: list[RedirectRule] = []
        self._headers: list[HeaderRule] = []
        told = []
        for name in (REDIRECTS, HEADERS):
            if name in self.files and self.above:
                told.append(f"{name} is not applied: {base} is not the root of a site.")
            elif name == REDIRECTS and name in self.files:
                self._redirects = read_redirects(self.files[name], self.host, _STATUSES)
            elif name in self.files:
                self._headers = read_headers(self.files[name], self.host)
        rules: list[RedirectRule | HeaderRule] = [*self._redirects, *self._headers]
        told += [
            f"{rule.place}: {rule.not_understood}. URLs that it may apply to are not checked."
            for rule in rules
            if rule.not_understood
        ]
        # In the folder, or beside it at the root of the project:
        # https://docs.netlify.com/build/configure-builds/file-based-configuration
        places = (folder, self.beside)
        settings = _read(places)
        functions = _functions_folder(settings)
        self.reads_beside = (_CONFIGURATION, functions, *_CODE)
        self._functions = [
            each for place in places for each in read_functions(place / functions, functions)
        ]
        told += [
            f"{each.place}: a function responds to {', '.join(map(quoted, each.paths))}. URLs that"
            " it may apply to are not checked."
            for each in self._functions
            if each.paths is not None
        ]
        self._unread = self._not_read(places, settings)
        if self._unread:
            told.append(
                f"{self._unread}. No page is checked: write redirects into"
                " _redirects and headers into _headers, or choose another --hosting."
            )
        self.not_understood = tuple(told)

    def _not_read(self, places: Iterable[Path], settings: dict[str, Any]) -> str | None:
        """Return what may change every response, as a clause; None if there is nothing."""
        for name in _CODE:
            if any((place / name).is_dir() for place in places):
                return f"{name} may have rules or edge functions, which are not read"
        edge = {"redirects", "headers", "edge_functions"} & settings.keys()
        if edge or "edge_functions" in _table(settings, "build"):
            return f"{_CONFIGURATION} has rules or edge functions, which are not read"
        unknown = (each.place for each in self._functions if each.paths is None)
        if (place := next(unknown, None)) is not None:
            return f"{place} has a path of its own that is not understood"
        return None

    def respond(self, path: str, query: str) -> Served:
        """Return what rules and files say, with the headers of ``_headers``."""
        if self._unread:
            return Served(0, unclear=self._unread)
        function = next((each for each in self._functions if each.may_match(path)), None)
        if function is not None:
            return Served(0, unclear=f"{function.place}: a function may respond")
        served = (
            self._by_rules(path, query, is_forced=True)
            or self._by_files(path, query)
            or self._by_rules(path, query, is_forced=False)
            or self.not_found()
        )
        if served.file is None:
            return served
        return with_headers(served, self._headers, path.rstrip("/"))

    def _by_files(self, path: str, query: str) -> Served | None:
        name = path.strip("/")
        if not name:
            return self.found(INDEX) if self.has(INDEX) else None
        if path.endswith("/"):
            if self.has(f"{name}.html"):
                return self.moved(f"/{name}", query)
            return self.found(f"{name}/{INDEX}") if self.has(f"{name}/{INDEX}") else None
        for page in (name, f"{name}.html"):
            if self.has(page):
                return self.found(page)
        return self.moved(f"{path}/", query) if self.has(f"{name}/{INDEX}") else None

    def _by_rules(self, path: str, query: str, *, is_forced: bool) -> Served | None:
        for rule in self._redirects:
            if rule.is_forced != is_forced and not (is_forced and rule.not_understood):
                continue
            match = rule.path.fullmatch(path.rstrip("/"))
            if match is None:
                continue
            if rule.not_understood:
                return Served(0, unclear=f"{rule.place}: {rule.not_understood}")
            served = self._by_rule(rule, rule.target(match, encoded), path, query)
            if served is not None:
                return served
        return None

    def _by_rule(self, rule: RedirectRule, target: str, path: str, query: str) -> Served | None:
        """Return what a rule says; None if it leads to where it comes from, which is ignored."""
        if rule.status in {301, 302}:
            own = target.removeprefix(self._origin).partition("?")[0]
            if own.rstrip("/") == encoded(path).rstrip("/"):
                return None
            target, mark, fragment = target.partition("#")
            if "?" in target and query:
                return Served(0, unclear=f"{rule.place}: its destination and the URL have a query")
            return Served(rule.status, location=target + query + mark + fragment)
        served = None if "://" in target else self._by_files(unquote(target.partition("?")[0]), "")
        if served is None or served.file is None:
            return Served(0, unclear=f"{rule.place}: its destination is no file of the folder")
        return replace(served, status=rule.status)


def _read(places: Iterable[Path]) -> dict[str, Any]:
    """Return the settings of the first ``netlify.toml``.

    Raises:
        UsageError: it cannot be read.
    """
    for place in places:
        file = place / _CONFIGURATION
        try:
            return tomllib.loads(file.read_text("utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is not valid TOML"
            raise UsageError(
                f"Cannot read {quoted(str(file))}: {reason}. Correct it, or choose another"
                " --hosting."
            ) from None
    return {}


def _table(settings: dict[str, Any], name: str) -> dict[str, Any]:
    table = settings.get(name)
    return table if isinstance(table, dict) else {}


def _functions_folder(settings: dict[str, Any]) -> str:
    """Return the path of the folder of functions, in that of the project."""
    named = _table(settings, "functions").get("directory")
    named = named or _table(settings, "build").get("functions")
    return named.strip("/") if isinstance(named, str) and named.strip("/.") else _FUNCTIONS
