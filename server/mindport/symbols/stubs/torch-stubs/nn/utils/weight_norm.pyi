import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Module as T_Module
T_module: Any
class WeightNorm:
    def __init__(self, name: builtins.str, dim: builtins.int) -> None: ...
    def __call__(self, module: T_Module, inputs) -> None: ...
    @staticmethod
    def apply(module, name: builtins.str, dim: builtins.int) -> WeightNorm: ...
    def compute_weight(self, module: T_Module): ...
    dim: builtins.int
    name: builtins.str
    def remove(self, module: T_Module) -> None: ...
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch.nn import UninitializedParameter as UninitializedParameter
from torch import norm_except_dim as norm_except_dim
from torch.nn.utils import remove_weight_norm as remove_weight_norm
import torch.nn.utils.weight_norm as weight_norm
