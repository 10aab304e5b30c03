import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops import sigmoid_focal_loss as sigmoid_focal_loss
