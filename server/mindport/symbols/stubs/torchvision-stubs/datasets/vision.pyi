import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class StandardTransform:
    def __init__(self, transform: Callable = None, target_transform: Callable = None) -> None: ...
    def __call__(self, input, target) -> Tuple: ...
T_co: Any
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
