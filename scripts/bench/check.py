"""Times lsp-check on a package's source beside ast.parse of the same files, in the same run.

python scripts/bench/check.py [timm==1.0.31 | torchvision==0.29.1]
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import time
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".cache/bench"
CHECK = Path(sys.executable).with_name("lsp-check")


def source_of(requirement: str) -> Path:
    """The folder with the wheel's files, downloaded once; no more than unpacked if it lies in .cache."""
    folder = CACHE / requirement.replace("==", "-")
    if not folder.is_dir():
        name, _, version = requirement.replace("-", "_").partition("==")
        wheels, files = CACHE / "wheels", f"{name}-{version or '*'}-*.whl"
        found = list(CACHE.parent.glob(files))
        if not found:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest"]
            subprocess.run([*command, str(wheels), requirement], check=True)
            found = list(wheels.glob(files))
        newest = max(found, key=lambda path: path.stat().st_mtime)
        zipfile.ZipFile(newest).extractall(folder)
    return folder


def main() -> None:
    folder = source_of(sys.argv[1] if len(sys.argv) > 1 else "timm==1.0.31")
    texts = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    started = time.perf_counter()
    for text in texts:
        ast.parse(text)
    parsing = time.perf_counter() - started
    command = [str(CHECK), "--exit-zero", "--jobs", "1", "--references", "--output-format", "json"]
    started = time.perf_counter()
    done = subprocess.run([*command, str(folder)], capture_output=True, check=True)
    checking = time.perf_counter() - started
    files = json.loads(done.stdout)["files"]
    references = sum(file["references"] for file in files)
    classified = sum(file["classified"] for file in files)
    unknown = Counter(
        use["symbol"] for file in files for use in file["uses"] if use["status"] == "unknown"
    )
    lines = sum(text.count(b"\n") for text in texts)
    print(f"{folder.name}: {len(texts)} files, {lines} lines")
    print(f"ast.parse {parsing:.2f} s, lsp-check {checking:.2f} s: {checking / parsing:.1f} times")
    print(f"{references} references, {classified} classified: {classified / references:.2%}")
    print("unknown:", ", ".join(f"{name} {count}" for name, count in unknown.most_common(20)))


if __name__ == "__main__":
    main()
