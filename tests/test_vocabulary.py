"""What users read is written in the words of the field: no phrase that nobody there says."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from make_readmes import of_columns

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.views import view_queries
from sitemap_audit.cli import command_line
from sitemap_audit.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import click

    from sitemap_audit.analysis.catalogue.catalogue import Check

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sitemap_audit"
WORDS_OF_A_TITLE = 8
RIDDLE = re.compile(r"(?i)^listed\b")
"A title states the fault, as 'Redirecting URL in sitemap' does, without 'Listed URL that …'."
INSTEAD = {
    r"leads? (?:elsewhere|back|to)": "redirects to, links to",
    r"(?:ask|asks|asked) for by": "requested by",
    r"(?:is|are|was|were) asked": "is requested, is fetched",
    r"answers? with|answered with": "returns, responds with",
    r"answers? [1-5](?:\d\d|xx)": "returns 404",
    r"(?:did|do|does) not answer": "timed out, no response",
    r"names? itself": "self-referencing",
    r"gives? itself": "self-referencing hreflang",
    r"named by (?:nobody|none|nothing)": "no incoming links",
    r"link back": "return link",
    r"the one to keep": "canonical URL",
    r"kept from the index|shut out": "non-indexable, blocked by robots.txt",
    r"forbidden by robots|forbids crawling": "blocked by robots.txt, disallowed",
    r"bot walls?": "bot protection",
    r"not found without(?: a)? 404": "soft 404",
    r"circles?": "redirect loop, circular sitemap index",
    r"take (?:it|this|them) out|taken out": "Remove from the sitemap",
    r"drop the (?:annotation|entry|link|line)": "Remove this hreflang annotation",
    r"packed": "compressed, gzip",
    r"broken off|cut short|cut off": "truncated, incomplete",
    r"unsound|is sound|are sound": "invalid, not well-formed",
    r"not measured|unjudged|not judged": "not checked",
    r"mostly": "usually, often",
    r"several times the same": "duplicate, repeated",
    r"of no one pattern": "no common pattern",
    r"that there (?:is|are) (?:not|none|no)": "missing, does not exist",
    r"such as there (?:is|are)": "write a sentence: subject, verb, object",
    r"what is (?:not|none)": "write a sentence: subject, verb, object",
    r"(?:that|which) (?:is|are) none": "invalid, not a …",
    r"entry's address|address(?:es)? of (?:an? |the |each )?(?:entry|entries|page|pages)": "URL",
    r"(?:every|each|listed|whose|an|canonical) address(?:es)?": "URL",
    r"for its sake|in earnest": "(leave it out)",
    r"visits that search engines": "crawl budget",
}
"""Phrases that nobody in the field says, with what to write instead.

Words that are right in another place, as in "IP address" or "unknown directive", are not here.
"""
REFUSED = {re.compile(rf"(?i)\b(?:{phrase})\b"): words for phrase, words in INSTEAD.items()}
PAGES = ["README.md", "CHANGELOG.md", *(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))]
FENCED = re.compile(r"(?ms)^ *```.*?^ *```")
LITERAL = re.compile(r"'((?:[^']|'')*)'")
COMMENT = re.compile(r"(?s)--[^\n]*|/\*.*?\*/")
SPANS = re.compile(r"`[^`]*`|https?://\S+")
"Code and URLs, which are as they are."


def refused(text: str) -> list[str]:
    """The phrases of a text that nobody in the field says, each with what to write."""
    plain = " ".join(SPANS.sub(" ", text).split())
    return [
        f"{found[0]!r} in '…{plain[max(0, found.start() - 40) : found.end() + 40]}…': write {words}"
        for phrase, words in REFUSED.items()
        for found in phrase.finditer(plain)
    ]


def literals(query: str) -> list[str]:
    """The texts that a query writes, before values are filled in."""
    return [text.replace("''", "'") for text in LITERAL.findall(COMMENT.sub(" ", query))]


def texts_of_check(check: Check) -> Iterator[str]:
    """What readers see of a check."""
    yield check.title
    yield from (check.what_it_finds, check.why_it_matters, check.how_to_fix_it)
    yield from re.findall(r"(?m)^### (.*)", check.example)
    yield from literals(check.sql)


def texts_of_module(path: Path) -> Iterator[str]:
    """The texts of a module that are no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def texts_of_command(command: click.Command) -> Iterator[str]:
    """The help of a command, of its flags and of its own commands."""
    yield command.help or ""
    yield command.epilog or ""
    yield from (str(getattr(each, "help", None) or "") for each in command.params)
    for each in getattr(command, "commands", {}).values():
        yield from texts_of_command(each)


def refused_in(texts: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """By name: the phrases of its texts that nobody says."""
    found = {name: [*chain(*map(refused, given))] for name, given in texts.items()}
    return {name: phrases for name, phrases in found.items() if phrases}


def test_checks_are_written_in_the_words_of_the_field() -> None:
    checks = load_checks()
    assert refused_in({check.name: texts_of_check(check) for check in checks}) == {}
    titles = [check.title for check in checks]
    assert [each for each in titles if len(each.split()) > WORDS_OF_A_TITLE] == []
    assert [each for each in titles if RIDDLE.search(each)] == []


def test_a_manual_says_the_default_of_a_parameter() -> None:
    for check in load_checks():
        manual = f"{check.title} {check.what_it_finds}"
        for name, value in check.parameters.items():
            written = f"{value:,}" if isinstance(value, int) else str(value).removesuffix(".0")
            percent = f"{value:.0%}" if isinstance(value, float) else written
            is_written = written in manual or percent in manual or f"`{name}`" not in manual
            assert is_written, f"{check.name}: {name}"


def test_texts_that_views_make_are() -> None:
    views = view_queries()
    assert len(views) > 100
    assert refused_in({name: literals(query) for name, query in views.items()}) == {}


def test_sentences_of_the_program_are() -> None:
    modules = {str(path.relative_to(ROOT)): path for path in PACKAGE.rglob("*.py")}
    assert len(modules) > 300
    assert refused_in({name: texts_of_module(path) for name, path in modules.items()}) == {}


def test_the_texts_of_columns_are() -> None:
    assert refused(of_columns()) == []


def test_the_help_is() -> None:
    helps = [*texts_of_command(command_line), *(option.help for option in OPTIONS.values())]
    assert len(helps) > len(OPTIONS)
    assert [phrase for text in helps for phrase in refused(text)] == []


def test_pages_for_users_are() -> None:
    pages = {page: FENCED.sub(" ", (ROOT / page).read_text("utf-8")) for page in PAGES}
    assert refused_in({page: [text] for page, text in pages.items()}) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Canonical leads elsewhere",
        "http://a.example/ answers with 404",
        "Names itself",
        "Host with a bot wall",
        "Take it out",
        "A code that there is not",
        "A date that is none",
        "Broken off after 10 bytes",
        "The entry's address",
        "Mostly it is a\n    template",
    ],
)
def test_phrases_that_nobody_says_are_refused(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "Private IP address",
        "Unknown directive in robots.txt",
        "Response code 404",
        "Address of an e-mail",
        "`sitemap/cut-short` reports the others",
        "https://www.example.com/mostly",
    ],
)
def test_words_that_are_right_in_their_place_are_not(text: str) -> None:
    assert not refused(text)
