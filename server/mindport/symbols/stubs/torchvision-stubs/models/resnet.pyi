import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Conv2d as T_Conv2d
from torch.nn import Module as T_Module
from torchvision.models import ResNet as T_ResNet
class BasicBlock(T_Module):
    def __init__(self, inplanes: builtins.int, planes: builtins.int, stride: builtins.int = 1, downsample: T_Module = None, groups: builtins.int = 1, base_width: builtins.int = 64, dilation: builtins.int = 1, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    expansion: builtins.int
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class Bottleneck(T_Module):
    def __init__(self, inplanes: builtins.int, planes: builtins.int, stride: builtins.int = 1, downsample: T_Module = None, groups: builtins.int = 1, base_width: builtins.int = 64, dilation: builtins.int = 1, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    expansion: builtins.int
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
def _resnet(*args, **kwargs) -> T_ResNet: ...
def conv1x1(in_planes: builtins.int, out_planes: builtins.int, stride: builtins.int = 1) -> T_Conv2d: ...
def conv3x3(in_planes: builtins.int, out_planes: builtins.int, stride: builtins.int = 1, groups: builtins.int = 1, dilation: builtins.int = 1) -> T_Conv2d: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import ResNeXt101_32X8D_Weights as ResNeXt101_32X8D_Weights
from torchvision.models import ResNeXt101_64X4D_Weights as ResNeXt101_64X4D_Weights
from torchvision.models import ResNeXt50_32X4D_Weights as ResNeXt50_32X4D_Weights
from torchvision.models import ResNet as ResNet
from torchvision.models import ResNet101_Weights as ResNet101_Weights
from torchvision.models import ResNet152_Weights as ResNet152_Weights
from torchvision.models import ResNet18_Weights as ResNet18_Weights
from torchvision.models import ResNet34_Weights as ResNet34_Weights
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models import Wide_ResNet101_2_Weights as Wide_ResNet101_2_Weights
from torchvision.models import Wide_ResNet50_2_Weights as Wide_ResNet50_2_Weights
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet101 as resnet101
from torchvision.models import resnet152 as resnet152
from torchvision.models import resnet18 as resnet18
from torchvision.models import resnet34 as resnet34
from torchvision.models import resnet50 as resnet50
from torchvision.models import resnext101_32x8d as resnext101_32x8d
from torchvision.models import resnext101_64x4d as resnext101_64x4d
from torchvision.models import resnext50_32x4d as resnext50_32x4d
from torchvision.models import wide_resnet101_2 as wide_resnet101_2
from torchvision.models import wide_resnet50_2 as wide_resnet50_2
