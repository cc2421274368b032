"""Findings grouped by cause: by sitemap, by pattern of URL, by pair of locales."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import view_queries
from sitemap_audit.report.issue_groups import Cause, IssueGroup, read_causes, read_first
from sitemap_audit.report.overview import read_overview

if TYPE_CHECKING:
    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
CHECKS = {check.name: check for check in load_checks()}


def causes_of(*checks: Check, **tables: list[Row]) -> list[Cause]:
    with judged(checks, tables) as store:
        return read_causes(store, checks, rows=100)


def judged(checks: tuple[Check, ...], tables: dict[str, list[Row]]) -> DuckDBStore:
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, checks, also=views_of_causes())
    run_checks(store, checks)
    find_causes(store, checks)
    return store


def first_of(store: DuckDBStore, checks: tuple[Check, ...]) -> list[IssueGroup]:
    store.create_view("reported_findings", view_queries()["reported_findings"])
    return read_first(store, checks, read_overview(store, checks))


def gone(*paths: str) -> dict[str, list[Row]]:
    urls = [f"{SITE}{path}" for path in paths]
    return {
        "entries": [{"loc": url, "line": str(line)} for line, url in enumerate(urls, start=3)],
        "pages": [{"url": url, "status": "404"} for url in urls],
    }


def test_pages_of_one_template_have_one_cause() -> None:
    tables = gone("/teas/assam", "/teas/sencha", "/news/1", "/news/2", "/news/3")
    causes = causes_of(CHECKS["status/not-found"], **tables)
    assert [(cause.findings, cause.cause_by, cause.cause) for cause in causes] == [
        (3, "pattern", "/news/{n}"),
        (2, "pattern", "/teas/{slug}"),
    ]
    assert causes[1].url == f"{SITE}/teas/assam"


@pytest.mark.parametrize(
    ("missing", "sound", "cause"),
    [
        (["/de/news/1", "/fr/news/2"], [], "/{lang}/news/{n}"),
        (["/de/news/1", "/fr/news/2"], ["/en/news/3"], "/{de,fr}/news/{n}"),
        (["/de/news/1", "/de/news/2"], ["/en/news/3"], "/de/news/{n}"),
        (
            [f"/{code}/news/1" for code in ("de", "en", "es", "fr", "it", "nl")],
            ["/pt/"],
            "/{6 languages}/news/{n}",
        ),
    ],
)
def test_the_languages_of_a_template_have_one_cause(
    missing: list[str], sound: list[str], cause: str
) -> None:
    tables = gone(*missing)
    tables["entries"] += [{"loc": f"{SITE}{path}"} for path in sound]
    tables["pages"] += [{"url": f"{SITE}{path}"} for path in sound]
    (found,) = causes_of(CHECKS["status/not-found"], **tables)
    assert (found.cause_by, found.cause, found.urls) == ("pattern", cause, len(missing))
    assert f"URLs ({cause}) return" in found.sentence


def redirecting(number: int) -> dict[str, list[Row]]:
    """Pages of two templates that redirect to a URL with a slash."""
    paths = [f"/teas/assam{n}" for n in range(number)] + [f"/news/{n}" for n in range(number)]
    urls = [f"{SITE}{path}" for path in paths]
    pages: list[Row] = [{"url": f"{url}/"} for url in urls]
    pages += [{"url": url, "status": "301", "redirect_url": f"{url}/"} for url in urls]
    return {"entries": [{"loc": url} for url in urls], "pages": pages}


def test_redirects_of_one_kind_have_one_cause() -> None:
    (cause,) = causes_of(CHECKS["redirect/listed-url-redirects"], **redirecting(2))
    assert (cause.cause_by, cause.cause, cause.urls) == ("rule", "trailing slash", 4)
    assert cause.sentence == "URLs redirect to another URL (trailing slash): 4 URLs."


@pytest.mark.parametrize(
    ("numbers", "causes"),
    [
        pytest.param((5, 5, 10), [("host", SITE, 10)], id="half of the host"),
        pytest.param(
            (5, 5, 11),
            [("pattern", "/news/{n}", 5), ("pattern", "/teas/{slug}", 5)],
            id="less than half",
        ),
        pytest.param((10, 0, 0), [("pattern", "/teas/{slug}", 10)], id="one template"),
        pytest.param(
            (4, 5, 0),
            [("pattern", "/news/{n}", 5), ("pattern", "/teas/{slug}", 4)],
            id="few URLs",
        ),
    ],
)
def test_a_fault_of_half_a_host_has_one_cause(
    numbers: tuple[int, int, int], causes: list[tuple[str, str, int]]
) -> None:
    teas, news, sound = numbers
    tables = gone(
        *(f"/teas/assam-tea-{chr(97 + n)}" for n in range(teas)),
        *(f"/news/{n}" for n in range(news)),
    )
    urls = [f"{SITE}/cups/{n}" for n in range(sound)]
    tables["entries"] += [{"loc": url} for url in urls]
    tables["pages"] += [{"url": url} for url in urls]
    found = causes_of(CHECKS["status/not-found"], **tables)
    assert [(cause.cause_by, cause.cause, cause.urls) for cause in found] == causes


def test_what_blocks_an_origin_affects_its_urls_alone() -> None:
    http = SITE.replace("https:", "http:")
    urls = [f"{http}/{n}" for n in range(9)]
    pages: list[Row] = [{"url": url} for url in urls]
    pages += [{"url": f"{SITE}/one", "status": None, "error": "robots-unreachable"}]
    (cause,) = causes_of(
        CHECKS["robots/server-error"],
        robots=[{"origin": http}, {"origin": SITE, "status": None, "error": "tls"}],
        entries=[{"loc": page["url"]} for page in pages],
        pages=pages,
    )
    told = f"The robots.txt of {SITE} is unreachable or returns 5xx, which blocks all its URLs"
    assert (cause.affected, cause.sentence) == ("1 host (1 URL)", f"{told} (1 URL).")


def test_a_fault_of_hosts_is_counted_by_the_host() -> None:
    origins = [f"https://{name}.example.com" for name in "ab"]
    urls = [f"{origin}/{number}" for origin in origins for number in range(3)]
    tables: dict[str, list[Row]] = {
        "robots": [{"origin": origin, "status": "500"} for origin in origins],
        "entries": [{"loc": url} for url in urls],
        "pages": [{"url": url, "status": None, "error": "robots-unreachable"} for url in urls],
    }
    checks = (CHECKS["robots/server-error"],)
    with judged(checks, tables) as store:
        (line,) = first_of(store, checks)
        (result,) = read_overview(store, checks).results
    assert line.affected == result.told == "2 hosts (6 URLs)"
    assert line.sentence == (
        "The robots.txt of 2 hosts is unreachable or returns 5xx, which blocks all its URLs"
        " (6 URLs)."
    )


@pytest.mark.parametrize(
    ("fault", "clause"),
    [
        ("{host} blocks the audit", "3 hosts block the audit"),
        ("{host} is mixed with another variant", "3 hosts are mixed with another variant"),
        ("The homepage of {host} is not listed", "The homepage of 3 hosts is not listed"),
    ],
)
def test_a_fault_of_several_hosts_is_in_the_plural(fault: str, clause: str) -> None:
    cause = cause_with(check="site/x", fault=fault, cause_by="urls", unit="host", urls=3)
    assert cause.clause == cause.clause_of_many == clause


@pytest.mark.parametrize(
    ("unit", "urls", "total", "issues", "host_urls", "told"),
    [
        ("URL", 150, 150, 1, None, "150 URLs"),
        ("URL", 40, 150, 1, None, "40 of 150 URLs"),
        ("URL", 7, 6, 2, None, "7 URLs in 2 issues"),
        ("host", 1, 1, 1, 12, "1 host (12 URLs)"),
        ("host", 1, 3, 1, 12, "1 of 3 hosts (12 URLs)"),
    ],
)
def test_a_line_says_how_much_of_its_issue_it_tells(
    *, unit: str, urls: int, total: int, issues: int, host_urls: int | None, told: str
) -> None:
    cause = cause_with(check="page/x", title="T", cause_by="urls", unit=unit, urls=urls, fault="x")
    fields = {"cause": cause, "urls": urls, "total": total, "issues": issues, "causes": 2}
    fields |= {"sampled": 0}
    line = IssueGroup(**dict.fromkeys(IssueGroup._fields) | fields | {"host_urls": host_urls})  # type: ignore[arg-type]  # of any fields
    assert line.affected == told
    if unit == "URL":
        assert line.sentence.endswith(f": {told}.")


def test_what_shares_no_pattern_is_put_together() -> None:
    causes = causes_of(CHECKS["status/not-found"], **gone("/about", "/contact", "/news/1"))
    assert [cause.sentence for cause in causes] == ["Several URLs return 404 or 410: 3 URLs."]


def test_a_fault_in_a_sitemap_is_told_with_its_file_its_kind_and_its_first_line() -> None:
    dates = ["2026-01-02T10:00:00", "2026-01-03T10:00:00", "2026-01-04", "yesterday"]
    entries: list[Row] = [
        {"loc": f"{SITE}/{line}", "line": str(line), "lastmod": date}
        for line, date in enumerate(dates, start=7)
    ]
    causes = causes_of(CHECKS["entry/lastmod-invalid"], entries=entries)
    assert [(cause.sentence, cause.line) for cause in causes] == [
        (f"Entries in {SITE}/sitemap.xml have an invalid lastmod (no-time-zone): 2 of 4 URLs.", 7),
        (f"One entry in {SITE}/sitemap.xml has an invalid lastmod (not-w3c).", 10),
    ]


@pytest.mark.parametrize(
    ("check", "tables", "sentence"),
    [
        pytest.param(
            "sitemap/too-many-urls",
            {"sitemaps": [{"url": f"{SITE}/sitemap.xml", "entries": "50001"}]},
            f"{SITE}/sitemap.xml has more than 50,000 URLs.",
            id="of the file as a whole",
        ),
        pytest.param(
            "entry/priority-uniform",
            {"entries": [{"loc": f"{SITE}/{n}", "priority": "1.0"} for n in range(20)]},
            f"{SITE}/sitemap.xml has the same priority on all URLs.",
            id="of all entries together",
        ),
        pytest.param(
            "sitemap/unknown-element",
            {
                "sitemaps": [{"url": f"{SITE}/sitemap.xml", "entries": "40"}],
                "sitemap_problems": [
                    {"code": "unknown-element", "detail": "<lastMod>", "line": "7"},
                ],
            },
            f"{SITE}/sitemap.xml has an unknown element.",
            id="of its form",
        ),
    ],
)
def test_a_fault_of_a_file_is_no_share_of_its_entries(
    check: str, tables: dict[str, list[Row]], sentence: str
) -> None:
    (cause,) = causes_of(CHECKS[check], **tables)
    assert cause.sentence == sentence
    fault = sentence.partition(" has ")[2].rstrip(".")
    assert cause.clause_of_many == f"Sitemaps have {fault}"


def test_a_fault_of_several_pages_is_in_the_plural() -> None:
    pages: list[Row] = [{"url": f"{SITE}/{n}", "noindex": "true"} for n in range(2)]
    entries: list[Row] = [{"loc": f"{SITE}/{n}"} for n in range(2)]
    (cause,) = causes_of(CHECKS["indexability/noindex"], pages=pages, entries=entries)
    both = cause._replace(fault="has clicks and is not in any sitemap")
    assert both.clause_of_many == "Pages have clicks and are not in any sitemap"


def test_missing_return_links_are_told_by_their_pair_of_locales() -> None:
    pages = [(code, tea) for code in ("de", "fr", "it") for tea in ("assam", "sencha")]
    urls = {(code, tea): f"{SITE}/p/{tea}-{code}" for code, tea in pages}
    links = [("de", "de"), ("de", "fr"), ("de", "it"), ("fr", "fr"), ("it", "it"), ("it", "de")]
    causes = causes_of(
        CHECKS["hreflang/missing-return-link"],
        entries=[{"loc": url} for url in urls.values()],
        pages=[{"url": url} for url in urls.values()],
        page_alternates=[
            {"url": urls[page, tea], "code": code, "alternate": urls[code, tea]}
            for page, code in links
            for tea in ("assam", "sencha")
        ],
    )
    assert [(cause.cause, cause.sentence, cause.first_step, cause.who) for cause in causes] == [
        (
            "de → fr",
            "Pages (/p/{slug}) have no return link from fr to de: 2 URLs.",
            "Add hreflang=de to the fr template",
            "template",
        )
    ]


def test_a_finding_without_a_place_concerns_the_site() -> None:
    check = replace(CHECKS["status/not-found"], sql="SELECT 'nothing' AS observed")
    ((cause),) = causes_of(check, **gone("/a"))
    assert (cause.cause_by, cause.sentence) == ("site", "The site returns 404 or 410.")
    assert cause.example == "nothing"


def test_every_finding_stays_and_says_its_pattern_and_cause() -> None:
    with judged((CHECKS["status/not-found"],), gone("/news/1", "/news/2", "/about")) as store:
        assert store.rows("SELECT url, pattern, cause_by FROM findings ORDER BY number") == [
            (f"{SITE}/about", "/about", "urls"),
            (f"{SITE}/news/1", "/news/{n}", "pattern"),
            (f"{SITE}/news/2", "/news/{n}", "pattern"),
        ]


def test_what_keeps_pages_out_of_the_index_comes_before_what_there_is_more_of() -> None:
    tables = gone("/news/1")
    tables["entries"] += [{"loc": f"{SITE}/{n}", "lastmod": "yesterday"} for n in range(9)]
    tables["robots"] = [{"origin": SITE, "status": "503"}]
    names = ("entry/lastmod-invalid", "status/not-found", "robots/server-error")
    causes = causes_of(*(CHECKS[name] for name in names), **tables)
    assert [(cause.check, cause.findings) for cause in causes] == [
        ("robots/server-error", 1),
        ("status/not-found", 1),
        ("entry/lastmod-invalid", 9),
    ]


@pytest.mark.parametrize("line", [None, "5"])
def test_the_first_example_is_the_first_of_the_file(line: str | None) -> None:
    tables = gone("/news/9", "/news/1")
    tables["entries"][0]["line"] = line
    (cause,) = causes_of(CHECKS["status/not-found"], **tables)
    assert cause.url == f"{SITE}/news/1"


LEFTOVER: list[Row] = [
    {"url": f"{SITE}/sitemap.xml", "found_by": "guess"},
    {"url": f"{SITE}/named.xml", "found_by": "robots"},
]


def leftover(*gone_in_it: str) -> dict[str, list[Row]]:
    """A sitemap that nothing names, with pages that are gone, beside one with a page's title."""
    old: list[Row] = [
        {"sitemap_url": f"{SITE}/sitemap.xml", "loc": f"{SITE}{path}", "line": "3"}
        for path in gone_in_it
    ]
    own: Row = {"sitemap_url": f"{SITE}/named.xml", "loc": f"{SITE}/shared", "line": "3"}
    return {
        "robots": [{"origin": SITE, "status": "200", "sitemaps": "1"}],
        "sitemaps": [dict(row) for row in LEFTOVER],
        "entries": [*old, own],
        "pages": [{"url": f"{SITE}{path}", "status": "404"} for path in {*gone_in_it, "/shared"}],
    }


