"""The views: what is known of each page, pair and entry, before any check looks at it."""

from __future__ import annotations

from typing import Any

import pytest
from checks.examples.viewing import SITE, view


def test_a_url_listed_three_times_is_listed_once_with_its_first_place() -> None:
    assert view(
        "SELECT url, sitemap_url, line, sitemaps, entries FROM listed ORDER BY url",
        entries=(
            "loc | sitemap_url | line\n"
            "@/a | @/two.xml | 2\n"
            "@/a | @/one.xml | 7\n"
            "@/a | @/one.xml | 5\n"
            "@/b | @/two.xml | 3"
        ),
    ) == [("@/a", "@/one.xml", 7, 2, 3), ("@/b", "@/two.xml", 3, 1, 1)]


@pytest.mark.parametrize(
    ("page", "state", "reason"),
    [
        pytest.param("status\n200", "ok", None, id="200"),
        pytest.param("status\n204", "ok", None, id="no content"),
        pytest.param("status\n301", "redirect", None, id="redirect"),
        pytest.param("status\n404", "client-error", None, id="404"),
        pytest.param("status | error\n404 | truncated", "client-error", None, id="404, cut off"),
        pytest.param("status\n503", "server-error", None, id="503"),
        pytest.param("error\ndns", "no-response", None, id="no address"),
        pytest.param("error | status\ntruncated | 200", "no-response", None, id="cut off"),
        pytest.param("error\ndisallowed", "unknown", "disallowed", id="disallowed for us"),
        pytest.param(
            "error\nrobots-unreachable", "unknown", "robots-unreachable", id="robots unreachable"
        ),
        pytest.param("error\nresolver", "unknown", "resolver", id="DNS does not answer"),
        pytest.param("error | status\ntoo-large | 200", "unknown", "too-large", id="too large"),
        pytest.param("status\n429", "unknown", "throttled", id="throttled"),
        pytest.param("status | challenge\n200 | captcha", "unknown", "challenge", id="challenge"),
        pytest.param("status\n999", "unknown", "request-refused", id="999"),
        pytest.param("status\n666", "unknown", "unknown-status", id="666"),
        pytest.param("status\n304", "unknown", "unknown-status", id="304"),
        pytest.param("status | location\n300 | /a", "redirect", None, id="300 with a Location"),
    ],
)
def test_the_state_of_a_page(page: str, state: str, reason: str | None) -> None:
    assert view("SELECT state, unknown_reason FROM page_states", pages=page) == [(state, reason)]


ABOUT_THE_REQUEST = (
    *(402, 408, 418, 420, 421, 425, 430, 431, 433, 434, 435, 436, 444, 449, 450, 456, 460),
    *(463, 464, 494, 999),
)
OF_THE_NETWORK = (407, 511)
OF_A_BLOCK = (401, 403, 405, 406, 423, 440, 451, 495, 496, 498, 499)
OF_CLIENTS = (400, 409, 411, 412, 413, 414, 415, 416, 417, 422, 424, 426, 428, 497)
OF_THE_SERVER = (500, 501, 502, 504, 505, 509, *range(520, 528), 529, 530)
STATES = {
    **dict.fromkeys(ABOUT_THE_REQUEST, ("unknown", "request-refused")),
    **dict.fromkeys(OF_THE_NETWORK, ("unknown", "network")),
    **dict.fromkeys((*OF_A_BLOCK, *OF_CLIENTS, 404, 410), ("client-error", None)),
    **dict.fromkeys((503, *OF_THE_SERVER), ("server-error", None)),
    429: ("unknown", "throttled"),
}


def test_what_each_status_code_says_of_a_page_of_a_site_that_is_not_blocked() -> None:
    fine = "".join(f"\n@/fine/{number} | 200" for number in range(len(STATES)))
    pages = "url | status" + "".join(f"\n@/{code} | {code}" for code in STATES) + fine
    states = view("SELECT status, state, unknown_reason FROM page_states", pages=pages)
    assert {code: tuple(rest) for code, *rest in states if code != 200} == STATES


