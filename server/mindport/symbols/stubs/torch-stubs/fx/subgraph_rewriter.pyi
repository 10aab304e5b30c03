import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import Graph as T_Graph
from torch.fx import GraphModule as T_GraphModule
from torch.fx import Node as T_Node
class Match(builtins.tuple):
    def __init__(self, anchor: T_Node, nodes_map: Dict[T_Node, T_Node]) -> None: ...
    anchor: T_Node
    nodes_map: Dict[T_Node, T_Node]
class ReplacedPatterns:
    def __init__(self, anchor: T_Node, nodes_map: Dict[T_Node, T_Node], replacements: List[T_Node]) -> None: ...
    anchor: T_Node
    nodes_map: Dict[T_Node, T_Node]
    replacements: List[T_Node]
def _replace_attributes(*args, **kwargs) -> None: ...
def _replace_pattern(*args, **kwargs) -> List[ReplacedPatterns]: ...
def replace_pattern_with_filters(gm: T_GraphModule, pattern: Union[Callable, T_Graph, T_GraphModule], replacement: Union[Callable, T_Graph, T_GraphModule] = None, match_filters: List[Callable] = None, ignore_literals: builtins.bool = False, replacement_callback: Callable = None, node_name_match: builtins.str = '') -> List[ReplacedPatterns]: ...
from torch.fx import Graph as Graph
from torch.fx import GraphModule as GraphModule
from torch.fx import Node as Node
from torch.fx import replace_pattern as replace_pattern
from torch.fx import symbolic_trace as symbolic_trace