@pytest.mark.parametrize("lines", ["0", "1"])
def test_that_nothing_names_a_sitemap_is_said_once_at_its_root(lines: str) -> None:
    checks = (
        *(CHECKS["status/not-found"], CHECKS["sitemap/undeclared"]),
        CHECKS["robots/no-sitemap-line"],
    )
    tables = leftover("/old")
    tables["robots"][0]["sitemaps"] = lines
    tables["sitemaps"] = [
        {"url": f"{SITE}/sitemap_index.xml", "found_by": "guess", "kind": "sitemapindex"},
        {"url": f"{SITE}/sitemap.xml", "found_by": "guess"},
        {"url": f"{SITE}/named.xml", "found_by": "index"},
    ]
    tables["entries"] += [
        {"sitemap_url": f"{SITE}/sitemap_index.xml", "kind": "sitemap", "loc": f"{SITE}/{child}"}
        for child in ("sitemap_index.xml", "sitemap.xml", "named.xml")
    ]
    with judged(checks, tables) as store:
        rows = store.rows('SELECT "check", sitemap_url, observed FROM findings')
    roots = [url for check, url, _ in rows if check != "status/not-found"]
    assert roots == [f"{SITE}/sitemap_index.xml"]
    assert [told for check, _, told in rows if check == "status/not-found"] == ["Returns 404"] * 2


