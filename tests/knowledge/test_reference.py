"""The reference site: a page a namespace in both languages, and a search that finds either side."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOM = """
const nothing = { addEventListener() {}, dataset: {} };
globalThis.document = { getElementById: () => nothing, addEventListener() {} };
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("reference")
    command = [sys.executable, str(ROOT / "scripts/generate_reference.py"), str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return out


def symbols(site: Path) -> list[tuple[str, str, int, list[str]]]:
    text = (site / "symbols.js").read_text(encoding="utf-8")
    found = json.loads(text.removeprefix("const REFERENCE = ").rstrip(";\n"))["symbols"]
    return [tuple(one) for one in found]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_symbol_stands_on_its_page(site: Path, language: str) -> None:
    pages: dict[str, str] = {}
    for symbol, page, _, _ in symbols(site):
        path = site / language / f"{page}.html"
        text = pages.setdefault(page, path.read_text(encoding="utf-8"))
        assert f'<section id="{symbol}">' in text
    assert len(pages) > 100


def test_a_page_says_what_a_reader_needs(site: Path) -> None:
    english = (site / "en/torch.nn.html").read_text(encoding="utf-8")
    section = english.partition('id="torch.nn.Conv2d"')[2].partition("</section>")[0]
    assert "<code>mindspore.nn.Conv2d</code>" in section
    assert "<table>" in section
    assert "pad_mode is &#39;same&#39; by default" in section.replace("'", "&#39;")
    assert "verified on MindSpore" in section
    assert "<pre>m = nn.Conv2d(3, 4, 3); m(x4)</pre>" in section
    chinese = (site / "zh/torch.nn.html").read_text(encoding="utf-8")
    assert "有等价接口" in chinese
    assert 'href="../en/torch.nn.html"' in chinese


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("nn.Linear", "torch.nn.Linear"),
        ("mindspore.nn.Dense", "torch.nn.Linear"),
        ("平均池化", "torch.nn.AvgPool1d"),
        ("gradient clipping", "torch.nn.utils.clip_grad_norm"),
        ("no such thing", None),
    ],
)
def test_the_search_finds_either_side(site: Path, query: str, first: str | None) -> None:
    parts = [
        DOM,
        *(path.read_text(encoding="utf-8") for path in (site / "symbols.js", site / "search.js")),
    ]
    parts.append(f"console.log(search({json.dumps(query)})[0]?.symbol ?? null)")
    done = subprocess.run(
        ["node", "-"],
        input="\n".join(parts),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == str(first if first is not None else "null")
