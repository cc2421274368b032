"""The order of the causes: what loses most comes first, in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage.duckdb import DuckDBStore

CHECKS = {check.name: check for check in load_checks()}
GONE, NOINDEX, BLOCKED = "status/not-found", "indexability/noindex", "robots/blocks-everything"
RETURN, REDIRECT, LASTMOD = (
    "hreflang/missing-return-link",
    "redirect/listed-url-redirects",
    "entry/lastmod-invalid",
)
UNNAMED, WARNING, NOTICE = "sitemap/undeclared", "canonical/missing", "hreflang/missing-x-default"


class Given(NamedTuple):
    """A cause: how many URLs it affects, and the clicks of the first of them."""

    check: str
    urls: int
    clicks: int | None = None
    cause: str = "/{slug}"
    is_unnamed: bool = False


CASES = {
    "by pages kept out of the index": [Given(GONE, 900), Given(NOINDEX, 40)],
    "the same, the other way round": [Given(NOINDEX, 900), Given(GONE, 40)],
    "a host only by the URLs that it keeps out": [Given(GONE, 900), Given(BLOCKED, 3)],
    "a host with more URLs": [Given(BLOCKED, 901), Given(GONE, 900)],
    "pages kept out of their language, by their number": [Given(RETURN, 970), Given(GONE, 40)],
    "the index before the language": [Given(GONE, 40), Given(RETURN, 40)],
    "what loses no page after what loses one": [
        Given(GONE, 1),
        Given(LASTMOD, 900),
        Given(REDIRECT, 30),
    ],
    "errors before warnings before notices": [
        Given(GONE, 1),
        Given(WARNING, 500),
        Given(NOTICE, 9_000),
    ],
    "clicks change the order": [Given(NOINDEX, 40, 1_204), Given(GONE, 900, 10)],
    "clicks of one fault only": [Given(NOINDEX, 1, 1_000), Given(GONE, 900)],
    "clicks do not lift a warning over an error": [Given(GONE, 1, 0), Given(WARNING, 9, 9_999)],
    "clicks do not lift what loses no page": [Given(GONE, 9, 3), Given(REDIRECT, 9, 9_999)],
    "causes of one fault together, by size": [
        Given(GONE, 50, cause="/p/{slug}"),
        Given(GONE, 2, cause="/a/{slug}"),
        Given(NOINDEX, 51),
    ],
    "what no robots.txt names last": [
        Given(GONE, 3),
        Given(WARNING, 3),
        Given(NOINDEX, 900, is_unnamed=True),
        Given(UNNAMED, 1),
    ],
    "equal ones by name": [Given(NOINDEX, 5), Given(GONE, 5)],
}


_CAUSES = """
"check" VARCHAR, severity VARCHAR, keeps_out VARCHAR, kind VARCHAR, cause_by VARCHAR, cause VARCHAR,
findings BIGINT, urls BIGINT, unit VARCHAR, urls_told BIGINT, host_urls BIGINT,
clicks_of_host BIGINT, folded BIGINT, entries BIGINT, patterns BIGINT, pattern VARCHAR, url VARCHAR,
sitemap_url VARCHAR, line BIGINT, related_url VARCHAR, observed VARCHAR, expected VARCHAR,
fix VARCHAR, place VARCHAR, file_place VARCHAR, step VARCHAR, is_unnamed BOOLEAN,
diagnosis_id VARCHAR, diagnosis VARCHAR, statement VARCHAR, certainty VARCHAR,
"where" VARCHAR, likely BIGINT, issue VARCHAR
"""


def ordered(cases: list[Given]) -> DuckDBStore:
    """A store with these causes, given from the last to the first."""
    store = make_store(Example(title="", given={}, parameters={}, finds=[]))
    causes: list[dict[str, Any]] = []
    affected: list[dict[str, Any]] = []
    for number, (name, urls, known, cause, is_unnamed) in reversed([*enumerate(cases)]):
        check = CHECKS[name]
        is_host = check.keeps_out == "host"
        one = {"issue": f"{name}\n", "cause_by": "pattern", "cause": cause}
        causes.append(
            {
                **one,
                "check": name,
                "severity": str(check.severity),
                "keeps_out": check.keeps_out and str(check.keeps_out),
                "urls": urls,
                "host_urls": urls if is_host else None,
                "clicks_of_host": known if is_host else None,
                "folded": 0,
                "is_unnamed": is_unnamed,
            }
        )
        affected += [
            {**one, "affected": f"https://example.com/{number}/{place}"}
            | {"clicks": None if place else known}
            for place in range(1 if is_host else urls)
        ]
    store.execute(f"CREATE TABLE grouped_causes ({_CAUSES})")
    store.execute(
        "CREATE TABLE affected (issue VARCHAR, cause_by VARCHAR, cause VARCHAR, affected VARCHAR,"
        " clicks BIGINT)"
    )
    store.insert("grouped_causes", causes)
    store.insert("affected", affected)
    store.create("cause_order", step("causes/cause_order"))
    store.create_sorted("causes", step("causes/causes"))
    return store


@pytest.mark.parametrize("cases", CASES.values(), ids=CASES)
def test_what_loses_most_comes_first(cases: list[Given]) -> None:
    with ordered(cases) as store:
        rows = store.rows('SELECT "check", cause, urls, clicks FROM causes ORDER BY number')
    wanted = [(each.check, each.cause, each.urls, each.clicks) for each in cases]
    assert rows == wanted
