import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.ops import RoIPool as RoIPool
from torchvision.extension import _assert_has_ops as _assert_has_ops
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops._utils import check_roi_boxes_shape as check_roi_boxes_shape
from torchvision.ops._utils import convert_boxes_to_roi_format as convert_boxes_to_roi_format
import torchvision.ops.roi_pool as roi_pool
