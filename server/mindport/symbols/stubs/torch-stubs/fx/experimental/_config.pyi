import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import enum
class AggressiveGuardFreeMode(enum.IntEnum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    DISABLED: AggressiveGuardFreeMode
    SKIP_RANGE_ANALYSIS: AggressiveGuardFreeMode
    VALUE_RANGE_ANALYSIS: AggressiveGuardFreeMode
