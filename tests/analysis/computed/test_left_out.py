"""Which listed URLs the options leave out: the same ones each time, every stratum represented."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from rows import make, record_of

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.analysis.runner import make_run, run_checks, separate_url_lists
from sitemap_audit.items import column_names
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import EVERYTHING, Selection, UrlScope, read_selection
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SITE = "https://www.example.com"
SINCE = datetime(2026, 11, 20, 9, tzinfo=UTC)


@pytest.fixture
def store() -> Iterator[DuckDBStore]:
    with DuckDBStore() as store:
        yield store


def entry(path: str, file: str = "/a.xml", **values: Any) -> dict[str, Any]:
    url = SITE + path
    item = make(
        "entries",
        **({"kind": "url", "url": url, "url_key": urls.key(url), "loc": url} | values),
        sitemap_url=SITE + file,
    )
    return {name: getattr(item, name) for name in column_names(type(item))}


def left(
    store: DuckDBStore, entries: Iterable[dict[str, Any]], selection: Selection
) -> dict[str, str]:
    """Return the reasons by path."""
    store.execute("DELETE FROM entries")
    store.insert("entries", entries)
    make_left_out(store, selection)
    known = "SELECT DISTINCT url, reason FROM left_out JOIN entries USING (url_key)"
    return {url.removeprefix(SITE): reason for url, reason in store.rows(known)}


def chosen(
    store: DuckDBStore, entries: list[dict[str, Any]], sample: str, seed: int = 0
) -> set[str]:
    out = left(store, entries, Selection(sample=sample, seed=seed))
    assert set(out.values()) <= {"not-sampled"}
    return {each["url"].removeprefix(SITE) for each in entries} - out.keys()


def sections(**sizes: int) -> list[dict[str, Any]]:
    return [entry(f"/{name}/page-number-{n}") for name, size in sizes.items() for n in range(size)]


def of_each(paths: Iterable[str]) -> dict[str, int]:
    return dict(Counter(path.split("/")[1] for path in paths))


def test_pages_of_other_sitemaps_are_left_out(store: DuckDBStore) -> None:
    entries = [entry("/x"), entry("/both"), entry("/both", "/b.xml"), entry("/y", "/b.xml")]
    selection = Selection(sitemaps=UrlScope([f"{SITE}/b.*"]))
    assert left(store, entries, selection) == {"/x": "not-in-sitemap"}


def test_pages_that_a_filter_leaves_out_of_all_sitemaps(store: DuckDBStore) -> None:
    entries = [
        *(entry("/x", filtered=True), entry("/y", filtered=False), entry("/z")),
        *(entry("/both", filtered=True), entry("/both", "/b.xml", filtered=False)),
        *(entry("/old", filtered=True), entry("/old", "/b.xml", filtered=True)),
    ]
    selection = Selection(UrlScope(exclude=["*/old"]), sample="100%")
    assert left(store, entries, selection) == {"/x": "filtered", "/old": "excluded"}


def test_every_stratum_is_represented_in_proportion(store: DuckDBStore) -> None:
    entries = sections(shop=90, blog=9, help=1)
    assert of_each(chosen(store, entries, "10")) == {"shop": 8, "blog": 1, "help": 1}
    assert of_each(chosen(store, entries, "50%")) == {"shop": 45, "blog": 4, "help": 1}


def test_two_sitemaps_are_two_strata(store: DuckDBStore) -> None:
    entries = [entry(f"/shop/page-number-{n}", f"/{n % 20 == 0}.xml") for n in range(100)]
    picked = chosen(store, entries, "5")
    assert len(picked) == 5
    assert sum(int(path.rpartition("-")[2]) % 20 == 0 for path in picked) == 1


def test_more_strata_than_urls_of_the_sample(store: DuckDBStore) -> None:
    entries = [*sections(shop=70), *(entry(f"/one{chr(97 + n)}") for n in range(20))]
    assert len(chosen(store, entries, "1")) == 1
    picked = of_each(chosen(store, entries, "8"))
    assert sum(picked.values()) == 8
    assert picked["shop"] >= 3, "small strata take half of it at most"
    weights = [weight for (weight,) in store.rows("SELECT weight FROM sampled")]
    assert sum(weights) == pytest.approx(90), "each URL stands for others of its stratum"


def test_a_seed_chooses_the_same_urls_each_time(store: DuckDBStore) -> None:
    entries = sections(shop=200, blog=100)
    first = chosen(store, entries, "30")
    assert chosen(store, entries[::-1], "30") == first
    assert chosen(store, entries, "30", seed=1) != first
    assert first < chosen(store, entries, "60"), "a larger sample contains it"
    kept = chosen(store, [*entries, *sections(new=3)], "30") & first
    assert len(kept) >= 27, "new URLs change little"


@pytest.mark.parametrize("sample", ["300", "1000000", "100%"])
def test_a_sample_of_everything_leaves_nothing_out(store: DuckDBStore, sample: str) -> None:
    assert len(chosen(store, sections(shop=200, blog=100), sample)) == 300


def test_a_small_share_is_one_url_at_least(store: DuckDBStore) -> None:
    assert len(chosen(store, sections(shop=20), "0.1%")) == 1
    assert left(store, [], Selection(sample="5")) == {}


DATES = {
    "/newer": (datetime(2026, 11, 20, 10, tzinfo=UTC), "second"),
    "/same-day": (datetime(2026, 11, 20, tzinfo=UTC), "day"),
    "/day-before-in-hawaii": (datetime(2026, 11, 19, tzinfo=UTC), "day"),
    "/same-minute": (datetime(2026, 11, 20, 8, 59, tzinfo=UTC), "minute"),
    "/same-month": (datetime(2026, 11, 1, tzinfo=UTC), "month"),
    "/same-year": (datetime(2026, 1, 1, tzinfo=UTC), "year"),
    "/none": (None, None),
}
OLDER = {
    "/older": (datetime(2026, 11, 20, 8, 59, 59, tzinfo=UTC), "second"),
    "/two-days-before": (datetime(2026, 11, 18, tzinfo=UTC), "day"),
    "/month-before": (datetime(2026, 10, 1, tzinfo=UTC), "month"),
    "/year-before": (datetime(2025, 1, 1, tzinfo=UTC), "year"),
}


def test_pages_that_were_not_modified_are_left_out_but_for_a_sample(store: DuckDBStore) -> None:
    entries = [
        entry(path, lastmod_at=at, lastmod_precision=precision)
        for path, (at, precision) in (DATES | OLDER).items()
    ]
    # Listed twice: the newest lastmod counts, and one that is missing.
    entries += [entry("/older", lastmod_at=SINCE, lastmod_precision="second")]
    entries += [entry("/year-before", "/b.xml")]
    out = left(store, entries, Selection(sample="1", since=SINCE))
    assert set(out.values()) == {"not-modified"}
    assert len(out) == 1, "the other one is the sample"
    assert out.keys() < {"/two-days-before", "/month-before"}


def test_reasons_follow_one_another(store: DuckDBStore) -> None:
    entries = [entry("/de/a"), entry("/de/b"), entry("/en/a"), entry("/de/c", "/b.xml")]
    selection = Selection(
        scope=UrlScope(["*/de/*"]), sitemaps=UrlScope(["*/a.xml"]), sample="1", seed=1
    )
    reasons = left(store, entries, selection)
    assert reasons["/en/a"] == "not-included"
    assert reasons["/de/c"] == "not-in-sitemap"
    assert Counter(reasons.values())["not-sampled"] == 1


def test_options_of_earlier_versions_leave_nothing_out() -> None:
    selection = read_selection({"include": [], "exclude": []}, None)
    assert selection.scope.is_everything
    assert not selection.needs_all_sitemaps
    assert selection == Selection(selection.scope, selection.sitemaps)
    assert EVERYTHING.is_everything


def test_since_takes_a_sample_of_the_others() -> None:
    date = "2026-11-20T09:00:00+00:00"
    assert read_selection({"since": "last"}, date)[2:] == ("200", 0, SINCE)
    assert read_selection({"since": "last", "sample": "5%"}, date).sample == "5%"
    nothing_before = read_selection({"since": "last", "sample": "5%"}, None)
    assert not nothing_before.needs_all_sitemaps, "without an earlier audit all pages are fetched"


@pytest.mark.parametrize(
    ("name", "faulty", "unknown", "outcome", "observed"),
    [
        ("sitemap/many-not-indexable", 10, 50, "not checked", None),
        ("sitemap/many-not-indexable", 11, 50, "failed", "At least 11 of 100 (11.0%; 50 checked)"),
        ("sitemap/many-not-indexable", 11, 0, "failed", "11 of 100 (11.0%)"),
        ("sitemap/many-not-indexable", 8, 2, "passed", None),
        ("sitemap/many-not-indexable", 8, 3, "not checked", None),
        ("sitemap/some-not-indexable", 1, 50, "not checked", None),
        ("sitemap/some-not-indexable", 10, 50, "failed", "At least 10 of 100 (10.0%; 50 checked)"),
        ("sitemap/some-not-indexable", 11, 50, "passed", None),
    ],
)
def test_a_share_of_a_sitemap_is_told_only_if_it_is_certain(
    store: DuckDBStore, name: str, faulty: int, unknown: int, outcome: str, observed: str | None
) -> None:
    (check,) = (check for check in load_checks() if check.name == name)
    make_run(store, record_of({}))
    separate_url_lists(store)
    store.execute(_SHARES.format(faulty=faulty, unknown=unknown))
    run_checks(store, [check])
    told = [value for (value,) in store.rows("SELECT observed FROM findings")]
    text = (observed or "").replace(" (", " URLs non-indexable (")
    assert told == ([f"{text}, for example {SITE}/x"] if observed else [])
    assert store.rows("SELECT outcome FROM check_runs") == [(outcome,)]


_SHARES = f"""
CREATE OR REPLACE TABLE sitemap_shares AS
SELECT 1 AS sitemap_id, '{SITE}/a.xml' AS sitemap_url, 100 AS urls,
    100 - {{unknown}} AS judged, {{unknown}} AS "unknown", {{faulty}} AS not_indexable,
    {{faulty}} AS faulty, '{SITE}/x' AS example, CAST(NULL AS VARCHAR) AS correction
"""
