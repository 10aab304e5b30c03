import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.ops import StochasticDepth as StochasticDepth
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
import torchvision.ops.stochastic_depth as stochastic_depth
