"""Serve a site whose responses a test replaces between two audits."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import defaultdict
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from checks.examples.responses import Response
from commanding import PATIENCE
from mockserver.server import Responder, Server

from sitemap_audit.demo.rules import Rule

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from sitemap_audit.demo.rules import Page


class Edited:
    """A site with other responses for some request targets."""

    def __init__(self, site: Responder) -> None:
        self._site = site
        self.rules: dict[str, Rule] = {}

    def find(self, target: str) -> Page | None:
        """Return the page for a request target, or None if there is none."""
        rule = self.rules.get(target)
        return self._site.page(rule) if rule else self._site.find(target)

    def page(self, rule: Rule) -> Page:
        """Make a page of a rule."""
        return self._site.page(rule)


class EditableServer(Server):
    """A server whose responses are read and replaced by their URL.

    Sites of ``hosts`` are at ``https://HOST`` for a client that uses ``--connect-to``.
    """

    def __init__(
        self,
        folder: Traversable,
        *,
        hosts: Mapping[str, Responder] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Read the rules; ``hosts`` are additional sites, by host."""
        super().__init__(folder, hosts=hosts, tls=tls)
        self._site = Edited(self._site)
        self._hosts = {host: Edited(site) for host, site in self._hosts.items()}
        self._origins = {name: Edited(site) for name, site in self._origins.items()}
        now = super().values("")
        self._clock = {"now": now["now"], "today": now["today"]}

    def values(self, target: str) -> dict[str, str]:
        """Return the values for templates, with the time at which the server was made."""
        return {**super().values(target), **self._clock}

    def _found(self, url: str) -> tuple[Edited | None, str]:
        """Return the site of a URL and the request target there."""
        parts = urlsplit(url)
        target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        names = {address: name for name, address in self._values.items()}
        name = names.get(f"{parts.scheme}://{parts.netloc}", "")
        sites = {"base": self._site, "other": self._hosts.get("localhost", self._site)}
        sites |= {f"origin.{key}": site for key, site in self._origins.items()}
        site = sites.get(name) or self._hosts.get(parts.netloc)
        assert site is None or isinstance(site, Edited)
        return site, target

    def response(self, url: str, kind: str) -> Response | None:
        """Return the response of a URL as text; None if another server sends it.

        Args:
            kind: one of :data:`checks.examples.responses.TABLES`.
        """
        site, target = self._found(url)
        if site is None:
            return None
        page = site.find(target) or site.page(Rule(status=404, body=""))
        rule, values = page.rule, self.values(target)
        body = page.body(target, values)
        usual = {
            "Content-Type": page.media_type(target) or "",
            "Content-Encoding": rule.encoding or "",
            "Location": rule.location or "",
        }
        pairs = [
            (name, page.text(text, values))
            for name, value in {**usual, **rule.headers}.items()
            for text in (value if isinstance(value, list) else [value])
        ]
        charset = rule.charset if _is_text(body, rule.charset) else "latin-1"
        return Response(
            kind=kind,
            url=url,
            headers=tuple(pair for pair in pairs if pair[1]),
            columns={"status": str(rule.status)},
            sent_as=(charset,),
            body=body.decode(charset),
        )

    def replace(self, response: Response, *, pack: str | None = None) -> None:
        """Send a response from now on, compressed as before or by ``pack``."""
        site, target = self._found(response.url or "")
        assert site is not None
        page = site.find(target)
        headers = defaultdict[str, list[str]](list)
        for name, value in response.headers:
            headers[name].append(value)
        rule = replace(
            page.rule if page else Rule(),
            status=int(response.columns["status"] or 200),
            headers=headers,
            location=None,
            type="",
            encoding=headers.get("Content-Encoding", [None])[0],
            body=response.body,
            charset=response.sent_as[0],
            pack=pack or (page.rule.pack if page else None),
        )
        site.rules[target] = rule

    @contextlib.contextmanager
    def serving(self) -> Iterator[dict[str, str]]:
        """Serve from a thread while the block runs; yield the URLs by name."""
        started: Future[dict[str, str]] = Future()
        stopped = threading.Event()

        async def serve() -> None:
            async with self.run() as addresses:
                started.set_result(addresses)
                await asyncio.to_thread(stopped.wait)

        thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
        thread.start()
        try:
            yield started.result(PATIENCE)
        finally:
            stopped.set()
            thread.join()


def _is_text(body: bytes, charset: str) -> bool:
    try:
        body.decode(charset)
    except UnicodeDecodeError:
        return False
    return True
