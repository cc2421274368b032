"""Known names that are meant by others."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def nearest(written: str, names: Iterable[str], least: float = 0.6) -> str | None:
    """Return the name that is most like another one; None if none is.

    Args:
        least: likeness of the names, from 0 to 1.
    """
    return next(iter(get_close_matches(written, list(names), 1, least)), None)


def did_you_mean(names: Collection[str], otherwise: str = "") -> str:
    """Return `` Did you mean …?`` with names that may be meant, or what is said without any."""
    return f" Did you mean {' or '.join(names)}?" if names else otherwise
