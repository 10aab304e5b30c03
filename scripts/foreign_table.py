"""The table of models out of PyPI packages: what a run of each gave, kept and written as pages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "scripts/foreign/results.json"
PAGES = {"en": ROOT / "docs/foreign-programs.md", "zh": ROOT / "docs/foreign-programs.zh-CN.md"}
LONGEST = 160
INTRODUCTION = {
    "en": (
        "# Models and training scripts out of PyPI packages, migrated as they are\n\n"
        "Each program in `scripts/foreign/` trains a model of a package that nobody here wrote for a "
        "few steps. It runs in torch; the program and all files of the package that it loads are "
        "migrated with `lsp-check --fix --unsafe-fixes` and nothing else, and run in MindSpore 2.10.0 "
        "on a CPU, without torch, from the same weights. *equal*: the losses agree to 1e-4 and the "
        "trained parameters to 1e-3. Where the program names a script, a whole training script of the "
        "package runs, as `python` runs it, with small data, few steps and the same random numbers in "
        "both; its losses are those that it logs. *marked*: it stops where a finding says that something is "
        "left to do, or it differs and such a finding stands in what it executed. *raises*: it stops where nothing was said. *wrong*: it runs and "
        "differs, and nothing was said. *torch*: the original does not run with the torch of today. "
        "`scripts/foreign_programs.py --unsafe-fixes --record` made this page. *graph mode*: the same, "
        "migrated for graph mode and run in it (`--graph`), for the programs where that was tried; "
        "*marked* is there also what the graph compiler refuses and a finding says.\n"
    ),
    "zh": (
        "# 原样迁移 PyPI 软件包中的模型与训练脚本\n\n"
        "`scripts/foreign/` 中的每个程序将某个第三方软件包中的模型训练数步。程序先在 torch 中运行；"
        "随后只用 `lsp-check --fix --unsafe-fixes` 迁移该程序及其加载的软件包文件，"
        "不做其他改动，再从相同的权重出发，在没有 torch 的环境中用 MindSpore 2.10.0（CPU）运行。"
        "*equal*：损失相差不超过 1e-4，训练后的参数相差不超过 1e-3。"
        "若程序指定了脚本，则像 `python` 那样运行软件包中完整的训练脚本，"
        "使用少量数据和步数，两边的随机数相同，比较脚本自己记录的损失。*marked*：在有提示指出尚需处理之处中断，"
        "或结果不同而所执行的代码中留有这样的提示。"
        "*raises*：在没有提示之处中断。*wrong*：能运行但结果不同，且没有提示。*torch*：原程序无法在当前 torch 中运行。"
        "本页由 `scripts/foreign_programs.py --unsafe-fixes --record` 生成。"
        "*静态图*：对已尝试的程序，按静态图模式迁移并运行的结果（`--graph`）；"
        "静态图编译器拒绝而提示已指出的，也记为 *marked*。\n"
    ),
}
HEADINGS = {
    "en": ("program", "packages", "result", "commit", "where", "findings left", "graph mode"),
    "zh": ("程序", "软件包", "结果", "提交", "位置", "剩余提示", "静态图"),
}
TOTAL_OF_GRAPHS = {"en": "graph mode: ", "zh": "静态图："}

Records = dict[str, dict[str, Any]]


def read_records() -> Records:
    """What was recorded of each program, by its name."""
    if not RECORDS.is_file():
        return {}
    records: Records = json.loads(RECORDS.read_text(encoding="utf-8"))
    return records


def write_records(records: Records) -> None:
    """Keep the records, sorted by program, and write the pages."""
    ordered = {name: records[name] for name in sorted(records)}
    text = json.dumps(ordered, indent=1, ensure_ascii=False, sort_keys=True)
    RECORDS.write_text(f"{text}\n", encoding="utf-8")
    for language, path in PAGES.items():
        path.write_text(page(ordered, language), encoding="utf-8")


def page(records: Mapping[str, Mapping[str, Any]], language: str) -> str:
    """The page in a language: how many of each result, and a line for each program."""
    graphs = [record["graph"] for record in records.values() if "graph" in record]
    totals = [_counted(records.values())]
    if graphs:
        totals.append(f"{TOTAL_OF_GRAPHS[language]}{_counted(graphs)}")
    lines = [INTRODUCTION[language], *(f"**{total}**\n" for total in totals)]
    lines.append(_line(HEADINGS[language]))
    lines.append(_line(["---"] * len(HEADINGS[language])))
    for name, record in records.items():
        cells = (name, record["packages"], record["result"], record["commit"], _where(record))
        graph = record.get("graph", {"result": "", "left": {}, "where": "", "commit": ""})
        told = (graph["result"], graph["commit"], _where(graph), _left(graph))
        lines.append(_line((*cells, _left(record), " ".join(word for word in told if word))))
    return "\n".join(lines) + "\n"


def _counted(records: Iterable[Mapping[str, Any]]) -> str:
    counts = Counter(record["result"] for record in records)
    return ", ".join(f"{count} {result}" for result, count in counts.most_common())


def _left(record: Mapping[str, Any]) -> str:
    return " ".join(f"{code}:{count}" for code, count in sorted(record["left"].items()))


def _where(record: Mapping[str, Any]) -> str:
    where = str(record["where"]).replace("|", "\\|")
    return f"`{where[:LONGEST]}`" if where else ""


def _line(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"
