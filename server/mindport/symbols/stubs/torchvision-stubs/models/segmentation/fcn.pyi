import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Sequential as T_Sequential
from torchvision.models.segmentation import FCN as T_FCN
class FCNHead(T_Sequential):
    def __init__(self, in_channels: builtins.int, channels: builtins.int) -> None: ...
_COMMON_META: builtins.dict
def _fcn_resnet(*args, **kwargs) -> T_FCN: ...
from torchvision.models.segmentation import FCN as FCN
from torchvision.models.segmentation import FCN_ResNet101_Weights as FCN_ResNet101_Weights
from torchvision.models.segmentation import FCN_ResNet50_Weights as FCN_ResNet50_Weights
from torchvision.models._utils import IntermediateLayerGetter as IntermediateLayerGetter
from torchvision.models import ResNet as ResNet
from torchvision.models import ResNet101_Weights as ResNet101_Weights
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.transforms._presets import SemanticSegmentation as SemanticSegmentation
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models.segmentation._utils import _SimpleSegmentationModel as _SimpleSegmentationModel
from torchvision.models._meta import _VOC_CATEGORIES as _VOC_CATEGORIES
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.segmentation import fcn_resnet101 as fcn_resnet101
from torchvision.models.segmentation import fcn_resnet50 as fcn_resnet50
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet101 as resnet101
from torchvision.models import resnet50 as resnet50
