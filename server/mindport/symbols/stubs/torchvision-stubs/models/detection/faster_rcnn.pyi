import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from torchvision.models.detection import FasterRCNN as T_FasterRCNN
class FastRCNNConvFCHead(T_Sequential):
    def __init__(self, input_size: Tuple[builtins.int, builtins.int, builtins.int], conv_layers: List[builtins.int], fc_layers: List[builtins.int], norm_layer: Callable = None) -> None: ...
class FastRCNNPredictor(T_Module):
    def __init__(self, in_channels, num_classes) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x): ...
class TwoMLPHead(T_Module):
    def __init__(self, in_channels, representation_size) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x): ...
_COMMON_META: builtins.dict
def _default_anchorgen(*args, **kwargs): ...
def _fasterrcnn_mobilenet_v3_large_fpn(*args, **kwargs) -> T_FasterRCNN: ...
from torchvision.models.detection.anchor_utils import AnchorGenerator as AnchorGenerator
from torchvision.models.detection import FasterRCNN as FasterRCNN
from torchvision.models.detection import FasterRCNN_MobileNet_V3_Large_320_FPN_Weights as FasterRCNN_MobileNet_V3_Large_320_FPN_Weights
from torchvision.models.detection import FasterRCNN_MobileNet_V3_Large_FPN_Weights as FasterRCNN_MobileNet_V3_Large_FPN_Weights
from torchvision.models.detection import FasterRCNN_ResNet50_FPN_V2_Weights as FasterRCNN_ResNet50_FPN_V2_Weights
from torchvision.models.detection import FasterRCNN_ResNet50_FPN_Weights as FasterRCNN_ResNet50_FPN_Weights
from torchvision.models.detection.generalized_rcnn import GeneralizedRCNN as GeneralizedRCNN
from torchvision.models.detection.transform import GeneralizedRCNNTransform as GeneralizedRCNNTransform
from torchvision.models import MobileNet_V3_Large_Weights as MobileNet_V3_Large_Weights
from torchvision.ops import MultiScaleRoIAlign as MultiScaleRoIAlign
from torchvision.transforms._presets import ObjectDetection as ObjectDetection
from torchvision.models.detection.rpn import RPNHead as RPNHead
from torchvision.models.detection.rpn import RegionProposalNetwork as RegionProposalNetwork
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models.detection.roi_heads import RoIHeads as RoIHeads
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _COCO_CATEGORIES as _COCO_CATEGORIES
from torchvision.models.detection.backbone_utils import _mobilenet_extractor as _mobilenet_extractor
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor as _resnet_fpn_extractor
from torchvision.models.detection.backbone_utils import _validate_trainable_layers as _validate_trainable_layers
from torchvision.models.detection import fasterrcnn_mobilenet_v3_large_320_fpn as fasterrcnn_mobilenet_v3_large_320_fpn
from torchvision.models.detection import fasterrcnn_mobilenet_v3_large_fpn as fasterrcnn_mobilenet_v3_large_fpn
from torchvision.models.detection import fasterrcnn_resnet50_fpn as fasterrcnn_resnet50_fpn
from torchvision.models.detection import fasterrcnn_resnet50_fpn_v2 as fasterrcnn_resnet50_fpn_v2
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models import mobilenet_v3_large as mobilenet_v3_large
from torchvision.models.detection._utils import overwrite_eps as overwrite_eps
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet50 as resnet50
