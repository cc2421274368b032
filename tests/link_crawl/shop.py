"""A shop with planted faults of internal links, and what a link crawl of it must find.

What must be found is computed from the site's own plan, without the code of the project. The pages
of URL traps are made when they are requested, because there is no end to them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from mockserver.scripted import answer

from link_crawl.traps import BASE, HOST, TRAPS, trap_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mockserver.scripted import ReceivedRequest

HTML = "text/html; charset=utf-8"


@dataclass
class Page:
    """A URL of the plan, and what it returns."""

    status: int = 200
    location: str | None = None
    links: list[str] = field(default_factory=list)
    nofollow_links: list[str] = field(default_factory=list)
    is_listed: bool = False
    is_noindex: bool = False
    is_nofollow: bool = False
    canonical: str | None = None
    alternates: dict[str, str] = field(default_factory=dict)
    text: str | None = None
    kind: str = HTML


class Shop:
    """The plan of a site with so many items in each of ten sections."""

    def __init__(self, items: int) -> None:
        self.pages: dict[str, Page] = {}
        self.expected: dict[str, set[str]] = defaultdict(set)
        "URLs of the findings that were planted, by check."
        self._sitemap = ""
        self._add_sections(items)
        self._add_unlisted()
        self._add_redirects_and_variants()
        self._add_depth()
        self._add_alternates_and_canonicals()
        self._add_out_of_reach()
        for trap in TRAPS.values():
            self.page("/").links.append(trap.url)
            self.expect("links/not-in-sitemap", *trap.plain)

    def page(self, path: str, *, linked_by: str | None = None, **values: object) -> Page:
        """Return a page of the plan, made where it is not there yet."""
        url = urljoin(BASE, path)
        page = self.pages.setdefault(url, Page())
        for name, value in values.items():
            setattr(page, name, value)
        if linked_by is not None:
            self.page(linked_by).links.append(url)
        return page

    def expect(self, check: str, *paths: str) -> None:
        """Expect findings of a check."""
        self.expected[check] |= {urljoin(BASE, path) for path in paths}

    def _add_sections(self, items: int) -> None:
        """Sections with paginated lists, and orphans beside what they list."""
        self.page("/", is_listed=True)
        for section in range(10):
            home = f"/s{section}/"
            self.page(home, linked_by="/", is_listed=True)
            for item in range(items):
                number, path = item // 50 + 1, f"{home}item-{item}"
                there = home if number == 1 else f"{home}?page={number}"
                if item % 50 == 0 and number > 1:
                    self.page(there, linked_by=home)
                self.page(path, linked_by=there, is_listed=True)
            for name in ("plain", "with?id=7", "canonicalizing"):
                self.page(f"{home}orphan-{name}", is_listed=True)
                self.expect("links/orphan", f"{home}orphan-{name}")
            own = f"{home}orphan-canonicalizing"
            self.page(own, canonical=BASE + own, links=[BASE + own, f"{BASE}/s0/"])
        listed = {"page=2": False, "sort=price": True, "filter=green": True, "color=green": False}
        for query, is_found in listed.items():
            self.page(f"/s4/?{query}", linked_by="/s4/", is_listed=True)
            if is_found:
                self.expect("entry/sorted-or-filtered", f"/s4/?{query}")
        self.page("/news/", linked_by="/", is_listed=True)
        self.page("/news/page/3/", linked_by="/news/", is_listed=True)

    def _add_unlisted(self) -> None:
        """Pages that no sitemap lists: alone, as a directory, and such as need no entry."""
        for number in range(60):
            path = f"/s{number % 10}/new-{number}"
            self.page(path, linked_by=f"/s{number % 10}/")
            self.expect("links/not-in-sitemap", path)
        shares = {"/guides/": (0, 30), "/de/rat/": (2, 12), "/press/": (3, 12), "/small/": (0, 9)}
        for directory, (listed, pages) in shares.items():
            for number in range(pages):
                path = f"{directory}{number}"
                self.page(path, linked_by="/", is_listed=number < listed)
                if number >= listed:
                    self.expect("links/not-in-sitemap", path)
            if pages >= 10 and listed * 5 <= pages:
                self.expect("links/directory-not-listed", directory)
        planted: dict[str, dict[str, Any]] = {
            "/s1/cart": {"is_noindex": True},
            "/s1/price-list.pdf": {"kind": "application/pdf"},
            "/s1/gone": {"status": 404},
            "/s1/item-1?utm_source=news": {"canonical": f"{BASE}/s1/item-1"},
            "/s1/item-2;jsessionid=8": {},
            "/search?q=tea": {},
            "/print/item-3": {"text": "the text of item three " * 8},
            "/private/account": {},
        }
        for path, values in planted.items():
            self.page(path, linked_by="/s1/", **values)
        self.page("/s1/item-3", text="the text of item three " * 8)
        self.page("/s1/").nofollow_links.append(f"{BASE}/s1/by-nofollow-alone")
        self.page("/s1/by-nofollow-alone")
        self.page("/links", linked_by="/s1/", is_nofollow=True, is_noindex=True)
        self.page("/s1/by-nofollow-page-alone", linked_by="/links")

    def _add_redirects_and_variants(self) -> None:
        """Links to redirects, to variants that return 200, and to variants that return 404."""
        for number in range(10, 20):
            path, old = f"/s2/item-{number}", f"/old/{number}"
            self.page(old, linked_by="/s2/", status=301, location=BASE + path)
            self.page("/s3/").links.append(BASE + old)
            self.expect("links/to-redirect", old)
        self.page("/older/9", linked_by="/s2/", status=308, location=f"{BASE}/old/9")
        self.page("/old/9", status=301, location=f"{BASE}/s2/item-9")
        self.expect("links/to-redirect", "/older/9")
        self.page("/today", linked_by="/s2/", status=302, location=f"{BASE}/s2/item-8")
        self.page("/moved", linked_by="/s2/", status=301, location=f"{BASE}/s2/new-moved")
        self.page("/s2/new-moved")
        self.expect("links/not-in-sitemap", "/s2/new-moved")
        self.page("/s2/item-7/", linked_by="/s2/", status=301, location=f"{BASE}/s2/item-7")
        self.expect("links/to-redirect", "/s2/item-7/")
        self.page("/s2/only-by-redirect", is_listed=True)
        self.page("/way", linked_by="/s2/", status=301, location=f"{BASE}/s2/only-by-redirect")
        self.expect("links/to-redirect", "/way")
        for number in range(20, 24):  # the variant is linked, the listed URL nowhere
            self.page(f"/s2/Item-{number}", linked_by="/s2/")
            self.expect("links/other-variant", f"/s2/Item-{number}")
        for number in range(24, 28):
            self.page(f"/s2/item-{number}/", linked_by="/s2/")
            self.expect("links/other-variant", f"/s2/item-{number}/")
        for other in (f"https://{HOST}/s2/item-28", f"http://www.{HOST}/s2/item-29"):
            self.page(other, linked_by="/s2/")
            self.expect("links/other-variant", other)
        self.page("/page.php?id=1&part=2", linked_by="/s2/", is_listed=True)
        self.page("/page.php?part=2&id=1", linked_by="/s2/")
        self.expect("links/other-variant", "/page.php?part=2&id=1")
        named = f"{BASE}/s2/item-30"
        self.page("/s2/item-30/", linked_by="/s2/", canonical=named)
        self.expect("links/other-variant", "/s2/item-30/")
        self.page("/s2/item-31/", linked_by="/s2/", canonical=f"{BASE}/s2/item-32")
        self.expect("links/to-canonicalized", "/s2/item-31/", "/s1/item-1?utm_source=news")
        named = f"{BASE}/s2/only-duplicate-linked"
        self.page(named, is_listed=True)
        self.page("/offers/only-duplicate-linked", linked_by="/s2/", canonical=named)
        self.expect("links/to-canonicalized", "/offers/only-duplicate-linked")
        self.page("/s2/only-variant-linked", is_listed=True)
        self.page("/s2/only-variant-linked/", linked_by="/s2/")
        self.expect("links/other-variant", "/s2/only-variant-linked/")
        for path in ("/S2/Item-33", "/s2/item-34/", "/s2/item-35/index.html"):
            self.page(path, linked_by="/s2/", status=404)
            self.expect("links/to-missing-variant", path)
        self.page("/s2/item-36", linked_by="/s2/item-36/", is_listed=True)  # both are listed
        self.page("/s2/item-36/", linked_by="/s2/", is_listed=True)

    def _add_depth(self) -> None:
        """A chain of listed pages, one with a redirect, and a list that has only next links."""
        before = "/"
        for number in range(1, 9):
            path = f"/chain/{number}"
            self.page(path, linked_by=before, is_listed=True)
            before = path
        self.page("/hop", linked_by="/chain/3", status=302, location=f"{BASE}/behind-hop")
        self.page("/behind-hop", is_listed=True)
        before = "/archive/"
        self.page(before, linked_by="/", is_listed=True)
        for number in range(1, 7):
            for item in range(3):
                self.page(f"/archive/item-{number}-{item}", linked_by=before, is_listed=True)
            there = f"/archive/?page={number + 1}"
            self.page(there, linked_by=before)
            before = there
        for other, one in (("b", "a"), ("a", "b")):  # linked, but not from the homepage on
            self.page(f"/island/{one}", linked_by=f"/island/{other}", is_listed=True)
        clicks = self._clicks()
        deep = [
            url for url, page in self.pages.items() if page.is_listed and clicks.get(url, 0) > 4
        ]
        self.expect("links/too-deep", *deep)

    def _add_alternates_and_canonicals(self) -> None:
        """Canonicals and hreflang alternates that are linked but not listed, or neither."""
        for number in range(5):
            path = f"/cups/{number}"
            self.page(path, linked_by="/s5/")
            self.page(f"{path}?view=print", linked_by=path, canonical=BASE + path)
            self.expect("links/canonical-not-in-sitemap", path)
        self.page("/pots", linked_by="/s5/", is_listed=True, canonical=f"{BASE}/all-pots")
        self.page("/all-pots")
        self.expect("links/canonical-not-linked", "/all-pots")
        planted: dict[str, dict[str, Any]] = {
            "/en/hello": {"linked_by": "/s5/", "is_listed": True},
            "/fr/hello": {"linked_by": "/s5/", "is_listed": True},
            "/es/hello": {},
            "/pl/hello": {"linked_by": "/s5/"},
        }
        for path, values in planted.items():
            codes = ("en", "fr", "es", "pl")
            alternates = {code: f"{BASE}/{code}/hello" for code in codes}
            self.page(path, alternates=alternates, **values)
        self.expect("links/hreflang-not-linked", "/es/hello")

    def _add_out_of_reach(self) -> None:
        """Listed pages with links that count, and with links that nobody sees."""
        self.page("/s6/by-nofollow", is_listed=True)
        self.page("/s6/").nofollow_links.append(f"{BASE}/s6/by-nofollow")
        self.page("/s6/by-nofollow-page", linked_by="/links", is_listed=True)
        self.page("/s6/by-noindex-page", linked_by="/s1/cart", is_listed=True)
        self.page("/s6/by-disallowed-page", linked_by="/private/account", is_listed=True)
        self.expect("links/orphan", "/s6/by-disallowed-page")

    def _clicks(self) -> dict[str, int]:
        """Count the clicks from the homepage; a redirect costs none."""
        clicks = {f"{BASE}/": 0}
        queue = deque(clicks)
        while queue:
            url = queue.popleft()
            page = self.pages[url]
            if page.location is not None and page.location not in clicks:
                clicks[page.location] = clicks[url]
                queue.appendleft(page.location)
            for link in page.links:
                if link not in clicks:
                    clicks[link] = clicks[url] + 1
                    queue.append(link)
        return clicks

    def __call__(self, asked: ReceivedRequest, scheme: str = "http") -> bytes:
        """Respond to a request."""
        if asked.target == "/robots.txt":
            text = f"User-agent: *\nDisallow: /private/\nSitemap: {BASE}/sitemap.xml\n"
            return answer(text, kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer("".join(self._urlset()), kind="application/xml")
        url = f"{scheme}://{asked.headers['host']}{asked.target}"
        page = self.pages.get(url)
        if page is None:
            links = trap_links(asked.target)
            if links is None:
                return answer("<h1>Not found</h1>", status="404 Not Found")
            page = Page(links=links)
        if page.location is not None:
            return answer(status=f"{page.status} Moved", headers=[f"Location: {page.location}"])
        status = {404: "404 Not Found"}.get(page.status, "200 OK")
        return answer(_html(url, page), status=status, kind=page.kind)

    def _urlset(self) -> Iterator[str]:
        yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        for url, page in self.pages.items():
            if page.is_listed:
                yield f"<url><loc>{url.replace('&', '&amp;')}</loc></url>"
        yield "</urlset>"


def _html(url: str, page: Page) -> str:
    """Make an HTML page with text of its own."""
    robots = ", ".join(
        name for name in ("noindex", "nofollow") if getattr(page, f"is_{name}") is True
    )
    head = f'<meta name="robots" content="{robots}">' if robots else ""
    head += f'<link rel="canonical" href="{_text(page.canonical)}">' if page.canonical else ""
    head += "".join(
        f'<link rel="alternate" hreflang="{code}" href="{_text(other)}">'
        for code, other in page.alternates.items()
    )
    text = page.text or f"Words about {_text(url)}, as nobody else has them. " * 4
    return (
        f'<!doctype html><html lang="en"><title>{_text(url)}</title>{head}<body>'
        f"<main><p>{text}</p>{_anchors(page.links)}"
        f"{_anchors(page.nofollow_links, ' rel=nofollow')}</main></body></html>"
    )


def _anchors(urls: Iterable[str], rel: str = "") -> str:
    return "".join(f'<a href="{_text(url)}"{rel}>Read more</a>\n' for url in urls)


def _text(url: str | None) -> str:
    return (url or "").replace("&", "&amp;")
