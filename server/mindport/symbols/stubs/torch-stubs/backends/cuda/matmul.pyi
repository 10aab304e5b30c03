import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
allow_bf16_reduced_precision_reduction: builtins.bool
allow_fp16_reduced_precision_reduction: builtins.bool
allow_tf32: builtins.bool
