import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import DeviceMesh as DeviceMesh
from torch.distributed.tensor.parallel import ParallelStyle as ParallelStyle
import torch.nn as nn
from torch.distributed.tensor.parallel import parallelize_module as parallelize_module
