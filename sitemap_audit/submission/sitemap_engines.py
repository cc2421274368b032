"""The search engines that take sitemaps: Google, Bing and Yandex."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sitemap_audit.masking import visible
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.search_engines import bing_webmaster, yandex_webmaster
from sitemap_audit.search_engines.bing_webmaster import BingWebmaster
from sitemap_audit.search_engines.properties import Property
from sitemap_audit.search_engines.search_console import SearchConsole
from sitemap_audit.search_engines.yandex_webmaster import YandexWebmaster
from sitemap_audit.submission.service import Response, Service
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ, SUBMIT
from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.submission.records import Request
    from sitemap_audit.web_apis.json_api import Answer, Api

_KEPT = 200
"Characters that are kept of a response."
_OF_SITEMAP = (Problem.REFUSED, Problem.NOT_FOUND)
"Problems that concern one sitemap; after any other one nothing more is sent."
_SUBMITTING = ("siteOwner", "siteFullUser")
"""Permissions by which sitemaps are submitted; a restricted user only reads.

https://developers.google.com/webmaster-tools/v1/sites
https://support.google.com/webmasters/answer/7687615
"""


class Client(Protocol):
    """The API of an engine. Every method raises ApiError."""

    def sites(self) -> list[str]:
        """Return the sites to which sitemaps may be submitted, as the engine names them."""

    def sitemaps(self, site: str) -> Iterable[Sitemap]:
        """Return what the engine has of the sitemaps of a site."""

    def submit(self, site: str, sitemap: str) -> Answer:
        """Submit a sitemap, once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapEngine:
    """A search engine with the user's credentials."""

    name: str
    title: str
    verify_at: str
    "Where a site is verified."
    connect: Callable[[Stop | None, bool], Client] = field(repr=False)
    """Returns the API: with what ends a request, and whether something is submitted. Raises
    UsageError if the credentials are not valid for this."""
    takes_again: bool = True
    "Whether a sitemap that it has can be submitted again."
    code_of_known: str | None = None
    "Code of the error that says that the engine has the sitemap already."
    codes_of_all: frozenset[str] = frozenset()
    "Codes of errors that any other sitemap would have, too."
    note: str = ""
    "What is worth knowing besides."


def site_of(url: str, sites: Sequence[str]) -> str | None:
    """Return the site that covers a URL: the longest prefix, else the longest domain."""
    owned = {each: Property(read_link(each).url or each) for each in sites}
    covering = [each for each in sites if owned[each].covers(url)]
    return max(covering, key=lambda each: (owned[each].domain is None, len(each)), default=None)


class _SubmittingConsole:
    """Search Console as another engine: with the names of the properties that take sitemaps."""

    def __init__(self, api: Api) -> None:
        self._console = SearchConsole(api)

    def sites(self) -> list[str]:
        found = self._console.sites()
        return [each.url for each in found if each.permission in _SUBMITTING]

    def sitemaps(self, site: str) -> Iterable[Sitemap]:
        return self._console.sitemaps(site)

    def submit(self, site: str, sitemap: str) -> Answer:
        return self._console.submit(site, sitemap)


def google(file: Path | None) -> SitemapEngine:
    """Return Google, with the scope to submit only where something is submitted.

    Args:
        file: of a service account; None for what ``google login`` has stored.
    """

    def connect(stop: Stop | None, submits: bool) -> Client:
        scope = SUBMIT if submits else READ
        base = Endpoint.SEARCH_CONSOLE.url
        return _SubmittingConsole(google_api("Search Console", base, [scope], file, stop=stop))

    return SitemapEngine(
        name="google",
        title="Google",
        verify_at="https://search.google.com/search-console, or get the permission Full there",
        connect=connect,
        note="URLs are not sent to Google: its Indexing API is for pages with job postings and"
        " broadcasts only (https://developers.google.com/search/apis/indexing-api/v3/quickstart).",
    )


def bing(key: str) -> SitemapEngine:
    """Return Bing, with the key of a user."""
    return SitemapEngine(
        name="bing",
        title="Bing",
        verify_at="https://www.bing.com/webmasters",
        connect=lambda stop, _: BingWebmaster(key, stop=stop),
        code_of_known=bing_webmaster.ALREADY_EXISTS,
        codes_of_all=bing_webmaster.OF_ALL,
    )


def yandex(token: str) -> SitemapEngine:
    """Return Yandex, with a token. What was added there stays, and cannot be added again."""
    return SitemapEngine(
        name="yandex",
        title="Yandex",
        verify_at="https://webmaster.yandex.com",
        connect=lambda stop, _: YandexWebmaster(token, stop=stop),
        takes_again=False,
        code_of_known=yandex_webmaster.ALREADY_ADDED,
    )


class SitemapService(Service):
    """Sends requests with a sitemap each to an engine."""

    def __init__(self, engine: SitemapEngine, client: Client) -> None:
        self.title = self.where = engine.title
        self._engine, self._client = engine, client

    def describe(self, request: Request, urls: list[str]) -> str:
        """Return what a request has."""
        return f"{urls[0]} to {request.site}"

    def send(self, request: Request, urls: list[str]) -> Response:
        """Send a request once."""
        try:
            answer = self._client.submit(str(request.site), urls[0])
        except ApiError as error:
            return self._refused(error)
        body = "" if answer.body is None else json.dumps(answer.body, ensure_ascii=False)
        return Response(answer.status, visible(body)[:_KEPT], "accepted", is_accepted=True)

    def _refused(self, error: ApiError) -> Response:
        if error.status is None:
            return Response(None, str(error), was_sent=error.was_sent)
        if error.code and error.code == self._engine.code_of_known:
            told = f"{self.title} has it already"
            return Response(error.status, str(error), told, is_accepted=True)
        told = "refused" if 400 <= error.status < 500 else "not accepted"
        is_of_sitemap = error.problem in _OF_SITEMAP and error.code not in self._engine.codes_of_all
        return Response(
            error.status,
            str(error),
            f"{told}. {error.advice}".rstrip(". "),
            is_of_host=is_of_sitemap,
            retry_after=error.retry_after,
        )
