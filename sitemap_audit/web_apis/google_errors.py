"""Read the errors of Google's APIs, and say what to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.web_apis.json_api import Told

if TYPE_CHECKING:
    from collections.abc import Sequence

READ = "https://www.googleapis.com/auth/webmasters.readonly"
SUBMIT = "https://www.googleapis.com/auth/webmasters"
SHEETS = "https://www.googleapis.com/auth/drive.file"
RIGHTS = {
    READ: "read Search Console",
    SUBMIT: "read Search Console and submit sitemaps",
    SHEETS: "make files in Google Drive, and change those",
}
"""What each scope allows.

https://developers.google.com/webmaster-tools/v1/how-tos/authorizing
https://developers.google.com/workspace/drive/api/guides/api-specific-auth
"""
_FLAGS = {SUBMIT: "--submit", SHEETS: "--sheets"}
"Of 'google login', which asks for READ without any."
OWN_FOLDER = "Sitemap audits"
"Folder that is made in My Drive where --publish names none."
LOGIN = "sitemap-audit google login --client FILE"
_NOT_ENABLED = ("accessNotConfigured", "SERVICE_DISABLED")
_SCOPE = ("ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientPermissions", "insufficientScopes")
_QUOTAS = ("quotaExceeded", "dailyLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED")
_CONSOLE = re.compile(r"https://console\.[a-z.]+\.com/[^\s\"'<>]+")


class Account(NamedTuple):
    """Who is signed in, and for what."""

    scopes: Sequence[str]
    "Needed."
    granted: Sequence[str] = ()
    "That the stored token has besides."
    mail: str = ""
    "Of a service account; empty for a user."

    @property
    def sign_in_again(self) -> str:
        """What to do where the credentials are not valid any more."""
        if self.mail:
            return (
                f"Create a new key of {self.mail} in the Google Cloud console, and check the clock"
                " of this machine."
            )
        return f"Sign in again: {login_command([*self.granted, *self.scopes])}"


def login_command(scopes: Sequence[str]) -> str:
    """Return the command that signs in with these scopes."""
    return " ".join([LOGIN, *sorted({_FLAGS[each] for each in scopes if each in _FLAGS})])


def read_error(body: Any, account: Account) -> Told:
    """Return the error in a response of Google.

    APIs send {"error": {"message", "status", "errors": [{"reason"}], "details": [{"reason"}]}}
    (https://cloud.google.com/apis/design/errors), the token endpoint {"error",
    "error_description"} (RFC 6749, 5.2).
    """
    error = body["error"]
    if isinstance(error, str):
        message = f"{error}: {body.get('error_description') or 'no reason is given'}"
        return Told(message, error, account.sign_in_again)
    message, code = str(error.get("message", "")), _code(error)
    if code in _NOT_ENABLED:
        console = _CONSOLE.search(message)
        where = console[0].rstrip(".,") if console else "https://console.cloud.google.com/apis"
        first = message.partition(". ")[0]
        return Told(first, code, f"Enable it at {where} and try again some minutes later.")
    return Told(message.partition(" See also:")[0], code, _what_to_do(error, code, account))


def _code(error: dict[str, Any]) -> str:
    reasons = [each.get("reason") for each in (*error.get("details", ()), *error.get("errors", ()))]
    return str(next(filter(None, reasons), error.get("status", "")))


def _what_to_do(error: dict[str, Any], code: str, account: Account) -> str:
    status = error.get("code")
    if status == 401 or (code in _SCOPE and not account.mail):
        return account.sign_in_again
    if status == 429 or code in _QUOTAS:
        return "Try again in 15 minutes or, if the quota of the day is used up, tomorrow."
    if SHEETS in account.scopes:
        return _what_to_do_in_drive(status, code, account)
    if status == 403 and code not in _SCOPE:
        who = account.mail or "the account that you have signed in with"
        return (
            f"Add {who} as a user of the property, with the permission Full (Search Console:"
            " Settings, Users and permissions). 'sitemap-audit google sites' lists what it can"
            " read."
        )
    return ""


def _what_to_do_in_drive(status: object, code: str, account: Account) -> str:
    """https://developers.google.com/workspace/drive/api/guides/handle-errors."""
    if code == "storageQuotaExceeded" and account.mail:
        return (
            f"{account.mail} has no storage of its own: publish to a folder in a shared drive of"
            f" which it is a member, or sign in as a user ({login_command(account.scopes)})."
        )
    if code == "storageQuotaExceeded":
        return "The storage of your account is full: make room at https://one.google.com/storage"
    if status in (403, 404) and account.mail:
        return f"Make {account.mail} a content manager of the shared drive of this folder."
    if status in (403, 404):
        return (
            "This program sees only what it has made itself. Publish to 'sheets:' alone: it makes"
            f" the folder {OWN_FOLDER!r} in My Drive, which you can share and move."
        )
    return ""
