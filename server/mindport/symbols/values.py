"""What an expression may be: a torch symbol, an instance, a container, something else."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mindport.nodes import name_of
from mindport.symbols.torch_api import load

if TYPE_CHECKING:
    from mindport.symbols.given_losses import GivenLoss

Kind = Literal[
    "unknown",
    "none",
    "torch",
    "instance",
    "class",
    "classes",
    "object",
    "super",
    "function",
    "lazy",
    "sequence",
    "tuple",
    "mapping",
    "foreign",
    "mindspore",
    "other",
]


@dataclass(slots=True, eq=False)
class Value:
    """One abstract value; compared by identity, never changed after it was made.

    Attributes:
        kind: ``torch``: a symbol itself (module, class, function, constant); ``instance``: an
            instance of a torch class; ``class``, ``object``, ``function``: the user's own;
            ``classes``: one of several classes of layers, its ``items``;
            ``lazy``: a name of another file, looked up when needed; ``foreign``: a module of a
            library that has no tensors; ``mindspore``: a name of MindSpore; ``other``: known not to be of torch.
        name: torch symbol, torch class, foreign module, type name of ``other``, or of a tuple the
            torch function that gave it (its fields have names).
        items: element values: one for ``sequence`` and ``mapping``, all for ``tuple`` and for an
            ``instance`` of nn.Sequential that was given its layers one by one; the network inside
            of an ``instance`` of DataParallel or DistributedDataParallel; what each layer of an
            ``instance`` of nn.ModuleList is; the layers of which an ``instance`` of nn.Module, or of
            a convolution, may be any; MindSpore's class of an ``instance`` of nn.Cell.
        info: the user's class or function, or what ``lazy`` stands for.
        likely: inferred by a habit (parameters of forward) and not by a fact.
    """

    kind: Kind
    name: str = ""
    items: tuple[Value, ...] = ()
    info: ClassInfo | FunctionInfo | LazyName | None = None
    likely: bool = False


@dataclass(slots=True, eq=False)
class LazyName:
    """``name`` of the module ``module`` (the module itself when empty), as ``path`` imports it."""

    module: str
    name: str
    level: int
    path: str


@dataclass(slots=True, eq=False)
class Scope:
    """Names of a module, class or function; lookups go outwards, past classes."""

    kind: Literal["module", "class", "function"]
    parent: Scope | None
    names: dict[str, Value] = field(default_factory=dict)
    outer_reads: set[str] = field(default_factory=set)
    outer_writes: set[str] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class ClassInfo:
    """A class of the user's; ``torch_bases`` are canonical torch classes among its ancestors."""

    name: str
    node: ast.ClassDef | None
    bases: Sequence[Value] = ()
    torch_base: str | None = None
    attributes: dict[str, Value] = field(default_factory=dict)
    methods: dict[str, FunctionInfo] = field(default_factory=dict)
    behind: set[str] = field(default_factory=set)
    """Layers named as a method of torch's modules is, which Python finds before them."""
    prepared: bool = False
    mixed_in: bool | None = None
    """Whether a module derives from it and another class, once that was looked for; see ``is_mixin``."""
    reached: frozenset[str] = frozenset()
    """What its forward calls of the object, for a class of another file; see ``reached_names``."""
    running: frozenset[str] | None = None
    """Its methods that run the object itself, once they were looked for; see ``running``."""
    read: frozenset[str] | None = None
    """The attributes that its forward reads, once they were looked for; see ``read_attributes``."""
    setters: frozenset[str] | None = None
    """Its methods that set those, once they were looked for; see ``setters``."""
    rewrapped: frozenset[tuple[int, str]] = frozenset()
    """What it makes Parameters of, for a class of another file; see ``rewrapped``."""
    steps: Mapping[str, str] | None = None
    """Its methods that step an optimizer, once they were looked for; see ``stepping``."""
    clips: bool = False
    """Whether one of those changes gradients before it steps."""
    clears_more: bool | None = None
    """Whether its zero_grad does more than clear, once that was looked for; see ``clears_more``."""
    partial_steps: Mapping[str, int | None] | None = None
    """Those of an optimizer that read gradients, once they were looked for; see ``partial_steps``."""
    given_losses: Mapping[str, GivenLoss] | None = None
    """Its methods that are given a loss, once they were looked for; see ``given_losses``."""
    trained: Mapping[str, str] | None = None
    """The networks that its optimizers train, once they were looked for; see ``trained``."""
    modes: bool | None = None
    """Whether it puts what it holds into training mode, once that was looked for; see ``sets_modes``."""
    mode: Literal["never", "sometimes", "always"] | None = None
    """Whether its constructor sets its mode, once that was looked for; see ``own_mode``."""
    parts: bool | None = None
    """Whether what it makes has parts with a mode of their own, once that was looked for; see
    ``sets_parts``."""
    uncopied: bool | None = None
    """Whether copy.deepcopy leaves something out, once that was looked for; see ``is_uncopied``."""

    @property
    def is_cell(self) -> bool:
        """Whether it derives from a MindSpore class: it was moved already."""
        return any(
            base.kind == "mindspore" or (isinstance(base.info, ClassInfo) and base.info.is_cell)
            for base in self.bases
        )

    @property
    def is_plain_cell(self) -> bool:
        """Whether all that it derives from is Cell and classes of the user's that are plain ones."""
        return bool(self.bases) and all(
            base.name == "mindspore.nn.Cell"
            if base.kind == "mindspore"
            else isinstance(base.info, ClassInfo) and base.info.is_plain_cell
            for base in self.bases
        )

    @property
    def keeps_forward(self) -> bool:
        """Whether its forward overrides what is called construct in a base that was moved before."""
        names = self.methods.keys() | self.attributes.keys()
        if "forward" not in names or "construct" in names or not self.calls_construct:
            return False
        return any(isinstance(b.info, ClassInfo) and b.info.has_construct for b in self.bases)

    @property
    def has_construct(self) -> bool:
        """Whether it or a base of the user's says what a Cell computes."""
        own = "construct" in self.methods or "construct" in self.attributes
        return own or any(
            isinstance(base.info, ClassInfo) and base.info.has_construct for base in self.bases
        )

    @property
    def calls_construct(self) -> bool:
        """Whether it derives from a Cell."""
        return any(
            base.name.startswith(("mindspore.nn.", "mindspore.mint.nn."))
            if base.kind == "mindspore"
            else isinstance(base.info, ClassInfo) and base.info.calls_construct
            for base in self.bases
        )

    @property
    def is_module(self) -> bool:
        return self.torch_base is not None and self.torch_base.startswith(
            ("torch.nn.", "torchaudio.", "torchvision.")
        )


