"""Checks the knowledge base and compiles the index that the package carries."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from mindport.knowledge.compile import compile_index  # noqa: E402
from mindport.knowledge.reading import KnowledgeError  # noqa: E402


def main() -> int:
    index = ROOT / "server/mindport/knowledge/index.jsonl"
    try:
        content = compile_index(ROOT / "knowledge", index)
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(content['entries'])} entries, {index.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
