"""Copy a local file to the body file of a request, as if a server had sent it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sitemap_audit.handlers.ignored_requests import CannotContinueError
from sitemap_audit.local_files.copies import copy_bytes

if TYPE_CHECKING:
    from scrapy import Request


async def spool(source: IO[bytes], request: Request, most: int) -> bool:
    """Copy ``most`` bytes of an open file at most to the body file of a request.

    Returns:
        whether that is the whole file.

    Raises:
        CannotContinueError: the copy cannot be written.
    """
    try:
        is_whole = await asyncio.to_thread(_spool, source, Path(request.meta["spool"]), most)
    except OSError as error:
        raise CannotContinueError(error) from error
    request.meta["stopped_by"] = None if is_whole else "size"
    return is_whole


def _spool(source: IO[bytes], target: Path, most: int) -> bool:
    with target.open("wb") as copy:
        copy_bytes(source, copy, most)
    return os.fstat(source.fileno()).st_size <= most
