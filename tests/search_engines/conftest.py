"""The stored audit of https://www.example.com, as for imports."""

from __future__ import annotations

from imports.conftest import audit, kept

__all__ = ["audit", "kept"]