@dataclass(slots=True, eq=False)
class FunctionInfo:
    """A function of the user's; its body is walked once, when first called or at the end.

    ``home`` is the file of one that has no ``node``, because another file has it.
    """

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | None
    scope: Scope | None
    owner: ClassInfo | None = None
    arguments: dict[str, Value] = field(default_factory=dict)
    state: Literal["new", "running", "done"] = "new"
    result: Value | None = None
    is_property: bool = False
    home: Path | None = None
    loss_reads: frozenset[str] | None = None
    """What its own loss reads of its arguments, once that was looked for; see ``loss_reads``."""
    asked: Mapping[str, frozenset[str]] | None = None
    """The members that it asks of its arguments, once they were looked for; see ``asked_of``."""
    given_loss: GivenLoss | None = None
    """What it does with a loss, once that was looked for; see ``given_to``."""

    def is_decorated(self, *names: str) -> bool:
        """Whether one of the decorators is a plain name of these."""
        decorators = () if self.node is None else self.node.decorator_list
        return any(isinstance(d, ast.Name) and d.id in names for d in decorators)


UNKNOWN = Value("unknown")
MAYBE_NONE = Value("unknown", "None by default")
# What is added up: a number as long as there was no tensor.
NUMBER_OR_TENSOR = Value("unknown", "number or tensor")
NONE = Value("none")
TENSOR = Value("instance", "torch.Tensor")
MINDSPORE_TENSOR = Value("instance", "mindspore.Tensor", likely=True)
MINDSPORE_PARAMETER = Value("instance", "mindspore.Parameter", likely=True)
CELL = "mindspore.nn.Cell"
PARAMETER = Value("instance", "torch.nn.Parameter")
PARAMETER_HOLDERS = ("ParameterDict", "ParameterList")
LIKELY_PARAMETER = Value("instance", "torch.nn.Parameter", likely=True)
LIKELY_TENSOR = Value("instance", "torch.Tensor", likely=True)
# What a network's state_dict() gives: tensors by their names.
STATE = Value("mapping", "torch.nn.Module.state_dict", (LIKELY_TENSOR,))
INT, FLOAT, BOOL, STR, OTHER = (
    Value("other", name) for name in ("int", "float", "bool", "str", "object")
)
NUMBERS = (INT, FLOAT)
NUMPY = Value("other", "array")
# What one branch computes with NumPy and another writes as a number.
NUMBER_OR_NUMPY = Value("unknown", "number or array")
COUNTED = frozenset({INT, FLOAT, NUMPY, NUMBER_OR_NUMPY})
# What NumPy's number and something unknown give: NumPy's again, unless that is a tensor.
NUMPY_OR_UNKNOWN = Value("unknown", "array or what is unknown")
OF_NUMPYS = frozenset({NUMPY, NUMBER_OR_NUMPY, NUMPY_OR_UNKNOWN})
SHAPE = Value("instance", "torch.Size")
LIKELY_DEVICE = Value("instance", "torch.device", likely=True)
# ``x.device``, which is a string of another form than a device's name in MindSpore.
TENSOR_DEVICE = Value("instance", "torch.device", (TENSOR,))
# ``sys.modules[__name__]``: the file itself.
THIS_MODULE = Value("other", "this module")
# No tensor itself; its attributes may be anything.
NAMESPACE = Value("other", "namespace")