def test_what_each_status_code_says_of_a_sitemap_and_of_whether_it_was_read() -> None:
    sitemaps = "url | status" + "".join(f"\n@/{code} | {code}" for code in STATES)
    states = view("SELECT status, state FROM sitemap_states", sitemaps=sitemaps)
    logins = {401, 440, 495, 496, 498, 499}
    assert dict(states) == {
        **dict.fromkeys((*ABOUT_THE_REQUEST, *OF_THE_NETWORK, *OF_A_BLOCK, 429), "refused"),
        **dict.fromkeys(logins, "login"),
        **dict.fromkeys((*OF_CLIENTS, 404, 410), "client-error"),
        **dict.fromkeys((503, *OF_THE_SERVER), "server-error"),
    }
    unread = view("SELECT reason FROM unread_sitemaps", sitemaps=sitemaps)
    read = {f"status {code}" for code in (*OF_CLIENTS, 404, 410)}
    assert {f"status {code}" for code in STATES} - {reason for (reason,) in unread} == read


def test_a_scheme_or_port_that_fails_says_nothing_of_another() -> None:
    http, port = SITE.replace("https:", "http:"), f"{SITE}:8443"
    urls = [(f"{http}/{n}", 403) for n in range(10)] + [(f"{port}/{n}", 503) for n in range(10)]
    urls += [("@/0", 403)] + [(f"@/{n}", 200) for n in range(1, 10)]
    facts = view(
        "SELECT origin, has_bot_protection, unavailable FROM hosts ORDER BY origin",
        entries="\n".join(["loc", *(url for url, _ in urls)]),
        pages="\n".join(["url | status", *(f"{url} | {status}" for url, status in urls)]),
    )
    assert facts == [(http, True, False), ("@", False, False), ("@:8443", False, True)]


@pytest.mark.parametrize(
    ("robots", "state", "error", "reason"),
    [
        pytest.param(["dns"], "no-response", "dns", None, id="no such name"),
        pytest.param(["refused"], "no-response", "refused", None, id="nothing listens"),
        *(
            pytest.param([error], "unknown", "robots-unreachable", "robots-unreachable", id=error)
            for error in ("resolver", "timeout", "tls", "reset", "unreachable")
        ),
        pytest.param(
            ["dns", "timeout"],
            "unknown",
            "robots-unreachable",
            "robots-unreachable",
            id="told in two ways",
        ),
    ],
)
def test_where_there_is_no_host_there_is_no_page(
    robots: list[str], state: str, error: str, reason: str | None
) -> None:
    assert view(
        "SELECT state, error, unknown_reason FROM page_states",
        pages="url | error\n@/a | robots-unreachable",
        robots="\n".join(["origin | error", *(f"@ | {each}" for each in robots)]),
    ) == [(state, error, reason)]


def test_a_host_whose_robots_txt_redirects_to_one_that_there_is_not_is_there() -> None:
    assert view(
        "SELECT state, error, unknown_reason FROM page_states",
        pages="url | error\n@/a | robots-unreachable",
        robots="origin | error | redirects\n@ | refused | 1",
    ) == [("unknown", "robots-unreachable", "robots-unreachable")]


def test_what_failed_on_a_host_that_was_given_up_in_silence_is_unknown() -> None:
    assert view(
        "SELECT state, unknown_reason FROM page_states ORDER BY url",
        pages="url | status | error | attempts\n"
        "@/a | 200 | | 1\n@/b | | timeout | 3\n@/c | | throttled | 0",
    ) == [("ok", None), ("unknown", "host-gone"), ("unknown", "throttled")]


