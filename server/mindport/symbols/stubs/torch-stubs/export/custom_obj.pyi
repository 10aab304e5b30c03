import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class ScriptObjectMeta:
    def __init__(self, constant_name: builtins.str, class_fqn: builtins.str) -> None: ...
    class_fqn: builtins.str
    constant_name: builtins.str
