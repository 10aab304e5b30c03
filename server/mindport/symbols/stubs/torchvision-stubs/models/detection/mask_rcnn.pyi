import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Sequential as T_Sequential
class MaskRCNNHeads(T_Sequential):
    def __init__(self, in_channels, layers, dilation, norm_layer: Callable = None) -> None: ...
class MaskRCNNPredictor(T_Sequential):
    def __init__(self, in_channels, dim_reduced, num_classes) -> None: ...
_COMMON_META: builtins.dict
from torchvision.models.detection.faster_rcnn import FastRCNNConvFCHead as FastRCNNConvFCHead
from torchvision.models.detection import FasterRCNN as FasterRCNN
from torchvision.models.detection import MaskRCNN as MaskRCNN
from torchvision.models.detection import MaskRCNN_ResNet50_FPN_V2_Weights as MaskRCNN_ResNet50_FPN_V2_Weights
from torchvision.models.detection import MaskRCNN_ResNet50_FPN_Weights as MaskRCNN_ResNet50_FPN_Weights
from torchvision.ops import MultiScaleRoIAlign as MultiScaleRoIAlign
from torchvision.transforms._presets import ObjectDetection as ObjectDetection
from torchvision.models.detection.rpn import RPNHead as RPNHead
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _COCO_CATEGORIES as _COCO_CATEGORIES
from torchvision.models.detection.faster_rcnn import _default_anchorgen as _default_anchorgen
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor as _resnet_fpn_extractor
from torchvision.models.detection.backbone_utils import _validate_trainable_layers as _validate_trainable_layers
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.detection import maskrcnn_resnet50_fpn as maskrcnn_resnet50_fpn
from torchvision.models.detection import maskrcnn_resnet50_fpn_v2 as maskrcnn_resnet50_fpn_v2
from torchvision.models.detection._utils import overwrite_eps as overwrite_eps
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet50 as resnet50