# Networks around another network, which they keep as ``module``.
WRAPPERS = frozenset({"torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel"})

LAYER = Value("instance", "torch.nn.Module")
LIKELY_LAYER = Value("instance", "torch.nn.Module", likely=True)
LAYER_PARAMETERS = frozenset({"weight", "bias", "running_mean", "running_var"})

KINDS = {
    "mindspore.Tensor": "tensor",
    "mindspore.Parameter": "tensor",
    "torch.Tensor": "tensor",
    "torch.nn.Parameter": "tensor",
    "torch.nn.Buffer": "tensor",
    "torch.dtype": "dtype",
    "torch.device": "device",
    "torch.Size": "tuple",
}


def instance(name: str, likely: bool = False) -> Value:
    if name == "torch.Tensor":
        return LIKELY_TENSOR if likely else TENSOR
    return Value("instance", name, likely=likely)


# Convolutions whose weight has an axis more in MindSpore.
FLAT = frozenset({"torch.nn.Conv1d", "torch.nn.ConvTranspose1d"})


def is_tensor(value: Value) -> bool:
    return value.kind == "instance" and KINDS.get(value.name) == "tensor"


def is_torch_tensor(value: Value) -> bool:
    return is_tensor(value) and value.name.startswith("torch.")


def is_device_of_tensor(value: Value) -> bool:
    return value.kind == "instance" and value.name == "torch.device" and bool(value.items)


def argument_kind(value: Value) -> str:
    """The kind of an argument as overloads and conditions name it; empty when unknown."""
    if value.kind == "instance":
        is_module = value.name == CELL or value.name.startswith("torch.nn.")
        return KINDS.get(value.name, "module" if is_module else "object")
    if value.kind == "other":
        return value.name
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        return "module" if value.info.is_module or value.info.is_cell else ""
    if value.kind == "sequence":
        return value.name or "list"
    if value.kind == "torch" and value.name.endswith("Tensor") and value.name != "torch.Tensor":
        return "dtype"  # torch.LongTensor, which x.type() takes for torch.int64
    if value.kind == "torch" and load().kind(value.name) == "dtype":
        return "dtype"  # however it was imported: from torch import float32
    kinds = {"tuple": "tuple", "none": "none", "function": "function", "mapping": "dict"}
    return kinds.get(value.kind, "")


