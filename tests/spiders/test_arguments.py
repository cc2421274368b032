"""Arguments of the spider that are wrong or hostile: a sentence each, and nothing is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from scrapy.crawler import Crawler

from sitemap_audit.errors import UsageError
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from pathlib import Path


def made(arguments: dict[str, Any], **settings: str) -> AuditSpider:
    """A spider of these arguments."""
    given = {"site": "http://127.0.0.1:9/"} | arguments
    crawler = Crawler(AuditSpider, settings)
    crawler.crawling = True
    return AuditSpider.from_crawler(crawler, **given)


def refused(arguments: dict[str, Any], folder: Path, **settings: str) -> str:
    """Why a spider with these arguments has no audit."""
    with pytest.raises(UsageError) as error:
        made({"output": str(folder / "out")} | arguments, **settings)
    assert not (folder / "out").exists()
    sentence = str(error.value)
    assert len(sentence) < 600
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"audit": "x"}, "Unknown option 'audit'."),
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


@pytest.mark.parametrize("written", ["x", "[1]", "3"])
def test_a_setting_that_is_no_dictionary_gets_a_sentence(written: str, tmp_path: Path) -> None:
    said = refused({}, tmp_path, SITEMAP_AUDIT=written)
    assert "must be a dictionary of options" in said


@pytest.mark.parametrize("job", ["../../evil", "/etc/evil", "..", "a\0b", "x" * 5_000])
def test_the_id_of_a_job_is_no_path(job: str, tmp_path: Path) -> None:
    output = tmp_path / "above" / "out"
    run = made({"output": str(output), "_job": job})._crawl.run
    assert run is not None
    assert run.folder.parent == output / "127.0.0.1_9"
    assert [path.name for path in tmp_path.iterdir()] == ["above"]
    assert [path.name for path in output.parent.iterdir()] == ["out"]
