"""Scrapy's settings in an audit: those that hold, those that are mapped, those that are refused."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mockserver.scripted import answer, scripted
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.settings import Settings

from scrapy_project.project import crawl, project
from scrapy_project.site import FETCHED, LISTED, PAGES, served_site
from sitemap_audit.addon import COMPONENTS, CSV_EXPORTER, SETTINGS, AuditAddon
from sitemap_audit.crawl.preparing import add_addon
from sitemap_audit.crawl.user_settings import (
    FIXED,
    apply_options,
    fix,
    options_in,
    refusals,
    unreadable,
)
from sitemap_audit.crawl_settings import AUDIT_OPTIONS, DOWNLOAD_HANDLER, RENDERING_HANDLER
from sitemap_audit.errors import UsageError
from sitemap_audit.middlewares.cache import AuditCachePolicy
from sitemap_audit.options import Options
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings

SITE = "http://audited.invalid"
"A host that only a proxy reaches."
NOT_HELD: dict[str, Any] = {
    "JOBDIR": "jobs",
    "REDIRECT_ENABLED": True,
    "METAREFRESH_ENABLED": "1",
    "COOKIES_ENABLED": "maybe",
    "HTTPERROR_ALLOW_ALL": False,
    "DEPTH_LIMIT": 3,
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    "SCHEDULER": "not_installed.Scheduler",
    "HTTPCACHE_POLICY": "scrapy.extensions.httpcache.RFC2616Policy",
    "TWISTED_REACTOR": "twisted.internet.selectreactor.SelectReactor",
    "DOWNLOAD_HANDLERS": {"https": "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"},
}
"Settings that cannot hold in an audit."
HELD: dict[str, Any] = {
    "JOBDIR": "",
    "REDIRECT_ENABLED": "0",
    "COOKIES_ENABLED": False,
    "DEPTH_LIMIT": 0,
    "TWISTED_REACTOR": FIXED["TWISTED_REACTOR"][0],
    "DOWNLOAD_HANDLERS": {"ftp": None, "http": None, "https": None},
    "HTTPCACHE_POLICY": AuditCachePolicy,
}
"Values that say what holds anyway."
ADDON = "sitemap_audit.addon.AuditAddon"


class OtherAddon:
    """An add-on of somebody else's, with a download handler."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Set it as scrapy-zyte-api does."""
        settings["DOWNLOAD_HANDLERS"].set("http", "theirs", priority="addon")
        settings.set("COOKIES_ENABLED", True, priority="addon")


def applied(
    values: Mapping[str, Any] = {},
    spider: type[Spider] = AuditSpider,
    priority: str = "project",
) -> Settings:
    """Settings as the crawler of a spider uses them."""
    crawler = Crawler(spider, Settings(values, priority=priority))
    crawler.addons.load_settings(crawler.settings)
    return crawler.settings


@pytest.mark.parametrize("priority", ["spider", "cmdline"])
@pytest.mark.parametrize("name", NOT_HELD)
def test_what_this_spider_is_given_and_cannot_hold_is_refused_in_a_sentence(
    name: str, priority: str
) -> None:
    (sentence,) = refusals(Settings({name: NOT_HELD[name]}, priority=priority))
    assert sentence.startswith(f"{name} cannot ")
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", HELD)
def test_what_says_what_holds_anyway_is_not_refused(name: str) -> None:
    settings = Settings({name: HELD[name]}, priority="spider")
    assert refusals(settings) == []
    assert fix(settings) == []
    assert settings["DOWNLOAD_HANDLERS"]["https"] == DOWNLOAD_HANDLER


@pytest.mark.parametrize("name", NOT_HELD)
def test_what_a_project_sets_for_all_its_spiders_does_not_hold_in_an_audit(name: str) -> None:
    settings = Settings({name: NOT_HELD[name]}, priority="project")
    assert refusals(settings) == []
    assert [each.partition(" ")[0] for each in fix(settings)] == [name]
    assert (settings[name], fix(settings)) == (applied()[name], [])