@pytest.mark.parametrize(
    ("robots", "outcome"),
    [
        pytest.param("dns", "failed:dns", id="no such name"),
        pytest.param("timeout", "failed:robots-unreachable", id="robots.txt is not known"),
    ],
)
def test_a_page_without_a_host_is_told_so_in_the_ledger(robots: str, outcome: str) -> None:
    assert view(
        "SELECT outcome FROM ledger",
        entries="loc\n@/a",
        pages="url | error\n@/a | robots-unreachable",
        robots=f"origin | error\n@ | {robots}",
    ) == [(outcome,)]


_REFUSED = [
    pytest.param(["403"] * 12, "refused:bot-protection", id="bot protection"),
    pytest.param(["401"] * 6 + ["406"] * 6, "refused:bot-protection", id="other statuses of it"),
    pytest.param(["403"] * 2, "fetched", id="two pages that are forbidden"),
    pytest.param(["403", *["200"] * 20], "fetched", id="one page that is forbidden"),
    pytest.param(["401", "200"], "fetched", id="a login"),
    pytest.param([*["401"] * 6, "429"], "refused:login", id="a login everywhere"),
    pytest.param(["404"] * 12, "fetched", id="pages that are not there"),
    pytest.param(["500"] * 12, "fetched", id="server errors"),
    pytest.param(["200 challenge"], "refused:challenge", id="a challenge, 200"),
    pytest.param(["403 challenge", "200"], "refused:challenge", id="a challenge, 403"),
    pytest.param(["429", "200"], "refused:throttled", id="too many requests"),
    pytest.param(["503 retry", "200"], "refused:throttled", id="maintenance of a page"),
    pytest.param(["503", "200"], "fetched", id="a server error of a page"),
    pytest.param(["503", "503"], "refused:unavailable", id="maintenance of a host"),
    pytest.param(["throttled 3", "200"], "refused:throttled", id="given up after requests"),
    pytest.param(["throttled 0", "200"], "not-asked:throttled", id="given up without a request"),
    pytest.param(["timeout 2", "200"], "failed:timeout", id="no response"),
]


@pytest.mark.parametrize(("returned", "outcome"), _REFUSED)
def test_what_a_host_refuses_is_not_fetched(returned: list[str], outcome: str) -> None:
    rows = ["url | status | error | attempts | challenge | retry_after"]
    for number, each in enumerate(returned):
        what, _, more = each.partition(" ")
        status, error = (what, "") if what.isdigit() else ("", what)
        attempts = more if more.isdigit() else "1"
        challenge = "cloudflare" if more == "challenge" else ""
        retry_after = "9" if more == "retry" else ""
        rows.append(f"@/{number} | {status} | {error} | {attempts} | {challenge} | {retry_after}")
    told = view(
        "SELECT outcome FROM ledger ORDER BY position",
        entries="\n".join(["loc", *(f"@/{number}" for number in range(len(returned)))]),
        pages="\n".join(rows),
    )
    assert told[0] == (outcome,)
    assert len(told) == len(returned)


def test_what_says_nothing_of_a_page_is_not_fetched() -> None:
    pages = ["url | role | status", "@/a | listed | 600", "@/b | listed | 200"]
    assert view(
        "SELECT outcome FROM ledger ORDER BY position",
        entries="loc\n@/a\n@/b",
        pages="\n".join(pages),
    ) == [("failed:unknown-status",), ("fetched",)]


