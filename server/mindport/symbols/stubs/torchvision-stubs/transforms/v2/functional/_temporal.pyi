import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2.functional._utils import _get_kernel as _get_kernel
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.transforms.v2.functional._utils import _register_kernel_internal as _register_kernel_internal
from torchvision.transforms.v2.functional import uniform_temporal_subsample as uniform_temporal_subsample
from torchvision.transforms.v2.functional import uniform_temporal_subsample_video as uniform_temporal_subsample_video
