"""torch named in text (MP113): ``importlib.metadata.version("torch")``, ``set_backend("pytorch")``.

Such a line asks Python, or another package, for torch. Without torch it raises, or answers that torch is
missing, and another branch of the file runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.torch_packages import KNOWN, spared
from mindport.nodes import find, name_of
from mindport.report import Finding
from mindport.texts import Text, filled

ROOTS = frozenset({"torch", *KNOWN})
# Functions that load a module, or ask for one, by its name.
LOADERS = frozenset({"__import__", "find_loader", "find_spec", "import_module"})
# Functions that ask for an installed distribution.
INSTALLED = frozenset({"distribution", "get_distribution", "metadata", "require", "version"})
BACKENDS = frozenset({"pytorch", "torch"})
MESSAGE = Text(
    "{0} is looked up by its name: without torch this raises, or answers that it is not there.",
    "此处按名称查找 {0}：没有 torch 的环境中会报错，或得到其不存在的结果。",
)
BACKEND = Text(
    "This tells a package to compute with torch; it needs another backend, and tensors made for that.",
    "此处让软件包用 torch 计算；需改用其他后端，并传入该后端的数据。",
)


def torch_by_name_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call that names torch, or a package of torch's, in text.

    Left alone is what stands in a ``try`` with a handler.
    """
    tree = site.document.tree
    if tree is None or "torch" not in site.document.text:
        return
    asked = [(call, found) for call in find(tree, ast.Call) if (found := _asked(site, call))]
    apart = spared(tree) if asked else frozenset()
    for call, (name, message) in asked:
        if call not in apart:
            span = site.document.span(call)
            yield Finding("MP113", "warning", name, None, "certain", message, span)


def _asked(site: Site, call: ast.Call) -> tuple[str, Text] | None:
    """The package that a call asks for, and what to say of it."""
    text, function = _text(call), name_of(call.func)
    root = text.partition(".")[0]
    if function == "set_backend" and text.lower() in BACKENDS:
        return "torch", BACKEND
    is_module = function in LOADERS and root in ROOTS and not site.is_own(root)
    if is_module or (function in INSTALLED and text in ROOTS):
        return root, filled(MESSAGE, root)
    return None


def _text(call: ast.Call) -> str:
    """The text that a call is given first, as far as it is written there."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.JoinedStr) and first.values:
        first = first.values[0]
    value = first.value if isinstance(first, ast.Constant) else None
    return value if isinstance(value, str) else ""
