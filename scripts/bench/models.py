"""Migrates models of packages on PyPI, runs each in both frameworks, and says how it came out.

python scripts/bench/models.py [--list FILE] [--migrated FOLDER] [WORD...]

The list has one model a line, ``package==version | FILE:EXPRESSION | INPUT | ...``, as ``mindport
verify`` takes them; packages with + between them are migrated together. With words, only lines
that hold one of them are run. The packages are downloaded once. Each is migrated once, with all
fixes. A model comes out

- equal: the outputs agree;
- marked: it does not run, or differs, and a finding that safe fixes leave is in the files that the
  error came through, or in the model's own (``at the line``: at the very place);
- untold: it does not run on MindSpore, and nothing had said so;
- silent: it runs, differs, and nothing had said so;
- torch: it does not run in torch, which says nothing of Mindport.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from mindport.analysis import analyze
from mindport.cli.project import Project
from mindport.cli.run import fixed_files
from mindport.config import Overrides, default_config, merge
from mindport.document import Document
from mindport.fixes.apply import FixResult
from mindport.reports import tables
from mindport.runtime.verify import VerificationError, verify, with_builder
from mindport.runtime.verify_job import module_of
from mindport.symbols.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".cache/bench"
LIST = Path(__file__).with_name("models.txt")
# What the packages import beside torch; torchvision is not among them: it brings a torch along.
DEPENDENCIES = (
    "einops==0.8.2", "einx==0.4.3", "frozendict", "huggingface_hub", "loguru", "munch", "pillow",
    "pyyaml", "safetensors", "scipy", "tqdm",
)  # fmt: skip
TORCHVISION = (
    "datasets", "datasets.utils", "io", "models", "models.densenet", "models.feature_extraction",
    "models.inception", "models.resnet", "models.vgg", "ops", "ops.boxes", "ops.misc",
    "transforms", "transforms.functional", "transforms.v2", "utils",
)  # fmt: skip
STAND_IN = """class Nothing:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *_, **__):
        return Nothing()

    def __mro_entries__(self, _):
        return (object,)


__version__ = "0.20.0"
__getattr__ = Nothing().__getattr__
"""
DRIVER = "mindport_models"
TARGET = Overrides(devices=("CPU",))
CONFIG = merge(default_config(), TARGET)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list."""

    package: str
    model: str
    inputs: tuple[str, ...]

    @property
    def file(self) -> str:
        """The model's file, inside its package's folder."""
        return self.model.partition(".py:")[0] + ".py"

    @property
    def expression(self) -> str:
        """What makes the model, with the names of its file."""
        return self.model.partition(".py:")[2]


