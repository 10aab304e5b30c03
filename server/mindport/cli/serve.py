"""``mindport server``: the language server, on standard input and output or on a port."""

from __future__ import annotations

import click


class Address(click.ParamType[tuple[str, int]]):
    """HOST:PORT; an IPv6 host stands in brackets."""

    name = "HOST:PORT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        host, _, port = str(value).rpartition(":")
        if not port.isdecimal() or int(port) > 65535:
            self.fail(f"{value} is not HOST:PORT, such as 127.0.0.1:2087.", param, ctx)
        return host.strip("[]") or "127.0.0.1", int(port)


@click.command()
@click.option("--tcp", type=Address(), help="Listen there instead of on standard input.")
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
