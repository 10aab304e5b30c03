import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import Module as T_Module
from torch.nn import UninitializedParameter as T_UninitializedParameter
from torch.nn.modules.lazy import LazyModuleMixin as T_LazyModuleMixin
class _ConvNd(T_Module):
    def __init__(self, in_channels: builtins.int, out_channels: builtins.int, kernel_size: Tuple[builtins.int, ...], stride: Tuple[builtins.int, ...], padding: Union[builtins.str, Tuple[builtins.int, ...]], dilation: Tuple[builtins.int, ...], transposed: builtins.bool, output_padding: Tuple[builtins.int, ...], groups: builtins.int, bias: builtins.bool, padding_mode: builtins.str, device: T_device = None, dtype: T_dtype = None) -> None: ...
    def _conv_forward(self, input: T_Tensor, weight: T_Tensor, bias: Union[T_Tensor, None]) -> T_Tensor: ...
    bias: Union[T_Tensor, None]
    dilation: Tuple[builtins.int, ...]
    def extra_repr(self) -> builtins.str: ...
    groups: builtins.int
    in_channels: builtins.int
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    output_padding: Tuple[builtins.int, ...]
    padding: Union[builtins.str, Tuple[builtins.int, ...]]
    padding_mode: builtins.str
    def reset_parameters(self) -> None: ...
    stride: Tuple[builtins.int, ...]
    transposed: builtins.bool
    weight: T_Tensor
class _ConvTransposeMixin(T_Module):
    def __init__(self, *args, **kwargs) -> None: ...
    def _conv_forward(self, input: T_Tensor, weight: T_Tensor, bias: Union[T_Tensor, None]) -> T_Tensor: ...
    bias: Union[T_Tensor, None]
    dilation: Tuple[builtins.int, ...]
    def extra_repr(self) -> builtins.str: ...
    groups: builtins.int
    in_channels: builtins.int
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    output_padding: Tuple[builtins.int, ...]
    padding: Union[builtins.str, Tuple[builtins.int, ...]]
    padding_mode: builtins.str
    def reset_parameters(self) -> None: ...
    stride: Tuple[builtins.int, ...]
    transposed: builtins.bool
    weight: T_Tensor
class _ConvTransposeNd(T_Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups, bias, padding_mode, device: T_device = None, dtype: T_dtype = None) -> None: ...
    def _conv_forward(self, input: T_Tensor, weight: T_Tensor, bias: Union[T_Tensor, None]) -> T_Tensor: ...
    bias: Union[T_Tensor, None]
    dilation: Tuple[builtins.int, ...]
    def extra_repr(self) -> builtins.str: ...
    groups: builtins.int
    in_channels: builtins.int
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    output_padding: Tuple[builtins.int, ...]
    padding: Union[builtins.str, Tuple[builtins.int, ...]]
    padding_mode: builtins.str
    def reset_parameters(self) -> None: ...
    stride: Tuple[builtins.int, ...]
    transposed: builtins.bool
    weight: T_Tensor
class _LazyConvXdMixin(T_LazyModuleMixin):
    def __init__(self, *args, **kwargs) -> None: ...
    bias: T_UninitializedParameter
    groups: builtins.int
    in_channels: builtins.int
    def initialize_parameters(self, input: T_Tensor, *args, **kwargs) -> None: ...
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    def reset_parameters(self) -> None: ...
    transposed: builtins.bool
    weight: T_UninitializedParameter
from torch.nn import Conv1d as Conv1d
from torch.nn import Conv2d as Conv2d
from torch.nn import Conv3d as Conv3d
from torch.nn import ConvTranspose1d as ConvTranspose1d
from torch.nn import ConvTranspose2d as ConvTranspose2d
from torch.nn import ConvTranspose3d as ConvTranspose3d
import torch.nn.functional as F
from torch.nn import LazyConv1d as LazyConv1d
from torch.nn import LazyConv2d as LazyConv2d
from torch.nn import LazyConv3d as LazyConv3d
from torch.nn import LazyConvTranspose1d as LazyConvTranspose1d
from torch.nn import LazyConvTranspose2d as LazyConvTranspose2d
from torch.nn import LazyConvTranspose3d as LazyConvTranspose3d
from torch.nn.modules.lazy import LazyModuleMixin as LazyModuleMixin
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch import Tensor as Tensor
from torch.nn import UninitializedParameter as UninitializedParameter
import torch.nn.init as init
