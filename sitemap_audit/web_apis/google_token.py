"""Keep the token of ``google login`` in the user's configuration folder."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import create_new


@dataclass(frozen=True)
class StoredToken:
    """What gets access tokens for a user who has signed in, and the client that the user owns."""

    client_id: str
    client_secret: str
    refresh_token: str
    scopes: tuple[str, ...]
    "As granted."

    def __repr__(self) -> str:
        return f"StoredToken of the client {self.client_id}"


def token_file() -> Path:
    """Return its path, such as ~/.config/sitemap-audit/google.json; $XDG_CONFIG_HOME on Linux."""
    return Path(click.get_app_dir("sitemap-audit")) / "google.json"


def read_token() -> StoredToken | None:
    """Return the stored token; None if there is none.

    Raises:
        UsageError: the file cannot be read.
    """
    path = token_file()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return StoredToken(
            str(stored["client_id"]),
            str(stored["client_secret"]),
            str(stored["refresh_token"]),
            tuple(map(str, stored["scopes"])),
        )
    except FileNotFoundError:
        return None
    except OSError as error:
        why = error.strerror or "it cannot be opened"
    except (ValueError, KeyError, TypeError):
        why = "it is not as 'sitemap-audit google login' has written it"
    raise UsageError(f"Cannot read the stored token of Google in {path}: {why}. Sign in again.")


def write_token(token: StoredToken) -> Path:
    """Write the token atomically, so that only this user can read it; return its path.

    Raises:
        OSError: it cannot be written.
    """
    path = token_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)
    other = path.with_name(f".{path.name}.unfinished")
    with os.fdopen(create_new(other, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(token), file)
        file.flush()
        os.fsync(file.fileno())
    other.replace(path)
    return path
