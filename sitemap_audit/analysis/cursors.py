"""Run work on a store in several threads, each with its own cursor."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sitemap_audit.storage import Store

    Result = TypeVar("Result")
    Work = Callable[[Store, str, bool], Result]


def on_cursors(
    store: Store, uses: Mapping[str, Collection[str]], work: Work[Result]
) -> dict[str, Result]:
    """Run work for each name, after the names that it uses; return the results by name.

    Work that runs out of memory runs again alone.

    Args:
        uses: names that each name depends on.
        work: takes a cursor, a name, and whether this is its last attempt.
    """
    from sitemap_audit.storage.duckdb import MEMORY_ERRORS

    order = TopologicalSorter(uses)
    order.prepare()
    results: dict[str, Result] = {}
    running: dict[Future[Result], str] = {}
    ready: list[str] = []
    alone: list[str] = []
    cursors = store.cursors
    with ThreadPoolExecutor(cursors) as pool:
        try:
            while order.is_active():
                ready += sorted(order.get_ready())
                while ready and not alone and len(running) < 2 * cursors:
                    name = ready.pop(0)
                    running[pool.submit(_on_cursor, store, name, work)] = name
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    name = running.pop(future)
                    if isinstance(future.exception(), MEMORY_ERRORS):
                        alone.append(name)
                    else:
                        results[name] = future.result()
                        order.done(name)
                while alone and not running:
                    results[alone[0]] = work(store, alone[0], True)
                    order.done(alone.pop(0))
        finally:
            pool.shutdown(cancel_futures=True)
    return results


def _on_cursor(store: Store, name: str, work: Work[Result]) -> Result:
    with store.cursor() as cursor:
        return work(cursor, name, False)
