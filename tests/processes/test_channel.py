"""What the processes of an audit tell each other comes whole, or not at all."""

from __future__ import annotations

import errno
import pickle
import socket
import ssl

import pytest
from aiohttp import ClientConnectorError
from aiohttp.client_reqrep import ConnectionKey
from sitemap_audit.processes.channel import PlainChannel
from sitemap_audit.processes.messages import broken

MESSAGE = {"pages": ["a" * 1000]}


def sent() -> bytes:
    """A message as it goes over a channel."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        PlainChannel(ours).send(MESSAGE)
        return theirs.recv(65_536)


@pytest.mark.parametrize("size", [0, 3, 4, 500, len(sent()) - 1])
def test_a_message_cut_off_by_the_death_of_its_sender_is_the_end(size: int) -> None:
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            theirs.sendall(sent() + sent()[:size])
        channel = PlainChannel(ours)
        assert channel.receive() == MESSAGE
        assert channel.receive() is None


def test_an_error_that_cannot_be_sent_is_told_by_its_number() -> None:
    no_handle = OSError(errno.EMFILE, "Too many open files")
    key = ConnectionKey("example.com", 443, True, ssl.create_default_context(), None, None, None)
    told = pickle.loads(pickle.dumps(broken(ClientConnectorError(key, no_handle))))  # noqa: S301
    assert told.write_error.errno == errno.EMFILE
    assert "Too many open files" in told.trace


def test_the_death_of_one_that_had_not_read_everything_is_the_end() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        channel = PlainChannel(ours)
        channel.send(MESSAGE)
        theirs.close()
        assert channel.receive() is None
