import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.ops import DropBlock2d as DropBlock2d
from torchvision.ops import DropBlock3d as DropBlock3d
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.ops import drop_block2d as drop_block2d
from torchvision.ops import drop_block3d as drop_block3d