@pytest.mark.parametrize(
    ("blocked", "fine", "left_out", "probe", "is_protected"),
    [
        pytest.param(10, 10, 0, None, True, id="half of twenty"),
        pytest.param(10, 11, 0, None, False, id="less than half"),
        pytest.param(9, 0, 0, None, False, id="nine alone"),
        pytest.param(3, 0, 7, None, True, id="all of three of ten"),
        pytest.param(3, 0, 6, None, False, id="all of three of nine"),
        pytest.param(3, 2, 96, 403, True, id="more than half, and a URL that cannot exist"),
        pytest.param(3, 2, 96, 404, False, id="but not a URL that cannot exist"),
        pytest.param(2, 3, 95, None, False, id="less than half of five"),
        pytest.param(0, 0, 10, None, False, id="no response"),
    ],
)
def test_a_host_has_bot_protection_if_it_blocks_ten_and_half_of_its_responses(
    blocked: int, fine: int, left_out: int, probe: int | None, *, is_protected: bool
) -> None:
    pages = [f"@/no/{n} | 403 | listed" for n in range(blocked)]
    pages += [f"@/{n} | 200 | listed" for n in range(fine)] or ["@/ | | listed"]
    pages += [f"@/none | {probe} | probe"] if probe else []
    listed = [f"@/left-out/{n}" for n in range(left_out)]
    assert view(
        "SELECT has_bot_protection FROM hosts",
        pages="\n".join(["url | status | role", *pages]),
        entries="\n".join(["loc", *listed]),
    ) == [(is_protected,)]


FORM = "302 | /login?next=x | |"
LOGIN = "200 | | true | 9"


@pytest.mark.parametrize(
    ("pages", "sitemap", "has_wall", "behind"),
    [
        pytest.param([f"/ | home | {FORM}"], "302 | /login |", True, "/ /s.xml", id="everything"),
        pytest.param(
            ["/ | home | 302 | /konto | |", f"/konto | redirect | {LOGIN}"],
            "302 | /konto |",
            True,
            "/ /s.xml",
            id="a form at a URL that does not say so",
        ),
        pytest.param(
            ["/ | home | 302 | https://id.example/oauth2/authorize?c=1 | |"],
            "302 | https://id.example/oauth2/authorize?c=2 |",
            True,
            "/ /s.xml",
            id="single sign-on at another host",
        ),
        pytest.param(
            ["/ | home | 302 | /realms/a/protocol/openid-connect/auth?c=1 | |"],
            "302 | /password |",
            True,
            "/ /s.xml",
            id="Keycloak, and the password page of a shop",
        ),
        pytest.param(
            ["/ | home | 302 | /start | |", f"/start | redirect | {FORM}"],
            "404 | |",
            True,
            "/ /start",
            id="two redirects",
        ),
        pytest.param([f"/ | home | {LOGIN}"], "200 | | html", True, "/ /s.xml", id="the form, 200"),
        pytest.param([f"/ | home | {LOGIN}"], "302 | / |", True, "/ /s.xml", id="to the homepage"),
        pytest.param(["/ | home | 401 | | |"], "401 | |", True, "/ /s.xml", id="401"),
        pytest.param(["/ | home | 401 | | |"], "200 | | urlset", True, "/", id="pages alone"),
        pytest.param(["/ | home | 200 | | |"], "302 | /login |", False, "/s.xml", id="sitemaps"),
        pytest.param(
            ["/ | home | 200 | | |", f"/a | listed | {FORM}"],
            "200 | | urlset",
            False,
            "/a",
            id="a page",
        ),
        pytest.param(
            ["/ | home | 200 | | |", "/a | listed | 302 | /log-in-to-a-router | |"],
            "302 | /blog/login-problems.xml |",
            False,
            "",
            id="no login page",
        ),
    ],
)
def test_what_is_behind_a_login(
    pages: list[str], sitemap: str, behind: str, *, has_wall: bool
) -> None:
    tables = {
        "pages": "\n".join(
            [
                "url | role | status | location | asks_password | words",
                *(f"@{row}" for row in pages),
            ]
        ),
        "sitemaps": f"url | status | location | kind\n@/s.xml | {sitemap}",
    }
    assert view(
        "SELECT has_login_wall FROM hosts WHERE origin = '@'".replace("@", SITE), **tables
    ) == [(has_wall,)]
    urls = view("SELECT url FROM behind_login ORDER BY url", **tables)
    assert " ".join(url for (url,) in urls).replace("@", "") == behind