# Builtins that go through something once, as a generator does.
ITERATORS = frozenset({"enumerate", "filter", "map", "reversed", "zip"})


def expression_kind(node: ast.expr, value: Value) -> str:
    """``argument_kind``, with the habit of calling devices, their numbers, dtypes and shapes by their
    names."""
    if isinstance(node, ast.GeneratorExp):
        return "generator"
    if isinstance(node, ast.Lambda):
        return "lambda"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ITERATORS:
            return "generator"
        if node.func.id == "range":
            return "range"
    found = argument_kind(value)
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    if found == "none" and name.endswith("device"):
        return "device"  # none so far, as an attribute before it is set up
    if found and value is not OTHER:  # the device of parsed arguments may be one
        return found
    if value is MAYBE_NONE:
        return ""
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return found or "tuple"
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        return "device" if name_of(node.value).endswith(("devices", "device_ids")) else found
    if NUMBERED.search(name):
        return "int"
    return next((kind for kind in ("device", "dtype") if name.endswith(kind)), found)


# How people call the number of a device.
NUMBERED = re.compile(r"(^|_)(gpu|gpu_id|device_id|local_rank)$")
# A tensor's class and what it stands for unless the program sets another default.
DEFAULT_TYPES = {"torch.FloatTensor", "torch.Tensor"}


def are_numpys_perhaps(*values: Value) -> bool:
    """Whether one is NumPy's, and none is known to be anything but a number."""
    plain = COUNTED | {BOOL, OTHER, UNKNOWN, NUMPY_OR_UNKNOWN}
    return not OF_NUMPYS.isdisjoint(values) and plain.issuperset(values)


def join(left: Value, right: Value) -> Value:
    """What a name may be after two branches."""
    if NUMBER_OR_TENSOR in (left, right) and not (is_tensor(left) or is_tensor(right)):
        return NUMBER_OR_TENSOR
    if left.kind == "none" and right is UNKNOWN:
        return UNKNOWN
    if NUMPY_OR_UNKNOWN in (left, right):
        if are_numpys_perhaps(left, right):
            return NUMPY_OR_UNKNOWN
        left, right = (UNKNOWN if one is NUMPY_OR_UNKNOWN else one for one in (left, right))
    if NUMBER_OR_NUMPY in (left, right) or (NUMPY in (left, right) and left is not right):
        return NUMBER_OR_NUMPY if {left, right} <= COUNTED else _joined(left, right)
    return _joined(left, right)


def _joined(left: Value, right: Value) -> Value:
    if left is right or right.kind in ("none", "unknown"):
        return maybe(left) if left is not right else left
    if left.kind in ("none", "unknown"):
        return maybe(right)
    if left.kind == right.kind == "sequence" and left != right:
        name = left.name if left.name == right.name else ""
        return Value("sequence", name, (join(_item(left), _item(right)),))
    if makes_layers(left) and makes_layers(right):
        every = (*_one_of(left), *_one_of(right))
        found = {(one.kind, one.name, id(one.info)): one for one in every}
        return Value("classes", items=tuple(found.values())) if len(found) > 1 else left
    if left.kind == right.kind and left.name == right.name and left.info is right.info:
        if left.kind == "mapping" and left.items != right.items:
            return Value("mapping", items=(join(_item(left), _item(right)),))
        if left.kind == "tuple" and left.items != right.items:
            if len(left.items) != len(right.items):
                return Value("sequence", items=(join(_item(left), _item(right)),))
            pairs = zip(left.items, right.items, strict=True)
            return Value("tuple", items=tuple(join(a, b) for a, b in pairs))
        if left.items != right.items:
            return Value(left.kind, left.name, likely=left.likely or right.likely)
        return right if right.likely else left
    if left.kind == right.kind == "torch" and {left.name, right.name} == DEFAULT_TYPES:
        return left if left.name == "torch.FloatTensor" else right
    if {left.name, right.name} == {"torch.Tensor", "torch.nn.Parameter"}:
        return LIKELY_TENSOR if left.likely or right.likely else TENSOR
    if is_layer(left) and is_layer(right):
        kinds = tuple(dict.fromkeys((*_kinds(left), *_kinds(right))))
        return Value("instance", "torch.nn.Module", kinds, likely=left.likely or right.likely)
    adds_up = is_tensor(left) or is_tensor(right)
    return NUMBER_OR_TENSOR if adds_up and (left in NUMBERS or right in NUMBERS) else UNKNOWN


