"""Sites in three languages as five generators build them, and faults to plant in them.

``python tests/local_files/built_sites.py hugo 1000 FOLDER`` writes one of 1,000 pages. Each is what
its generator writes by default: names of files, slashes, canonical, hreflang, sitemap, robots.txt
and 404 page, compared with sites that Docusaurus 3.10, Hugo 0.168, Astro 5 and MkDocs 1.6 (with
Material 9.8 and mkdocs-static-i18n 1.3) have built.
"""

from __future__ import annotations

import gzip
import posixpath
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BASE = "https://www.built.example"
LANGUAGES = ("en", "de", "fr")
"The first one has no folder of its own, as by default in all generators."
WORDS = {
    "en": "the river carries a small boat past green hills and old stone bridges near our village",
    "de": "der Fluss trägt ein kleines Boot an grünen Hügeln und alten Brücken vorbei ins Dorf",
    "fr": "la rivière porte un petit bateau devant des collines vertes et les vieux ponts",
}
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'


class Generator(NamedTuple):
    """A generator, and the host that its sites are audited for."""

    hosting: str
    build: Callable[[Sequence[str]], Iterator[tuple[str, str]]]
    "Yields the path and the text of each file of a site with these pages in each language."


class Fault(NamedTuple):
    """A change of a built file."""

    file: str
    old: str = ""
    new: str = ""
    "The file is removed if both are empty, and made if only this one is not."