def test_bot_protection_hides_only_the_responses_that_it_blocks() -> None:
    pages = [f"@/no/{n} | 403" for n in range(10)] + ["@/gone | 404", "@/fine | 200"]
    assert view(
        "SELECT DISTINCT status, state, unknown_reason FROM page_states ORDER BY status",
        pages="\n".join(["url | status", *pages]),
    ) == [
        (200, "ok", None),
        (403, "unknown", "bot-protection"),
        (404, "client-error", None),
    ]


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("example.com", "example.com"),
        ("www.shop.example.com", "example.com"),
        ("www.example.co.uk", "example.co.uk"),
        ("example.com:8080", "example.com"),
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:8000", "192.0.2.1:8000"),
        ("localhost:8000", "localhost:8000"),
    ],
)
def test_the_site_of_a_host(host: str, site: str) -> None:
    assert view("SELECT site FROM page_states", pages=f"url\nhttps://{host}/") == [(site,)]


CHAINS = """\
url | status | location | error
@/once | 301 | /end |
@/twice | 302 | /once |
@/end | 200 | |
@/broken | 301 | /gone |
@/gone | 410 | |
@/silent | 301 | /timeout |
@/timeout | | | timeout
@/later | 301 | /not-fetched |
@/barred | 308 | /private |
@/private | | | disallowed
@/self | 301 | /self#top |
@/a | 301 | /b |
@/b | 301 | /a |
@/into | 307 | /a |
@/none | 301 | |
@/to-none | 301 | /none |"""


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("once", (1, "@/end", 200, "ok", "301", False)),
        ("twice", (2, "@/end", 200, "ok", "302, 301", True)),
        ("broken", (1, "@/gone", 410, "broken", "301", False)),
        ("silent", (1, "@/timeout", None, "broken", "301", False)),
        ("later", (1, "@/not-fetched", None, "unknown", "301", False)),
        ("barred", (1, "@/private", None, "unknown", "308", False)),
        ("self", (1, "@/self", 301, "loop", "301", False)),
        ("a", (2, "@/a", 301, "loop", "301, 301", False)),
        ("none", (1, None, None, "invalid", "301", False)),
        ("to-none", (2, None, None, "invalid", "301, 301", False)),
    ],
)
def test_where_a_redirect_leads(page: str, expected: tuple[Any, ...]) -> None:
    assert view(
        "SELECT hops, final_url, final_status, outcome, statuses, has_temporary"
        f" FROM redirect_chains WHERE url = '{SITE}/{page}'",
        pages=CHAINS,
    ) == [expected]


def test_a_chain_that_runs_into_a_loop_further_on_is_a_loop() -> None:
    found = view(
        f"SELECT outcome, has_temporary FROM redirect_chains WHERE url = '{SITE}/into'",
        pages=CHAINS,
    )
    assert found == [("loop", True)]


@pytest.mark.parametrize(("hops", "outcome"), [(20, "ok"), (21, "too-long")])
def test_a_chain_is_followed_for_twenty_hops(hops: int, outcome: str) -> None:
    pages = [f"@/{n} | 301 | /{n + 1}" for n in range(hops)] + [f"@/{hops} | 200 |"]
    assert view(
        f"SELECT outcome, hops FROM redirect_chains WHERE url = '{SITE}/0'",
        pages="\n".join(["url | status | location", *pages]),
    ) == [(outcome, 20)]


def canonical(annotations: str) -> list[tuple[Any, ...]]:
    return view(
        "SELECT canonical, difference FROM effective_canonicals",
        page_canonicals=annotations,
    )


def test_the_canonical_in_effect_is_the_one_that_all_valid_ones_name() -> None:
    assert canonical(
        "url | source | href | in_head | attributes\n"
        "@/a | html | @/a/ | true |\n"
        "@/a | header | @/a/ | true |\n"
        "@/a | html | @/body | false |\n"
        "@/a | html | @/void | true | media"
    ) == [("@/a/", "trailing-slash")]