def is_layer(value: Value) -> bool:
    """Whether it is a layer of torch's, or of a class that the code itself defines."""
    if value.kind == "object":
        return isinstance(value.info, ClassInfo) and value.info.is_module
    home, _, name = value.name.rpartition(".")
    named = home.startswith("torch.nn") and name[:1].isupper()
    return value.kind == "instance" and named and not is_tensor(value)


def makes_layers(value: Value) -> bool:
    """Whether it is a class of layers, torch's or the code's own, or one of several."""
    if value.kind == "class":
        return isinstance(value.info, ClassInfo) and value.info.is_module
    home, _, name = value.name.rpartition(".")
    is_torchs = value.kind == "torch" and home.startswith("torch.nn") and name[:1].isupper()
    return value.kind == "classes" or (is_torchs and value.name != PARAMETER.name)


def _one_of(value: Value) -> tuple[Value, ...]:
    return value.items if value.kind == "classes" else (value,)


def _kinds(layer: Value) -> tuple[Value, ...]:
    """The layers that one may be, for one that may be of several classes."""
    several = layer.name == "torch.nn.Module" and layer.kind == "instance"
    return layer.items if several and layer.items else (layer,)


def maybe(value: Value) -> Value:
    """The same value, no longer certain."""
    if value.likely or value.kind not in ("instance", "torch"):
        return value
    if value is TENSOR:
        return LIKELY_TENSOR
    return Value(value.kind, value.name, value.items, value.info, likely=True)


def _item(value: Value) -> Value:
    found = value.items[0] if value.items else UNKNOWN
    for item in value.items[1:]:
        found = join(found, item)
    return found


def parameter_holder(value: Value) -> str:
    """``ParameterList`` or ``ParameterDict``, torch's or the one that stands for it in a file that
    was moved; empty for all else."""
    info, name = value.info, ""
    if value.kind == "instance" and value.name.startswith("torch.nn."):
        name = value.name.removeprefix("torch.nn.")
    elif value.kind == "object" and isinstance(info, ClassInfo) and info.is_plain_cell:
        name = info.name
    return name if name in PARAMETER_HOLDERS else ""


def held_parameter(value: Value) -> Value | None:
    """What a ParameterList or ParameterDict holds; None for all else."""
    if not parameter_holder(value):
        return None
    return LIKELY_PARAMETER if value.kind == "instance" else MINDSPORE_PARAMETER


def held_item(value: Value) -> Value:
    """What a subscript of ``value`` gives, by whatever it is asked for."""
    return _item(value) if value.kind == "mapping" else element(value)


def element(value: Value) -> Value:
    """What iterating over ``value`` gives."""
    held = held_parameter(value)
    if held is not None:
        return STR if parameter_holder(value) == "ParameterDict" else held
    if value is STATE:
        return STR
    if value.kind in ("sequence", "tuple", "mapping"):
        return _item(value)
    if value.kind == "instance":
        if is_tensor(value):
            if value.name.startswith("mindspore."):
                return MINDSPORE_TENSOR
            return value if value.name == "torch.Tensor" else TENSOR
        if value.name == "torch.Size":
            return INT
        if value.name.startswith("torch.utils.data."):
            return LIKELY_TENSOR
        if value.name == "torch.nn.ModuleList" and value.items:
            return maybe(_item(value))
        if value.name.startswith("torch.nn."):
            return LIKELY_LAYER
    if value.kind == "other":
        return value if value.name in ("str", "array") else OTHER
    return UNKNOWN
