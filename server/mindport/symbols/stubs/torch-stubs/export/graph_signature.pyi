import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.export import ExportGraphSignature as T_ExportGraphSignature
import enum
import torch._library
ArgumentSpec: Any
class ConstantArgument:
    def __init__(self, name: builtins.str, value: Union[Union[builtins.int, builtins.float], builtins.str, None]) -> None: ...
    name: builtins.str
    value: Union[Union[builtins.int, builtins.float], builtins.str, None]
class CustomObjArgument:
    def __init__(self, name: builtins.str, class_fqn: builtins.str, fake_val: Any = None) -> None: ...
    class_fqn: builtins.str
    fake_val: Union[Any, None]
    name: builtins.str
class InputKind(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    BUFFER: InputKind
    CONSTANT_TENSOR: InputKind
    CUSTOM_OBJ: InputKind
    PARAMETER: InputKind
    TOKEN: InputKind
    USER_INPUT: InputKind
class InputSpec:
    def __init__(self, kind: InputKind, arg: ArgumentSpec, target: Union[builtins.str, None], persistent: builtins.bool = None) -> None: ...
    arg: ArgumentSpec
    kind: InputKind
    persistent: Union[builtins.bool, None]
    target: Union[builtins.str, None]
class OutputKind(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    BUFFER_MUTATION: OutputKind
    GRADIENT_TO_PARAMETER: OutputKind
    GRADIENT_TO_USER_INPUT: OutputKind
    LOSS_OUTPUT: OutputKind
    PARAMETER_MUTATION: OutputKind
    TOKEN: OutputKind
    USER_INPUT_MUTATION: OutputKind
    USER_OUTPUT: OutputKind
class OutputSpec:
    def __init__(self, kind: OutputKind, arg: ArgumentSpec, target: Union[builtins.str, None]) -> None: ...
    arg: ArgumentSpec
    kind: OutputKind
    target: Union[builtins.str, None]
class SymBoolArgument:
    def __init__(self, name: builtins.str) -> None: ...
    name: builtins.str
class SymFloatArgument:
    def __init__(self, name: builtins.str) -> None: ...
    name: builtins.str
class SymIntArgument:
    def __init__(self, name: builtins.str) -> None: ...
    name: builtins.str
class TensorArgument:
    def __init__(self, name: builtins.str) -> None: ...
    name: builtins.str
class TokenArgument:
    def __init__(self, name: builtins.str) -> None: ...
    name: builtins.str
def _convert_to_export_graph_signature(*args, **kwargs) -> T_ExportGraphSignature: ...
def _immutable_dict(*args, **kwargs): ...
def _make_argument_spec(*args, **kwargs) -> ArgumentSpec: ...
from torch.export import ExportBackwardSignature as ExportBackwardSignature
from torch.export import ExportGraphSignature as ExportGraphSignature
