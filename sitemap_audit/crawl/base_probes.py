"""Request some listed paths under other base URLs, where most URLs of a sitemap return 404.

The base URL of a generator may lack a directory (``/en/``), have one too many, or name another
host. The responses are stored in the table ``base_probes``, not in ``pages``: the site neither
lists these URLs nor links to them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import xxhash

from sitemap_audit.analysis.views import written_views
from sitemap_audit.crawl.question import FetchResult, Question
from sitemap_audit.frontier.url_records import page_target
from sitemap_audit.items import BaseFault, BaseProbe, FetchError, Role
from sitemap_audit.parsing import urls
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scrapy import Request

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.items import Page
    from sitemap_audit.storage import Store

MIN_MISSING = 5
"Missing listed pages from which on the stored audit is read; as in ``not_found_files``."
MAX_GROUPS = 10
"Maximum number of groups of sitemaps to probe, the largest first."
MAX_BASES = 6
"Maximum number of base URLs to try for a group."
URLS = 5
"Number of listed URLs to request with each base URL."
MAX_FAILURES = 2
"Responses other than a page after which a base URL is given up."
_CODE = re.compile(r"(?<![A-Za-z])[a-z]{2}(?:-[a-z]{2})?(?![A-Za-z])")
"A language code in the name of a sitemap."
_MISSING = [404, 410]
_NO_HOST = [
    *(FetchError.DNS, FetchError.NO_ADDRESS, FetchError.PRIVATE_ADDRESS),
    FetchError.ROBOTS_UNREACHABLE,
]
"Errors of pages whose host may not exist; ``not_found_files`` decides."


class Base(NamedTuple):
    """Another base URL for the listed URLs of an origin."""

    fault: BaseFault
    part: str
    "The directory that the listed URLs lack or have too much, or the right origin."

    def base_url(self, origin: str) -> str:
        """Return the base URL for the listed URLs of an origin."""
        if self.fault == BaseFault.ORIGIN:
            return f"{self.part}/"
        return origin + (self.part if self.fault == BaseFault.LACKS else "/")

    def url(self, listed: str) -> str:
        """Return a listed URL with this base URL."""
        origin = urls.origin(listed)
        path = listed.removeprefix(origin + (self.part if self.fault == BaseFault.EXTRA else "/"))
        return self.base_url(origin) + path


class Home(NamedTuple):
    """What is known of the base URL of a site."""

    target: str | None = None
    "URL to which the home page redirects."
    lang: str | None = None
    "lang attribute of the home page."
    directories: tuple[str, ...] = ()
    "First directories of the pages that return 200, the most frequent first."


class Probe(NamedTuple):
    """A URL to request."""

    group: int
    base: Base
    rank: int
    "Place of the base URL among those of the group."
    sitemap_url: str
    origin: str
    listed_url: str | None
    "None for a URL that cannot exist."
    url: str


class BaseProbes(Question[Probe]):
    """Listed paths under other base URLs."""

    tables = ("sitemaps", "entries", "pages", "robots", "base_probes")
    counter = "base_probes"

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self.missing = 0
        "Number of listed pages that returned 404 or 410, or whose host may not exist."
        self._failures: Counter[tuple[int, Base]] = Counter()

    def add_result(self, page: Page) -> None:
        """Count a listed page that is missing."""
        if page.role == Role.LISTED and (page.status in _MISSING or page.error in _NO_HOST):
            self.missing += 1

    def restore(self, store: Store) -> None:
        """Count those that are stored: of earlier runs, or fetched on a cluster."""
        missing = {"statuses": _MISSING, "errors": _NO_HOST}
        self.missing += store.value(step("resume/missing_pages"), missing)

    async def begin(self) -> None:
        """Select the URLs to request, if enough pages are missing."""
        if self.missing >= MIN_MISSING:
            await super().begin()

    def select(self, store: Store) -> list[Probe]:
        """Return the URLs that were not requested yet, alternating between the base URLs."""
        store.create("not_found_files", written_views()["not_found_files"].sql)
        candidates = [*_candidates(store)]
        store.execute(step("probes/no_candidates"))
        keys = {urls.key(each.url) for each in candidates}
        store.insert("probe_candidates", ({"url_key": key} for key in keys))
        listed = set(store.rows(step("probes/listed_candidates")))
        done = {
            (sitemap_url, url): is_right
            for sitemap_url, url, is_right in store.rows(step("probes/done"))
        }
        scope = self.crawl.scope
        probes = _alternating(
            each for each in candidates if (each.url,) not in listed and each.url in scope
        )
        self._failures.update(
            each[:2] for each in probes if not done.get((each.sitemap_url, each.url), True)
        )
        return [
            each
            for each in probes
            if each.url in scope and (each.sitemap_url, each.url) not in done
        ]

    def next_target(self) -> Probe | None:
        """Return the next URL whose base URL is not given up."""
        while self.next_targets and self._failures[self.next_targets[0][:2]] >= MAX_FAILURES:
            self.next_targets.popleft()
        return super().next_target()

    def request(self, target: Probe) -> Request:
        """Make the request for a URL."""
        return self.request_for(target, target.url)

    async def result(self, target: Probe, ended: FetchResult) -> list[BaseProbe]:
        """Read the page, and count it for its base URL if it is none."""
        page = page_target(target.url, Role.PROBE)
        record = _record(target, (await self.crawl.read_page(page, *ended)).page)
        if target.listed_url is not None and not record.is_indexable:
            self._failures[target[:2]] += 1
        return [record]


def bases(sitemap_url: str, listed: Sequence[str], home: Home) -> list[Base]:
    """Return the base URLs that the listed URLs of an origin may have, the likeliest first."""
    origin = urls.origin(listed[0])
    paths = [url.removeprefix(origin) for url in listed]
    firsts = {path[: path.find("/", 1) + 1] for path in paths}
    places = [place for place in (sitemap_url.rpartition("/")[0] + "/", home.target) if place]
    folders = [
        *(each for place in places if urls.origin(place) == origin for each in _folders(place)),
        *(f"/{code}/" for code in _CODE.findall(sitemap_url.removeprefix(origin))),
        *(f"/{code}/" for code in _codes(home.lang)),
        *home.directories[:2],
    ]
    found = [
        *(Base(BaseFault.ORIGIN, urls.origin(place)) for place in places),
        *(
            Base(BaseFault.LACKS, folder)
            for folder in folders
            if folder != "/" and not any(path.startswith(folder) for path in paths)
        ),
        *(Base(BaseFault.EXTRA, first) for first in firsts if first and len(firsts) == 1),
    ]
    return [base for base in dict.fromkeys(found) if base.part != origin][:MAX_BASES]


def _folders(url: str) -> list[str]:
    """Return the folder of a URL, and the first one on the way to it."""
    *names, last = urlsplit(url).path[1:].split("/")
    names += [last] if last and "." not in last else []
    return ["/".join(("", *names, "")), "/".join(("", *names[:1], ""))]


def _codes(lang: str | None) -> list[str]:
    """Return a language tag and its language, as they are in URLs."""
    code = (lang or "").strip().lower().replace("_", "-")
    return [each for each in (code, code.partition("-")[0]) if each.replace("-", "").isalnum()]


def _candidates(store: Store) -> Iterator[Probe]:
    """Yield the URLs to request for each group and base URL, more than are requested."""
    homes = _homes(store)
    found = store.rows(step("probes/listed"), {"groups": MAX_GROUPS})
    for group, ((_, origin), rows) in enumerate(groupby(found, key=itemgetter(0, 1))):
        entries = [(sitemap_url, url) for _, _, sitemap_url, url in rows]
        listed = [url for _, url in entries]
        for rank, base in enumerate(bases(entries[0][0], listed, homes.get(origin, Home()))):
            for sitemap_url, url in entries:
                yield Probe(group, base, rank, sitemap_url, origin, url, base.url(url))


def _homes(store: Store) -> dict[str, Home]:
    """Return what is known of the base URL of each origin with a home page."""
    directories = defaultdict[str, tuple[str, ...]](tuple)
    for (url,) in store.stream(step("probes/directories")):
        origin = urls.origin(url)
        directories[origin] += (url.removeprefix(origin),)
    return {
        urls.origin(url): Home(target, lang, directories[urls.origin(url)])
        for url, target, lang in store.stream(step("probes/homes"))
    }


def _alternating(probes: Iterable[Probe]) -> list[Probe]:
    """Return the first URLS of each base URL and one that cannot exist, the first of each first."""
    placed: list[tuple[int, Probe]] = []
    for (group, base), each in groupby(probes, key=itemgetter(0, 1)):
        some = [*islice(each, URLS)]
        name = f"no-such-page-{xxhash.xxh3_64_hexdigest(f'{group} {base}'.encode())}"
        absent = some[0]._replace(listed_url=None, url=base.base_url(some[0].origin) + name)
        placed += enumerate([*some, absent])
    return [probe for _, probe in sorted(placed, key=itemgetter(0))]


def _record(probe: Probe, page: Page) -> BaseProbe:
    return BaseProbe(
        sitemap_url=probe.sitemap_url,
        origin=probe.origin,
        fault=probe.base.fault,
        part=probe.base.part,
        base=probe.base.base_url(probe.origin),
        rank=probe.rank,
        listed_url=probe.listed_url,
        url=page.url,
        url_key=page.url_key,
        status=page.status,
        error=page.error,
        is_indexable=page.status == 200
        and page.error is None
        and page.parsed
        and page.noindex is False
        and page.robots == "allowed"
        and page.refresh_key in (None, page.url_key)
        and {each.canonical_key for each in page.page_canonicals} <= {None, page.url_key},
        title=page.title,
        text_hash=page.text_hash,
        fetched_at=page.fetched_at,
    )
