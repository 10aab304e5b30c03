"""``mindport explain`` and ``mindport search``: the knowledge base in a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from mindport.cli import options
from mindport.cli.core import load_knowledge
from mindport.cli.entry import FINDINGS, Failure, emit, terminal_width
from mindport.cli.project import Project
from mindport.config import Config, ConfigError
from mindport.findings.messages import LONGEST, missing_equivalent, readable
from mindport.reports import tables
from mindport.reports.samples import samples_text
from mindport.reports.text import STATUS_TEXTS
from mindport.rules import RULES
from mindport.texts import Text

if TYPE_CHECKING:
    from mindport.knowledge.store import Explanation, Store

Format = Literal["text", "json"]
NEAR = 5  # names at most that may have been meant


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what stands behind it."""

    label: Text
    value: str


format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)


@click.command()
@click.argument("symbols", nargs=-1, required=True, metavar="SYMBOL...")
@format_option
@options.target_options
def explain(symbols: tuple[str, ...], form: Format, **target: Any) -> None:
    """Say what MindSpore offers in the place of torch SYMBOLs.

    A SYMBOL is a dotted name such as torch.nn.Linear; - reads symbols from standard input, one a
    line. JSON gives one object a line.
    """
    config = _config(**target)
    store = load_knowledge(config.language).at(config.target.mindspore)
    for symbol in _symbols(symbols):
        found = store.explain(_canonical(symbol), config.target)
        if form == "json":
            emit(json.dumps(_plain(symbol, found), ensure_ascii=False) + "\n")
        else:
            near = _near(symbol, store) if found.status == "unknown" else ()
            emit(_described(symbol, found, config, near))


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True)
@format_option
@options.target_options
@click.pass_context
def search(
    context: click.Context, /, words: tuple[str, ...], limit: int, form: Format, **target: Any
) -> None:
    """Find torch symbols by WORDS: parts of torch's or MindSpore's names, what a thing is called
    (池化, gradient clipping), or words of the advice. All WORDS must be there."""
    config = _config(**target)
    store = load_knowledge(config.language).at(config.target.mindspore)
    found = [
        store.explain(entry.symbol, config.target)
        for entry in store.search(" ".join(words))[:limit]
    ]
    if form == "json":
        emit(
            "".join(json.dumps(_plain(one.symbol, one), ensure_ascii=False) + "\n" for one in found)
        )
    elif found:
        headers = Text("Symbol|Status|MindSpore|Devices", "符号|状态|MindSpore|设备")
        rows = [
            (one.symbol, one.status, _offers(one, words), ", ".join(one.devices)) for one in found
        ]
        width = terminal_width(sys.stdout)
        emit(tables.render(headers(config.language).split("|"), rows, width))
    if not found:
        nothing = Text("Nothing found.", "没有找到匹配的符号。")
        click.echo(nothing(config.language), err=True)
        context.exit(FINDINGS)


def _config(**target: Any) -> Config:
    try:
        return Project(options.overrides(**target)).config(Path.cwd())
    except ConfigError as error:
        raise Failure(error.text, options.spoken(target["language"])) from error


def _symbols(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if name == "-":
            yield from (line.strip() for line in sys.stdin if line.strip())
        else:
            yield name.strip()


def _canonical(name: str) -> str:
    """The name under which the knowledge base has ``name``, which may be an alias."""
    from mindport.symbols.torch_api import load

    return load().canonical(name) or name


def _near(symbol: str, store: Store) -> Sequence[str]:
    """What may have been meant by a name that is no torch symbol's."""
    if symbol.upper() in RULES:
        return (f"mindport rule {symbol.upper()}",)
    return store.near(symbol)[:NEAR]


def _plain(symbol: str, found: Explanation) -> dict[str, Any]:
    return {
        "symbol": symbol,
        "status": found.status,
        "api": found.api,
        "devices": list(found.devices),
        "since": found.since,
        "verified": found.verified,
    }


def _offers(found: Explanation, words: tuple[str, ...]) -> str:
    """The equivalent for the target, and what was found by its name where that is another."""
    others = () if found.entry is None else found.entry.equivalents
    named = [item.api for item in others if item.api and _is_named(item.api, words)]
    names = dict.fromkeys([found.api or "", *named])
    return ", ".join(_shortened(readable(name)) for name in names if name)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _is_named(api: str, words: tuple[str, ...]) -> bool:
    return any(word.lower() in api.lower() for word in words)


def _described(symbol: str, found: Explanation, config: Config, near: Sequence[str] = ()) -> str:
    """One symbol for people: what it becomes, where, and what differs."""
    language = config.language
    status = f"{found.status} · {STATUS_TEXTS[found.status](language)}"
    lines = [Line(Text("status", "状态"), status)]
    if found.api:
        lines.append(Line(Text("MindSpore", "MindSpore"), readable(found.api)))
        if found.helper:
            note = Text("its source is put into your file", "其源码会写入你的文件")(language)
            lines.append(Line(Text("helper", "辅助代码"), f"{found.helper} ({note})"))
        lines.append(Line(Text("devices", "设备"), ", ".join(found.devices)))
        if found.since:
            lines.append(Line(Text("since", "起始版本"), found.since))
        unproved = Text("from the documentation, not run here", "依据文档，未实际运行")
        proof = f"MindSpore {found.verified}" if found.verified else unproved(language)
        if not found.verified and found.verified_on:
            versions = ", ".join(found.verified_on)
            proof = Text(f"on MindSpore {versions} only", f"仅在 MindSpore {versions} 上验证")(
                language
            )
        lines.append(Line(Text("verified", "验证"), proof))
        if found.verified and len(found.verified_on) > 1:
            lines.append(Line(Text("verified on", "已验证版本"), ", ".join(found.verified_on)))
        if found.entry is not None and found.entry.samples is not None:
            samples = samples_text(found.entry.samples)
            lines.append(Line(Text("samples", "样例"), samples(language)))
    entry = found.entry
    if entry is not None and entry.equivalents and not found.api:
        target = Text("MindSpore", "MindSpore")
        lines.append(Line(target, missing_equivalent(entry, config.target)(language)))
    if entry is not None and entry.advice is not None:
        lines.append(Line(Text("advice", "建议"), entry.advice(language)))
    if near:
        lines.append(Line(Text("perhaps", "是否指"), ", ".join(near)))
    for difference in entry.differences if entry is not None else ():
        code = f" ({difference.code})" if difference.code else ""
        lines.append(Line(Text("differs", "差异"), f"{difference.text(language)}{code}"))
    width = max(tables.cell_width(line.label(language)) for line in lines) + 2
    body = "".join(f"  {_padded(line.label(language), width)}{line.value}\n" for line in lines)
    name = symbol if found.symbol == symbol else f"{symbol} = {found.symbol}"
    return f"{name}\n{body}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - tables.cell_width(text))
