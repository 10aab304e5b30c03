import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_FORCE_TORCHFUNCTION_SUBCLASS: Any
class _ReturnTypeCM:
    def __init__(self, to_restore) -> None: ...
_TORCHFUNCTION_SUBCLASS: builtins.bool
def _must_return_subclass(*args, **kwargs): ...
from torchvision.tv_tensors import set_return_type as set_return_type
