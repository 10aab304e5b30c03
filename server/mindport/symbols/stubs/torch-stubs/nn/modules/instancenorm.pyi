import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import Module as T_Module
class _InstanceNorm(T_Module):
    def __init__(self, num_features: builtins.int, eps: builtins.float = 1e-05, momentum: builtins.float = 0.1, affine: builtins.bool = False, track_running_stats: builtins.bool = False, device: T_device = None, dtype: T_dtype = None, *, bias: builtins.bool = True) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    affine: builtins.bool
    eps: builtins.float
    def extra_repr(self) -> builtins.str: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
    momentum: Union[builtins.float, None]
    num_features: builtins.int
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self) -> None: ...
    track_running_stats: builtins.bool
import torch.nn.functional as F
from torch.nn import InstanceNorm1d as InstanceNorm1d
from torch.nn import InstanceNorm2d as InstanceNorm2d
from torch.nn import InstanceNorm3d as InstanceNorm3d
from torch.nn import LazyInstanceNorm1d as LazyInstanceNorm1d
from torch.nn import LazyInstanceNorm2d as LazyInstanceNorm2d
from torch.nn import LazyInstanceNorm3d as LazyInstanceNorm3d
from torch import Tensor as Tensor
