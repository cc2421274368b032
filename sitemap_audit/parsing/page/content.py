"""Hash of the main text without parts that change at each request: dates, nonces, counters."""

from __future__ import annotations

import re
from functools import lru_cache

import xxhash

_ONE_DIGIT = bytes.maketrans(b"0123456789", b"0000000000")
# One plain character is found several times as fast as any of a set.
_NUMBERED = re.compile(rb"0[^ ]*")
_AROUND = re.compile(r"^[^\w+$%€£¥]+|[^\w=$%€£¥]+$")
_MOMENT = re.compile(
    r"""\d{4}([./-])\d{1,2}\1\d{1,2}(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?  # 2026-03-05T10:00Z
    |\d{1,2}([./-])\d{1,2}\2\d{4}|\d{1,2}/\d{1,2}/\d{2}  # 5.3.2026, 3/5/26
    |\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[ap]\.?m)?|\d{1,2}[ap]m  # 10:15, 9am
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NONCE = re.compile(
    r"(?=\D*\d)(?:[0-9a-fA-F]{16,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"
    r"|(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[A-Za-z0-9+/_-]{20,}={0,2}"
)
_COUNT = re.compile(r"(?:\d+|\d{1,3}(?:[.,']\d{3})+)(?:st|nd|rd|th|er|º)?")
_LONGEST_TOKEN = 200
_TOKENS_KEPT = 2**13

_MONTHS = """
    january february march april may june july august september october november december
    januar februar märz mai juni juli oktober dezember
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    januari februari maart mei augustus
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
"""
_UNITS = "de of am pm a.m p.m uhr second minute min hour day week month year"
_TIME_WORDS = tuple(f"{_MONTHS} {_UNITS}".split())
_SYMBOLS = "$ € £ ¥ ₹ ₽ ₩ ₺ %"
_CODES = "eur usd gbp chf jpy cny inr brl pln czk huf sek nok dkk cad aud kr zł kč"
_AMOUNT_WORDS = frozenset(f"{_SYMBOLS} {_CODES}".split())
_STARTS = frozenset(word.encode()[:3] for word in (*_TIME_WORDS, *_AMOUNT_WORDS))
"The first bytes of all words that matter beside a number: few others begin so."

_SPACE = ord(" ")
_TEXT, _VOLATILE, _TIME, _AMOUNT = range(4)


def content_hash(words: bytes) -> str:
    """Return the XXH3 hash (128 bits, hexadecimal) of words in UTF-8, separated by spaces.

    It ignores dates and times, long nonces (hexadecimal, base64) and whole numbers, except numbers
    next to a currency or a percent sign: a price is content.
    """
    shapes = words.translate(_ONE_DIGIT)
    kept = []
    done = 0
    for found in _NUMBERED.finditer(shapes):
        start, end = found.span()
        if start < done:
            continue
        if start > done and shapes[start - 1] != _SPACE:
            start = shapes.rfind(b" ", done, start) + 1 or done
        if _kind(shapes[start:end]) != _VOLATILE:
            continue
        start, end = _with_neighbours(shapes, done, start, end)
        if start < end:
            kept.append(words[done:start])
            done = end + 1
    kept.append(words[done:])
    return xxhash.xxh3_128_hexdigest(b"".join(kept))


def _with_neighbours(shapes: bytes, done: int, start: int, end: int) -> tuple[int, int]:
    """Return the range of a number or time with adjacent months and units; empty for an amount."""
    before = shapes.rfind(b" ", done, max(start - 1, done)) + 1 or done
    previous = _neighbour(shapes[before : max(start - 1, done)])
    after, following = end, _TIME
    while following == _TIME:
        end = after
        after = shapes.find(b" ", end + 1)
        after = len(shapes) if after < 0 else after
        following = _neighbour(shapes[end + 1 : after])
    if _AMOUNT in (previous, following):
        return start, start
    return before if previous == _TIME else start, end


def _neighbour(word: bytes) -> int:
    return _kind(word) if word[:3].lower() in _STARTS else _TEXT


@lru_cache(_TOKENS_KEPT)
def _kind(token: bytes) -> int:
    """Return the kind of a token; cached, callers replace every digit by 0."""
    if len(token) > _LONGEST_TOKEN:
        return _TEXT
    word = _AROUND.sub("", token.decode("utf-8", "replace"))
    if any(each.fullmatch(word) for each in (_COUNT, _MOMENT, _NONCE)):
        return _VOLATILE
    lower = word.lower()
    if lower in _AMOUNT_WORDS:
        return _AMOUNT
    unit = lower.removesuffix("s")
    is_time = len(unit) > 1 and any(each.startswith(unit) for each in _TIME_WORDS)
    return _TIME if is_time else _TEXT
