"""``mindport``: the umbrella over everything that Mindport does on a command line."""

from __future__ import annotations

import click

from mindport import __version__
from mindport.cli.check import check
from mindport.cli.entry import start
from mindport.cli.explain import explain, search
from mindport.cli.migrate import migrate
from mindport.cli.rule import rule
from mindport.cli.run import run
from mindport.cli.serve import server
from mindport.cli.verify import verify
from mindport.cli.weights import weights


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mindport", message="%(prog)s %(version)s")
def mindport() -> None:
    """Move PyTorch code to MindSpore, and prove that it did."""


mindport.add_command(check, "check")
for command in (explain, migrate, rule, run, search, server, verify, weights):
    mindport.add_command(command)


def main() -> None:
    """The command ``mindport``."""
    start(mindport, "mindport")


if __name__ == "__main__":
    main()
