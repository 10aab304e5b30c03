"""Changes the training loops of the scenario programs at random and compares what they train.

A changed program that torch runs is migrated. Where nothing is left to do, MindSpore runs it from the
same weights; its losses and weights have to be torch's. What a fix makes silently wrong shows here.
"""

from __future__ import annotations

import ast
import copy
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT)]

import click  # noqa: E402
from tests.scenarios import test_scenarios as scenarios  # noqa: E402
from tests.scenarios.judge import judge  # noqa: E402

from mindport.runtime.pool import Pool  # noqa: E402

Block = list[ast.stmt]
CONDITIONS = ("len(losses) % 3 == 2", "len(losses) % 2 == 0", "len(losses) > 8", "sum(losses) > 3")
MODES = ("no_grad()", "enable_grad()", "set_grad_enabled(len(losses) % 2 == 0)")
HANDLERS = (
    "except RuntimeError:\n    losses.append(0.1)",
    "except ZeroDivisionError:\n    pass",
    "finally:\n    losses.append(0.1)",
)
OF_NETWORKS = (
    "losses.append(sum(float(p.grad.abs().sum()) for p in {0}.parameters() if p.grad is not None))",
    "losses.append(sum(float(p.detach().abs().sum()) for p in {0}.parameters()))",
    "for p in {0}.parameters():\n    if p.grad is not None:\n        p.grad.mul_(0.5)",
    "for p in {0}.parameters():\n    p.grad = None",
    "for p in {0}.parameters():\n    p.data.mul_(0.99)",
    "for p in {0}.parameters():\n    p.requires_grad = len(losses) % 2 == 0",
    "with torch.no_grad():\n    for p in {0}.parameters():\n        p.mul_(0.99)",
    "torch.nn.utils.clip_grad_norm_({0}.parameters(), 0.5)",
    "{0}.requires_grad_(len(losses) < 6)",
    "{0}.zero_grad()",
    "{0}.eval()",
    "{0}.train()",
)
OF_LOSSES = (
    "{0} = {0} * 2",
    "{0} /= 2",
    "{0} = {0} + 0.01 * {0}.detach() ** 2",
    "{0} = {0} if len(losses) % 3 == 2 else {0} * 0.5",
    "if torch.isnan({0}):\n    losses.append(9.0)",
    "if {0}.item() < 0.3:\n    losses.append(1.0)",
    "losses.append({0}.item())",
)
BACKWARD = (
    "({0} / 2).backward()",
    "{0}.backward(retain_graph=True)\n({0} * 0.5).backward()",
    "torch.autograd.backward({0})",
    "total = {0} / 4\ntotal.backward()",
    "if len(losses) % 2 == 0:\n    {0}.backward()\nelse:\n    ({0} * 2).backward()",
)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--seed", default=0, help="What the changes are drawn from.")
@click.option("--count", default=100, help="How many changed programs are tried.")
@click.option("--keep", type=click.Path(path_type=Path), help="Where programs that fail are kept.")
def main(names: tuple[str, ...], seed: int, count: int, keep: Path | None) -> None:
    """Change the programs NAMES, or any, and count what came of it.

    Exits with 1 where a program computes something else, or stops, with nothing left to do.
    """
    programs = [path for path in scenarios.PROGRAMS if _is_wanted(path, names)]
    counted: Counter[str] = Counter()
    with (
        Pool("torch", 1, env=scenarios.torch_environment()) as first,
        Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as second,
    ):
        for number in range(count):
            draw = random.Random(f"{seed} {number}")
            path = draw.choice(programs)
            text, changes = mutated(path.read_text(encoding="utf-8"), draw)
            if not changes:
                continue
            with tempfile.TemporaryDirectory() as folder:
                verdict = judge(text, Path(folder), (first, second))
            counted[verdict.outcome] += 1
            about = " ".join(sorted({f.code for f in verdict.left})) or verdict.about[:300]
            told = f"{verdict.outcome}: {about}"
            print(f"{seed} {number} {path.stem} ({', '.join(changes)}): {told}", flush=True)
            if keep is not None and verdict.outcome in ("wrong", "raises"):
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{seed}_{number}_{path.stem}.py").write_text(text, encoding="utf-8")
                (keep / f"{seed}_{number}_{path.stem}.ms").write_text(
                    verdict.files[0].document.text, encoding="utf-8"
                )
    print(", ".join(f"{value} {name}" for name, value in counted.most_common()))
    sys.exit(1 if counted["wrong"] + counted["raises"] else 0)


def _is_wanted(path: Path, names: tuple[str, ...]) -> bool:
    source = path.read_text(encoding="utf-8")
    is_plain = not source.startswith(scenarios.PROCESSES) and not scenarios.MARKED.match(source)
    return is_plain and (not names or path.stem in names)


