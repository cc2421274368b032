"""``google``: the commands that sign in to Google, and show what an account may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sitemap_audit.arguments import CONFIG, Command, SecretFile, flags
from sitemap_audit.commands.ending import COMPLETE, FOUND, INCOMPLETE
from sitemap_audit.errors import AuditError
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.standard_output import complain, show_plainly

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.web_apis.endpoints import Endpoint
    from sitemap_audit.web_apis.json_api import Api

_PERMISSIONS = {
    "siteOwner": "owner",
    "siteFullUser": "full user",
    "siteRestrictedUser": "restricted user",
    "siteUnverifiedUser": "not verified: cannot be read",
}
"https://developers.google.com/webmaster-tools/v1/sites"


@click.group()
def google() -> None:
    """Sign in to Google, and list the properties of Search Console.

    It needs the extra: pip install 'sitemap-audit[google]'. docs/google.md has the steps.
    """


@google.command(cls=Command)
@click.option(
    "--client",
    type=SecretFile(),
    metavar="FILE",
    required=True,
    help="JSON file of your OAuth client of the type Desktop app.",
)
@click.option("--submit", is_flag=True, help="Ask also for the right to submit sitemaps.")
@click.option("--sheets", is_flag=True, help="Ask also for the right to make files in Drive.")
@click.option("--no-browser", is_flag=True, help="Print the URL, and open no browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Port of 127.0.0.1 to which the browser returns. [default: a free one]",
)
def login(client: Path, *, submit: bool, sheets: bool, no_browser: bool, port: int) -> int:
    """Sign in with the browser, and store the token for later audits.

    It can read Search Console and nothing else, unless you ask for more. On a remote machine:
    --port 8085, and ssh -L 8085:127.0.0.1:8085 from yours.
    """
    from sitemap_audit.machine.web_browser import show_in_browser
    from sitemap_audit.web_apis.google_errors import READ, RIGHTS, SHEETS, SUBMIT
    from sitemap_audit.web_apis.google_login import log_in, read_client
    from sitemap_audit.web_apis.google_token import write_token

    def ask(url: str) -> None:
        show_plainly("Sign in with a browser on this machine, at this URL:", folds=False)
        show_plainly(url, folds=False)
        if not no_browser and (why_not := show_in_browser(url)):
            complain(f"{why_not}. Open the URL yourself.")

    scopes = [SUBMIT if submit else READ, *([SHEETS] if sheets else [])]
    token = log_in(read_client(client), scopes, port, ask)
    refused = [RIGHTS[each] for each in scopes if each not in token.scopes]
    if len(refused) == len(scopes):
        raise AuditError(
            "Not signed in to Google: you have allowed nothing. Run the command again, and check"
            " the boxes."
        )
    path = write_token(token)
    allowed = " and ".join(RIGHTS[each] for each in scopes if each in token.scopes)
    show_plainly(f"Signed in to Google. The token is in {path}; it may {allowed}.")
    if refused:
        complain(f"You have not allowed it to {' and '.join(refused)}. Run the command again.")
    show_plainly("Next: sitemap-audit google sites")
    return INCOMPLETE if refused else COMPLETE


@google.command(cls=Command)
def logout() -> int:
    """Revoke the stored token, and delete it."""
    from sitemap_audit.errors import UsageError
    from sitemap_audit.web_apis.google_login import revoke
    from sitemap_audit.web_apis.google_token import read_token, token_file

    path = token_file()
    try:
        token = read_token()
    except UsageError as error:
        why_not: str | None = f"{error} It was deleted, and not revoked."
    else:
        if token is None:
            show_plainly(f"Nobody is signed in: there is no {path}.")
            return COMPLETE
        why_not = revoke(token)
    path.unlink(missing_ok=True)
    if why_not:
        complain(why_not)
        return INCOMPLETE
    show_plainly(f"Signed out of Google. The token is revoked, and {path} is deleted.")
    return COMPLETE


@google.command(cls=Command, params=[*flags("google_credentials"), CONFIG])
def sites(config: Path | None, **given: Any) -> int:
    """List the properties of Search Console that can be read."""
    from sitemap_audit.report.escaping import for_screen
    from sitemap_audit.search_engines.search_console import SearchConsole
    from sitemap_audit.web_apis.endpoints import Endpoint
    from sitemap_audit.web_apis.json_api import ApiError

    try:
        found = SearchConsole(_api(Endpoint.SEARCH_CONSOLE, config, given)).sites()
    except ApiError as error:
        raise AuditError(
            f"Cannot read the properties of Search Console: {error}. {error.advice}".rstrip()
        ) from None
    width = max((len(each.url) for each in found), default=0)
    for each in sorted(found):
        kind = "domain" if each.url.startswith("sc-domain:") else "URL prefix"
        permission = _PERMISSIONS.get(each.permission, each.permission)
        line = f"{each.url:<{width}}  {kind:<10}  {permission}"
        show_plainly(for_screen(line), folds=False)
    if not found:
        show_plainly(
            "No property. Add the account in Search Console (Settings, Users and permissions), or"
            " sign in with another one."
        )
    return COMPLETE


@google.command(cls=Command, params=[*flags("google_credentials"), CONFIG])
@click.argument("property_name", metavar="PROPERTY", help="Such as sc-domain:example.com.")
def check(property_name: str, config: Path | None, **given: Any) -> int:
    """Call each endpoint of Search Console once.

    It only reads, and prints what differs from the documentation. Exit status 1: something differs,
    or could not be read.
    """
    from sitemap_audit.report.escaping import for_screen
    from sitemap_audit.search_engines.google_check import check_endpoints
    from sitemap_audit.search_engines.properties import read_property
    from sitemap_audit.web_apis.endpoints import Endpoint

    owned = read_property(property_name, "PROPERTY")
    console = _api(Endpoint.SEARCH_CONSOLE, config, given)
    inspection = _api(Endpoint.URL_INSPECTION, config, given)
    is_ok = True
    for outcome in check_endpoints(console, inspection, owned):
        show_plainly(for_screen(f"{outcome.name}: {outcome.text}"))
        is_ok = is_ok and outcome.is_ok
    return COMPLETE if is_ok else FOUND


def _api(endpoint: Endpoint, config: Path | None, given: dict[str, Any]) -> Api:
    from sitemap_audit.web_apis.google_credentials import google_api
    from sitemap_audit.web_apis.google_errors import READ

    options, _ = read_options(given, config)
    return google_api("Search Console", endpoint.url, [READ], options.google_credentials)
