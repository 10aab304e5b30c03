"""Options that several commands share, and the settings that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from mindport.config import (
    LANGUAGES,
    ConfigError,
    Overrides,
    default_language,
    read_codes,
    read_devices,
    read_version,
)
from mindport.target import DEVICES, MODES, NEWEST
from mindport.texts import Language

Command = TypeVar("Command", bound=Callable[..., Any])


language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    help="Language of the messages (default: the one of your locale).",
)


def target_options(command: Command) -> Command:
    """--device, --mindspore-version, --mode and --lang."""
    for option in (
        language_option,
        click.option(
            "--mode",
            type=click.Choice(MODES, case_sensitive=False),
            help="Execution mode that the code is to run in (default: PYNATIVE).",
        ),
        click.option(
            "--mindspore-version",
            metavar="X.Y",
            help=f"MindSpore version that the code is to run on (default: {NEWEST}).",
        ),
        click.option(
            "--device",
            "devices",
            multiple=True,
            type=click.Choice(DEVICES, case_sensitive=False),
            help="Device that the code is to run on; may be repeated (default: Ascend and CPU).",
        ),
    ):
        command = option(command)
    return command


def overrides(
    *,
    devices: Sequence[str] = (),
    mindspore_version: str | None = None,
    mode: Any = None,
    language: Language | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    unsafe_fixes: bool = False,
) -> Overrides:
    """What the command line says about the settings.

    Raises:
        click.UsageError: a value that Mindport does not know.
    """
    try:
        return Overrides(
            devices=read_devices(devices, "--device") if devices else None,
            mindspore=read_version(mindspore_version, "--mindspore-version")
            if mindspore_version is not None
            else None,
            mode=mode.upper() if mode else None,
            select=_codes(select, "--select") if select else None,
            ignore=_codes(ignore, "--ignore") if ignore else None,
            language=language,
            unsafe_fixes=True if unsafe_fixes else None,
        )
    except ConfigError as error:
        raise click.UsageError(error.text(spoken(language))) from error


def spoken(language: Language | None) -> Language:
    """``language``, or the one of the environment."""
    import os

    return language or default_language(os.environ)


def _codes(lists: Sequence[str], place: str) -> tuple[str, ...]:
    """The codes in ``lists``, each of which may hold several with commas between."""
    names = [name for codes in lists for name in codes.split(",") if name.strip()]
    return read_codes(names, place)