def test_add_ons_of_others_do_not_change_what_holds_in_an_audit() -> None:
    for order in (-1, 5_000):
        settings = applied({"ADDONS": {OtherAddon: order}})
        assert settings["DOWNLOAD_HANDLERS"]["http"] == DOWNLOAD_HANDLER
        assert not settings.getbool("COOKIES_ENABLED")


def test_an_audit_that_renders_has_the_handler_for_it() -> None:
    settings = applied({AUDIT_OPTIONS: Options(render="all"), "DOWNLOAD_HANDLERS": {"http": "x"}})
    handlers = settings["DOWNLOAD_HANDLERS"]
    assert (handlers["http"], handlers["https"]) == (RENDERING_HANDLER, RENDERING_HANDLER)


def test_nothing_of_the_add_on_is_refused() -> None:
    assert refusals(applied()) == []


@pytest.mark.parametrize("name", SETTINGS)
def test_what_a_project_sets_wins_over_the_add_on(name: str) -> None:
    value = {"the": "project's"} if isinstance(SETTINGS[name], dict) else "the project's"
    if name == "LOG_LEVEL":
        value = "ERROR"
    assert applied({name: value}).copy_to_dict()[name] == value
    assert applied()[name] == SETTINGS[name]


@pytest.mark.parametrize("name", COMPONENTS)
def test_components_of_a_project_stand_beside_the_add_ons(name: str) -> None:
    first = next(iter(COMPONENTS[name]))
    settings = applied({name: {"project": 1}})
    assert settings[name]["project"] == 1
    added = {each: order for each, order in COMPONENTS[name].items() if order is not None}
    assert {each: settings[name][each] for each in added} == added
    if added:
        assert applied({name: {first: 2}})[name][first] == 2


def test_a_component_that_an_audit_removes_is_removed_from_the_projects_too() -> None:
    theirs = {
        CookiesMiddleware: 100,
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": 50,
        "theirs": 1,
    }
    enabled = applied({"DOWNLOADER_MIDDLEWARES": theirs})["DOWNLOADER_MIDDLEWARES"]
    assert [each for each in theirs if each in enabled] == ["theirs"]
    for_it = applied({"DOWNLOADER_MIDDLEWARES": theirs}, priority="spider")[
        "DOWNLOADER_MIDDLEWARES"
    ]
    assert all(each in for_it for each in theirs)


