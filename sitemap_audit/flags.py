"""The options of :mod:`sitemap_audit.config` as flags of a command."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any, Optional, get_type_hints

import typer

from sitemap_audit.config import OPTIONS, Option

if TYPE_CHECKING:
    from collections.abc import Callable


def with_options(
    *, only: set[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options as flags: all, or ``only`` these."""
    options = [option for option in OPTIONS.values() if only is None or option.name in only]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [
            parameter
            for parameter in inspect.signature(command).parameters.values()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        ]
        flags = [_flag(option) for option in options]
        hints = get_type_hints(command, include_extras=True)
        command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [p.replace(annotation=hints[p.name]) for p in own] + flags
        )
        command.__annotations__ = {p.name: hints[p.name] for p in own} | {
            p.name: p.annotation for p in flags
        }
        return command

    return decorate


def _flag(option: Option) -> inspect.Parameter:
    name = option.name.replace("_", "-")
    names = [f"--{name}/--no-{name}" if isinstance(option.default, bool) else f"--{name}"]
    kind: Any = list[str] if option.is_list else bool if isinstance(option.default, bool) else str
    info = typer.Option(
        *names,
        *([option.short] if option.short else []),
        help=option.help + option.default_text,
        metavar=option.metavar,
        show_default=False,
    )
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[Optional[kind], info],  # noqa: UP045
    )