def test_what_is_in_a_sitemap_that_nothing_names_comes_before_the_notice_that_says_so() -> None:
    checks = (CHECKS["status/not-found"], CHECKS["sitemap/undeclared"], CHECKS["robots/missing"])
    only_leftover = leftover("/a/1", "/a/2")
    only_leftover["robots"] = [{"origin": SITE, "status": "404"}]
    only_leftover["sitemaps"] = only_leftover["sitemaps"][:1]
    only_leftover["entries"] = only_leftover["entries"][:2]
    with judged(checks, only_leftover) as store:
        causes = read_causes(store, checks, rows=3)
        groups = first_of(store, checks)
    assert [cause.check for cause in causes] == [
        "status/not-found",
        "robots/missing",
        "sitemap/undeclared",
    ]
    assert [group.cause.check for group in groups] == [cause.check for cause in causes]


def test_what_a_named_sitemap_has_comes_before_what_a_leftover_has() -> None:
    checks = (CHECKS["status/not-found"], CHECKS["sitemap/undeclared"])
    with judged(checks, leftover("/a/1", "/a/2", "/a/3")) as store:
        causes = read_causes(store, checks, rows=9)
    assert [(cause.check, cause.sitemap_url) for cause in causes] == [
        ("status/not-found", f"{SITE}/named.xml"),
        ("status/not-found", f"{SITE}/sitemap.xml"),
        ("sitemap/undeclared", f"{SITE}/sitemap.xml"),
    ]