def mutated(source: str, draw: random.Random) -> tuple[str, list[str]]:
    """A program with one to three changes in blocks that train, and what they are."""
    tree = ast.parse(source)
    changes = []
    for _ in range(draw.choice((1, 1, 2, 3))):
        blocks = list(training_blocks(tree))
        if not blocks:
            break  # a change before left nothing that trains
        owner, block = draw.choice(blocks)
        change = draw.choice(CHANGES)
        if change(draw, owner, block):
            changes.append(change.__name__)
    return f"{ast.unparse(ast.fix_missing_locations(tree))}\n", changes


def training_blocks(tree: ast.Module) -> Iterator[tuple[ast.stmt, Block]]:
    """The blocks in which something is called ``backward`` or ``step``, with what they belong to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While | ast.FunctionDef | ast.If | ast.With):
            for block in (node.body, getattr(node, "orelse", [])):
                called = [n for s in block for n in ast.walk(s) if isinstance(n, ast.Attribute)]
                if any(attribute.attr in ("backward", "step") for attribute in called):
                    yield node, block


def leaves(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Goes on with the next round, ends the loop, or the function, once in a while."""
    is_loop = isinstance(owner, ast.For | ast.While)
    word = draw.choice(("continue", "break")) if is_loop else "return None"
    if not is_loop and not isinstance(owner, ast.FunctionDef):
        return False
    text = f"if {draw.choice(CONDITIONS)}:\n    losses.append(0.5)\n    {word}"
    return _put(draw, block, text)


def wraps(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Puts some statements into a branch, a loop, a ``try``, or a block with another mode."""
    header = draw.choice(
        (
            f"if {draw.choice(CONDITIONS)}:\n    pass",
            "for _ in range(2):\n    pass",
            f"try:\n    pass\n{draw.choice(HANDLERS)}",
            f"with torch.{draw.choice(MODES)}:\n    pass",
        )
    )
    (around,) = ast.parse(header).body
    start = draw.randrange(len(block))
    end = start + draw.randint(1, 4)
    around.body = block[start:end]  # type: ignore[attr-defined]
    block[start:end] = [around]
    return True


def reorders(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Swaps two statements, leaves one out or says it twice."""
    if len(block) < 2:
        return False
    place = draw.randrange(len(block) - 1)
    one, other = block[place : place + 2]
    block[place : place + 2] = draw.choice(
        ([other, one], [other], [one, copy.deepcopy(one), other])
    )
    return True


def asks_networks(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Reads or changes gradients and parameters, clips, freezes, changes the mode."""
    return _put_about(draw, block, OF_NETWORKS, ("parameters", "train", "eval"))


def asks_losses(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Changes a loss, or looks at it."""
    return _put_about(draw, block, OF_LOSSES, ("backward",))


def backwards(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Says ``loss.backward()`` in another form."""
    for place, statement in enumerate(block):
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(loss, "backward"), [], [])):
                text = draw.choice(BACKWARD).format(ast.unparse(loss))
                block[place : place + 1] = ast.parse(text).body
                return True
    return False


def clears_elsewhere(draw: random.Random, owner: ast.stmt, block: Block) -> bool:
    """Moves what clears the gradients."""
    clearing = [s for s in block if isinstance(s, ast.Expr) and "zero_grad" in ast.unparse(s)]
    for statement in clearing[:1]:
        block.remove(statement)
        block.insert(draw.randrange(len(block) + 1), statement)
    return bool(clearing)


def _put_about(
    draw: random.Random, block: Block, texts: tuple[str, ...], asked: tuple[str, ...]
) -> bool:
    """Puts a statement about something on which one of ``asked`` is called in the block."""
    calls = (n.func for s in block for n in ast.walk(s) if isinstance(n, ast.Call))
    named = [f for f in calls if isinstance(f, ast.Attribute) and f.attr in asked]
    paths = [ast.unparse(f.value) for f in named if isinstance(f.value, ast.Name | ast.Attribute)]
    return bool(paths) and _put(draw, block, draw.choice(texts).format(draw.choice(paths)))


def _put(draw: random.Random, block: Block, text: str) -> bool:
    place = draw.randrange(len(block) + 1)
    block[place:place] = ast.parse(text).body
    return True


CHANGES: tuple[Callable[[random.Random, ast.stmt, Block], bool], ...] = (
    leaves, wraps, wraps, reorders, reorders, asks_networks, asks_networks, asks_losses, backwards,
    clears_elsewhere,
)  # fmt: skip

if __name__ == "__main__":
    main()
