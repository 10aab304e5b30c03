import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import Linear as T_Linear
class NonDynamicallyQuantizableLinear(T_Linear):
    def __init__(self, in_features: builtins.int, out_features: builtins.int, bias: builtins.bool = True, device: T_device = None, dtype: T_dtype = None) -> None: ...
from torch.nn import Bilinear as Bilinear
import torch.nn.functional as F
from torch.nn import Identity as Identity
from torch.nn import LazyLinear as LazyLinear
from torch.nn.modules.lazy import LazyModuleMixin as LazyModuleMixin
from torch.nn import Linear as Linear
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch import Tensor as Tensor
from torch.nn import UninitializedParameter as UninitializedParameter
import torch.nn.init as init
