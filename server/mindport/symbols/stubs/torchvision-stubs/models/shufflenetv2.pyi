import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Conv2d as T_Conv2d
from torch.nn import Module as T_Module
from torchvision.models import ShuffleNetV2 as T_ShuffleNetV2
class InvertedResidual(T_Module):
    def __init__(self, inp: builtins.int, oup: builtins.int, stride: builtins.int) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    @staticmethod
    def depthwise_conv(i: builtins.int, o: builtins.int, kernel_size: builtins.int, stride: builtins.int = 1, padding: builtins.int = 0, bias: builtins.bool = False) -> T_Conv2d: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
def _shufflenetv2(*args, **kwargs) -> T_ShuffleNetV2: ...
def channel_shuffle(x: T_Tensor, groups: builtins.int) -> T_Tensor: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import ShuffleNetV2 as ShuffleNetV2
from torchvision.models import ShuffleNet_V2_X0_5_Weights as ShuffleNet_V2_X0_5_Weights
from torchvision.models import ShuffleNet_V2_X1_0_Weights as ShuffleNet_V2_X1_0_Weights
from torchvision.models import ShuffleNet_V2_X1_5_Weights as ShuffleNet_V2_X1_5_Weights
from torchvision.models import ShuffleNet_V2_X2_0_Weights as ShuffleNet_V2_X2_0_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import shufflenet_v2_x0_5 as shufflenet_v2_x0_5
from torchvision.models import shufflenet_v2_x1_0 as shufflenet_v2_x1_0
from torchvision.models import shufflenet_v2_x1_5 as shufflenet_v2_x1_5
from torchvision.models import shufflenet_v2_x2_0 as shufflenet_v2_x2_0
