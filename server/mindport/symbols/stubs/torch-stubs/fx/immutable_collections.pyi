import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.utils._pytree import Context as T_Context
def _immutable_dict_flatten(*args, **kwargs) -> Tuple[List, T_Context]: ...
def _immutable_dict_unflatten(*args, **kwargs) -> immutable_dict: ...
def _immutable_list_flatten(*args, **kwargs) -> Tuple[List, T_Context]: ...
def _immutable_list_unflatten(*args, **kwargs) -> immutable_list: ...
def _no_mutation(*args, **kwargs) -> None: ...
class immutable_dict(builtins.dict):
    clear: Any
    pop: Any
    popitem: Any
    setdefault: Any
    update: Any
class immutable_list(builtins.list):
    def __init__(self, iterable = ...) -> None: ...
    append: Any
    clear: Any
    extend: Any
    insert: Any
    pop: Any
    remove: Any
    reverse: Any
    sort: Any
from torch.utils._pytree import register_pytree_node as register_pytree_node
