"""``mindport rule``: what a finding's code means."""

from __future__ import annotations

import sys

import click
from rich.console import Console
from rich.markdown import Markdown

from mindport.cli import options
from mindport.cli.entry import Failure, emit, terminal_width
from mindport.rules import RULES, page
from mindport.texts import Language, Text


@click.command()
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@options.language_option
def rule(codes: tuple[str, ...], language: Language | None) -> None:
    """Say what each CODE of a finding means, why it matters, and show an example.

    Without a CODE, all rules are listed.
    """
    spoken = options.spoken(language)
    if not codes:
        emit("".join(f"{one.code} {one.name}: {one.summary(spoken)}\n" for one in RULES.values()))
    for code in codes:
        text = page(code.upper(), spoken)
        if text is None:
            raise Failure(
                Text(
                    f"There is no rule {code}; mindport rule lists them.",
                    f"没有规则 {code}；运行 mindport rule 可列出全部规则。",
                ),
                spoken,
            )
        _show(text)


def _show(text: str) -> None:
    """Markdown as it is into a pipe, laid out on a terminal."""
    if sys.stdout.isatty():
        Console(width=terminal_width(sys.stdout)).print(Markdown(text))
    else:
        emit(text)
