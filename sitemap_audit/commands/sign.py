"""``sign``: the command that makes the key for signed requests, and what is to be published."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import click

from sitemap_audit.arguments import Command, SecretFile
from sitemap_audit.commands.ending import COMPLETE
from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS
from sitemap_audit.standard_output import show_plainly


@click.group()
def sign() -> None:
    """Sign requests, so that CDNs and shops recognize the audit (Web Bot Auth).

    docs/crawling.md has the steps.
    """


@sign.command(cls=Command)
@click.argument("path", type=click.Path(path_type=Path), metavar="KEY.pem", help="File of the key.")
@click.option(
    "--agent", metavar="URL", required=True, help="URL for --sign-agent: https://www.example.com."
)
@click.option(
    "--with",
    "others",
    multiple=True,
    type=SecretFile(),
    metavar="OLD.pem",
    help="Key to publish besides, while a new one replaces it. Repeatable.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 3650),
    default=90,
    show_default=True,
    metavar="N",
    help="Days for which the signatures of the directory hold.",
)
def key(path: Path, agent: str, others: tuple[Path, ...], days: int) -> int:
    """Make a key, and the directory of public keys to publish.

    A key that is there already is kept, and its directory is written again: do so before its
    signatures expire. Both files of the directory are written beside the key.
    """
    from sitemap_audit.handlers.key_directory import (
        FILE_NAME,
        WELL_KNOWN,
        directory_body,
        directory_headers,
    )
    from sitemap_audit.handlers.signing_key import key_id, make_key, read_key
    from sitemap_audit.machine.files import write_whole

    url = urlsplit(OPTIONS["sign_agent"].kind.read("--agent", agent))
    published = [read_key(other) for other in others]
    try:
        made, how = make_key(path), "Made the key"
    except FileExistsError:
        made, how = read_key(path), "Kept the key"
    except OSError as error:
        raise UsageError(
            f"Cannot write the key {path}: {error.strerror}. Choose a file in another folder."
        ) from None
    published.insert(0, made)
    created = datetime.now(UTC)
    expires = created + timedelta(days=days)
    headers = directory_headers(published, f"https://{url.netloc}", created, expires)
    lines = "".join(f"{name}: {value}\n" for name, value in headers.items())
    directory = path.parent / FILE_NAME
    write_whole(directory, lambda file: file.write(directory_body(published)))
    with_headers = directory.with_name(f"{FILE_NAME}.headers")
    write_whole(with_headers, lambda file: file.write(lines.encode()))
    place = f"https://{url.netloc}{url.path if url.path.strip('/') else WELL_KNOWN}"
    show_plainly(f"{how} {path}. Its id is:")
    show_plainly(key_id(made), folds=False)
    show_plainly(f"Publish {directory}, byte by byte, with the headers of {with_headers.name}, at:")
    show_plainly(place, folds=False)
    show_plainly(f"The headers hold until {expires:%F}: run this command again before. Next:")
    command = f"sitemap-audit https://www.example.com --sign {path} --sign-agent {agent}"
    show_plainly(command, folds=False)
    return COMPLETE
