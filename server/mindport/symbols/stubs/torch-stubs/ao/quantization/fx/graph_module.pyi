import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import Graph as T_Graph
from torch.fx import GraphModule as T_GraphModule
from torch.nn import Module as T_Module
class ObservedGraphModule(T_GraphModule):
    def __init__(self, root: Union[T_Module, Dict[builtins.str, Any]], graph: T_Graph, preserved_attr_names: Set[builtins.str]) -> None: ...
