"""Runs torch's samples with the API that the official mapping table names in torch's place, and
writes which claims hold on CPU to knowledge/evidence/claims/ and docs/official-claims.md."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_v", "3")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

import click  # noqa: E402

from mindport.config import LANGUAGES  # noqa: E402
from mindport.knowledge.store import load  # noqa: E402
from mindport.runtime.claims import (  # noqa: E402
    CHOICE,
    TABLES,
    VERDICTS,
    Claim,
    Run,
    chosen,
    judged,
    own_examples,
    read_claims,
    renamed,
    run_of_sample,
)
from mindport.runtime.examples import Example, run_examples  # noqa: E402
from mindport.runtime.pool import Pool  # noqa: E402
from mindport.runtime.samples import (  # noqa: E402
    Progress,
    Sample,
    collect,
    find_groups,
    run,
)
from mindport.symbols.torch_api import load as load_torch  # noqa: E402
from mindport.texts import Language, Text  # noqa: E402

RECORD = ROOT / "knowledge/evidence/claims/official.json"
PATHS: dict[Language, Path] = {
    "en": ROOT / "docs/official-claims.md",
    "zh": ROOT / "docs/official-claims.zh-CN.md",
}
# Values are compared as loosely as half precision is: rounding speaks against no claim.
LOOSE = "float16"
VERSION = "2.10.0"

TITLE = Text("The official mapping table, checked", "官方映射表核对")
INTRO = Text(
    "MindSpore's documentation has a table of PyTorch's APIs and their counterparts, which calls a "
    "pair *consistent* or says that it differs. By its own criteria, consistent means: the same "
    "function, order, types, defaults and names of the parameters; dtypes that MindSpore does not "
    "take, and parameters such as `out` and `device`, do not count. Here each claim was tried on "
    "MindSpore {version}, CPU: samples of torch's own tests, or Mindport's examples where there are "
    "none, in float32 and int64 (at most 5 and 3) ran in torch and, with nothing but the name "
    "replaced, in MindSpore. What only lacks a kernel on CPU is no contradiction. Random results are "
    "compared by dtype and shape, values to 0.2 %. "
    "`scripts/check_official_claims.py` made this page.",
    "MindSpore 文档中有一张 PyTorch 与 MindSpore 的接口映射表，将每对接口标为“一致”或“有差异”。按其标准，一致指功能、"
    "参数顺序、类型、默认值、名称都相同；MindSpore 不支持的数据类型，以及 `out`、`device` 等通用差异参数不计。这里在 "
    "MindSpore {version}、CPU 上逐条核对：用 torch 自带测试的样例（没有则用 Mindport 的示例），float32 至多 5 个、int64 至多 "
    "3 个，在 torch 中运行，再只替换名称后在 MindSpore 中运行。仅因 CPU 缺少算子而失败的不算矛盾。随机结果只比较类型与"
    "形状，数值容差为 0.2 %。本页由 `scripts/check_official_claims.py` 生成。",
)
NAMES = {
    "result": Text("contradicted: runs, another result", "矛盾：可运行但结果不同"),
    "raises": Text("contradicted: raises", "矛盾：报错"),
    "same": Text("said to differ, no difference seen", "称有差异，未见差异"),
    "confirmed": Text("confirmed", "得到证实"),
    "unreached": Text("out of reach", "无法核对"),
}
HEAD = Text("| table, claim | all |", "| 表、结论 | 总数 |")
CLAIMS = {"consistent": Text("consistent", "一致"), "differs": Text("differs", "有差异")}
ALL = Text("all", "合计")
COLUMNS = {
    "raises": Text("| torch | official API | table | sample | what it raises |",
                   "| torch | 官方接口 | 表 | 样例 | 错误 |"),
    "same": Text("| torch | official API | table | samples equal |",
                 "| torch | 官方接口 | 表 | 一致的样例数 |"),
    "confirmed": Text("| torch | official API | table | claim | samples: equal, other result, raise |",
                      "| torch | 官方接口 | 表 | 结论 | 样例：一致、结果不同、报错 |"),
    "unreached": Text("| torch | official API | table | claim | why |",
                      "| torch | 官方接口 | 表 | 结论 | 原因 |"),
}  # fmt: skip
SAMPLES = Text(
    "{wrong} of {total} samples come out otherwise.", "{total} 个样例中 {wrong} 个结果不同。"
)
NOTHING = Text("no sample or example of it", "没有样例或示例")


@click.command()
@click.argument("table", type=click.Path(exists=True, path_type=Path), required=False)
@click.option("--jobs", default=1, show_default=True, help="Processes a framework.")
def main(table: Path | None, jobs: int) -> None:
    """Check the claims of TABLE, a CSV file; without it, only write the pages anew."""
    if table is not None:
        write(check(read_claims(table), jobs))
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    counts = Counter(item["verdict"] for item in recorded())
    print(", ".join(f"{counts[name]} {name}" for name in VERDICTS))


def check(claims: Sequence[Claim], jobs: int) -> list[dict[str, Any]]:
    """What the runs of every claim showed, as it is recorded."""
    runs: dict[Claim, list[Run]] = {claim: [] for claim in claims}
    folder = Path(tempfile.mkdtemp(prefix="mindport-claims-"))
    try:
        with Pool("torch", jobs) as torch_pool, Pool("mindspore", jobs) as mindspore_pool:
            samples = samples_of(claims, torch_pool, folder)
            for table, _, _ in TABLES:
                mine = [claim for claim in claims if claim.table == table]
                for claim, run in run_samples(mine, samples, mindspore_pool):
                    runs[claim].append(run)
            left = [claim for claim in claims if not runs[claim]]
            for claim, run in run_own(left, torch_pool, mindspore_pool):
                runs[claim].append(run)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [asdict(judged(claim, runs[claim])) for claim in claims]


def samples_of(claims: Sequence[Claim], pool: Pool, folder: Path) -> dict[str, list[Sample]]:
    api = load_torch()
    wanted = {claim.torch for claim in claims}
    groups = find_groups(pool, lambda name: api.canonical(name) or name, wanted.__contains__)
    return chosen(collect(groups, pool, folder, Progress(), CHOICE))


def run_samples(
    claims: Sequence[Claim], samples: dict[str, list[Sample]], pool: Pool
) -> Iterator[tuple[Claim, Run]]:
    """Every claim's samples, with the official API in torch's place."""
    todo = [
        (claim, replace(sample, dtype=LOOSE), text)
        for claim in claims
        for sample in samples.get(claim.torch, ())
        if (text := renamed(sample.source, claim)) is not None
    ]
    seen = run([item[1] for item in todo], [item[2] for item in todo], pool, Progress())
    for (claim, _, _), item in zip(todo, seen, strict=True):
        yield claim, run_of_sample(item)


def run_own(
    claims: Sequence[Claim], torch_pool: Pool, mindspore_pool: Pool
) -> Iterator[tuple[Claim, Run]]:
    """Mindport's own examples of what torch's tests have no samples of."""
    store = load()
    todo = [(claim, *item) for claim in claims for item in own_examples(claim, store)]
    examples: list[Example] = [example for _, _, example in todo]
    results = run_examples(examples, torch_pool, mindspore_pool, device="CPU")
    for (claim, inputs, example), result in zip(todo, results, strict=True):
        if result.outcome == "torch-error":
            continue
        kind = {"equal": "equal", "error": "raises"}.get(result.outcome, "wrong")
        if kind == "raises" and result.kind in ("kernel", "crash", "timeout"):
            kind = "kernel"
        text = example.mindspore_source.removeprefix("import mindspore\n").strip()
        source = example.torch_source.strip()
        seen = result.where or f"{result.kind}: {result.reason}"
        yield (
            claim,
            Run(len(source), source, inputs, text, kind, seen, result.expected, result.actual),
        )


# ---- what is recorded


def write(records: Sequence[dict[str, Any]]) -> None:
    """One line a claim, without the fields that say nothing."""
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for record in records:
        plain = {**record.pop("claim"), **record}
        kept = {name: value for name, value in plain.items() if value not in ("", 0)}
        lines.append(json.dumps(kept, ensure_ascii=False))
    RECORD.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def recorded() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


# ---- for people


def pages() -> dict[Path, str]:
    """The text of both pages."""
    records = recorded()
    return {PATHS[language]: page(records, language) for language in LANGUAGES}


def page(records: Sequence[dict[str, Any]], language: Language) -> str:
    """All claims for people, as Markdown: what is contradicted first."""
    parts = [f"# {TITLE(language)}", INTRO(language).format(version=VERSION)]
    parts.append(counts(records, language))
    for verdict in VERDICTS:
        mine = [item for item in records if item["verdict"] == verdict]
        parts.append(f"## {NAMES[verdict](language)} ({len(mine)})")
        if verdict == "result":
            parts += [part for item in mine for part in contradicted(item, language)]
        else:
            head = COLUMNS[verdict](language)
            line = "|" + " --- |" * (head.count("|") - 1)
            parts.append("\n".join([head, line, *(row(item, verdict, language) for item in mine)]))
    return "\n\n".join(parts) + "\n"


def counts(records: Sequence[dict[str, Any]], language: Language) -> str:
    """How many claims of each table came out how."""
    head = HEAD(language) + "".join(f" {NAMES[name](language)} |" for name in VERDICTS)
    lines = [head, "|" + " --- |" * (2 + len(VERDICTS))]
    ordered = sorted(records, key=lambda item: (item["table"], item["claim"]))
    groups = [
        (f"{table}, {CLAIMS[claim](language)}", list(items))
        for (table, claim), items in groupby(
            ordered, key=lambda item: (item["table"], item["claim"])
        )
    ]
    for name, items in [*groups, (ALL(language), ordered)]:
        found = Counter(item["verdict"] for item in items)
        figures = "".join(f" {found[verdict]} |" for verdict in VERDICTS)
        lines.append(f"| {name} | {len(items)} |{figures}")
    return "\n".join(lines)


def contradicted(item: dict[str, Any], language: Language) -> Iterator[str]:
    """A pair that is called consistent, with the smallest sample that comes out otherwise."""
    yield f"### {item['torch']} → {item['api']}"
    total = sum(item.get(name, 0) for name in ("equal", "wrong", "raised"))
    said = SAMPLES(language).format(wrong=item["wrong"], total=total)
    yield f"{item['table']}. {said} {code(item['seen'])}"
    inputs = f"# {item['inputs']}\n" if item.get("inputs") else ""
    yield f"```python\n{inputs}{item['source']}\n# MindSpore\n{item['renamed'].strip()}\n```"
    yield "\n".join([f"- torch: {code(item['expected'])}", f"- MindSpore: {code(item['actual'])}"])


def row(item: dict[str, Any], verdict: str, language: Language) -> str:
    first = [item["torch"], item["api"], item["table"]]
    figures = ", ".join(str(item.get(name, 0)) for name in ("equal", "wrong", "raised"))
    cells = {
        "raises": [code(item.get("source", "")), code(item.get("seen", ""))],
        "same": [str(item.get("equal", 0))],
        "confirmed": [CLAIMS[item["claim"]](language), figures],
        "unreached": [
            CLAIMS[item["claim"]](language),
            code(item["seen"]) if item.get("seen") else NOTHING(language),
        ],
    }[verdict]
    return "| " + " | ".join([*first, *cells]) + " |"


def code(text: str) -> str:
    """Text as code in one line, also in a table."""
    return "`" + text.replace("\n", "; ").replace("|", "¦").replace("`", "'") + "`"


if __name__ == "__main__":
    main()
