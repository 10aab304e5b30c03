import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from torchvision.models.segmentation import DeepLabV3 as T_DeepLabV3
class ASPP(T_Module):
    def __init__(self, in_channels: builtins.int, atrous_rates: Sequence[builtins.int], out_channels: builtins.int = 256) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class ASPPConv(T_Sequential):
    def __init__(self, in_channels: builtins.int, out_channels: builtins.int, dilation: builtins.int) -> None: ...
class ASPPPooling(T_Sequential):
    def __init__(self, in_channels: builtins.int, out_channels: builtins.int) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class DeepLabHead(T_Sequential):
    def __init__(self, in_channels: builtins.int, num_classes: builtins.int, atrous_rates: Sequence[builtins.int] = ...) -> None: ...
_COMMON_META: builtins.dict
def _deeplabv3_mobilenetv3(*args, **kwargs) -> T_DeepLabV3: ...
def _deeplabv3_resnet(*args, **kwargs) -> T_DeepLabV3: ...
from torchvision.models.segmentation import DeepLabV3 as DeepLabV3
from torchvision.models.segmentation import DeepLabV3_MobileNet_V3_Large_Weights as DeepLabV3_MobileNet_V3_Large_Weights
from torchvision.models.segmentation import DeepLabV3_ResNet101_Weights as DeepLabV3_ResNet101_Weights
from torchvision.models.segmentation import DeepLabV3_ResNet50_Weights as DeepLabV3_ResNet50_Weights
from torchvision.models.segmentation.fcn import FCNHead as FCNHead
from torchvision.models._utils import IntermediateLayerGetter as IntermediateLayerGetter
from torchvision.models import MobileNetV3 as MobileNetV3
from torchvision.models import MobileNet_V3_Large_Weights as MobileNet_V3_Large_Weights
from torchvision.models import ResNet as ResNet
from torchvision.models import ResNet101_Weights as ResNet101_Weights
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.transforms._presets import SemanticSegmentation as SemanticSegmentation
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models.segmentation._utils import _SimpleSegmentationModel as _SimpleSegmentationModel
from torchvision.models._meta import _VOC_CATEGORIES as _VOC_CATEGORIES
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.segmentation import deeplabv3_mobilenet_v3_large as deeplabv3_mobilenet_v3_large
from torchvision.models.segmentation import deeplabv3_resnet101 as deeplabv3_resnet101
from torchvision.models.segmentation import deeplabv3_resnet50 as deeplabv3_resnet50
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models import mobilenet_v3_large as mobilenet_v3_large
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet101 as resnet101
from torchvision.models import resnet50 as resnet50
