"""Scrapy's settings in an audit: those that hold, those that are mapped, those that are refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from mockserver.scripted import answer, scripted
from scrapy.settings import Settings

from scrapy_project.project import crawl, project
from scrapy_project.site import FETCHED, LISTED, PAGES, served_site
from sitemap_audit.addon import COMPONENTS, SETTINGS, AuditAddon
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.spiders.user_settings import apply_options, options_in, refusals

if TYPE_CHECKING:
    from pathlib import Path

SITE = "http://audited.invalid"
"A host that only a proxy reaches."
REFUSED: dict[str, Any] = {
    "JOBDIR": "jobs",
    "REDIRECT_ENABLED": True,
    "METAREFRESH_ENABLED": "1",
    "COOKIES_ENABLED": True,
    "HTTPERROR_ALLOW_ALL": False,
    "DEPTH_LIMIT": 3,
    "DOWNLOAD_HANDLERS": {"https": "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"},
    "HTTPCACHE_POLICY": "scrapy.extensions.httpcache.RFC2616Policy",
}
NOT_REFUSED: dict[str, Any] = {
    "JOBDIR": "",
    "REDIRECT_ENABLED": "0",
    "COOKIES_ENABLED": False,
    "DEPTH_LIMIT": 0,
    "DOWNLOAD_HANDLERS": {"ftp": None},
    "HTTPCACHE_POLICY": SETTINGS["HTTPCACHE_POLICY"],
}


def with_addon(**values: Any) -> Settings:
    """Settings of a project, and then the add-on's."""
    settings = Settings(values, priority="project")
    AuditAddon().update_settings(settings)
    return settings


@pytest.mark.parametrize("name", REFUSED)
def test_a_setting_that_cannot_hold_is_refused_in_a_sentence(name: str) -> None:
    settings = Settings({name: REFUSED[name]}, priority="project")
    (sentence,) = refusals(settings)
    assert sentence.startswith(f"{name} cannot ")
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", NOT_REFUSED)
def test_a_setting_that_says_what_holds_anyway_is_not_refused(name: str) -> None:
    assert refusals(Settings({name: NOT_REFUSED[name]}, priority="project")) == []


def test_nothing_of_the_add_on_is_refused() -> None:
    assert refusals(with_addon()) == []


@pytest.mark.parametrize("name", SETTINGS)
def test_what_a_project_sets_wins_over_the_add_on(name: str) -> None:
    value = {"the": "project's"} if isinstance(SETTINGS[name], dict) else "the project's"
    assert with_addon(**{name: value}).copy_to_dict()[name] == value
    assert with_addon()[name] == SETTINGS[name]


@pytest.mark.parametrize("name", COMPONENTS)
def test_components_of_a_project_stand_beside_the_add_ons(name: str) -> None:
    first, *others = COMPONENTS[name]
    settings = with_addon(**{name: {"project": 1, first: 2}})
    assert (settings[name]["project"], settings[name][first]) == (1, 2)
    assert {other: settings[name][other] for other in others} == {
        other: COMPONENTS[name][other] for other in others
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
    assert options_in(with_addon()) == {}


def test_a_setting_that_no_option_may_have_is_refused_by_its_name() -> None:
    settings = Settings({"CONCURRENT_REQUESTS_PER_DOMAIN": 0}, priority="project")
    with pytest.raises(UsageError, match="In the setting CONCURRENT_REQUESTS_PER_DOMAIN: "):
        options_in(settings)


@pytest.mark.parametrize("priority", ["project", "cmdline"])
def test_an_option_wins_over_the_setting_that_says_the_same(priority: str) -> None:
    settings = with_addon(USER_AGENT="me")
    settings.set("CONCURRENT_REQUESTS_PER_DOMAIN", 16, priority=priority)
    apply_options(settings, Options(concurrency=8))
    assert settings["CONCURRENT_REQUESTS_PER_DOMAIN"] == 8
    assert settings["CONCURRENT_REQUESTS"] == 88


def test_limits_of_the_whole_crawl_are_a_projects_own() -> None:
    settings = with_addon(CONCURRENT_REQUESTS=5)
    apply_options(settings, Options(concurrency=8))
    assert settings["CONCURRENT_REQUESTS"] == 5


def test_a_crawl_with_a_setting_that_cannot_hold_ends_with_the_sentence(tmp_path: Path) -> None:
    with served_site() as site:
        ended = crawl(project(tmp_path), site.base, settings={"JOBDIR": "jobs"})
    assert "ERROR: JOBDIR cannot be 'jobs' in an audit: " in ended.log
    assert "Spider closed (wrong usage)" in ended.log
    assert "Traceback" not in ended.log
    assert (site.asked, ended.audits) == ([], ())


def test_requests_at_once_and_retries_are_those_of_the_settings(tmp_path: Path) -> None:
    settings = {
        "CONCURRENT_REQUESTS_PER_DOMAIN": 3,
        "AUTOTHROTTLE_ENABLED": 0,
        "RETRY_TIMES": 1,
        "DUPEFILTER_CLASS": "scrapy.dupefilters.RFPDupeFilter",
        "HTTPERROR_ALLOWED_CODES": "404",
        "ROBOTSTXT_OBEY": 0,
    }
    more = {"/page-0": answer("down", status="500 Internal Server Error")}
    with served_site(more, seconds=0.1) as site:
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
    assert proxy.most_at_once == 1
    listed = [path for path in proxy.pages_asked() if path in LISTED]
    assert listed == FETCHED
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
    assert proxy.most_at_once <= 2  # a delay as long as a response takes, half more or half less
    assert len(proxy.pages_asked()) == len(FETCHED) + 2
    assert ended.ledger["fetched"] == len(FETCHED) > PAGES
