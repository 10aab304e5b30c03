import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models import EfficientNet as T_EfficientNet
class FusedMBConv(T_Module):
    def __init__(self, cnf: FusedMBConvConfig, stochastic_depth_prob: builtins.float, norm_layer: Callable) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
class FusedMBConvConfig:
    def __init__(self, expand_ratio: builtins.float, kernel: builtins.int, stride: builtins.int, input_channels: builtins.int, out_channels: builtins.int, num_layers: builtins.int, block: Callable = None) -> None: ...
    @staticmethod
    def adjust_channels(channels: builtins.int, width_mult: builtins.float, min_value: builtins.int = None) -> builtins.int: ...
    block: Callable
    expand_ratio: builtins.float
    input_channels: builtins.int
    kernel: builtins.int
    num_layers: builtins.int
    out_channels: builtins.int
    stride: builtins.int
class MBConv(T_Module):
    def __init__(self, cnf: MBConvConfig, stochastic_depth_prob: builtins.float, norm_layer: Callable, se_layer: Callable = ...) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
class MBConvConfig:
    def __init__(self, expand_ratio: builtins.float, kernel: builtins.int, stride: builtins.int, input_channels: builtins.int, out_channels: builtins.int, num_layers: builtins.int, width_mult: builtins.float = 1.0, depth_mult: builtins.float = 1.0, block: Callable = None) -> None: ...
    @staticmethod
    def adjust_channels(channels: builtins.int, width_mult: builtins.float, min_value: builtins.int = None) -> builtins.int: ...
    @staticmethod
    def adjust_depth(num_layers: builtins.int, depth_mult: builtins.float): ...
    block: Callable
    expand_ratio: builtins.float
    input_channels: builtins.int
    kernel: builtins.int
    num_layers: builtins.int
    out_channels: builtins.int
    stride: builtins.int
_COMMON_META: builtins.dict
_COMMON_META_V1: builtins.dict
_COMMON_META_V2: builtins.dict
class _MBConvConfig:
    def __init__(self, expand_ratio: builtins.float, kernel: builtins.int, stride: builtins.int, input_channels: builtins.int, out_channels: builtins.int, num_layers: builtins.int, block: Callable) -> None: ...
    @staticmethod
    def adjust_channels(channels: builtins.int, width_mult: builtins.float, min_value: builtins.int = None) -> builtins.int: ...
    block: Callable
    expand_ratio: builtins.float
    input_channels: builtins.int
    kernel: builtins.int
    num_layers: builtins.int
    out_channels: builtins.int
    stride: builtins.int
def _efficientnet(*args, **kwargs) -> T_EfficientNet: ...
def _efficientnet_conf(*args, **kwargs) -> Tuple[Sequence[Union[MBConvConfig, FusedMBConvConfig]], Union[builtins.int, None]]: ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.models import EfficientNet as EfficientNet
from torchvision.models import EfficientNet_B0_Weights as EfficientNet_B0_Weights
from torchvision.models import EfficientNet_B1_Weights as EfficientNet_B1_Weights
from torchvision.models import EfficientNet_B2_Weights as EfficientNet_B2_Weights
from torchvision.models import EfficientNet_B3_Weights as EfficientNet_B3_Weights
from torchvision.models import EfficientNet_B4_Weights as EfficientNet_B4_Weights
from torchvision.models import EfficientNet_B5_Weights as EfficientNet_B5_Weights
from torchvision.models import EfficientNet_B6_Weights as EfficientNet_B6_Weights
from torchvision.models import EfficientNet_B7_Weights as EfficientNet_B7_Weights
from torchvision.models import EfficientNet_V2_L_Weights as EfficientNet_V2_L_Weights
from torchvision.models import EfficientNet_V2_M_Weights as EfficientNet_V2_M_Weights
from torchvision.models import EfficientNet_V2_S_Weights as EfficientNet_V2_S_Weights
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.ops import SqueezeExcitation as SqueezeExcitation
from torchvision.ops import StochasticDepth as StochasticDepth
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _make_divisible as _make_divisible
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models import efficientnet_b0 as efficientnet_b0
from torchvision.models import efficientnet_b1 as efficientnet_b1
from torchvision.models import efficientnet_b2 as efficientnet_b2
from torchvision.models import efficientnet_b3 as efficientnet_b3
from torchvision.models import efficientnet_b4 as efficientnet_b4
from torchvision.models import efficientnet_b5 as efficientnet_b5
from torchvision.models import efficientnet_b6 as efficientnet_b6
from torchvision.models import efficientnet_b7 as efficientnet_b7
from torchvision.models import efficientnet_v2_l as efficientnet_v2_l
from torchvision.models import efficientnet_v2_m as efficientnet_v2_m
from torchvision.models import efficientnet_v2_s as efficientnet_v2_s
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
