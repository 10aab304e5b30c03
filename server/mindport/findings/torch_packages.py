"""Imports of packages that work on torch only (MP113)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.packages import ADVICE
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Finding
from mindport.texts import Text

# What a package is imported as, where that is not its name.
IMPORTED_AS = {
    "autoawq": "awq",
    "flash-linear-attention": "fla",
    "grad-cam": "pytorch_grad_cam",
    "lightning-bolts": "pl_bolts",
    "mmaction2": "mmaction",
    "mmsegmentation": "mmseg",
    "mosaicml": "composer",
    "neuraloperator": "neuralop",
    "nnaudio": "nnAudio",
    "open-clip-torch": "open_clip",
    "openai-clip": "clip",
    "openai-whisper": "whisper",
    "pyro-ppl": "pyro",
    "pytorch-crf": "torchcrf",
    "pytorch-ignite": "ignite",
    "tensorly-torch": "tltorch",
}
# Their names are looked up in the knowledge base one by one.
KNOWN = frozenset({"torchvision", "torchaudio", "torchtext"})
PACKAGES = {
    IMPORTED_AS.get(name, name.replace("-", "_")): name for name in ADVICE if name not in KNOWN
}
# Modules of other packages that need torch: their halves for it are called so.
HALF = re.compile(r"(?!(?:torch|einops)\.)[\w.]+\.torch(?=\.|$)")
HALVES = {
    "safetensors.torch": Text(
        "it imports torch; mindspore.load_checkpoint and save_checkpoint read and write such files "
        'with format="safetensors"',
        "它会导入 torch；mindspore.load_checkpoint 与 save_checkpoint 可用 "
        'format="safetensors" 读写此类文件',
    ),
    "d2l.torch": Text(
        "its functions work on torch's tensors and optimizers; copy those that are used into the "
        "project, where they can be moved",
        "其函数基于 torch 的张量与优化器；请将用到的函数复制到项目中，再一并迁移",
    ),
}
IMPORTS_TORCH = Text(
    "it is this package's half for torch, and imports it",
    "这是该软件包面向 torch 的部分，会导入 torch",
)
# What transformers has that needs no torch.
WITHOUT_TORCH = re.compile(r"\w*(?:Tokenizer|TokenizerFast|Config|FeatureExtractor)")


def torch_package_findings(site: Site) -> Iterator[Finding]:
    """One finding for each import of a package that cannot work without torch.

    Left alone are packages whose source lies in the workspace, which is moved with the rest, and
    imports that the file can do without.
    """
    assert site.document.tree is not None
    tree = site.document.tree
    statements: list[ast.Import | ast.ImportFrom] = [*find(tree, ast.Import)]
    statements += find(tree, ast.ImportFrom)
    found = [item for statement in statements for item in _packages(statement)]
    apart = spared(tree) if found else frozenset()
    for statement, alias, module in found:
        names = (module, module.partition(".")[0])  # the outer one may have no __init__.py
        if statement not in apart and not any(map(site.is_own, names)):
            yield _finding(site, alias, module)


def _packages(
    statement: ast.Import | ast.ImportFrom,
) -> Iterator[tuple[ast.stmt, ast.alias, str]]:
    """The names that a statement takes from such packages, one for each package."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            module = alias.name.partition(".")[0]
            half = HALF.match(alias.name)
            if module in PACKAGES:
                yield statement, alias, module
            elif half is not None:
                yield statement, alias, half[0]
        return
    if statement.level:
        return
    module = (statement.module or "").partition(".")[0]
    for alias in statement.names if module not in PACKAGES else ():
        half = HALF.match(f"{statement.module}.{alias.name}")
        if half is not None:
            yield statement, alias, half[0]
            return
    for alias in statement.names if module in PACKAGES else ():
        if module != "transformers" or not WITHOUT_TORCH.fullmatch(alias.name):
            yield statement, alias, module
            return


def spared(tree: ast.Module) -> frozenset[ast.AST]:
    """The statements in a ``try`` with a handler, and those for type checkers alone."""
    tried = [node.body for node in find(tree, ast.Try) if node.handlers]
    typed = [node.body for node in find(tree, ast.If) if _is_for_types(node.test)]
    bodies = (statement for body in (*tried, *typed) for statement in body)
    return frozenset(inner for statement in bodies for inner in walk(statement))


def _is_for_types(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def _finding(site: Site, alias: ast.alias, module: str) -> Finding:
    package = PACKAGES.get(module, module)
    advice = ADVICE[package] if module in PACKAGES else HALVES.get(module, IMPORTS_TORCH)
    message = Text(f"{package}: {advice.en}.", f"{package}：{advice.zh}。")
    span = site.document.span(alias)
    return Finding("MP113", "warning", module, None, "certain", message, span)
