import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import GraphModule as T_GraphModule
from torch.fx import Node as T_Node
def extract_weight_from_node(node: T_Node, gm: T_GraphModule, op_to_type_to_weight_extraction_fn: Dict[builtins.str, Dict[Callable, Callable]] = None) -> Union[Dict[builtins.str, Any], None]: ...
