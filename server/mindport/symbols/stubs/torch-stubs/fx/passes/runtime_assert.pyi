import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import GraphModule as T_GraphModule
def insert_deferred_runtime_asserts(gm: T_GraphModule, shape_env, name: builtins.str, export: builtins.bool = False) -> None: ...
