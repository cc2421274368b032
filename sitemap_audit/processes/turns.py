"""Turns to ask a host, given by the process that leads to all that fetch.

A host must not notice how many processes ask it: how many requests it takes at once, how far apart,
and how long it wants to be left alone is known in one place. What is said within one round of an
event loop goes in one message.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from functools import partial
from typing import TYPE_CHECKING, Any

from sitemap_audit.network.fetches import NotFetched, Stopped
from sitemap_audit.processes.messages import Turn, TurnsAsked, TurnsGiven

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.network.politeness import Politeness
    from sitemap_audit.network.turns import Answered


class AskedTurns:
    """The turns of a process that asks for each of them."""

    def __init__(self, send: Callable[[Any], None]) -> None:
        """Ask by ``send``; what is answered is for :meth:`take`."""
        self._send = send
        self._asked: list[str] = []
        self._ended: list[tuple[str, Answered | None]] = []
        self._waiting: dict[str, deque[asyncio.Future[None]]] = defaultdict(deque)
        self._is_over = False

    async def begin(self, name: str) -> None:
        """Wait for the turn of a request to a host; :meth:`end` is to follow.

        Raises:
            Stopped: the audit ends.
            NotFetched: the host is not asked any more.
        """
        if self._is_over:
            raise Stopped("The crawl was stopped.")
        turn = asyncio.get_running_loop().create_future()
        self._waiting[name].append(turn)
        self._gather()
        self._asked.append(name)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.end(name)  # it has come, and nobody takes it
            raise

    def end(self, name: str, answered: Answered | None = None) -> None:
        """The request is under way no more."""
        self._gather()
        self._ended.append((name, answered))

    def keep_apart(self, name: str, seconds: float) -> None:
        """The one that leads has read the same robots.txt."""

    def take(self, given: TurnsGiven) -> None:
        """What was answered: turns that have come, or never will."""
        for name, refusal in given.turns:
            turn = self._next(name)
            if turn is None:
                if refusal is None:
                    self.end(name)
            elif refusal is None:
                turn.set_result(None)
            else:
                turn.set_exception(refusal)

    def _next(self, name: str) -> asyncio.Future[None] | None:
        waiting = self._waiting[name]
        while waiting:
            if not (turn := waiting.popleft()).done():
                return turn
        return None

    def stop(self) -> None:
        """The audit ends: what waits need not wait."""
        self._is_over = True
        for name in self._waiting:
            while (turn := self._next(name)) is not None:
                turn.set_exception(Stopped("The crawl was stopped."))

    def _gather(self) -> None:
        if not self._asked and not self._ended:
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._send(TurnsAsked(self._asked, self._ended))
        self._asked, self._ended = [], []


class LentTurns:
    """The turns that one process has, and waits for, as the one that leads sees them."""

    def __init__(self, politeness: Politeness, send: Callable[[Any], None]) -> None:
        """Take them from ``politeness``, and give them by ``send``."""
        self._politeness, self._send = politeness, send
        self._lent: Counter[str] = Counter()
        self._waiting: set[asyncio.Future[None]] = set()
        self._given: list[Turn] = []
        self._is_over = False

    def take(self, asked: TurnsAsked) -> None:
        """What the process has asked for and told."""
        for name, answered in asked.ended:
            self._lent[name] -= 1
            self._politeness.end(name, answered)
        for name in asked.asked:
            turn = self._politeness.turn(name)
            self._waiting.add(turn)
            turn.add_done_callback(partial(self._give, name))

    def _give(self, name: str, turn: asyncio.Future[None]) -> None:
        self._waiting.discard(turn)
        if turn.cancelled():
            return
        refusal = turn.exception()
        if refusal is None:
            self._lent[name] += 1
        if self._is_over:
            self.give_back()
            return
        if not self._given:
            asyncio.get_running_loop().call_soon(self._tell)
        assert refusal is None or isinstance(refusal, Stopped | NotFetched)
        self._given.append(Turn(name, refusal))

    def _tell(self) -> None:
        self._send(TurnsGiven(self._given))
        self._given = []

    def give_back(self) -> None:
        """The process has ended: what it had and waited for is for others."""
        self._is_over = True
        for turn in self._waiting:
            turn.cancel()
        for name in self._lent.elements():
            self._politeness.end(name)
        self._lent.clear()
