import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops._utils import _loss_inter_union as _loss_inter_union
from torchvision.ops._utils import _upcast_non_float as _upcast_non_float
from torchvision.ops import generalized_box_iou_loss as generalized_box_iou_loss
