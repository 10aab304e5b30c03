import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import GraphModule as T_GraphModule
def get_matching_subgraph_pairs(gm_a: T_GraphModule, gm_b: T_GraphModule, base_name_to_sets_of_related_ops: Dict[builtins.str, Set[Union[Callable, builtins.str]]] = None, unmatchable_types_map: Dict[builtins.str, Set[Union[Callable, builtins.str]]] = None) -> Dict[builtins.str, Tuple]: ...
