import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
VERBOSE_OFF: builtins.int
VERBOSE_ON: builtins.int
def is_available() -> builtins.bool: ...
class verbose:
    def __init__(self, enable) -> None: ...
