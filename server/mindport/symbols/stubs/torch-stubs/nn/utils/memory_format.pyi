import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn.utils import convert_conv2d_weight_memory_format as convert_conv2d_weight_memory_format
from torch.nn.utils import convert_conv3d_weight_memory_format as convert_conv3d_weight_memory_format
