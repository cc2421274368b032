"""File handles: a process has only so many; a request that finds none is no fault of the site."""

from __future__ import annotations

import errno
import os

_OUT = (errno.EMFILE, errno.ENFILE)


def out_of_handles(error: BaseException | None) -> OSError | None:
    """The exception that says that no file handle was left, if it is that that failed."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _OUT:
            return error
        error = error.__cause__ or error.__context__
    return None


def missing_handle() -> OSError | None:
    """The same, where a failure does not tell why: looking up a name takes handles, too."""
    try:
        os.close(os.dup(2))
    except OSError as error:
        return out_of_handles(error)
    return None


def no_handle(error: BaseException) -> str | None:
    """What is to be done about it, where an exception says that no handle was left."""
    if out_of_handles(error) is None:
        return None
    return (
        "no file handle is left for this process; ask for fewer pages at once (--concurrency), or"
        " allow more handles (ulimit -n)"
    )
