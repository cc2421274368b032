"""Pages shaped like real ones: 60 to 100 KB of HTML each, different on each, the same every time.

A nested layout, 150 links, JSON-LD, scripts and styles inline, 12 hreflang links and 1,400 words.
``python tests/benchmarks/real_pages.py [PAGES]`` prints what they are like.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from functools import cache
from itertools import accumulate

CODES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt-BR", "sv", "da", "fi", "x-default")
BASE = "https://www.example.com"
WORDS = 1_400
PARAGRAPHS = 28
_SYLLABLES = (
    *("ka", "lo", "mi", "ren", "ta", "su", "vel", "dor", "in", "pé"),
    *("ar", "st", "né", "ön", "ul", "ber", "cha", "fi", "go", "hal"),
)
_ICON = (
    '<svg class="icon icon-{0}" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8'
    '-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8z"/></svg>'
)


def page(number: int, base: str = BASE) -> str:
    """The HTML of one page; those of twelve languages stand next to each other."""
    rng = random.Random(number)  # the same page every time
    words = rng.choices(_vocabulary(), cum_weights=_weights(), k=WORDS)
    title = " ".join(words[:6]).capitalize()
    lang = CODES[number % 12] if number % 12 < 11 else "en"
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}" class="no-js">\n'
        f"<head>\n{_head(number, base, title, rng)}</head>\n"
        f'<body class="single post-{number} theme-light">\n{_header(base, rng)}'
        '<div id="app" class="app">\n <div class="layout container mx-auto px-4 lg:px-8">\n'
        f'  <main id="content" class="layout__main col-span-8">\n{_article(number, base, words)}'
        f"{_cards(base, rng)}  </main>\n{_aside(base, rng)}"
        f" </div>\n</div>\n{_footer(base, rng)}{_scripts(number, rng)}</body>\n</html>\n"
    )


@cache
def _vocabulary() -> list[str]:
    rng = random.Random("words")  # the same words every time
    made = ("".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(6_000))
    return list(dict.fromkeys(made))


@cache
def _weights() -> list[float]:
    """Words as often as Zipf's law has them."""
    return list(accumulate(1 / (rank + 3) for rank in range(len(_vocabulary()))))


def _link(base: str, rng: random.Random, css: str) -> str:
    words = rng.choices(_vocabulary(), k=3)
    path = "-".join(words)
    return (
        f'<a class="{css}" href="{base}/p/{rng.randrange(1_500)}?from={path}">{" ".join(words)}</a>'
    )


def _head(number: int, base: str, title: str, rng: random.Random) -> str:
    url, first = f"{base}/p/{number}", number // 12 * 12
    links = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{base}/p/{first + offset}">\n'
        for offset, code in enumerate(CODES)
    )
    rules = "".join(
        f".c-{rng.randrange(9_999)}>.btn{{color:#{rng.randrange(16**6):06x};margin:0 {n}px 4px}}\n"
        for n in range(180)
    )
    files = "".join(
        f'<link rel="preload" as="script" href="/assets/chunk-{rng.randrange(16**8):08x}.js">\n'
        for _ in range(10)
    )
    return (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{title} | Example</title>\n"
        f'<meta name="description" content="{title}.">\n'
        '<meta name="robots" content="index, follow, max-image-preview:large">\n'
        f'<link rel="canonical" href="{url}">\n{links}'
        f'<meta property="og:title" content="{title}">\n<meta property="og:url" content="{url}">\n'
        '<meta property="og:type" content="article">\n'
        f'<meta property="og:image" content="{base}/images/{number}.jpg">\n'
        f'<meta property="article:published_time" content="{_date(number)}">\n'
        '<meta name="twitter:card" content="summary_large_image">\n'
        '<link rel="icon" href="/favicon.ico">\n<link rel="stylesheet" href="/assets/main.css">\n'
        f'{files}<style nonce="{rng.randrange(16**16):016x}">\n{rules}</style>\n'
        f'<script type="application/ld+json">{_json_ld(number, url, title)}</script>\n'
    )


def _date(number: int) -> str:
    return f"2026-{number % 9 + 1:02}-{number % 28 + 1:02}T{number % 24:02}:15:00+02:00"


def _json_ld(number: int, url: str, title: str) -> str:
    crumbs = [{"@type": "ListItem", "position": n, "name": f"Level {n}"} for n in range(1, 5)]
    article = {
        "@type": "Article",
        "@id": f"{url}#article",
        "headline": title,
        "datePublished": _date(number),
        "dateModified": _date(number + 7),
        "author": {"@type": "Person", "name": "A. Writer", "url": f"{url}#author"},
        "mainEntityOfPage": {"@id": url},
    }
    graph = [article, {"@type": "BreadcrumbList", "itemListElement": crumbs}]
    return json.dumps({"@context": "https://schema.org", "@graph": graph})


