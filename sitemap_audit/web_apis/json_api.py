"""Call the JSON API of a product: try again where it is busy, and tell errors apart."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from requests import RequestException

from sitemap_audit import __version__
from sitemap_audit.errors import AuditError, error_message
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.stopping import Stop
from sitemap_audit.masking import Secrets, visible
from sitemap_audit.web_apis.stoppable import StoppedError, TimeLimitError, run_stoppable
from sitemap_audit.web_apis.web_requests import NoResponseError, responding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_SECONDS = 60.0
"Timeout of a connection, and of each pause in a response."
_SECONDS_IN_ALL = 600.0
"Maximum seconds for one request and its response."
_MOST_BYTES = 64 * 2**20
"Maximum size of a response: 25,000 rows of performance data are about 5 MB."
_TRIES = 5
FIRST_WAIT = 1.0
"Seconds before the second try; each further wait is twice as long, without Retry-After."
_LONGEST_WAIT = 120.0
"Seconds: where Retry-After says more, the request is not tried again."
_POLL_SECONDS = 0.1
_LONGEST_REASON = 300
_QUOTA_WORDS = ("quota", "ratelimit", "dailylimit")
_OAUTH_CODES = ("invalid_grant", "invalid_client", "unauthorized_client")
"Of a token endpoint (RFC 6749, 5.2): the token has expired or was revoked, or the client was."


class Problem(StrEnum):
    """What went wrong, as far as what to do depends on it."""

    SIGN_IN = "sign-in"
    "401: the token or key is not valid, has expired or was revoked."
    RIGHT = "right"
    "403: signed in, without the right for this."
    NOT_FOUND = "not-found"
    "404."
    QUOTA = "quota"
    "429, or a reason that says so: the quota of the day or minute is used up."
    BUSY = "busy"
    "5xx after all tries."
    REFUSED = "refused"
    "Another status: the request is not valid."
    NO_RESPONSE = "no-response"
    "No connection, or it was closed."
    UNREADABLE = "unreadable"
    "The response is not what the documentation says."
    STOPPED = "stopped"
    "The user stopped it."


_WHAT_TO_DO = {
    Problem.NO_RESPONSE: "Check the network connection and the proxy, and try again.",
    Problem.BUSY: "Try again later.",
    Problem.UNREADABLE: "Try again later.",
    Problem.QUOTA: "Try again later.",
}


class ApiError(AuditError):
    """A call that did not succeed; the message says why, in one line, without secrets."""

    def __init__(
        self,
        problem: Problem,
        why: str,
        status: int | None = None,
        *,
        code: str = "",
        advice: str = "",
        was_sent: bool = True,
        retry_after: str | None = None,
    ) -> None:
        super().__init__(why)
        self.problem, self.status, self.code, self.was_sent = problem, status, code, was_sent
        self.advice = advice or _WHAT_TO_DO.get(problem, "")
        "What to do, as a sentence; empty if that is not known."
        self.retry_after = retry_after
        "The header as sent."


class Answer(NamedTuple):
    """The response to a request that succeeded."""

    status: int
    body: Any
    "Read as JSON; None if it is empty."
    location: str = ""
    "The header Location."


class Told(NamedTuple):
    """An error as an API tells it."""

    message: str
    code: str = ""
    "Machine-readable reason, such as quotaExceeded."
    advice: str = ""
    "What to do, as a sentence."


class Api:
    """The API of a product at a base URL."""

    def __init__(
        self,
        title: str,
        base: str,
        *,
        headers: Callable[[bool], Mapping[str, str]] = lambda _: {},
        told: Callable[[Any], Told] = lambda body: Told(str(body)),
        secrets: Iterable[str] = (),
        stop: Stop | None = None,
        wait: float = FIRST_WAIT,
    ) -> None:
        """Call the API of the product ``title``.

        Args:
            headers: returns those that authorize a request; called with True after a 401: then it
                signs in again, or raises ApiError.
            told: reads the error in the JSON body of a response.
            secrets: texts that no message shows, such as a key in the query.
            stop: ends a request and the waits between two of them.
            wait: seconds before the second try.
        """
        self.title, self._base, self._headers, self._told = title, base, headers, told
        self._secrets, self._stop, self._wait = Secrets(filter(None, secrets)), stop or Stop(), wait

    def get(self, path: str = "", query: Mapping[str, Any] | None = None) -> Any:
        """Return the JSON body of a GET request."""
        return self.call("GET", path, query)

    def post(self, path: str, body: Any, query: Mapping[str, Any] | None = None) -> Any:
        """Return the JSON body of a POST request with a JSON body."""
        return self.call("POST", path, query, json.dumps(body).encode())

    def call(
        self,
        method: str,
        path: str = "",
        query: Mapping[str, Any] | None = None,
        data: bytes = b"",
        content_type: str = "application/json; charset=utf-8",
        *,
        is_repeatable: bool = True,
    ) -> Any:
        """Send a request, and return the JSON body of the response; None if it is empty.

        Args:
            path: appended to the base URL.
            is_repeatable: whether it may be sent again where no response came.

        Raises:
            ApiError: it did not succeed, after up to five tries where the server was busy.
        """
        return self.request(
            method, path, query, data, content_type, is_repeatable=is_repeatable
        ).body

    def request(
        self,
        method: str,
        path: str = "",
        query: Mapping[str, Any] | None = None,
        data: bytes = b"",
        content_type: str = "application/json; charset=utf-8",
        *,
        is_repeatable: bool = True,
        tries: int = _TRIES,
        headers: Mapping[str, str] = MappingProxyType({}),
        seconds: float = _SECONDS,
    ) -> Answer:
        """Send a request as ``call`` does, and return status and body.

        Args:
            tries: how often it is sent at most where the server is busy or does not respond.
            headers: more of them.
            seconds: timeout of the connection, and of each pause in the response.

        Raises:
            ApiError: it did not succeed.
        """
        url = f"{self._base}{path}" + (f"?{urlencode(query)}" if query else "")
        has_signed_in_again = False
        wait, tries_left = self._wait, tries
        while True:
            signed = self._headers(has_signed_in_again)
            sent = {"User-Agent": f"sitemap-audit/{__version__}", **headers, **signed}
            if data:
                sent["Content-Type"] = content_type
            tries_left -= 1
            try:
                status, received, body = self._send(method, url, sent, data, seconds)
            except NoResponseError as error:
                if not tries_left or (error.was_sent and not is_repeatable):
                    why = self._shown(str(error))
                    raise ApiError(Problem.NO_RESPONSE, why, was_sent=error.was_sent) from None
                self._pause(wait)
                wait *= 2
                continue
            if 200 <= status < 300:
                return Answer(status, self._read(status, body), received.get("Location", ""))
            refused = self._error(status, body)
            refused.retry_after = retry_after = received.get("Retry-After")
            if refused.problem is Problem.SIGN_IN and signed and not has_signed_in_again:
                has_signed_in_again, tries_left = True, tries_left + 1
                continue
            pause = _seconds(retry_after)
            is_busy = status in (429, 500, 502, 503, 504) or "ratelimit" in refused.code.lower()
            if not is_busy or not tries_left or (pause or 0) > _LONGEST_WAIT:
                raise refused
            self._pause(wait if pause is None else pause)
            wait *= 2

    def path_of(self, url: str) -> str:
        """Return the path of a URL that the API has named, such as of an upload session.

        Raises:
            ApiError: it is of another API: no credentials go there.
        """
        if not url.startswith(f"{self._base}/"):
            raise ApiError(Problem.UNREADABLE, "it names a URL of another host")
        return url.removeprefix(self._base)

    def _send(
        self, method: str, url: str, headers: Mapping[str, str], data: bytes, seconds: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Send a request; return status, headers and body of the response."""

        def receive() -> tuple[int, Mapping[str, str], bytes]:
            with responding(url, headers, seconds, data, method=method) as response:
                body = bytearray()
                try:
                    for piece in response.iter_content(2**16):
                        body += piece
                        if len(body) > _MOST_BYTES:
                            raise ApiError(Problem.UNREADABLE, "its response is too long")
                except RequestException as error:
                    raise NoResponseError(error_message(error), was_sent=True) from None
                return response.status_code, response.headers, bytes(body)

        try:
            return run_stoppable(receive, self._stop, _SECONDS_IN_ALL)
        except TimeLimitError:
            why = f"no response in {_SECONDS_IN_ALL:.0f} seconds"
            raise NoResponseError(why, was_sent=True) from None
        except StoppedError:
            raise ApiError(Problem.STOPPED, "it was stopped") from None

    def _read(self, status: int, body: bytes) -> Any:
        if not body.strip():
            return None
        try:
            return json.loads(body)
        except ValueError:
            raise ApiError(Problem.UNREADABLE, "its response is not JSON", status) from None

    def _error(self, status: int, body: bytes) -> ApiError:
        try:
            told = self._told(json.loads(body))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            told = Told("")
        reason = " ".join(self._shown(told.message).split())[:_LONGEST_REASON].rstrip(".")
        why = f"{status} {reason}".strip()
        problem = _problem(status, told.code)
        return ApiError(problem, why, status, code=told.code, advice=self._shown(told.advice))

    def _shown(self, text: str) -> str:
        return visible(self._secrets.hide(text))

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self._stop.is_requested:
                raise ApiError(Problem.STOPPED, "it was stopped")
            time.sleep(min(left, _POLL_SECONDS))


def _problem(status: int, code: str) -> Problem:
    if status == 429 or any(word in code.lower() for word in _QUOTA_WORDS):
        return Problem.QUOTA
    if code in _OAUTH_CODES:
        return Problem.SIGN_IN
    known = {401: Problem.SIGN_IN, 403: Problem.RIGHT, 404: Problem.NOT_FOUND}
    return known.get(status, Problem.BUSY if status >= 500 else Problem.REFUSED)


def _seconds(retry_after: str | None) -> float | None:
    """Return the seconds of Retry-After: a number, or a date (RFC 9110, 10.2.3)."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - clock.now()).total_seconds())
    except (ValueError, TypeError):
        return None