def test_canonicals_that_contradict_each_other_have_no_effect() -> None:
    assert canonical("url | href\n@/a | @/a\n@/a | @/b") == []


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("status\n200", (True, None, "", None), id="sound"),
        pytest.param("status\n404", (False, "client-error", "client-error", None), id="gone"),
        pytest.param("noindex\ntrue", (False, "noindex", "noindex", None), id="noindex"),
        pytest.param(
            "noindex | robots\ntrue | disallowed",
            (False, "disallowed", "disallowed, noindex", None),
            id="the first fault hides the rest",
        ),
        pytest.param(
            "unavailable_after_at\n2020-01-01", (False, "noindex", "noindex", None), id="expired"
        ),
        pytest.param("error\ndisallowed", (None, None, "", "disallowed"), id="not for us"),
        pytest.param(
            "error | robots\ndisallowed | disallowed",
            (False, "disallowed", "disallowed", "disallowed"),
            id="not for the audited bot",
        ),
        pytest.param("robots\nunknown", (None, None, "", "robots-unknown"), id="robots unknown"),
        pytest.param("parsed\nfalse", (None, None, "", "not-read"), id="HTML that was not read"),
        pytest.param(
            "refresh_url\n@/next", (False, "refresh", "refresh", None), id="leads on by a refresh"
        ),
    ],
)
def test_whether_a_page_can_be_indexed(page: str, expected: tuple[Any, ...]) -> None:
    query = "SELECT is_indexable, fault, reasons, unknown_reason FROM indexability"
    assert view(query, pages=page) == [expected]


def test_a_listed_url_without_a_page_is_unknown() -> None:
    assert view(
        "SELECT url, state, stands, unknown_reason FROM listed_pages", entries="loc\n@/a"
    ) == [("@/a", "unknown", False, "not-fetched")]


def test_hreflang_links_come_from_three_sources_and_leave_out_what_has_no_effect() -> None:
    assert view(
        "SELECT link.source, link.code, link.language, named.url, link.judged"
        " FROM hreflang_links AS link"
        " INNER JOIN hreflang_urls AS named ON link.alternate_key = named.url_key ORDER BY ALL",
        entry_alternates=(
            "url | hreflang | href\n@/a | de-AT | @/at\n@/a | x_default | @/\n@/a | fr |"
        ),
        pages="url | status\n@/a | 200\n@/gone | 404\n@/b | 200",
        page_alternates=(
            "url | source | hreflang | href | in_head\n"
            "@/a | html | de-at | @/at | true\n"
            "@/a | html | nb | @/no | true\n"
            "@/a | html | nb | @/no | true\n"
            "@/a | html | es | @/es | false\n"
            "@/a | anchor | it | @/it | true\n"
            "@/b | header | x-default | @/ | true\n"
            "@/gone | html | de | @/at | true"
        ),
    ) == [
        ("header", "x-default", None, "@/", False),
        ("html", "de-AT", "de", "@/at", True),
        ("html", "nb", "no", "@/no", True),
        ("sitemap", "de-AT", "de", "@/at", True),
    ]


