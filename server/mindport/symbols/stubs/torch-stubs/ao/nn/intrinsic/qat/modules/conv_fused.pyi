import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from typing import TypeVar
SelfT = TypeVar("SelfT")
class _ConvBnNd(T_Module, T_Sequential):
    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups, bias, padding_mode, eps = 1e-05, momentum = 0.1, freeze_bn = False, qconfig = None, dim = 2) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def _conv_forward(self, input: T_Tensor, weight: T_Tensor, bias: Union[T_Tensor, None]) -> T_Tensor: ...
    bias: Union[T_Tensor, None]
    dilation: Tuple[builtins.int, ...]
    def extra_repr(self) -> builtins.str: ...
    def forward(self, input): ...
    def freeze_bn_stats(self): ...
    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant = False): ...
    groups: builtins.int
    in_channels: builtins.int
    kernel_size: Tuple[builtins.int, ...]
    out_channels: builtins.int
    output_padding: Tuple[builtins.int, ...]
    padding: Union[builtins.str, Tuple[builtins.int, ...]]
    padding_mode: builtins.str
    def reset_bn_parameters(self): ...
    def reset_parameters(self) -> None: ...
    def reset_running_stats(self): ...
    stride: Tuple[builtins.int, ...]
    def to_float(self): ...
    def train(self: SelfT, mode = True) -> SelfT: ...
    transposed: builtins.bool
    def update_bn_stats(self): ...
    weight: T_Tensor
from torch.ao.nn.intrinsic.qat import ConvBn1d as ConvBn1d
from torch.ao.nn.intrinsic.qat import ConvBn2d as ConvBn2d
from torch.ao.nn.intrinsic.qat import ConvBn3d as ConvBn3d
from torch.ao.nn.intrinsic.qat import ConvBnReLU1d as ConvBnReLU1d
from torch.ao.nn.intrinsic.qat import ConvBnReLU2d as ConvBnReLU2d
from torch.ao.nn.intrinsic.qat import ConvBnReLU3d as ConvBnReLU3d
from torch.ao.nn.intrinsic.qat import ConvReLU1d as ConvReLU1d
from torch.ao.nn.intrinsic.qat import ConvReLU2d as ConvReLU2d
from torch.ao.nn.intrinsic.qat import ConvReLU3d as ConvReLU3d
from torch.ao.nn.intrinsic.qat import freeze_bn_stats as freeze_bn_stats
from torch.ao.nn.intrinsic.qat import update_bn_stats as update_bn_stats
