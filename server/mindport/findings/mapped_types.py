"""Tensor types that make tensors of the items of something (MP102): ``map(torch.LongTensor, items)``.

MindSpore has one class for all, ``mindspore.Tensor``, which takes the dtype of what it is given: of
whole numbers it makes int64 where torch.Tensor makes float32.
"""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.findings.tensor_types import dtype_name
from mindport.findings.type_names import TYPES
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.dtypes import TENSOR_TYPES
from mindport.symbols.uses import Use
from mindport.texts import Text

TENSOR = "torch.Tensor"
APPLYING = frozenset({"map", "imap", "tree_map", "apply", "Lambda"})
TRANSFORMS = frozenset({"transform", "target_transform"})
MESSAGE = Text(
    "MindSpore has one tensor class, which takes the dtype of what it is given; the dtype is told to it.",
    "MindSpore 只有一个张量类，数据类型取决于传入的数据；改写会显式指定数据类型。",
)
TITLE = Text("Tell the dtype", "指定数据类型")


def mapped_type_finding(site: Site, use: Use) -> Finding | None:
    """``functools.partial(mindspore.tensor, dtype=...)``, where tuples of values are given; the helper
    for these types elsewhere. None for a type that nothing here calls."""
    if use.context != "reference" or (use.symbol != TENSOR and use.symbol not in TYPES):
        return None
    around = site.parent(use.node, use.statement)
    given: ast.expr | None = None
    if isinstance(around, ast.Call) and name_of(around.func) in APPLYING:
        if use.node not in around.args[:1]:
            return None
        given = around.args[1] if len(around.args) > 1 else None
    elif not isinstance(around, ast.keyword) or around.arg not in TRANSFORMS:
        return None
    dtype = TENSOR_TYPES.get(use.symbol.rpartition(".")[2], "float32")
    zipped = isinstance(given, ast.Call) and name_of(given.func) == "zip"
    makes = Name("mindspore.tensor" if zipped else "helper.legacy_tensor")
    whole = site.document.span(use.node)
    edit = Edit(whole, (Name("functools.partial"), "(", makes, ", dtype=", dtype_name(dtype), ")"))
    fix = Fix(TITLE, "safe", (edit,))
    return Finding("MP102", "warning", use.symbol, None, use.confidence, MESSAGE, whole, fix)