def pairs(columns: str, **tables: str) -> list[tuple[Any, ...]]:
    query = (
        f"SELECT named.url, {columns} FROM hreflang_pairs AS pair"
        " INNER JOIN hreflang_urls AS named ON pair.alternate_key = named.url_key"
        " ORDER BY named.url"
    )
    return view(query, **tables)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("@/de | 200 |", (False, None, False), id="read, and without annotations"),
        pytest.param("@/de | 503 | captcha", (None, "challenge", False), id="challenge"),
        pytest.param("@/de | 500 |", (None, "server-error", False), id="error"),
        pytest.param("@/other | 200 |", (None, "not-fetched", False), id="not fetched"),
    ],
)
def test_a_missing_return_is_known_only_of_a_page_that_was_read(
    target: str, expected: tuple[Any, ...]
) -> None:
    found = pairs(
        "has_return, unknown_reason, target_annotated",
        entries="loc\n@/a",
        pages=f"url | status | challenge\n@/a | 200 |\n{target}",
        page_alternates="url | hreflang | href\n@/a | de | @/de",
    )
    assert found == [("@/de", *expected)]


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        pytest.param("@/de | html | en | @/a", (True, "en", False), id="exactly"),
        pytest.param("@/de | header | x-default | @/a", (True, "x-default", False), id="default"),
        pytest.param("@/de | html | en | @/a/", (False, None, False), id="with a slash"),
        pytest.param("@/de | html | en | http://example.com/a", (False, None, False), id="http"),
        pytest.param("@/de | html | en_GB | @/a", (False, None, True), id="without effect"),
        pytest.param("@/de | html | en |", (False, None, True), id="perhaps, unreadable"),
        pytest.param("@/de | anchor | en | @/a", (False, None, False), id="by an anchor"),
    ],
)
def test_a_return_link(back: str, expected: tuple[Any, ...]) -> None:
    assert pairs(
        "has_return, return_code, return_void",
        entries="loc\n@/a",
        page_alternates=f"url | source | hreflang | href\n@/a | html | de | @/de\n{back}",
    ) == [("@/de", *expected)]


def test_a_pair_tells_its_codes_and_sources_in_both_directions() -> None:
    columns = (
        "code, last_code, first_language, last_language, is_default, in_sitemap, on_page,"
        " return_code, return_in_sitemap, return_on_page"
    )
    assert pairs(
        columns,
        entries="loc\n@/a\n@/b",
        entry_alternates="url | hreflang | href\n@/a | de-AT | @/b\n@/b | x-default | @/a",
        page_alternates=(
            "url | source | hreflang | href\n"
            "@/a | html | de | @/b\n"
            "@/a | html | x-default | @/b\n"
            "@/a | html | nl | @/c\n"
            "@/a | html | nb | @/c"
        ),
    ) == [
        ("@/a", "x-default", None, None, None, True, True, False, "de", True, True),
        ("@/b", "de", "de-AT", "de", "de", True, True, True, "x-default", True, False),
        ("@/c", "nl", "nb", "nl", "no", False, False, True, None, False, False),
    ]


def test_a_return_in_the_sitemap_is_known_without_the_page() -> None:
    assert pairs(
        "has_return, unknown_reason",
        entry_alternates="url | hreflang | href\n@/a | de | @/de\n@/de | en | @/a",
    ) == [("@/a", True, None), ("@/de", True, None)]


@pytest.mark.parametrize(
    ("sitemaps", "known"),
    [
        pytest.param("url | status\n@/sitemap.xml | 200", True, id="all read"),
        pytest.param(
            "url | status | error\n@/sitemap.xml | 200 |\n@/b.xml | | timeout", False, id="time-out"
        ),
        pytest.param("url | status\n@/sitemap.xml | 200\n@/b.xml | 404", True, id="one is gone"),
        pytest.param(
            "url | status | complete\n@/sitemap.xml | 200 | true\n@/b.xml | 200 | false",
            False,
            id="one read in part",
        ),
        pytest.param(
            "url | status | found_by\n@/sitemap.xml | 200 | robots\n@/b.xml | 503 | guess",
            True,
            id="one guessed",
        ),
    ],
)
def test_a_sitemap_that_was_not_read_may_hold_the_return(sitemaps: str, *, known: bool) -> None:
    found = pairs(
        "has_return",
        sitemaps=sitemaps,
        entries="loc\n@/a",
        pages="url\n@/a\n@/de",
        page_alternates="url | hreflang | href\n@/a | de | @/de",
    )
    assert found == [("@/de", False if known else None)]


