"""``mindport verify``: a model in both frameworks, on the same weights and inputs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindport.cli import options
from mindport.cli.core import load_analysis
from mindport.cli.entry import FINDINGS, Failure, emit, terminal_width
from mindport.cli.problems import at
from mindport.cli.project import Project
from mindport.cli.run import fixed_files, read
from mindport.config import ConfigError, absolute
from mindport.document import Document
from mindport.reports import tables
from mindport.target import MODES as EXECUTIONS
from mindport.texts import Language, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindport.fixes.apply import FixResult
    from mindport.runtime.verify import Verification, VerificationError

MODES = {
    False: Text("evaluation", "推理"),
    True: Text("training, dropout off", "训练（关闭 dropout）"),
}


@click.command()
@click.argument("model", metavar="FILE:EXPRESSION")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    required=True,
    metavar="EXPRESSION",
    help='One argument of the model, in torch: "torch.randn(8, 3, 64, 64)"; may be repeated.',
)
@click.option("--training", is_flag=True, help="Compare in training mode too, with dropout off.")
@click.option(
    "--mode",
    type=click.Choice(EXECUTIONS, case_sensitive=False),
    help="Execution mode of MindSpore (default: the one of the settings).",
)
@click.option("--rtol", type=float, default=1e-5, show_default=True, help="Relative tolerance.")
@click.option("--torch-python", default=sys.executable, help="Python that has torch.")
@click.option("--mindspore-python", default=sys.executable, help="Python that has mindspore.")
@click.option("--timeout", type=float, default=600.0, show_default=True, help="Seconds.")
@options.language_option
@click.pass_context
def verify(
    context: click.Context,
    /,
    *,
    model: str,
    inputs: tuple[str, ...],
    training: bool,
    mode: str | None,
    rtol: float,
    torch_python: str,
    mindspore_python: str,
    timeout: float,
    language: Language | None,
) -> None:
    """Build a torch model and its migration, and compare what they compute.

    FILE is fixed in memory with all fixes, as are the files that it imports; nothing is written.
    EXPRESSION makes the model with the names of FILE: "model.py:resnet18(10)". The weights are
    carried over. Exit code 0: equal within the tolerance; 1: not; 2: one of them did not run.
    """
    from mindport.runtime.jobs import FrameworkError, WorkerError
    from mindport.runtime.verify import EVALUATION, TRAINING, VerificationError, with_builder
    from mindport.runtime.verify import verify as verified

    spoken = options.spoken(language)
    name, _, expression = model.rpartition(".py:")
    if not name or not expression.strip():
        raise click.UsageError('name the model as FILE:EXPRESSION, such as "net.py:Net(10)".')
    path = absolute(Path(f"{name}.py"))
    source = with_builder(read(path, spoken).text, expression.strip())
    document = Document(str(path), source)
    if document.problem is not None:
        raise Failure(at(path, document.problem.message), spoken)
    load_analysis(spoken)
    project = Project(options.overrides(devices=["CPU"], mode=mode, language=language))
    try:
        execution = project.config(path).target.mode
    except ConfigError as error:
        raise Failure(error.text, spoken) from error
    files = fixed_files(document, project, spoken, as_module=True)
    migrated = {place: file.document.text for place, file in files.items()}
    try:
        found = verified(
            str(path),
            source,
            migrated,
            inputs,
            modes=(EVALUATION, TRAINING) if training else (EVALUATION,),
            execution=execution,
            rtol=rtol,
            torch_python=torch_python,
            mindspore_python=mindspore_python,
            timeout=timeout,
        )
    except FrameworkError as error:
        raise Failure(error.text, spoken) from error
    except WorkerError as error:
        raise Failure(Text(str(error), str(error)), spoken) from error
    except VerificationError as error:
        raise Failure(_failed(error, files), spoken) from error
    emit(_described(found, spoken))
    if not found.equal:
        context.exit(FINDINGS)


def _failed(error: VerificationError, files: Mapping[str, FixResult]) -> Text:
    """What went wrong, and the line of the original that it went wrong in."""
    where = ""
    if error.places:
        path, line = error.places[-1]
        lines = files[path].line_map
        if error.side == "mindspore":
            line = lines[min(line, len(lines)) - 1]
        where = f"{path}:{line}: "
    if error.side == "torch":
        return Text(
            f"the model does not run in torch: {where}{error}",
            f"模型无法在 torch 中运行：{where}{error}",
        )
    return Text(
        f"the migrated model does not run on MindSpore: {where}{error}\n"
        "lsp-check shows what is left to do by hand.",
        f"迁移后的模型无法在 MindSpore 上运行：{where}{error}\nlsp-check 可列出仍需手动处理之处。",
    )


def _described(found: Verification, language: Language) -> str:
    """A table of the greatest differences, and the weights that had no place."""
    headers = Text("Mode|Verdict|Greatest relative difference|Where", "模式|结论|最大相对误差|位置")
    rows = [
        (
            MODES[training](language),
            _verdict(one.outcome == "equal", language),
            f"{one.greatest_relative:.1e}",
            one.where,
        )
        for training, one in found.comparisons.items()
    ]
    table = tables.render(headers(language).split("|"), rows, terminal_width(sys.stdout))
    carried = Text(f"{found.carried} weights carried over.", f"已迁移 {found.carried} 个权重。")(
        language
    )
    lines = [carried]
    if found.lacking:
        names = ", ".join(found.lacking)
        lacking = Text(f"Without a counterpart: {names}.", f"没有对应项：{names}。")
        lines.append(lacking(language))
    return table + "\n".join(lines) + "\n"


def _verdict(equal: bool, language: Language) -> str:
    return Text("equal", "一致")(language) if equal else Text("differs", "不同")(language)
