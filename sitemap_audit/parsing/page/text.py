"""The main text of a page: what it is about, without what every page of the site repeats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.parsing.page.simhash import simhash

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_NOT_MAIN = ["aside", "footer", "header", "nav", "noscript", "script", "style", "template"]

# Scripts without spaces: Han and kana count a word a character, those of South-East Asia (Thai,
# Lao, Myanmar, Khmer) a word every four, which is about their words' mean length.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
    r"|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{1,4}"
    r"|[^\s\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"
)


class MainText(NamedTuple):
    """Measures of the main text."""

    words: int
    hash: str
    "XXH3, 128 bits, of the text with its white space folded; in hexadecimal."
    simhash: int | None
    "Of its words; see :mod:`sitemap_audit.parsing.page.simhash`."
    asks_password: bool
    "A field for a password stands in it."


def main_text(tree: LexborHTMLParser) -> MainText:
    """Measure the main text; what is not part of it is taken out of the tree."""
    tree.strip_tags(_NOT_MAIN, recursive=True)
    text = tree.body.text(separator=" ") if tree.body else ""
    words = text.split()
    digest = xxhash.xxh3_128_hexdigest(" ".join(words).encode("utf-8", "replace"))
    if not text.isascii():
        words = _WORD.findall(text)
    asks_password = tree.css_first("input[type=password i]") is not None
    return MainText(len(words), digest, simhash(words), asks_password)
