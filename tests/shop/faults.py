"""What is wrong in the sections of the shop: a function for each, named as its section.

The docstring says what is planted, ``{pages}`` being the number of pages that have it; the function
returns that number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shop.shop import BASE, LANGUAGES, ShopPage

if TYPE_CHECKING:
    from collections.abc import Callable

    from shop.shop import Section

WRONG_CODES = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR", "it": "it_IT"}


def canonical_home(section: Section) -> int:
    """The template sets the canonical / on all {pages} pages."""
    return _set_canonical(section, lambda _: f"{BASE}/")


def canonical_home_half(section: Section) -> int:
    """The canonical is / on {pages} pages, half of the template."""
    half = section.pages[: len(section.pages) // 2]
    for page in half:
        page.canonical = f"{BASE}/"
    return len(half)


def canonical_variant(section: Section) -> int:
    """The canonical adds ?variant=1 on {pages} pages."""
    return _set_canonical(section, lambda page: f"{page.url}?variant=1")


def canonical_utm(section: Section) -> int:
    """The canonical adds ?utm_source=newsletter on {pages} pages."""
    return _set_canonical(section, lambda page: f"{page.url}?utm_source=newsletter")


def canonical_session(section: Section) -> int:
    """The canonical adds a session ID on {pages} pages."""
    return _set_canonical(section, lambda page: f"{page.url}?PHPSESSID={page.number:026x}")


def canonical_slashes(section: Section) -> int:
    """The canonical has // in the path on {pages} pages."""
    return _set_canonical(section, lambda page: f"{BASE}/{page.url.removeprefix(BASE)}")


def canonical_index(section: Section) -> int:
    """The canonical adds index.html on {pages} pages."""
    for page in section.pages:
        _move(section, page, f"{page.url}/")
    return _set_canonical(section, lambda page: f"{page.url}index.html")


def canonical_port(section: Section) -> int:
    """The canonical names port 8080 on {pages} pages."""
    return _set_canonical(section, lambda page: page.url.replace(BASE, f"{BASE}:8080"))


def pagination(section: Section) -> int:
    """Page 2 of {pages} lists has page 1 as its canonical."""
    for page in [*section.pages]:
        second = f"{page.url}?page=2"
        section.pages.append(
            section.shop.add(ShopPage(second, page.language, page.number, page.url, {}, [second]))
        )
        page.links.append(second)
    return len(section.pages) // 2


def slash_redirects(section: Section) -> int:
    """The sitemap lists {pages} URLs without trailing slash; the site redirects to it."""
    for page in section.pages:
        old = page.url
        _move(section, page, f"{old}/")
        page.locs = [old]
        section.shop.add(ShopPage(old, page.language, 0, "", {}, [], status=301, location=page.url))
    return len(section.pages)


def slash_canonical(section: Section) -> int:
    """The sitemap lists {pages} URLs without trailing slash; canonicals and links have it."""
    for page in section.pages:
        old = page.url
        _move(section, page, f"{old}/")
        page.locs = [old]
        twin = ShopPage(old, page.language, page.number, page.url, page.alternates, [])
        section.shop.add(twin)
    return len(section.pages)


def http_entries(section: Section) -> int:
    """The sitemap lists {pages} http:// URLs; the site redirects to https."""
    for page in section.pages:
        page.locs = [page.url.replace("https:", "http:")]
    return len(section.pages)


def base_directory(section: Section) -> int:
    """The sitemap lists {pages} URLs of the en template without /en/: they return 404."""
    pages = [page for page in section.pages if page.language == "en"]
    section.sitemap = section.sitemap.replace(BASE, f"{BASE}/en")
    for page in section.pages:
        page.locs = [page.url.replace("/en/", "/")] if page in pages else []
    section.lists = []
    return len(pages)


def underscore_codes(section: Section) -> int:
    """The codes are en_GB, de_DE, fr_FR and it_IT on {pages} pages."""
    for page in section.pages:
        page.alternates = {WRONG_CODES.get(c, c): url for c, url in page.alternates.items()}
    return len(section.pages)


def reserved_code(section: Section) -> int:
    """The code is en-UK in all annotations of {pages} pages."""
    for page in section.pages:
        page.alternates = {{"en": "en-UK"}.get(c, c): url for c, url in page.alternates.items()}
    return len(section.pages)


def bare_template(section: Section) -> int:
    """The it template has no hreflang: {pages} pages."""
    pages = [page for page in section.pages if page.language == "it"]
    for page in pages:
        page.alternates = {}
    return len(pages)


def unlisted(section: Section) -> int:
    """No sitemap lists {pages} pages that are linked."""
    for page in section.pages:
        page.locs = []
    return len(section.pages)


