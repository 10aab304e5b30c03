import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.mtia import MTIAGraph as MTIAGraph
from torch.mtia import graph as graph
from torch.mtia import graph_pool_handle as graph_pool_handle
