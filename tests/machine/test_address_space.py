"""Tests of the limit of memory that a process may add."""

from __future__ import annotations

import sys

import pytest

from sitemap_audit.machine.address_space import limited_memory


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not obey the limit")
def test_what_needs_more_fails_and_the_limit_ends() -> None:
    with limited_memory(200_000_000):
        assert len(bytearray(1_000_000)) == 1_000_000
        with pytest.raises(MemoryError):
            bytearray(1_000_000_000)
    assert len(bytearray(1_000_000_000)) == 1_000_000_000
