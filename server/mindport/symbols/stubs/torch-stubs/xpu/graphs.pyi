import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as Tensor
from torch.xpu import XPUGraph as XPUGraph
from torch.xpu import graph as graph
from torch.xpu import graph_pool_handle as graph_pool_handle
from torch.xpu import is_current_stream_capturing as is_current_stream_capturing
from torch.xpu import make_graphed_callables as make_graphed_callables
