import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _diou_iou_loss(*args, **kwargs) -> Tuple[T_Tensor, T_Tensor]: ...
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops._utils import _loss_inter_union as _loss_inter_union
from torchvision.ops._utils import _upcast_non_float as _upcast_non_float
from torchvision.ops import distance_box_iou_loss as distance_box_iou_loss
