import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Module as T_Module
class _AdaptiveAvgPoolNd(T_Module):
    def __init__(self, output_size: Union[builtins.int, Sequence[builtins.int]]) -> None: ...
    def extra_repr(self) -> builtins.str: ...
class _AdaptiveMaxPoolNd(T_Module):
    def __init__(self, output_size: Union[builtins.int, Sequence[builtins.int]], return_indices: builtins.bool = False) -> None: ...
    def extra_repr(self) -> builtins.str: ...
    return_indices: builtins.bool
class _AvgPoolNd(T_Module):
    def __init__(self, *args, **kwargs) -> None: ...
    def extra_repr(self) -> builtins.str: ...
class _LPPoolNd(T_Module):
    def __init__(self, norm_type: builtins.float, kernel_size: Union[builtins.int, Sequence[builtins.int]], stride: Union[builtins.int, Sequence[builtins.int]] = None, ceil_mode: builtins.bool = False) -> None: ...
    ceil_mode: builtins.bool
    def extra_repr(self) -> builtins.str: ...
    norm_type: builtins.float
class _MaxPoolNd(T_Module):
    def __init__(self, kernel_size: Union[builtins.int, Sequence[builtins.int]], stride: Union[builtins.int, Sequence[builtins.int]] = None, padding: Union[builtins.int, Sequence[builtins.int]] = 0, dilation: Union[builtins.int, Sequence[builtins.int]] = 1, return_indices: builtins.bool = False, ceil_mode: builtins.bool = False) -> None: ...
    ceil_mode: builtins.bool
    def extra_repr(self) -> builtins.str: ...
    return_indices: builtins.bool
class _MaxUnpoolNd(T_Module):
    def __init__(self, *args, **kwargs) -> None: ...
    def extra_repr(self) -> builtins.str: ...
from torch.nn import AdaptiveAvgPool1d as AdaptiveAvgPool1d
from torch.nn import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from torch.nn import AdaptiveAvgPool3d as AdaptiveAvgPool3d
from torch.nn import AdaptiveMaxPool1d as AdaptiveMaxPool1d
from torch.nn import AdaptiveMaxPool2d as AdaptiveMaxPool2d
from torch.nn import AdaptiveMaxPool3d as AdaptiveMaxPool3d
from torch.nn import AvgPool1d as AvgPool1d
from torch.nn import AvgPool2d as AvgPool2d
from torch.nn import AvgPool3d as AvgPool3d
import torch.nn.functional as F
from torch.nn import FractionalMaxPool2d as FractionalMaxPool2d
from torch.nn import FractionalMaxPool3d as FractionalMaxPool3d
from torch.nn import LPPool1d as LPPool1d
from torch.nn import LPPool2d as LPPool2d
from torch.nn import LPPool3d as LPPool3d
from torch.nn import MaxPool1d as MaxPool1d
from torch.nn import MaxPool2d as MaxPool2d
from torch.nn import MaxPool3d as MaxPool3d
from torch.nn import MaxUnpool1d as MaxUnpool1d
from torch.nn import MaxUnpool2d as MaxUnpool2d
from torch.nn import MaxUnpool3d as MaxUnpool3d
from torch.nn import Module as Module
from torch import Tensor as Tensor
