"""``mindport server``: the language server, on standard input and output or on a port."""

from __future__ import annotations

import click


def _address(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, int] | None:
    """HOST:PORT as a pair; an IPv6 host stands in brackets."""
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise click.BadParameter(f"{value} is not HOST:PORT, such as 127.0.0.1:2087.")
    return host.strip("[]"), int(port)


@click.command()
@click.option(
    "--tcp", metavar="HOST:PORT", callback=_address, help="Listen there instead of on stdin."
)
@click.option("--stdio", is_flag=True, hidden=True, help="The default; many editors say it.")
def server(tcp: tuple[str, int] | None, stdio: bool) -> None:
    """Start the language server.

    It speaks the language server protocol on standard input and output; editors start it.
    """
    if tcp and stdio:
        raise click.UsageError("--tcp and --stdio cannot be combined.")
    from mindport.lsp.server import start_io, start_tcp

    if tcp is None:
        start_io()
    else:
        start_tcp(*tcp)
