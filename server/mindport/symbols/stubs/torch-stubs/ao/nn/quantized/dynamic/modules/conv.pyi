import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.quantized.dynamic import Conv1d as Conv1d
from torch.ao.nn.quantized.dynamic import Conv2d as Conv2d
from torch.ao.nn.quantized.dynamic import Conv3d as Conv3d
from torch.ao.nn.quantized.dynamic import ConvTranspose1d as ConvTranspose1d
from torch.ao.nn.quantized.dynamic import ConvTranspose2d as ConvTranspose2d
from torch.ao.nn.quantized.dynamic import ConvTranspose3d as ConvTranspose3d
