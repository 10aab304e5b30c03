import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Sequential as T_Sequential
class ConvNormActivation(T_Sequential):
    def __init__(self, in_channels: builtins.int, out_channels: builtins.int, kernel_size: Union[builtins.int, Tuple[builtins.int, ...]] = 3, stride: Union[builtins.int, Tuple[builtins.int, ...]] = 1, padding: Union[builtins.int, Tuple[builtins.int, ...], builtins.str] = None, groups: builtins.int = 1, norm_layer: Union[Callable, None] = ..., activation_layer: Union[Callable, None] = ..., dilation: Union[builtins.int, Tuple[builtins.int, ...]] = 1, inplace: Union[builtins.bool, None] = True, bias: builtins.bool = None, conv_layer: Callable = ...) -> None: ...
interpolate: Any
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.ops import Conv3dNormActivation as Conv3dNormActivation
from torchvision.ops import FrozenBatchNorm2d as FrozenBatchNorm2d
from torchvision.ops import MLP as MLP
from torchvision.ops import Permute as Permute
from torchvision.ops import SqueezeExcitation as SqueezeExcitation
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.utils import _make_ntuple as _make_ntuple
