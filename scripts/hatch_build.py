"""Hatchling's hook: compiles the knowledge base into the one index that the package carries."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Runs before every wheel, editable ones included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root / "server"))
        from mindport.knowledge.compile import compile_index

        compile_index(root / "knowledge", root / "server/mindport/knowledge/index.jsonl")
