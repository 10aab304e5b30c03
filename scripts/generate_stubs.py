"""Generates Mindport's picture of torch, torchvision, torchaudio and einops: .pyi stubs and torch_api.json.

Needs torch installed. The others are read from their wheels, downloaded once into .cache.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import torch

from stubgen import emit_json, emit_stubs, inherit, static_source, torch_modules, torch_source
from stubgen.model import Api

WHEELS = {"torchvision": "0.29.1", "torchaudio": "2.11.0", "einops": "0.8.2"}
ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
STUBS = ROOT / "server" / "mindport" / "symbols" / "stubs"


def wheel(name: str, version: str) -> Path:
    """A package's wheel, downloaded when it is not there yet."""
    found = sorted(CACHE.glob(f"{name}-{version}-*.whl"))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q"]
        subprocess.run([*command, f"{name}=={version}", "-d", str(CACHE)], check=True)
        found = sorted(CACHE.glob(f"{name}-{version}-*.whl"))
    return found[0]


def main() -> None:
    api = Api()
    torch_source.collect(api)
    static_source.collect(api, torch_modules.unimportable(), torch_modules.load)
    for name, version in WHEELS.items():
        found = static_source.sources(wheel(name, version))
        static_source.collect(api, found, torch_modules.load)
    inherit.complete(api)
    versions = {"torch": torch.__version__.partition("+")[0], **WHEELS}
    STUBS.mkdir(parents=True, exist_ok=True)
    emit_json.write(api, STUBS / "torch_api.json", versions)
    emit_stubs.write(api, STUBS)
    kinds = sorted({symbol.kind for symbol in api.symbols.values()})
    for kind in kinds:
        print(f"{kind:14}{sum(s.kind == kind for s in api.symbols.values()):6}")


if __name__ == "__main__":
    main()
