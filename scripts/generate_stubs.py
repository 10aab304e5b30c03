"""Generates Mindport's picture of torch and torchvision: .pyi stubs and torch_api.json.

Needs torch installed. torchvision is read from its wheel, which is downloaded once into .cache.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import torch

from stubgen import emit_json, emit_stubs, inherit, static_source, torch_modules, torch_source
from stubgen.model import Api

TORCHVISION = "0.29.2"
ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
STUBS = ROOT / "server" / "mindport" / "symbols" / "stubs"


def wheel() -> Path:
    """The torchvision wheel, downloaded when it is not there yet."""
    found = sorted(CACHE.glob(f"torchvision-{TORCHVISION}-*.whl"))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q"]
        subprocess.run([*command, f"torchvision=={TORCHVISION}", "-d", str(CACHE)], check=True)
        found = sorted(CACHE.glob(f"torchvision-{TORCHVISION}-*.whl"))
    return found[0]


def main() -> None:
    api = Api()
    torch_source.collect(api)
    static_source.collect(api, torch_modules.unimportable(), torch_modules.load)
    static_source.collect(api, static_source.sources(wheel()), torch_modules.load)
    inherit.complete(api)
    versions = {"torch": torch.__version__.partition("+")[0], "torchvision": TORCHVISION}
    STUBS.mkdir(parents=True, exist_ok=True)
    emit_json.write(api, STUBS / "torch_api.json", versions)
    emit_stubs.write(api, STUBS)
    kinds = sorted({symbol.kind for symbol in api.symbols.values()})
    for kind in kinds:
        print(f"{kind:14}{sum(s.kind == kind for s in api.symbols.values()):6}")


if __name__ == "__main__":
    main()
