import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Value as T_Value
from torch.onnx import OnnxExporterError as T_OnnxExporterError
class OnnxExporterWarning(builtins.UserWarning): ...
class SymbolicValueError(T_OnnxExporterError):
    def __init__(self, msg: builtins.str, value: T_Value) -> None: ...
class UnsupportedOperatorError(T_OnnxExporterError):
    def __init__(self, name: builtins.str, version: builtins.int, supported_version: Union[builtins.int, None]) -> None: ...
from torch.onnx import OnnxExporterError as OnnxExporterError
