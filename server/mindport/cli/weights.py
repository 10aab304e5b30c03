"""``mindport weights``: torch checkpoints as MindSpore checkpoints."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli.entry import FINDINGS, Failure, emit
from mindport.config import LANGUAGES, default_language
from mindport.texts import Language, Text

if TYPE_CHECKING:
    from mindport.runtime.checkpoints import Conversion

SHOWN = 10


@click.group()
def weights() -> None:
    """Carry trained weights over from torch to MindSpore."""


@weights.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--cell",
    metavar="SPEC",
    help='The migrated model that will load OUT, as "net.py:Net(10)"; its code runs.',
)
@click.option("--partial", is_flag=True, help="Write OUT even when the model lacks some weights.")
@click.option("--torch-python", default=sys.executable, help="Python that has torch.")
@click.option("--mindspore-python", default=sys.executable, help="Python that has mindspore.")
@click.option("--timeout", type=float, default=600.0, show_default=True, help="Seconds.")
@click.option("--lang", "language", type=click.Choice(LANGUAGES))
@click.pass_context
def convert(
    context: click.Context,
    /,
    source: Path,
    target: Path,
    cell: str | None,
    partial: bool,
    torch_python: str,
    mindspore_python: str,
    timeout: float,
    language: Language | None,
) -> None:
    """Write the torch checkpoint IN (.pt, .pth, .safetensors) as OUT (.ckpt).

    With --cell the weights get the names and shapes that this model has in MindSpore, and what
    does not fit is listed; without it they keep torch's names. Exit code 1: not everything fitted.
    """
    from mindport.runtime.checkpoints import ConversionError
    from mindport.runtime.checkpoints import convert as converted
    from mindport.runtime.jobs import FrameworkError, WorkerError

    spoken = language or default_language(os.environ)
    try:
        outcome = converted(
            source,
            target,
            cell=cell,
            partial=partial,
            torch_python=torch_python,
            mindspore_python=mindspore_python,
            timeout=timeout,
        )
    except FrameworkError as error:
        raise Failure(error.text, spoken) from error
    except (ConversionError, WorkerError) as error:
        raise Failure(Text(str(error), str(error)), spoken) from error
    emit(_summary(outcome, target, spoken))
    if outcome.plan is not None and not outcome.plan.complete:
        context.exit(FINDINGS)


def _summary(outcome: Conversion, target: Path, language: Language) -> str:
    lines = []
    if outcome.written:
        text = Text(
            f"{target}: {outcome.count} weights written.",
            f"{target}：已写入 {outcome.count} 个权重。",
        )
    else:
        text = Text(
            f"{target} was not written, because the model and the weights do not fit; "
            "--partial writes what does.",
            f"模型与权重不匹配，未写入 {target}；使用 --partial 可写入匹配的部分。",
        )
    lines.append(text(language))
    plan = outcome.plan
    if plan is not None:
        mismatched = [
            f"{name} {shape} -> {parameter} {wanted}"
            for name, shape, parameter, wanted in plan.mismatched
        ]
        for label, names in (
            (Text("no weight for", "没有对应权重的参数"), plan.missing),
            (Text("no parameter for", "没有对应参数的权重"), plan.unexpected),
            (Text("another shape", "形状不同"), mismatched),
        ):
            lines += _listed(label(language), names)
    lines += _listed(Text("left out, no tensor", "非张量，已略过")(language), outcome.left_out)
    return "".join(f"{line}\n" for line in lines)


def _listed(label: str, names: tuple[str, ...] | list[str]) -> list[str]:
    more = [f"  … {len(names) - SHOWN}"] if len(names) > SHOWN else []
    return (
        [f"{label} ({len(names)}):", *(f"  {name}" for name in names[:SHOWN]), *more]
        if names
        else []
    )