def test_the_sitemaps_of_an_index_that_nothing_names_are_not_named_either() -> None:
    tables: dict[str, list[Row]] = {
        "sitemaps": [
            {"url": f"{SITE}/sitemap.xml", "found_by": "guess", "kind": "sitemapindex"},
            {"url": f"{SITE}/old.xml", "found_by": "index"},
            {"url": f"{SITE}/index.xml", "found_by": "robots", "kind": "sitemapindex"},
            {"url": f"{SITE}/new.xml", "found_by": "index"},
            {"url": f"{SITE}/sitemap_index.xml", "found_by": "guess"},
        ],
        "entries": [
            {"sitemap_url": f"{SITE}/{index}.xml", "kind": "sitemap", "loc": f"{SITE}/{child}.xml"}
            for index, child in (
                *(("sitemap", "old"), ("sitemap", "sitemap"), ("sitemap", "new")),
                *(("index", "new"), ("index", "sitemap_index")),
            )
        ],
    }
    with judged((CHECKS["sitemap/undeclared"],), tables) as store:
        unnamed = store.rows("SELECT url FROM unnamed_sitemaps ORDER BY url")
    assert [url for (url,) in unnamed] == [f"{SITE}/old.xml", f"{SITE}/sitemap.xml"]


def test_sums_are_whole_numbers() -> None:
    """Parquet has no type for DuckDB's sums of whole numbers but DOUBLE."""
    check = CHECKS["status/not-found"]
    with judged((check,), gone("/a", "/b")) as store:
        kinds = dict(store.describe("SELECT urls, findings, folded FROM causes"))
    assert set(kinds.values()) == {"BIGINT"}


