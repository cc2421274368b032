"""Every request of a round is accounted for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sitemap_audit.audit import Audit


@contextmanager
def accounted(audit: Audit, done: Callable[[], None]) -> Iterator[None]:
    """What was given out is given back by ``done``, whatever happens; an error of ours counts."""
    try:
        yield
    except Exception:
        audit.own_errors += 1
        raise
    finally:
        done()
