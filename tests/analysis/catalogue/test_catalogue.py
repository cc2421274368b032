"""Reading, choosing and setting of checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from make_readmes import of_checks

from sitemap_audit.analysis.catalogue.catalogue import (
    CatalogueError,
    load_checks,
    select,
    with_parameters,
)
from sitemap_audit.analysis.catalogue.checkfile import Confidence, Engine, read_check
from sitemap_audit.severity import Severity

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check

SOUND = """\
/*
---
severity: warning
confidence: high
basis: advisory
engines: [protocol]
follows: [page/large]
known_as: {"Other Tool": ["Response time: Slow"]}
needs: [pages]
over: pages
when: "status = 200"
unknown: "seconds IS NULL"
parameters: {max_seconds: 2.5}
see: [https://example.com/rule]
since: 0.1.0
---
# Slow page

## What it finds

A page that takes long.

## Why it matters

Nobody waits.

## How to fix it

Make it faster.

## Example

### One slow page

`pages`

| url | seconds |
|---|---|
| https://example.com/a | 3.0 |
| https://example.com/b | 2.5 |

finds:

| url | observed |
|---|---|
| https://example.com/a | 3.0 |
*/
SELECT
    url,
    seconds AS observed
FROM pages
WHERE seconds > $max_seconds;
"""


def check_of(text: str, name: str = "page/slow") -> Check:
    return read_check(name, text)


def changed(old: str, new: str) -> str:
    assert SOUND.count(old) == 1, "the test must change one place"
    return SOUND.replace(old, new)


def named(checks: list[Check]) -> list[str]:
    return [check.name for check in checks]


def a_check(name: str, **header: str) -> Check:
    text = SOUND.replace("follows: [page/large]", f"follows: [{header.get('follows', '')}]")
    text = text.replace("confidence: high", f"confidence: {header.get('confidence', 'high')}")
    text = text.replace("engines: [protocol]", f"engines: [{header.get('engines', 'protocol')}]")
    return check_of(text, name)


def test_a_file_is_read_whole() -> None:
    check = check_of(SOUND)
    assert (check.name, check.subject, check.title) == ("page/slow", "page", "Slow page")
    assert (check.severity, check.confidence) == (Severity.WARNING, Confidence.HIGH)
    assert check.engines == (Engine.PROTOCOL,)
    assert check.follows == ("page/large",)
    assert check.known_as == {"Other Tool": ("Response time: Slow",)}
    assert (check.over, check.when, check.unknown) == (
        "pages",
        "status = 200",
        "seconds IS NULL",
    )
    assert check.parameters == {"max_seconds": 2.5}
    assert check.what_it_finds == "A page that takes long."
    assert check.how_to_fix_it == "Make it faster."
    assert check.sql.endswith("WHERE seconds > $max_seconds")


MALFORMED = {
    "no header": (SOUND.removeprefix("/*\n---\n"), "must start with '/*' and '---'"),
    "not YAML": (changed("severity: warning", "severity: [warning"), "not valid YAML"),
    "a key is missing": (changed("basis: advisory\n", ""), "no 'basis'"),
    "a key is unknown": (changed("since: 0.1.0", "since: 0.1.0\nowner: me"), "'owner'"),
    "another severity": (
        changed("severity: warning", "severity: high"),
        "'severity' is 'high', expected one of error, warning, notice",
    ),
    "another engine": (changed("[protocol]", "[altavista]"), "'altavista'"),
    "no engine": (changed("[protocol]", "[]"), "'engines' names nothing"),
    "no list of names": (
        changed('["Response time: Slow"]', "Slow"),
        "'Other Tool' is 'Slow', expected a list",
    ),
    "names of no tool": (
        changed('{"Other Tool": ["Response time: Slow"]}', "[Slow]"),
        "'known_as' is ['Slow'], expected names with lists",
    ),
    "no such table": (changed("needs: [pages]", "needs: [page]"), "no stored table"),
    "see without https": (changed("https://example.com/rule", "rule.txt"), "https://"),
    "parameter not used": (changed("max_seconds: 2.5", "seconds: 2.5"), "not used in the query"),
    "parameter not named": (changed("parameters: {max_seconds: 2.5}\n", ""), "$max_seconds"),
    "no number": (changed("since: 0.1.0", "since: 0.1.0\nadds: yes"), "'adds' is True, expected a"),
    "another correction": (changed("since: 0.1.0", "since: 0.1.0\nfix: mend"), "'fix' is 'mend'"),
    "no title": (changed("# Slow page", "Slow page"), "# Title"),
    "a heading is missing": (changed("## Why it matters", "## Reasons"), "the headings"),
    "a section is empty": (changed("Nobody waits.", ""), "says nothing below 'Why it matters'"),
    "a comment mark": (changed("Nobody waits.", "Disallow: /*"), "comment mark"),
}


@pytest.mark.parametrize(("text", "says"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_file_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        check_of(text)
    message = str(raised.value)
    assert says in message
    assert message.startswith("The check page/slow cannot be read: ")
    assert message.endswith(".")


@pytest.mark.parametrize("name", ["Page/slow", "page/Slow", "page/so_slow", "slow", "page/a/b"])
def test_a_name_is_lower_case_with_hyphens(name: str) -> None:
    with pytest.raises(CatalogueError, match="lower case with hyphens"):
        check_of(SOUND, name)


def test_checks_come_in_the_order_of_their_names() -> None:
    names = named(load_checks())
    assert names == sorted(names)


def write(folder: Path, name: str, text: str = SOUND) -> None:
    path = folder / f"{name}.sql"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_folder_of_ones_own_is_added(tmp_path: Path) -> None:
    write(tmp_path, "page/slow", SOUND.replace("page/large", "status/timeout"))
    assert set(named(load_checks([tmp_path]))) - set(named(load_checks())) == {"page/slow"}


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "sitemap/too-large", SOUND)
    with pytest.raises(CatalogueError, match="'sitemap/too-large' is the name of 2"):
        load_checks([tmp_path])


def test_a_check_that_follows_one_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "page/slow")
    with pytest.raises(CatalogueError, match=r"page/slow cannot be read: it follows 'page/large'"):
        load_checks([tmp_path])


def test_checks_that_follow_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "page/slow")
    write(tmp_path, "page/large", SOUND.replace("page/large", "page/slow"))
    with pytest.raises(CatalogueError, match=r"in a cycle: page/\w+ follows page/\w+ follows"):
        load_checks([tmp_path])


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"There is no folder .*/mine"):
        load_checks([tmp_path / "mine"])


def test_a_folder_without_checks_is_named(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="holds no checks"):
        load_checks([tmp_path])


def test_a_check_outside_of_a_subject_is_named(tmp_path: Path) -> None:
    write(tmp_path, "slow")
    with pytest.raises(CatalogueError, match=r"slow\.sql lies at the top"):
        load_checks([tmp_path])


def test_a_check_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "slow.sql").write_bytes(b"\xff\xfe")
    with pytest.raises(CatalogueError, match="page/slow cannot be read: it is not UTF-8"):
        load_checks([tmp_path])


CHECKS = [
    a_check("hreflang/missing-self", engines="google"),
    a_check("hreflang/missing-x-default", engines="google", confidence="pedantic"),
    a_check("page/slow", engines="google, bing"),
    a_check("sitemap/missing", engines="protocol"),
]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        pytest.param(["page/slow"], ["page/slow"], id="name"),
        pytest.param(["hreflang"], ["hreflang/missing-self"], id="subject, without the pedantic"),
        pytest.param(["hreflang/"], ["hreflang/missing-self"], id="subject with a slash"),
        pytest.param(["*/missing*"], ["hreflang/missing-self", "sitemap/missing"], id="pattern"),
        pytest.param(
            ["hreflang/missing-x-default"],
            ["hreflang/missing-x-default"],
            id="pedantic, asked for by name",
        ),
        pytest.param([], ["hreflang/missing-self", "page/slow", "sitemap/missing"], id="nothing"),
    ],
)
def test_checks_are_selected_by(words: list[str], names: list[str]) -> None:
    assert named(select(CHECKS, select=words)) == names


def test_ignored_checks_are_left_out() -> None:
    chosen = select(CHECKS, ignore=["hreflang", "page/slow"], pedantic=True)
    assert named(chosen) == ["sitemap/missing"]


def test_of_an_engine_are_its_own_rules_and_the_protocols() -> None:
    assert named(select(CHECKS, engines=["bing"])) == ["page/slow", "sitemap/missing"]


def test_pedantic_checks_are_there_when_asked_for() -> None:
    assert named(select(CHECKS, pedantic=True)) == named(CHECKS)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("page/slwo", "There is no check 'page/slwo'. Did you mean page/slow or page?"),
        ("hreflagn", "There is no check 'hreflagn'. Did you mean hreflang?"),
        (
            "self missing",
            "There is no check 'self missing'. Did you mean hreflang/missing-self or"
            " sitemap/missing?",
        ),
        ("xyz", "There is no check 'xyz'. 'sitemap-audit checks' lists them."),
    ],
)
def test_a_word_that_names_nothing_gets_the_nearest(word: str, says: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        select(CHECKS, select=[word])
    assert str(raised.value) == says


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("noindex", "indexability/noindex"),
        ("missing-canonical", "canonical/missing"),
        ("Canonical loops", "canonical/loop"),
        ("hreflang/missing-return", "hreflang/missing-return-link"),
        ("hreflnag", "hreflang"),
    ],
)
def test_the_nearest_of_all_checks_comes_first(word: str, nearest: str) -> None:
    with pytest.raises(CatalogueError, match=rf"Did you mean {nearest}( or |\?)"):
        select(load_checks(), select=[word])


def test_a_check_is_known_by_its_title_too() -> None:
    chosen = select(load_checks(), select=["Noindex URL in sitemap"])
    assert named(chosen) == ["indexability/noindex"]


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(CatalogueError, match="There is no engine 'gogle'; known are google, bing"):
        select(CHECKS, engines=["gogle"])


def test_a_parameter_is_set_by_name() -> None:
    checks = with_parameters(CHECKS, {"page/slow.max_seconds": 1})
    assert [check.parameters["max_seconds"] for check in checks] == [2.5, 2.5, 1, 2.5]


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("page/fast.max_seconds", 1, "There is no check 'page/fast' to set."),
        ("page/slow.limit", 1, "page/slow has no parameter 'limit'; it has max_seconds."),
        ("page/slow.max_seconds", "x", "is 'x', expected a number such as 2.5."),
        ("page/slow.max_seconds", True, "is True, expected a number such as 2.5."),
        ("max_seconds", 1, "There is no check '' to set."),
    ],
)
def test_a_parameter_that_does_not_fit_is_refused(key: str, value: object, says: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        with_parameters(CHECKS, {key: value})  # type: ignore[dict-item]
    assert says in str(raised.value)


def test_the_readme_links_every_check() -> None:
    text = of_checks(CHECKS)
    assert "4 checks, one file each." in text
    assert "| [page/slow](page/slow.sql) | Slow page | warning | high | google, bing |" in text
