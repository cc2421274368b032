"""Arguments of the spider that are wrong or hostile: a sentence each, and nothing is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from scrapy.crawler import Crawler

from sitemap_audit.errors import UsageError
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.crawl.run import AuditRun


def made(
    arguments: dict[str, Any], kind: type[AuditSpider] = AuditSpider, **settings: str
) -> AuditSpider:
    """A spider of these arguments."""
    given = {"site": "http://127.0.0.1:9/"} | arguments
    given = {name: value for name, value in given.items() if value is not None}
    crawler = Crawler(kind, settings)
    crawler.crawling = True
    return kind.from_crawler(crawler, **given)


def run_of(spider: AuditSpider) -> AuditRun:
    """The audit of a spider."""
    assert spider._crawl.run is not None
    return spider._crawl.run


def refused(arguments: dict[str, Any], folder: Path, **settings: str) -> str:
    """Why a spider with these arguments has no audit."""
    with pytest.raises(UsageError) as error:
        made({"output": str(folder / "out")} | arguments, AuditSpider, **settings)
    assert not (folder / "out").exists()
    sentence = str(error.value)
    assert len(sentence) < 600
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"audit": "x"}, "Unknown option 'audit'."),
        ({"sit": "x"}, "Unknown option 'sit'. Did you mean 'site'?"),
        ({"resum": "x"}, "Unknown option 'resum'. Did you mean 'resume'?"),
        ({"run": "x"}, "Unknown option 'run'."),
        ({"crawler": "x"}, "Unknown option 'crawler'."),
        ({"cls": "x"}, "Unknown option 'cls'."),
        ({"self": "x"}, "Unknown option 'self'."),
        ({"name": "x"}, "Unknown option 'name'."),
        ({"site": "-"}, "a spider has no standard input"),
        ({"site": "https://www.example.com,-"}, "a spider has no standard input"),
        ({"site": ""}, "No site given."),
        ({"site": "a\0b"}, "Cannot audit "),
        ({"site": "./a\0b"}, "no such file"),
        ({"site": "x" * 50_000}, "Cannot audit "),
        ({"resume": "/etc"}, "No audit in /etc"),
        ({"resume": "/etc", "site": ""}, "Cannot change output of"),
        ({"resume": "/nowhere", "output": ""}, "Cannot change site of"),
        ({"resume": "a?b", "site": "", "output": ""}, "Cannot store an audit in a?b"),
        ({"resume": "a\0b", "site": "", "output": ""}, "cannot"),
        ({"config": "/etc"}, "Cannot read /etc: Is a directory"),
        ({"config": "/dev/zero"}, "Cannot read /dev/zero: it is too large"),
        ({"config": "a\0b"}, "Cannot read"),
        ({"auth": "/dev/zero"}, "/dev/zero: it is too large"),
        ({"output": "/proc/x"}, "Cannot write to /proc/x"),
        ({"output": "s3://bucket/x"}, "A spider that Scrapy runs stores audits in a local folder"),
        ({"output": "a\0b"}, "it must be a path on this machine"),
        ({"max_urls": "9" * 30}, "it must be at most 1,000,000,000,000,000"),
        ({"max_urls": "9" * 5000}, "it must be a whole number"),
        ({"delay": "1e300"}, "it must be at most 1,000,000,000"),
        ({"user_agent": "two\nlines"}, "it must be one line of plain ASCII"),
        ({"select": ["status", 3]}, "it must be text"),
    ],
    ids=str,
)
def test_an_argument_that_cannot_be_used_gets_a_sentence(
    arguments: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    if "resume" in arguments and len(arguments) == 1:
        arguments = arguments | {"site": "", "output": ""}
    assert sentence in refused(arguments, tmp_path)


class Mixin:
    """Takes an argument, as a class that several spiders of a project share."""

    color = "red"


class ShopSpider(Mixin, AuditSpider):
    """Takes arguments of its own, and two that the audit takes too."""

    site = ("http://127.0.0.1:9/", "http://127.0.0.1:10/")
    country = "uk"
    timeout: Any = 1

    def __init__(self, shop: str = "one", *args: Any, seed: str = "0", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shop, self.seed = shop, seed

    def price(self) -> None:
        """A method is no argument."""


def test_a_subclass_takes_its_parameters_and_attributes(tmp_path: Path) -> None:
    output = str(tmp_path / "out")
    given = {"shop": "two", "country": "de", "color": "blue", "seed": "5", "timeout": "7"}
    spider = made(given | {"output": output, "site": None}, ShopSpider)
    assert isinstance(spider, ShopSpider)
    assert (spider.shop, spider.country, spider.color) == ("two", "de", "blue")
    assert (spider.seed, spider.timeout) == ("5", "7")
    run = run_of(spider)
    assert (run.options.seed, run.options.timeout) == (5, 7)
    assert [target.site for target in run.targets] == [*ShopSpider.site]
    assert (Mixin.color, ShopSpider.country) == ("red", "uk")
    run.release()
    again = {"resume": str(run.folder), "site": None, "shop": "three", "country": "fr"}
    resumed = made(again, ShopSpider)
    assert isinstance(resumed, ShopSpider)
    assert (resumed.shop, resumed.country) == ("three", "fr")


def test_an_argument_wins_over_the_site_of_the_class(tmp_path: Path) -> None:
    spider = made({"output": str(tmp_path / "out")}, ShopSpider)
    assert [target.site for target in run_of(spider).targets] == ["http://127.0.0.1:9/"]


@pytest.mark.parametrize("name", ["shpo", "price", "name", "custom_settings", "options", "self"])
def test_an_argument_that_no_class_takes_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"^Unknown option '{name}'.* as a class attribute"):
        made({"output": str(tmp_path / "out"), name: "x"}, ShopSpider)
    assert not (tmp_path / "out").exists()


def test_a_missing_argument_is_an_error_before_anything_is_begun(tmp_path: Path) -> None:
    class Strict(AuditSpider):
        def __init__(self, *, shop: str) -> None:
            self.shop = shop  # without super().__init__()

    output = {"output": str(tmp_path / "out")}
    with pytest.raises(TypeError, match="'shop'"):
        made(output, Strict)
    assert not (tmp_path / "out").exists()
    assert run_of(made(output | {"shop": "one"}, Strict)).folder.exists()


@pytest.mark.parametrize("written", ["x", "[1]", "3"])
def test_a_setting_that_is_no_dictionary_gets_a_sentence(written: str, tmp_path: Path) -> None:
    said = refused({}, tmp_path, SITEMAP_AUDIT=written)
    assert "must be a dictionary of options" in said


@pytest.mark.parametrize("job", ["../../evil", "/etc/evil", "..", "a\0b", "x" * 5_000])
def test_the_id_of_a_job_is_no_path(job: str, tmp_path: Path) -> None:
    output = tmp_path / "above" / "out"
    run = run_of(made({"output": str(output), "_job": job}))
    assert run.folder.parent == output / "127.0.0.1_9"
    assert [path.name for path in tmp_path.iterdir()] == ["above"]
    assert [path.name for path in output.parent.iterdir()] == ["out"]


def test_a_from_crawler_without_super_is_an_error_before_the_crawl() -> None:
    class Wrong(AuditSpider):
        @classmethod
        def from_crawler(cls, *_: Any, **kwargs: Any) -> Wrong:
            return cls(**kwargs)

    crawler = Crawler(Wrong)
    crawler.crawling = True
    crawler.spider = Wrong.from_crawler(crawler)
    with pytest.raises(UsageError, match=r"of Wrong has not called super\(\)"):
        crawler._apply_settings()


def test_an_audit_whose_start_yielded_nothing_is_not_complete(tmp_path: Path) -> None:
    loop = made({"output": str(tmp_path / "out")}, ShopSpider)._loop
    assert loop is not None
    loop.end_at_once("finished")
    assert loop.run.faults == [
        "start() of ShopSpider, or a spider middleware, did not yield all requests of"
        " super().start(): the others were not sent."
    ]
