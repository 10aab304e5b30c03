import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
class FCOSClassificationHead(T_Module):
    def __init__(self, in_channels: builtins.int, num_anchors: builtins.int, num_classes: builtins.int, num_convs: builtins.int = 4, prior_probability: builtins.float = 0.01, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: List[T_Tensor]) -> T_Tensor: ...
class FCOSHead(T_Module):
    def __init__(self, in_channels: builtins.int, num_anchors: builtins.int, num_classes: builtins.int, num_convs: Union[builtins.int, None] = 4) -> None: ...
    def __call__(self, *args, **kwargs) -> Dict[builtins.str, T_Tensor]: ...
    def compute_loss(self, targets: List[Dict[builtins.str, T_Tensor]], head_outputs: Dict[builtins.str, T_Tensor], anchors: List[T_Tensor], matched_idxs: List[T_Tensor]) -> Dict[builtins.str, T_Tensor]: ...
    def forward(self, x: List[T_Tensor]) -> Dict[builtins.str, T_Tensor]: ...
class FCOSRegressionHead(T_Module):
    def __init__(self, in_channels: builtins.int, num_anchors: builtins.int, num_convs: builtins.int = 4, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> Tuple[T_Tensor, T_Tensor]: ...
    def forward(self, x: List[T_Tensor]) -> Tuple[T_Tensor, T_Tensor]: ...
from torchvision.models.detection.anchor_utils import AnchorGenerator as AnchorGenerator
from torchvision.models.detection import FCOS as FCOS
from torchvision.models.detection import FCOS_ResNet50_FPN_Weights as FCOS_ResNet50_FPN_Weights
from torchvision.models.detection.transform import GeneralizedRCNNTransform as GeneralizedRCNNTransform
from torchvision.ops.feature_pyramid_network import LastLevelP6P7 as LastLevelP6P7
from torchvision.transforms._presets import ObjectDetection as ObjectDetection
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _COCO_CATEGORIES as _COCO_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_value_param as _ovewrite_value_param
from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor as _resnet_fpn_extractor
from torchvision.models.detection.backbone_utils import _validate_trainable_layers as _validate_trainable_layers
from torchvision.models.detection import fcos_resnet50_fpn as fcos_resnet50_fpn
from torchvision.ops import generalized_box_iou_loss as generalized_box_iou_loss
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import resnet50 as resnet50
from torchvision.ops import sigmoid_focal_loss as sigmoid_focal_loss
