"""Audits that render, run as their users run them, in a real browser on real pages."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil
import pytest
from commanding import COMMAND, PATIENCE, ROOT, forked, only, run, wait_for
from processes import below, command_lines
from scrapy.settings import Settings

from rendering.scripted import Site
from sitemap_audit.crawl.question import Question
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.rendering.installed import install
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BROWSER, DRIVER = "chrom", "driver/node"
"What the command lines of their processes have."
LONG = ("--render-timeout", str(PATIENCE))
"For all pages that end: more than one takes on a slow machine."
_ONLY = ("--select", "rendering", "--workers", "0")


def arguments(site: Site, folder: Path, *options: str) -> list[str]:
    return [site.base, "-o", str(folder), "--render", "all", *LONG, *_ONLY, *options]


def audited(site: Site, folder: Path, *options: str, patch: str = "") -> Path:
    """Audit a site to its end; the folder of the audit. ``patch`` is run before."""
    ended = run(*arguments(site, folder, *options), folder=folder, patch=patch)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return only(folder)


def renders(folder: Path, column: str) -> dict[str, Any]:
    """A column of the pages that were rendered, by path."""
    with DuckDBStore(folder) as store:
        rows = store.rows(f"SELECT url, {column} FROM renders")
        assert len(rows) == len(dict(rows))
        return {"/" + url.split("/", 3)[3]: value for url, value in rows}


def browsers(pid: int) -> list[psutil.Process]:
    """The processes of a browser and of its driver below a process."""
    return below(pid, BROWSER, DRIVER)


ENDLESS = {
    "/": "",
    "/hanging": "<script src='/never.js'></script>",
    "/endless": "<script>while (true) {}</script>",
    "/dialogs": "<script>while (true) { alert('again') }</script>",
    "/greedy": "<script>all = []; while (true) all.push(new Array(1e6).fill(all.length))</script>",
}
SMALL = """
from sitemap_audit.machine import chromium
from sitemap_audit.rendering import page_load, quota
page_load.MAX_LENGTH, quota.MAX_BYTES, quota.MAX_REQUESTS = 2**20, 4 * 2**20, 50
chromium._FLAGS = [flag.replace(f"size={chromium.HEAP}", "size=64") for flag in chromium._FLAGS]
"""
"Limits that pages reach soon."
IMPATIENT = """
def init(self, url, *, timeout, real=page_load.PageLoad.__init__):
    real(self, url, timeout=15 if url.endswith(("/hanging", "/endless", "/dialogs")) else timeout)

