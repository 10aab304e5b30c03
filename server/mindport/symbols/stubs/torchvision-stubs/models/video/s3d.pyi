import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
class SepInceptionBlock3D(T_Module):
    def __init__(self, in_planes: builtins.int, b0_out: builtins.int, b1_mid: builtins.int, b1_out: builtins.int, b2_mid: builtins.int, b2_out: builtins.int, b3_out: builtins.int, norm_layer: Callable) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x): ...
class TemporalSeparableConv(T_Sequential):
    def __init__(self, in_planes: builtins.int, out_planes: builtins.int, kernel_size: builtins.int, stride: builtins.int, padding: builtins.int, norm_layer: Callable) -> None: ...
from torchvision.ops import Conv3dNormActivation as Conv3dNormActivation
from torchvision.models.video import S3D as S3D
from torchvision.models.video import S3D_Weights as S3D_Weights
from torchvision.transforms._presets import VideoClassification as VideoClassification
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _KINETICS400_CATEGORIES as _KINETICS400_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
import torchvision.models.video.s3d as s3d
