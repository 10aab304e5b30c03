import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Conv3d as T_Conv3d
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from torchvision.models.video import VideoResNet as T_VideoResNet
class BasicBlock(T_Module):
    def __init__(self, inplanes: builtins.int, planes: builtins.int, conv_builder: Callable, stride: builtins.int = 1, downsample: T_Module = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    expansion: builtins.int
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class BasicStem(T_Sequential):
    def __init__(self) -> None: ...
class Bottleneck(T_Module):
    def __init__(self, inplanes: builtins.int, planes: builtins.int, conv_builder: Callable, stride: builtins.int = 1, downsample: T_Module = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    expansion: builtins.int
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class Conv2Plus1D(T_Sequential):
    def __init__(self, in_planes: builtins.int, out_planes: builtins.int, midplanes: builtins.int, stride: builtins.int = 1, padding: builtins.int = 1) -> None: ...
    @staticmethod
    def get_downsample_stride(stride: builtins.int) -> Tuple[builtins.int, builtins.int, builtins.int]: ...
class Conv3DNoTemporal(T_Conv3d):
    def __init__(self, in_planes: builtins.int, out_planes: builtins.int, midplanes: builtins.int = None, stride: builtins.int = 1, padding: builtins.int = 1) -> None: ...
    @staticmethod
    def get_downsample_stride(stride: builtins.int) -> Tuple[builtins.int, builtins.int, builtins.int]: ...
class Conv3DSimple(T_Conv3d):
    def __init__(self, in_planes: builtins.int, out_planes: builtins.int, midplanes: builtins.int = None, stride: builtins.int = 1, padding: builtins.int = 1) -> None: ...
    @staticmethod
    def get_downsample_stride(stride: builtins.int) -> Tuple[builtins.int, builtins.int, builtins.int]: ...
class R2Plus1dStem(T_Sequential):
    def __init__(self) -> None: ...
_COMMON_META: builtins.dict
def _video_resnet(*args, **kwargs) -> T_VideoResNet: ...
model_urls: Any
from torchvision.models.video import MC3_18_Weights as MC3_18_Weights
from torchvision.models.video import R2Plus1D_18_Weights as R2Plus1D_18_Weights
from torchvision.models.video import R3D_18_Weights as R3D_18_Weights
from torchvision.transforms._presets import VideoClassification as VideoClassification
from torchvision.models.video import VideoResNet as VideoResNet
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _KINETICS400_CATEGORIES as _KINETICS400_CATEGORIES
from torchvision.models._utils import _ModelURLs as _ModelURLs
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.video import mc3_18 as mc3_18
from torchvision.models.video import r2plus1d_18 as r2plus1d_18
from torchvision.models.video import r3d_18 as r3d_18
from torchvision.models._api import register_model as register_model
