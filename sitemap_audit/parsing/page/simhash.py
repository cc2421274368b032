"""A fingerprint of a text that hardly changes where the text hardly does (simhash, Charikar 2002).

Each distinct word votes on each of 64 bits; the majority decides. Texts that share nearly all of
their words differ in few bits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import xxhash

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS_KEPT = 2**15
_MOST_WORDS = 2**15
"Distinct words that are counted: their votes stay within sixteen bits."
_BYTES = 2 * 64
# The votes of a byte: eight lanes of sixteen bits, so that one sum of long integers counts them.
_VOTES = [
    b"".join((byte >> bit & 1).to_bytes(2, "little") for bit in range(8)) for byte in range(256)
]


def simhash(words: Iterable[str]) -> int | None:
    """The fingerprint as a signed integer of 64 bits; None where there are no words."""
    distinct = set(words)
    if not distinct or len(distinct) > _MOST_WORDS:
        return None
    votes = sum(map(_votes, distinct)).to_bytes(_BYTES, "little")
    bits = np.frombuffer(votes, dtype="<u2").astype(np.uint32) * 2 > len(distinct)
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little", signed=True)


@lru_cache(_WORDS_KEPT)
def _votes(word: str) -> int:
    digest = xxhash.xxh3_64_digest(word.encode("utf-8", "replace"))
    return int.from_bytes(b"".join([_VOTES[byte] for byte in digest]), "little")
