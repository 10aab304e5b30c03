"""Writes docs/traps.md and docs/traps.zh-CN.md from the catalogue of traps and what its runs showed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.config import LANGUAGES  # noqa: E402
from mindport.knowledge.traps import Trap, read_trap_evidence, read_traps  # noqa: E402
from mindport.rules import RULES  # noqa: E402
from mindport.texts import Language, Text  # noqa: E402

PATHS: Mapping[Language, Path] = {
    "en": ROOT / "docs/traps.md",
    "zh": ROOT / "docs/traps.zh-CN.md",
}
FAMILIES = {
    "autograd": Text("Derivatives", "求导"),
    "activations": Text("Activations", "激活函数"),
    "convolution": Text("Convolutions", "卷积"),
    "division": Text("Division and remainder", "除法与取余"),
    "dropout": Text("Dropout and training mode", "Dropout 与训练模式"),
    "dtypes": Text("Dtypes and promotion", "数据类型与类型提升"),
    "in-place": Text("In-place operations", "原地操作"),
    "initialisation": Text("Initialisation", "初始化"),
    "losses": Text("Losses", "损失函数"),
    "modules": Text("Modules and parameters", "模块与参数"),
    "normalisation": Text("Normalisation", "归一化"),
    "optimizers": Text("Optimizers", "优化器"),
    "pooling": Text("Pooling", "池化"),
    "random": Text("Random numbers", "随机数"),
    "reductions": Text("Reductions", "归约"),
    "resizing": Text("Resizing", "缩放"),
    "schedulers": Text("Learning rate schedules", "学习率调度"),
    "tensors": Text("Tensors", "张量"),
    "views": Text("Views and copies", "视图与拷贝"),
}
TITLE = Text("Traps", "陷阱")
INTRO = Text(
    "Each of these {count} renames runs on MindSpore {version} without an error and computes "
    "something else than torch. All were run on CPU, in both frameworks, with the same weights and "
    "inputs: `scripts/verify_traps.py` wrote down what came out, and Mindport's own result beside "
    "it. Names such as `x2` are the inputs that `knowledge/README.md` lists. "
    "`mindport rule CODE` explains a code.",
    "以下 {count} 种改名写法在 MindSpore {version} 上都能运行、不报错，结果却与 torch 不同。每一条都在 CPU 上用相同的"
    "权重与输入在两个框架中运行过：`scripts/verify_traps.py` 记录了结果，以及 Mindport 给出的结果。`x2` 等名称是 "
    "`knowledge/README.md` 中列出的输入。`mindport rule CODE` 可查看各代码的说明。",
)
RENAMED = Text("Only renamed", "只改名称")
WHAT = Text("| | what comes out |", "| | 结果 |")
MADE = Text("Mindport writes", "Mindport 改写为")
UNSAFE = Text("offers as an unsafe fix", "提供不安全修复")
MARKS = Text(
    "Mindport marks the line and leaves it to a person.", "Mindport 会标注该行，由人工处理。"
)
EQUAL = Text("equal to torch", "与 torch 一致")
OTHER = Text("marked, for this differs as well: {}", "有标注，因为同样不一致：{}")
RAISES = Text("marked; raises on CPU: {}", "有标注；在 CPU 上报错：{}")
DISTRIBUTION = Text("of the same distribution", "分布相同")


def main() -> None:
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    print(f"{len(read_traps(ROOT / 'knowledge/traps'))} traps")


def pages() -> dict[Path, str]:
    """The text of both pages."""
    traps = read_traps(ROOT / "knowledge/traps")
    evidence = read_trap_evidence(ROOT / "knowledge/evidence/traps")
    return {PATHS[language]: page(traps, evidence, language) for language in LANGUAGES}


def page(traps: list[Trap], evidence: Mapping[str, Mapping[str, Any]], language: Language) -> str:
    """All traps for people, as Markdown."""
    version = evidence[traps[0].name]["mindspore"]
    families = [(name, list(mine)) for name, mine in groupby(traps, lambda trap: trap.family)]
    parts = [
        f"# {TITLE(language)}",
        INTRO(language).format(count=len(traps), version=version),
        "\n".join(
            f"- [{FAMILIES[name](language)}](#{anchor(FAMILIES[name](language))}) ({len(mine)})"
            for name, mine in families
        ),
    ]
    for name, mine in families:
        parts.append(f"## {FAMILIES[name](language)}")
        for trap in mine:
            parts += shown(trap, evidence[trap.name], language)
    return "\n\n".join(parts) + "\n"


def anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def shown(trap: Trap, seen: Mapping[str, Any], language: Language) -> Iterator[str]:
    """One trap: what it is, both sources, what came out, and what Mindport makes of it."""
    yield f"### {trap.name}"
    yield f"**{trap.code}** {RULES[trap.code].name}. {trap.text(language)}"
    yield block("torch", trap.torch)
    yield block(RENAMED(language), trap.naive)
    yield "\n".join(
        [
            WHAT(language),
            "| --- | --- |",
            f"| torch | {cell(seen['gives'])} |",
            f"| {RENAMED(language)} | {cell(seen['naive_gives'])} |",
            f"| Mindport | {result(seen, trap, language)} |",
        ]
    )
    if seen["migrated"] is None:
        yield MARKS(language)
    else:
        how = MADE if seen["fix"] == "safe" else UNSAFE
        title = how(language) if how is MADE else f"Mindport {how(language)}"
        yield block(title, seen["migrated"].strip())


def result(seen: Mapping[str, Any], trap: Trap, language: Language) -> str:
    if seen["outcome"] == "marked":
        return MARKS(language)
    if seen["outcome"] == "equal":
        return (DISTRIBUTION if trap.compare == "distribution" else EQUAL)(language)
    said = RAISES if seen["outcome"] == "error" else OTHER
    return said(language).format(cell(seen["seen"]))


def block(title: str, source: str) -> str:
    return f"```python\n# {title}\n{source}\n```"


def cell(text: str) -> str:
    """Text in a cell of a table."""
    return f"`{text.replace('|', '¦')}`"


if __name__ == "__main__":
    main()
