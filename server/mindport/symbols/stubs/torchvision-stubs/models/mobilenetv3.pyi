import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models import MobileNetV3 as T_MobileNetV3
class InvertedResidual(T_Module):
    def __init__(self, cnf: InvertedResidualConfig, norm_layer: Callable, se_layer: Callable = ...) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
class InvertedResidualConfig:
    def __init__(self, input_channels: builtins.int, kernel: builtins.int, expanded_channels: builtins.int, out_channels: builtins.int, use_se: builtins.bool, activation: builtins.str, stride: builtins.int, dilation: builtins.int, width_mult: builtins.float) -> None: ...
    @staticmethod
    def adjust_channels(channels: builtins.int, width_mult: builtins.float): ...
_COMMON_META: builtins.dict
def _mobilenet_v3(*args, **kwargs) -> T_MobileNetV3: ...
def _mobilenet_v3_conf(*args, **kwargs): ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import MobileNetV3 as MobileNetV3
from torchvision.models import MobileNet_V3_Large_Weights as MobileNet_V3_Large_Weights
from torchvision.models import MobileNet_V3_Small_Weights as MobileNet_V3_Small_Weights
from torchvision.ops import SqueezeExcitation as SElayer
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _make_divisible as _make_divisible
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models import mobilenet_v3_large as mobilenet_v3_large
from torchvision.models import mobilenet_v3_small as mobilenet_v3_small
from torchvision.models._api import register_model as register_model
