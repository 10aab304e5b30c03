"""Writes the page of every rule, English and Chinese, from knowledge/rules/pages.yaml.

The findings and the mended source on a page come out of the engine, so a page shows what people get.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.analysis import analyze  # noqa: E402
from mindport.config import LANGUAGES, Config  # noqa: E402
from mindport.document import Document  # noqa: E402
from mindport.fixes.apply import fix_document  # noqa: E402
from mindport.knowledge.traps import Trap, read_traps  # noqa: E402
from mindport.rules import RULES, Rule, page_path  # noqa: E402
from mindport.symbols.workspace import Workspace  # noqa: E402
from mindport.target import Target  # noqa: E402
from mindport.texts import Language, Text  # noqa: E402

WHY = Text("Why it matters", "为什么重要")
EXAMPLE = Text("Example", "示例")
SEEN = Text("Seen to differ", "实测不同")
MENDED = Text("After the fix", "修复之后")
MENDED_UNSAFE = Text(
    "After the fix (unsafe: read what the finding says)", "修复之后（不安全修复：请先阅读提示）"
)

# What the codes of graph mode are found for.
GRAPH = Config(target=Target(mode="GRAPH"))


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(RULES)} rules")


def pages() -> dict[Path, str]:
    """The text of every page."""
    facts = yaml.safe_load((ROOT / "knowledge/rules/pages.yaml").read_text(encoding="utf-8"))
    traps = read_traps(ROOT / "knowledge/traps")
    return {
        page_path(code, language): page(
            rule, facts[code], [trap for trap in traps if trap.code == code], language
        )
        for code, rule in RULES.items()
        for language in LANGUAGES
    }


def page(rule: Rule, facts: Mapping[str, Any], traps: Sequence[Trap], language: Language) -> str:
    """One rule for people, as Markdown."""
    parts = [
        f"# {rule.code} {rule.name}",
        rule.summary(language),
        f"## {WHY(language)}",
        Text(facts["en"], facts["zh"])(language).strip(),
    ]
    if "example" in facts:
        parts += [f"## {EXAMPLE(language)}", *_shown(rule.code, facts["example"], language)]
    if traps:
        told = dict.fromkeys(f"- {trap.text(language)}" for trap in traps)
        parts += [f"## {SEEN(language)}", "\n".join(told)]
    return "\n\n".join(parts) + "\n"


def _shown(code: str, source: str, language: Language) -> Iterator[str]:
    """The source, what is found in it, and what becomes of it.

    Raises:
        ValueError: the source has no such finding.
    """
    document = Document("example.py", source)
    config = GRAPH if code.startswith("MP4") else Config()
    yield _block(source)
    found = [one for one in analyze(document, config, Workspace()).findings if one.code == code]
    if not found:
        raise ValueError(f"knowledge/rules/pages.yaml: the example of {code} has no such finding")
    for finding in found:
        line = document.position(finding.span.start)[0] + 1
        yield f"> {line}: **{code}** {finding.message(language)}"
    for unsafe, title in ((False, MENDED), (True, MENDED_UNSAFE)):
        result = fix_document(document, config, Workspace(), unsafe=unsafe)
        if all(finding.code != code for finding in result.report.findings):
            yield f"{title(language)}:" if language == "en" else f"{title(language)}："
            yield _block(result.document.text)
            return


def _block(source: str) -> str:
    return f"```python\n{source.strip()}\n```"


if __name__ == "__main__":
    main()
