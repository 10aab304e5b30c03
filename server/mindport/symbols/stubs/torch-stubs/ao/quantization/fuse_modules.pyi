import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import torch.ao.quantization.fuse_modules as fuse_modules
from torch.ao.quantization import fuse_modules_qat as fuse_modules_qat
