import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import Module as T_Module
class _ConvNd(T_Module):
    def __init__(self, in_channels: builtins.int, out_channels: builtins.int, kernel_size: Tuple[builtins.int, ...], stride: Tuple[builtins.int, ...], padding: Union[builtins.str, Tuple[builtins.int, ...]], dilation: Tuple[builtins.int, ...], transposed: builtins.bool, output_padding: Tuple[builtins.int, ...], groups: builtins.int, bias: builtins.bool, padding_mode: builtins.str, qconfig = None, device: T_device = None, dtype: T_dtype = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def _conv_forward(self, input: T_Tensor, weight: T_Tensor, bias: Union[T_Tensor, None]) -> T_Tensor: ...
    bias: Union[T_Tensor, None]
    dilation: Tuple[builtins.int, ...]
    def extra_repr(self) -> builtins.str: ...
    def forward(self, input): ...
    @staticmethod
    def from_float(cls, mod, use_precomputed_fake_quant = False): ...
    groups: builtins.int
    in_channels: builtins.int
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    output_padding: Tuple[builtins.int, ...]
    padding: Union[builtins.str, Tuple[builtins.int, ...]]
    padding_mode: builtins.str
    def reset_parameters(self) -> None: ...
    stride: Tuple[builtins.int, ...]
    def to_float(self): ...
    transposed: builtins.bool
    weight: T_Tensor
from torch.ao.nn.qat import Conv1d as Conv1d
from torch.ao.nn.qat import Conv2d as Conv2d
from torch.ao.nn.qat import Conv3d as Conv3d
