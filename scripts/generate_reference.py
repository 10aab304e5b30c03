"""Writes the knowledge base as a static site, in English and Chinese: scripts/generate_reference.py OUT.

One page a namespace, what the editor's hover says of each symbol with the examples that were run,
and a search over the names of both sides that needs no server.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.config import LANGUAGES  # noqa: E402
from mindport.findings.messages import readable  # noqa: E402
from mindport.knowledge import templates  # noqa: E402
from mindport.knowledge.schema import Entry, Example  # noqa: E402
from mindport.knowledge.search import api_names  # noqa: E402
from mindport.knowledge.store import Store, load  # noqa: E402
from mindport.lsp.hover_text import Sources, hover_text  # noqa: E402
from mindport.report import Status  # noqa: E402
from mindport.reports.text import STATUS_TEXTS  # noqa: E402
from mindport.symbols import torch_api  # noqa: E402
from mindport.symbols.torch_api import TorchApi  # noqa: E402
from mindport.target import DEVICES, Target  # noqa: E402
from mindport.texts import Language, Text  # noqa: E402

PARTS = ROOT / "scripts/reference"
FILES = ("style.css", "search.js")
CLASSES = ("torch.Tensor", "torch.nn.Module")  # whose members have a page of their own
STATUSES: tuple[Status, ...] = ("mapped", "conditional", "manual", "unsupported", "dropped")
TEXTS = {
    "title": Text("From PyTorch to MindSpore", "从 PyTorch 到 MindSpore"),
    "search": Text("Find a torch or MindSpore name", "查找 torch 或 MindSpore 的名称"),
    "namespaces": Text("Namespaces", "命名空间"),
    "symbols": Text("symbols", "个符号"),
    "examples": Text("Examples that were run", "实际运行过的示例"),
    "nothing": Text("Nothing found.", "没有找到匹配的符号。"),
    "more": Text("more; type another letter", "个未显示，请继续输入"),
    "other": Text("中文", "English"),
    "told": Text(
        "What each symbol becomes, where it runs, what differs, and what runs of both frameworks "
        "showed. The search takes names of either side and what a thing is called.",
        "每个符号对应什么、支持哪些设备、有何差异，以及两个框架实际运行的结果。"
        "可按任一方的名称或通称搜索。",
    ),
    "version": Text("MindSpore", "MindSpore"),
}
OUTCOMES = {
    "equal": Text("equal", "结果一致"),
    "differs": Text("differs", "结果不同"),
    "error": Text("raises", "抛出异常"),
    "marked": Text("left, with a finding", "保留并标注"),
    "torch-error": Text("torch raises", "torch 抛出异常"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """An example as it is shown, with what its run showed."""

    code: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Section:
    """What a page says of one symbol."""

    symbol: str
    status: Status
    body: Markup
    examples: tuple[Shown, ...]


def page_of(symbol: str, api: TorchApi) -> str:
    """The namespace on whose page a symbol stands; a namespace stands on its own."""
    name = symbol
    while api.kind(name) != "module" and name not in CLASSES and "." in name:
        name = name.rpartition(".")[0]
    return name


def shown(example: Example, entry: Entry, language: Language) -> Shown:
    outcomes = {run.outcome for run in entry.evidence if run.example == example.code}
    words = [OUTCOMES[outcome](language) for outcome in sorted(outcomes)]
    return Shown(example.code, ", ".join(words))


def sections(symbols: list[str], sources: Sources, markdown: MarkdownIt) -> Iterator[Section]:
    for symbol in symbols:
        entry = sources.store.own(symbol)
        text = hover_text(symbol, sources)
        if entry is None or text is None:
            continue
        head, _, rest = text.partition("\n\n")
        equivalent = head.partition("  \n")[0].partition(" → ")[2]
        body = f"→ {equivalent}\n\n{rest}" if equivalent else rest
        yield Section(
            symbol,
            entry.status,
            Markup(markdown.render(body)),
            tuple(shown(example, entry, sources.language) for example in entry.examples),
        )


def search_data(store: Store, api: TorchApi) -> list[list[Any]]:
    """For the search: symbol, page, status and the names of its equivalents."""
    found = []
    for symbol, plain in store.plain.items():
        names = [readable(name).removeprefix(f"{templates.HELPER}.") for name in api_names(plain)]
        status = store.status(symbol)
        found.append([symbol, page_of(symbol, api), STATUSES.index(status), names])
    return found


def write_language(out: Path, language: Language, pages: Mapping[str, list[str]]) -> None:
    store, api = load(), torch_api.load()
    sources = Sources(store, api, Target(devices=DEVICES), language)
    environment = Environment(
        loader=FileSystemLoader(PARTS), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    shared = {
        "language": language,
        "other": "zh" if language == "en" else "en",
        "t": {name: text(language) for name, text in TEXTS.items()},
        "statuses": {status: STATUS_TEXTS[status](language) for status in STATUSES},
        "pages": pages,
        "version": store.version,
    }
    folder = out / language
    folder.mkdir(parents=True, exist_ok=True)
    counts = Counter(store.status(symbol) for symbol in store.plain)
    index = environment.get_template("index.html.jinja")
    text = index.render(shared, page="index", counts=[(s, counts[s]) for s in STATUSES])
    (folder / "index.html").write_text(text, encoding="utf-8")
    template = environment.get_template("namespace.html.jinja")
    for page, symbols in pages.items():
        text = template.render(shared, page=page, sections=sections(symbols, sources, markdown))
        (folder / f"{page}.html").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write to")
    out = parser.parse_args().out
    store, api = load(), torch_api.load()
    pages: dict[str, list[str]] = {}
    for symbol in sorted(store.plain):
        pages.setdefault(page_of(symbol, api), []).append(symbol)
    pages = dict(sorted(pages.items()))
    for language in LANGUAGES:
        write_language(out, language, pages)
    for name in FILES:
        copyfile(PARTS / name, out / name)
    copyfile(PARTS / "index.html", out / "index.html")
    data = {"symbols": search_data(store, api), "words": store.words, "statuses": STATUSES}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (out / "symbols.js").write_text(f"const REFERENCE = {text};\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(
        f"{len(pages)} pages in {len(LANGUAGES)} languages, {size / 1e6:.1f} MB: {out}/index.html"
    )


if __name__ == "__main__":
    main()
