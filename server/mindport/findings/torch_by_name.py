"""torch named in text (MP113): ``importlib.metadata.version("torch")``, ``set_backend("pytorch")``.

Such a line asks Python, or another package, for torch. Without torch it raises, or answers that torch is
missing, and another branch of the file runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.torch_packages import KNOWN, spared
from mindport.nodes import find, name_of, statement_parents
from mindport.report import Edit, Finding, Fix, Name
from mindport.texts import Text, filled

ROOTS = frozenset({"torch", *KNOWN})
# Functions that load a module, or ask for one, by its name.
LOADERS = frozenset({"__import__", "find_loader", "find_spec", "import_module"})
# Functions that ask for an installed distribution.
INSTALLED = frozenset({"distribution", "get_distribution", "metadata", "require", "version"})
# A function that gives what it loads, and whether it is there: ``optional_import("einops", name=..)``.
OPTIONAL = "optional_import"
BACKENDS = frozenset({"pytorch", "torch"})
# The releases whose meaning the migrated code keeps.
RELEASES = {"torch": "2.13.0", "torchaudio": "2.11.0", "torchvision": "0.29.1"}
METADATA = frozenset({"importlib.metadata", "importlib_metadata"})
WRITE = Text("Write the version {0}", "写为版本号 {0}")
KEPT = Text(
    "It is the version whose meaning the migrated code keeps, so that tests of it take its branches.",
    "这是迁移后代码所遵循的版本，版本判断会走该版本的分支。",
)
IMPORT = Text("Import it where imports stand", "改为普通的导入")
MESSAGE = Text(
    "{0} is looked up by its name: without torch this raises, or answers that it is not there.",
    "此处按名称查找 {0}：没有 torch 的环境中会报错，或得到其不存在的结果。",
)
CONFIGURED = Text(
    "What is loaded here by its name is torch's where a configuration file says so: {0}. Write the"
    " name of what stands for it there.",
    "此处按名称加载的内容在配置文件中写为 torch 的名称：{0}。请在配置文件中改写为其替代者的名称。",
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
    if tree is None or not any(
        word in site.document.text for word in ("torch", OPTIONAL, "import_module")
    ):
        return
    asked = [(call, found) for call in find(tree, ast.Call) if (found := _asked(site, call))]
    apart = spared(tree) if asked else frozenset()
    for call, (name, message) in asked:
        if call not in apart:
            span = site.document.span(call)
            fix = _release(site, tree, call) or _module(site, tree, call)
            fix = fix or _optional(site, tree, call)
            yield Finding("MP113", "warning", name, None, "certain", message, span, fix)


def _release(site: Site, tree: ast.Module, call: ast.Call) -> Fix | None:
    """The version in the place of ``importlib.metadata.version("torch")``."""
    release = RELEASES.get(_text(call))
    if release is None or len(call.args) != 1 or call.keywords or not _asks_python(tree, call):
        return None
    edit = Edit(site.document.span(call), (f"'{release}'",))
    return Fix(filled(WRITE, release), "unsafe", (edit,), KEPT)


def _module(site: Site, tree: ast.Module, call: ast.Call) -> Fix | None:
    """The module itself in the place of ``importlib.import_module("torch.optim")``, of which
    something is taken there: ``getattr(.., name)``, ``.SGD``."""
    name, around = _text(call), statement_parents(tree).get(call)
    written = len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and not call.keywords
    taken = isinstance(around, ast.Attribute) or (
        isinstance(around, ast.Call) and name_of(around.func) == "getattr"
    )
    is_module = written and site.api.kind(name) == "module"
    if name_of(call.func) != "import_module" or not is_module or not taken:
        return None
    return Fix(IMPORT, "safe", (Edit(site.document.span(call), (Name(name),)),))


def _optional(site: Site, tree: ast.Module, call: ast.Call) -> Fix | None:
    """``from einops import rearrange`` and ``has = True`` for ``rearrange, has = optional_import(..)``."""
    statement = statement_parents(tree).get(call)
    match statement:
        case ast.Assign([ast.Tuple([ast.Name(taken), ast.Name(has)])]) if _loaded(call):
            module, _, name = _loaded(call).rpartition(".")
            alias = "" if taken == name else f" as {taken}"
            text = f"from {module} import {name}{alias}" if module else f"import {name}{alias}"
            lines = f"{text}\n{' ' * statement.col_offset}{has} = True"
            return Fix(IMPORT, "safe", (Edit(site.document.span(statement), (lines,)),))
    return None


def _loaded(call: ast.Call) -> str:
    """The dotted name of what ``optional_import`` gives, nothing where that is not written out."""
    names = {keyword.arg: keyword.value for keyword in call.keywords}
    name = names.pop("name", None)
    if name_of(call.func) != OPTIONAL or names or len(call.args) != 1:
        return ""
    if name is None:
        return _text(call)
    value = name.value if isinstance(name, ast.Constant) else None
    return f"{_text(call)}.{value}" if isinstance(value, str) else ""


def _asks_python(tree: ast.Module, call: ast.Call) -> bool:
    """Whether a function is ``version`` of importlib.metadata."""
    module, _, function = ast.unparse(call.func).rpartition(".")
    if function != "version" or module in METADATA:
        return function == "version"
    taken = {
        (source.module, alias.name, alias.asname or alias.name)
        for source in find(tree, ast.ImportFrom)
        for alias in source.names
    }
    if module:
        return ("importlib", "metadata", module) in taken
    return any((one, "version", "version") in taken for one in METADATA)


def _asked(site: Site, call: ast.Call) -> tuple[str, Text] | None:
    """The package that a call asks for, and what to say of it."""
    text, function = _text(call), name_of(call.func)
    root = text.partition(".")[0]
    if function == "set_backend" and text.lower() in BACKENDS:
        return "torch", BACKEND
    if function == OPTIONAL and (loaded := _loaded(call)):
        known = any(site.store.entry(one) for one in (loaded, f"{loaded}.rearrange"))
        known = known or site.api.kind(loaded) == "module"
        return (loaded, filled(MESSAGE, loaded)) if known else None
    if function == "import_module" and call.args and not text:
        named = sorted(name for name in site.configured() if _is_torchs(site, name))
        return ("torch", filled(CONFIGURED, ", ".join(named[:3]))) if named else None
    is_module = function in LOADERS and root in ROOTS and not site.is_own(root)
    if is_module or (function in INSTALLED and text in ROOTS):
        return root, filled(MESSAGE, root)
    return None


def _is_torchs(site: Site, name: str) -> bool:
    """``torch.optim.Adam`` and the like, no file's name such as ``torch.txt``."""
    root, _, rest = name.partition(".")
    return bool(rest) and root in ROOTS and site.api.canonical(name) is not None


def _text(call: ast.Call) -> str:
    """The text that a call is given first, as far as it is written there."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.JoinedStr) and first.values:
        first = first.values[0]
    value = first.value if isinstance(first, ast.Constant) else None
    return value if isinstance(value, str) else ""
