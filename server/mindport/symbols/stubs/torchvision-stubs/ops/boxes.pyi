import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _batched_nms_coordinate_trick(*args, **kwargs) -> T_Tensor: ...
def _batched_nms_vanilla(*args, **kwargs) -> T_Tensor: ...
def _box_diou_iou(*args, **kwargs) -> Tuple[T_Tensor, T_Tensor]: ...
def _box_inter_union(*args, **kwargs) -> Tuple[T_Tensor, T_Tensor]: ...
from torchvision.extension import _assert_has_ops as _assert_has_ops
from torchvision.ops._box_convert import _box_cxcywh_to_xyxy as _box_cxcywh_to_xyxy
from torchvision.ops._box_convert import _box_cxcywhr_to_xywhr as _box_cxcywhr_to_xywhr
from torchvision.ops._box_convert import _box_xywh_to_xyxy as _box_xywh_to_xyxy
from torchvision.ops._box_convert import _box_xywhr_to_cxcywhr as _box_xywhr_to_cxcywhr
from torchvision.ops._box_convert import _box_xywhr_to_xyxyxyxy as _box_xywhr_to_xyxyxyxy
from torchvision.ops._box_convert import _box_xyxy_to_cxcywh as _box_xyxy_to_cxcywh
from torchvision.ops._box_convert import _box_xyxy_to_xywh as _box_xyxy_to_xywh
from torchvision.ops._box_convert import _box_xyxyxyxy_to_xywhr as _box_xyxyxyxy_to_xywhr
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops._utils import _upcast as _upcast
from torchvision.ops import batched_nms as batched_nms
from torchvision.ops import box_area as box_area
from torchvision.ops import box_convert as box_convert
from torchvision.ops import box_iou as box_iou
from torchvision.ops import clip_boxes_to_image as clip_boxes_to_image
from torchvision.ops import complete_box_iou as complete_box_iou
from torchvision.ops import distance_box_iou as distance_box_iou
from torchvision.ops import generalized_box_iou as generalized_box_iou
from torchvision.ops import masks_to_boxes as masks_to_boxes
from torchvision.ops import nms as nms
from torchvision.ops import remove_small_boxes as remove_small_boxes
