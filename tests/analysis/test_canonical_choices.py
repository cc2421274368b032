"""Which of two URLs of a page is the better one: the table of cases."""

from __future__ import annotations

from checks.examples.viewing import view

FORMS = """\
/a → /a?variant=1 | page | parameter | ?variant=1
/b?x=1 → /b?x=1&ref=nav | page | parameter | &ref=nav
/c → /c?utm_source=a&utm_medium=b | page | tracking | ?utm_source=a&utm_medium=b
/d → /d?fbclid=1 | page | tracking | ?fbclid=1
/e → /e;jsessionid=A1 | page | tracking |
/f?x=1 → /f?sid=7&x=1 | page | tracking | ?sid=7
/g?x=1&y=2 → /g?x=1&amp;y=2 | page | entity | &amp;
/h/i → /h//i | page | double-slash | //
/j → //j | page | double-slash | //
https://example.org/ → https://example.org// | page | double-slash | //
/k?p=2 → /k?p=2&p=2 | page | repeated | &p=2
/l?p=2 → /l?p=2?p=2 | page | repeated |
/m/n → /m/m/n | page | repeated |
/o/ → /o/index.html | page | index-page | index.html
/oo → /oo/index.html | page | index-page | index.html
/p → /P | page | case |
/q → https://example.com:8443/q | page | port | :8443
/r → https://example.com./r | page | host-dot | example.com.
/s → https://staging.example.com/s | page | staging | staging.example.com
/t → http://localhost:3000/t | page | staging | localhost:3000
/u → http://example.com/u | page | scheme |
/v%20w → /v%2520w | page | escaped-twice |
/x?p=2 → ?p=2/x | page | query-before-path |
/A?variant=1 → /A | canonical | parameters |
/B?utm_source=a → /B | canonical | tracking |
/C?x=1&amp;y=2 → /C?x=1&y=2 | canonical | entity |
/D//i → /D/i | canonical | double-slash |
/E/index.html → /E/ | canonical | index-page |
/EE/index.html → /EE | canonical | index-page |
/F/Tea → /f/tea | canonical | case |
http://example.com/G → https://example.com/G | canonical | scheme |
/H?sort=price → /H | canonical | parameters |
/I?b=1&a=2 → /I?a=2&b=1 | canonical | query-order |
/J → /other | canonical | declared |
/K → / | unknown | home |
/L?page=2 → /L | unknown | pagination |
/M?a%5B%5D=1 → /M?a%5B%5D=1&a%5B%5D=2 | page | parameter | &a%5B%5D=2
"""


def test_the_better_of_two_forms_of_a_url() -> None:
    cases = [[cell.strip() for cell in line.split("|")] for line in FORMS.splitlines()]
    pairs = [
        [url if url.startswith("http") else f"@{url}" for url in case[0].split(" → ")]
        for case in cases
    ]
    told = view(
        "SELECT page.url, better, reason, addition FROM canonical_choices AS choice"
        " INNER JOIN pages AS page ON choice.url_key = page.url_key",
        entries="\n".join(["loc", *(url for url, _ in pairs)]),
        pages="\n".join(
            [
                "url | role",
                *(f"{url} | listed" for url, _ in pairs),
                *sorted({f"{other} | canonical" for _, other in pairs}),
            ]
        ),
        page_canonicals="\n".join(["url | href", *(f"{url} | {other}" for url, other in pairs)]),
    )
    expected = {
        url: (better, reason, addition or None)
        for (url, _), (_, better, reason, addition) in zip(pairs, cases, strict=True)
    }
    assert {url: tuple(rest) for url, *rest in told} == expected


def _choices(
    pages: list[str], canonicals: dict[str, str], **more: str
) -> dict[str, tuple[str, str]]:
    """The better URL and the reason by page, of pages given as ``url | title | text_hash``."""
    told = view(
        "SELECT page.url, better, reason FROM canonical_choices AS choice"
        " INNER JOIN pages AS page ON choice.url_key = page.url_key",
        entries="\n".join(["loc", *(page.split(" | ")[0] for page in pages)]),
        pages="\n".join(["url | title | text_hash", *pages]),
        page_canonicals="\n".join(["url | href", *map(" | ".join, canonicals.items())]),
        **more,
    )
    return {url: (better, reason) for url, better, reason in told}


def _slugs(number: int) -> list[str]:
    return [f"@/how-to-brew-{chr(97 + each)}" for each in range(number)]


def test_a_canonical_that_nearly_all_pages_of_a_pattern_have_is_constant() -> None:
    slugs = _slugs(9)
    pages = ["@/ | Home | home", *(f"{url} | Tea {url[-1]} | {url[-1]}" for url in slugs)]
    constant = ("page", "constant")
    assert _choices(pages, dict.fromkeys(slugs, "@/")) == dict.fromkeys(slugs, constant)
    assert _choices(pages, dict.fromkeys(slugs[:5], "@/")) == dict.fromkeys(
        slugs[:5], ("unknown", "home")
    )
    assert _choices(pages, dict.fromkeys(slugs[:9], "@/") | {slugs[0]: "@/x"})[slugs[1]] == (
        "unknown",
        "home",
    )


