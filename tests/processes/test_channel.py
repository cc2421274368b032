"""What the processes of an audit tell each other comes whole, or not at all."""

from __future__ import annotations

import socket

import pytest

from sitemap_audit.processes.channel import PlainChannel

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


def test_the_death_of_one_that_had_not_read_everything_is_the_end() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        channel = PlainChannel(ours)
        channel.send(MESSAGE)
        theirs.close()
        assert channel.receive() is None
