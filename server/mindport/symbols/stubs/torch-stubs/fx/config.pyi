import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
disable_progress: builtins.bool
do_not_emit_stack_traces: builtins.bool
verbose_progress: builtins.bool
