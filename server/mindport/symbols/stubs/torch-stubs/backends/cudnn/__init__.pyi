import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
allow_tf32: builtins.bool
benchmark: builtins.bool
depthwise_kernel: builtins.str
deterministic: builtins.bool
enabled: builtins.bool
fp32_precision: builtins.str
import torch.backends.cudnn as m
