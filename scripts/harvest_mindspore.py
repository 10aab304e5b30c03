"""Writes knowledge/mindspore/VERSION.json: the public names of the installed MindSpore, their
signatures and the platforms that their docstrings name.

Run it with the interpreter of the version: ``$(scripts/mindspore_environment 2.9.0)``.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TENSOR_MEMBERS = ROOT / "server/mindport/symbols/stubs/mindspore_tensor.txt"
MODULES = (
    "mindspore", "mindspore.nn", "mindspore.ops", "mindspore.mint", "mindspore.mint.nn",
    "mindspore.mint.nn.functional", "mindspore.mint.optim", "mindspore.mint.linalg",
    "mindspore.mint.special", "mindspore.mint.distributed", "mindspore.mint.fft",
    "mindspore.numpy", "mindspore.scipy.linalg", "mindspore.common.initializer",
    "mindspore.dataset", "mindspore.dataset.vision", "mindspore.dataset.transforms",
    "mindspore.amp", "mindspore.runtime", "mindspore.communication", "mindspore.hal",
    "mindspore.experimental.optim", "mindspore.experimental.optim.lr_scheduler",
    "mindspore.nn.probability.distribution", "mindspore.graph", "mindspore.parallel",
    "mindspore.profiler", "mindspore.train", "mindspore.onnx", "mindspore.device_context.cpu",
    "mindspore.device_context.ascend", "mindspore.device_context.gpu",
)  # fmt: skip
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell", "mindspore.Parameter", "mindspore.nn.Optimizer")
PRIVATE = ("mindspore._Function", "mindspore.common._no_grad")  # they have no public equal
PLATFORMS = re.compile(r"Supported Platforms:\s*\n\s*(.+)")


def signature_of(value: Any, name: str) -> list[str]:
    """Signature texts, ``(input, axis=-1)``; several for overloaded methods, none when unknown."""
    documented = documented_signatures(value, name)
    if documented:
        return documented
    target = value.__init__ if inspect.isclass(value) else value
    try:
        signature = inspect.signature(target)
    except (TypeError, ValueError):
        return []
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    if [p.kind.name for p in parameters] == ["VAR_POSITIONAL", "VAR_KEYWORD"]:
        return written_signature(value)
    return [re.sub(r"<([\w.]+)[^<>]*>", r"\1", str(inspect.Signature(parameters)))]


def written_signature(value: Any) -> list[str]:
    """The signature of ``__init__`` as the source has it, where a decorator hides it."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(value)))
    except (OSError, TypeError, SyntaxError):
        return []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            node.args.args = node.args.args[1:]
            return [f"({ast.unparse(node.args)})"]
    return []


def documented_signatures(value: Any, name: str) -> list[str]:
    """Signatures that a generated docstring begins with: ``sum(dim=None, ...) -> Tensor``."""
    doc = inspect.getdoc(value) or ""
    short = re.escape(name.rpartition(".")[2])
    pattern = rf"(?m)^(?:\.\. \w+:: )?(?:mindspore\.[\w.]*|Tensor\.)?{short}(\(.*\))(?: -> .+)?$"
    found = []
    for line in re.findall(pattern, doc):
        try:
            compile(f"def f{line}: pass", "doc", "exec")
        except SyntaxError:
            continue
        found.append(line)
    return list(dict.fromkeys(found))


def describe(value: Any, name: str) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    signatures = signature_of(value, name)
    if signatures:
        entry["signatures"] = signatures
    platforms = PLATFORMS.search(inspect.getdoc(value) or "")
    if platforms:
        entry["platforms"] = sorted(set(re.findall(r"Ascend|GPU|CPU", platforms.group(1))))
    return entry


def harvest() -> dict[str, Any]:
    import importlib

    index: dict[str, Any] = {}
    for module_name in MODULES:
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        for attribute in sorted({*getattr(module, "__all__", ()), *dir(module)}):
            value = getattr(module, attribute, None)
            if attribute.startswith("_") or value is None or isinstance(value, ModuleType):
                continue
            index[f"{module_name}.{attribute}"] = describe(value, attribute)
    for name in PRIVATE:
        module_name, _, attribute = name.rpartition(".")
        index[name] = describe(getattr(importlib.import_module(module_name), attribute), attribute)
    for class_name in CLASSES:
        module_name, _, attribute = class_name.rpartition(".")
        owner = getattr(importlib.import_module(module_name), attribute)
        index.setdefault(class_name, describe(owner, attribute))
        for member in sorted(dir(owner)):
            if not member.startswith("_"):
                index[f"{class_name}.{member}"] = describe(getattr(owner, member, None), member)
    return dict(sorted(index.items()))


def newest() -> Path:
    """The harvest of the newest version."""
    paths = (ROOT / "knowledge" / "mindspore").glob("*.json")
    return max(paths, key=lambda path: tuple(map(int, path.stem.split("."))))


def main() -> None:
    import mindspore

    path = ROOT / "knowledge" / "mindspore" / f"{mindspore.__version__}.json"
    path.parent.mkdir(exist_ok=True)
    index = harvest()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in index.items())
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    if path == newest():
        members = sorted(name for name in dir(mindspore.Tensor) if not name.startswith("_"))
        TENSOR_MEMBERS.write_text("\n".join(members) + "\n", encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(index)} names")


if __name__ == "__main__":
    main()