class Given(AuditSpider):
    """Has settings of its own."""

    custom_settings = {  # noqa: RUF012  # as Scrapy's documentation writes it
        "ADDONS": {OtherAddon: 0, AuditAddon: 5},
        "DOWNLOADER_MIDDLEWARES": {"theirs": 1},
        "ITEM_PIPELINES": {"theirs": 1},
        "RETRY_TIMES": 7,
    }

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Set one more."""
        super().update_settings(settings)
        settings.set("DOWNLOAD_DELAY", 3, priority="spider")


def test_a_subclass_has_the_settings_of_an_audit_beside_its_own() -> None:
    settings = applied({"ADDONS": {ADDON: 0}}, Given)
    for name in ("DOWNLOADER_MIDDLEWARES", "ITEM_PIPELINES"):
        added = {each: order for each, order in COMPONENTS[name].items() if order is not None}
        assert dict(settings[name]) == {"theirs": 1} | added
    assert (settings["RETRY_TIMES"], settings["DOWNLOAD_DELAY"]) == (7, 3)
    assert settings["DOWNLOAD_HANDLERS"]["http"] == DOWNLOAD_HANDLER


def test_a_crawler_that_was_made_before_its_runner_has_them_too() -> None:
    crawler = Crawler(AuditSpider)
    crawler.settings.update(Settings({"ADDONS": {OtherAddon: 0}}))  # as create_crawler() does
    add_addon(crawler.settings)
    crawler.addons.load_settings(crawler.settings)
    assert [type(each) for each in crawler.addons.addons] == [OtherAddon, AuditAddon]


@pytest.mark.parametrize("addon", [ADDON, AuditAddon])
def test_other_spiders_of_a_project_have_the_same_settings_with_the_add_on(addon: Any) -> None:
    values = {"ROBOTSTXT_OBEY": True, "ADDONS": {OtherAddon: 0}}
    applied(values)
    without = applied(values, Spider).copy_to_dict()
    values["ADDONS"] = {OtherAddon: 0, addon: 1}
    with_it = applied(values, Spider).copy_to_dict()
    assert len(with_it) > 200
    assert {name for name in without | with_it if without.get(name) != with_it.get(name)} == {
        "ADDONS"
    }


def test_settings_that_are_options_count_where_a_project_sets_them() -> None:
    values = {
        "CONCURRENT_REQUESTS_PER_DOMAIN": 3,
        "DOWNLOAD_DELAY": "0.5",
        "DOWNLOAD_TIMEOUT": 9,
        "USER_AGENT": "me",
        "ROBOTSTXT_OBEY": False,
    }
    options = {
        "concurrency": 3,
        "delay": 0.5,
        "timeout": 9.0,
        "user_agent": "me",
        "obey_robots": False,
    }
    project = Settings(values, priority="project")
    assert options_in(project) == options
    assert options_in(project, "cmdline") == {}
    assert options_in(Settings(values, priority="cmdline"), "cmdline") == options
    assert options_in(applied()) == {}


def test_a_setting_that_no_option_may_have_is_refused_by_its_name() -> None:
    values = {"CONCURRENT_REQUESTS_PER_DOMAIN": 0, "USER_AGENT": "\n", "DOWNLOAD_TIMEOUT": 9}
    project = Settings(values, priority="project")
    assert options_in(project) == {"timeout": 9.0}
    assert unreadable(project) == ["CONCURRENT_REQUESTS_PER_DOMAIN", "USER_AGENT"]
    settings = Settings(values, priority="spider")
    with pytest.raises(UsageError, match="In the setting CONCURRENT_REQUESTS_PER_DOMAIN: "):
        options_in(settings)


@pytest.mark.parametrize("priority", ["project", "cmdline"])
def test_an_option_wins_over_the_setting_that_says_the_same(priority: str) -> None:
    settings = applied({"USER_AGENT": "me"})
    settings.set("CONCURRENT_REQUESTS_PER_DOMAIN", 16, priority=priority)
    apply_options(settings, Options(concurrency=8))
    assert settings["CONCURRENT_REQUESTS_PER_DOMAIN"] == 8
    assert settings["CONCURRENT_REQUESTS"] == 88


def test_limits_of_the_whole_crawl_are_a_projects_own() -> None:
    settings = applied({"CONCURRENT_REQUESTS": 5})
    apply_options(settings, Options(concurrency=8))
    assert settings["CONCURRENT_REQUESTS"] == 5


@pytest.mark.parametrize("process", ["AsyncCrawlerProcess", "CrawlerProcess"])
def test_a_crawl_with_a_setting_that_cannot_hold_exits_1_with_the_sentence(
    process: str, tmp_path: Path
) -> None:
    settings = {"JOBDIR": "jobs", "FORCE_CRAWLER_PROCESS": int(process == "CrawlerProcess")}
    ended = crawl(project(tmp_path), SITE, "-O", "items.jsonl", settings=settings)
    assert "ERROR: JOBDIR cannot be 'jobs' in an audit: " in ended.log
    assert ended.log.count("JOBDIR") == 1
    assert "Traceback" not in ended.log
    assert "Unhandled" not in ended.log
    assert (ended.status, ended.audits) == (1, ())
    assert not (ended.folder / "items.jsonl").exists()


def test_requests_at_once_and_retries_are_those_of_the_settings(tmp_path: Path) -> None:
    settings = {
        "CONCURRENT_REQUESTS_PER_DOMAIN": 3,
        "AUTOTHROTTLE_ENABLED": 0,
        "RETRY_TIMES": 1,
        "HTTPERROR_ALLOWED_CODES": "404",
        "ROBOTSTXT_OBEY": 0,
    }
    more = {"/page-0": answer("down", status="500 Internal Server Error")}
    with served_site(more, seconds=0.1, together=3) as site:
        ended = crawl(project(tmp_path), site.base, settings=settings)
    assert site.most_at_once == 3
    record = json.loads((ended.audits[0] / "run.json").read_text())
    assert (record["options"]["concurrency"], record["options"]["obey_robots"]) == (3, False)
    assert ended.stat("retry/count") == 1
    # Once more at the end, as every page that failed.
    assert site.asked.count("/page-0") == 1 + 1 + 1
    assert {path: site.asked.count(path) for path in LISTED[1:]} == dict.fromkeys(LISTED[1:], 1)
    assert ended.ledger == {"fetched": len(LISTED)}


def test_a_delay_holds_and_the_environments_proxy_is_followed(tmp_path: Path) -> None:
    with served_site() as proxy:
        address, proxy.base = proxy.base, SITE
        ended = crawl(
            project(tmp_path),
            SITE,
            settings={"DOWNLOAD_DELAY": 0.2},
            environment={"http_proxy": address, "no_proxy": ""},
        )
    # Scrapy waits between half the delay and one and a half.
    assert proxy.took >= (len(proxy.pages_asked()) - 1) * 0.2 / 2
    assert "The delay is 0.2 s (DOWNLOAD_DELAY, or the option delay): at most 5/s" in ended.log
    listed = [path for path in proxy.pages_asked() if path in LISTED]
    assert sorted(listed) == sorted(FETCHED)
    assert ended.ledger["fetched"] == len(FETCHED)


def test_autothrottle_httpproxy_enabled_and_a_proxy_of_the_projects_own_hold(
    tmp_path: Path,
) -> None:
    settings = {
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 1,
        "AUTOTHROTTLE_START_DELAY": 0.3,
        "HTTPPROXY_ENABLED": 0,
        "DOWNLOADER_MIDDLEWARES": json.dumps({"userproject.components.ChoosesProxy": 700}),
    }
    nobody = scripted(lambda _: answer("none"))
    with served_site(seconds=0.1) as proxy, nobody as environments:
        address, proxy.base = proxy.base, SITE
        ended = crawl(
            project(tmp_path),
            SITE,
            settings={**settings, "OUR_PROXY": address},
            environment={"http_proxy": environments.address, "no_proxy": ""},
        )
    assert environments.asked == []
    # A delay as long as a response takes, half more or half less.
    assert proxy.took >= (len(proxy.pages_asked()) - 1) * 0.1 / 2
    assert len(proxy.pages_asked()) == len(FETCHED) + 2
    assert ended.ledger["fetched"] == len(FETCHED) > PAGES


def test_the_docs_list_all_that_an_audit_changes() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "scrapy.md").read_text("utf-8")
    tables = docs[docs.index("## Settings") : docs.index("## The HTTP cache")]
    settings, components = tables.split("### Components")
    names = set(re.findall(r"`([A-Z_*]+)`", settings))
    all_set = {*SETTINGS, *FIXED, *COMPONENTS}
    assert {name for name in all_set if not any(fnmatch(name, each) for each in names)} == set()
    rows = "".join(line for line in components.splitlines() if line.startswith("| `"))
    listed = set(re.findall(r"`([A-Z]\w+)`", rows)) - {"Retry-After", "Referer", "Retry"}
    changed = {
        path.rpartition(".")[2]
        for name, each in COMPONENTS.items()
        if name not in ("DOWNLOAD_HANDLERS", "FEED_EXPORTERS")
        for path in each
    }
    files = {each.rpartition(".")[2] for each in (DOWNLOAD_HANDLER, CSV_EXPORTER)}
    assert listed == changed | files
    assert "| `file`, `ftp`, `s3` | removed |" in components
    assert {*COMPONENTS["DOWNLOAD_HANDLERS"]} == {"file", "ftp", "s3"}
