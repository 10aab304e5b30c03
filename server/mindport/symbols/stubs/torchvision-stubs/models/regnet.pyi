import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from torchvision.models import RegNet as T_RegNet
from torchvision.ops import Conv2dNormActivation as T_Conv2dNormActivation
class AnyStage(T_Sequential):
    def __init__(self, width_in: builtins.int, width_out: builtins.int, stride: builtins.int, depth: builtins.int, block_constructor: Callable, norm_layer: Callable, activation_layer: Callable, group_width: builtins.int, bottleneck_multiplier: builtins.float, se_ratio: builtins.float = None, stage_index: builtins.int = 0) -> None: ...
class BlockParams:
    def __init__(self, depths: List[builtins.int], widths: List[builtins.int], group_widths: List[builtins.int], bottleneck_multipliers: List[builtins.float], strides: List[builtins.int], se_ratio: builtins.float = None) -> None: ...
    @classmethod
    def from_init_params(cls, depth: builtins.int, w_0: builtins.int, w_a: builtins.float, w_m: builtins.float, group_width: builtins.int, bottleneck_multiplier: builtins.float = 1.0, se_ratio: builtins.float = None, **kwargs) -> BlockParams: ...
class BottleneckTransform(T_Sequential):
    def __init__(self, width_in: builtins.int, width_out: builtins.int, stride: builtins.int, norm_layer: Callable, activation_layer: Callable, group_width: builtins.int, bottleneck_multiplier: builtins.float, se_ratio: Union[builtins.float, None]) -> None: ...
class ResBottleneckBlock(T_Module):
    def __init__(self, width_in: builtins.int, width_out: builtins.int, stride: builtins.int, norm_layer: Callable, activation_layer: Callable, group_width: builtins.int = 1, bottleneck_multiplier: builtins.float = 1.0, se_ratio: builtins.float = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class SimpleStemIN(T_Conv2dNormActivation):
    def __init__(self, width_in: builtins.int, width_out: builtins.int, norm_layer: Callable, activation_layer: Callable) -> None: ...
_COMMON_META: builtins.dict
_COMMON_SWAG_META: builtins.dict
def _regnet(*args, **kwargs) -> T_RegNet: ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.models import RegNet as RegNet
from torchvision.models import RegNet_X_16GF_Weights as RegNet_X_16GF_Weights
from torchvision.models import RegNet_X_1_6GF_Weights as RegNet_X_1_6GF_Weights
from torchvision.models import RegNet_X_32GF_Weights as RegNet_X_32GF_Weights
from torchvision.models import RegNet_X_3_2GF_Weights as RegNet_X_3_2GF_Weights
from torchvision.models import RegNet_X_400MF_Weights as RegNet_X_400MF_Weights
from torchvision.models import RegNet_X_800MF_Weights as RegNet_X_800MF_Weights
from torchvision.models import RegNet_X_8GF_Weights as RegNet_X_8GF_Weights
from torchvision.models import RegNet_Y_128GF_Weights as RegNet_Y_128GF_Weights
from torchvision.models import RegNet_Y_16GF_Weights as RegNet_Y_16GF_Weights
from torchvision.models import RegNet_Y_1_6GF_Weights as RegNet_Y_1_6GF_Weights
from torchvision.models import RegNet_Y_32GF_Weights as RegNet_Y_32GF_Weights
from torchvision.models import RegNet_Y_3_2GF_Weights as RegNet_Y_3_2GF_Weights
from torchvision.models import RegNet_Y_400MF_Weights as RegNet_Y_400MF_Weights
from torchvision.models import RegNet_Y_800MF_Weights as RegNet_Y_800MF_Weights
from torchvision.models import RegNet_Y_8GF_Weights as RegNet_Y_8GF_Weights
from torchvision.ops import SqueezeExcitation as SqueezeExcitation
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _make_divisible as _make_divisible
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import regnet_x_16gf as regnet_x_16gf
from torchvision.models import regnet_x_1_6gf as regnet_x_1_6gf
from torchvision.models import regnet_x_32gf as regnet_x_32gf
from torchvision.models import regnet_x_3_2gf as regnet_x_3_2gf
from torchvision.models import regnet_x_400mf as regnet_x_400mf
from torchvision.models import regnet_x_800mf as regnet_x_800mf
from torchvision.models import regnet_x_8gf as regnet_x_8gf
from torchvision.models import regnet_y_128gf as regnet_y_128gf
from torchvision.models import regnet_y_16gf as regnet_y_16gf
from torchvision.models import regnet_y_1_6gf as regnet_y_1_6gf
from torchvision.models import regnet_y_32gf as regnet_y_32gf
from torchvision.models import regnet_y_3_2gf as regnet_y_3_2gf
from torchvision.models import regnet_y_400mf as regnet_y_400mf
from torchvision.models import regnet_y_800mf as regnet_y_800mf
from torchvision.models import regnet_y_8gf as regnet_y_8gf