@pytest.mark.parametrize(
    ("fault", "of_many"),
    [
        ("does not respond", "Pages do not respond"),
        ("is a soft 404 and has a canonical", "Pages are a soft 404 and have a canonical"),
        ("returns 404 or 410", "Pages return 404 or 410"),
        ("redirects to itself", "Pages redirect to themselves"),
        ("has a canonical that itself has one", "Pages have a canonical that itself has one"),
    ],
)
def test_the_fault_of_many_pages_is_in_the_plural(fault: str, of_many: str) -> None:
    cause = cause_with(
        check="page/x", fault=fault, cause_by="urls", url=f"{SITE}/a", cause="", urls=2
    )
    assert cause.clause_of_many == of_many


@pytest.mark.parametrize(
    ("statement", "clause", "number"),
    [
        ("The sitemap lists URLs with http: 1,204 URLs", "The sitemap lists URLs with http", True),
        ("All 1,204 pages have the canonical /", "All 1,204 pages have the canonical /", False),
    ],
)
def test_what_a_diagnosis_counts_is_no_part_of_its_clause(
    statement: str, clause: str, *, number: bool
) -> None:
    cause = cause_with(statement=statement, cause_by="diagnosis", urls=1204)
    assert (cause.clause, cause.number) == (clause, "1,204 URLs" if number else None)
    assert cause.sentence == f"{statement}."