def write(generator: str, pages: int, folder: Path) -> None:
    """Write a site of so many pages into a folder."""
    names = ["", *(f"guide/page-{number}" for number in range(1, -(-pages // len(LANGUAGES))))]
    for name, text in GENERATORS[generator].build(names):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".gz"):
            file.write_bytes(gzip.compress(text.encode(), mtime=0))
        else:
            file.write_text(text, encoding="utf-8")


def plant(generator: str, folder: Path) -> None:
    """Make the faults of a generator's site."""
    for fault in FAULTS[generator]:
        file = folder / fault.file
        if fault.old:
            text = file.read_text(encoding="utf-8")
            assert text.count(fault.old) == 1, fault
            file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        elif fault.new:
            file.write_text(fault.new, encoding="utf-8")
        else:
            file.unlink()


def _path(language: str, name: str, end: str = "/") -> str:
    """Return the path of a page; ``end`` is what follows its name."""
    folder = "" if language == LANGUAGES[0] else f"{language}/"
    return f"/{folder}{name}{end if name else ''}"


def _url(language: str, name: str) -> str:
    return BASE + _path(language, name)


def _file(language: str, name: str) -> str:
    return f"{_path(language, name)[1:]}index.html"


def _all(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((language, name) for language in LANGUAGES for name in names)


def _title(language: str, name: str) -> str:
    word = {"en": "Page", "de": "Seite", "fr": "Feuille"}[language]
    home = {"en": "Home", "de": "Startseite", "fr": "Accueil"}[language]
    return f"{word} {name.rpartition('-')[2]}" if "-" in name else name.capitalize() or home


def _words(language: str, name: str) -> str:
    """Return a text of its own for each page, the same every time."""
    words = WORDS[language].split()
    return " ".join(random.Random(language + name).choices(words, k=80))


def _menu(language: str, names: Sequence[str], end: str = "/") -> str:
    """Return links to the first pages of a language."""
    return "".join(
        f'<a href="{_path(language, name, end)}">{_title(language, name)}</a> '
        for name in names[:4]
    )


def _alternates(name: str, form: str) -> str:
    """Return an annotation for each language."""
    return "".join(form.format(code=code, url=_url(code, name)) for code in LANGUAGES)


def _docusaurus(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Docusaurus with ``trailingSlash: true``, as it is to be set for GitHub Pages.

    Each language is a site of its own, with its sitemap and 404 page:
    https://docusaurus.io/docs/deployment#deploying-to-github-pages,
    https://docusaurus.io/docs/i18n/introduction,
    https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-sitemap. The tags of the head are
    those of packages/docusaurus-theme-classic/src/theme/SiteMetadata/index.tsx. It writes no
    robots.txt; ``.nojekyll`` is for GitHub Pages.
    """
    hreflang = '<link data-rh="true" rel="alternate" href="{url}" hreflang="{code}">'

    def page(language: str, url: str, title: str, links: str, text: str, menu: str) -> str:
        return (
            f'<!doctype html>\n<html lang="{language}" dir="ltr" data-has-hydrated="false">\n'
            '<head>\n<meta charset="UTF-8">\n<meta name="generator" content="Docusaurus v3.10.2">\n'
            f'<title data-rh="true">{title} | Built</title>'
            f'<meta data-rh="true" property="og:url" content="{url}">'
            f'<meta data-rh="true" property="og:locale" content="{language}">'
            f'<link data-rh="true" rel="canonical" href="{url}">{links}\n'
            '<script src="/assets/js/main.07fdad0c.js" defer="defer"></script>\n</head>\n'
            f"<body>\n<nav>{menu}</nav><main><header><h1>{title}</h1></header>\n"
            f"<p>{text}</p></main>\n</body>\n</html>"
        )

    for language, name in _all(names):
        default = hreflang.format(code="x-default", url=_url(LANGUAGES[0], name))
        yield (
            _file(language, name),
            page(
                language,
                _url(language, name),
                _title(language, name),
                _alternates(name, hreflang) + default,
                _words(language, name),
                _menu(language, names),
            ),
        )
    for language in LANGUAGES:
        folder = _path(language, "")[1:]
        url = f"{BASE}/{folder}404.html"
        yield f"{folder}404.html", page(language, url, "Page Not Found", "", "We could not.", "")
        entries = "".join(
            f"<url><loc>{_url(language, name)}</loc>"
            "<changefreq>weekly</changefreq><priority>0.5</priority></url>"
            for name in names
        )
        yield f"{folder}sitemap.xml", f"{XML}<urlset {SITEMAP} {XHTML}>{entries}</urlset>"
    yield ".nojekyll", ""


def _hugo(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Hugo with the theme of ``hugo new theme`` and a canonical, which that theme lacks.

    An index at the root and a sitemap for each language, the default one too, which has no folder
    else; it lists the pages of taxonomies; hreflang is there and not on pages:
    https://gohugo.io/templates/sitemap/ and its embedded templates sitemap.xml, sitemapindex.xml,
    robots.txt (of ``enableRobotsTXT``) and alias.html (``en/index.html``). The 404 page is that of
    https://gohugo.io/templates/404/.
    """
    lists = ["categories", "guide", "tags"]

    def page(language: str, name: str, head: str, text: str) -> str:
        title = _title(language, name)
        return (
            f'<!DOCTYPE html>\n<html lang="{language}" dir="ltr">\n<head>\n'
            '  <meta charset="utf-8">\n  <meta name="viewport" content="width=device-width">\n'
            f"  <title>{title} | Built</title>\n{head}</head>\n<body>\n"
            f"  <header>{_menu(language, [*names[:4], *lists])}</header>\n  <main>\n"
            f"  <h1>{title}</h1>\n  <p>{text}</p>\n  </main>\n</body>\n</html>\n"
        )

    for language, name in _all([*names, *lists]):
        canonical = f'  <link rel="canonical" href="{_url(language, name)}">\n'
        text = "" if name in lists[::2] else _words(language, name)
        yield _file(language, name), page(language, name, canonical, text)
    link = (
        '\n    <xhtml:link\n                rel="alternate"\n                hreflang="{code}"\n'
        '                href="{url}"\n                />'
    )
    for language in LANGUAGES:
        entries = "".join(
            f"  <url>\n    <loc>{_url(language, name)}</loc>"
            f"{'' if name in lists else '<lastmod>2026-01-02T00:00:00+00:00</lastmod>'}"
            f"{_alternates(name, link)}\n  </url>\n"
            for name in [*names, *lists]
        )
        yield f"{language}/sitemap.xml", f"{XML}<urlset {SITEMAP}\n  {XHTML}>\n{entries}</urlset>\n"
    children = "".join(
        f"  <sitemap>\n    <loc>{BASE}/{language}/sitemap.xml</loc>\n  </sitemap>\n"
        for language in LANGUAGES
    )
    yield "sitemap.xml", f"{XML}<sitemapindex {SITEMAP}>\n{children}</sitemapindex>\n"
    yield (
        "en/index.html",
        f'<!DOCTYPE html>\n<html lang="en">\n  <head>\n    <title>{BASE}/</title>\n'
        f'    <link rel="canonical" href="{BASE}/">\n    <meta charset="utf-8">\n'
        f'    <meta http-equiv="refresh" content="0; url={BASE}/">\n  </head>\n</html>\n',
    )
    yield "404.html", page("en", "", "", "Go home.")
    yield "robots.txt", "User-agent: *\n"


def _astro(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Astro with its sitemap integration.

    ``build.format: 'directory'``, one numbered sitemap with an index, hreflang in it, and a
    canonical of ``new URL(Astro.url.pathname, Astro.site)``, as the tutorials write it:
    https://docs.astro.build/en/reference/configuration-reference/#buildformat,
    https://docs.astro.build/en/guides/integrations-guide/sitemap/,
    https://docs.astro.build/en/guides/internationalization/. HTML is compressed to one line; that
    of the 404 page names /404/.
    """

    def page(language: str, url: str, title: str, text: str) -> str:
        return (
            f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">'
            f'<title>{title}</title><link rel="canonical" href="{url}">'
            '<link rel="sitemap" href="/sitemap-index.xml"></head>'
            f"<body><nav>{_menu(language, names)}</nav><h1>{title}</h1><p>{text}</p></body></html>"
        )

    for language, name in _all(names):
        yield (
            _file(language, name),
            page(language, _url(language, name), _title(language, name), _words(language, name)),
        )
    link = '<xhtml:link rel="alternate" hreflang="{code}" href="{url}"/>'
    entries = "".join(
        f"<url><loc>{_url(language, name)}</loc>{_alternates(name, link)}</url>"
        for language, name in _all(names)
    )
    yield "sitemap-0.xml", f"{XML[:-1]}<urlset {SITEMAP} {XHTML}>{entries}</urlset>"
    child = f"<sitemap><loc>{BASE}/sitemap-0.xml</loc></sitemap>"
    yield "sitemap-index.xml", f"{XML[:-1]}<sitemapindex {SITEMAP}>{child}</sitemapindex>"
    yield "404.html", page("en", f"{BASE}/404/", "404", "Not found.")


def _mkdocs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """MkDocs with Material and mkdocs-static-i18n.

    ``use_directory_urls``, a canonical from ``site_url``, a sitemap and the same compressed, and no
    robots.txt: https://www.mkdocs.org/user-guide/configuration/#use_directory_urls,
    https://ultrabug.github.io/mkdocs-static-i18n/setup/using-alternates/. The links to the
    languages are relative in Material's base.html; the sitemap's are not.
    """

    def page(language: str, name: str, head: str, text: str) -> str:
        title = _title(language, name)
        return (
            f'\n<!doctype html>\n<html lang="{language}" class="no-js">\n  <head>\n'
            f'      <meta charset="utf-8">\n{head}'
            '      <meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.8.2">\n'
            f"        <title>{title} - Built</title>\n  </head>\n  <body>\n"
            f"    <nav>{_menu(language, names)}</nav>\n"
            f'    <article class="md-content__inner md-typeset">\n<h1 id="top">{title}</h1>\n'
            f"<p>{text}</p>\n    </article>\n  </body>\n</html>"
        )

    for language, name in _all(names):
        links = "".join(
            '          <link rel="alternate"'
            f' href="{posixpath.relpath(_path(code, name), _path(language, name))}/"'
            f' hreflang="{code}">\n'
            for code in LANGUAGES
        )
        canonical = f'        <link rel="canonical" href="{_url(language, name)}">\n'
        text = _words(language, name)
        yield _file(language, name), page(language, name, canonical + links, text)
    link = '        <xhtml:link rel="alternate" hreflang="{code}" href="{url}"/>\n'
    entries = "".join(
        f"    <url>\n        <loc>{_url(language, name)}</loc>\n"
        "        <lastmod>2026-01-02</lastmod>\n        <changefreq>daily</changefreq>\n"
        f"{_alternates(name, link)}    </url>\n"
        for language, name in _all(names)
    )
    urlset = f"{XML}<urlset {SITEMAP} {XHTML}>\n{entries}</urlset>\n"
    yield "sitemap.xml", urlset
    yield "sitemap.xml.gz", urlset
    yield "404.html", page("en", "", "", "404 - Not found")


def _plain(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A site by hand: ``page-1.html``, each a file of its own; robots.txt names the sitemap."""

    def url(language: str, name: str) -> str:
        return BASE + _path(language, name, ".html")

    for language, name in _all(names):
        links = "".join(
            f'<link rel="alternate" hreflang="{code}" href="{url(to, name)}">\n'
            for code, to in [*zip(LANGUAGES, LANGUAGES, strict=True), ("x-default", LANGUAGES[0])]
        )
        title = _title(language, name)
        file = _path(language, name, ".html")[1:]
        yield (
            file if name else f"{file}index.html",
            f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
            f'<title>{title}</title>\n<link rel="canonical" href="{url(language, name)}">\n'
            f"{links}</head>\n<body>\n<nav>{_menu(language, names, '.html')}</nav>\n"
            f"<h1>{title}</h1>\n<p>{_words(language, name)}</p>\n</body>\n</html>\n",
        )
    entries = "".join(f"<url><loc>{url(*each)}</loc></url>\n" for each in _all(names))
    yield "sitemap.xml", f"{XML}<urlset {SITEMAP}>\n{entries}</urlset>\n"
    yield "404.html", "<!doctype html>\n<title>Not found</title>\n<h1>Not found</h1>\n"
    yield "robots.txt", f"User-agent: *\nAllow: /\n\nSitemap: {BASE}/sitemap.xml\n"


GENERATORS = {
    "docusaurus": Generator("github", _docusaurus),
    "hugo": Generator("netlify", _hugo),
    "astro": Generator("vercel", _astro),
    "mkdocs": Generator("cloudflare", _mkdocs),
    "plain": Generator("plain", _plain),
}
NOINDEX = '<meta name="robots" content="noindex">'
VERCEL = (
    '{"redirects": [{"source": "/de/guide/page-1/", "destination": "/de/guide/page-2/",'
    ' "permanent": true}]}'
)
BY_DEFAULT = {
    "docusaurus": {"robots/missing": 1},
    "hugo": {
        "robots/no-sitemap-line": 1,
        "entry/outside-sitemap-path": 8,
        "hreflang/missing-x-default": 21,
    },
    "astro": {"robots/missing": 1, "hreflang/missing-x-default": 13},
    "mkdocs": {
        "robots/missing": 1,
        "hreflang/href-relative": 45,
        "hreflang/missing-x-default": 13,
    },
    "plain": {},
}
"""Findings of what a generator writes by default, by check, on a site of 15 pages with our faults:
without x-default are those that are not redirected, canonicalized or gone."""
FAULTS = {
    "docusaurus": [
        Fault("sitemap.xml", "/guide/page-1/</loc>", "/guide/page-1</loc>"),
        Fault("de/guide/page-2/index.html", "</head>", f"{NOINDEX}\n</head>"),
        Fault("fr/guide/page-3/index.html"),
    ],
    "hugo": [
        Fault("de/guide/page-1/index.html", f'href="{BASE}/de', 'href="http://localhost:1313/de'),
        Fault("fr/guide/page-2/index.html"),
        Fault("_redirects", new="/guide/page-3/ /guide/page-4/ 301!\n"),
    ],
    "astro": [
        Fault("vercel.json", new=VERCEL),
        Fault("fr/guide/page-2/index.html", '<html lang="fr">', '<html lang="de">'),
        Fault("guide/page-3/index.html", 'guide/page-3/"><link', 'guide/page-3"><link'),
    ],
    "mkdocs": [
        Fault("_headers", new="/de/guide/page-1/\n  X-Robots-Tag: noindex\n"),
        Fault(
            "de/guide/page-2/index.html",
            f'canonical" href="{BASE}',
            'canonical" href="http://www.built.example',
        ),
        Fault(
            "fr/guide/page-3/index.html",
            '../guide/page-3/" hreflang="en"',
            '../guide/page-4/" hreflang="en"',
        ),
    ],
    "plain": [
        Fault(
            "de/guide/page-1.html",
            f'<link rel="alternate" hreflang="en" href="{BASE}/guide/page-1.html">\n',
            "",
        ),
        Fault("guide/page-2.html", 'hreflang="en"', 'hreflang="en-UK"'),
        Fault(
            "fr/guide/page-3.html",
            'canonical" href="https://www.built.example/fr/guide/page-3',
            'canonical" href="https://www.built.example/fr/guide/page-33',
        ),
        Fault("robots.txt", "Allow: /\n", "Disallow: /de/guide/page-4.html\n"),
    ],
}

if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
