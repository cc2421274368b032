"""A simulated Internet: every IP address reaches the test's servers, every name its DNS.

A network namespace without external access. In it every IP address, public or private, belongs to
this machine, so that an attack on 10.0.0.7 is real and harmless. A process in the namespace opens
the sockets; the servers that listen on them run in the test.
"""

from __future__ import annotations

import contextlib
import ctypes
import ipaddress
import os
import socket
import struct
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    Answer: TypeAlias = Sequence[str]
    "IP addresses of a name, both versions; none where the name has none."

_OURS = {
    "resolv.conf": "nameserver 127.0.0.1\noptions timeout:30 attempts:5\n",
    "nsswitch.conf": "hosts: files dns\n",
    "hosts": "127.0.0.1 localhost\n::1 localhost\n",
}
"What the C library looks names up by, in the namespace."
_COMMANDS = (
    "link set lo up",
    # As one that leads out: else the C library looks no address up, and a browser uses no UDP.
    "link add out type veth peer name nowhere",
    "link set nowhere up",
    "link set out up",
    "address add 198.51.100.1/24 dev out",
    "-6 address add 2001:db8::1/64 dev out nodad",
    "route add local 0.0.0.0/0 dev lo",
    "-6 route add local ::/0 dev lo",
)
_NAMESPACES = ("user", "net", "mnt")
"In the order in which they are entered."
_A, _AAAA = 1, 28
_NO_SUCH_NAME = 3


class Network:
    """A running network namespace."""

    def __init__(self, process: int, channel: socket.socket) -> None:
        self._process, self._channel = process, channel
        self.names: dict[str, Answer | Callable[[], Answer]] = {}
        "What DNS says, now; an address changes where the test changes it."
        self.looked_up: list[str] = []
        "Names that DNS was asked for."

    def listen(self, host: str, port: int, kind: int = socket.SOCK_STREAM) -> socket.socket:
        """Open a listening socket in the namespace; ``::`` means every IP address."""
        self._channel.sendall(f"{host} {port} {int(kind)}".encode())
        said, files, _, _ = socket.recv_fds(self._channel, 1000, 1)
        assert said == b"here", said
        return socket.socket(fileno=files[0])

    @property
    def enter(self) -> Callable[[], None]:
        """What moves the process that calls it into the namespace: ``before`` of a command."""
        return partial(_enter, self._process)


def _enter(process: int) -> None:
    """Move this process into the namespaces of another."""
    here, libc = Path.cwd(), ctypes.CDLL(None, use_errno=True)
    own, other = Path("/proc/self/ns"), Path(f"/proc/{process}/ns")
    for name in _NAMESPACES:
        if (other / name).readlink() != (own / name).readlink():
            with (other / name).open("rb") as file:
                if libc.setns(file.fileno(), 0):
                    raise OSError(ctypes.get_errno(), "setns")
    os.chdir(here)


@contextlib.contextmanager
def network(folder: Path) -> Iterator[Network]:
    """Run a network while the block runs; ``folder`` holds its files."""
    for name, text in _OURS.items():
        (folder / name).write_text(text)
    here, there = socket.socketpair()
    is_root = os.geteuid() == 0
    command = ["unshare", "--net", "--mount", *([] if is_root else ["--map-root-user"])]
    with (
        here,
        there,
        subprocess.Popen(
            [*command, sys.executable, __file__, str(folder), str(there.fileno())],
            pass_fds=[there.fileno()],
        ) as process,
    ):
        there.close()
        try:
            assert here.recv(100) == b"ready"
            made = Network(process.pid, here)
            with _dns(made):
                yield made
        finally:
            here.shutdown(socket.SHUT_RDWR)  # the process ends then
            process.wait()


@contextlib.contextmanager
def _dns(made: Network) -> Iterator[None]:
    """Serve DNS from ``names``."""

    def serve() -> None:
        while True:
            query, client = server.recvfrom(4096)
            if not query:
                return
            server.sendto(_dns_response(made, query), client)

    with made.listen("127.0.0.1", 53, socket.SOCK_DGRAM) as server:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield
        finally:
            _wake(made, server)
            thread.join()


def _wake(made: Network, server: socket.socket) -> None:
    with made.listen("127.0.0.1", 0, socket.SOCK_DGRAM) as other:
        other.sendto(b"", server.getsockname())


def _dns_response(made: Network, query: bytes) -> bytes:
    """Make the DNS response to a query for one name (RFC 1035, 4.1)."""
    labels, place = [], 12
    while length := query[place]:
        labels.append(query[place + 1 : place + 1 + length].decode())
        place += 1 + length
    question = query[12 : place + 5]
    kind = int.from_bytes(question[-4:-2], "big")
    name = ".".join(labels).lower()
    made.looked_up.append(name)
    known = made.names.get(name)
    found = known() if callable(known) else known
    addresses = [ipaddress.ip_address(each) for each in found or ()]
    records = [
        struct.pack(">HHHIH", 0xC00C, kind, 1, 0, len(address.packed)) + address.packed
        for address in addresses
        if (_A if address.version == 4 else _AAAA) == kind
    ]
    flags = 0x8580 | (_NO_SUCH_NAME if found is None else 0)
    head = query[:2] + struct.pack(">HHHHH", flags, 1, len(records), 0, 0)
    return head + question + b"".join(records)


def _serve_sockets(folder: Path, channel: socket.socket) -> None:
    """Set up the network in the namespace and open sockets on request."""
    for command in _COMMANDS:
        subprocess.run(["ip", *command.split()], check=True)
    for name in _OURS:
        subprocess.run(["mount", "--bind", str(folder / name), f"/etc/{name}"], check=True)
    channel.sendall(b"ready")
    while asked := channel.recv(1000).decode():
        host, port, kind = asked.split()
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, int(kind)) as opened:
            if family == socket.AF_INET6:
                opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind((host, int(port)))
            if int(kind) == socket.SOCK_STREAM:
                opened.listen(100)
            socket.send_fds(channel, [b"here"], [opened.fileno()])


if __name__ == "__main__":
    _serve_sockets(Path(sys.argv[1]), socket.socket(fileno=int(sys.argv[2])))
