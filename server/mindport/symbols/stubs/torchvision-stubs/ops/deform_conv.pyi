import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.ops import DeformConv2d as DeformConv2d
from torchvision.extension import _assert_has_ops as _assert_has_ops
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops import deform_conv2d as deform_conv2d