def test_a_declared_sitemap_without_a_row_was_not_read() -> None:
    assert view(
        "SELECT url, reason FROM unread_sitemaps ORDER BY url",
        robots_lines="field | value\nsitemap | @/robots.xml\nsitemap | @/sitemap.xml",
        entries="kind | loc\nsitemap | @/child.xml",
    ) == [("@/child.xml", "not fetched"), ("@/robots.xml", "not fetched")]


@pytest.mark.parametrize(
    ("linked", "difference"),
    [
        ("@/page/", "trailing-slash"),
        ("http://example.com/page", "scheme"),
        ("https://www.example.com/page", "www"),
        ("@/Page", "case"),
        ("http://www.example.com/page", "several"),
    ],
)
def test_a_near_miss_is_explained(linked: str, difference: str) -> None:
    found = view(
        "SELECT wanted, alternate, difference FROM hreflang_near_misses",
        entries="loc\n@/page",
        pages="url\n@/page",
        page_alternates=f"url | hreflang | href\n@/page | de | @/de\n@/page | en | {linked}",
    )
    assert found == [("@/page", linked.replace(SITE, "@"), difference)]


LEDGER = {
    "entries": "loc\n@/a\n@/a\n@/private\n@/slow\n@/later\nftp://example.com/x",
    "pages": "url | error\n@/a |\n@/private | disallowed\n@/slow | timeout",
}


@pytest.mark.parametrize(
    ("run", "rest"),
    [
        ("limit_reached | max_urls\ntrue | 3", "over-limit"),
        ("limit_reached | max_urls\ntrue | 4", "interrupted"),
        ("limit_reached\nfalse", "interrupted"),
        ("asks_pages\nfalse", "not-asked"),
    ],
)
def test_the_ledger_has_every_entry_once(run: str, rest: str) -> None:
    assert view(
        "SELECT position, outcome FROM ledger ORDER BY position",
        run=run,
        **LEDGER,
    ) == [
        (1, "fetched"),
        (2, "duplicate"),
        (3, "disallowed"),
        (4, "failed:timeout"),
        (5, rest),
        (6, "not-a-url:scheme"),
    ]


def test_codes_are_numbered_in_order_of_language_then_code() -> None:
    codes = ["de", "de-AT", "en", "en-GB", "nb", "nn-NO", "no", "zh-Hant", "x-default"]
    links = [f"@/a | {code} | @/{code}" for code in sorted(codes, reverse=True)]
    assert view(
        "SELECT code, number FROM hreflang_codes ORDER BY number",
        entries="loc\n@/a",
        pages="url\n@/a",
        page_alternates="\n".join(["url | code | alternate", *links]),
    ) == [*((code, number) for number, code in enumerate(codes[:-1], 1)), ("x-default", None)]


def test_what_was_not_read_has_one_cause_a_url() -> None:
    rows = view(
        "SELECT url, kind, reason, is_known FROM not_checked ORDER BY kind, url",
        entries="loc\n@/blocked\n@/blocked-here\n@/ok\n@/out\n@/slow\n@/gone",
        pages=(
            "url | role | error | robots | status\n"
            "@/blocked | listed | disallowed | disallowed |\n"
            "@/blocked-here | listed | disallowed | allowed |\n"
            "@/ok | listed | | allowed | 200\n"
            "@/slow | listed | timeout | allowed |\n"
            "@/gone | listed | | allowed | 404\n"
            "@/de | alternate | | allowed | 429\n"
            "@/target | redirect | timeout | allowed |\n"
            "@/no-such-page | probe | | allowed | 500"
        ),
        page_alternates=(
            "url | hreflang | href\n@/ok | de | @/de\n@/ok | fr | @/fr\n@/ok | it | @/out"
        ),
    )
    assert rows == [
        ("@/de", "alternate", "throttled", False),
        ("@/fr", "alternate", "not-fetched", False),
        ("@/blocked", "page", "disallowed", True),
        ("@/blocked-here", "page", "disallowed-here", False),
        ("@/slow", "page", "timeout", True),
    ]
