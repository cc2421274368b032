"""Calls of a JSON API, against a server that is busy, refuses, or breaks off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from api_server import ApiRequest, Reply, api_server

from sitemap_audit.web_apis.json_api import Api, ApiError, Problem, Told

if TYPE_CHECKING:
    from collections.abc import Mapping

BUSY = Reply({"error": {"message": "Try later"}}, 503)


def told(body: dict[str, dict[str, str]]) -> Told:
    return Told(body["error"]["message"], body["error"].get("status", ""))


@pytest.mark.parametrize(
    "first",
    [
        BUSY,
        BUSY._replace(status=429),
        BUSY._replace(headers={"Retry-After": "0"}),
        Reply(is_cut=True),
    ],
)
def test_a_request_is_sent_again(first: Reply) -> None:
    replies = [first, first, Reply({"rows": [1]})]
    with api_server(lambda _: replies.pop(0)) as server:
        assert Api("X", server.base, told=told, wait=0).get("/list", {"a": "b c"}) == {"rows": [1]}
    assert [each.query for each in server.requests] == [{"a": "b c"}] * 3


def test_a_request_that_may_have_counted_is_sent_once() -> None:
    with api_server(lambda _: Reply(is_cut=True)) as server, pytest.raises(ApiError) as error:
        Api("X", server.base, wait=0).call("POST", "/urls", data=b"{}", is_repeatable=False)
    assert error.value.problem is Problem.NO_RESPONSE
    assert error.value.was_sent
    assert len(server.requests) == 1


def test_a_caller_that_waits_itself_gets_the_first_response() -> None:
    busy = BUSY._replace(status=429, headers={"Retry-After": "7"})
    replies = [busy, Reply(is_cut=True), Reply({}, 401), Reply({"id": "a"}, 201)]
    with api_server(lambda _: replies.pop(0)) as server:
        api = Api("X", server.base, told=told, headers=lambda _: {"Authorization": "OAuth t"})
        for retry_after, was_sent in (("7", True), (None, True)):
            with pytest.raises(ApiError) as error:
                api.request("PUT", "/sitemaps/a", tries=1)
            assert (error.value.retry_after, error.value.was_sent) == (retry_after, was_sent)
        assert api.request("PUT", "/sitemaps/a", tries=1)[:2] == (201, {"id": "a"})
    with pytest.raises(ApiError) as error:
        api.request("PUT", "/sitemaps/a", tries=1)
    assert not error.value.was_sent  # the server has gone


@pytest.mark.parametrize(
    ("reply", "problem", "why"),
    [
        (Reply({"error": {"message": "No\naccess."}}, 403), Problem.RIGHT, "403 No access"),
        (Reply("<h1>Not here</h1>", 404), Problem.NOT_FOUND, "404"),
        (
            Reply({"error": {"message": "Full", "status": "quotaExceeded"}}, 403),
            Problem.QUOTA,
            "403 Full",
        ),
        (
            Reply({"error": {"message": "Full"}}, 429, {"Retry-After": "86400"}),
            Problem.QUOTA,
            "429 Full",
        ),
        (Reply({"error": {"message": "key secret%20key"}}, 400), Problem.REFUSED, "400 key ***"),
        (Reply("<html>"), Problem.UNREADABLE, "its response is not JSON"),
        (Reply(status=301, headers={"Location": "/other"}), Problem.REFUSED, "301"),
    ],
)
def test_an_error_says_what_went_wrong(reply: Reply, problem: Problem, why: str) -> None:
    with api_server(lambda _: reply) as server:
        api = Api("X", server.base, told=told, wait=0, secrets=["secret%20key", ""])
        with pytest.raises(ApiError) as error:
            api.get("/list")
    assert (error.value.problem, str(error.value)) == (problem, why)
    assert len(server.requests) == 1


def test_an_expired_token_is_renewed_once() -> None:
    renewed: list[bool] = []

    def headers(is_again: bool) -> Mapping[str, str]:
        renewed.append(is_again)
        return {"Authorization": "Bearer new" if is_again else "Bearer old"}

    def respond(request: ApiRequest) -> Reply:
        return Reply({}, 200 if request.headers["authorization"] == "Bearer new" else 401)

    with api_server(respond) as server:
        assert Api("X", server.base, headers=headers).get() == {}
        server.respond = lambda _: Reply({}, 401)
        with pytest.raises(ApiError) as error:
            Api("X", server.base, headers=headers).get()
    assert error.value.problem is Problem.SIGN_IN
    assert renewed == [False, True, False, True]
