"""Values from types: what torch's functions return, what annotations and builtins stand for."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache

from mindport.symbols.binder import Unbound, bind
from mindport.symbols.frameworks import OTHER_FRAMEWORKS
from mindport.symbols.torch_api import SHORT, STUBS, load
from mindport.symbols.values import (
    BOOL,
    CELL,
    FLOAT,
    INT,
    LIKELY_PARAMETER,
    MINDSPORE_PARAMETER,
    MINDSPORE_TENSOR,
    NONE,
    NUMPY,
    OTHER,
    PARAMETER,
    SHAPE,
    STATE,
    STR,
    TENSOR,
    TENSOR_DEVICE,
    UNKNOWN,
    Value,
    instance,
)

FOREIGN = frozenset(
    {"numpy", "pandas", "scipy", "PIL", "cv2", "sklearn", "matplotlib", "tqdm", "yaml", "requests",
     "skimage", "h5py", "omegaconf", "hydra", "wandb", "pytest", "click", "rich", "seaborn",
     "networkx", "packaging", "psutil", "regex", "sentencepiece", "tokenizers", "nltk", "attr",
     "attrs", "pydantic", "jinja2", "onnx", "onnxruntime"}
    | OTHER_FRAMEWORKS
    | set(sys.stdlib_module_names)
)  # fmt: skip

SIMPLE: dict[str, Value] = {
    "Tensor": TENSOR,
    "Size": SHAPE,
    "int": INT,
    "float": FLOAT,
    "bool": BOOL,
    "str": STR,
    "None": NONE,
    "Number": OTHER,
    "dtype": instance("torch.dtype"),
    "device": instance("torch.device"),
    "Generator": instance("torch.Generator"),
}
SEQUENCES = {"list", "List", "Sequence", "Iterable", "Iterator", "Generator", "set", "Set"}
MAPPINGS = {"dict", "Dict", "Mapping", "OrderedDict", "MutableMapping"}
TYPE_NAMES = {"list": "sequence", "tuple": "sequence", "dict": "mapping", "set": "sequence"}


@cache
def value_of_type(text: str) -> Value:
    """The value of a type as torch's signatures write it: ``Tuple[Tensor, Tensor]``."""
    simple = SIMPLE.get(text)
    if simple is not None:
        return simple
    try:
        return _value_of_node(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return UNKNOWN


def _value_of_node(node: ast.expr) -> Value:
    if isinstance(node, ast.Subscript):
        base = ast.unparse(node.value).rpartition(".")[2]
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if base in ("Tuple", "tuple"):
            if len(items) == 2 and isinstance(items[1], ast.Constant):
                return Value("sequence", items=(_value_of_node(items[0]),))
            return Value("tuple", items=tuple(_value_of_node(item) for item in items))
        if base in SEQUENCES:
            return Value("sequence", items=(_value_of_node(items[0]),))
        if base in MAPPINGS:
            return Value("mapping", items=(_value_of_node(items[-1]),))
        return _value_of_node(items[0]) if base in ("Optional", "Final") else UNKNOWN
    if isinstance(node, ast.BinOp):
        sides = (_value_of_node(node.left), _value_of_node(node.right))
        known = [side for side in sides if side is not NONE]
        return known[0] if len(known) == 1 or known[0] is known[-1] else UNKNOWN
    text = ast.unparse(node)
    if text in SIMPLE:
        return SIMPLE[text]
    if text.startswith(("torch.", "torchaudio.", "torchvision.")):
        name = load().canonical(SHORT.get(text, text))
        return instance(name) if name else UNKNOWN
    return UNKNOWN


@cache
def mindspore_tensor_members() -> frozenset[str]:
    """Names that MindSpore's Tensor has."""
    return frozenset((STUBS / "mindspore_tensor.txt").read_text(encoding="utf-8").split())


# Methods of cells that nothing else has.
PARAMETER_LISTS = frozenset(
    {"mindspore.nn.Cell.get_parameters", "mindspore.nn.Cell.trainable_params"}
)


# Methods of MindSpore's tensors and cells that give something of Python or numpy.
OF_PYTHON = {
    "mindspore.nn.Cell.state_dict": STATE,
    **{
        f"mindspore.Tensor.{name}": value
        for name, value in {
            "asnumpy": NUMPY, "numpy": NUMPY, "item": OTHER, "tolist": OTHER, "numel": INT, "dim": INT,
            "size": INT,
        }.items()
    },
}  # fmt: skip
# Attributes of MindSpore's tensors that are tensors.
ATTRIBUTES_TOO = frozenset({"T", "mT", "H", "mH", "real", "imag", "grad"})


@cache
def cell(name: str) -> Value:
    """A layer of MindSpore's class ``name``."""
    return Value("instance", CELL, (Value("mindspore", name),), likely=True)


def mindspore_result(name: str) -> Value:
    """What calling MindSpore's ``name`` gives: cells and tensors, as far as names tell."""
    module, _, last = name.rpartition(".")
    holder, _, attribute = module.rpartition(".")
    if holder == MINDSPORE_TENSOR.name:  # a method of what a tensor has: x.T.asnumpy()
        return mindspore_result(f"{holder}.{last}") if attribute in ATTRIBUTES_TOO else UNKNOWN
    if name in PARAMETER_LISTS:
        return Value("sequence", items=(MINDSPORE_PARAMETER,))
    if name in OF_PYTHON:
        return OF_PYTHON[name]
    if last[:1].isupper():
        if last in ("Tensor", "Parameter"):
            return MINDSPORE_TENSOR if last == "Tensor" else MINDSPORE_PARAMETER
        return cell(name) if module.endswith("nn") else UNKNOWN
    tensors = ("mindspore.ops", "mindspore.mint", "mindspore.numpy", "mindspore.Tensor")
    return MINDSPORE_TENSOR if module.startswith(tensors) or name == "mindspore.tensor" else UNKNOWN


LAYER = instance("torch.nn.Module")
# Of torch's own annotations nothing is to be had, or what is rare: autograd.grad gives a mapping
# for a mapping of inputs.
UNTYPED = {
    "torch.autograd.grad": Value("sequence", items=(TENSOR,)),
    "torch.Tensor.numpy": NUMPY,
    "torch.nn.Module.state_dict": STATE,
    "torch.nn.ModuleDict.values": Value("sequence", items=(LAYER,)),
    "torch.nn.ModuleDict.items": Value("sequence", items=(Value("tuple", items=(STR, LAYER)),)),
    "torch.nn.ParameterDict.values": Value("sequence", items=(LIKELY_PARAMETER,)),
    "torch.nn.ParameterDict.items": Value(
        "sequence", items=(Value("tuple", items=(STR, LIKELY_PARAMETER)),)
    ),
}


@cache
def _one_result(symbol: str) -> Value | None:
    """The result when all overloads agree, None when the call has to be looked at."""
    if symbol in UNTYPED:
        return UNTYPED[symbol]
    api = load()
    texts = {signature.returns for signature in api.signatures(symbol)}
    if len(texts) > 1:
        return None
    return _named(symbol, api.returns(symbol))


def _named(symbol: str, text: str | None) -> Value:
    """The value of a result's type; a tuple remembers whose fields it has."""
    value = UNKNOWN if text is None else value_of_type(text)
    if value.kind == "tuple" and load().fields(symbol):
        return Value("tuple", symbol, value.items)
    return value


def call_result(symbol: str, call: ast.Call, kind_of: Callable[[ast.expr], str]) -> Value:
    """What calling torch's ``symbol`` gives."""
    result = _one_result(symbol)
    if result is not None:
        return result
    api = load()
    bound = bind(api.signatures(symbol), call, kind_of)
    text = api.returns(symbol) if isinstance(bound, Unbound) else bound.signature.returns
    return _named(symbol, text)


# A group of an optimizer, by what is asked for; of its state nothing is known but that it is a dict.
IN_GROUP = {"params": Value("sequence", items=(PARAMETER,)), "lr": FLOAT}
GROUP = Value("mapping", "torch.optim group")
OF_OPTIMIZERS = {
    "param_groups": Value("sequence", items=(GROUP,)),
    "state": Value("mapping", items=(Value("mapping"),)),
}

OF_INSTANCES = {
    "torch.Tensor.device": TENSOR_DEVICE,
    "torch.nn.Module._modules": Value("mapping", items=(LAYER,)),
}


def attribute_result(symbol: str) -> Value:
    """What reading the attribute ``symbol`` of an instance gives."""
    owner, _, name = symbol.rpartition(".")
    if name in OF_OPTIMIZERS and load().is_subclass(owner, "torch.optim.Optimizer"):
        return OF_OPTIMIZERS[name]
    if symbol in OF_INSTANCES:
        return OF_INSTANCES[symbol]
    if load().kind(symbol) in ("method", "function"):
        return Value("torch", symbol)
    text = load().returns(symbol)
    return UNKNOWN if text is None else value_of_type(text)