def entries(text: str) -> list[Entry]:
    """The models of a list."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    parts = [[part.strip() for part in line.split(" | ")] for line in lines]
    return [Entry(package, model, tuple(inputs)) for package, model, *inputs in parts]


def source_of(requirement: str) -> Path:
    """The folder with the files of distributions, downloaded once."""
    folder = CACHE / requirement.replace("==", "-").replace(" ", "")
    if not folder.is_dir():
        archives = str(CACHE / "archives" / folder.name)
        wanted = [one.strip() for one in requirement.split("+")]
        pip("download", "--no-deps", "--no-build-isolation", "--dest", archives, *wanted)
        for archive in Path(archives).iterdir():
            shutil.unpack_archive(archive, folder, "zip" if archive.suffix == ".whl" else None)
    inside = [path for path in folder.iterdir() if (path / "setup.py").is_file()]
    return inside[0] if inside else folder


def helpers() -> str:
    """A search path with what the packages import: real ones, and an empty torchvision."""
    installed, stand_in = CACHE / "dependencies", CACHE / "stand-in"
    if not installed.is_dir():
        pip("install", "--no-deps", "--target", str(installed), *DEPENDENCIES)
    for name in ("", *TORCHVISION):
        place = stand_in.joinpath("torchvision", *name.split("."))
        place.mkdir(parents=True, exist_ok=True)
        (place / "__init__.py").write_text(STAND_IN)
    return os.pathsep.join(map(str, (installed, stand_in)))


def pip(command: str, *arguments: str) -> None:
    """Run pip quietly."""
    subprocess.run([sys.executable, "-m", "pip", command, "-qq", *arguments], check=True)


def driver(models: Sequence[Entry]) -> str:
    """A program with a function for each model, which the migration starts from."""
    text = "import torch\nfrom torch import nn\n"
    for index, entry in enumerate(models):
        taken = ", ".join(free_names(entry.expression))
        module = entry.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        text += f"\n\ndef model_{index}():\n"
        text += f"    from {module} import {taken}\n\n    return {entry.expression}\n"
    return text


def free_names(expression: str) -> list[str]:
    """The names that an expression takes from its file."""
    own = {*vars(builtins), "torch", "nn"}
    names = [node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)]
    return [name for name in dict.fromkeys(names) if name not in own]


def outcome(
    entry: Entry, index: int, path: str, files: Mapping[str, FixResult], source: str
) -> tuple[str, str]:
    """How one model came out, and what to say of it."""
    texts = {place: file.document.text for place, file in files.items()}
    texts[path] = with_builder(texts[path], f"model_{index}()")
    try:
        found = verify(
            path, with_builder(source, f"model_{index}()"), texts, entry.inputs, timeout=300.0
        )
    except VerificationError as error:
        said = " ".join(str(error).split())
        if error.side == "torch":
            return "torch", said
        where = " < ".join(f"{Path(name).name}:{line}" for name, line in reversed(error.places))
        told = told_at(error.places, files)
        return told or "untold", f"{where}: {said}"
    if found.equal:
        return "equal", ""
    own = str(Path(path).parent / entry.file)
    where = ", ".join(found.lacking) or next(
        one.where for one in found.comparisons.values() if one.where
    )
    return ("marked" if left(own) else "silent"), f"differs: {where}"


@cache
def left(path: str) -> frozenset[int]:
    """The lines of a file with findings that safe fixes leave."""
    document = Document.decode(path, Path(path).read_bytes())
    workspace = Workspace([Path(module_of(path, document.text)[1])])
    return frozenset(
        document.line_of(finding.span.start) + 1
        for finding in analyze(document, CONFIG, workspace).findings
        if finding.severity in ("error", "warning")
        and (finding.fix is None or finding.fix.applicability == "unsafe")
    )


def told_at(places: Iterable[tuple[str, int]], files: Mapping[str, FixResult]) -> str:
    """How near to the places of an error a finding is; empty where there is none."""
    findings = [
        (files[name].line_map[line - 1], left(name))
        for name, line in places
        if Path(name).stem != DRIVER
    ]
    if any(line in lines for line, lines in findings):
        return "marked, at the line"
    return "marked" if any(lines for _, lines in findings) else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", type=Path, default=LIST, help="the list of models")
    parser.add_argument("--migrated", type=Path, help="where to leave the migrated files")
    parser.add_argument("words", nargs="*", help="run only lines that hold one of these")
    options = parser.parse_args()
    chosen = [
        entry
        for entry in entries(options.list.read_text("utf-8"))
        if not options.words or any(word in str(entry) for word in options.words)
    ]
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, (helpers(), os.environ.get("PYTHONPATH")))
    )
    rows = []
    for package, group in groupby(chosen, key=lambda entry: entry.package):
        models = list(group)
        folder = source_of(package)
        place = folder / f"{DRIVER}.py"
        source = driver(models)
        place.write_text(source, "utf-8")
        started = time.perf_counter()
        document = Document(str(place), source)
        files = fixed_files(document, Project(TARGET), "en", as_module=False)
        seconds = time.perf_counter() - started
        print(f"{package}: {len(files)} files migrated in {seconds:.1f} s", file=sys.stderr)
        for path, file in files.items() if options.migrated else ():
            target = options.migrated / folder.name / Path(path).relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.document.text, "utf-8")
        for index, entry in enumerate(models):
            kind, said = outcome(entry, index, str(place), files, source)
            rows.append((kind, package, entry.model))
            print(f"{kind}: {package} {entry.model}", *([f"  {said}"] if said else []), sep="\n")
            sys.stdout.flush()
    print("\n" + tables.render(["Outcome", "Package", "Model"], sorted(rows), None))
    print(", ".join(f"{kind} {count}" for kind, count in Counter(r[0] for r in rows).items()))


if __name__ == "__main__":
    main()
