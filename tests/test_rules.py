"""The pages of the rules, and the ways to them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.config import LANGUAGES
from mindport.knowledge.store import load
from mindport.rules import PAGES, RULES, page
from mindport.texts import Language

ROOT = Path(__file__).parents[1]


def test_the_pages_are_those_that_the_engine_makes_today() -> None:
    before = {path: path.read_text(encoding="utf-8") for path in PAGES.rglob("*.md")}
    script = ROOT / "scripts/generate_rule_pages.py"
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    after = {path: path.read_text(encoding="utf-8") for path in PAGES.rglob("*.md")}
    for path, text in before.items():
        path.write_text(text, encoding="utf-8")
    assert after == before


def test_every_code_of_the_knowledge_base_is_a_rule() -> None:
    store = load()
    entries = [store.entry(symbol) for symbol in store.plain]
    codes = {d.code for entry in entries if entry is not None for d in entry.differences if d.code}
    assert codes and codes <= set(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_what_why_and_shows_an_example_with_its_mend(language: Language) -> None:
    text = page("MP203", language)
    assert text is not None and RULES["MP203"].summary(language) in text
    assert "nn.BatchNorm2d(64, momentum=0.01)" in text
    assert "nn.BatchNorm2d(64, momentum=0.99)" in text
    assert bool(re.search(r"[\u4e00-\u9fff]", text)) == (language == "zh")


def test_an_unknown_code_has_no_page() -> None:
    assert page("MP999", "en") is None
