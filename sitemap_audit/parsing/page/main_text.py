"""The main text of a page, without the parts that repeat on every page of the site."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import xxhash
from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.cleaning import has_text
from sitemap_audit.parsing.page.content import content_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from selectolax.lexbor import LexborNode

PHRASE = 4
LOGIN_INPUT = "input[type=password i]"
_NEVER_SHOWN = ["noscript", "script", "style", "template"]
_NOT_MAIN = ["aside", "footer", "header", "nav", *_NEVER_SHOWN]
_SHOWN = (
    "amp-img, audio[controls], button, canvas, embed, frame, hr, iframe, image, img, input, math,"
    " meter, object, picture, progress, select, svg, textarea, video, [background],"
    ' [style*="background" i][style*="url(" i]'
)
"Elements that are shown without text."
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PIXEL = re.compile(r"\s*[01]\s*(?:px)?\s*")
"Width of an image that only counts visits."
_SCRIPT = "script[src], script[type=module i]"
_WRITES = re.compile(
    r"document\.(?:body|write)|innerHTML|\blocation(?:\.href)?\s*=|\blocation\.(?:assign|replace)\("
)
"In a script that may show something without an element to fill, or redirects."
_FILLED_BY_SCRIPT = "body [id]:not(script):not(style):not(noscript):not(template)"

# Scripts without spaces: Han and kana count a word a character, those of South-East Asia (Thai,
# Lao, Myanmar, Khmer) a word every four, which is about their words' mean length.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
    r"|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{1,4}"
    r"|[^\s\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"
)
_MAY_LACK_SPACES = b"\xe0\xe1\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xef"
"First bytes, in UTF-8, of the characters of these scripts."

_AT_ONCE = 2**14
"Words whose bits are counted at once: each takes 64 bytes."


class MainText(NamedTuple):
    """Measures of the main text."""

    words: int
    hash: str
    "XXH3, 128 bits, of the text with its white space folded; in hexadecimal."
    content_hash: str
    "Of its words but dates, times, nonces and counters."
    simhash: int | None
    "Of its words, in any order."
    phrases_key: int | None
    "Simhash of each PHRASE of its words, which sees their order."
    asks_password: bool
    "A field for a password stands in it."
    text: str
    "With its white space folded."


def shows_nothing(text: str) -> bool:
    """Return whether a browser shows nothing of a page but its background.

    A page whose scripts have an element to fill, or write into the page, may show something.
    """
    tree = LexborHTMLParser(text)
    if any(_WRITES.search(script.text()) for script in tree.css("script:not([src])")):
        return False
    has_script = tree.css_first(_SCRIPT) is not None
    tree.strip_tags(_NEVER_SHOWN, recursive=True)
    if tree.body is not None and has_text(tree.body.text()):
        return False
    if any(map(_is_shown, tree.css(_SHOWN))):
        return False
    is_filled = tree.css_first(_FILLED_BY_SCRIPT) is not None or any(
        "-" in (node.tag or "") for node in tree.css("body *")
    )
    return not (has_script and is_filled)


def _is_shown(node: LexborNode) -> bool:
    size = [node.attributes.get(name) for name in ("width", "height")]
    is_pixel = all(side is not None and _PIXEL.fullmatch(side) for side in size)
    is_hidden_field = (node.attributes.get("type") or "").strip().lower() == "hidden"
    return not (is_pixel or (node.tag == "input" and is_hidden_field) or _is_hidden(node))


def _is_hidden(node: LexborNode | None) -> bool:
    while node is not None and node.tag is not None:
        if "hidden" in node.attributes or _HIDDEN.search(node.attributes.get("style") or ""):
            return True
        node = node.parent
    return False


def main_text(tree: LexborHTMLParser, *, has_password_field: bool = True) -> MainText:
    """Measure the main text; other parts are removed from the tree.

    Args:
        has_password_field: the page may have a password field; else none is searched for.
    """
    tree.strip_tags(_NOT_MAIN, recursive=True)
    text = tree.body.text(separator=" ") if tree.body else ""
    words = text.split()
    told = " ".join(words)
    folded = told.encode("utf-8", "replace")
    encoded = folded
    if len(folded.translate(None, _MAY_LACK_SPACES)) < len(folded):
        words = _WORD.findall(text)
        encoded = " ".join(words).encode("utf-8", "replace")
    words_key, phrases_key = simhashes(words)
    return MainText(
        words=len(words),
        hash=xxhash.xxh3_128_hexdigest(folded),
        content_hash=content_hash(encoded),
        simhash=words_key,
        phrases_key=phrases_key,
        asks_password=has_password_field and tree.css_first(LOGIN_INPUT) is not None,
        text=told,
    )


def simhashes(words: Sequence[str]) -> tuple[int | None, int | None]:
    """Return signed 64-bit fingerprints of the words and of their phrases, the runs of PHRASE.

    Each distinct word votes on each bit, and the majority decides (Charikar 2002). Texts that share
    nearly all words differ in few bits. Phrases (the shingles of Broder 1997) see the order of the
    words; fewer words than PHRASE are one. None if there are no words.
    """
    import numpy as np  # its import takes a tenth of a second

    if not words:
        return None, None
    places: dict[str, int] = defaultdict(count().__next__)
    order = np.fromiter(map(places.__getitem__, words), np.int64, len(words))
    encoded = "\n".join(places).encode("utf-8", "replace").split(b"\n")
    hashes = np.frombuffer(b"".join(map(xxhash.xxh3_64_digest, encoded)), "<u8")
    in_order = hashes[order]
    runs = max(len(words) - PHRASE + 1, 1)
    phrases = np.zeros(runs, "<u8")
    for start in range(min(PHRASE, len(words))):
        phrases = _mixed(phrases + in_order[start : start + runs])
    return _majority(hashes), _majority(np.unique(phrases))


def _mixed(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return hashes of which each bit depends on all bits (the finalizer of SplitMix64)."""
    import numpy as np

    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        hashes = (hashes ^ (hashes >> np.uint64(shift))) * np.uint64(factor)
    return hashes ^ (hashes >> np.uint64(31))


def _majority(hashes: NDArray[np.uint64]) -> int:
    import numpy as np

    votes = np.zeros(64, np.uint32)
    for at in range(0, len(hashes), _AT_ONCE):
        bits = np.unpackbits(hashes[at : at + _AT_ONCE].view(np.uint8), bitorder="little")
        votes += bits.reshape(-1, 64).sum(axis=0, dtype=np.uint16)
    is_set = votes * 2 > len(hashes)
    return int.from_bytes(np.packbits(is_set, bitorder="little").tobytes(), "little", signed=True)