def _header(base: str, rng: random.Random) -> str:
    menus = "".join(
        '<li class="menu__item has-children"><button class="menu__toggle" aria-expanded="false">'
        f'{_ICON.format("down")}</button><ul class="menu__sub">'
        + "".join(f'<li class="menu__leaf">{_link(base, rng, "menu__link")}</li>' for _ in range(8))
        + "</ul></li>\n"
        for _ in range(5)
    )
    return (
        '<header class="header sticky top-0"><div class="header__inner"><div class="logo">'
        f'<a href="{base}/">{_ICON.format("logo")}</a></div><nav class="menu" aria-label="Main">'
        f'<ul class="menu__list">\n{menus}</ul></nav></div></header>\n'
    )


def _article(number: int, base: str, words: list[str]) -> str:
    each = WORDS // PARAGRAPHS
    parts = []
    for n in range(PARAGRAPHS):
        piece = words[n * each : (n + 1) * each]
        piece[5] = f"<strong>{piece[5]}</strong>"
        piece[20] = f'<a href="{base}/p/{(number * 31 + n) % 1_500}">{piece[20]}</a>'
        piece[30] = f"<em>{piece[30]}</em>,"
        heading = f'<h2 id="s{n}">{" ".join(words[n : n + 4])}</h2>\n' if n % 4 == 0 else ""
        parts.append(f'{heading}<p class="mb-4">{" ".join(piece)}.&nbsp;“{piece[0]}” ({n})</p>\n')
    return (
        '   <article class="post"><div class="post__head"><div class="post__meta">'
        f'<time datetime="{_date(number)}">{_date(number)[:10]}</time>'
        f'<span class="views">{number * 37 % 9_999} views</span></div>'
        f'<h1 class="post__title">{" ".join(words[:6]).capitalize()}</h1></div>'
        f'<div class="post__body"><div class="prose">\n{"".join(parts)}</div></div></article>\n'
    )


def _cards(base: str, rng: random.Random) -> str:
    cards = "".join(
        '<div class="card"><div class="card__media"><picture><source type="image/webp"'
        f' srcset="/i/{n}-400.webp 400w, /i/{n}-800.webp 800w"><img loading="lazy" alt=""'
        f' src="/i/{n}.jpg" width="400" height="300"></picture></div><div class="card__body">'
        f'<h3>{_link(base, rng, "card__link")}</h3><span data-id="{rng.randrange(10**9)}">'
        f"{rng.randrange(9_900) / 100} €</span></div></div>\n"
        for n in range(30)
    )
    return f'   <section class="related"><div class="grid grid-cols-3">\n{cards}</div></section>\n'


def _aside(base: str, rng: random.Random) -> str:
    items = "".join(f"<li>{_link(base, rng, 'aside__link')}</li>\n" for _ in range(21))
    return f'  <aside class="layout__aside"><ol class="popular">\n{items}</ol></aside>\n'


def _footer(base: str, rng: random.Random) -> str:
    columns = "".join(
        '<div class="footer__column"><ul>'
        + "".join(f"<li>{_link(base, rng, 'footer__link')}</li>" for _ in range(6))
        + "</ul></div>\n"
        for _ in range(5)
    )
    return (
        f'<footer class="footer"><div class="footer__inner">\n{columns}</div>'
        '<form action="/search" role="search"><input type="search" name="q"></form></footer>\n'
    )


def _scripts(number: int, rng: random.Random) -> str:
    state = {
        f"item{n}": {"id": rng.randrange(10**9), "path": f"/p/{n}", "tags": ["a", "b"]}
        for n in range(60 + number % 13 * 40)
    }
    code = "".join(
        f"function f{n}(e,t){{return e>t&&(window.d{n}=t,e=`${{t}}<b>`),e}};" for n in range(90)
    )
    return (
        f"<script>window.__STATE__={json.dumps(state)}</script>\n<script>{code}</script>\n"
        '<script async src="/assets/main.js"></script>\n'
        '<noscript><img src="/pixel.gif" alt=""></noscript>\n'
    )


def main(pages: int) -> None:
    """Print how large the pages are."""
    sizes = [len(page(number).encode()) for number in range(pages)]
    print(
        f"{pages} pages, {min(sizes):,} to {max(sizes):,} bytes, mean {statistics.mean(sizes):,.0f}"
    )
    print(f"{page(0).count('<a ')} links on one")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_500)
