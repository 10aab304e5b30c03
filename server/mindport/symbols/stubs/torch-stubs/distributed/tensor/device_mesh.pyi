import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import DeviceMesh as DeviceMesh
from torch.distributed import init_device_mesh as init_device_mesh
