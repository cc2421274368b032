"""How Cloudflare Pages serves a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sitemap_audit.local_files.hosting.rule_files import (
    HEADERS,
    REDIRECTS,
    exact_pattern,
    read_headers,
    read_redirects,
    with_headers,
)
from sitemap_audit.local_files.hosting.serving import INDEX, Hosting, Served, encoded

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.local_files.hosting.rule_files import HeaderRule, RedirectRule

_WORKER = "_worker.js"
_FUNCTIONS = "functions"
_STATUSES = frozenset({200, 301, 302, 303, 307, 308})


class CloudflarePages(Hosting):
    """Cloudflare Pages.

    ========================== =================================================================
    ``/x/``                    ``x/index.html``, else a redirect (308) to ``/x`` if there is
                               ``x.html``
    ``/x``                     the file, else ``x.html``, else a redirect (308) to ``/x/``
    ``/x.html``                a redirect (308) to ``/x``
    ``/x/index.html``          a redirect (308) to ``/x/``
    a missing file             404 with the nearest ``404.html``; without one at the root
                               ``index.html`` with status 200
    ``_redirects``             before all files, rules without ``*`` and ``:name`` first; 302 by
                               default; the query is passed on if the destination has none. One
                               whose source is a URL is ignored
    ``_headers``               every block that matches, also by its host; values of one name are
                               joined by a comma
    ``_worker.js``, functions  unclear: what they do is not known. The first may be a folder
    ========================== =================================================================

    Documentation: https://developers.cloudflare.com/pages/configuration/serving-pages/,
    https://developers.cloudflare.com/pages/configuration/redirects/ and
    https://developers.cloudflare.com/pages/configuration/headers/. The status 308, slashes and the
    order of the rules are in the host's own code:
    https://github.com/cloudflare/workers-sdk/blob/main/packages/pages-shared/asset-server/handler.ts,
    and so is that URLs are no sources (*Domain-level redirects* are not supported, says the
    documentation):
    https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/utils/configuration/validateURL.ts.
    ``_worker.js`` and ``_routes.json``: https://developers.cloudflare.com/pages/functions/routing/,
    as a folder:
    https://github.com/cloudflare/workers-sdk/blob/main/packages/wrangler/src/api/pages/deploy.ts;
    sites have names below ``pages.dev``:
    https://developers.cloudflare.com/pages/configuration/custom-domains/.
    """

    title = "Cloudflare Pages"
    domain = "pages.dev"
    own_files = (_WORKER, "_routes.json")
    not_published = frozenset({REDIRECTS, HEADERS, _WORKER})
    reads_beside = (_FUNCTIONS,)

    def __init__(self, folder: Path, base: str) -> None:
        super().__init__(folder, base)
        self._redirects: list[RedirectRule] = []
        self._headers: list[HeaderRule] = []
        if REDIRECTS in self.files and not self.above:
            redirects = read_redirects(
                *(self.files[REDIRECTS], self.host, _STATUSES, 302, exact_pattern),
                reads_hosts=False,
            )
            self._redirects = sorted(redirects, key=lambda rule: bool(rule.path.groups))
        if HEADERS in self.files and not self.above:
            self._headers = read_headers(self.files[HEADERS], self.host, exact_pattern, ":")
        functions = self.beside / _FUNCTIONS
        has_code = (folder / _WORKER).exists() or functions.is_dir()
        self._code = "the site has functions, which are not run" if has_code else None
        rules: list[RedirectRule | HeaderRule] = [*self._redirects, *self._headers]
        told = [
            f"{rule.place}: {rule.not_understood}. URLs that it may apply to are not checked."
            for rule in rules
            if rule.not_understood
        ]
        told += [
            f"{name} is not applied: {base} is not the root of a site."
            for name in (REDIRECTS, HEADERS)
            if self.above and name in self.files
        ]
        if has_code:
            told.append(
                "The site has functions, which are not run. No page is checked: choose another"
                " --hosting to check the files alone."
            )
        self.not_understood = tuple(told)

    def respond(self, path: str, query: str) -> Served:
        """Return what rules and files say, with the headers of ``_headers``."""
        if self._code:
            return Served(0, unclear=self._code)
        served = self._by_rules(path, query) or self._by_files(path, query)
        return with_headers(served, self._headers, path) if served.file else served

    def _by_rules(self, path: str, query: str) -> Served | None:
        for rule in self._redirects:
            match = rule.path.fullmatch(path)
            if match is None:
                continue
            if rule.not_understood or rule.is_forced:
                return Served(0, unclear=f"{rule.place}: {rule.not_understood or 'it has a !'}")
            target, mark, fragment = rule.target(match, encoded).partition("#")
            if rule.status != 200:
                passed_on = "" if "?" in target else query
                return Served(rule.status, location=target + passed_on + mark + fragment)
            if "://" in target:
                return Served(0, unclear=f"{rule.place}: its destination is no file of the folder")
            return self._by_files(unquote(target.partition("?")[0]), query)
        return None

    def _by_files(self, path: str, query: str) -> Served:
        name = path[1:]
        if path.endswith("/"):
            if self.has(f"{name}{INDEX}"):
                return self.found(f"{name}{INDEX}")
            if path.endswith("/index/"):
                return self._moved(path.removesuffix("index/"), query)
            is_page = bool(name) and self.has(f"{name[:-1]}.html")
            return self._moved(path[:-1], query) if is_page else self.not_found_near(name)
        if self.has(name):
            bare = path.removesuffix(".html")
            if bare.endswith("/index") and bare != path:
                return self._moved(bare.removesuffix("index"), query)
            stays = bare == path or bare == "/" or self.has(bare[1:])
            return self.found(name) if stays else self._moved(bare, query)
        if path.endswith("/index"):
            return self._moved(path.removesuffix("index"), query)
        if self.has(f"{name}.html"):
            return self.found(f"{name}.html")
        if self.has(f"{name}/{INDEX}"):
            return self._moved(f"{path}/", query)
        return self.not_found_near(name)

    def not_found_near(self, name: str) -> Served:
        """Return 404 with the nearest page for it; without one at the root the first page."""
        for folder in PurePosixPath(name or ".").parents:
            page = (folder / "404.html").as_posix()
            if self.has(page):
                return self.found(page, 404)
        if not self.has("404.html") and self.has(INDEX):
            return self.found(INDEX)
        return self.not_found()

    def _moved(self, path: str, query: str) -> Served:
        return replace(self.moved(path, query), status=308)