def cause_with(**fields: object) -> Cause:
    return Cause(**dict.fromkeys(Cause._fields) | fields)  # type: ignore[arg-type]  # of any fields


@pytest.mark.parametrize(
    ("noindex", "told"),
    [
        pytest.param(
            "true, true, true",
            "3 URLs. 29 pages of /news/{n} are likely to be affected.",
            id="all that were rendered",
        ),
        pytest.param("true, true, false", "2 URLs.", id="one has no fault"),
        pytest.param(
            "true, true, -",
            "2 URLs. 29 pages of /news/{n} are likely to be affected.",
            id="one could not be rendered",
        ),
    ],
)
def test_a_fault_of_all_rendered_pages_of_a_pattern_is_likely_on_the_others(
    noindex: str, told: str
) -> None:
    urls = [f"{SITE}/news/{n}" for n in range(29)]
    renders: list[Row] = [
        {"url": url, "problem": "crashed"} if value == "-" else {"url": url, "noindex": value}
        for url, value in zip(urls, noindex.split(", "), strict=False)
    ]
    entries: list[Row] = [{"loc": url} for url in [*urls, f"{SITE}/news/30"]]
    pages: list[Row] = [{"url": url} for url in urls]
    pages += [{"url": f"{SITE}/news/30", "status": "404"}]  # it could not have been chosen
    check = CHECKS["rendering/noindex-added"]
    (cause,) = causes_of(check, entries=entries, pages=pages, renders=renders)
    assert cause.sentence == f"Pages (/news/{{n}}) have a noindex that JavaScript adds: {told}"


@pytest.mark.parametrize(
    ("sound", "likely"),
    [pytest.param(0, 29, id="all of the sample"), pytest.param(1, None, id="one has no fault")],
)
def test_a_fault_of_all_sampled_pages_of_a_pattern_is_likely_on_the_others(
    sound: int, likely: int | None
) -> None:
    tables = gone("/news/0", "/news/1")
    tables["pages"] += [{"url": f"{SITE}/news/2"}] * sound
    tables["entries"] += [{"loc": f"{SITE}/news/{n}"} for n in range(2, 29)]
    check = CHECKS["status/not-found"]
    with judged((check,), tables) as store:
        assert [cause.likely for cause in read_causes(store, [check], rows=9)] == [None]
        store.execute("INSERT INTO sampled SELECT url_key, 9.0 AS weight FROM indexability")
        find_causes(store, [check])
        (group,) = first_of(store, (check,))
    assert group.likely == likely


def test_reports_count_findings_by_what_the_causes_count_them_by() -> None:
    checks = CHECKS["status/not-found"], CHECKS["robots/misspelled-field"]
    lines = [
        ("user-agent", None, "*"),
        ("disallow", "Dissallow", "/a"),
        ("disallow", "Disalow", "/b"),
    ]
    tables = gone("/news/1", "/news/2") | {
        "robots_lines": [
            {"number": str(number), "field": field, "written": written, "value": value}
            for number, (field, written, value) in enumerate(lines, start=1)
        ]
    }
    with judged(checks, tables) as store:
        store.create_view("reported_findings", view_queries()["reported_findings"])
        counted = store.rows(
            'SELECT "check", COUNT(*), COUNT(DISTINCT affected) FROM reported_findings GROUP BY 1'
        )
        causes = store.rows('SELECT "check", findings, urls FROM causes')
    assert sorted(counted) == sorted(causes)
    assert sorted(causes) == [("robots/misspelled-field", 2, 1), ("status/not-found", 2, 2)]
