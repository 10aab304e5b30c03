import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models.segmentation import LRASPP as T_LRASPP
class LRASPPHead(T_Module):
    def __init__(self, low_channels: builtins.int, high_channels: builtins.int, num_classes: builtins.int, inter_channels: builtins.int) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: Dict[builtins.str, T_Tensor]) -> T_Tensor: ...
def _lraspp_mobilenetv3(*args, **kwargs) -> T_LRASPP: ...
from torchvision.models._utils import IntermediateLayerGetter as IntermediateLayerGetter
from torchvision.models.segmentation import LRASPP as LRASPP
from torchvision.models.segmentation import LRASPP_MobileNet_V3_Large_Weights as LRASPP_MobileNet_V3_Large_Weights
from torchvision.models import MobileNetV3 as MobileNetV3
from torchvision.models import MobileNet_V3_Large_Weights as MobileNet_V3_Large_Weights
from torchvision.transforms._presets import SemanticSegmentation as SemanticSegmentation
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _VOC_CATEGORIES as _VOC_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.segmentation import lraspp_mobilenet_v3_large as lraspp_mobilenet_v3_large
from torchvision.models import mobilenet_v3_large as mobilenet_v3_large
from torchvision.models._api import register_model as register_model