page_load.PageLoad.__init__ = init
"""
"Seconds for pages that do not end."
CLOSES_SLOWLY = "from sitemap_audit.rendering import browser; browser.CLOSING = 600\n"
"No browser is killed since a busy machine closes a page slowly."


@pytest.mark.thorough
def test_pages_that_keep_a_processor_busy_or_wait_time_out_and_harm_no_other(
    tmp_path: Path,
) -> None:
    with Site(ENDLESS).serving() as site:
        folder = audited(site, tmp_path, patch=SMALL + IMPATIENT)
    assert renders(folder, "problem") == {
        "/": None,
        "/hanging": "timeout",
        "/endless": "timeout",
        "/dialogs": "timeout",
        "/greedy": "crashed",
    }


HOSTILE = {
    "/": "",
    "/reloading": "<script>location.reload()</script>",
    "/login": "<script src='/login.js'></script><iframe src='/login.js'></iframe>",
    "/login.js": (401, {"WWW-Authenticate": 'Basic realm="Your password, please"'}, ""),
    "/nowhere": "<script>location = 'about:blank'</script>",
    "/object": "<script>location = URL.createObjectURL(new Blob(['x'], {type: 'text/html'}))"
    "</script>",
    "/blocking": "<script>setInterval(() => { alert(1); confirm(2); prompt(3); print() }, 0)"
    "</script>",
    "/asking": "".join(f"<script src='/{n}.js'></script>" for n in range(60)),
    "/growing": "<script>onload = () => document.body.append('x'.repeat(2 ** 21))</script>",
    "/taking": "<script>fetch('/without-end.js').then(response => response.text())</script>",
    # What it says of itself to whoever looks among its scripts: no number, no length, no title.
    "/lying": "<script>document.querySelectorAll = () => ({forEach() {}, length: 1e300});"
    "Object.defineProperty(Element.prototype, 'outerHTML', {get: () => ''});"
    "Object.defineProperty(document, 'readyState', {get: () => ({})})</script>",
    "/shadowing": "<script>onload = () => document.body.innerHTML = '<form name=querySelectorAll>"
    "</form><form name=readyState></form><form name=documentElement></form>'</script>",
}


def beyond(other: Site) -> dict[str, object]:
    """Pages that want to reach another machine in every way that a page has."""
    there = other.base
    socket = there.replace("http", "ws")
    return {
        "/script": f"<script src='{there}/script.js'></script>",
        "/style": f"<link rel=stylesheet href='{there}/style.css'>",
        "/fetch": f"<script>fetch('{there}/fetch', {{mode: 'no-cors'}}).catch(() => 0)</script>",
        "/frame": f"<script>onload = () => document.body.innerHTML ="
        f" '<iframe src={there}/frame></iframe>'</script>",
        "/socket": f"<script>new WebSocket('{socket}/socket')</script>",
        "/window": f"<script>window.open('{there}/window')</script>",
        "/leave": f"<script>location = '{there}/leave'</script>",
        "/moved": "<script src='/moved.js'></script>",
        "/moved.js": (302, {"Location": f"{there}/moved.js"}, ""),
        "/image": f"<script>new Image().src = '{there}/image.png'</script>",
    }


def without_a_page(other: Site) -> dict[str, object]:
    """Pages that want to reach another machine by hints, workers and what outlives them."""
    there = other.base
    rules = {
        way: [{"source": "list", "urls": [f"{there}/{way}"], "eagerness": "immediate"}]
        for way in ("prefetch", "prerender")
    }
    worker = f"fetch('{there}/worker', {{mode: 'no-cors'}}); importScripts('{there}/import.js')"
    return {
        "/hint": f"<link rel=preconnect href='{there}'><link rel=dns-prefetch href='{there}'>"
        f"<link rel=preload as=script href='{there}/preload.js'>"
        f"<link rel=prefetch href='{there}/prefetch.js'>"
        f"<script type=speculationrules>{json.dumps(rules)}</script>",
        "/work": f"<script>new Worker(URL.createObjectURL(new Blob([`{worker}`])));"
        f"new SharedWorker(URL.createObjectURL(new Blob([`{worker}`])))</script>",
        "/late": f"<script>navigator.sendBeacon('{there}/beacon');"
        f"fetch('{there}/late', {{mode: 'no-cors', keepalive: true}}).catch(() => 0)</script>",
        "/serve": "<script>onload = () => ServiceWorkerContainer.prototype.register.call("
        "navigator.serviceWorker, '/service.js')</script>",
        "/service.js": (200, {"Content-Type": "text/javascript"}, f"fetch('{there}/service')"),
    }


FILE = "file:///etc/passwd"
OF_THIS_MACHINE = {
    "/file": f"<script>location = '{FILE}'</script>",
    "/file-refresh": f"<meta http-equiv=refresh content='0; url={FILE}'>",
    "/file-frames": f"<script src='{FILE}'></script><link rel=stylesheet href='{FILE}'>"
    f"<script>onload = () => document.body.innerHTML = '<iframe src={FILE}></iframe>"
    f"<object data={FILE}></object><embed src={FILE}><iframe src=/moved></iframe>'</script>",
    "/moved": (302, {"Location": FILE}, ""),
    "/file-fetch": f"<script>fetch('{FILE}').then(response => response.text())"
    ".then(text => document.title = text)</script>",
    "/file-source": f"<script>location = 'view-source:{FILE}'</script>",
    "/browser": "<script>location = 'chrome://version'; open('chrome://settings')</script>",
    "/program": "<script>location = 'mailto:name@example.com'; open('ssh://127.0.0.2')</script>",
}


def at_once(other: Site) -> dict[str, object]:
    """The same in three pages, of which one leaves."""
    ways = beyond(other)
    stays = ("/script", "/style", "/fetch", "/frame", "/socket", "/window", "/moved", "/image")
    late = without_a_page(other)
    return {
        "/beyond": "".join(str(ways[path]) for path in stays),
        "/moved.js": ways["/moved.js"],
        "/leave": ways["/leave"],
        "/without-a-page": "".join(
            str(late[path]) for path in ("/hint", "/work", "/late", "/serve")
        ),
        "/service.js": late["/service.js"],
    }


class Attacked(NamedTuple):
    """An audit of pages that attack the browser, other machines, this one, and other sites."""

    folder: Path
    site: Site
    other: Site
    secret: Site


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    tmp_path = tmp_path_factory.mktemp("attacked")
    script = {"Content-Type": "text/javascript"}
    with contextlib.ExitStack() as stack:
        other = stack.enter_context(Site({}, host="127.0.0.2").serving())
        site = stack.enter_context(Site(HOSTILE | at_once(other) | OF_THIS_MACHINE).serving())
        secret_pages = {
            "/secret": f"<script src='/own.js'></script><script src='{site.base}/its.js'></script>"
            "<script src='/away.js'></script>",
            "/own.js": (200, script, "onload = () => document.body.innerHTML = '<h1>Own</h1>'"),
            "/away.js": (302, {"Location": f"{site.base}/away.js"}, ""),
        }
        mapped_pages = {
            "/mapped": "<script src='/moved.js'></script>",
            "/moved.js": (302, {"Location": "/own.js"}, ""),
            "/own.js": (
                200,
                script,
                "onload = () => document.body.innerHTML = `<h1>${location.host}</h1>`",
            ),
        }
        secret, mapped = (
            stack.enter_context(Site(pages).serving()) for pages in (secret_pages, mapped_pages)
        )
        mapped.base, served = "http://www.example.test", mapped.base
        auth = tmp_path / "auth.toml"
        auth.write_text(f'["{secret.base}"]\nbearer = "secret-token"\n')
        options = ("--map", f"{mapped.base}={served}", "--auth", str(auth), "--no-follow")
        folder = audited(site, tmp_path, secret.base, mapped.base, *options, patch=SMALL)
        yield Attacked(folder, site, other, secret)


def test_pages_that_do_not_end_are_unknown_and_harm_no_other(attacked: Attacked) -> None:
    problems = renders(attacked.folder, "problem")
    assert {path: problem for path, problem in problems.items() if problem is not None} == {
        "/nowhere": "other",
        "/object": "other",
        "/asking": "too-large",
        "/growing": "too-large",
        "/taking": "too-large",
    }
    pages = {path for path, page in attacked.site.pages.items() if isinstance(page, str)}
    assert problems.keys() == pages | {"/secret", "/mapped"}
    assert renders(attacked.folder, "reloads")["/reloading"] == 3
    assert renders(attacked.folder, "links")["/lying"] == 0
    details = renders(attacked.folder, "problem_detail")
    assert details["/asking"] == "It made more than 50 requests."
    assert details["/growing"].startswith("It grew to 2,097,")
    assert details["/taking"] == "It sent and received more than 4,194,304 bytes."


def test_no_page_gets_a_password_from_the_browser(attacked: Attacked) -> None:
    asked = attacked.site.asked
    logins = [each.headers.get("Authorization") for each in asked if "login" in each.path]
    assert set(logins) <= {None, "Basic Og=="}, "an empty name and an empty password at most"


def test_a_page_that_was_not_rendered_is_not_checked(attacked: Attacked) -> None:
    record = json.loads((attacked.folder / "run.json").read_text("utf-8"))
    results = {each["check"]: each for each in record["checks"]["results"]}
    title = results["rendering/title-changed"]
    assert (title["outcome"], title["unknown"]) == ("passed", 5)


def test_no_page_reaches_a_private_address_or_a_file_of_this_machine(attacked: Attacked) -> None:
    assert attacked.other.asked == []
    assert "/service.js" not in attacked.site.paths()
    files = files_of(attacked.folder)
    assert [path for path in files if b"root:x:0:0" in path.read_bytes()] == []


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_credentials_are_shown_to_their_own_host_alone(attacked: Attacked) -> None:
    shown = {asked.path: asked.headers.get("Authorization") for asked in attacked.secret.asked}
    own = ("/secret", "/own.js", "/away.js")
    assert {path: shown[path] for path in own} == dict.fromkeys(own, "Bearer secret-token")
    elsewhere = {asked.path: asked.headers.get("Authorization") for asked in attacked.site.asked}
    assert (elsewhere["/its.js"], elsewhere["/away.js"]) == (None, None)
    assert renders(attacked.folder, "h1")["/secret"] == "Own"


def test_a_page_that_is_fetched_from_another_host_is_rendered_from_there(
    attacked: Attacked,
) -> None:
    assert renders(attacked.folder, "h1")["/mapped"] == "www.example.test"


@pytest.mark.thorough
def test_what_a_page_needs_from_another_host_is_loaded_where_that_is_allowed(
    tmp_path: Path,
) -> None:
    with (
        Site({}, host="127.0.0.2").serving() as other,
        Site(beyond(other)).serving() as site,
    ):
        folder = audited(site, tmp_path, "--allow-private", "--no-follow")
    needed = ["/fetch", "/moved.js", "/script.js", "/socket", "/style.css"]
    assert sorted(other.paths()) == needed
    assert renders(folder, "redirect_url")["/leave"] == f"{other.base}/leave"


@pytest.mark.thorough
def test_a_sample_takes_some_pages_of_each_pattern_and_the_browser_is_started_anew(
    tmp_path: Path,
) -> None:
    pages = {f"/{section}/{n}": "" for section in ("tea", "pots") for n in range(1, 6)}
    with Site({**pages, "/about": ""}).serving() as site:
        folder = audited(
            site,
            tmp_path,
            *("--render", "sample", "--render-max", "5"),
            patch=f"{CLOSES_SLOWLY}browser.PAGES_PER_BROWSER = 3",
        )
    patterns = Counter(renders(folder, "pattern").values())
    assert patterns == {"/about": 1, "/pots/{n}": 2, "/tea/{n}": 2}
    assert set(renders(folder, "problem").values()) == {None}
    rendered = json.loads((folder / "run.json").read_text("utf-8"))["rendered"]
    assert rendered["sentence"] == "5 pages rendered (at most 3 of each of 3 URL patterns)"
    assert "'playwright/browser_count': 2" in (folder / "audit.log").read_text()


@pytest.mark.thorough
def test_a_browser_and_a_driver_that_end_are_started_again(tmp_path: Path) -> None:
    """A page that was open is rendered once more, alone."""
    pages = {path: f"<script src='/never{path}.js'></script>" for path in ("/one", "/other")}
    with Site({"/": "", **pages}).serving() as site:
        words = arguments(site, tmp_path)
        with forked(*words, folder=tmp_path, patch=CLOSES_SLOWLY) as process:
            wait_for(lambda: {f"/never{path}.js" for path in pages} <= set(site.paths()))
            kill(BROWSER, process.pid)
            wait_for(lambda: len(never(site)) == 3)
            kill(DRIVER, process.pid)
            wait_for(lambda: len(never(site)) == 4)
            site.released.set()
            output, _ = process.communicate(timeout=PATIENCE)
        first, last = (path[6:-3] for path in never(site)[2:])
    assert process.returncode == 0, output
    folder = only(tmp_path)
    assert renders(folder, "problem") == {"/": None, first: "browser-lost", last: None}
    assert "'playwright/browser_count': 3" in (folder / "audit.log").read_text()


def never(site: Site) -> list[str]:
    return [path for path in site.paths() if path.startswith("/never")]


def kill(word: str, pid: int) -> None:
    """Kill the browser or the driver below a process, by a word of its command line."""
    for each, line in command_lines(pid):
        if word in line and "--type=" not in line:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()


@pytest.mark.thorough
def test_the_browser_ends_with_its_audit_and_the_rest_is_rendered_when_it_is_resumed(
    tmp_path: Path,
) -> None:
    """Ctrl-C lets the open pages end; the second run is killed."""
    hanging = {f"/{n}": "<script src='/never.js'></script>" for n in range(Question.window + 2)}
    with Site({"/": "", **hanging}).serving() as site:
        with forked(*arguments(site, tmp_path), folder=tmp_path) as process:
            wait_for(lambda: len(never(site)) == Question.window)
            left = browsers(process.pid)
            os.killpg(process.pid, signal.SIGINT)
            (log,) = tmp_path.glob("*/*/audit.log")
            wait_for(lambda: "Closing spider" in log.read_text())
            site.released.set()
            output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 3, output
        assert psutil.wait_procs(left, timeout=PATIENCE)[1] == []
        folder = only(tmp_path)
        before = renders(folder, "problem")
        assert (len(before), set(before.values())) == (len(site.pages) - 2, {None})
        site.released.clear()
        with forked("resume", folder) as process:
            wait_for(lambda: len(never(site)) == len(hanging))
            left = browsers(process.pid)
            process.kill()
        assert left
        assert psutil.wait_procs(left, timeout=PATIENCE)[1] == []
        site.released.set()
        resumed = run("resume", folder)
    assert resumed.returncode == 0, resumed.stderr
    assert renders(folder, "problem") == dict.fromkeys(site.pages)
    times = {path: site.paths().count(path) for path in hanging}
    assert times == {path: 2 if path in before else 3 for path in hanging}, (
        "fetched, and rendered once, or once more where its browser was killed"
    )


def test_a_browser_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    with Site({"/hanging": "<script src='/never.js'></script>"}).serving() as site:
        little = "from sitemap_audit.rendering import browser; browser.MEMORY = 50 * 10**6"
        folder = audited(site, tmp_path, "--no-follow", patch=little)
    assert renders(folder, "problem") == {"/hanging": "memory"}
    assert renders(folder, "problem_detail")["/hanging"] == "The browser took more than 50 MB."


LOADED = """
import sys
from sitemap_audit import cli

