"""What the changes of findings recommend: no URL with a fault, and one correction for one tag."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING

from advice import Change, disputed, normal, removed, unsafe
from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.runner import prepare, run_checks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://example.com"
SITEMAPS = [f"{SITE}/sitemap.xml", f"{SITE}/b.xml"]
CHECKS = [check for check in load_checks() if not {"previous", "imported_files"} & {*check.needs}]


def of_page(url: str) -> list[str]:
    """Other URLs under which sites list and link to a page."""
    return [
        f"{url}/",
        f"{url}/index.html",
        f"{url}?utm_source=x",
        f"{url}?b=1&amp;c=2",
        f"{url}#top",
        f"{url}%20",
        url.replace("https:", "http:"),
        url.replace("//", "//www."),
        url.replace("/p", "//p"),
        url.replace("/p", "/P"),
    ]


def site(seed: int, clusters: int) -> dict[str, list[Row]]:
    """Clusters of pages, each with faults of its own, and listed and linked by wrong URLs."""
    random = Random(seed)
    tables: dict[str, list[Row]] = defaultdict(list)
    tables["sitemaps"] = [{"url": sitemap} for sitemap in SITEMAPS]
    tables["robots_lines"] = [{"field": "sitemap", "value": sitemap} for sitemap in SITEMAPS]
    pages: dict[str, Row] = {f"{SITE}/gone": {"status": "404"}}
    for number in range(clusters):
        urls = {code: f"{SITE}/{code}/p{number}" for code in ("de", "en", "fr", "it")}
        for code, url in urls.items():
            others = [other for other in urls.values() if other != url]
            wrong = random.choice(of_page(url))
            pages[url] = {"lang": code, **a_state(random, [*others, normal(wrong)])}
            listed = random.choice([url] * 6 + [wrong] * 3 + [None])
            for _ in range(random.choice([1] * 9 + [2])) if listed else ():
                line = str(3 + 3 * len(tables["entries"]))
                sitemap = random.choice(SITEMAPS)
                tables["entries"].append({"loc": listed, "sitemap_url": sitemap, "line": line})
            if "status" not in pages[url]:
                annotate(random, url, urls, tables)
    named = {
        normal(row.get("loc") or row.get("href") or "")
        for table in ("entries", "page_canonicals", "page_alternates")
        for row in tables[table]
    }
    for url in sorted(named - pages.keys()):
        if random.random() < 0.8:
            pages[url] = a_state(random, [f"{SITE}/de/p{random.randrange(clusters)}"])
    tables["pages"] = [{"url": url, **page} for url, page in pages.items()]
    return dict(tables)


def annotate(random: Random, url: str, urls: dict[str, str], tables: dict[str, list[Row]]) -> None:
    """Add the annotations of a page of a cluster, some of them wrong."""
    if random.random() < 0.8:
        href = random.choice([url] * 6 + [*urls.values(), *of_page(url), f"{SITE}/gone"])
        tables["page_canonicals"].append({"url": url, "href": href})
    links = [
        (code, random.choice([target] * 20 + [*of_page(target), f"{SITE}/gone", ""]))
        for code, target in urls.items()
    ]
    if random.random() < 0.3:
        links.append(("x-default", random.choice([*urls.values()])))
    tables["page_alternates"] += [
        {"url": url, "hreflang": code, "href": href} for code, href in links if href
    ]


def a_state(random: Random, targets: Sequence[str]) -> Row:
    """Columns of a page that is fine, or has one of the faults that keep it from the index."""
    target = random.choice(targets)
    faults: list[Row] = [
        {"status": "404"},
        {"status": "503"},
        {"status": "301", "redirect_url": target},
        {"refresh": "0", "refresh_url": target, "refresh_source": "meta"},
        {"noindex": "true", "noindex_source": "meta", "meta_robots": "noindex"},
        {"robots": "disallowed", "error": "disallowed"},
    ]
    return random.choice([{}] * 7 + faults)


def audited(tables: dict[str, list[Row]]) -> DuckDBStore:
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, CHECKS, also=views_of_causes())
    run_checks(store, CHECKS)
    find_causes(store, CHECKS)
    return store


def changes(store: DuckDBStore) -> list[Change]:
    return [
        Change(*row)
        for row in store.rows(
            'SELECT "check", url, line, fix, change_url, "action", place, "from", "to"'
            " FROM findings"
        )
    ]


def test_changes_recommend_no_faulty_url_and_do_not_contradict_each_other() -> None:
    with audited(site(0, clusters=60)) as store:
        found = changes(store)
        faults = dict(store.rows("SELECT url, fault FROM indexability WHERE fault IS NOT NULL"))
        assert sum(change.change_url is not None for change in found) > 200
        assert unsafe(found, faults) == []
        assert disputed(found) == []
        assert removed(found, faults) == []


def test_a_relative_link_to_a_page_of_another_cluster_is_to_name_that_of_its_own() -> None:
    codes = ("de", "en", "fr")
    clusters = [{code: f"{SITE}/{code}/p{number}" for code in codes} for number in range(2)]
    links: list[Row] = [
        {"url": url, "hreflang": code, "href": href}
        for cluster in clusters
        for url in cluster.values()
        for code, href in cluster.items()
    ]
    links[1]["href"] = "../en/p1"
    pages: list[Row] = [{"url": url} for cluster in clusters for url in cluster.values()]
    entries: list[Row] = [{"loc": str(page["url"])} for page in pages]
    with audited({"page_alternates": links, "pages": pages, "entries": entries}) as store:
        found = [change for change in changes(store) if change.old == "../en/p1"]
    both = {"hreflang/href-relative", "hreflang/target-in-other-cluster"}
    assert {change.check for change in found} >= both
    assert {change.new for change in found} == {f"{SITE}/en/p0"}


def test_each_entry_of_a_sitemap_gets_annotations_of_its_own() -> None:
    pairs = [(f"{SITE}/de/p{number}", f"{SITE}/en/p{number}") for number in range(2)]
    links: list[Row] = [
        {"url": url, "hreflang": code, "href": href}
        for de, en in pairs
        for url, code, href in ((de, "de", de), (de, "en", en), (en, "en", en))
    ]
    tables: dict[str, list[Row]] = {
        "sitemaps": [{"url": SITEMAPS[0]}],
        "entries": [{"loc": url, "line": "1"} for pair in pairs for url in pair],
        "entry_alternates": links,
        "pages": [{"url": url} for pair in pairs for url in pair],
    }
    with audited(tables) as store:
        added = {(each.url, each.new) for each in changes(store) if each.place == "hreflang"}
    assert added == {(de, f"de {de}") for de, _ in pairs}
