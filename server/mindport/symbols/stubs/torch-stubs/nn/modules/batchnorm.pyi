import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import Module as T_Module
from torch.nn import UninitializedParameter as T_UninitializedParameter
from torch.nn.modules.lazy import LazyModuleMixin as T_LazyModuleMixin
class _BatchNorm(T_Module):
    def __init__(self, num_features: builtins.int, eps: builtins.float = 1e-05, momentum: Union[builtins.float, None] = 0.1, affine: builtins.bool = True, track_running_stats: builtins.bool = True, device: T_device = None, dtype: T_dtype = None, *, bias: builtins.bool = True) -> None: ...
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
class _LazyNormBase(T_LazyModuleMixin, T_Module):
    def __init__(self, eps = 1e-05, momentum = 0.1, affine = True, track_running_stats = True, device: T_device = None, dtype: T_dtype = None, *, bias = True) -> None: ...
    affine: builtins.bool
    bias: T_UninitializedParameter
    eps: builtins.float
    def extra_repr(self) -> builtins.str: ...
    def initialize_parameters(self, input) -> None: ...
    momentum: Union[builtins.float, None]
    num_features: builtins.int
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self) -> None: ...
    track_running_stats: builtins.bool
    weight: T_UninitializedParameter
class _NormBase(T_Module):
    def __init__(self, num_features: builtins.int, eps: builtins.float = 1e-05, momentum: Union[builtins.float, None] = 0.1, affine: builtins.bool = True, track_running_stats: builtins.bool = True, device: T_device = None, dtype: T_dtype = None, *, bias: builtins.bool = True) -> None: ...
    affine: builtins.bool
    eps: builtins.float
    def extra_repr(self) -> builtins.str: ...
    momentum: Union[builtins.float, None]
    num_features: builtins.int
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self) -> None: ...
    track_running_stats: builtins.bool
from torch.nn import BatchNorm1d as BatchNorm1d
from torch.nn import BatchNorm2d as BatchNorm2d
from torch.nn import BatchNorm3d as BatchNorm3d
import torch.nn.functional as F
from torch.nn import LazyBatchNorm1d as LazyBatchNorm1d
from torch.nn import LazyBatchNorm2d as LazyBatchNorm2d
from torch.nn import LazyBatchNorm3d as LazyBatchNorm3d
from torch.nn.modules.lazy import LazyModuleMixin as LazyModuleMixin
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch.nn import SyncBatchNorm as SyncBatchNorm
from torch import Tensor as Tensor
from torch.nn import UninitializedBuffer as UninitializedBuffer
from torch.nn import UninitializedParameter as UninitializedParameter
import torch.nn.init as init
from torch.nn.modules._functions import SyncBatchNorm as sync_batch_norm
