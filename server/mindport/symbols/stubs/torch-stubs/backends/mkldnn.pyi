import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
allow_tf32: Any
deterministic: builtins.bool
enabled: builtins.bool
fp32_precision: builtins.str
import torch.backends.mkldnn as m
