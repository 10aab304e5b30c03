import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
class KeypointRCNNHeads(T_Sequential):
    def __init__(self, in_channels, layers) -> None: ...
class KeypointRCNNPredictor(T_Module):
    def __init__(self, in_channels, num_keypoints) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x): ...
_COMMON_META: builtins.dict
from torchvision.models.detection import FasterRCNN as FasterRCNN
from torchvision.models.detection import KeypointRCNN as KeypointRCNN
from torchvision.models.detection import KeypointRCNN_ResNet50_FPN_Weights as KeypointRCNN_ResNet50_FPN_Weights
from torchvision.ops import MultiScaleRoIAlign as MultiScaleRoIAlign
from torchvision.transforms._presets import ObjectDetection as ObjectDetection
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _COCO_PERSON_CATEGORIES as _COCO_PERSON_CATEGORIES
from torchvision.models._meta import _COCO_PERSON_KEYPOINT_NAMES as _COCO_PERSON_KEYPOINT_NAMES
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor as _resnet_fpn_extractor
from torchvision.models.detection.backbone_utils import _validate_trainable_layers as _validate_trainable_layers
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.detection import keypointrcnn_resnet50_fpn as keypointrcnn_resnet50_fpn
from torchvision.models.detection._utils import overwrite_eps as overwrite_eps
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet50 as resnet50
