import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.cuda import CUDAGraph as CUDAGraph
from torch import Tensor as Tensor
from torch.cuda import graph as graph
from torch.cuda import graph_pool_handle as graph_pool_handle
from torch.cuda import is_current_stream_capturing as is_current_stream_capturing
from torch.cuda import make_graphed_callables as make_graphed_callables
