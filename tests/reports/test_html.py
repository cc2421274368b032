"""report.html in a real browser: what it shows, its filters, and that no text of a site runs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from commanding import command
from playwright.sync_api import Page, expect
from rows import record_of

from reports import sample
from reports.conftest import BROWSER_PATIENCE
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report.branding import Brand, read_logo
from sitemap_audit.report.report import Report
from sitemap_audit.reports.html import embedded, write_html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from sitemap_audit.storage import Store

SITE = "https://www.example.com"
SCRIPT = "</script><script>window.planted=1</script>"
IMAGE = '"><img src=x onerror="window.planted=1">'
JAVASCRIPT = "javascript:window.planted=1"
PLANTED = (SCRIPT, IMAGE, JAVASCRIPT)
CHECKS = [
    check
    for check in load_checks()
    if check.name
    in {
        "entry/loc-malformed",
        "entry/priority-invalid",
        "hreflang/missing-return-link",
        "indexability/noindex",
        "status/not-found",
    }
]
VIOLATIONS = {"resultTypes": ["violations"]}
"What axe tells in full, in half the time of all that it has looked at."
RUN = sample.INCOMPLETE | {
    "sites": [f"{SITE}/{SCRIPT}"],
    "incomplete_because": [f"Stopped {SCRIPT} {IMAGE}"],
}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    links = [
        *(("", "de"), ("", "fr"), ("de/", ""), ("fr/", "de")),
        *(("a", "de"), ("a", "fr"), ("de/a", ""), ("fr/a", "")),
    ]
    codes = {"": "en", "de": "de", "fr": "fr"}
    alternates: list[dict[str, str | None]] = []
    for page, target in links:
        base, name = page.removesuffix("a"), "a" if page.endswith("a") else ""
        href = f"{SITE}/{target and target + '/'}{name}"
        alternates += [
            {"url": f"{SITE}/{page}", "hreflang": codes[target], "href": href},
            {"url": f"{SITE}/{page}", "hreflang": codes[base[:-1]], "href": f"{SITE}/{page}"},
        ]
    pages: list[dict[str, str | None]] = [
        {"url": f"{SITE}/{page}", "title": f"Title of {page}"}
        for page in ("", "a", "de/", "de/a", "fr/")
    ]
    pages += [
        {"url": f"{SITE}/fr/a", "status": "404"},
        {"url": f"{SITE}/moved", "status": "301", "location": f"{SITE}/moved-again"},
        {"url": f"{SITE}/moved-again", "status": "302", "location": f"{SITE}/a"},
        {
            "url": f"{SITE}/hidden",
            "meta_robots": f"robots: noindex {SCRIPT}",
            "noindex": "true",
            "title": SCRIPT,
        },
    ]
    locs = [f"{SITE}/{page}" for page in ("", "a", "de/", "de/a", "fr/", "fr/a", "moved", "hidden")]
    entries: list[dict[str, str | None]] = [
        {"loc": loc, "line": str(line)} for line, loc in enumerate([*locs, JAVASCRIPT], 3)
    ]
    entries += [
        {"loc": f"{SITE}/b/{n}", "priority": text, "sitemap_url": f"{SITE}/b.xml"}
        for n, text in enumerate([SCRIPT, IMAGE, *map(str, range(2, 130))])
    ]
    entries += [{"loc": f"{SITE}/{page}", "sitemap_url": f"{SITE}/c.xml"} for page in ("a", "b/1")]
    tables = {"entries": entries, "pages": pages, "page_alternates": alternates}
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as made:
        prepare(made, CHECKS, also=sample.VIEWS)
        run_checks(made, CHECKS)
        find_causes(made, CHECKS)
        make_reported(made)
        yield made


@pytest.fixture(scope="module")
def path(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    checks = [
        replace(check, why_it_matters=f"{SCRIPT} [a](javascript:alert(1))") for check in CHECKS
    ]
    report = Report(store, checks, record_of(RUN))
    folder = tmp_path_factory.mktemp("html")
    return write_html(report, folder / "report.html")


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    tab = browser.new_page()
    tab.set_default_timeout(BROWSER_PATIENCE)
    yield tab
    tab.close()


@pytest.fixture
def page(tab: Page, path: Path) -> Iterator[Page]:
    """The report, opened anew."""
    yield from opened(tab, path)


def opened(tab: Page, path: Path) -> Iterator[Page]:
    """Open a report, which writes nothing to the console and requests nothing."""
    told: list[str] = []
    listeners: dict[Any, Any] = {
        "console": lambda message: told.append(message.text),
        "pageerror": lambda error: told.append(str(error)),
        "request": lambda request: told.append(request.url),
    }
    tab.goto("about:blank")
    tab.emulate_media(media="screen", color_scheme="light")
    for event, listener in listeners.items():
        tab.on(event, listener)
    tab.goto(path.as_uri())
    tab.wait_for_selector("body[data-ready]")
    yield tab
    assert tab.evaluate("window.planted") is None
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)
    assert {text.partition("#")[0] for text in told} <= {path.as_uri()}


def rows(page: Page, table: str) -> list[list[str]]:
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    found: list[list[str]] = page.locator(f"[data-rows={table}] tbody tr").evaluate_all(script)
    return found


def test_texts_of_a_site_are_text(page: Page, path: Path) -> None:
    shown = page.inner_text("body") + page.locator("details").evaluate_all(
        "all => all.map(each => each.textContent).join()"
    )
    for text in PLANTED:
        assert text in shown
    assert page.locator("img").count() == 0
    links: list[str] = page.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert {link.partition(":")[0] for link in links if link[0] != "#"} <= {"http", "https"}
    page.goto(f"{path.as_uri()}#findings?q={JAVASCRIPT}")
    page.goto(f"{path.as_uri()}#lookup?url={SITE}/hidden")
    expect(page.locator("#found")).to_contain_text(SCRIPT)


HOSTILE = [
    "<script>window.planted=1</script>",
    "<!--<script>window.planted=1",
    "]]></script><svg onload=window.planted=1>",
    "' onfocus='window.planted=1' autofocus='",
    "<iframe srcdoc='<script>parent.planted=1</script>'></iframe><base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x><meta http-equiv=refresh content=0;//evil.example>",
    "{{ 7 * 7 }} {% raw %} ${window.planted=1} `${window.planted=1}`",
    "&lt;img src=x onerror=window.planted=1&gt; &#60;script&#62;",
    "line\u2028separator\u2029 \u202eturned\u2066 \x1b[31m \ufeff",
    "__proto__",
    "constructor",
    "x" * 1_000_000,
]


def test_hostile_titles_and_urls_are_text(tab: Page, tmp_path: Path) -> None:
    """They are in the lists, charts, filters and the look-up of a real browser."""
    pages: list[dict[str, str | None]] = []
    entries: list[dict[str, str | None]] = []
    alternates: list[dict[str, str | None]] = []
    for title in HOSTILE:
        url = f"{SITE}/{quote(title[:300], safe='')}"
        head, cell = title[:50], title[:1_000]
        pages.append({"url": url, "title": title, "h1": title, "lang": head, "location": cell})
        pages[-1] |= {"noindex": "true", "meta_robots": cell, "description": cell}
        entries.append({"loc": url, "sitemap_url": f"{SITE}/{title[:300]}"})
        entries.append({"loc": title[:60_000], "priority": cell})
        alternates.append({"url": url, "hreflang": head, "href": f"{SITE}/"})
    tables = {"entries": entries, "pages": pages, "page_alternates": alternates}
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as store:
        prepare(store, CHECKS, also=sample.VIEWS)
        run_checks(store, CHECKS)
        find_causes(store, CHECKS)
        make_reported(store)
        run = RUN | {"sites": HOSTILE[:9], "incomplete_because": HOSTILE}
        path = write_html(Report(store, CHECKS, record_of(run)), tmp_path / "report.html")
    for page in opened(tab, path):
        for place in (
            "#findings",
            "#findings?q=__proto__",
            f"#lookup?url={pages[0]['url']}",
            "#sitemaps",
        ):
            page.goto(f"{path.as_uri()}{place}")
        details = page.locator("details")
        details.evaluate_all("all => all.forEach(each => { each.open = true })")
        shown = page.inner_text("body")
        assert HOSTILE[0] in shown
        assert HOSTILE[6] in shown
        assert not set("\u2028\u2029\u202e\u2066\x1b") & set(shown)
        assert (
            page.locator("img, iframe, base, body svg[onload], link[rel=stylesheet]").count() == 0
        )


def test_only_the_scripts_of_the_package_run(path: Path) -> None:
    text = path.read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    assert not re.search(r"<[^>]+ (?:style|on\w+)=", text.partition("<script")[0])
    assert "innerHTML" not in text


def test_it_says_what_is_not_complete_and_the_key_figures(page: Page) -> None:
    expect(page.locator("#summary .incomplete")).to_contain_text("The audit is not complete.")
    tiles = page.locator(".tile").all_inner_texts()
    assert tiles[0].splitlines() == ["⬣ Errors", "4 URLs", "and 1 sitemap, in 5 findings"]
    assert tiles[3].splitlines() == ["URLs in sitemaps", "138"]
    assert tiles[5].splitlines()[:2] == ["URLs with errors ⬣ bad", "4"]


def test_a_figure_that_is_bad_looks_so_and_one_that_is_not_known_does_not(
    tab: Page, store: Store, tmp_path: Path
) -> None:
    """It is said in words too."""
    told = {
        "indexable": (100, 100, "Indexable ✓ good"),
        "clusters_complete": (4, 87, "Hreflang clusters complete ⬣ bad"),
    }
    figures = {name: number for name, (number, *_) in told.items()}
    figures |= {"checked": 100, "clusters": 87}
    report = Report(store, CHECKS, record_of(sample.RUN))
    report._figures = replace(report._figures, **figures)
    path = write_html(report, tmp_path / "figures.html")
    tab.goto(path.as_uri())
    for *_, text in told.values():
        kind = text.rpartition(" ")[2].replace("bad", "error")
        expect(tab.locator(f".tile.{kind} .label", has_text=text)).to_have_count(1)
    for checked, kind in ((100, "plain"), (0, "unchecked")):  # of a part, nothing looks good
        report = Report(store, CHECKS, record_of(RUN))
        report._figures = replace(report._figures, checked=checked, indexable=checked)
        tab.goto(write_html(report, path).as_uri())
        expect(tab.locator(f".tile.{kind} .label", has_text="Indexable")).to_have_count(1)


def test_the_three_worst_issues_are_on_the_first_page(page: Page) -> None:
    wide = page.viewport_size
    for width, height, screens in ((1440, 900, 1), (390, 844, 2)):
        page.set_viewport_size({"width": width, "height": height})
        steps = page.locator("#first > .cards > .card").get_by_text("First step")
        expect(steps).to_have_count(3)
        for step in steps.all():
            box = step.bounding_box()
            assert box
            assert box["y"] + box["height"] <= screens * height
    page.set_viewport_size(wide or {"width": 1280, "height": 720})


def test_cards_say_what_to_do_first(page: Page) -> None:
    page.get_by_text("Then: ").click()
    card = page.locator(".card", has_text=f"{SITE}/fr/a returns 404 or 410.")
    for text in ("error", "1 URL", f"{SITE}/fr/a", "First step (sitemap generator)"):
        expect(card).to_contain_text(text)
    expect(card.locator("h3")).to_have_text("URL in sitemap returns 404 or 410")
    card.get_by_text("1 finding").click()
    expect(page.locator("[data-rows=findings] tbody tr")).to_have_count(1)
    assert [row[2].splitlines()[0] for row in rows(page, "findings")] == [f"{SITE}/fr/a"]


def test_an_issue_opens_with_its_manual_and_findings(page: Page) -> None:
    page.get_by_text("Then: ").click()
    page.locator(".card", has_text="returns 404").get_by_text("Why, and how").click()
    issue = page.locator("details.issue[open]")
    expect(issue).to_have_id("issue-status-not-found")
    expect(issue).to_contain_text("How to fix it")
    expect(issue.locator("tbody tr")).to_have_count(1)


def test_each_filter_of_the_findings(page: Page) -> None:
    form = page.locator("form[data-filters=findings]")
    status = page.locator("[data-status=findings]")
    for name, value, found in (
        ("severity", "error", 5),
        ("subject", "indexability", 1),
        ("check", "status/not-found", 1),
        ("sitemap", f"{SITE}/b.xml", 130),
        ("directory", "/b/", 130),
        ("root", "causes", 135),
        ("q", "PRIORITY", 130),
    ):
        control = form.locator(f"[name={name}]")
        control.fill(value) if name == "q" else control.select_option(value)
        expect(status).to_have_text(re.compile(rf" in {found} (of \d+ )?findings$"))
        form.get_by_text("Clear filters").click()
        expect(status).to_have_text("134 URLs and 1 sitemap in 135 findings")


def test_a_filter_is_kept_in_the_url_of_the_page(page: Page) -> None:
    page.select_option("form[data-filters=findings] [name=check]", "status/not-found")
    page.wait_for_url("**#findings?check=status%2Fnot-found")
    page.reload()
    expect(page.locator("[data-status=findings]")).to_have_text(re.compile("^1 URL in 1 of"))


def test_rows_are_sorted_and_paged(page: Page) -> None:
    expect(page.locator("[data-pager=findings] span")).to_have_text(re.compile("^1.100 of 13"))
    head = page.locator("[data-rows=findings] th.url")
    head.locator("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    urls = [row[2].splitlines()[0] for row in rows(page, "findings")]
    assert urls == sorted(urls)
    page.locator("[data-pager=findings]").get_by_text("Next").click()
    expect(page.locator("[data-pager=findings] span")).to_have_text(re.compile("^101."))
    assert rows(page, "findings")[0][2].splitlines()[0] >= urls[-1]


@pytest.mark.parametrize(
    ("bar", "noun", "found"),
    [
        ("404 Not Found", "404", 1),
        ("noindex, noindex", "noindex", 1),
        ("status, error", "returns 404", 1),
    ],
)
def test_a_bar_filters_a_table(page: Page, bar: str, noun: str, found: int) -> None:
    link = page.locator(f'.bars a[aria-label^="{bar}"]')
    link.locator("rect").click()
    table = "findings" if "#findings" in page.url else "urls"
    expect(page.locator(f"[data-rows={table}] tbody tr")).to_have_count(found)
    assert noun in " ".join(rows(page, table)[0])


def test_a_cell_of_the_matrix_lists_its_pairs(page: Page) -> None:
    for label, row in (
        ("1 not returned", (f"{SITE}/", f"{SITE}/fr/", "not returned")),
        ("1 target error", (f"{SITE}/a", f"{SITE}/fr/a", "target error (returns 4xx)")),
    ):
        page.locator(f".matrix a[aria-label='en → fr: {label}']").click()
        expect(page.locator("[data-rows=pairs] tbody tr")).to_have_count(1)
        assert [(each[0], each[3], each[4]) for each in rows(page, "pairs")] == [row]


CLICKS = """async () => {
  const told = [];
  for (const link of document.querySelectorAll("main a[href]")) {
    const [, table] = /^#(findings|urls|pairs)[?]/.exec(link.getAttribute("href")) ?? [];
    if (!table || link.closest("[data-rows]")) continue;
    history.replaceState(null, "", "#");
    const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await followed;
    const name = link.getAttribute("aria-label") ?? link.textContent;
    const status = document.querySelector(`[data-status="${table}"]`).textContent;
    const { lists, affected } = link.dataset;
    told.push([`${link.closest("section").id}: ${name}`, lists, affected, status]);
  }
  return told;
}"""
"A click on each link to rows: its text, what it counts, and what the table then tells."
COUNTED = re.compile(r": ([\d,]+)(?: [a-zA-Z ]+)?$")
LISTED = re.compile(r"^(?:(.+) in )?([\d,]+)(?: of [\d,]+)? ")
NUMBER = re.compile(r"[\d,]*\d")


def test_a_click_lists_what_the_figure_counts(page: Page) -> None:
    click_each(page, at_least=40)


ALONE = {"SITEMAP_AUDIT_WORKERS": "0"}
"Environment of an audit without worker processes."


@pytest.mark.thorough
def test_the_demo_is_short_on_a_phone_and_its_clicks_list_what_they_count(
    tab: Page, tmp_path: Path
) -> None:
    ended = command("demo", "-q", "-o", tmp_path, output=tmp_path, environment=ALONE)
    assert ended.folder
    wide = tab.viewport_size
    tab.set_viewport_size({"width": 390, "height": 844})
    for page in opened(tab, ended.folder / "report.html"):
        assert page.evaluate("document.documentElement.scrollHeight") <= 25 * 844
        click_each(page, at_least=400)
        page.locator(".fold").evaluate_all("all => all.forEach(each => each.open = true)")
        assert Axe().run(page, options=VIOLATIONS).violations_count == 0
    tab.set_viewport_size(wide or {"width": 1280, "height": 720})


def click_each(page: Page, at_least: int) -> None:
    """Click all links to rows; a number that a reader sees is that of what is listed."""
    clicked = page.evaluate(CLICKS)
    assert len(clicked) >= at_least
    for name, lists, affected, status in clicked:
        listed = LISTED.match(status)
        assert listed, f"{name} → {status}"
        units, rows = [
            [int(number.replace(",", "")) for number in NUMBER.findall(text or "")]
            for text in listed.groups()
        ]
        assert lists is None or [int(lists)] == rows, f"{name} → {status}"
        assert affected is None or int(affected) == sum(units), f"{name} → {status}"
        if seen := COUNTED.search(name):
            assert int(seen[1].replace(",", "")) in (*rows, sum(units), *units[:1]), name


def test_lookup_tells_all_of_a_url(page: Page) -> None:
    page.fill("#lookup input", f"{SITE}/a")
    page.press("#lookup input", "Enter")
    found = page.locator("#found")
    for text in (
        "Title of a",
        "line 4",
        "200",
        "indexable",
        "de: ",
        "target error",
        "Annotated by",
    ):
        expect(found).to_contain_text(text)
    page.fill("#lookup input", "http://example.com/MOVED/")
    page.press("#lookup input", "Enter")
    expect(found).to_contain_text(f"301 → {SITE}/moved-again")
    expect(found).to_contain_text(f"302 → {SITE}/a")
    page.fill("#lookup input", "nowhere")
    page.press("#lookup input", "Enter")
    expect(found).to_contain_text("sitemap-audit lookup DIR URL")


def test_the_tree_shows_each_file(page: Page) -> None:
    row = page.locator(".tree tr", has_text=f"{SITE}/b.xml")
    expect(row).to_contain_text("130")
    row.locator("td").nth(2).locator("a").click()
    expect(page.locator("[data-status=urls]")).to_have_text(re.compile("^130 of"))
    page.locator(".tree tr", has_text=f"{SITE}/c.xml").locator("td").nth(2).locator("a").click()
    expect(page.locator("[data-rows=urls] tbody tr")).to_have_count(2)
    assert {url for url, *_ in rows(page, "urls")} == {f"{SITE}/a", f"{SITE}/b/1"}  # of others too


def test_a_row_for_each_bot(page: Page) -> None:
    row = page.locator("#access tr", has_text="GPTBot")
    expect(row).to_contain_text("OpenAI")
    assert row.locator(".number").all_text_contents() == ["0", "0", "138"]


def test_it_works_by_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the report")
    page.focus("#issue-status-not-found summary")
    page.keyboard.press("Enter")
    expect(page.locator("#issue-status-not-found")).to_have_attribute("open", "")
    page.locator('.bars a[aria-label^="404"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#urls-title")).to_be_focused()
    page.locator("[data-rows=urls] th.status button").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-rows=urls] th.status")).to_have_attribute("aria-sort", "ascending")


def test_axe_finds_no_violation(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.fold').forEach(each => each.open = true)")
    for search in page.locator("[name=q]").all():
        search.fill("/fr/")  # few rows: it looks at each
    page.locator("#issue-status-not-found, #issue-indexability-noindex").evaluate_all(
        "all => all.forEach(each => each.open = true)"
    )
    page.goto(f"{page.url.partition('#')[0]}#lookup?url={SITE}/a")
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its words
        found = Axe().run(page, options=VIOLATIONS | rules)
        assert found.violations_count == 0, found.generate_report()


def test_a_phone_needs_no_sideways_scrolling(page: Page) -> None:
    wide = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size(wide or {"width": 1280, "height": 720})


def test_changes_need_no_sideways_scrolling_on_a_phone(
    tab: Page, store: Store, tmp_path: Path
) -> None:
    change = {"check": "change/status", "severity": "warning", "kind": "200 to 404", "urls": 3}
    change |= {"state": "changed", "unit": "URL"}
    run = {"check": "change/status", "title": "Status code changed", "looked_at": 4, "unknown": 0}
    store.insert("change_runs", [run])
    issue = {"check": "status/not-found", "severity": "error", "unit": "URL", "before": 4}
    issue |= {"fixed": 3, "new": 2, "now": 3, "not_compared_before": 0, "not_compared_now": 0}
    issue |= {"more": 1}
    store.insert("issue_changes", [issue])
    change |= {"cause_by": "pattern", "cause": "/p/{n}", "url": f"{SITE}/a", "expected": "200"}
    store.insert("change_causes", [change])
    previous = {"folder": "a", "started_at": "2026-01-01T12:00:00+00:00", "figures": None}
    report = Report(store, CHECKS, record_of(RUN | {"previous": previous}))
    compared = write_html(report, tmp_path / "compared.html")
    for name in ("change_runs", "change_causes", "issue_changes"):
        store.execute(f"DELETE FROM {name}")
    wide = tab.viewport_size
    for page in opened(tab, compared):
        page.set_viewport_size({"width": 390, "height": 844})
        for table in page.locator(".scroll:has(.changes)").all():
            assert table.evaluate("each => each.scrollWidth - each.clientWidth") == 0
        expect(page.locator(".changes.issues td:visible")).to_have_text(
            [re.compile("error"), re.compile("410.*1 more finding"), "4", "-3", "+2", "3"]
        )
        others = page.locator(".changes:not(.issues) td:visible")
        expect(others).to_have_count(5)  # it has no value now
        page.set_viewport_size(wide or {"width": 1280, "height": 720})


def test_print_has_a_line_of_each_issue_and_no_controls(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    issue = page.locator("#issue-status-not-found")
    expect(issue.locator("summary")).to_be_visible()
    expect(issue.get_by_text("How to fix it")).to_be_hidden()
    expect(page.get_by_text("In print, each issue has one line.")).to_be_visible()
    for hidden in ("nav", "#findings", "#urls", "[data-rows=pairs]"):
        expect(page.locator(hidden).first).to_be_hidden()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


def test_what_is_over_the_limit_is_said(
    tab: Page, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = [source._replace(most_bytes=2_500) for source in embedded.SOURCES]
    monkeypatch.setattr(embedded, "SOURCES", small)
    monkeypatch.setattr(embedded, "_AT_ONCE", 20)
    monkeypatch.setattr(embedded, "_PLAIN_BYTES", 100)
    report = Report(store, CHECKS, record_of(RUN))
    cut = write_html(report, tmp_path / "cut.html")
    for page in opened(tab, cut):
        told = page.locator("#findings .cut").inner_text()
        embedded_rows = re.search(r"holds (\d+) of (\d+) findings", told)
        assert embedded_rows
        assert 20 <= int(embedded_rows[1]) < int(embedded_rows[2])
        assert "findings.csv" in told
        expect(page.locator("[data-status=findings]")).to_have_text(
            re.compile(f" in {embedded_rows[1]} findings in this file$")
        )
        assert {row[0].strip() for row in rows(page, "findings")} >= {"⬣ error"}


def test_a_page_that_is_cut_names_the_files_that_have_all_rows(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        embedded, "SOURCES", [each._replace(most_bytes=9) for each in embedded.SOURCES]
    )
    report = Report(store, CHECKS, record_of(RUN), place=AuditPlace(tmp_path))

    def told() -> tuple[list[str], list[str]]:
        page = write_html(report, tmp_path / "report.html").read_text("utf-8")
        cut = re.findall(r"All of them are beside this file, in (.*?)\.[< ]", page, re.DOTALL)
        named = re.findall(r"<code>([\w/]+(?:\.csv|/part-\*\.csv))</code>", page)
        return [" ".join(re.sub("<[^>]+>", "", text).split()) for text in cut], named

    assert told()[0] == ["tables/alternates.csv", "findings.csv", "urls.csv"]
    (tmp_path / "data").mkdir()
    cut, named = told()
    assert cut == [
        "tables/alternates.csv",
        "findings.csv and, as Parquet, in data/findings",
        "urls.csv",
    ]
    assert {*named} >= {"findings.csv", "tables/pages.csv", "tables/causes.csv"}
    for table in ("findings", "tables/alternates"):
        (tmp_path / table).mkdir(parents=True)
        (tmp_path / table / "part-00001.csv").touch()
    told_parts, named_now = told()
    assert told_parts == [
        "tables/alternates/part-*.csv",
        "findings/part-*.csv and, as Parquet, in data/findings",
        "urls.csv",
    ]
    in_parts = ("findings", "tables/alternates")
    swapped = {f"{table}.csv": f"{table}/part-*.csv" for table in in_parts}
    assert named_now == [swapped.get(name, name) for name in named]


def test_title_and_logo_of_an_agency(tab: Page, store: Store, tmp_path: Path) -> None:
    logo = tmp_path / "logo.png"
    logo.write_bytes(PNG)
    brand = Brand(f"Audit {SCRIPT}", read_logo(logo))
    report = Report(store, CHECKS, record_of(sample.RUN), brand=brand)
    page_of = write_html(report, tmp_path / "brand.html")
    tab.goto(page_of.as_uri())
    assert tab.inner_text("h1") == f"Audit {SCRIPT}"
    assert tab.evaluate("document.querySelector('img').naturalWidth") == 1


def test_an_audit_that_found_nothing(tmp_path: Path, tab: Page) -> None:
    with sample.empty() as nothing:
        report = Report(nothing, sample.CHECKS, record_of(sample.RUN))
        path = write_html(report, tmp_path / "empty.html")
    for page in opened(tab, path):
        assert page.locator("#findings").count() == 0
        expect(page.locator("#summary")).to_contain_text("Nothing could be checked.")
        assert Axe().run(page, options=VIOLATIONS).violations_count == 0


def test_data_ends_no_script() -> None:
    assert json.loads(embedded._json({"a": "</script><!--"})) == {"a": "</script><!--"}
    assert "<" not in embedded._json({"a": "</script><!--"})


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d4944415478da63fcffff3f030005fe02fea72d5c1b0000000049454e44ae426082"
)
