import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_CTC_DECODERS: builtins.list
_CUDA_CTC_DECODERS: builtins.list