def main(real=cli.main):
    try:
        real()
    finally:
        print(sorted({"playwright", "scrapy_playwright"} & set(sys.modules)))

cli.main = main
"""
"Tells what is loaded of that which starts browsers."


def test_nothing_of_a_browser_is_loaded_where_nothing_is_rendered(tmp_path: Path) -> None:
    with Site({"/": ""}).serving() as site:
        ended = run(site.base, "-o", tmp_path, *_ONLY, patch=LOADED)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[-1] == "[]"
    results = json.loads((only(tmp_path) / "run.json").read_text("utf-8"))["checks"]["results"]
    assert {each["outcome"] for each in results} == {"not applicable"}


@pytest.mark.parametrize(
    "name", ["PLAYWRIGHT_CDP_URL", "PLAYWRIGHT_BROWSER_PROVIDER", "PLAYWRIGHT_LAUNCH_OPTIONS"]
)
def test_a_setting_by_which_a_browser_could_pass_by_the_gateway_is_refused(name: str) -> None:
    settings = Settings({name: "the user's"}, priority="spider")
    with pytest.raises(UsageError, match=f"^{name} cannot be set in an audit that renders: "):
        install(Options(render="all"), settings)
    assert install(Options(), settings) == []
    settings = Settings({name: "the project's"}, priority="project")
    assert install(Options(render="all"), settings) == [name]
    assert settings[name] != "the project's"


def test_a_browser_needs_the_reactor() -> None:
    with pytest.raises(UsageError, match="TWISTED_REACTOR_ENABLED = True"):
        install(Options(render="all"), Settings({"TWISTED_REACTOR_ENABLED": False}))


def test_a_missing_browser_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    with Site({"/": ""}).serving() as site:
        ended = subprocess.run(
            [*COMMAND, *arguments(site, tmp_path)],
            cwd=tmp_path,
            env={"PATH": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 2
    assert " ".join(ended.stderr.split()) == (
        "sitemap-audit: No browser found for --render. Install one (apt-get install"
        " chromium-headless-shell, or playwright install chromium), pass its path with --browser,"
        " or leave --render out."
    )
    assert site.asked == []


def test_a_browser_that_does_not_start_makes_the_audit_incomplete(tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    with Site({f"/{n}": "" for n in range(8)}).serving() as site:
        ended = run(*arguments(site, tmp_path, "--browser", str(program)), folder=tmp_path)
    assert ended.returncode == 3, ended.stdout + ended.stderr
    assert "NOT COMPLETE  The browser could not be started" in ended.stdout
    assert renders(only(tmp_path), "problem") == {}