def without_scheme(section: Section) -> int:
    """hreflang URLs have no scheme (www.shop.example/…) on {pages} pages."""
    for page in section.pages:
        page.alternates = {
            code: url.removeprefix("https://") for code, url in page.alternates.items()
        }
    return len(section.pages)


def placeholder_canonical(section: Section) -> int:
    """The canonical is {{{{ page.url }}}}: {pages} pages."""
    return _set_canonical(section, lambda _: "{{ page.url }}")


def undefined_hreflang(section: Section) -> int:
    """The hreflang URL of it is undefined on {pages} pages."""
    for page in section.pages:
        page.alternates["it"] = "undefined"
    return len(section.pages)


def not_found(section: Section) -> int:
    """{pages} listed pages return 404."""
    for page in section.pages:
        page.status = 404
    return len(section.pages)


def server_error(section: Section) -> int:
    """{pages} listed pages return 500; more at the end of a crawl would be a host that is down."""
    for page in section.pages[:4]:
        page.status = 500
    return 4


def moved(section: Section) -> int:
    """{pages} listed pages redirect (301) to new ones."""
    for page in section.pages:
        old = page.url
        _move(section, page, old.replace("item-", "new-"))
        page.locs = [old]
        section.shop.add(ShopPage(old, page.language, 0, "", {}, [], status=301, location=page.url))
    return len(section.pages)


def noindex(section: Section) -> int:
    """{pages} listed pages are noindex."""
    for page in section.pages:
        page.head = '<meta name="robots" content="noindex">\n'
    return len(section.pages)


def disallowed(section: Section) -> int:
    """robots.txt disallows {pages} listed pages."""
    return len(section.pages)


def return_links(section: Section) -> int:
    """{pages} it pages have no return link to de; the fr pages of the clusters name the en page as
    canonical."""
    pages = [page for page in section.pages if page.language == "it"]
    for page in section.pages:
        if page.language == "fr":
            page.canonical = page.alternates["en"]
    for page in pages:
        del page.alternates["de"]
    return len(pages)


def return_entries(section: Section) -> int:
    """{pages} it entries of the sitemap have no return link to de."""
    pages = [page for page in section.pages if page.language == "it"]
    for page in [*section.pages, *section.lists]:
        page.is_annotated_in_sitemap = True
    for page in pages:
        del page.alternates["de"]
    return len(pages)


def orphans(section: Section) -> int:
    """Nothing links to {pages} listed pages."""
    for page in section.lists:
        page.links = [url for url in page.links if "item-" not in url]
    return len(section.pages)


def deep(section: Section) -> int:
    """{pages} pages are deeper than four clicks."""
    return sum(_chain(section, language) for language in LANGUAGES)


def repeated(section: Section) -> int:
    """{pages} URLs are listed twice in the file."""
    for page in section.pages:
        page.locs *= 2
    return len(section.pages)


def no_x_default(section: Section) -> int:
    """{pages} pages have no x-default."""
    for page in section.pages:
        del page.alternates["x-default"]
    return len(section.pages)


def future(section: Section) -> int:
    """lastmod is in the future: {pages} entries."""
    for page in section.pages:
        page.dated = "2999-01-01"
    return len(section.pages)


def dead_alternate(section: Section) -> int:
    """{pages} pages have hreflang nl to a URL that returns 404."""
    for page in section.pages:
        page.alternates["nl"] = page.alternates["en"].replace("/en/", "/nl/")
    return len(section.pages)


FAULTS: tuple[Callable[[Section], int], ...] = tuple(
    each
    for name, each in globals().items()
    if getattr(each, "__module__", "") == __name__
    if not name.startswith("_")
)


def _set_canonical(section: Section, canonical: Callable[[ShopPage], str]) -> int:
    for page in section.pages:
        page.canonical = canonical(page)
    return len(section.pages)


def _move(section: Section, page: ShopPage, url: str) -> None:
    """Move a page to another URL, and what names it in its cluster and its list."""
    old = page.url
    del section.shop.pages[old]
    for each in (*section.cluster(page), *section.lists):
        each.alternates = {code: _moved(at, old, url) for code, at in each.alternates.items()}
        each.links = [_moved(at, old, url) for at in each.links]
    page.url = page.canonical = url
    page.locs = [url]
    section.shop.add(page)


def _moved(at: str, old: str, url: str) -> str:
    return url if at == old else at


def _chain(section: Section, language: str) -> int:
    """Let each page link to the next only; return the number below the fourth click."""
    pages = [page for page in section.pages if page.language == language]
    (top,) = (page for page in section.lists if page.language == language)
    top.links = [url for url in top.links if "item-" not in url]
    for before, page in zip([top, *pages], pages, strict=False):
        before.links.append(page.url)
    clicks_of_top = 1 if language == "en" else 2
    return max(0, len(pages) - (4 - clicks_of_top))
