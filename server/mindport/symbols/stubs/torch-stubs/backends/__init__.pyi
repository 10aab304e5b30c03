import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class ContextProp:
    def __init__(self, getter, setter) -> None: ...
class PropModule:
    def __init__(self, m, name) -> None: ...
fp32_precision: builtins.str
import torch.backends as m
