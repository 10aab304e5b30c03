import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class QConfig(builtins.tuple):
    def __init__(self, activation, weight) -> None: ...
    activation: Any
    weight: Any
class QConfigDynamic(builtins.tuple):
    def __init__(self, activation = ..., weight = ...) -> None: ...
    activation: Any
    weight: Any
from torch.ao.quantization import get_default_qat_qconfig as get_default_qat_qconfig
from torch.ao.quantization import get_default_qat_qconfig_dict as get_default_qat_qconfig_dict
from torch.ao.quantization import get_default_qconfig as get_default_qconfig
from torch.ao.quantization import get_default_qconfig_dict as get_default_qconfig_dict
from torch.ao.quantization import qconfig_equals as qconfig_equals