def test_a_page_with_hreflang_from_another_is_not_the_homepage() -> None:
    pages = ["@/ | Home | home", "@/a | A | a", "@/b | B | b", "@/de/a | A (de) | c"]
    links = "url | hreflang | href\n@/de/a | en | @/a"
    choices = _choices(pages, {"@/a": "@/", "@/b": "@/"}, page_alternates=links)
    assert choices == {"@/a": ("page", "home"), "@/b": ("unknown", "home")}


def test_pages_at_the_top_of_a_site_have_no_pattern_but_an_origin() -> None:
    urls = [f"@/{word}" for word in ("about", "team", "contact", "blog")]
    pages = ["@/ | Home | home", *(f"{url} | {url} | {url}" for url in urls)]
    assert _choices(pages, dict.fromkeys(urls, "@/")) == dict.fromkeys(urls, ("page", "constant"))


def test_duplicates_are_no_fault_of_a_template() -> None:
    slugs = _slugs(4)
    same_text = ["@/ | Home | home", *(f"{url} | Tea {url[-1]} | home" for url in slugs)]
    facets = [f"@/tea?color={color}" for color in ("red", "green", "black")]
    filtered = ["@/tea | Tea | h", *(f"{url} | {url[-3:]} | {url[-3:]}" for url in facets)]
    assert _choices(same_text, dict.fromkeys(slugs, "@/")) == dict.fromkeys(
        slugs, ("canonical", "duplicate")
    )
    assert _choices(filtered, dict.fromkeys(facets, "@/tea")) == dict.fromkeys(
        facets, ("canonical", "parameters")
    )


def test_the_form_that_more_of_the_site_uses_is_the_better_one() -> None:
    urls = [f"@/p{number}" for number in range(4)]
    entries = "\n".join(["loc", *urls])
    pages = "\n".join(
        [
            "url | role",
            *(f"{url} | listed" for url in urls),
            *(f"{url}/ | canonical" for url in urls),
        ]
    )
    whole = "\n".join(["url | href", *(f"{url} | {url}/" for url in urls)])
    one = "\n".join(["url | href", f"{urls[0]} | {urls[0]}/", *(f"{u} | {u}" for u in urls[1:])])
    links = "\n".join(["url | hreflang | href", *(f"{url} | en | {url}" for url in urls)])
    query = "SELECT DISTINCT better, reason FROM canonical_choices"
    tables = {"entries": entries, "pages": pages}
    assert view(query, **tables, page_canonicals=whole) == [("canonical", "trailing-slash")]
    assert view(query, **tables, page_canonicals=one) == [("page", "trailing-slash")]
    used = view(query, **tables, page_canonicals=whole, page_alternates=links)
    assert used == [("page", "trailing-slash")]


def test_what_the_canonical_returns_decides_where_its_form_does_not() -> None:
    told = view(
        "SELECT page.url, better, reason FROM canonical_choices AS choice"
        " INNER JOIN pages AS page ON choice.url_key = page.url_key ORDER BY page.url",
        entries="loc\n@/a\n@/b\n@/c\n@/d\n@/e\n@/f\n@/list?page=2",
        pages=(
            "url | role | status | location | noindex | lang | text_hash\n"
            "@/a | listed | 200 | | false | en | 1\n@/gone | canonical | 404 | | | |\n"
            "@/b | listed | 200 | | false | en | 2\n@/b1 | canonical | 301 | @/b | | |\n"
            "@/c | listed | 200 | | false | en | 3\n@/c1 | canonical | 200 | | true | en | 4\n"
            "@/d | listed | 200 | | false | en | 5\n@/d1 | canonical | 200 | | false | en | 6\n"
            "@/e | listed | 200 | | false | de | 7\n@/e1 | canonical | 200 | | false | en | 8\n"
            "@/f | listed | 200 | | false | en | 9\n@/f1 | canonical | 301 | @/d1 | | |\n"
            "@/list?page=2 | listed | 200 | | false | en | 10\n"
            "@/list | canonical | 200 | | false | en | 11"
        ),
        page_canonicals=(
            "url | href\n@/a | @/gone\n@/b | @/b1\n@/c | @/c1\n@/d | @/d1\n@/d1 | @/d\n"
            "@/e | @/e1\n@/f | @/f1\n@/list?page=2 | @/list"
        ),
    )
    assert told == [
        ("@/a", "page", "missing"),
        ("@/b", "page", "back"),
        ("@/c", "unknown", "noindex"),
        ("@/d", "page", "loop"),
        ("@/d1", "canonical", "loop"),
        ("@/e", "page", "language"),
        ("@/f", "unknown", "redirect"),
        ("@/list?page=2", "page", "pagination"),
    ]
