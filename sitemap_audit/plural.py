"""Numbers with their noun."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: '1 finding', '2,000 findings'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
